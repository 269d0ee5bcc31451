//! Owns the guest's own proxies: what their traps give is asked by the engine. What must hold: a trap is read, bound and called as the
//! standard says, when it is used and not before. Deliberately absent: what a trap gives as the value of a property or a call, which passes.

use super::objects::{look_if_fixed, looked_at, value_in};
use super::{Original, function};
use crate::engine::pending::look;
use crate::engine::state::state;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsData, JsResult, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

/// Stands before a handler of the guest's.
#[derive(Debug, Trace, Finalize, JsData)]
struct Handler(JsObject);

/// What a trap gives, as far as the engine asks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gives {
    /// What the code gets.
    Value,
    /// What the code gets, unless the property of the target cannot change.
    Property,
    /// Truth, an object or null.
    Answer,
    /// As that, of a value the property of the target is given.
    Written,
    /// As that, of a property the target is given.
    Defined,
    /// A list of keys.
    Keys,
    /// A property or nothing.
    Descriptor,
}

const TRAPS: [(&str, Gives); 13] = [
    ("apply", Gives::Value),
    ("construct", Gives::Answer),
    ("defineProperty", Gives::Defined),
    ("deleteProperty", Gives::Answer),
    ("get", Gives::Property),
    ("getOwnPropertyDescriptor", Gives::Descriptor),
    ("getPrototypeOf", Gives::Answer),
    ("has", Gives::Answer),
    ("isExtensible", Gives::Answer),
    ("ownKeys", Gives::Keys),
    ("preventExtensions", Gives::Answer),
    ("set", Gives::Written),
    ("setPrototypeOf", Gives::Answer),
];

/// `new Proxy`, `Proxy.revocable`
pub(super) fn make(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    let [target, handler] = [0, 1].map(|at| args.get_or_undefined(at));
    let Some(handler) = handler.as_object() else { return original.call(this, args, context) };
    let pending = &state(context)?.pending;
    if pending.handler.as_ref().is_some_and(|ours| JsObject::equals(ours, &handler)) {
        return original.call(this, args, context);
    }
    let prototype = match pending.proxy_traps.clone() {
        Some(prototype) => prototype,
        None => {
            let prototype = traps(context);
            state(context)?.pending.proxy_traps = Some(prototype.clone());
            prototype
        }
    };
    let handler = JsObject::from_proto_and_data(prototype, Handler(handler));
    original.call(this, &[target.clone(), handler.into()], context)
}

/// What stands before handlers finds its traps here, and each asks the handler.
fn traps(context: &Context) -> JsObject {
    let traps = JsObject::with_null_proto();
    for (name, gives) in TRAPS {
        let get = NativeFunction::from_copy_closure(move |this, _, context| trap(this, name, gives, context));
        let property = PropertyDescriptor::builder().get(function(get, context)).enumerable(false).configurable(false);
        traps.insert_property(js_string!(name), property.build());
    }
    traps
}

fn trap(this: &JsValue, name: &'static str, gives: Gives, context: &mut Context) -> JsResult<JsValue> {
    let handler = this.as_object().and_then(|this| Some(this.downcast_ref::<Handler>()?.0.clone()));
    let Some(handler) = handler else { return Ok(JsValue::undefined()) };
    let function = handler.get(js_string!(name), context)?;
    look(&function, context)?;
    let Some(callback) = function.as_callable() else { return Ok(function) };
    let native = NativeFunction::from_copy_closure_with_captures(
        move |_, args, (handler, callback): &(JsObject, JsObject), context| {
            let result = callback.call(&handler.clone().into(), args, context)?;
            checked(result, gives, args, context)
        },
        (handler, callback),
    );
    Ok(super::function(native, context).into())
}

/// What a trap gave, looked at where the engine asks it; `args` are the trap's, the target first.
fn checked(result: JsValue, gives: Gives, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match gives {
        Gives::Value => return Ok(result),
        Gives::Property => {
            look_at_fixed(args, &result, context)?;
            return Ok(result);
        }
        Gives::Answer | Gives::Written | Gives::Defined | Gives::Keys | Gives::Descriptor => look(&result, context)?,
    }
    let object = result.as_object();
    match (gives, object) {
        (Gives::Written, _) if result.to_boolean() => look_at_fixed(args, args.get_or_undefined(2), context)?,
        (Gives::Defined, _) if result.to_boolean() => {
            if let Some(value) = args.get_or_undefined(2).as_object().as_ref().and_then(value_in) {
                look_at_fixed(args, &value, context)?;
            }
        }
        (Gives::Keys, Some(list)) => {
            let length = list.get(js_string!("length"), context)?.to_length(context)?;
            let mut keys = Vec::new();
            for index in 0..length {
                let key = list.get(index, context)?;
                look(&key, context)?;
                let refused = !key.is_string() && !key.is_symbol();
                keys.push(key);
                // The engine refuses the whole list.
                if refused {
                    break;
                }
            }
            return Ok(JsArray::from_iter(keys, context).into());
        }
        (Gives::Descriptor, Some(property)) => {
            let property = looked_at(&property, context)?;
            if let Some(value) = value_in(&property) {
                look_at_fixed(args, &value, context)?;
            }
            return Ok(property.into());
        }
        _ => {}
    }
    Ok(result)
}

fn look_at_fixed(args: &[JsValue], value: &JsValue, context: &mut Context) -> JsResult<()> {
    let Some(target) = args.get_or_undefined(0).as_object() else { return Ok(()) };
    let key = args.get_or_undefined(1).to_property_key(context)?;
    look_if_fixed(&target, &key, value, context)
}
