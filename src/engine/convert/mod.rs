//! Owns the border for values: engine values to [`Data`] ([`encode`]) and back ([`decode`], [`decode_error`]).
//!
//! What must hold: nothing the guest can patch decides what crosses (no `toJSON`, no patched method, no iterator), only
//! its own getters and proxy traps run, each once; equal values give equal text; text from outside never panics; work
//! and stack are bounded by the size of the value, never by its depth. Deliberately absent: anything live.
//!
//! The text is JSON for a plain tree. For everything else it is `~` and a table in the format of the npm package
//! `devalue`, with two types of ours: `["Error", i]`, where entry `i` is `[name, message]`, and at the head
//! `["Fill", 1]`, where entry 1 is `[root, target, contents, …]`: what `target` holds is written apart from it. That
//! is how errors keep their data, objects a key `__proto__`, and deep values need no deep recursion in the reader.

mod bytes;
pub(super) mod date;
mod errors;
mod graph;
mod hydrate;
mod json;
mod kind;
mod lexer;
mod lines;
mod out;
mod path;
mod read;
mod table;
#[cfg(test)]
mod tests;
mod text;
pub(super) mod views;
mod walk;

use self::graph::Graph;
use self::walk::Pendings;
use crate::driver::BorderError;
use crate::value::Data;
use boa_engine::{Context, JsError, JsResult, JsValue};

pub(crate) use errors::{decode_error, shown};
pub(crate) use json::plain_object;

/// Levels of nesting a value may have. Nothing here needs a bound; what a page does with values does.
pub(crate) const MAX_DEPTH: usize = 10_000;

/// Bits of the largest bigint that crosses: turning one into digits and back takes time that grows with the square of its length.
pub(crate) const MAX_BIGINT_BITS: u64 = 1 << 18;

/// Why [`encode`] gave no text.
#[derive(Debug, Clone)]
pub(crate) enum EncodeError {
    /// The value cannot cross: an error the guest may catch.
    Border(BorderError),
    /// What guest code cannot catch happened while its getters ran: hand it on.
    Engine(JsError),
}

impl From<BorderError> for EncodeError {
    fn from(error: BorderError) -> Self {
        Self::Border(error)
    }
}

/// Serialises `value`; a pending value in it is looked at. `root` begins the path of what cannot cross, `limit` is in bytes of text.
pub(crate) fn encode(value: &JsValue, root: &str, limit: usize, context: &mut Context) -> Result<Data, EncodeError> {
    let graph = walk::walk(value, root, limit, Pendings::Look, context)?;
    Ok(Data::from_text(write(&graph, limit)?))
}

/// Whether `value` could be serialised, whatever the pending values in it turn out to be.
pub(crate) fn check(value: &JsValue, root: &str, limit: usize, context: &mut Context) -> Result<(), EncodeError> {
    let graph = walk::walk(value, root, limit, Pendings::Pass, context)?;
    // A pending value is written as `[]`, and the real one may take a byte less.
    let spare = graph.nodes.iter().map(|node| node.uses).sum();
    write(&graph, limit.saturating_add(spare))?;
    Ok(())
}

fn write(graph: &Graph, limit: usize) -> Result<String, BorderError> {
    if graph.plain { json::write(graph, limit) } else { table::write(graph, limit) }
}

/// A fresh copy of what `data` says, made of the realm's own intrinsics; malformed text is a `TypeError`.
pub(crate) fn decode(data: &Data, context: &mut Context) -> JsResult<JsValue> {
    match data.devalue() {
        Some(table) => hydrate::read(table, context),
        None => json::read(data.text(), context),
    }
}
