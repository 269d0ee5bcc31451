//! Owns `setTimeout` and its kin. The engine has none. What must hold: a timer is an id and a delay told to the driver, and a
//! callback kept here; when it fires is the driver's to say. Ids are 1, 2, 3 … in each pass. Deliberately absent: any
//! notion of time, and text as a callback.

use super::{Method, define_globals};
use crate::engine::state::{log_uncaught, running};
use boa_engine::object::JsObject;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue};
use std::collections::BTreeMap;

/// Longer delays are cut to this, the most that browsers keep.
const MAX_DELAY_MS: f64 = 2_147_483_647.0;
/// An interval of 0 would never let the clock move on.
const MIN_INTERVAL_MS: f64 = 1.0;

/// The timers of a run.
#[derive(Default)]
pub(crate) struct Timers {
    last_id: u32,
    waiting: BTreeMap<u32, Timer>,
}

#[derive(Clone)]
struct Timer {
    callback: JsObject,
    args: Vec<JsValue>,
    repeat: bool,
}

#[cfg(test)]
impl Timers {
    /// The oldest that waits.
    pub(crate) fn first(&self) -> Option<u32> {
        self.waiting.keys().next().copied()
    }
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let methods = [
        Method::new("setTimeout", 1, |_, args, context| set("setTimeout", false, args, context)),
        Method::new("setInterval", 1, |_, args, context| set("setInterval", true, args, context)),
        Method::new("clearTimeout", 0, clear),
        Method::new("clearInterval", 0, clear),
    ];
    define_globals(methods, context)
}

fn set(name: &str, repeat: bool, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(callback) = args.get_or_undefined(0).as_callable() else {
        let message = format!("{name} needs a function to call, as in {name}(() => work(), 100)");
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let delay = args.get_or_undefined(1).to_number(context)?;
    let least = if repeat { MIN_INTERVAL_MS } else { 0.0 };
    let delay = if delay.is_nan() { least } else { delay.clamp(least, MAX_DELAY_MS).floor() };
    let args = args.get(2..).unwrap_or_default().to_vec();
    let state = running(context)?;
    let timers = &mut state.timers;
    timers.last_id += 1;
    let id = timers.last_id;
    timers.waiting.insert(id, Timer { callback, args, repeat });
    state.driver().start_timer(id, delay, repeat);
    Ok(id.into())
}

fn clear(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    // Anything that is no id names no timer.
    let id = args.get_or_undefined(0).as_number().filter(|id| *id >= 1.0 && id.fract() == 0.0);
    let state = running(context)?;
    if let Some(id) = id.map(|id| id as u32)
        && state.timers.waiting.remove(&id).is_some()
    {
        state.driver().clear_timer(id);
    }
    Ok(JsValue::undefined())
}

/// Runs a timer's callback; one that was cleared, or has fired already, is nothing to do. What the callback throws becomes
/// a line of the log; an error is only what no guest code can catch.
pub(crate) fn fire(id: u32, context: &mut Context) -> JsResult<()> {
    let timers = &mut running(context)?.timers;
    let Some(timer) = timers.waiting.get(&id).cloned() else { return Ok(()) };
    if !timer.repeat {
        timers.waiting.remove(&id);
    }
    match timer.callback.call(&JsValue::undefined(), &timer.args, context) {
        Ok(_) => Ok(()),
        Err(error) => log_uncaught(error, context),
    }
}

#[cfg(test)]
mod tests;
