//! Replaces `includes`, `indexOf` and `lastIndexOf` of arrays: the engine's read each element by the protocol of properties, ten times
//! slower than a look. What must hold: only arrays without holes and accessors are looked through so; all others get the engine's own.

use super::{Method, define, dense, engine_function};
use boa_engine::object::IndexPropertyValues;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, js_string};

/// The engine's own.
struct Own {
    includes: JsFunction,
    index_of: JsFunction,
    last_index_of: JsFunction,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array().prototype();
    let own = Own {
        includes: engine_function(&prototype, js_string!("includes"))?,
        index_of: engine_function(&prototype, js_string!("indexOf"))?,
        last_index_of: engine_function(&prototype, js_string!("lastIndexOf"))?,
    };
    context.insert_data(own);
    let methods = [
        Method::new("includes", 1, includes),
        Method::new("indexOf", 1, index_of),
        Method::new("lastIndexOf", 1, last_index_of),
    ];
    define(&prototype, methods, context)
}

fn own(which: fn(&Own) -> &JsFunction, context: &Context) -> JsResult<JsFunction> {
    let kept = context.get_data::<Own>().map(|own| which(own).clone());
    kept.ok_or_else(|| JsNativeError::typ().with_message("the realm has lost the engine's arrays").into())
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

fn includes(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match position(this, args, false, JsValue::same_value_zero) {
        Some(found) => Ok(found.is_some().into()),
        None => own(|own| &own.includes, context)?.call(this, args, context),
    }
}

fn number(found: Option<usize>) -> JsValue {
    found.map_or(JsValue::new(-1), JsValue::from)
}

fn index_of(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match position(this, args, false, JsValue::strict_equals) {
        Some(found) => Ok(number(found)),
        None => own(|own| &own.index_of, context)?.call(this, args, context),
    }
}

fn last_index_of(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match position(this, args, true, JsValue::strict_equals) {
        Some(found) => Ok(number(found)),
        None => own(|own| &own.last_index_of, context)?.call(this, args, context),
    }
}

#[cfg(test)]
mod tests;
