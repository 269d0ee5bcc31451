//! Owns `queueMicrotask`, which the engine does not have: a promise job without a promise. What it throws becomes a line of
//! the log, as nobody is left to catch it.

use super::{Method, define_globals};
use crate::engine::state::{log_uncaught, running};
use boa_engine::job::PromiseJob;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    define_globals([Method::new("queueMicrotask", 1, queue_microtask)], context)
}

fn queue_microtask(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(callback) = args.get_or_undefined(0).as_callable() else {
        return Err(JsNativeError::typ().with_message("queueMicrotask needs a function to call").into());
    };
    running(context)?;
    let job = PromiseJob::with_realm(
        move |context| match callback.call(&JsValue::undefined(), &[], context) {
            Ok(_) => Ok(JsValue::undefined()),
            Err(error) => log_uncaught(error, context).map(|()| JsValue::undefined()),
        },
        context.realm().clone(),
    );
    context.enqueue_job(job.into());
    Ok(JsValue::undefined())
}
