//! Owns two shapes that people and models write longer than the engine's native stack goes, made flat in place: long
//! `else if` chains and long chains of methods. What must hold: the same conditions and calls are evaluated in the same
//! order, each once, with the same `this`.
//!
//! `if (a) b(); else if …` becomes `$else:{if (a) {b();break $else;} if … }` at every 48th `else`.
//! `x.a().b()…` becomes `($chain=x.a()…,$chain=$chain.b()…,$chain.c())` at every 48th call, `$chain` being a variable
//! of the function around. Goes when Boa compiles both without recursion.

use super::edits::Edits;
use super::names;
use super::trivia;
use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, IfStatement, Statement};
use oxc_span::{GetSpan, Span};
use std::collections::HashSet;

/// Links that stay together.
pub(super) const PIECE: usize = 48;

/// Looks for what is too long.
#[derive(Default)]
pub(super) struct Flatten {
    branches: Vec<Branches>,
    chains: Vec<Chain>,
    /// Where the chains that are made flat start: all calls of a chain start there.
    starts: HashSet<u32>,
}

/// One `if` with many `else if`.
struct Branches {
    span: Span,
    /// What each condition leads to, and whether it is a block.
    consequents: Vec<(Span, bool)>,
    /// Places between a consequent and the `if` after its `else`.
    elses: Vec<Span>,
}

/// One expression with many calls, each on the result of the one before.
struct Chain {
    span: Span,
    /// Ends of the calls after which it is cut.
    cuts: Vec<u32>,
    /// Where its variable is declared; `None` is the program.
    declared: Option<u32>,
}

impl Flatten {
    /// Whether an expression that starts at `start` belongs to a chain that is made flat.
    pub(super) fn is_flat(&self, start: u32) -> bool {
        self.starts.contains(&start)
    }

    pub(super) fn enter(&mut self, node: &AstKind<'_>, above: &[AstKind<'_>]) {
        match node {
            AstKind::IfStatement(branch) => match above.last() {
                Some(AstKind::IfStatement(outer)) if is_alternate(outer, branch.span) => {}
                _ => self.branches(branch),
            },
            AstKind::CallExpression(call) if !self.starts.contains(&call.span.start) => self.chain(call, above),
            _ => {}
        }
    }

    fn branches(&mut self, first: &IfStatement<'_>) {
        let mut found = Branches { span: first.span, consequents: Vec::new(), elses: Vec::new() };
        let mut branch = first;
        loop {
            let consequent = &branch.consequent;
            found.consequents.push((consequent.span(), matches!(consequent, Statement::BlockStatement(_))));
            let Some(Statement::IfStatement(next)) = &branch.alternate else { break };
            found.elses.push(Span::new(consequent.span().end, next.span.start));
            branch = next;
        }
        if found.elses.len() > PIECE {
            self.branches.push(found);
        }
    }

    fn chain(&mut self, last: &CallExpression<'_>, above: &[AstKind<'_>]) {
        let mut ends = Vec::new();
        let mut call = last;
        loop {
            ends.push(call.span.end);
            let inner = match &call.callee {
                Expression::StaticMemberExpression(member) if !member.optional => innermost(&member.object),
                Expression::ComputedMemberExpression(member) if !member.optional => innermost(&member.object),
                Expression::PrivateFieldExpression(member) if !member.optional => innermost(&member.object),
                callee => innermost(callee),
            };
            match inner {
                Some(inner) if !call.optional => call = inner,
                _ => break,
            }
        }
        if ends.len() <= PIECE || has_optional(last) {
            return;
        }
        let Some(declared) = place_of_variable(above) else { return };
        ends.reverse();
        let cuts = ends.chunks(PIECE).filter_map(|piece| piece.last().copied()).filter(|&end| end < last.span.end);
        self.chains.push(Chain { span: last.span, cuts: cuts.collect(), declared });
        self.starts.insert(last.span.start);
    }

    /// Whether there is a bracket to be put where a statement may start.
    pub(super) fn adds_brackets(&self) -> bool {
        !self.chains.is_empty()
    }

    /// Adds the variables. They come before anything else at their place.
    pub(super) fn declare(&self, text: &str, edits: &mut Edits) {
        for (chain, name) in self.chains.iter().zip(self.names(text)) {
            edits.open(chain.declared.unwrap_or(0), format!(";let {name};"));
        }
    }

    fn names(&self, text: &str) -> impl Iterator<Item = String> {
        let stem = if self.chains.is_empty() { String::new() } else { names::unused("$chain", text) };
        (0..self.chains.len()).map(move |number| format!("{stem}_{number}"))
    }

    /// Adds the edits.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) {
        for (chain, name) in self.chains.iter().zip(self.names(text)) {
            edits.wrap(chain.span, format!("({name}="), ")");
            for (index, &cut) in chain.cuts.iter().enumerate() {
                let more = index + 1 < chain.cuts.len();
                edits.close(cut, if more { format!(",{name}={name}") } else { format!(",{name}") });
            }
        }
        if self.branches.is_empty() {
            return;
        }
        let stem = names::unused("$else", text);
        for (number, branches) in self.branches.iter().enumerate() {
            let label = format!("{stem}_{number}");
            edits.wrap(branches.span, format!("{label}:{{"), "}");
            for &(span, block) in &branches.consequents {
                if block {
                    edits.open(span.end - 1, format!(";break {label};"));
                } else {
                    edits.wrap(span, "{", format!(";break {label};}}"));
                }
            }
            for between in branches.elses.iter().skip(PIECE - 1).step_by(PIECE) {
                if let Some(at) = trivia::find(text, between.start, between.end, |byte| byte == b'e') {
                    edits.blank(Span::new(at, at + 4));
                }
            }
        }
    }
}

/// Whether a node at `span` is what stands behind the `else` of `outer`.
pub(super) fn is_alternate(outer: &IfStatement<'_>, span: Span) -> bool {
    outer.alternate.as_ref().is_some_and(|alternate| alternate.span() == span)
}

/// The call that gives the object a method is called on, past properties that are only read.
fn innermost<'e, 'a>(expression: &'e Expression<'a>) -> Option<&'e CallExpression<'a>> {
    let mut expression = expression;
    loop {
        expression = match expression {
            Expression::CallExpression(call) => return Some(call),
            Expression::StaticMemberExpression(member) => &member.object,
            Expression::ComputedMemberExpression(member) => &member.object,
            Expression::PrivateFieldExpression(member) => &member.object,
            _ => return None,
        };
    }
}

/// A `?.` anywhere in the chain ends all of it early, so it cannot be cut.
fn has_optional(last: &CallExpression<'_>) -> bool {
    let (mut optional, mut expression) = (last.optional, &last.callee);
    loop {
        let (here, next) = match expression {
            Expression::CallExpression(call) => (call.optional, &call.callee),
            Expression::StaticMemberExpression(member) => (member.optional, &member.object),
            Expression::ComputedMemberExpression(member) => (member.optional, &member.object),
            Expression::PrivateFieldExpression(member) => (member.optional, &member.object),
            _ => return optional,
        };
        optional |= here;
        expression = next;
    }
}

/// Where a variable of the function around can be declared: `Some(None)` is the program.
fn place_of_variable(above: &[AstKind<'_>]) -> Option<Option<u32>> {
    for node in above.iter().rev() {
        match node {
            AstKind::Program(_) => return Some(None),
            AstKind::FunctionBody(body) => {
                let first = body.directives.last().map_or(body.span.start + 1, |directive| directive.span.end);
                return Some(Some(first));
            }
            AstKind::ArrowFunctionExpression(_)
            | AstKind::Function(_)
            | AstKind::FormalParameters(_)
            | AstKind::Class(_)
            | AstKind::StaticBlock(_) => return None,
            _ => {}
        }
    }
    None
}
