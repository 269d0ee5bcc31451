//! Replaces `concat` and `slice` of arrays: the engine's copy element by element through the protocol of properties, forty times
//! slower than a copy, and `list.reduce((all, x) => all.concat(x), [])` grows with the square. What must hold: only whole arrays without holes,
//! of whose making nothing can tell, take the short way; all others get the engine's own.

use super::{dense, replace};
use crate::engine::look::own_property;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::{Context, JsResult, JsSymbol, JsValue};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array().prototype();
    replace(&prototype, [("concat", concat), ("slice", slice)], context)
}

/// The elements of an array from which the standard would make a plain one.
fn plain(this: &JsValue, context: &Context) -> JsResult<Option<Vec<JsValue>>> {
    match this.as_object() {
        Some(array) if dense::makes_plain_arrays(&array, context)? => Ok(dense::elements(&array)),
        _ => Ok(None),
    }
}

fn concat(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    match concatenated(this, args, context)? {
        Some(values) => Ok(JsArray::from_iter(values, context).into()),
        None => own.call(this, args, context),
    }
}

fn concatenated(this: &JsValue, args: &[JsValue], context: &Context) -> JsResult<Option<Vec<JsValue>>> {
    let Some(mut values) = plain(this, context)?.filter(|_| !says_whether_it_spreads(this, context)) else {
        return Ok(None);
    };
    for arg in args {
        match arg.as_object() {
            None => values.push(arg.clone()),
            Some(array) if dense::makes_plain_arrays(&array, context)? && !says_whether_it_spreads(arg, context) => {
                let Some(mut more) = dense::elements(&array) else { return Ok(None) };
                values.append(&mut more);
            }
            // A plain object is no array, and nothing it inherits says otherwise; a proxy may be one.
            Some(_) => return Ok(None),
        }
    }
    Ok(Some(values))
}

/// Whether an array, or what it inherits from, has something to say on being taken apart.
fn says_whether_it_spreads(array: &JsValue, context: &Context) -> bool {
    let constructors = context.intrinsics().constructors();
    let inherited = [constructors.array().prototype(), constructors.object().prototype()];
    let says = |object: &JsObject| own_property(object, JsSymbol::is_concat_spreadable()).is_some();
    array.as_object().is_some_and(|array| says(&array)) || inherited.iter().any(says)
}

fn slice(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let numbers = args.iter().take(2).all(|arg| arg.is_undefined() || arg.as_i32().is_some());
    let Some(values) = (if numbers { plain(this, context)? } else { None }) else {
        return own.call(this, args, context);
    };
    let at = |arg: Option<&JsValue>, none: usize| match arg.and_then(JsValue::as_i32) {
        Some(at) if at < 0 => values.len().saturating_sub(at.unsigned_abs() as usize),
        Some(at) => (at.unsigned_abs() as usize).min(values.len()),
        None => none,
    };
    let (from, to) = (at(args.first(), 0), at(args.get(1), values.len()));
    Ok(JsArray::from_iter(values.into_iter().take(to).skip(from), context).into())
}

#[cfg(test)]
mod tests;
