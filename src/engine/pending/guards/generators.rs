//! Owns the steps of async generators, in which the end of a pass must take another way: the engine trusts that they end well.
//! Deliberately absent: other generators, whose steps may end in anything.

use super::Original;
use crate::engine::state::in_async_step;
use boa_engine::{Context, JsResult, JsValue};

pub(super) fn step(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    in_async_step(context, |context| original.call(this, args, context))
}
