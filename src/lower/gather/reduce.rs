//! Owns texts that are gathered by `reduce`: `list.reduce((text, x) => text + x, '')` becomes `$text(list.reduce((text, x) => $add(text,null,x), ''))`.
//! What must hold: what stands in the parameter while it grows is seen by the next call of the same function and by nothing else: the function
//! is an arrow function, no function in it keeps the parameter, and the program has no `reduce` of its own.

use super::{Addition, Gather, gives_text, is_quiet, is_text, leading};
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, ArrowFunctionBody, ArrowFunctionExpression, BinaryOperator, BindingPattern, CallExpression, Expression,
    ReturnStatement,
};
use oxc_span::{GetSpan, Span};
use std::collections::{HashMap, HashSet};

const REDUCE: &str = "reduce";

/// What is known of them.
#[derive(Default)]
pub(super) struct Reductions<'a> {
    /// The program says `reduce` where it calls none.
    own: bool,
    /// By the start of the function: its first parameter.
    functions: HashMap<u32, &'a str>,
    /// Where that is returned as it is.
    returned: HashSet<u32>,
    /// The parameter, and all of the call.
    pub(super) calls: Vec<(&'a str, Span)>,
}

impl<'a> Reductions<'a> {
    pub(super) fn new(text: &str) -> Self {
        let own =
            text.contains("\\u") || text.match_indices(REDUCE).any(|(at, word)| !is_called(text, at, at + word.len()));
        Self { own, ..Self::default() }
    }

    /// Whether this use of a name may see the parameter after its function has returned.
    pub(super) fn is_kept(&self, name: &str, above: &[AstKind<'_>]) -> bool {
        if !self.calls.iter().any(|(reduced, _)| *reduced == name) {
            return false;
        }
        let mut nested = false;
        for node in above.iter().rev() {
            match node {
                AstKind::ArrowFunctionExpression(arrow) if self.functions.get(&arrow.span.start) == Some(&name) => {
                    return nested;
                }
                AstKind::ArrowFunctionExpression(_) | AstKind::Function(_) => nested = true,
                AstKind::TryStatement(_) => nested = true,
                _ => {}
            }
        }
        false
    }

    /// Whether this is the parameter, returned as it is.
    pub(super) fn is_returned(&self, span: Span) -> bool {
        self.returned.contains(&span.start)
    }
}

/// Whether a word of the text is `.word(`, or part of another word.
fn is_called(text: &str, from: usize, to: usize) -> bool {
    let before = text.get(..from).and_then(|text| text.chars().next_back());
    let after = text.get(to..).and_then(|text| text.chars().next());
    let part = |char: Option<char>| char.is_some_and(|char| char.is_alphanumeric() || matches!(char, '_' | '$'));
    part(before) || part(after) || (before == Some('.') && after == Some('('))
}

impl<'a> Gather<'a> {
    /// Looks at a function that is given to `reduce` with a text.
    pub(super) fn reducer(&mut self, arrow: &'a ArrowFunctionExpression<'a>, above: &[AstKind<'a>]) {
        let [around @ .., AstKind::CallExpression(call)] = above else { return };
        if self.reductions.own
            || !is_reduction(call, arrow)
            || matches!(around.last(), Some(AstKind::ChainExpression(_)))
        {
            return;
        }
        let Some(BindingPattern::BindingIdentifier(id)) = arrow.params.items.first().map(|first| &first.pattern) else {
            return;
        };
        let name = id.name.as_str();
        self.texts.insert(name);
        self.reductions.functions.insert(arrow.span.start, name);
        self.reductions.calls.push((name, call.span));
        if let Some(body) = arrow.body.as_expression() {
            self.sum(name, body);
        }
    }

    /// Looks at what such a function returns.
    pub(super) fn returned(&mut self, given: &'a ReturnStatement<'a>, above: &[AstKind<'a>]) {
        for node in above.iter().rev() {
            match node {
                AstKind::ArrowFunctionExpression(arrow) => {
                    if let (Some(name), Some(value), ArrowFunctionBody::FunctionBody(_)) =
                        (self.reductions.functions.get(&arrow.span.start), &given.argument, &arrow.body)
                    {
                        self.sum(name, value);
                    }
                    return;
                }
                AstKind::Function(_) => return,
                _ => {}
            }
        }
    }

    /// `text + piece + piece`, a template that begins with the text, or one of several such.
    fn sum(&mut self, name: &'a str, value: &'a Expression<'a>) {
        match value {
            Expression::ParenthesizedExpression(inner) => return self.sum(name, &inner.expression),
            Expression::ConditionalExpression(branch) => {
                self.sum(name, &branch.consequent);
                return self.sum(name, &branch.alternate);
            }
            Expression::Identifier(id) if id.name == name => {
                self.reductions.returned.insert(id.span.start);
                return;
            }
            _ => {}
        }
        let (id, pieces, template, quiet) = match leading(value) {
            Some((id, template)) => (id.span, vec![(id.span.end, template)], Some(template), false),
            None => match chain(name, value) {
                Some((id, pieces, quiet)) => (id, pieces, None, quiet),
                None => return,
            },
        };
        let span = value.span();
        self.additions.push(Addition {
            name,
            span,
            target: id,
            pieces,
            operator: None,
            again: Some(id),
            template,
            repeated: true,
            used: false,
            quiet,
            function: self.writes.function(),
        });
    }
}

/// The name a sum begins with, the pieces with the places their operators are behind, and whether they run no code.
type Chain = (Span, Vec<(u32, Span)>, bool);

/// A sum that begins with the name.
fn chain(name: &str, value: &Expression<'_>) -> Option<Chain> {
    let (mut pieces, mut at, mut quiet) = (Vec::new(), value, true);
    let mut plain = true;
    while let Expression::BinaryExpression(sum) = at {
        // Pieces are made texts when all of them have been evaluated: behind one that is none, only what runs no code.
        let text = is_text(&sum.right);
        if sum.operator != BinaryOperator::Addition || (!text && !plain) {
            return None;
        }
        plain = plain && is_quiet(&sum.right) && text;
        quiet = quiet && is_quiet(&sum.right);
        pieces.push((sum.left.span().end, sum.right.span()));
        at = &sum.left;
    }
    pieces.reverse();
    match at {
        Expression::Identifier(id) if id.name == name && !pieces.is_empty() => Some((id.span, pieces, quiet)),
        _ => None,
    }
}

/// Whether a call is `list.reduce(function, text)`.
fn is_reduction(call: &CallExpression<'_>, arrow: &ArrowFunctionExpression<'_>) -> bool {
    let Expression::StaticMemberExpression(member) = &call.callee else { return false };
    let [Argument::ArrowFunctionExpression(function), start] = call.arguments.as_slice() else { return false };
    member.property.name == REDUCE
        && !call.optional
        && !member.optional
        && function.span == arrow.span
        && !arrow.r#async
        && start.as_expression().is_some_and(gives_text)
}
