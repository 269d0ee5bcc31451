//! Owns object literals with a spread in them, in loops and functions: each makes an object whose size the engine's collector does not know, so
//! that `{ ...all, [key]: value }` in a `reduce` over 2,000 filled the memory of a run with what nobody needed any more. `{ ...x }` becomes
//! `{ ...$room(x) }`, which lets garbage go first (`engine/builtins/relief.rs`). What must hold: `$room` gives what it is given.
//! Goes when the collector counts what objects hold.

use super::Helper;
use super::early::is_loop;
use super::edits::Edits;
use super::names;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_span::{GetSpan, Span};

/// Looks for them.
#[derive(Default)]
pub(super) struct Room {
    spread: Vec<Span>,
}

impl<'a> Watcher<'a> for Room {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        let repeated = |node: &AstKind<'_>| {
            is_loop(node) || matches!(node, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
        };
        if let (AstKind::SpreadElement(spread), Some(AstKind::ObjectExpression(_))) = (node, above.last())
            && above.iter().any(repeated)
        {
            self.spread.push(spread.argument.span());
        }
    }
}

impl Room {
    /// Adds the edits; gives the helper they call and its name.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) -> Option<(Helper, String)> {
        if self.spread.is_empty() {
            return None;
        }
        let room = names::unused("$room", text);
        for span in &self.spread {
            edits.wrap(*span, format!("{room}("), ")");
        }
        Some((Helper::Room, room))
    }
}
