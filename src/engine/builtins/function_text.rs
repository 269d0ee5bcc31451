//! Replaces `Function.prototype.toString`: the engine's gives the text it was given, which is the lowered one, with the names of helpers in it. What must
//! hold: the text of a function is what the user wrote. Deliberately absent: the text of a class, which the engine does not keep; it
//! reads `function Name() { [native code] }`.

use super::replace;
use crate::engine::pending;
use crate::engine::state::state;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsResult, JsString, JsValue};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().function().prototype();
    replace(&prototype, [("toString", to_string)], context)
}

fn to_string(this: &JsValue, _: &[JsValue], engine: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    pending::look(this, context)?;
    let text = engine.call(this, &[], context)?.to_string(context)?;
    let lowered = text.to_std_string_lossy();
    Ok(written(&lowered, context).map_or(text, |written| JsString::from(written.as_str())).into())
}

/// What the user wrote for a function of the lowered source. Of functions with the same text, the first will do.
fn written(text: &str, context: &mut Context) -> Option<String> {
    let positions = state(context).ok()?.positions().clone();
    let start = positions.lowered()?.find(text)?;
    let end = start.checked_add(text.len())?;
    positions.words(u32::try_from(start).ok()?, u32::try_from(end).ok()?)
}

#[cfg(test)]
mod tests;
