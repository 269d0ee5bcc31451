//! Replaces the steps of async generators: the engine asserts that they end well, and what ends a pass does not. What must hold: inside a step
//! the end of the pass is an error like others, and where the step ends it becomes what it is elsewhere. Deliberately absent: other generators,
//! whose steps may end in anything.

use super::replace;
use crate::engine::state::in_async_step;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsResult, JsValue};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().objects().async_generator();
    replace(&prototype, [("next", step), ("return", step), ("throw", step)], context)
}

fn step(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    in_async_step(context, |context| own.call(this, args, context))
}
