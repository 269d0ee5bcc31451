//! Owns the places where code takes up what was thrown: `catch`, and functions written as handlers of `.catch` and `.then`. The engine's
//! errors are given their words there (`engine/messages.rs`), since the engine itself makes them without any.
//! What must hold: what is caught is the same value, and nothing else of the program changes. Deliberately absent: handlers that
//! are not written in place, and parameters of handlers that are patterns: their errors keep the engine's words.
//!
//! `catch (e) {` becomes `catch (e) {$told(e);`, `catch ({ message }) {` becomes `catch ($e){let { message }=$told($e);{`, and
//! `.catch(e => x)` becomes `.catch(e => ($told(e),x))`. Goes when the engine names what its errors are about.

use super::Helper;
use super::edits::Edits;
use super::names;
use super::trivia;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, ArrowFunctionBody, BindingPattern, CallExpression, CatchClause, Expression, FormalParameters,
};
use oxc_span::{GetSpan, Span};

/// Looks for them.
#[derive(Default)]
pub(super) struct Caught {
    places: Vec<Place>,
}

enum Place {
    /// A block, and the name of what was thrown.
    Block { body: Span, name: String },
    /// An expression that is the body of an arrow function.
    Value { body: Span, name: String },
    /// A `catch` with a pattern, and its block.
    Pattern { pattern: Span, body: Span },
}

impl<'a> Watcher<'a> for Caught {
    fn enter(&mut self, node: AstKind<'a>, _above: &[AstKind<'a>]) {
        match node {
            AstKind::CatchClause(clause) => self.clause(clause),
            AstKind::CallExpression(call) => self.handler(call),
            _ => {}
        }
    }
}

impl Caught {
    fn clause(&mut self, clause: &CatchClause<'_>) {
        let Some(param) = &clause.param else { return };
        let body = clause.body.span;
        self.places.push(match &param.pattern {
            BindingPattern::BindingIdentifier(id) => Place::Block { body, name: id.name.as_str().to_owned() },
            pattern => Place::Pattern { pattern: pattern.span(), body },
        });
    }

    fn handler(&mut self, call: &CallExpression<'_>) {
        let Expression::StaticMemberExpression(member) = &call.callee else { return };
        let index = match member.property.name.as_str() {
            "catch" => 0,
            "then" => 1,
            _ => return,
        };
        match call.arguments.get(index) {
            Some(Argument::ArrowFunctionExpression(arrow)) => {
                let Some(name) = first_name(&arrow.params) else { return };
                self.places.push(match &arrow.body {
                    ArrowFunctionBody::FunctionBody(body) if body.directives.is_empty() => {
                        Place::Block { body: body.span, name }
                    }
                    ArrowFunctionBody::FunctionBody(_) => return,
                    body => Place::Value { body: body.span(), name },
                });
            }
            Some(Argument::FunctionExpression(function)) => {
                if let (Some(name), Some(body)) = (first_name(&function.params), &function.body)
                    && body.directives.is_empty()
                    && !function.generator
                {
                    self.places.push(Place::Block { body: body.span, name });
                }
            }
            _ => {}
        }
    }

    /// Adds the edits; gives the helper they call and its name.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) -> Option<(Helper, String)> {
        if self.places.is_empty() {
            return None;
        }
        let (told, thrown) = (names::unused("$told", text), names::unused("$thrown", text));
        for place in &self.places {
            match place {
                Place::Block { body, name } => edits.open(body.start + 1, format!("{told}({name});")),
                Place::Value { body, name } => edits.wrap(*body, format!("({told}({name}),"), ")"),
                Place::Pattern { pattern, body } => {
                    edits.open(pattern.start, format!("{thrown}){{let "));
                    let paren = trivia::find(text, pattern.end, body.start, |byte| byte == b')').unwrap_or(pattern.end);
                    edits.blank(Span::new(paren, paren + 1));
                    edits.close(pattern.end, format!("={told}({thrown});"));
                    edits.close(body.end, "}");
                }
            }
        }
        Some((Helper::Told, told))
    }
}

fn first_name(params: &FormalParameters<'_>) -> Option<String> {
    match &params.items.first()?.pattern {
        BindingPattern::BindingIdentifier(id) => Some(id.name.as_str().to_owned()),
        _ => None,
    }
}
