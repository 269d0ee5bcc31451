//! Owns `throw` of what may be no error: a text or an object has no stack, so the code says where it is thrown. `throw 'x'` becomes
//! `throw $raise('x',12)`. The same of what is imported, since the error that refuses it is made outside of the code. What must hold: the value is the same. Deliberately absent: `throw new …`, which throws an error.

use super::Helper;
use super::edits::Edits;
use super::names;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_span::{GetSpan, Span};

/// Looks for them.
#[derive(Default)]
pub(super) struct Throws<'a> {
    /// Where it is thrown, and what.
    found: Vec<(u32, Span)>,
    /// Names of what was caught: it is thrown on, and its place is where it was thrown first.
    caught: Vec<&'a str>,
}

impl<'a> Watcher<'a> for Throws<'a> {
    fn enter(&mut self, node: AstKind<'a>, _above: &[AstKind<'a>]) {
        match node {
            AstKind::CatchClause(clause) => {
                let name = clause.param.as_ref().and_then(|param| param.pattern.get_identifier_name());
                self.caught.extend(name.map(|name| name.as_str()));
            }
            AstKind::ImportExpression(import) => self.found.push((import.span.start, import.source.span())),
            AstKind::ThrowStatement(throw) => match throw.argument.without_parentheses() {
                Expression::NewExpression(_) => {}
                Expression::Identifier(id) if self.caught.contains(&id.name.as_str()) => {}
                _ => self.found.push((throw.span.start, throw.argument.span())),
            },
            _ => {}
        }
    }
}

impl Throws<'_> {
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
