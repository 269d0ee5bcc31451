//! Owns the functions that lowered code calls where the language asks a value without the value noticing. What must hold: a
//! helper gives back what it was given, or ends the pass. Deliberately absent: when each is called, which is `lower/`.

use super::look;
use crate::engine::builtins::{draw, gather, relief, spread};
use crate::engine::{errors, messages, thrown, waits};
use crate::lower::Helper;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, NativeFunction, js_string};

/// The function behind a helper.
pub(in crate::engine) fn make(helper: Helper, context: &Context) -> JsValue {
    let function = match helper {
        Helper::Look => NativeFunction::from_fn_ptr(look_at),
        Helper::After => NativeFunction::from_fn_ptr(after),
        Helper::Key => NativeFunction::from_fn_ptr(key),
        Helper::Same => NativeFunction::from_fn_ptr(same),
        Helper::Equal => NativeFunction::from_fn_ptr(equal),
        Helper::Slot => NativeFunction::from_fn_ptr(slot),
        Helper::Method => NativeFunction::from_fn_ptr(method),
        Helper::All => NativeFunction::from_fn_ptr(spread::all),
        Helper::Spread => NativeFunction::from_fn_ptr(spread::join),
        Helper::Draw => NativeFunction::from_fn_ptr(draw::draw),
        Helper::Add => NativeFunction::from_fn_ptr(gather::add),
        Helper::Told => NativeFunction::from_fn_ptr(messages::told),
        Helper::Field => NativeFunction::from_fn_ptr(field),
        Helper::Raise => NativeFunction::from_fn_ptr(thrown::raise),
        Helper::Room => NativeFunction::from_fn_ptr(relief::room),
        Helper::Open => NativeFunction::from_fn_ptr(waits::open),
        Helper::Wait => NativeFunction::from_fn_ptr(waits::wait),
    };
    FunctionObjectBuilder::new(context.realm(), function).build().into()
}

fn look_at(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = args.get_or_undefined(0);
    look(value, context)?;
    Ok(value.clone())
}

fn after(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    for other in args.iter().skip(1) {
        look(other, context)?;
    }
    Ok(args.get_or_undefined(0).clone())
}

fn key(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = args.get_or_undefined(0);
    if value.is_string() || value.is_symbol() {
        return Ok(value.clone());
    }
    Ok(value.to_property_key(context)?.into())
}

fn field(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = args.get_or_undefined(0).to_object(context)?;
    let key = args.get_or_undefined(1).to_property_key(context)?;
    object.create_data_property_or_throw(key, args.get_or_undefined(2).clone(), context)?;
    Ok(JsValue::undefined())
}

fn same(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (left, right) = both(args, context)?;
    Ok(left.strict_equals(right).into())
}

fn equal(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (left, right) = both(args, context)?;
    Ok(left.equals(right, context)?.into())
}

/// Two operands that are compared: also one with itself, since the real value could be `NaN`.
fn both<'a>(args: &'a [JsValue], context: &mut Context) -> JsResult<(&'a JsValue, &'a JsValue)> {
    let (left, right) = (args.get_or_undefined(0), args.get_or_undefined(1));
    look(left, context)?;
    look(right, context)?;
    Ok((left, right))
}

/// `$slot(object, key).v ??= value`: a member that is read once, looked at, and perhaps written.
fn slot(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = args.get_or_undefined(0).to_object(context)?;
    let key = args.get_or_undefined(1).to_property_key(context)?;
    let member = (object, JsValue::from(key));
    let get = NativeFunction::from_copy_closure_with_captures(read_slot, member.clone());
    let set = NativeFunction::from_copy_closure_with_captures(write_slot, member);
    let slot = JsObject::with_null_proto();
    let property = PropertyDescriptor::builder()
        .get(FunctionObjectBuilder::new(context.realm(), get).build())
        .set(FunctionObjectBuilder::new(context.realm(), set).build());
    slot.define_property_or_throw(js_string!("v"), property, context)?;
    Ok(slot.into())
}

fn read_slot(
    _: &JsValue,
    _: &[JsValue],
    (object, key): &(JsObject, JsValue),
    context: &mut Context,
) -> JsResult<JsValue> {
    let value = object.get(key.to_property_key(context)?, context)?;
    look(&value, context)?;
    Ok(value)
}

fn write_slot(
    _: &JsValue,
    args: &[JsValue],
    (object, key): &(JsObject, JsValue),
    context: &mut Context,
) -> JsResult<JsValue> {
    let key = key.to_property_key(context)?;
    object.set(key, args.get_or_undefined(0).clone(), true, context)?;
    Ok(JsValue::undefined())
}

/// The function of `object[key]?.(…)`: read once, looked at, and bound to the object.
fn method(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let [object, read, keys @ ..] = args else { return Ok(JsValue::undefined()) };
    let read = read.as_callable().ok_or_else(|| errors::broken("a member is read by no function"))?;
    let given: Vec<_> = std::iter::once(object.clone()).chain(keys.iter().cloned()).collect();
    let value = read.call(&JsValue::undefined(), &given, context)?;
    look(&value, context)?;
    if value.is_null_or_undefined() {
        return Ok(value);
    }
    let call = NativeFunction::from_copy_closure_with_captures(call_method, (object.clone(), value));
    Ok(FunctionObjectBuilder::new(context.realm(), call).build().into())
}

fn call_method(
    _: &JsValue,
    args: &[JsValue],
    (object, method): &(JsValue, JsValue),
    context: &mut Context,
) -> JsResult<JsValue> {
    match method.as_callable() {
        Some(method) => method.call(object, args, context),
        None => Err(JsNativeError::typ().with_message("not a callable function").into()),
    }
}
