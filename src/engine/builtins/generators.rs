//! Replaces the steps of async generators: the engine asserts that they end well, and what ends a pass does not. What must hold: inside a step
//! the end of the pass is an error like others, and where the step ends it becomes what it is elsewhere. Deliberately absent: other generators,
//! whose steps may end in anything.

use super::{Method, define, engine_function};
use crate::engine::state::in_async_step;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsNativeError, JsResult, JsValue, js_string};

/// The engine's own.
#[derive(Clone)]
struct EngineSteps {
    next: JsFunction,
    r#return: JsFunction,
    throw: JsFunction,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().objects().async_generator();
    let steps = EngineSteps {
        next: engine_function(&prototype, js_string!("next"))?,
        r#return: engine_function(&prototype, js_string!("return"))?,
        throw: engine_function(&prototype, js_string!("throw"))?,
    };
    context.insert_data(steps);
    let methods = [
        Method::new("next", 1, |this, args, context| step(|own| own.next, this, args, context)),
        Method::new("return", 1, |this, args, context| step(|own| own.r#return, this, args, context)),
        Method::new("throw", 1, |this, args, context| step(|own| own.throw, this, args, context)),
    ];
    define(&prototype, methods, context)
}

fn step(
    which: fn(EngineSteps) -> JsFunction,
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let own = context.get_data::<EngineSteps>().cloned().map(which);
    let own = own.ok_or_else(|| JsNativeError::typ().with_message("the realm has lost the engine's generators"))?;
    in_async_step(context, |context| own.call(this, args, context))
}
