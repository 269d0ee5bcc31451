//! Owns what a pending value answers with. What must hold: every trap the language has is there, and each ends the pass but
//! one: the engine's own reading of `then`, which is how it awaits, finds none, as it would on the real value while the guest has
//! put none where data inherits from. Deliberately absent: any other answer.

use super::observe;
use crate::engine::convert::views;
use crate::engine::look::own_property;
use crate::engine::state::{address, state};
use crate::engine::{errors, stack};
use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, NativeFunction, js_string};

/// What the trap of reading is called on the engine's stack. The guest has no name for it.
const READING: &str = "reading of a pending value";

/// Prototypes looked through for a `then`.
const CHAIN: usize = 16;

/// All traps but `get`.
const TRAPS: [&str; 12] = [
    "apply",
    "construct",
    "defineProperty",
    "deleteProperty",
    "getOwnPropertyDescriptor",
    "getPrototypeOf",
    "has",
    "isExtensible",
    "ownKeys",
    "preventExtensions",
    "set",
    "setPrototypeOf",
];

/// The handler of all pending values of a realm; each trap is told which value by its target.
pub(super) fn handler(context: &Context) -> JsObject {
    let handler = JsObject::with_null_proto();
    let looked = native(context, NativeFunction::from_fn_ptr(looked_at));
    for trap in TRAPS {
        put(&handler, trap, looked.clone());
    }
    let get = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(get)).name(js_string!(READING));
    put(&handler, "get", get.build());
    handler
}

/// What stands behind one pending value. It can be called and constructed, so that the value's traps are asked for both.
pub(super) fn target(context: &Context) -> JsObject {
    let never = NativeFunction::from_fn_ptr(|_, _, _| Err(errors::broken("a pending value was called past its trap")));
    FunctionObjectBuilder::new(context.realm(), never).constructor(true).build().into()
}

fn native(context: &Context, function: NativeFunction) -> JsFunction {
    FunctionObjectBuilder::new(context.realm(), function).build()
}

fn put(handler: &JsObject, trap: &str, function: JsFunction) {
    let property = PropertyDescriptor::builder().value(function).writable(false).enumerable(false).configurable(false);
    handler.insert_property(JsString::from(trap), property.build());
}

fn looked_at(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = args.get_or_undefined(0).as_object();
    let slot = match target {
        Some(target) => state(context)?.pending.targets.get(&address(&target)).copied(),
        None => None,
    };
    match slot {
        Some(slot) => Err(observe(slot, context)),
        None => Err(errors::broken("a pending value has no slot")),
    }
}

fn get(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let then = args.get_or_undefined(1).as_string().is_some_and(|key| key == js_string!("then"));
    if then && stack::is_called_by_promise(READING, context) && !data_has_then(context) {
        return Ok(JsValue::undefined());
    }
    looked_at(this, args, context)
}

/// Whether some kind of object that crosses the border inherits a `then`.
fn data_has_then(context: &Context) -> bool {
    let classes = context.intrinsics().constructors();
    let errors = [
        classes.error(),
        classes.aggregate_error(),
        classes.eval_error(),
        classes.range_error(),
        classes.reference_error(),
        classes.syntax_error(),
        classes.type_error(),
        classes.uri_error(),
    ];
    let others = [
        classes.object(),
        classes.array(),
        classes.array_buffer(),
        classes.date(),
        classes.map(),
        classes.regexp(),
        classes.set(),
    ];
    errors.into_iter().chain(views::all(classes)).chain(others).any(|class| inherits_then(class.prototype()))
}

/// Whether a `then` is found from here on, or may be, where a proxy would have to be asked.
fn inherits_then(from: JsObject) -> bool {
    let mut at = Some(from);
    for _ in 0..CHAIN {
        let Some(here) = at else { return false };
        if here.is::<Proxy>() || own_property(&here, js_string!("then")).is_some() {
            return true;
        }
        at = here.prototype();
    }
    true
}
