//! Replaces `repeat`, `padStart` and `padEnd`: the engine's reserve room for the whole result, or for one reference per
//! repetition, before they look whether it fits, which ends the instance at `'x'.repeat(2 ** 30)`. What must hold: a string
//! that cannot fit the heap is a RangeError the code can catch.

use super::{Method, define};
use crate::engine::state::{memory_limit, relieve_memory};
use boa_engine::string::JsStrVariant;
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsStr, JsString, JsValue, js_string};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().string().prototype();
    let methods = [
        Method::new("repeat", 1, repeat),
        Method::new("padStart", 1, |this, args, context| pad(true, this, args, context)),
        Method::new("padEnd", 1, |this, args, context| pad(false, this, args, context)),
    ];
    define(&prototype, methods, context)
}

/// Refuses a length that the heap cannot hold; what is left of it may be less, and then the allocation fails.
pub(super) fn check_length(length: u64, context: &mut Context) -> JsResult<()> {
    let limit = memory_limit(context);
    if length <= limit {
        return Ok(());
    }
    let message = format!("the string would have {length} characters, and the memory limit is {limit} bytes");
    Err(JsNativeError::range().with_message(message).into())
}

/// Refuses a length of an array whose elements the heap cannot hold, before they are looked at one by one.
pub(super) fn check_elements(length: u64, context: &mut Context) -> JsResult<()> {
    let limit = memory_limit(context);
    if length <= limit / 8 {
        return Ok(());
    }
    let message = format!("there would be {length} elements, and the memory limit is {limit} bytes");
    Err(JsNativeError::range().with_message(message).into())
}

fn repeat(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = this.require_object_coercible()?.to_string(context)?;
    let count = match args.get_or_undefined(0).to_integer_or_infinity(context)? {
        IntegerOrInfinity::Integer(count) => u64::try_from(count).ok(),
        IntegerOrInfinity::PositiveInfinity | IntegerOrInfinity::NegativeInfinity => None,
    };
    let Some(count) = count else {
        let message = "the count of repeat must be 0 or more, and finite";
        return Err(JsNativeError::range().with_message(message).into());
    };
    check_length(count.saturating_mul(text.len() as u64), context)?;
    Ok(repeated(&text, count, context).into())
}

fn repeated(text: &JsString, count: u64, context: &mut Context) -> JsString {
    if text.is_empty() || count == 0 {
        return js_string!();
    }
    relieve_memory(context);
    // Checked by the caller: count * length fits the heap.
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    match text.variant() {
        JsStrVariant::Latin1(bytes) => JsString::from(JsStr::latin1(&bytes.repeat(count))),
        JsStrVariant::Utf16(units) => JsString::from(JsStr::utf16(&units.repeat(count))),
    }
}

fn pad(at_start: bool, this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = this.require_object_coercible()?.to_string(context)?;
    let wanted = args.get_or_undefined(0).to_length(context)?;
    let missing = wanted.saturating_sub(text.len() as u64);
    if missing == 0 {
        return Ok(text.into());
    }
    let filler = match args.get_or_undefined(1) {
        filler if filler.is_undefined() => js_string!(" "),
        filler => filler.to_string(context)?,
    };
    if filler.is_empty() {
        return Ok(text.into());
    }
    check_length(wanted, context)?;
    let unit = filler.len() as u64;
    let whole = repeated(&filler, missing / unit, context);
    let rest = filler.slice(0, usize::try_from(missing % unit).unwrap_or(0));
    let (filling, rest, text) = (whole.as_str(), rest.as_str(), text.as_str());
    let parts = if at_start { [filling, rest, text] } else { [text, filling, rest] };
    Ok(JsString::concat_array(&parts).into())
}

#[cfg(test)]
mod tests;
