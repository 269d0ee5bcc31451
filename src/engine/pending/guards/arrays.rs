//! Owns the array built-ins that ask their elements. What must hold: they do what the standard says, in its order, and each element is
//! looked at where it is asked. Deliberately absent: built-ins that only move elements.

use super::{Original, function};
use crate::engine::convert;
use crate::engine::pending::look;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyDescriptor;
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsSymbol, JsValue, NativeFunction, js_string};

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

/// Sorting moves `undefined` to the end without asking the comparator, so one element among others is looked at.
pub(super) fn sort(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    let comparator = args.get_or_undefined(0);
    if !comparator.is_undefined() && !comparator.is_callable() {
        return original.call(this, args, context);
    }
    let object = this.to_object(context)?;
    let length = length_of(&object, context)?;
    let mut elements = Vec::new();
    for index in 0..length {
        if object.has_property(index, context)? {
            elements.push(object.get(index, context)?);
        }
    }
    let sorted = sorted(elements, comparator, original, context)?;
    let count = length_of(&sorted, context)?;
    for index in 0..count {
        let element = sorted.get(index, context)?;
        object.set(index, element, true, context)?;
    }
    for index in count..length {
        if object.has_property(index, context)? {
            object.delete_property_or_throw(index, context)?;
        }
    }
    Ok(object.into())
}

pub(super) fn to_sorted(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let comparator = args.get_or_undefined(0);
    if !comparator.is_undefined() && !comparator.is_callable() {
        return original.call(this, args, context);
    }
    let object = this.to_object(context)?;
    let length = length_of(&object, context)?;
    if length > u64::from(u32::MAX) {
        return original.call(this, args, context);
    }
    let elements = (0..length).map(|index| object.get(index, context)).collect::<JsResult<Vec<_>>>()?;
    sorted(elements, comparator, original, context).map(JsValue::from)
}

/// The elements in order, as the built-in sorts an array of them.
fn sorted(
    elements: Vec<JsValue>,
    comparator: &JsValue,
    original: &Original,
    context: &mut Context,
) -> JsResult<JsObject> {
    if elements.len() > 1 {
        for element in &elements {
            look(element, context)?;
        }
    }
    let list: JsValue = JsArray::from_iter(elements, context).into();
    let sorted = original.call(&list, std::slice::from_ref(comparator), context)?;
    sorted.to_object(context)
}

pub(super) fn flat(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    let source = this.to_object(context)?;
    let length = length_of(&source, context)?;
    let depth = match args.get_or_undefined(0) {
        depth if depth.is_undefined() => 1,
        depth => match depth.to_integer_or_infinity(context)? {
            IntegerOrInfinity::PositiveInfinity => u64::MAX,
            IntegerOrInfinity::NegativeInfinity => 0,
            IntegerOrInfinity::Integer(depth) => u64::try_from(depth).unwrap_or(0),
        },
    };
    let target = original.call(&like(&source, context)?, &[], context)?.to_object(context)?;
    flatten(&target, source, length, depth, None, context)?;
    Ok(target.into())
}

pub(super) fn flat_map(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let source = this.to_object(context)?;
    let length = length_of(&source, context)?;
    let target = original.call(&like(&source, context)?, args, context)?.to_object(context)?;
    let mapper = args.get_or_undefined(0).as_callable();
    flatten(&target, source, length, 1, mapper.map(|mapper| (mapper, args.get_or_undefined(1))), context)?;
    Ok(target.into())
}

/// Whether an array, or what says it is like one, is taken apart.
pub(super) fn concat(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let target = original.call(&like(&object, context)?, &[], context)?.to_object(context)?;
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

/// Something empty that the built-in makes its result of as it would of `source`: what an array is made of is asked of its `constructor`.
fn like(source: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    if !is_array(source, context)? {
        return Ok(JsObject::with_null_proto().into());
    }
    let constructor = NativeFunction::from_copy_closure_with_captures(
        |_, _, source: &JsObject, context| source.get(js_string!("constructor"), context),
        source.clone(),
    );
    let constructor = function(constructor, context);
    let stand_in: JsObject = JsArray::from_iter([], context).into();
    let property = PropertyDescriptor::builder().get(constructor).enumerable(false).configurable(true);
    stand_in.define_property_or_throw(js_string!("constructor"), property, context)?;
    Ok(stand_in.into())
}

fn is_array(object: &JsObject, context: &mut Context) -> JsResult<bool> {
    if object.is::<Proxy>() { convert::is_array_behind(object, context) } else { Ok(object.is_array()) }
}

/// An array being flattened.
struct Open {
    source: JsObject,
    length: u64,
    next: u64,
    depth: u64,
}

fn flatten(
    target: &JsObject,
    source: JsObject,
    length: u64,
    depth: u64,
    mapper: Option<(JsObject, &JsValue)>,
    context: &mut Context,
) -> JsResult<()> {
    let mut to = 0;
    let mut open = vec![Open { source, length, next: 0, depth }];
    while let Some(at) = open.last_mut() {
        if at.next == at.length {
            open.pop();
            continue;
        }
        let (source, index, depth) = (at.source.clone(), at.next, at.depth);
        at.next += 1;
        if !source.has_property(index, context)? {
            continue;
        }
        let mut element = source.get(index, context)?;
        // Only the outermost array is mapped.
        if let Some((mapper, this)) = mapper.as_ref().filter(|_| open.len() == 1) {
            element = mapper.call(this, &[element, index.into(), source.into()], context)?;
        }
        if depth > 0 {
            look(&element, context)?;
            if let Some(inner) = element.as_object()
                && is_array(&inner, context)?
            {
                let length = length_of(&inner, context)?;
                let depth = if depth == u64::MAX { depth } else { depth - 1 };
                open.push(Open { source: inner, length, next: 0, depth });
                continue;
            }
        }
        if to >= MAX_LENGTH {
            return Err(JsNativeError::typ().with_message("the flattened array is too long").into());
        }
        target.create_data_property_or_throw(to, element, context)?;
        to += 1;
    }
    Ok(())
}

/// Ends the pass if one of the elements of an array is a pending value. Runs no guest code.
pub(super) fn look_at_elements(array: &JsValue, context: &mut Context) -> JsResult<()> {
    let Some(array) = array.as_object().filter(JsObject::is_array) else { return Ok(()) };
    let elements: Vec<_> = array.borrow().properties().index_properties().map(|(_, property)| property).collect();
    for element in elements.iter().filter_map(|property| property.value()) {
        look(element, context)?;
    }
    Ok(())
}
