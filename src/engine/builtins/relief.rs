//! Goes before built-ins that make large things: the engine's collector counts objects, each at some hundred bytes, and not what they hold. Arrays of
//! 5,000 elements that nobody needs any more filled the memory of a run before it had counted enough of them to look: `rows.slice()` in a
//! loop ended a run as MemoryLimit. What must hold: each does what it did, in its place; only garbage may go first.
//! Goes when the collector counts what objects hold. Deliberately absent: built-ins whose file here looks at the memory itself.

use super::{Method, define, engine_function};
use crate::engine::look::{data_property, own_property};
use crate::engine::stack::GUARD;
use crate::engine::state::relieve_memory;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::builtins::{JsArray, JsFunction, JsMap, JsSet};
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};

/// On what, and which of its functions.
const RELIEVED: [(&str, &str); 4] = [
    ("Array", "from of"),
    ("Array.prototype", "concat filter flat flatMap map slice splice toReversed toSorted toSpliced unshift with"),
    ("Object", "assign entries fromEntries groupBy keys values"),
    ("Map", "groupBy"),
];

/// The engine's own of those that are called for each element, for what is of another kind.
struct Own {
    push: JsFunction,
    set: JsFunction,
    add: JsFunction,
}

/// Comes after the files that replace some of them.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    for (path, names) in RELIEVED {
        let mut holder = context.global_object();
        for name in path.split('.') {
            let inner = data_property(&holder, JsString::from(name)).and_then(|value| value.as_object());
            holder = inner.ok_or_else(|| JsNativeError::typ().with_message(format!("the engine has no {path}")))?;
        }
        for name in names.split(' ') {
            if let Some(function) =
                own_property(&holder, JsString::from(name)).and_then(|own| own.value().and_then(JsValue::as_object))
            {
                put_before(&function, context);
            }
        }
    }
    let constructors = context.intrinsics().constructors();
    let (array, map, set) =
        (constructors.array().prototype(), constructors.map().prototype(), constructors.set().prototype());
    let own = Own {
        push: engine_function(&array, js_string!("push"))?,
        set: engine_function(&map, js_string!("set"))?,
        add: engine_function(&set, js_string!("add"))?,
    };
    context.insert_data(own);
    define(&array, [Method::new("push", 1, push)], context)?;
    define(&map, [Method::new("set", 2, set_entry)], context)?;
    define(&set, [Method::new("add", 1, add)], context)
}

/// What lowered code calls before it copies an object (`lower/room.rs`).
pub(in crate::engine) fn room(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    relieve_memory(context);
    Ok(args.get_or_undefined(0).clone())
}

/// What the function did moves to another object, which is called once there is room.
fn put_before(function: &JsObject, context: &Context) {
    let build = |native| -> JsObject {
        FunctionObjectBuilder::new(context.realm(), native).name(js_string!(GUARD)).build().into()
    };
    let inner = build(NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined())));
    let outer = build(NativeFunction::from_copy_closure_with_captures(
        |this, args, inner: &JsObject, context| {
            relieve_memory(context);
            inner.call(this, args, context)
        },
        inner.clone(),
    ));
    for other in [inner, outer] {
        if let (Some(mut one), Some(mut other)) =
            (function.downcast_mut::<NativeFunctionObject>(), other.downcast_mut::<NativeFunctionObject>())
        {
            std::mem::swap(&mut *one, &mut *other);
        }
    }
}

fn own(which: fn(&Own) -> &JsFunction, context: &Context) -> JsResult<JsFunction> {
    let kept = context.get_data::<Own>().map(|own| which(own).clone());
    kept.ok_or_else(|| JsNativeError::typ().with_message("the realm has lost the engine's collections").into())
}

fn push(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    relieve_memory(context);
    match this.as_object().map(JsArray::from_object) {
        Some(Ok(array)) => array.push_items(args, context),
        _ => own(|own| &own.push, context)?.call(this, args, context),
    }
}

fn set_entry(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    relieve_memory(context);
    match (this.as_object().map(JsMap::from_object), args) {
        (Some(Ok(map)), [key, value]) => map.set(key.clone(), value.clone(), context),
        _ => own(|own| &own.set, context)?.call(this, args, context),
    }
}

fn add(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    relieve_memory(context);
    match this.as_object().map(JsSet::from_object) {
        Some(Ok(set)) => set.add_items(args, context),
        _ => own(|own| &own.add, context)?.call(this, args, context),
    }
}

#[cfg(test)]
mod tests;
