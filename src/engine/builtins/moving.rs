//! Replaces `unshift` and `splice` of arrays: the engine's move elements one by one through the whole protocol of properties, some forty times
//! slower than a copy. What must hold: only whole arrays without holes, whose properties nothing watches, take the short way;
//! all others get the engine's own.

use super::{dense, replace};
use crate::engine::look::own_property;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsResult, JsValue, js_string};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array().prototype();
    replace(&prototype, [("unshift", unshift), ("splice", splice)], context)
}

/// The elements of an array that has nothing of its own but them, and can change its length.
fn elements(this: &JsValue, context: &mut Context) -> JsResult<Option<(JsObject, Vec<JsValue>)>> {
    let Some(array) = this.as_object().filter(JsObject::is_array) else { return Ok(None) };
    let fixed = own_property(&array, js_string!("length")).is_none_or(|length| length.writable() != Some(true));
    if fixed || !array.is_extensible(context)? || !has_only_elements(&array, context) {
        return Ok(None);
    }
    Ok(dense::elements(&array).map(|values| (array, values)))
}

/// Whether an array's properties are laid out as those of a new one.
fn has_only_elements(array: &JsObject, context: &mut Context) -> bool {
    let new: JsObject = JsArray::from_iter([], context).into();
    let (array, new) = (array.borrow(), new.borrow());
    array.shape().to_addr_usize() == new.shape().to_addr_usize()
}

/// Gives an array these elements, all at once: it changes places with a new one of the same layout.
fn refill(array: &JsObject, values: impl IntoIterator<Item = JsValue>, context: &mut Context) {
    let new: JsObject = JsArray::from_iter(values, context).into();
    if !JsObject::equals(array, &new) {
        std::mem::swap(&mut *array.borrow_mut(), &mut *new.borrow_mut());
    }
}

fn unshift(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let Some((array, values)) = elements(this, context)?.filter(|_| !args.is_empty()) else {
        return own.call(this, args, context);
    };
    let length = args.len() + values.len();
    refill(&array, args.iter().cloned().chain(values), context);
    Ok(length.into())
}

fn splice(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let plain = args.iter().take(2).all(|arg| !arg.is_object() && !arg.is_symbol() && !arg.is_bigint());
    let found = if plain && args.len() > 1 { elements(this, context)? } else { None };
    let found = match found {
        Some(found) if dense::makes_plain_arrays(&found.0, context)? => Some(found),
        _ => None,
    };
    let Some((array, values)) = found else { return own.call(this, args, context) };
    let start = match args.get_or_undefined(0).to_integer_or_infinity(context)? {
        IntegerOrInfinity::Integer(at) if at < 0 => {
            values.len().saturating_sub(usize::try_from(at.unsigned_abs()).unwrap_or(usize::MAX))
        }
        IntegerOrInfinity::Integer(at) => usize::try_from(at).unwrap_or(usize::MAX).min(values.len()),
        IntegerOrInfinity::PositiveInfinity => values.len(),
        IntegerOrInfinity::NegativeInfinity => 0,
    };
    let most = values.len() - start;
    let count = match args.get_or_undefined(1).to_integer_or_infinity(context)? {
        IntegerOrInfinity::Integer(count) => usize::try_from(count).unwrap_or(0).min(most),
        IntegerOrInfinity::PositiveInfinity => most,
        IntegerOrInfinity::NegativeInfinity => 0,
    };
    let mut values = values;
    let removed: Vec<JsValue> = values.splice(start..start + count, args.iter().skip(2).cloned()).collect();
    refill(&array, values, context);
    Ok(JsArray::from_iter(removed, context).into())
}

#[cfg(test)]
mod tests;
