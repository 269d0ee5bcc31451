//! Replaces `includes`, `indexOf` and `lastIndexOf` of arrays: the engine's read each element by the protocol of properties, ten times
//! slower than a look. What must hold: only arrays without holes and accessors are looked through so; all others get the engine's own.

use super::{dense, replace};
use boa_engine::object::IndexPropertyValues;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsArgs, JsResult, JsValue};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array().prototype();
    replace(&prototype, [("includes", includes), ("indexOf", index_of), ("lastIndexOf", last_index_of)], context)
}

/// Where the first element is that fits, or the last one; `None` where this is not the way to look for it.
fn position(
    this: &JsValue,
    args: &[JsValue],
    backward: bool,
    fits: fn(&JsValue, &JsValue) -> bool,
) -> Option<Option<usize>> {
    if args.len() > 1 {
        return None;
    }
    let wanted = args.get_or_undefined(0);
    let array = this.as_object()?;
    dense::with_elements(&array, |values| {
        let fits = |value: JsValue| fits(&value, wanted);
        match values {
            IndexPropertyValues::DenseI32(mut values) if backward => values.rposition(|value| fits((*value).into())),
            IndexPropertyValues::DenseI32(mut values) => values.position(|value| fits((*value).into())),
            IndexPropertyValues::DenseF64(mut values) if backward => values.rposition(|value| fits((*value).into())),
            IndexPropertyValues::DenseF64(mut values) => values.position(|value| fits((*value).into())),
            IndexPropertyValues::DenseElement(mut values) if backward => values.rposition(|value| fits(value.clone())),
            IndexPropertyValues::DenseElement(mut values) => values.position(|value| fits(value.clone())),
            IndexPropertyValues::SparseProperty(_) | IndexPropertyValues::SparseElement(_) => None,
        }
    })
}

fn includes(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    match position(this, args, false, JsValue::same_value_zero) {
        Some(found) => Ok(found.is_some().into()),
        None => own.call(this, args, context),
    }
}

fn number(found: Option<usize>) -> JsValue {
    found.map_or(JsValue::new(-1), JsValue::from)
}

fn index_of(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    match position(this, args, false, JsValue::strict_equals) {
        Some(found) => Ok(number(found)),
        None => own.call(this, args, context),
    }
}

fn last_index_of(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    match position(this, args, true, JsValue::strict_equals) {
        Some(found) => Ok(number(found)),
        None => own.call(this, args, context),
    }
}

#[cfg(test)]
mod tests;
