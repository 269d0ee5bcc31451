//! Replaces `Array.prototype.join` and `toLocaleString`: the engine's reserve two references per element of the length before they look
//! at any, which ends the instance for an array of length 2^32-1, and arrays that hold each other run the native stack
//! out. What must hold: a result that cannot fit the heap is a RangeError,
//! and so is nesting the stack cannot follow; inside itself an array is the empty string.

use super::repeat::check_length;
use super::{Method, define};
use crate::engine::state::relieve_memory;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsValue, js_string};

/// Each array inside another takes native stack.
const MAX_NESTING: usize = 200;

/// The arrays being joined, outermost first.
#[derive(Default)]
struct Joining(Vec<JsObject>);

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    context.insert_data(Joining::default());
    let prototype = context.intrinsics().constructors().array().prototype();
    let methods = [
        Method::new("join", 1, |this, args, context| {
            let object = this.to_object(context)?;
            guarded(&object, context, |context| join(&object, args.get_or_undefined(0), text_of, context))
        }),
        Method::new("toLocaleString", 0, |this, _, context| {
            let object = this.to_object(context)?;
            guarded(&object, context, |context| join(&object, &JsValue::undefined(), locale_text_of, context))
        }),
    ];
    define(&prototype, methods, context)
}

/// Runs `body` unless this array is being joined already.
fn guarded(
    object: &JsObject,
    context: &mut Context,
    body: impl FnOnce(&mut Context) -> JsResult<JsValue>,
) -> JsResult<JsValue> {
    let joining = &mut joining(context)?.0;
    if joining.iter().any(|known| JsObject::equals(known, object)) {
        return Ok(js_string!().into());
    }
    if joining.len() >= MAX_NESTING {
        let message = format!("arrays nested more than {MAX_NESTING} deep cannot be joined");
        return Err(JsNativeError::range().with_message(message).into());
    }
    joining.push(object.clone());
    let result = body(context);
    self::joining(context)?.0.pop();
    result
}

fn joining(context: &mut Context) -> JsResult<&mut Joining> {
    let joining = context.host_defined_mut().get_mut::<Joining>();
    joining.ok_or_else(|| JsNativeError::error().with_message("the realm has lost its list of joins").into())
}

type ElementText = fn(&JsValue, &mut Context) -> JsResult<JsString>;

fn join(object: &JsObject, separator: &JsValue, element: ElementText, context: &mut Context) -> JsResult<JsValue> {
    let length = object.get(js_string!("length"), context)?.to_length(context)?;
    let separator = if separator.is_undefined() { js_string!(",") } else { separator.to_string(context)? };
    check_length(length.saturating_sub(1).saturating_mul(separator.len() as u64), context)?;
    let mut parts = Vec::new();
    let mut total = 0;
    for index in 0..length {
        if index > 0 {
            total += separator.len() as u64;
            parts.push(separator.clone());
        }
        let value = object.get(index, context)?;
        if !value.is_null_or_undefined() {
            let text = element(&value, context)?;
            total += text.len() as u64;
            parts.push(text);
        }
        check_length(total, context)?;
    }
    relieve_memory(context);
    let parts: Vec<_> = parts.iter().map(JsString::as_str).collect();
    Ok(JsString::concat_array(&parts).into())
}

fn text_of(value: &JsValue, context: &mut Context) -> JsResult<JsString> {
    value.to_string(context)
}

fn locale_text_of(value: &JsValue, context: &mut Context) -> JsResult<JsString> {
    let method = value.to_object(context)?.get(js_string!("toLocaleString"), context)?;
    let Some(method) = method.as_callable() else {
        return Err(JsNativeError::typ().with_message("an element's toLocaleString is not a function").into());
    };
    method.call(value, &[], context)?.to_string(context)
}

#[cfg(test)]
mod tests;
