//! Owns the names under which the engine finds functions and values of the guest and asks something of what they give: whether it is
//! an object, true, or nullish. What must hold: only names written out count; `[Symbol.iterator]` does not, since the engine reads a
//! property of what it gives.

use super::names::constructed;
use super::values::{concise, leaves, returning_function};
use super::{Around, CALL, Probes, Site};
use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentExpression, AssignmentOperator, AssignmentTarget, BindingPattern, Expression, ObjectExpression,
    ObjectPropertyKind, PropertyKey, PropertyKind,
};
use oxc_span::GetSpan;

/// What a function or a value is written under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    /// The engine asks something of what a function returns.
    Function,
    /// `[Symbol.…]`: as well of the value itself.
    Symbol,
    /// As well of what an `async` one gives in the end: an iterator that is closed.
    Return,
    /// A trap of a proxy, of which the engine asks whether it is true or an object.
    Trap,
    /// Results of an iterator.
    Next,
    Other,
}

impl<'a> Probes<'a> {
    pub(super) fn keys(&mut self, node: &AstKind<'a>) {
        match node {
            AstKind::ObjectProperty(property) => {
                let key = key_of(&property.key, property.computed);
                if property.kind == PropertyKind::Init && !property.method {
                    self.value_under(key, &property.value);
                    let plain = !property.computed && !property.shorthand;
                    if plain && property.key.static_name().is_some_and(|name| name == "__proto__") {
                        self.look(&property.value);
                    }
                } else if let Expression::FunctionExpression(function) = &property.value {
                    self.name_function(key, function.span.start, function.r#async || function.generator);
                }
            }
            AstKind::MethodDefinition(method) => {
                let key = key_of(&method.key, method.computed);
                self.name_function(key, method.value.span.start, method.value.r#async || method.value.generator);
            }
            AstKind::PropertyDefinition(property) => {
                if let Some(value) = &property.value {
                    self.value_under(key_of(&property.key, property.computed), value);
                }
            }
            AstKind::VariableDeclarator(declarator) => {
                if let (BindingPattern::BindingIdentifier(id), Some(value)) = (&declarator.id, &declarator.init) {
                    self.value_under(key_named(id.name.as_str()), value);
                }
            }
            AstKind::AssignmentExpression(assignment) => self.assigned_key(assignment),
            AstKind::ObjectExpression(object) => self.iterator_result(object),
            _ => {}
        }
    }

    fn value_under(&mut self, key: Key, value: &'a Expression<'a>) {
        if let Some(start) = returning_function(value) {
            self.name_function(key, start, false);
        } else if key == Key::Symbol {
            self.look(value);
        }
    }

    fn name_function(&mut self, key: Key, start: u32, async_or_generator: bool) {
        let around = match key {
            Key::Function | Key::Symbol => Around { telling: !async_or_generator, ..Around::default() },
            Key::Return => Around { telling: true, ..Around::default() },
            Key::Trap => Around { trap: !async_or_generator, ..Around::default() },
            Key::Next => Around { next: true, ..Around::default() },
            Key::Other => return,
        };
        self.named.insert(start, around);
    }

    fn assigned_key(&mut self, assignment: &'a AssignmentExpression<'a>) {
        if assignment.operator != AssignmentOperator::Assign {
            return;
        }
        match &assignment.left {
            AssignmentTarget::StaticMemberExpression(member) => {
                let name = member.property.name.as_str();
                self.value_under(key_named(name), &assignment.right);
                if name == "done" && self.functions.last().is_some_and(|function| function.next) {
                    self.look(&assignment.right);
                }
            }
            AssignmentTarget::ComputedMemberExpression(member) => {
                self.value_under(key_computed(&member.expression), &assignment.right);
            }
            _ => {}
        }
    }

    /// `{ done, value }` and nothing else, or any object with `done` in a function that gives such results.
    fn iterator_result(&mut self, object: &'a ObjectExpression<'a>) {
        let next = self.functions.last().is_some_and(|function| function.next);
        let mut done = None;
        for property in &object.properties {
            match property {
                ObjectPropertyKind::ObjectProperty(property) if !property.computed => {
                    match property.key.static_name().as_deref() {
                        Some("done") => done = Some(property),
                        Some("value") => {}
                        _ if next => {}
                        _ => return,
                    }
                }
                _ if next => {}
                _ => return,
            }
        }
        let Some(property) = done else { return };
        match &property.value {
            value if property.shorthand => self.sites.push(Site::Shorthand(value)),
            Expression::FunctionExpression(getter) if property.kind == PropertyKind::Get => {
                self.name_function(Key::Function, getter.span.start, false);
            }
            value => self.look(value),
        }
    }

    /// Keeps what the functions around are, and what they return where that is asked about.
    pub(super) fn function(&mut self, node: &AstKind<'a>, above: &[AstKind<'a>]) {
        match node {
            AstKind::Function(function) => {
                let own = function.id.as_ref().map_or(Key::Other, |id| key_named(id.name.as_str()));
                self.name_own(own, function.span.start, function.r#async || function.generator);
                let mut around = self.named.remove(&function.span.start).unwrap_or_default();
                around.constructs = constructed(above);
                self.functions.push(around);
            }
            AstKind::ArrowFunctionExpression(arrow) => {
                let around = self.named.remove(&arrow.span.start).unwrap_or_default();
                self.functions.push(around);
                if let Some(value) = concise(&arrow.body) {
                    self.returned(around, value);
                }
            }
            AstKind::ReturnStatement(statement) => {
                let (Some(value), Some(around)) = (&statement.argument, self.functions.last().copied()) else { return };
                self.returned(around, value);
                if let Some(class) = around.constructs {
                    self.names.returns(class);
                }
            }
            _ => {}
        }
    }

    fn returned(&mut self, around: Around, value: &'a Expression<'a>) {
        if around.telling {
            self.look(value);
        } else if around.trap {
            for leaf in leaves(value) {
                self.cost(leaf.span(), CALL);
                self.sites.push(Site::Trap(leaf));
            }
        }
    }

    fn name_own(&mut self, key: Key, start: u32, async_or_generator: bool) {
        if !self.named.contains_key(&start) {
            self.name_function(key, start, async_or_generator);
        }
    }
}

fn key_of(key: &PropertyKey<'_>, computed: bool) -> Key {
    match key.as_expression() {
        Some(key) if computed => key_computed(key),
        _ => key.static_name().map_or(Key::Other, |name| key_named(&name)),
    }
}

fn key_named(name: &str) -> Key {
    match name {
        "valueOf" | "toString" | "toJSON" => Key::Function,
        "return" => Key::Return,
        "has" | "set" | "deleteProperty" | "defineProperty" | "isExtensible" | "preventExtensions"
        | "getPrototypeOf" | "setPrototypeOf" | "construct" => Key::Trap,
        "next" => Key::Next,
        _ => Key::Other,
    }
}

fn key_computed(key: &Expression<'_>) -> Key {
    let (object, name) = match key.without_parentheses() {
        Expression::StringLiteral(text) => return key_named(text.value.as_str()),
        Expression::StaticMemberExpression(member) => (&member.object, member.property.name.as_str()),
        Expression::ComputedMemberExpression(member) => match &member.expression {
            Expression::StringLiteral(name) => (&member.object, name.value.as_str()),
            _ => return Key::Other,
        },
        _ => return Key::Other,
    };
    let symbol = matches!(object.without_parentheses(), Expression::Identifier(id) if id.name == "Symbol");
    match name {
        "iterator" | "asyncIterator" => Key::Other,
        _ if symbol => Key::Symbol,
        _ => Key::Other,
    }
}
