//! Owns the names under which the engine finds functions and values of the guest and asks something of what they give: whether it is
//! an object, true, or nullish. What must hold: only names written out count, of the key and of a function put under it;
//! `[Symbol.iterator]` does not, since the engine reads a property of what it gives; what is only stored under such a name is not
//! looked at unless the program makes iterators of its own, and then only `done` is. Deliberately absent: keys that are worked out,
//! and built-ins put under these names.

use super::names::constructed;
use super::values::{concise, function_at, leaves};
use super::{Around, CALL, Probes, Site};
use crate::lower::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentExpression, AssignmentOperator, AssignmentTarget, BindingPattern, Expression, MethodDefinitionKind,
    ObjectExpression, ObjectPropertyKind, PropertyKey, PropertyKind,
};
use oxc_span::GetSpan;
use std::collections::{HashMap, HashSet};

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

/// What a program says before its functions are read: which of them it puts under such names later.
#[derive(Default)]
pub(in crate::lower) struct Named<'a> {
    /// Names of functions, and what they are put under.
    functions: HashMap<&'a str, Vec<Key>>,
    /// Variables that hold `Symbol.…`.
    symbols: HashSet<&'a str>,
    /// It names `Symbol.iterator` or `Iterator`.
    iterable: bool,
    /// It has something under `next`.
    next: bool,
}

impl<'a> Watcher<'a> for Named<'a> {
    fn enter(&mut self, node: AstKind<'a>, _: &[AstKind<'a>]) {
        match node {
            AstKind::VariableDeclarator(declarator) => {
                if let (BindingPattern::BindingIdentifier(id), Some(value)) = (&declarator.id, &declarator.init)
                    && self.computed(value) == Key::Symbol
                {
                    self.symbols.insert(id.name.as_str());
                }
            }
            AstKind::ObjectProperty(property) if property.kind == PropertyKind::Init => {
                let key = self.of(&property.key, property.computed);
                self.put(key, &property.value);
            }
            AstKind::PropertyDefinition(property) => {
                let key = self.of(&property.key, property.computed);
                if let Some(value) = &property.value {
                    self.put(key, value);
                }
            }
            AstKind::MethodDefinition(method) => self.next |= self.of(&method.key, method.computed) == Key::Next,
            AstKind::AssignmentExpression(assignment) => {
                if let Some(key) = self.assigned(&assignment.left) {
                    self.put(key, &assignment.right);
                }
            }
            AstKind::StaticMemberExpression(member) => {
                self.iterable |= matches!(member.property.name.as_str(), "iterator" | "asyncIterator");
            }
            AstKind::StringLiteral(text) => {
                self.iterable |= matches!(text.value.as_str(), "iterator" | "asyncIterator");
            }
            AstKind::IdentifierReference(id) => self.iterable |= id.name == "Iterator",
            _ => {}
        }
    }
}

impl<'a> Named<'a> {
    fn put(&mut self, key: Key, value: &'a Expression<'a>) {
        self.next |= key == Key::Next;
        if let (false, Expression::Identifier(id)) = (key == Key::Other, value.without_parentheses()) {
            self.functions.entry(id.name.as_str()).or_default().push(key);
        }
    }

    /// Whether it makes iterators, other than by generators.
    fn iterates(&self) -> bool {
        self.iterable && self.next
    }

    /// What an assignment puts its value under, unless that is a variable or a pattern.
    fn assigned(&self, left: &AssignmentTarget<'_>) -> Option<Key> {
        match left {
            AssignmentTarget::StaticMemberExpression(member) => Some(key_named(member.property.name.as_str())),
            AssignmentTarget::ComputedMemberExpression(member) => Some(self.computed(&member.expression)),
            _ => None,
        }
    }

    fn of(&self, key: &PropertyKey<'_>, computed: bool) -> Key {
        match key.as_expression() {
            Some(key) if computed => self.computed(key),
            _ => key.static_name().map_or(Key::Other, |name| key_named(&name)),
        }
    }

    fn computed(&self, key: &Expression<'_>) -> Key {
        match key.without_parentheses() {
            Expression::Identifier(id) if self.symbols.contains(id.name.as_str()) => Key::Symbol,
            key => key_computed(key),
        }
    }
}

impl<'a> Probes<'a> {
    pub(super) fn keys(&mut self, node: &AstKind<'a>) {
        match node {
            AstKind::ObjectProperty(property) => {
                let key = self.told.of(&property.key, property.computed);
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
                let key = self.told.of(&method.key, method.computed);
                if method.kind == MethodDefinitionKind::Get && self.told.iterates() && is_done(&method.key) {
                    self.name_function(Key::Function, method.value.span.start, false);
                }
                self.name_function(key, method.value.span.start, method.value.r#async || method.value.generator);
            }
            AstKind::PropertyDefinition(property) => {
                if let Some(value) = &property.value {
                    self.value_under(self.told.of(&property.key, property.computed), value);
                    if self.told.iterates() && is_done(&property.key) {
                        self.look(value);
                    }
                }
            }
            AstKind::VariableDeclarator(declarator) => {
                if let (BindingPattern::BindingIdentifier(id), Some(value)) = (&declarator.id, &declarator.init) {
                    self.value_under(key_named(id.name.as_str()), value);
                    self.told_under(id.name.as_str(), value);
                }
            }
            AstKind::AssignmentExpression(assignment) => self.assigned_key(assignment),
            AstKind::ObjectExpression(object) => self.iterator_result(object),
            _ => {}
        }
    }

    fn value_under(&mut self, key: Key, value: &'a Expression<'a>) {
        if let Some((start, async_or_generator)) = function_at(value) {
            self.name_function(key, start, async_or_generator);
        } else if key == Key::Symbol {
            self.look(value);
        }
    }

    /// A function put in a variable, whose name is put under a key somewhere.
    fn told_under(&mut self, name: &str, value: &'a Expression<'a>) {
        let Some((start, async_or_generator)) = function_at(value) else { return };
        for key in self.told.functions.get(name).cloned().unwrap_or_default() {
            self.name_function(key, start, async_or_generator);
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
        let known = self.named.entry(start).or_default();
        known.telling |= around.telling;
        known.trap |= around.trap;
        known.next |= around.next;
    }

    fn assigned_key(&mut self, assignment: &'a AssignmentExpression<'a>) {
        if assignment.operator != AssignmentOperator::Assign {
            return;
        }
        if let AssignmentTarget::AssignmentTargetIdentifier(id) = &assignment.left {
            return self.told_under(id.name.as_str(), &assignment.right);
        }
        if let Some(key) = self.told.assigned(&assignment.left) {
            self.value_under(key, &assignment.right);
        }
        let done = match &assignment.left {
            AssignmentTarget::StaticMemberExpression(member) => member.property.name == "done",
            AssignmentTarget::ComputedMemberExpression(member) => is_word_done(&member.expression),
            _ => false,
        };
        if done && self.gives_results() {
            self.look(&assignment.right);
        }
    }

    /// Whether what is put under `done` here may be that of an iterator's result.
    fn gives_results(&self) -> bool {
        self.told.iterates() || self.functions.last().is_some_and(|function| function.next)
    }

    /// `{ done, value }` and nothing else, or any object with `done` where the program gives such results.
    fn iterator_result(&mut self, object: &'a ObjectExpression<'a>) {
        let next = self.gives_results();
        let mut done = None;
        for property in &object.properties {
            match property {
                ObjectPropertyKind::ObjectProperty(property) if is_done(&property.key) => done = Some(property),
                ObjectPropertyKind::ObjectProperty(property) if !property.computed => {
                    if !next && property.key.static_name().is_none_or(|name| name != "value") {
                        return;
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
                let own = [own].into_iter().chain(
                    (function.id.as_ref())
                        .and_then(|id| self.told.functions.get(id.name.as_str()))
                        .into_iter()
                        .flatten()
                        .copied(),
                );
                for key in own.collect::<Vec<_>>() {
                    self.name_function(key, function.span.start, function.r#async || function.generator);
                }
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
}

/// Whether a key is `done`, in brackets or not.
fn is_done(key: &PropertyKey<'_>) -> bool {
    match key.as_expression() {
        Some(key) => is_word_done(key),
        None => key.static_name().is_some_and(|name| name == "done"),
    }
}

fn is_word_done(key: &Expression<'_>) -> bool {
    matches!(key.without_parentheses(), Expression::StringLiteral(text) if text.value == "done")
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
