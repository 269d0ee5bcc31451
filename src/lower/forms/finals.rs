//! Owns `try` with both `catch` and `finally`. What the `catch` throws is lost in the engine when the `finally`, or anything it calls, catches something
//! itself. As two statements it is not: `try{try { … } catch (e) { … }}finally { … }`. Goes when Boa keeps what was thrown apart while
//! `finally` runs (0.22 `compile_try`).

use crate::lower::edits::Edits;
use crate::lower::walk::Watcher;
use oxc_ast::AstKind;
use oxc_span::Span;

#[derive(Default)]
pub(super) struct Finals {
    /// From `try` to the end of the `catch`.
    found: Vec<Span>,
}

impl<'a> Watcher<'a> for Finals {
    fn enter(&mut self, node: AstKind<'a>, _above: &[AstKind<'a>]) {
        if let AstKind::TryStatement(statement) = node
            && let (Some(handler), Some(_)) = (&statement.handler, &statement.finalizer)
        {
            self.found.push(Span::new(statement.span.start, handler.span.end));
        }
    }
}

impl Finals {
    /// Adds the edits; whether there are any.
    pub(super) fn lower(&self, edits: &mut Edits) -> bool {
        for span in &self.found {
            edits.wrap(*span, "try{", "}");
        }
        !self.found.is_empty()
    }
}
