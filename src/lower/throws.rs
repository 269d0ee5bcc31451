//! Owns `throw` of what may be no error: a text or an object has no stack, so the code says where it is thrown. `throw 'x'` becomes
//! `throw $raise('x',12)`. What must hold: what is thrown is the same. Deliberately absent: `throw new …` and `throw name`, which throw errors.

use super::Helper;
use super::edits::Edits;
use super::names;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_span::{GetSpan, Span};

/// Looks for them.
#[derive(Default)]
pub(super) struct Throws {
    /// Where it is thrown, and what.
    found: Vec<(u32, Span)>,
}

impl<'a> Watcher<'a> for Throws {
    fn enter(&mut self, node: AstKind<'a>, _above: &[AstKind<'a>]) {
        if let AstKind::ThrowStatement(throw) = node
            && !matches!(throw.argument.without_parentheses(), Expression::NewExpression(_) | Expression::Identifier(_))
        {
            self.found.push((throw.span.start, throw.argument.span()));
        }
    }
}

impl Throws {
    /// Adds the edits; gives the helper they call and its name. `place` leads to the user's code.
    pub(super) fn lower(&self, text: &str, place: impl Fn(u32) -> u32, edits: &mut Edits) -> Option<(Helper, String)> {
        if self.found.is_empty() {
            return None;
        }
        let raise = names::unused("$raise", text);
        for &(at, span) in &self.found {
            edits.wrap(span, format!("{raise}("), format!(",{})", place(at)));
        }
        Some((Helper::Raise, raise))
    }
}
