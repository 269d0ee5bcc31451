//! Owns pending values: what a call gives whose outcome waits for a person (C1). A pending value may be kept, passed and
//! logged; whatever could tell it from the real value is an *observation*, and ends the pass. What must hold: an observation is told
//! once, where it happens, and no guest code can catch what ends it; a pending value is known by identity alone, never by looks.
//! Deliberately absent: what comes of the call, and what the language sees without asking the value, where lowered code asks
//! the helpers instead.

mod guards;
pub(super) mod helpers;
mod passes;
mod traps;

use super::stack;
use super::state::{address, running, state, stop};
use crate::driver::CallSite;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsError, JsResult, JsValue};
use std::collections::HashMap;

/// The pending values of a pass.
#[derive(Default)]
pub(crate) struct Pendings {
    /// By address of the value.
    values: HashMap<usize, Pending>,
    /// Slots, by address of what the value stands before.
    targets: HashMap<usize, u32>,
    /// What all of them answer with.
    handler: Option<JsObject>,
    /// What the traps of the guest's own proxies are found on.
    proxy_traps: Option<JsObject>,
    /// The last that was shown as text, since it was asked.
    shown: Option<u32>,
}

struct Pending {
    /// Held, so that no other object takes its address.
    _value: JsObject,
    slot: u32,
    seq: u32,
    function: String,
}

pub use guards::guarded;
pub(super) use guards::install as guard;
pub use passes::PASSES;

/// The pending value of this call.
pub(super) fn make(call: &CallSite, context: &mut Context) -> JsResult<JsValue> {
    let handler = match state(context)?.pending.handler.clone() {
        Some(handler) => handler,
        None => {
            let handler = traps::handler(context);
            state(context)?.pending.handler = Some(handler.clone());
            handler
        }
    };
    let target = traps::target(context);
    let proxy = context.intrinsics().constructors().proxy().constructor();
    let value = proxy.construct(&[target.clone().into(), handler.into()], None, context)?;
    let pending = &mut state(context)?.pending;
    pending.targets.insert(address(&target), call.slot);
    let known = Pending { _value: value.clone(), slot: call.slot, seq: call.seq, function: call.function.clone() };
    pending.values.insert(address(&value), known);
    Ok(value.into())
}

/// The slot of a pending value; `None` for every other value.
pub(crate) fn slot_of(value: &JsValue, context: &mut Context) -> Option<u32> {
    if !value.is_object() {
        return None;
    }
    slot_of_object(&value.as_object()?, context)
}

/// The slot of the call whose pending value this object is.
pub(crate) fn slot_of_object(object: &JsObject, context: &mut Context) -> Option<u32> {
    known(object, context).map(|pending| pending.slot)
}

fn known<'c>(object: &JsObject, context: &'c mut Context) -> Option<&'c Pending> {
    if !object.is::<Proxy>() {
        return None;
    }
    state(context).ok()?.pending.values.get(&address(object))
}

/// Ends the pass if this is a pending value.
pub(crate) fn look(value: &JsValue, context: &mut Context) -> JsResult<()> {
    match slot_of(value, context) {
        Some(slot) => Err(observe(slot, context)),
        None => Ok(()),
    }
}

/// Tells that the pending value of this slot was looked at, here and now. Throw what this returns.
pub(crate) fn observe(slot: u32, context: &mut Context) -> JsError {
    let position = stack::innermost_position_of(stack::ALL_FRAMES, context);
    match running(context).map(|state| state.driver()) {
        Ok(driver) => driver.observed(slot, position),
        Err(stopped) => return stopped,
    }
    stop(context)
}

/// How a pending value shows in a log.
pub(super) fn text_of(object: &JsObject, context: &mut Context) -> Option<String> {
    let Pending { slot, seq, function, .. } = known(object, context)?;
    let (slot, text) = (*slot, format!("[pending value of {function}, call {seq}]"));
    state(context).ok()?.pending.shown = Some(slot);
    Some(text)
}

/// Makes a text that is seen outside of the run. Ends the pass if a pending value shows in it.
pub(super) fn telling<T>(tell: impl FnOnce(&mut Context) -> T, context: &mut Context) -> JsResult<T> {
    match showing(tell, context) {
        (_, Some(slot)) => Err(observe(slot, context)),
        (told, None) => Ok(told),
    }
}

/// Makes a text that can be left out: there is none if a pending value shows in it.
pub(super) fn telling_apart<T>(tell: impl FnOnce(&mut Context) -> T, context: &mut Context) -> Option<T> {
    let (told, shown) = showing(tell, context);
    shown.is_none().then_some(told)
}

/// A text, and the slot of a pending value that shows in it.
fn showing<T>(tell: impl FnOnce(&mut Context) -> T, context: &mut Context) -> (T, Option<u32>) {
    if let Ok(state) = state(context) {
        state.pending.shown = None;
    }
    let told = tell(context);
    (told, state(context).ok().and_then(|state| state.pending.shown.take()))
}

#[cfg(test)]
mod matrix;
#[cfg(test)]
mod tests;
