//! Replaces `Function.prototype.apply`, `Reflect.apply` and `Reflect.construct`: the engine's reserve room for as many
//! arguments as `length` says before they read any, which ends the instance for `{ length: 2 ** 32 - 1 }`. What must hold: more than
//! [`MAX_ARGUMENTS`] is a RangeError, as in other engines.

use super::{Method, define};
use crate::engine::inspect::inspect;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsResult, JsValue, js_string};

/// More than any engine of a browser takes, less than the stack holds.
const MAX_ARGUMENTS: u64 = 500_000;

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().function().prototype();
    define(&prototype, [Method::new("apply", 2, apply)], context)?;
    let reflect = context.intrinsics().objects().reflect();
    let methods = [Method::new("apply", 3, reflect_apply), Method::new("construct", 2, reflect_construct)];
    define(&reflect, methods, context)
}

fn apply(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let function = this.as_callable().ok_or_else(|| refusal(this, "a function", context))?;
    let list = match args.get_or_undefined(1) {
        none if none.is_null_or_undefined() => Vec::new(),
        list => arguments(list, context)?,
    };
    function.call(args.get_or_undefined(0), &list, context)
}

fn reflect_apply(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = args.get_or_undefined(0);
    let function = target.as_callable().ok_or_else(|| refusal(target, "a function", context))?;
    let list = arguments(args.get_or_undefined(2), context)?;
    function.call(args.get_or_undefined(1), &list, context)
}

fn reflect_construct(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = args.get_or_undefined(0);
    let class = target.as_constructor().ok_or_else(|| refusal(target, "a constructor", context))?;
    let new_target = match args.get(2) {
        Some(target) => target.as_constructor().ok_or_else(|| refusal(target, "a constructor", context))?,
        None => class.clone(),
    };
    let list = arguments(args.get_or_undefined(1), context)?;
    class.construct(&list, Some(&new_target), context).map(JsValue::from)
}

/// The elements of an array-like.
fn arguments(list: &JsValue, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let list: JsObject = list.as_object().ok_or_else(|| refusal(list, "an array of arguments", context))?;
    let length = list.get(js_string!("length"), context)?.to_length(context)?;
    if length > MAX_ARGUMENTS {
        let message = format!(
            "a call takes {MAX_ARGUMENTS} arguments at most, and this one has {length}: loop over the array instead"
        );
        return Err(JsNativeError::range().with_message(message).into());
    }
    (0..length).map(|index| list.get(index, context)).collect()
}

fn refusal(value: &JsValue, wanted: &str, context: &mut Context) -> JsError {
    JsNativeError::typ().with_message(format!("{} is not {wanted}", inspect(value, context))).into()
}

#[cfg(test)]
mod tests;
