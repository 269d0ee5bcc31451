//! Replaces `unshift` and `splice` of arrays: the engine's move elements one by one through the whole protocol of properties, some forty times
//! slower than a copy. What must hold: only whole arrays without holes, whose properties nothing watches, take the short way;
//! all others get the engine's own.

use super::{Method, define, engine_function, json};
use crate::engine::look::own_property;
use crate::engine::stack::GUARD;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::object::{FunctionObjectBuilder, IndexPropertyValues, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsSymbol, JsValue, NativeFunction, js_string};

/// The engine's own, and what tells that a new array is made as the standard's are.
#[derive(Clone)]
struct Own {
    unshift: JsFunction,
    splice: JsFunction,
    class: JsObject,
    prototype: JsObject,
    species: Option<JsValue>,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let constructor = context.intrinsics().constructors().array();
    let (class, prototype) = (constructor.constructor(), constructor.prototype());
    let own = Own {
        unshift: engine_function(&prototype, js_string!("unshift"))?,
        splice: engine_function(&prototype, js_string!("splice"))?,
        species: species(&class),
        class,
        prototype: prototype.clone(),
    };
    context.insert_data(own);
    define(&prototype, [Method::new("unshift", 1, unshift), Method::new("splice", 2, splice)], context)
}

fn species(class: &JsObject) -> Option<JsValue> {
    own_property(class, JsSymbol::species()).and_then(|property| property.get().cloned())
}

fn own(context: &Context) -> JsResult<Own> {
    let own = context.get_data::<Own>().cloned();
    own.ok_or_else(|| JsNativeError::typ().with_message("the realm has lost the engine's arrays").into())
}

/// Whether methods that make an array of this one make a plain one.
pub(super) fn makes_plain_arrays(array: &JsObject, context: &Context) -> JsResult<bool> {
    let own = own(context)?;
    let class =
        own_property(&own.prototype, js_string!("constructor")).and_then(|property| property.value()?.as_object());
    Ok(array.is_array()
        && array.prototype().is_some_and(|prototype| JsObject::equals(&prototype, &own.prototype))
        && own_property(array, js_string!("constructor")).is_none()
        && class.is_some_and(|class| JsObject::equals(&class, &own.class))
        && species(&own.class) == own.species)
}

/// Something empty that a built-in makes its result of as it would of `source`: what an array is made of is asked of its `constructor`.
pub(crate) fn empty_like(source: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    if !json::is_array(source, &json::own(context)?, context)? {
        return Ok(JsObject::with_null_proto().into());
    }
    let constructor = NativeFunction::from_copy_closure_with_captures(
        |_, _, source: &JsObject, context| source.get(js_string!("constructor"), context),
        source.clone(),
    );
    let constructor = FunctionObjectBuilder::new(context.realm(), constructor).name(js_string!(GUARD)).build();
    let stand_in: JsObject = JsArray::from_iter([], context).into();
    let property = PropertyDescriptor::builder().get(constructor).enumerable(false).configurable(true);
    stand_in.define_property_or_throw(js_string!("constructor"), property, context)?;
    Ok(stand_in.into())
}

/// The elements of an array that has no holes, no accessors, and can change its length.
fn elements(this: &JsValue, context: &mut Context) -> JsResult<Option<(JsObject, Vec<JsValue>)>> {
    let Some(array) = this.as_object().filter(JsObject::is_array) else { return Ok(None) };
    let Some(length) = own_property(&array, js_string!("length")).filter(|length| length.writable() == Some(true))
    else {
        return Ok(None);
    };
    let length = length.value().and_then(JsValue::as_number).unwrap_or(f64::NAN);
    if !array.is_extensible(context)? {
        return Ok(None);
    }
    let values: Vec<JsValue> = match array.borrow().properties().index_property_values() {
        IndexPropertyValues::DenseI32(values) => values.copied().map(JsValue::from).collect(),
        IndexPropertyValues::DenseF64(values) => values.copied().map(JsValue::from).collect(),
        IndexPropertyValues::DenseElement(values) => values.cloned().collect(),
        IndexPropertyValues::SparseProperty(_) | IndexPropertyValues::SparseElement(_) => return Ok(None),
    };
    Ok((values.len() as f64 == length).then_some((array, values)))
}

fn write(array: &JsObject, from: usize, values: impl IntoIterator<Item = JsValue>) -> usize {
    let mut at = from;
    for value in values {
        let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true);
        array.insert_property(at, property);
        at += 1;
    }
    at
}

fn unshift(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some((array, values)) = elements(this, context)?.filter(|_| !args.is_empty()) else {
        return own(context)?.unshift.call(this, args, context);
    };
    let length = write(&array, 0, args.iter().cloned().chain(values));
    array.set(js_string!("length"), length, true, context)?;
    Ok(length.into())
}

fn splice(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let plain = args.iter().take(2).all(|arg| !arg.is_object() && !arg.is_symbol() && !arg.is_bigint());
    let found = if plain && args.len() > 1 { elements(this, context)? } else { None };
    let found = match found {
        Some(found) if makes_plain_arrays(&found.0, context)? => Some(found),
        _ => None,
    };
    let Some((array, values)) = found else { return own(context)?.splice.call(this, args, context) };
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
    let before = values.len();
    let mut rest = values.into_iter().skip(start);
    let removed: Vec<JsValue> = rest.by_ref().take(count).collect();
    let items = args.iter().skip(2).cloned();
    let length = if items.len() == count {
        write(&array, start, items);
        before
    } else {
        write(&array, start, items.chain(rest))
    };
    for at in (length..before).rev() {
        array.delete_property_or_throw(at, context)?;
    }
    array.set(js_string!("length"), length, true, context)?;
    Ok(JsArray::from_iter(removed, context).into())
}

#[cfg(test)]
mod tests;
