//! What lowered code calls for array literals with a spread in them, which the engine is slow at (`lower/spreads.rs`). What must hold: what
//! is iterated and in which order is the standard's; where no code of the guest can tell, elements are copied.

use super::dense;
use crate::engine::state::relieve_memory;
use boa_engine::object::builtins::JsArray;
use boa_engine::value::JsValue;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsSymbol, js_string};

/// A new array of what a value gives when it is iterated over.
pub(in crate::engine) fn all(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    relieve_memory(context);
    let values = items(args.get_or_undefined(0), context)?;
    Ok(JsArray::from_iter(values, context).into())
}

/// What a value gives when it is iterated over.
pub(super) fn items(list: &JsValue, context: &mut Context) -> JsResult<Vec<JsValue>> {
    match dense::iterated(list, context)? {
        Some(values) => Ok(values),
        None => step_through(list, context),
    }
}

fn step_through(list: &JsValue, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let method = list.to_object(context)?.get(JsSymbol::iterator(), context)?;
    if method.is_null_or_undefined() {
        let message = format!("value with type `{}` is not iterable", list.type_of());
        return Err(JsNativeError::typ().with_message(message).into());
    }
    let no_function = || JsNativeError::typ().with_message("what Symbol.iterator names is not a function");
    let iterator = method.as_callable().ok_or_else(no_function)?.call(list, &[], context)?;
    let no_object = || JsNativeError::typ().with_message("what Symbol.iterator gave is not an iterator");
    let iterator = iterator.as_object().ok_or_else(no_object)?;
    let next = iterator.get(js_string!("next"), context)?;
    let no_next = || JsNativeError::typ().with_message("the `next` of the iterator is not a function");
    let mut values = Vec::new();
    loop {
        let step = next.as_callable().ok_or_else(no_next)?.call(&iterator.clone().into(), &[], context)?;
        let no_step = || JsNativeError::typ().with_message("what the iterator's `next` gave is not an object");
        let step = step.as_object().ok_or_else(no_step)?;
        if step.get(js_string!("done"), context)?.to_boolean() {
            return Ok(values);
        }
        values.push(step.get(js_string!("value"), context)?);
    }
}

/// An array of the parts; those with a `+` in the plan are arrays that [`all`] made, and are taken apart.
pub(in crate::engine) fn join(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let [plan, parts @ ..] = args else { return Ok(JsArray::from_iter([], context).into()) };
    let plan = plan.as_string().map(|plan| plan.to_std_string_lossy()).unwrap_or_default();
    relieve_memory(context);
    let mut values = Vec::new();
    for (part, sign) in parts.iter().zip(plan.bytes()) {
        match part.as_object() {
            Some(array) if sign == b'+' => values.append(&mut dense::elements(&array).unwrap_or_default()),
            _ => values.push(part.clone()),
        }
    }
    Ok(JsArray::from_iter(values, context).into())
}

#[cfg(test)]
mod tests;
