//! Owns what stands before the other set in `union` and its kind: the engine asks what its methods give. What must hold: each of its properties
//! is read once, in the standard's order. Deliberately absent: sets and maps of the engine's, which no pending value is ever a key of.

use super::{Original, function};
use crate::engine::pending::look;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, NativeFunction, js_string};

/// Reads a property of what a stand-in stands for.
type Read = fn(&JsObject, &mut Context) -> JsResult<JsValue>;

pub(super) fn with_other(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(other) = args.get_or_undefined(0).as_object() else { return original.call(this, args, context) };
    let reads: [(&str, Read); 3] = [
        ("size", |other, context| other.get(js_string!("size"), context)),
        ("has", |other, context| {
            let has = other.get(js_string!("has"), context)?;
            method(other, &has, |result, context| look(&result, context).map(|()| result), context)
        }),
        ("keys", |other, context| {
            let keys = other.get(js_string!("keys"), context)?;
            method(other, &keys, |result, context| Ok(iterator(result, context)), context)
        }),
    ];
    let other = stand_in(&other, &reads, context);
    original.call(this, &[other], context)
}

fn stand_in(object: &JsObject, reads: &[(&'static str, Read)], context: &mut Context) -> JsValue {
    let stand_in = JsObject::with_null_proto();
    for (name, read) in reads.iter().copied() {
        let get = NativeFunction::from_copy_closure_with_captures(
            move |_, _, object: &JsObject, context| read(object, context),
            object.clone(),
        );
        let property = PropertyDescriptor::builder().get(function(get, context)).enumerable(false).configurable(true);
        stand_in.insert_property(JsString::from(name), property.build());
    }
    stand_in.into()
}

/// A method of an object, called on it, with something done to what it gives; what is no function as it is.
fn method(
    object: &JsObject,
    function: &JsValue,
    after: fn(JsValue, &mut Context) -> JsResult<JsValue>,
    context: &mut Context,
) -> JsResult<JsValue> {
    look(function, context)?;
    let Some(callback) = function.as_callable() else { return Ok(function.clone()) };
    let native = NativeFunction::from_copy_closure_with_captures(
        move |_, args, (object, callback): &(JsObject, JsObject), context| {
            let result = callback.call(&object.clone().into(), args, context)?;
            after(result, context)
        },
        (object.clone(), callback),
    );
    Ok(super::function(native, context).into())
}

/// An iterator whose values are looked at.
fn iterator(iterator: JsValue, context: &mut Context) -> JsValue {
    let Some(object) = iterator.as_object() else { return iterator };
    let reads: [(&str, Read); 2] = [
        ("next", |iterator, context| {
            let next = iterator.get(js_string!("next"), context)?;
            method(iterator, &next, step, context)
        }),
        ("return", |iterator, context| {
            let close = iterator.get(js_string!("return"), context)?;
            method(iterator, &close, |result, context| look(&result, context).map(|()| result), context)
        }),
    ];
    stand_in(&object, &reads, context)
}

/// What an iterator's `next` gave, read.
fn step(result: JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = result.as_object() else { return Ok(result) };
    let done = object.get(js_string!("done"), context)?;
    look(&done, context)?;
    let done = done.to_boolean();
    let read = JsObject::with_null_proto();
    read.create_data_property_or_throw(js_string!("done"), done, context)?;
    if !done {
        let value = object.get(js_string!("value"), context)?;
        look(&value, context)?;
        read.create_data_property_or_throw(js_string!("value"), value, context)?;
    }
    Ok(read.into())
}
