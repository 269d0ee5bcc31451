//! Replaces `flat` of arrays: the engine's recurses, so that a cycle, or a few thousand levels, runs the native stack out. What must
//! hold: the result is the standard's; nesting deeper than [`DEEPEST`], as a cycle's is, is a RangeError.

use super::dense::makes_plain_arrays;
use super::own::is_array;
use super::repeat::check_elements;
use super::replace;
use super::species::empty_like;
use crate::engine::pending;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, js_string};

/// Arrays in one another that are flattened.
const DEEPEST: usize = 10_000;

/// An array whose elements are being taken.
struct Open {
    array: JsObject,
    next: u64,
    length: u64,
}

impl Open {
    fn new(array: JsObject, context: &mut Context) -> JsResult<Self> {
        let length = array.get(js_string!("length"), context)?.to_length(context)?;
        check_elements(length, context)?;
        Ok(Self { array, next: 0, length })
    }
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array().prototype();
    replace(&prototype, [("flat", flat)], context)
}

fn flat(this: &JsValue, args: &[JsValue], engine: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let first = Open::new(object.clone(), context)?;
    let depth = match args.get_or_undefined(0) {
        none if none.is_undefined() => 1,
        depth => match depth.to_integer_or_infinity(context)? {
            IntegerOrInfinity::Integer(depth) => usize::try_from(depth).unwrap_or(0),
            IntegerOrInfinity::PositiveInfinity => usize::MAX,
            IntegerOrInfinity::NegativeInfinity => 0,
        },
    };
    let other = if makes_plain_arrays(&object, context)? { None } else { Some(made_for(&object, engine, context)?) };
    let mut items = Vec::new();
    let mut open = vec![first];
    while let Some(last) = open.last_mut() {
        if last.next >= last.length {
            open.pop();
            continue;
        }
        let (array, at) = (last.array.clone(), last.next);
        last.next += 1;
        if !array.has_property(at, context)? {
            continue;
        }
        let item = array.get(at, context)?;
        // Whether it is an array is asked, as deep as it goes.
        if open.len() <= depth {
            pending::look(&item, context)?;
        }
        match item.as_object() {
            Some(inner) if open.len() <= depth && is_array(&inner, context)? => {
                if open.len() >= DEEPEST {
                    let message =
                        format!("arrays nested more than {DEEPEST} deep, or in themselves, cannot be flattened");
                    return Err(JsNativeError::range().with_message(message).into());
                }
                open.push(Open::new(inner, context)?);
            }
            _ => items.push(item),
        }
    }
    let Some(made) = other else { return Ok(JsArray::from_iter(items, context).into()) };
    for (index, item) in items.into_iter().enumerate() {
        made.create_data_property_or_throw(index, item, context)?;
    }
    Ok(made.into())
}

/// What the engine's own makes of something empty of the same class.
fn made_for(object: &JsObject, engine: &JsFunction, context: &mut Context) -> JsResult<JsObject> {
    let empty = empty_like(object, context)?;
    engine.call(&empty, &[], context)?.to_object(context)
}

#[cfg(test)]
mod tests;
