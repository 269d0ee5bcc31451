//! Replaces `sort` and `toSorted` of arrays and typed arrays: the engine's hand the comparator to a sort of Rust's that panics when the
//! answers contradict each other, as careless comparators' do from 21 elements on, and reserve room for as many elements
//! as `length` says. What must hold: stable; any comparator gives some order; up to [`RUN`] elements the comparator is asked as V8
//! asks it, so that `(a, b) => a > b` does here what it does there.

use super::repeat::check_elements;
use super::{Method, define, replace};
use crate::engine::pending;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsFunction, JsTypedArray};
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsValue, js_string};
use std::cmp::Ordering;

/// Elements that are sorted by insertion.
const RUN: usize = 63;

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let typed = context.intrinsics().constructors().typed_array().prototype();
    replace(&typed, [("sort", sort_typed), ("toSorted", typed_to_sorted)], context)?;
    let prototype = context.intrinsics().constructors().array().prototype();
    let methods = [Method::new("sort", 1, sort), Method::new("toSorted", 1, to_sorted)];
    define(&prototype, methods, context)
}

fn sort(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = length_of(&object, context)?;
    let mut items = Vec::new();
    for index in 0..length {
        if object.has_property(index, context)? {
            items.push(object.get(index, context)?);
        }
    }
    let items = sorted(items, comparator.as_ref(), context)?;
    let count = items.len() as u64;
    for (index, item) in items.into_iter().enumerate() {
        object.set(index, item, true, context)?;
    }
    for index in count..length {
        object.delete_property_or_throw(index, context)?;
    }
    Ok(object.into())
}

fn to_sorted(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = length_of(&object, context)?;
    let items = elements(&object, length, context)?;
    let items = sorted(items, comparator.as_ref(), context)?;
    Ok(JsArray::from_iter(items, context).into())
}

/// Without a comparator the engine's own does well.
fn sort_typed(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let Some(comparator) = comparator(args)? else { return own.call(this, &[], context) };
    let (object, length) = typed_array(this, context)?;
    let items = elements(&object, length, context)?;
    let items = sorted(items, Some(&comparator), context)?;
    for (index, item) in items.into_iter().enumerate() {
        object.set(index, item, true, context)?;
    }
    Ok(object.into())
}

fn typed_to_sorted(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    // Of the same type and length; its order is the engine's until it is overwritten.
    let made = own.call(this, &[], context)?;
    let (Some(comparator), Some(result)) = (comparator, made.as_object()) else { return Ok(made) };
    let (object, length) = typed_array(this, context)?;
    let items = elements(&object, length, context)?;
    for (index, item) in sorted(items, Some(&comparator), context)?.into_iter().enumerate() {
        result.set(index, item, true, context)?;
    }
    Ok(result.into())
}

fn comparator(args: &[JsValue]) -> JsResult<Option<JsObject>> {
    let given = args.get_or_undefined(0);
    if given.is_undefined() {
        return Ok(None);
    }
    let message = "a comparator is a function of two elements that returns a negative number, 0 or a positive one";
    given.as_callable().map(Some).ok_or_else(|| JsNativeError::typ().with_message(message).into())
}

fn length_of(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    let length = object.get(js_string!("length"), context)?.to_length(context)?;
    check_elements(length, context)?;
    Ok(length)
}

fn typed_array(this: &JsValue, context: &mut Context) -> JsResult<(JsObject, u64)> {
    let object = this.as_object().unwrap_or_else(JsObject::with_null_proto);
    let array = JsTypedArray::from_object(object.clone())?;
    let length = u64::try_from(array.length(context)?).unwrap_or(u64::MAX);
    Ok((object, length))
}

fn elements(object: &JsObject, length: u64, context: &mut Context) -> JsResult<Vec<JsValue>> {
    (0..length).map(|index| object.get(index, context)).collect()
}

/// The elements in order, `undefined` last without being compared: so one element among others is looked at.
fn sorted(items: Vec<JsValue>, comparator: Option<&JsObject>, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let count = items.len();
    if count > 1 {
        for item in &items {
            pending::look(item, context)?;
        }
    }
    let defined: Vec<_> = items.into_iter().filter(|item| !item.is_undefined()).collect();
    let mut sorted = match comparator {
        Some(comparator) => sort_by(defined, &mut |left, right| {
            let answer = comparator.call(&JsValue::undefined(), &[left.clone(), right.clone()], context)?;
            Ok(answer.to_number(context)? < 0.0)
        })?,
        None if defined.iter().any(JsValue::is_object) => sort_by(defined, &mut |left, right| {
            Ok(left.to_string(context)?.cmp(&right.to_string(context)?) == Ordering::Less)
        })?,
        None => {
            let mut texts = Vec::with_capacity(count);
            for item in defined {
                texts.push((item.to_string(context)?, item));
            }
            texts.sort_by(|(left, _), (right, _): &(JsString, JsValue)| left.cmp(right));
            texts.into_iter().map(|(_, item)| item).collect()
        }
    };
    sorted.resize(count, JsValue::undefined());
    Ok(sorted)
}

/// Whether the first comes before the second.
type Before<'a> = &'a mut dyn FnMut(&JsValue, &JsValue) -> JsResult<bool>;

/// Merges runs that are in order already, or were put in order by insertion, until one is left.
fn sort_by(items: Vec<JsValue>, before: Before<'_>) -> JsResult<Vec<JsValue>> {
    let shortest = if items.len() <= RUN { RUN } else { RUN / 2 };
    let mut items = items.into_iter().peekable();
    let mut runs = Vec::new();
    while let Some(first) = items.next() {
        runs.push(take_run(first, &mut items, shortest, before)?);
    }
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len() / 2 + 1);
        let mut left = runs.into_iter();
        while let Some(first) = left.next() {
            merged.push(match left.next() {
                Some(second) => merge(first, second, before)?,
                None => first,
            });
        }
        runs = merged;
    }
    Ok(runs.pop().unwrap_or_default())
}

type Items = std::iter::Peekable<std::vec::IntoIter<JsValue>>;

/// What follows in order, or strictly in reverse, filled up to `shortest` by insertion.
fn take_run(first: JsValue, items: &mut Items, shortest: usize, before: Before<'_>) -> JsResult<Vec<JsValue>> {
    let mut run = vec![first];
    let mut reversed = None;
    while let (Some(next), Some(last)) = (items.peek(), run.last()) {
        let descends = before(next, last)?;
        if *reversed.get_or_insert(descends) != descends {
            break;
        }
        run.extend(items.next());
    }
    if reversed == Some(true) {
        run.reverse();
    }
    while run.len() < shortest
        && let Some(next) = items.next()
    {
        let (mut low, mut high) = (0, run.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match run.get(middle) {
                Some(other) if before(&next, other)? => high = middle,
                _ => low = middle + 1,
            }
        }
        run.insert(low, next);
    }
    Ok(run)
}

fn merge(left: Vec<JsValue>, right: Vec<JsValue>, before: Before<'_>) -> JsResult<Vec<JsValue>> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(one), Some(other)) = (left.peek(), right.peek()) {
        let next = if before(other, one)? { right.next() } else { left.next() };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

#[cfg(test)]
mod tests;
