//! Owns where the code threw what is no error, which has no stack, and where it imports something. What must hold: the value is the same; an error is not looked at.

use super::state::GuestState;
use crate::position::Position;
use boa_engine::builtins::error::Error;
use boa_engine::{Context, JsArgs, JsResult, JsValue};

/// What was thrown last, and the offset of its `throw` in the user's code.
struct Thrown(JsValue, u32);

/// The helper that code calls with what it throws or imports.
pub(super) fn raise(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = args.get_or_undefined(0);
    if !value.as_object().is_some_and(|object| object.is::<Error>()) {
        let place = args.get_or_undefined(1).as_number().unwrap_or_default() as u32;
        context.insert_data(Thrown(value.clone(), place));
    }
    Ok(value.clone())
}

/// Where this was thrown, if it was the last.
pub(super) fn place_of(value: &JsValue, context: &Context) -> Option<Position> {
    let Thrown(thrown, place) = context.get_data::<Thrown>()?;
    let same = JsValue::same_value(thrown, value);
    context.get_data::<GuestState>()?.positions().of_user(*place).filter(|_| same)
}
