//! Owns `performance`, which the engine does not have: the guest's clock since its start. What must hold: it shows the same
//! in each pass. Deliberately absent: marks, measures and entries.

use super::{Method, define_hidden, hidden_constant, object_with};
use crate::engine::state::running;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsSymbol, JsValue, NativeFunction, js_string};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let now = Method::new("now", 0, |_, _, context| Ok(JsValue::from(running(context)?.elapsed_ms())));
    let performance = object_with([now], context)?;
    let origin =
        NativeFunction::from_fn_ptr(|_: &JsValue, _: &[JsValue], context| Ok(running(context)?.started_ms().into()));
    // A getter: the realm is built before the run's start is known.
    let origin = FunctionObjectBuilder::new(context.realm(), origin).name(js_string!("get timeOrigin")).build();
    let origin = PropertyDescriptor::builder().get(origin).enumerable(true).configurable(true);
    performance.define_property_or_throw(js_string!("timeOrigin"), origin, context)?;
    performance.define_property_or_throw(
        JsSymbol::to_string_tag(),
        hidden_constant(js_string!("Performance")),
        context,
    )?;
    define_hidden(&context.global_object(), js_string!("performance"), performance, context)
}
