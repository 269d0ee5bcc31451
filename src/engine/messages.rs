//! Owns the words of the errors that the engine makes itself: what they name, what they suggest, and where they were made. The
//! code is repaired from them, so they name the expression as it was written. What must hold: errors the code made itself keep
//! their words; the words are the same in each pass; no guest code runs; an error is given its words once, and only words of
//! the engine's are replaced. Deliberately absent: errors of built-ins, which name their function, and of host functions.

mod fault;
mod hints;
mod words;

use super::look;
use super::state::GuestState;
use super::trace;
use crate::lower::sites::{Site, Sites};
use crate::position::Position;
use boa_engine::builtins::error::Error;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, js_string};
use fault::Fault;
use std::rc::Rc;

/// Bytes of the engine's text read in one pass to find out where errors were made: some thousand errors of a short program. Code
/// may catch as many as it likes, and each takes as long as the functions around are.
const MOST: usize = 32 << 20;

/// Reading the program takes native stack, so it is not begun this deep in calls.
const DEEP: usize = 100;

/// The program's places, once one of them was asked for.
struct Known {
    sites: Option<Rc<Sites>>,
    /// What is left of [`MOST`].
    left: usize,
}

/// The helper that code calls where it takes up what was thrown.
pub(super) fn told(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let thrown = args.get_or_undefined(0);
    improve(thrown, context);
    Ok(thrown.clone())
}

/// Gives the error that ended the code its words, however many there were before.
pub(super) fn improve_last(value: &JsValue, context: &mut Context) {
    if let Some(known) = context.host_defined_mut().get_mut::<Known>() {
        known.left = MOST;
    }
    improve(value, context);
}

/// Gives an error of the engine's its words.
pub(super) fn improve(value: &JsValue, context: &mut Context) {
    if let Some(error) = value.as_object()
        && let Some(message) = better(&error, context)
    {
        let property = PropertyDescriptor::builder()
            .value(JsString::from(message))
            .writable(true)
            .enumerable(false)
            .configurable(true);
        // It cannot be refused but by a frozen error, which keeps the words it has.
        let _refused = error.define_property_or_throw(js_string!("message"), property, context);
    }
}

fn better(error: &JsObject, context: &mut Context) -> Option<String> {
    let message = message_of(error)?;
    if message == "no promise in Promise.any was fulfilled." {
        return Some("All promises were rejected".to_owned());
    }
    let fault = Fault::of_engine(&message)?;
    let sites = sites(context)?;
    let site = find(&sites, error, &fault, context)?;
    words::of(&fault, site, &sites, context)
}

/// Where an error of the engine's was made, as far as its words tell more than its stack.
pub(super) fn place(error: &JsObject, context: &mut Context) -> Option<Position> {
    let fault = Fault::of_any(&message_of(error)?)?;
    let sites = sites(context)?;
    let site = find(&sites, error, &fault, context)?;
    sites.place(site)
}

fn sites(context: &mut Context) -> Option<Rc<Sites>> {
    if context.get_data::<Known>().is_none() {
        if context.stack_trace().nth(DEEP).is_some() {
            return None;
        }
        let sites = Sites::read(context.get_data::<GuestState>()?.positions()).map(Rc::new);
        context.insert_data(Known { sites, left: MOST });
    }
    context.get_data::<Known>()?.sites.clone()
}

fn find<'s>(sites: &'s Sites, error: &JsObject, fault: &Fault, context: &mut Context) -> Option<&'s Site> {
    let trace = trace::of(error, &mut context.host_defined_mut().get_mut::<Known>()?.left)?;
    sites.find(&trace, |site| {
        fault.fits(site.what)
            && fault.name().is_none_or(|name| sites.subject(site).is_some_and(|subject| subject == name))
    })
}

fn message_of(error: &JsObject) -> Option<String> {
    if !error.is::<Error>() {
        return None;
    }
    let message = look::own_value(error, js_string!("message"))?.as_string()?;
    Some(message.to_std_string_lossy())
}

#[cfg(test)]
mod tests;
