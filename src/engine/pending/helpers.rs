//! Owns the functions that lowered code calls where the language asks a value without the value noticing. What must hold: a
//! helper gives back what it was given, or ends the pass. Deliberately absent: when each is called, which is `lower/`.

use super::look;
use crate::lower::Helper;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{Context, JsArgs, JsResult, JsValue, NativeFunction};

/// The function behind a helper.
pub(in crate::engine) fn make(helper: Helper, context: &Context) -> JsValue {
    let function = match helper {
        Helper::Look => NativeFunction::from_fn_ptr(look_at),
        Helper::After => NativeFunction::from_fn_ptr(after),
        Helper::Key => NativeFunction::from_fn_ptr(key),
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
