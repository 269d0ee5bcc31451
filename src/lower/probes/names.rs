//! Owns which variables can never hold a pending value. Variables of the same name count as one, so no scopes are needed: a
//! name is plain if whatever is ever put under it, anywhere in the program, is. What must hold: a name is plain only if that is sure.

use super::values::{Source, sources};
use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentExpression, AssignmentOperator, AssignmentTarget, BindingPattern, Class, Expression, ForStatementLeft,
    IdentifierReference, MethodDefinitionKind, VariableDeclarator,
};
use oxc_span::{GetSpan, Span};
use std::collections::{HashMap, HashSet};

/// What is put under the names of a program.
#[derive(Default)]
pub(super) struct Names<'a> {
    known: HashMap<&'a str, Known<'a>>,
    /// The program names the global object, through which any global can be set.
    global_object: bool,
    /// It names `Proxy`.
    proxy: bool,
    /// Starts of classes whose constructor returns something.
    returning: HashSet<u32>,
}

#[derive(Default)]
struct Known<'a> {
    /// How many declarations there are.
    declared: usize,
    /// Something is assigned to it.
    assigned: bool,
    /// It may hold anything.
    wild: bool,
    values: Vec<&'a Expression<'a>>,
    class: Option<&'a Class<'a>>,
}

impl<'a> Names<'a> {
    pub(super) fn enter(&mut self, node: &AstKind<'a>, above: &[AstKind<'a>]) {
        match node {
            AstKind::VariableDeclarator(declarator) => self.declarator(declarator, above),
            AstKind::Function(function) => {
                if let Some(id) = &function.id {
                    self.declare(id.name.as_str(), false);
                }
            }
            AstKind::Class(class) => {
                if let Some(id) = &class.id {
                    self.declare(id.name.as_str(), false);
                    self.of(id.name.as_str()).class = Some(class);
                }
            }
            AstKind::FormalParameter(parameter) => self.pattern(&parameter.pattern, true),
            AstKind::FormalParameterRest(rest) => {
                let list = matches!(rest.rest.argument, BindingPattern::BindingIdentifier(_));
                self.pattern(&rest.rest.argument, !list);
            }
            AstKind::CatchParameter(parameter) => self.pattern(&parameter.pattern, true),
            AstKind::AssignmentExpression(assignment) => self.assignment(assignment),
            AstKind::IdentifierReference(id) => self.reference(id, above.last()),
            _ => {}
        }
    }

    /// Whether there is a variable of this name, as far as the program has been read.
    pub(super) fn declares(&self, name: &str) -> bool {
        is_fixed(name) || self.known.get(name).is_some_and(|known| known.declared > 0)
    }

    /// Whether the program can make a proxy.
    pub(super) fn makes_proxies(&self) -> bool {
        self.proxy || self.global_object
    }

    /// The constructor of this class returns something.
    pub(super) fn returns(&mut self, class: u32) {
        self.returning.insert(class);
    }

    fn of(&mut self, name: &'a str) -> &mut Known<'a> {
        self.known.entry(name).or_default()
    }

    fn declare(&mut self, name: &'a str, wild: bool) {
        let known = self.of(name);
        known.declared += 1;
        known.wild |= wild;
    }

    fn pattern(&mut self, pattern: &'a BindingPattern<'a>, wild: bool) {
        for id in pattern.get_binding_identifiers() {
            self.declare(id.name.as_str(), wild);
        }
    }

    fn declarator(&mut self, declarator: &'a VariableDeclarator<'a>, above: &[AstKind<'a>]) {
        let BindingPattern::BindingIdentifier(id) = &declarator.id else {
            return self.pattern(&declarator.id, true);
        };
        let around = above.iter().rev().nth(1);
        let of = matches!(around, Some(AstKind::ForOfStatement(head)) if head.left.span().contains_inclusive(declarator.span));
        self.declare(id.name.as_str(), of);
        if let Some(value) = &declarator.init {
            let known = self.of(id.name.as_str());
            known.values.push(value);
            if let Expression::ClassExpression(class) = value {
                known.class = Some(class);
            }
        }
    }

    fn assignment(&mut self, assignment: &'a AssignmentExpression<'a>) {
        let AssignmentTarget::AssignmentTargetIdentifier(id) = &assignment.left else { return };
        let known = self.of(id.name.as_str());
        known.assigned = true;
        if assignment.operator == AssignmentOperator::Assign || assignment.operator.is_logical() {
            known.values.push(&assignment.right);
        }
    }

    fn reference(&mut self, id: &'a IdentifierReference<'a>, parent: Option<&AstKind<'a>>) {
        let name = id.name.as_str();
        self.global_object |= name == "globalThis";
        self.proxy |= name == "Proxy";
        let target = match parent {
            Some(
                AstKind::ArrayAssignmentTarget(_)
                | AstKind::AssignmentTargetWithDefault(_)
                | AstKind::AssignmentTargetPropertyIdentifier(_)
                | AstKind::AssignmentTargetPropertyProperty(_)
                | AstKind::AssignmentTargetRest(_),
            ) => true,
            Some(AstKind::ForOfStatement(head)) => is_target(&head.left, id.span),
            Some(AstKind::ForInStatement(head)) => is_target(&head.left, id.span),
            _ => false,
        };
        if target {
            self.declare(name, true);
        }
    }

    /// Works out which names may hold a pending value.
    pub(super) fn resolve(self) -> Plain<'a> {
        let mut wild: Vec<&str> = Vec::new();
        let mut readers: HashMap<&str, Vec<&str>> = HashMap::new();
        for (&name, known) in &self.known {
            if known.wild {
                wild.push(name);
            }
            for source in known.values.iter().flat_map(|value| sources(value)) {
                match source {
                    Source::Anywhere => wild.push(name),
                    Source::Name(from) => readers.entry(from).or_default().push(name),
                    Source::Builtin(from) if self.is_builtin(from) => {}
                    Source::Builtin(_) => wild.push(name),
                }
            }
        }
        let mut found = HashSet::new();
        while let Some(name) = wild.pop() {
            if found.insert(name) {
                wild.extend(readers.get(name).into_iter().flatten());
            }
        }
        Plain { names: self, wild: found }
    }

    /// A global that means what it means from the start.
    fn is_builtin(&self, name: &str) -> bool {
        !self.global_object && !self.known.contains_key(name)
    }
}

/// Globals that are always there and stay what they are.
fn is_fixed(name: &str) -> bool {
    matches!(name, "undefined" | "NaN" | "Infinity")
}

fn is_target(left: &ForStatementLeft<'_>, span: Span) -> bool {
    left.span() == span
}

/// Knows which names are plain.
pub(super) struct Plain<'a> {
    pub(super) names: Names<'a>,
    wild: HashSet<&'a str>,
}

impl<'a> Plain<'a> {
    /// Whether a variable may hold a pending value.
    pub(super) fn may_hold(&self, name: &str) -> bool {
        // A name that is a variable in one place may be a global in another.
        let open = self.names.global_object && !is_fixed(name);
        open || self.wild.contains(name)
    }

    /// Whether an expression may give a pending value.
    pub(super) fn may_give(&self, expression: &'a Expression<'a>) -> bool {
        sources(expression).into_iter().any(|source| match source {
            Source::Anywhere => true,
            Source::Name(name) => self.may_hold(name),
            Source::Builtin(name) => !self.names.is_builtin(name),
        })
    }

    /// Whether `new` may give something else than a new object for what this names.
    pub(super) fn may_construct(&self, callee: &Expression<'a>) -> bool {
        let mut callee = Some(callee);
        // Classes may extend each other in a circle of names.
        for _ in 0..self.names.known.len() + 1 {
            let Some(Expression::Identifier(id)) = callee.map(Expression::without_parentheses) else {
                return callee.is_some();
            };
            let name = id.name.as_str();
            if self.names.is_builtin(name) {
                return !is_constructor(name);
            }
            let Some(class) = self
                .names
                .known
                .get(name)
                .filter(|known| known.declared == 1 && !known.assigned)
                .and_then(|known| known.class)
            else {
                return true;
            };
            if self.names.returning.contains(&class.span.start) {
                return true;
            }
            callee = class.heritage.as_ref().map(|heritage| &heritage.expression);
        }
        true
    }
}

/// Constructors of the platform that make an object of their own, whatever they are given.
fn is_constructor(name: &str) -> bool {
    name.ends_with("Error")
        || name.ends_with("Array")
        || matches!(
            name,
            "Map"
                | "Set"
                | "WeakMap"
                | "WeakSet"
                | "Date"
                | "Promise"
                | "RegExp"
                | "ArrayBuffer"
                | "DataView"
                | "URL"
                | "URLSearchParams"
                | "TextEncoder"
                | "TextDecoder"
                | "Number"
                | "String"
                | "Boolean"
                | "Proxy"
        )
}

/// The class whose constructor a function is.
pub(super) fn constructed(above: &[AstKind<'_>]) -> Option<u32> {
    let mut around = above.iter().rev();
    match around.next()? {
        AstKind::MethodDefinition(method) if method.kind == MethodDefinitionKind::Constructor => {}
        _ => return None,
    }
    around.find_map(|node| match node {
        AstKind::Class(class) => Some(class.span.start),
        _ => None,
    })
}
