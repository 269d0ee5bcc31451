//! Owns where a call is said to be: at the name that is called, `c` of `a.b.c()`, as other engines say. The engine marks a call with its opening
//! parenthesis. What must hold: what the run records of a call keeps the parenthesis, by which calls are matched; only stacks and errors
//! say the name. Goes when the engine marks calls with their names.

use super::trivia;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression};
use oxc_span::{GetSpan, Span};

/// Looks for them.
#[derive(Default)]
pub(super) struct Callees {
    /// From the callee's end to the call's end, and the name.
    found: Vec<(Span, u32)>,
}

impl<'a> Watcher<'a> for Callees {
    fn enter(&mut self, node: AstKind<'a>, _above: &[AstKind<'a>]) {
        if let AstKind::CallExpression(call) = node
            && let Some(name) = name_of(call)
        {
            self.found.push((Span::new(call.callee.span().end, call.span.end), name));
        }
    }
}

fn name_of(call: &CallExpression<'_>) -> Option<u32> {
    match &call.callee {
        Expression::Identifier(id) => Some(id.span.start),
        Expression::Super(word) => Some(word.span.start),
        Expression::StaticMemberExpression(member) => Some(member.property.span.start),
        Expression::PrivateFieldExpression(member) => Some(member.field.span.start),
        // The name is in the chain, as of `a?.b.c()`; what else is called has none.
        _ => None,
    }
}

impl Callees {
    /// Each parenthesis with its name, as offsets in the user's code, to which `place` leads.
    pub(super) fn places(&self, text: &str, place: impl Fn(u32) -> Option<u32>) -> Vec<(u32, u32)> {
        let paren = |span: &Span| trivia::find(text, span.start, span.end, |byte| byte == b'(');
        self.found.iter().filter_map(|(span, name)| Some((place(paren(span)?)?, place(*name)?))).collect()
    }
}
