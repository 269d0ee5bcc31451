//! Owns the array built-ins that ask their elements. What must hold: they do what the standard says, in its order, and each element is
//! looked at where it is asked. Deliberately absent: built-ins that only move elements.

use super::Original;
use crate::engine::builtins::own::is_array;
use crate::engine::builtins::species::empty_like;
use crate::engine::pending::look;
use boa_engine::object::JsObject;
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsSymbol, JsValue, js_string};

/// The largest length there can be.
const MAX_LENGTH: u64 = (1 << 53) - 1;

fn length_of(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    object.get(js_string!("length"), context)?.to_length(context)
}

/// The index to begin at, as far as there are elements.
fn start(from: &JsValue, length: u64, context: &mut Context) -> JsResult<u64> {
    Ok(match from.to_integer_or_infinity(context)? {
        IntegerOrInfinity::PositiveInfinity => length,
        IntegerOrInfinity::NegativeInfinity => 0,
        IntegerOrInfinity::Integer(from) if from < 0 => length.saturating_sub(from.unsigned_abs()),
        IntegerOrInfinity::Integer(from) => from.unsigned_abs().min(length),
    })
}

pub(super) fn includes(this: &JsValue, args: &[JsValue], _: &Original, context: &mut Context) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let length = length_of(&object, context)?;
    if length == 0 {
        return Ok(false.into());
    }
    for index in start(args.get_or_undefined(1), length, context)?..length {
        let element = object.get(index, context)?;
        look(&element, context)?;
        if JsValue::same_value_zero(args.get_or_undefined(0), &element) {
            return Ok(true.into());
        }
    }
    Ok(false.into())
}

pub(super) fn index_of(this: &JsValue, args: &[JsValue], _: &Original, context: &mut Context) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let length = length_of(&object, context)?;
    if length == 0 {
        return Ok((-1).into());
    }
    for index in start(args.get_or_undefined(1), length, context)?..length {
        if is_at(&object, index, args.get_or_undefined(0), context)? {
            return Ok(index.into());
        }
    }
    Ok((-1).into())
}

pub(super) fn last_index_of(
    this: &JsValue,
    args: &[JsValue],
    _: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let length = length_of(&object, context)?;
    if length == 0 {
        return Ok((-1).into());
    }
    // The number of elements to look at.
    let count = match args.get(1).map(|from| from.to_integer_or_infinity(context)).transpose()? {
        None | Some(IntegerOrInfinity::PositiveInfinity) => length,
        Some(IntegerOrInfinity::NegativeInfinity) => 0,
        Some(IntegerOrInfinity::Integer(from)) if from < 0 => (length + 1).saturating_sub(from.unsigned_abs()),
        Some(IntegerOrInfinity::Integer(from)) => from.unsigned_abs().saturating_add(1).min(length),
    };
    for index in (0..count).rev() {
        if is_at(&object, index, args.get_or_undefined(0), context)? {
            return Ok(index.into());
        }
    }
    Ok((-1).into())
}

fn is_at(object: &JsObject, index: u64, wanted: &JsValue, context: &mut Context) -> JsResult<bool> {
    if !object.has_property(index, context)? {
        return Ok(false);
    }
    let element = object.get(index, context)?;
    look(&element, context)?;
    Ok(JsValue::strict_equals(&element, wanted))
}

/// Whether what the function gives is an array is asked.
pub(super) fn flat_map(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let source = this.to_object(context)?;
    let length = length_of(&source, context)?;
    let target = original.call(&empty_like(&source, context)?, args, context)?.to_object(context)?;
    // What can't be called was refused by the built-in itself.
    let Some(mapper) = args.get_or_undefined(0).as_callable() else { return Ok(target.into()) };
    let mut to: u64 = 0;
    for index in 0..length {
        if !source.has_property(index, context)? {
            continue;
        }
        let element = source.get(index, context)?;
        let mapped = mapper.call(args.get_or_undefined(1), &[element, index.into(), source.clone().into()], context)?;
        look(&mapped, context)?;
        let Some(inner) = mapped.as_object() else {
            append(&target, &mut to, mapped, context)?;
            continue;
        };
        if !is_array(&inner, context)? {
            append(&target, &mut to, mapped, context)?;
            continue;
        }
        for index in 0..length_of(&inner, context)? {
            if inner.has_property(index, context)? {
                let element = inner.get(index, context)?;
                append(&target, &mut to, element, context)?;
            }
        }
    }
    Ok(target.into())
}

fn append(target: &JsObject, to: &mut u64, element: JsValue, context: &mut Context) -> JsResult<()> {
    grow(*to, 1)?;
    target.create_data_property_or_throw(*to, element, context)?;
    *to += 1;
    Ok(())
}

/// Whether an array, or what says it is like one, is taken apart.
pub(super) fn concat(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let target = original.call(&empty_like(&object, context)?, &[], context)?.to_object(context)?;
    let mut to: u64 = 0;
    let first = JsValue::from(object);
    for item in std::iter::once(&first).chain(args) {
        let Some(list) = spreadable(item, context)? else {
            grow(to, 1)?;
            target.create_data_property_or_throw(to, item.clone(), context)?;
            to += 1;
            continue;
        };
        let length = length_of(&list, context)?;
        grow(to, length)?;
        for index in 0..length {
            if list.has_property(index, context)? {
                let element = list.get(index, context)?;
                target.create_data_property_or_throw(to + index, element, context)?;
            }
        }
        to += length;
    }
    target.set(js_string!("length"), to, true, context)?;
    Ok(target.into())
}

fn grow(length: u64, by: u64) -> JsResult<()> {
    if length + by > MAX_LENGTH {
        return Err(JsNativeError::typ().with_message("the array would be longer than 2 ** 53 - 1").into());
    }
    Ok(())
}

fn spreadable(item: &JsValue, context: &mut Context) -> JsResult<Option<JsObject>> {
    let Some(object) = item.as_object() else { return Ok(None) };
    let said = object.get(JsSymbol::is_concat_spreadable(), context)?;
    look(&said, context)?;
    let spread = if said.is_undefined() { is_array(&object, context)? } else { said.to_boolean() };
    Ok(spread.then_some(object))
}
