//! Owns the words of the errors that the engine makes itself: what they name, what they suggest, and where they were made. The
//! code is repaired from them, so they name the expression as it was written. What must hold: errors the code made itself keep
//! their words; the words are the same in each pass; no guest code runs; an error is given its words once, and only words of
//! the engine's are replaced. Deliberately absent: errors of built-ins, which name their function, and of host functions.

mod fault;
mod words;

use super::look;
use super::state::GuestState;
use super::trace;
use crate::lower::sites::{Site, Sites};
use crate::position::Position;
use boa_engine::builtins::error::Error;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsString, JsValue, js_string};
use fault::Fault;
use std::rc::Rc;

/// Errors given words in one pass. Each takes as long as the program is, and code may catch as many as it likes.
const MOST: usize = 2_000;

/// The program's places, once one of them was asked for.
struct Known {
    sites: Option<Rc<Sites>>,
    improved: usize,
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
    let fault = Fault::of_engine(&message)?;
    let sites = sites(context)?;
    let known = context.host_defined_mut().get_mut::<Known>()?;
    known.improved += 1;
    if known.improved > MOST {
        return None;
    }
    let site = find(&sites, error, &fault)?;
    words::of(&fault, site, &sites, context)
}

/// Where an error of the engine's was made, as far as its words tell more than its stack.
pub(super) fn place(error: &JsObject, context: &mut Context) -> Option<Position> {
    let fault = Fault::of_any(&message_of(error)?)?;
    let sites = sites(context)?;
    let site = find(&sites, error, &fault)?;
    sites.place(site)
}

fn sites(context: &mut Context) -> Option<Rc<Sites>> {
    if context.get_data::<Known>().is_none() {
        let sites = Sites::read(context.get_data::<GuestState>()?.positions()).map(Rc::new);
        context.insert_data(Known { sites, improved: 0 });
    }
    context.get_data::<Known>()?.sites.clone()
}

fn find<'s>(sites: &'s Sites, error: &JsObject, fault: &Fault) -> Option<&'s Site> {
    let trace = trace::of(error)?;
    sites.find(&trace, |site| {
        fault.fits(site.what)
            && fault.name().is_none_or(|name| sites.subject(site).is_some_and(|subject| subject == name))
    })
}

fn message_of(error: &JsObject) -> Option<String> {
    if !error.is::<Error>() {
        return None;
    }
    let message = look::own_property(error, js_string!("message"))?.value()?.as_string()?;
    Some(message.to_std_string_lossy())
}

#[cfg(test)]
mod tests;
