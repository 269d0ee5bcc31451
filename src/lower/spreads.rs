//! Owns array literals with a spread in them. The engine steps through what is spread by the protocol of iterators, with an object for each
//! element, a hundred times slower than other engines copy: `list.reduce((all, x) => [...all, x], [])` over some thousand elements took its
//! run's whole time. So `[a, ...b]` becomes `$spread("-+",a,$all(b))`: `$all` gives a new array of what `b` gives, and copies
//! where nothing can tell. What must hold: the parts are evaluated in the same order, each once, and each spread is iterated before the next
//! part is evaluated. Deliberately absent: spreads in calls, which grow with their work; literals with holes, and very long ones.
//! Goes when the engine copies arrays that are spread.

use super::Helper;
use super::edits::Edits;
use super::names;
use super::trivia;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{ArrayExpression, ArrayExpressionElement};
use oxc_span::{GetSpan, Span};

/// Literals with more elements stay as they are: what is written out is no call's list of arguments.
const MOST: usize = 100;

/// What a spread costs more than it did, in the unit of `depth.rs`: a call and an argument.
pub(super) const COST: u32 = 70;

/// Looks for them.
#[derive(Default)]
pub(super) struct Spreads {
    literals: Vec<Literal>,
}

struct Literal {
    span: Span,
    /// A sign for each element, `+` for a spread.
    plan: String,
    /// The spreads.
    spreads: Vec<Span>,
}

impl<'a> Watcher<'a> for Spreads {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        if let AstKind::ArrayExpression(array) = node
            && !is_constructed(array.span, above)
        {
            self.literals.extend(read(array));
        }
    }
}

fn read(array: &ArrayExpression<'_>) -> Option<Literal> {
    let mut literal = Literal { span: array.span, plan: String::new(), spreads: Vec::new() };
    if array.elements.len() > MOST {
        return None;
    }
    for element in &array.elements {
        match element {
            ArrayExpressionElement::SpreadElement(spread) => {
                literal.plan.push('+');
                literal.spreads.push(spread.span);
            }
            ArrayExpressionElement::Elision(_) => return None,
            _ => literal.plan.push('-'),
        }
    }
    (!literal.spreads.is_empty()).then_some(literal)
}

/// Whether it is part of what `new` is put before, where a call would end it.
fn is_constructed(span: Span, above: &[AstKind<'_>]) -> bool {
    above.iter().rev().any(|node| match node {
        AstKind::NewExpression(new) => GetSpan::span(&new.callee).contains_inclusive(span),
        _ => false,
    })
}

impl Spreads {
    /// Adds the edits; gives the helpers they call and their names.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) -> Vec<(Helper, String)> {
        if self.literals.is_empty() {
            return Vec::new();
        }
        let (all, spread) = (names::unused("$all", text), names::unused("$spread", text));
        let mut joins = false;
        for Literal { span, plan, spreads } in &self.literals {
            let joined = plan != "+";
            joins |= joined;
            let open = if joined { format!(" {spread}(\"{plan}\",") } else { String::from(" (") };
            edits.replace(Span::new(span.start, span.start + 1), open);
            edits.blank(Span::new(span.end - 1, span.end));
            edits.after(*span, ")");
            if let (false, Some(only)) = (joined, spreads.first())
                && let Some(comma) = trivia::find(text, only.end, span.end, |byte| byte == b',')
            {
                edits.blank(Span::new(comma, comma + 1));
            }
            for spread in spreads {
                edits.replace(Span::new(spread.start, spread.start + 3), format!("{all}("));
                edits.close(spread.end, ")");
            }
        }
        let join = joins.then_some((Helper::Spread, spread));
        std::iter::once((Helper::All, all)).chain(join).collect()
    }
}
