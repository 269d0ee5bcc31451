//! Owns what the engine gets wrong and can be avoided in the source, each with the test that shows why.
//! What must hold: a program means the same with and without it in an engine that has no such fault.
//!
//! - An identifier on the left of an operator is not read before the right side is evaluated when it is a local of the
//!   function: `n + n++` adds the new value to the old. In parentheses it is. Goes when Boa copies such operands
//!   (0.22 `compile_expr_operand`).
//! - Of stacked labels (`one: two: for …`) only the innermost works with `continue`. The others are renamed to it.
//!   Goes when Boa passes all labels to the loop (0.22 `compile_labelled`).
//! - A call behind `?.` and a tagged template have no place of their own: what is called there is told the place of the call,
//!   assignment or function around. As the value of an assignment to a variable of the wrapper they have the place of that. All calls of one
//!   chain share the first one's. Goes when Boa keeps a place for them (0.22 `compile_optional_item_kind`, `TaggedTemplate`).
//! - The value of `n++` is the old value as it was, a string if it was one, when `n` is a local of the function. What is used of
//!   it is negated twice, which makes a number of it and leaves a bigint one. Goes when Boa converts it (0.22 `compile_update`).
//! - `0 / -3` is `0` where both are whole numbers: the engine divides them as such. A dividend that may be zero, over what may be negative, is
//!   negated twice, which makes no whole number of it, where evaluating the divisor runs no code. Goes when Boa looks at the sign (0.22 `div`).
//! - The name of a class can be read in its own computed keys, before there is a class. There a variable that is read before its declaration
//!   stands for it. Goes when Boa keeps the name empty until the class is made (0.22 `compile_class`).
//! - `a<!--b` starts a comment in a script, which lowered source is. A space keeps it an expression. Goes if lowered
//!   source ever is a module.

use super::edits::Edits;
use super::walk::{Watcher, statements_of};
use super::{names, trivia};
use oxc_ast::AstKind;
use oxc_ast::ast::{
    BinaryExpression, BinaryOperator, CallExpression, ChainElement, ChainExpression, ContinueStatement, Directive,
    Expression, IdentifierReference, MemberExpression, SimpleAssignmentTarget, Statement, UnaryOperator,
};
use oxc_span::{GetSpan, Span};
use std::collections::HashMap;

/// What negating an operand twice costs, in the unit of `depth.rs`: two brackets and two operators.
pub(super) const NEGATED: u32 = 206;

/// Looks for what has to be avoided.
#[derive(Default)]
pub(super) struct Workarounds {
    /// Start and end of identifiers that must be read where they stand.
    operands: HashMap<u32, u32>,
    /// `continue` with an outer label: the label's place and the innermost label of the loop.
    jumps: Vec<(Span, String)>,
    /// `n++` whose value is used.
    counters: Vec<Span>,
    /// Dividends that may be zero.
    dividends: Vec<Span>,
    /// Names of classes in their own computed keys.
    unmade: Vec<(Span, String)>,
    /// Right operands of `<` that start with `!`.
    negations: Vec<u32>,
    /// Ends of statements that a line break ended and that something which might go on with them follows.
    ends: Vec<u32>,
    /// Chains and tagged templates, and the places they get.
    placed: Vec<(Span, Place)>,
}

/// Where a call is.
#[derive(Debug, Clone, Copy)]
enum Place {
    At(u32),
    /// At the bracket between these two.
    Bracket(u32, u32),
}

impl<'a> Watcher<'a> for Workarounds {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        if let Some((directives, statements)) = statements_of(&node) {
            self.statements(directives, statements);
        }
        if let AstKind::UpdateExpression(update) = node
            && !update.prefix
            && matches!(update.argument, SimpleAssignmentTarget::AssignmentTargetIdentifier(_))
            && is_used(update.span, above)
        {
            self.counters.push(update.span);
        }
        match node {
            AstKind::AssignmentExpression(_) | AstKind::UpdateExpression(_) => self.assignment(node.span(), above),
            AstKind::IdentifierReference(id) if is_unmade_class(id, above) => {
                self.unmade.push((id.span, id.name.to_string()));
            }
            AstKind::ContinueStatement(jump) => self.jump(jump, above),
            AstKind::BinaryExpression(binary) if is_unsigned(binary) => self.dividends.push(binary.left.span()),
            AstKind::BinaryExpression(binary) if binary.operator == BinaryOperator::LessThan => {
                if let Expression::UnaryExpression(right) = &binary.right {
                    self.negations.push(right.span.start);
                }
            }
            AstKind::ChainExpression(chain) => self.chain(chain, above),
            AstKind::TaggedTemplateExpression(tagged) => {
                self.placed.push((tagged.span, Place::At(tagged.quasi.span.start)));
            }
            _ => {}
        }
    }
}

/// One step of a chain.
#[derive(Clone, Copy)]
enum Link<'e, 'a> {
    Call(&'e CallExpression<'a>),
    Member(&'e MemberExpression<'a>),
}

impl<'e, 'a> Link<'e, 'a> {
    fn of(expression: &'e Expression<'a>) -> Option<Self> {
        match expression {
            Expression::CallExpression(call) => Some(Self::Call(call)),
            expression => expression.as_member_expression().map(Self::Member),
        }
    }

    fn optional(self) -> bool {
        match self {
            Self::Call(call) => call.optional,
            Self::Member(member) => member.optional(),
        }
    }

    fn inner(self) -> Option<Self> {
        Self::of(match self {
            Self::Call(call) => &call.callee,
            Self::Member(member) => member.object(),
        })
    }

    fn place(self) -> Place {
        match self {
            Self::Call(call) => Place::Bracket(call.callee.span().end, call.span.end),
            Self::Member(MemberExpression::StaticMemberExpression(member)) => Place::At(member.property.span.start),
            Self::Member(MemberExpression::ComputedMemberExpression(member)) => {
                Place::At(member.expression.span().start)
            }
            Self::Member(MemberExpression::PrivateFieldExpression(member)) => Place::At(member.field.span.start),
        }
    }
}

/// The first call of a chain behind its first `?.`; without any, the first property read there that can throw.
fn first_link<'e, 'a>(chain: &'e ChainExpression<'a>) -> Option<Link<'e, 'a>> {
    let mut next = match &chain.expression {
        ChainElement::CallExpression(call) => Some(Link::Call(call)),
        element => element.as_member_expression().map(Link::Member),
    };
    let mut links = Vec::new();
    while let Some(link) = next {
        links.push(link);
        next = link.inner();
    }
    let first = links.iter().rposition(|link| link.optional())?;
    let links = links.get(..=first)?;
    let call = links.iter().rev().find(|link| matches!(link, Link::Call(_)));
    call.or_else(|| links.iter().rev().find(|link| !link.optional())).copied()
}

/// Whether a chain is put into an assignment, which nests.
pub(super) fn is_placed(chain: &ChainExpression<'_>) -> bool {
    first_link(chain).is_some()
}

impl Workarounds {
    /// Whatever is assigned here: identifiers left of it in the same expression are read first.
    fn assignment(&mut self, span: Span, above: &[AstKind<'_>]) {
        for node in above.iter().rev() {
            match node {
                AstKind::BinaryExpression(binary) => {
                    if let Expression::Identifier(id) = &binary.left
                        && binary.right.span().contains_inclusive(span)
                    {
                        self.operands.insert(id.span.start, id.span.end);
                    }
                }
                AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) | AstKind::Class(_) => return,
                _ => {}
            }
        }
    }

    fn chain(&mut self, chain: &ChainExpression<'_>, above: &[AstKind<'_>]) {
        let Some(link) = first_link(chain) else { return };
        let around = above.iter().rev().find(|node| !matches!(node, AstKind::ParenthesizedExpression(_)));
        // What these need is not the value of the chain.
        let reference = match around {
            Some(AstKind::CallExpression(call)) => call.callee.span().contains_inclusive(chain.span),
            Some(AstKind::UnaryExpression(unary)) => unary.operator == UnaryOperator::Delete,
            _ => false,
        };
        if !reference || matches!(chain.expression, ChainElement::CallExpression(_)) {
            self.placed.push((chain.span, link.place()));
        }
    }

    fn jump(&mut self, jump: &ContinueStatement<'_>, above: &[AstKind<'_>]) {
        let Some(label) = &jump.label else { return };
        let mut inner: Option<&str> = None;
        for node in above.iter().rev() {
            match node {
                AstKind::LabeledStatement(labelled) => {
                    let innermost = inner.get_or_insert(labelled.label.name.as_str());
                    if labelled.label.name == label.name {
                        if *innermost != label.name.as_str() {
                            self.jumps.push((label.span, (*innermost).to_owned()));
                        }
                        return;
                    }
                }
                AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => return,
                _ => inner = None,
            }
        }
    }

    fn statements(&mut self, directives: &[Directive<'_>], statements: &[Statement<'_>]) {
        if let (Some(last), Some(Statement::ExpressionStatement(_))) = (directives.last(), statements.first()) {
            self.ends.push(last.span.end);
        }
        for pair in statements.windows(2) {
            if let [before, Statement::ExpressionStatement(_)] = pair {
                self.ends.push(before.span().end);
            }
        }
    }

    /// The variable of the wrapper that is assigned to, if one is needed.
    pub(super) fn variable(&self, text: &str) -> Option<String> {
        (!self.placed.is_empty()).then(|| names::unused("$at", text))
    }

    /// Adds the edits. `brackets`: others add brackets where a statement may start.
    pub(super) fn lower(&self, text: &str, brackets: bool, edits: &mut Edits) {
        let variable = self.variable(text).unwrap_or_default();
        for &(span, place) in &self.placed {
            let at = match place {
                Place::At(at) => Some(at),
                Place::Bracket(from, to) => trivia::find(text, from, to, |byte| byte == b'('),
            };
            edits.before(span, format!("({variable}="), at);
            edits.after(span, ")");
        }
        if brackets
            || !self.operands.is_empty()
            || !self.placed.is_empty()
            || !self.counters.is_empty()
            || !self.dividends.is_empty()
            || !self.unmade.is_empty()
        {
            // A bracket at the start of a line would go on with the line before.
            for &end in &self.ends {
                let last = text.as_bytes().get((end as usize).saturating_sub(1));
                if last != Some(&b';') {
                    edits.close(end, ";");
                }
            }
        }
        for (&start, &end) in &self.operands {
            edits.wrap(Span::new(start, end), "(", ")");
        }
        for span in &self.counters {
            edits.wrap(*span, "(-(-", "))");
        }
        for span in &self.dividends {
            edits.wrap(*span, "(-(- ", "))");
        }
        for (span, name) in &self.unmade {
            edits.wrap(*span, "(()=>{", format!(";let {name}}})()"));
        }
        for &at in &self.negations {
            if text.get(..at as usize).is_some_and(|before| before.ends_with('<')) {
                edits.open(at, " ");
            }
        }
        for (span, label) in &self.jumps {
            edits.replace(*span, label.clone());
        }
    }
}

/// Whether a division may give zero without its sign.
pub(super) fn is_unsigned(binary: &BinaryExpression<'_>) -> bool {
    let divides = |part: &Expression<'_>| matches!(part, Expression::BinaryExpression(binary) if is_unsigned(binary));
    let zero = match binary.left.without_parentheses() {
        Expression::NumericLiteral(number) => number.value == 0.0,
        // What it gives is no whole number where it is zero.
        left => !divides(left) && !matches!(left, Expression::BigIntLiteral(_)),
    };
    let negative = !matches!(binary.right.without_parentheses(), Expression::NumericLiteral(_));
    binary.operator == BinaryOperator::Division && zero && negative && is_quiet(&binary.right)
}

/// Whether evaluating an expression runs no code, as far as what it reads are numbers.
fn is_quiet(expression: &Expression<'_>) -> bool {
    match expression.without_parentheses() {
        Expression::Identifier(_) | Expression::NumericLiteral(_) => true,
        Expression::StaticMemberExpression(member) => {
            member.property.name == "length" && matches!(member.object, Expression::Identifier(_))
        }
        Expression::UnaryExpression(unary) => {
            unary.operator == UnaryOperator::UnaryNegation && is_quiet(&unary.argument)
        }
        _ => false,
    }
}

/// Whether anything sees the value of an expression.
fn is_used(span: Span, above: &[AstKind<'_>]) -> bool {
    match above {
        [.., AstKind::ExpressionStatement(_)] => false,
        [.., AstKind::ForStatement(each)] => each.update.as_ref().is_none_or(|update| update.span() != span),
        _ => true,
    }
}

/// Whether this is the name of a class in one of its computed keys, where the class is not made yet.
fn is_unmade_class(id: &IdentifierReference<'_>, above: &[AstKind<'_>]) -> bool {
    let mut in_key = false;
    for node in above.iter().rev() {
        let (computed, key) = match node {
            AstKind::MethodDefinition(method) => (method.computed, method.key.span()),
            AstKind::PropertyDefinition(property) => (property.computed, property.key.span()),
            AstKind::ObjectProperty(property) if property.shorthand => return false,
            AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) => return false,
            AstKind::Class(class) if in_key && class.id.as_ref().is_some_and(|own| own.name == id.name) => return true,
            _ => continue,
        };
        in_key = computed && key.contains_inclusive(id.span);
        if !in_key {
            return false;
        }
    }
    false
}
