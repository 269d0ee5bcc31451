//! Owns the places where code waits: `await`, what an async function returns, `for await`. What must hold: nothing is put into the code unless
//! a deadlock is looked into (`engine/waits.rs`); then the program does the same as without, job by job.
//!
//! `await x` becomes `await $wait($open(12),(x))`. `$open` is called before what is waited for is evaluated, so of waits in one another the
//! innermost is the last that began.

use super::Helper;
use super::edits::Edits;
use super::names;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{ArrowFunctionBody, Program, Statement};
use oxc_span::{GetSpan, Span};

/// Looks for them.
pub(super) struct Waits {
    wanted: bool,
    /// Where it waits, and what for.
    found: Vec<(u32, Span)>,
}

impl<'a> Watcher<'a> for Waits {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        if !self.wanted {
            return;
        }
        match node {
            AstKind::Program(program) => self.last(program),
            AstKind::AwaitExpression(wait) => self.found.push((wait.span.start, wait.argument.span())),
            AstKind::ForOfStatement(each) if each.r#await => self.found.push((each.span.start, each.right.span())),
            AstKind::ReturnStatement(given) if is_async(above) => {
                self.found.extend(given.argument.as_ref().map(|value| (given.span.start, value.span())));
            }
            AstKind::ArrowFunctionExpression(arrow) if arrow.r#async => match &arrow.body {
                ArrowFunctionBody::FunctionBody(_) => {}
                body => self.found.push((body.span().start, body.span())),
            },
            _ => {}
        }
    }
}

/// Whether the function around is async and gives one value; the program itself is.
fn is_async(above: &[AstKind<'_>]) -> bool {
    let around = above.iter().rev().find_map(|node| match node {
        AstKind::Function(function) => Some(function.r#async && !function.generator),
        AstKind::ArrowFunctionExpression(arrow) => Some(arrow.r#async),
        _ => None,
    });
    around.unwrap_or(true)
}

impl Waits {
    pub(super) fn new(wanted: bool) -> Self {
        Self { wanted, found: Vec::new() }
    }

    /// A program whose last statement is an expression may return it.
    fn last(&mut self, program: &Program<'_>) {
        if let Some(Statement::ExpressionStatement(last)) = program.body.last()
            && !matches!(last.expression.without_parentheses(), oxc_ast::ast::Expression::AwaitExpression(_))
        {
            self.found.push((last.span.start, last.expression.span()));
        }
    }

    /// Adds the edits; gives the helpers they call and their names. `place` leads to the user's code.
    pub(super) fn lower(&self, text: &str, place: impl Fn(u32) -> u32, edits: &mut Edits) -> Vec<(Helper, String)> {
        if self.found.is_empty() {
            return Vec::new();
        }
        let (open, wait) = (names::unused("$open", text), names::unused("$wait", text));
        for &(at, span) in &self.found {
            edits.wrap(span, format!("{wait}({open}({}),(", place(at)), "))");
        }
        vec![(Helper::Open, open), (Helper::Wait, wait)]
    }
}
