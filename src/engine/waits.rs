//! Owns what code waits for, where a deadlock is looked into: a pass is repeated with `lower/waits.rs` in its code. What must hold: nothing
//! of the guest is run or changed by it. Deliberately absent: custom thenables, of which nobody knows whether they are settled.

use crate::position::Position;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsResult, JsValue};

use super::state::GuestState;

/// Where each wait began, in the order they began, and what it is for.
#[derive(Default)]
struct Waits(Vec<(u32, Option<JsPromise>)>);

fn waits(context: &mut Context) -> Option<&mut Waits> {
    if context.get_data::<Waits>().is_none() {
        context.insert_data(Waits::default());
    }
    context.host_defined_mut().get_mut::<Waits>()
}

/// A wait begins at this offset of the user's code.
pub(super) fn open(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let place = args.get_or_undefined(0).as_number().unwrap_or_default() as u32;
    let Some(Waits(waits)) = waits(context) else { return Ok(JsValue::undefined()) };
    waits.push((place, None));
    Ok(JsValue::from(waits.len() - 1))
}

/// What the wait of this number is for.
pub(super) fn wait(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = args.get_or_undefined(1);
    let number = args.get_or_undefined(0).as_number().unwrap_or_default() as usize;
    if let Some(promise) = value.as_object().and_then(|object| JsPromise::from_object(object).ok())
        && let Some((_, promised)) = waits(context).and_then(|Waits(waits)| waits.get_mut(number))
    {
        *promised = Some(promise);
    }
    Ok(value.clone())
}

/// Where the last wait stands that has not come to its end.
pub(super) fn last(context: &mut Context) -> Option<Position> {
    let Waits(waits) = context.get_data::<Waits>()?;
    let is_open = |promise: &JsPromise| matches!(promise.state(), PromiseState::Pending);
    let (place, _) = waits.iter().rev().find(|(_, promise)| promise.as_ref().is_some_and(is_open))?;
    context.get_data::<GuestState>()?.positions().of_user(*place)
}
