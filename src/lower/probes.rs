//! Owns the probes of collect: calls of helpers put where the engine asks something of a value that no pending value can see: its
//! truth, whether it is nullish or `undefined`, what it is equal to, its type, whether it is an object. What must hold: with helpers
//! that look at nothing a program means the same with and without its probes, in the same order, each part evaluated once; text and
//! nesting grow with the program, not faster; and every place of the engine that asks so has a probe unless it is sure that no
//! pending value can come there.
//!
//! `if (a && b) c = d ?? e` becomes `if ($look(a) && $look(b)) c = $look(d) ?? e`: the right side of the one and the left side of
//! the other. Where both sides of an equality may be pending, or the right side does something, `a === b` becomes `$same(a, b)`.
//!
//! Deliberately absent: whatever a proxy sees, which is the engine's; built-ins, which are guarded there; `this.#x` where `this` is a
//! pending value, which throws as it would for any other value.

mod assign;
mod chains;
mod keys;
mod names;
mod patterns;
#[cfg(test)]
mod places;
mod values;
mod write;

pub(super) use keys::Named;
use names::Names;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, AssignmentExpression, BinaryExpression, BinaryOperator, CallExpression, Expression, MemberExpression,
    NewExpression, SwitchStatement, UnaryExpression, UnaryOperator,
};
use oxc_span::{GetSpan, Span};
use patterns::{Bound, Late, Patterns, Where};
use std::collections::{HashMap, HashSet};
use values::{is_quiet, leaves, sources};

/// A place that may need a probe.
enum Site<'a> {
    /// A value that is asked about.
    Look(&'a Expression<'a>),
    /// As well, if it is returned by a trap of a proxy.
    Trap(&'a Expression<'a>),
    /// `{ done }`.
    Shorthand(&'a Expression<'a>),
    Equality(&'a BinaryExpression<'a>),
    /// `typeof` of a variable.
    TypeOf(&'a UnaryExpression<'a>, &'a str),
    Switch(&'a SwitchStatement<'a>),
    /// `||=`, `&&=`, `??=`.
    Assignment(&'a AssignmentExpression<'a>),
    /// `new`, and whether its place wants brackets around a call.
    New(&'a NewExpression<'a>, bool),
    /// Variables that had a default.
    Bound(Where, Vec<Bound<'a>>),
    /// A property of a pattern that is read after a default which does something.
    Late(Late<'a>),
    /// A member in a pattern that had a default.
    Member(&'a MemberExpression<'a>),
    /// An object pattern that reads nothing at first: it is made to read a property.
    Touch {
        at: u32,
        more: bool,
        assigned: bool,
    },
    /// `a.b?.(…)` where the arguments do something.
    Method(&'a CallExpression<'a>),
}

/// What one function is, as far as its `return` depends on it.
#[derive(Default, Clone, Copy)]
struct Around {
    /// The engine asks something of what it returns.
    telling: bool,
    /// The engine does if it is a trap of a proxy.
    trap: bool,
    /// It gives the results of an iterator.
    next: bool,
    /// The class whose constructor it is.
    constructs: Option<u32>,
}

/// Looks for places that need a probe.
#[derive(Default)]
pub(super) struct Probes<'a> {
    sites: Vec<Site<'a>>,
    told: Named<'a>,
    names: Names<'a>,
    patterns: Patterns<'a>,
    /// Functions written under a name the engine calls them by, by their start, and what they are.
    named: HashMap<u32, Around>,
    functions: Vec<Around>,
    /// Ends of optional calls whose method is made one of its own.
    methods: HashSet<u32>,
    /// What a probe around a node adds to the depth of what is in it.
    costs: HashMap<(u32, u32), u32>,
}

/// What a call around an expression costs, in the unit of `depth.rs`.
const CALL: u32 = 70;

impl<'a> Probes<'a> {
    pub(super) fn new(told: Named<'a>) -> Self {
        Self { told, ..Self::default() }
    }

    pub(super) fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        self.names.enter(&node, above);
        let known = self.sites.len();
        self.patterns.enter(&node, above, &self.names, &mut self.sites);
        self.cost_since(known);
        self.conditions(&node);
        self.keys(&node);
        match node {
            AstKind::BinaryExpression(binary) if is_equality(binary.operator) => self.equality(binary),
            AstKind::SwitchStatement(switch) => {
                for test in switch.cases.iter().filter_map(|case| case.test.as_ref()) {
                    self.cost(test.span(), CALL);
                }
                self.cost(switch.discriminant.span(), CALL);
                self.sites.push(Site::Switch(switch));
            }
            AstKind::AssignmentExpression(assignment) if assignment.operator.is_logical() => {
                self.cost(assignment.span, 2 * CALL);
                self.cost(assignment.left.span(), 3 * CALL);
                self.sites.push(Site::Assignment(assignment));
            }
            AstKind::NewExpression(new) => self.construct(new, above),
            AstKind::CallExpression(call) if call.optional => self.optional_call(call),
            AstKind::ComputedMemberExpression(member)
                if member.optional && !is_quiet(&member.expression, &self.names) =>
            {
                self.look(&member.object);
            }
            AstKind::PrivateFieldExpression(member) if !matches!(member.object, Expression::ThisExpression(_)) => {
                self.look(&member.object);
            }
            AstKind::PrivateInExpression(private) => self.look(&private.right),
            _ => {}
        }
        self.function(&node, above);
    }

    pub(super) fn leave(&mut self, node: &AstKind<'a>) {
        let known = self.sites.len();
        self.patterns.leave(node, &mut self.sites);
        self.cost_since(known);
        if matches!(node, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_)) {
            self.functions.pop();
        }
    }

    /// What the probes around a node add to the depth of what is in it. Asked once.
    pub(super) fn take_cost(&mut self, span: Span) -> u32 {
        self.costs.remove(&(span.start, span.end)).unwrap_or(0)
    }

    /// Whether a bracket may be put where a statement starts.
    pub(super) fn adds_brackets(&self) -> bool {
        self.sites.iter().any(|site| matches!(site, Site::TypeOf(..) | Site::Assignment(_)))
    }

    fn cost(&mut self, span: Span, cost: u32) {
        *self.costs.entry((span.start, span.end)).or_default() += cost;
    }

    /// Counts what the sites that were found since then are put around.
    fn cost_since(&mut self, known: usize) {
        let around = self.sites.iter().skip(known).filter_map(|site| match site {
            Site::Look(leaf) => Some(leaf.span()),
            Site::Bound(Where::Before(span) | Where::Round(span) | Where::Assignment(span), _) => Some(*span),
            Site::Member(member) => Some(member.span()),
            _ => None,
        });
        for span in around.collect::<Vec<_>>() {
            self.cost(span, 2 * CALL);
        }
    }

    fn look(&mut self, expression: &'a Expression<'a>) {
        for leaf in leaves(expression) {
            if !sources(leaf).is_empty() {
                self.cost(leaf.span(), CALL);
                self.sites.push(Site::Look(leaf));
            }
        }
    }

    fn equality(&mut self, binary: &'a BinaryExpression<'a>) {
        let sides = [&binary.left, &binary.right];
        let [left, right] = sides.map(|side| !sources(side).is_empty());
        if left && (right || !is_quiet(&binary.right, &self.names)) {
            self.cost(binary.span, CALL);
        }
        for leaf in sides.into_iter().flat_map(leaves).filter(|leaf| !sources(leaf).is_empty()) {
            self.cost(leaf.span(), CALL);
        }
        if left || right {
            self.sites.push(Site::Equality(binary));
        }
    }

    fn conditions(&mut self, node: &AstKind<'a>) {
        match node {
            AstKind::IfStatement(branch) => self.look(&branch.test),
            AstKind::ConditionalExpression(choice) => self.look(&choice.test),
            AstKind::WhileStatement(turn) => self.look(&turn.test),
            AstKind::DoWhileStatement(turn) => self.look(&turn.test),
            AstKind::ForStatement(turn) => {
                if let Some(test) = &turn.test {
                    self.look(test);
                }
            }
            AstKind::LogicalExpression(logical) => self.look(&logical.left),
            AstKind::UnaryExpression(unary) => match (unary.operator, unary.argument.without_parentheses()) {
                (UnaryOperator::LogicalNot, _) => self.look(&unary.argument),
                (UnaryOperator::Typeof, Expression::Identifier(id)) => {
                    self.cost(unary.span, 2 * CALL);
                    self.sites.push(Site::TypeOf(unary, id.name.as_str()));
                }
                (UnaryOperator::Typeof, _) => self.look(&unary.argument),
                _ => {}
            },
            _ => {}
        }
    }

    fn construct(&mut self, new: &'a NewExpression<'a>, above: &[AstKind<'a>]) {
        let seen = match above.iter().rev().find(|node| !matches!(node, AstKind::ParenthesizedExpression(_))) {
            Some(AstKind::ExpressionStatement(_)) => true,
            // Reading a property is seen at once.
            Some(AstKind::StaticMemberExpression(member)) => member.object.span().contains_inclusive(new.span),
            _ => false,
        };
        if !seen {
            self.cost(new.span, CALL);
            self.sites.push(Site::New(new, starts_callee(new.span, above)));
        }
    }

    /// The arguments of `f?.(…)` are evaluated before the call is seen, but only if `f` is something.
    fn optional_call(&mut self, call: &'a CallExpression<'a>) {
        let loud = call.arguments.iter().any(|argument| match argument {
            Argument::SpreadElement(_) => true,
            argument => argument.as_expression().is_none_or(|argument| !is_quiet(argument, &self.names)),
        });
        if !loud {
            return;
        }
        match chains::called(call) {
            Some(_) => self.method(call),
            None => self.look(&call.callee),
        }
    }

    fn method(&mut self, call: &'a CallExpression<'a>) {
        let mut next = Some(call);
        while let Some(call) = next {
            if !self.methods.insert(call.span.end) {
                return;
            }
            self.cost(call.callee.span(), 2 * CALL);
            self.sites.push(Site::Method(call));
            next = chains::called(call).and_then(chains::called_before);
        }
    }
}

/// Whether a node that starts here starts what another `new` calls: a call there would be taken for its arguments.
fn starts_callee(span: Span, above: &[AstKind<'_>]) -> bool {
    let outer = above.iter().rev().find(|node| {
        let member = matches!(
            node,
            AstKind::ComputedMemberExpression(_)
                | AstKind::PrivateFieldExpression(_)
                | AstKind::StaticMemberExpression(_)
        );
        !member || node.span().start != span.start
    });
    matches!(outer, Some(AstKind::NewExpression(outer)) if outer.callee.span().start == span.start)
}

fn is_equality(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Equality
            | BinaryOperator::Inequality
            | BinaryOperator::StrictEquality
            | BinaryOperator::StrictInequality
    )
}
