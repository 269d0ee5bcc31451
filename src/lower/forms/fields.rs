//! Owns fields whose values do something. While the engine works out the value of a field it holds the class, so that whatever changes the class
//! meanwhile, `id = ++C.n`, ends it; and `super` finds no parent there. So the value is worked out by a private method that the constructor
//! calls first, or behind `super()` in a derived class: `#fields(){$field(this,"id",++C.n);return this}`. All fields that follow go the same way,
//! since values are worked out in their order. What must hold: nothing of a public field is there before its value is; a private one is, as
//! `undefined`. Where a name is worked out after such a value, or a parameter of the constructor does something of its own, the
//! class stays as it is: there the order would be another. Goes when Boa calls initialisers without holding the class, and gives them a home
//! object (0.22 `JsObject::initialize_instance_elements`).

use crate::lower::edits::Edits;
use crate::lower::walk::Watcher;
use crate::lower::{Helper, names};
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Class, ClassElement, Expression, MethodDefinitionKind, PropertyDefinition, PropertyKey, UnaryOperator,
};
use oxc_span::{GetSpan, Span};

pub(super) struct Fields<'a> {
    text: &'a str,
    /// The classes around, innermost last.
    around: Vec<Shape>,
    found: Vec<Shape>,
}

/// What is known of a class.
struct Shape {
    /// Behind its `{`.
    body: u32,
    derived: bool,
    /// Behind the `{` of the constructor.
    constructor: Option<u32>,
    /// Something happens in the parameters of the constructor.
    busy_parameters: bool,
    fields: Vec<Field>,
    /// Calls of `super` in the constructor, and whether such a call is a whole statement.
    supers: Vec<(Span, bool)>,
}

/// A field of instances.
struct Field {
    whole: Span,
    key: Span,
    /// As it is written in a literal; none where it is worked out.
    name: Option<String>,
    /// What makes a text of it where it stands.
    quote: &'static str,
    private: bool,
    /// Empty where there is none.
    value: Span,
    /// The value takes the name of the field.
    takes_name: bool,
    /// Something happens when the value is worked out.
    busy: bool,
}

impl<'a> Watcher<'a> for Fields<'a> {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        match node {
            AstKind::Class(class) => self.around.push(shape_of(class, self.text)),
            AstKind::Super(word) => {
                let called = match above.last() {
                    Some(AstKind::CallExpression(call)) if call.callee.span() == word.span => Some(call.span),
                    _ => None,
                };
                match (called, place(above, true)) {
                    (Some(call), Place::Constructor(_)) => {
                        if let Some(shape) = self.around.last_mut() {
                            let around = above.iter().rev().nth(1);
                            shape.supers.push((call, matches!(around, Some(AstKind::ExpressionStatement(_)))));
                        }
                    }
                    (None, at @ Place::Field(_)) => self.busy(word.span, at),
                    _ => {}
                }
            }
            _ if does_something(&node) => self.busy(node.span(), place(above, false)),
            _ => {}
        }
    }

    fn leave(&mut self, node: AstKind<'a>) {
        if let AstKind::Class(_) = node
            && let Some(shape) = self.around.pop()
            && shape.first().is_some()
        {
            self.found.push(shape);
        }
    }
}

/// What of a class a node is in.
enum Place {
    /// The definition of a field, which starts here.
    Field(u32),
    /// The constructor, whose body starts here.
    Constructor(u32),
    Elsewhere,
}

/// `later`: arrow functions count as part of what they are in.
fn place(above: &[AstKind<'_>], later: bool) -> Place {
    let mut around = above.iter().rev().peekable();
    while let Some(node) = around.next() {
        match node {
            AstKind::PropertyDefinition(property) if !property.r#static => return Place::Field(property.span.start),
            AstKind::Function(function) => {
                return match (around.peek(), &function.body) {
                    (Some(AstKind::MethodDefinition(method)), Some(body))
                        if method.kind == MethodDefinitionKind::Constructor =>
                    {
                        Place::Constructor(body.span.start)
                    }
                    _ => Place::Elsewhere,
                };
            }
            AstKind::ArrowFunctionExpression(_) if !later => return Place::Elsewhere,
            AstKind::PropertyDefinition(_) | AstKind::StaticBlock(_) | AstKind::Class(_) => return Place::Elsewhere,
            _ => {}
        }
    }
    Place::Elsewhere
}

/// Code of the guest's may run: a function, a getter, or a trap.
fn does_something(node: &AstKind<'_>) -> bool {
    match node {
        AstKind::UnaryExpression(unary) => unary.operator == UnaryOperator::Delete,
        AstKind::CallExpression(_)
        | AstKind::NewExpression(_)
        | AstKind::TaggedTemplateExpression(_)
        | AstKind::AssignmentExpression(_)
        | AstKind::UpdateExpression(_)
        | AstKind::StaticMemberExpression(_)
        | AstKind::ComputedMemberExpression(_)
        | AstKind::PrivateFieldExpression(_)
        | AstKind::SpreadElement(_) => true,
        _ => false,
    }
}

fn shape_of(class: &Class<'_>, text: &str) -> Shape {
    let mut shape = Shape {
        body: class.body.span.start + 1,
        derived: class.heritage.is_some(),
        constructor: None,
        busy_parameters: false,
        fields: Vec::new(),
        supers: Vec::new(),
    };
    for element in &class.body.body {
        match element {
            ClassElement::MethodDefinition(method) if method.kind == MethodDefinitionKind::Constructor => {
                shape.constructor = method.value.body.as_ref().map(|body| body.span.start + 1);
            }
            ClassElement::PropertyDefinition(property) if !property.r#static => {
                shape.fields.push(field_of(property, text))
            }
            _ => {}
        }
    }
    shape
}

fn field_of(property: &PropertyDefinition<'_>, text: &str) -> Field {
    let (whole, key) = (property.span, property.key.span());
    let name = match &property.key {
        _ if property.computed => None,
        PropertyKey::StaticIdentifier(id) => Some(format!("\"{}\"", id.name)),
        PropertyKey::PrivateIdentifier(id) => Some(format!("\"#{}\"", id.name)),
        _ => text.get(key.start as usize..key.end as usize).map(str::to_owned),
    };
    let takes_name = match property.value.as_ref().map(Expression::without_parentheses) {
        Some(Expression::ArrowFunctionExpression(_)) => true,
        Some(Expression::FunctionExpression(function)) => function.id.is_none(),
        Some(Expression::ClassExpression(class)) => class.id.is_none(),
        _ => false,
    };
    let value = property.value.as_ref().map_or_else(|| Span::empty(key.end), GetSpan::span);
    let private = matches!(property.key, PropertyKey::PrivateIdentifier(_));
    let quote = if matches!(property.key, PropertyKey::StaticIdentifier(_)) { "\"" } else { "" };
    Field { whole, key, name, quote, private, value, takes_name, busy: false }
}

impl Shape {
    /// The fields whose values are to be worked out by methods, if that changes nothing else.
    fn first(&self) -> Option<&[Field]> {
        let first = self.fields.iter().position(|field| field.busy)?;
        let moved = self.fields.get(first..)?;
        let in_order = moved.iter().all(|field| field.name.is_some());
        let at_start = self.derived || !self.busy_parameters;
        (in_order && at_start).then_some(moved)
    }
}

impl<'a> Fields<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, around: Vec::new(), found: Vec::new() }
    }

    fn busy(&mut self, span: Span, at: Place) {
        let Some(shape) = self.around.last_mut() else { return };
        match at {
            Place::Field(start) => {
                for field in &mut shape.fields {
                    field.busy |= field.whole.start == start && field.value.contains_inclusive(span);
                }
            }
            Place::Constructor(body) => shape.busy_parameters |= span.start < body,
            Place::Elsewhere => {}
        }
    }

    /// Adds the edits, if there are any; gives the helper they call and its name.
    pub(super) fn lower(&self, edits: &mut Edits) -> Option<(Helper, String)> {
        if self.found.is_empty() {
            return None;
        }
        let text = self.text;
        let helper = names::unused("$field", text);
        let (stem, rest) = (names::unused("#fields", text), names::unused("$args", text));
        for shape in &self.found {
            let mut calls = String::new();
            // A private one without a value is there from the start.
            let moved =
                shape.first().unwrap_or_default().iter().filter(|field| !field.private || !field.value.is_empty());
            for (number, field) in moved.enumerate() {
                let method = if number == 0 { stem.clone() } else { format!("{stem}_{number}") };
                field.lower(&method, &helper, text, edits);
                calls = format!("{calls}.{method}()");
            }
            match (shape.constructor, shape.derived) {
                (Some(body), false) => edits.open(body, format!("this{calls};")),
                (None, false) => edits.open(shape.body, format!("constructor(){{this{calls}}}")),
                (Some(_), true) => {
                    for (call, whole) in &shape.supers {
                        // Brackets at the start of a line would go on with the line above.
                        if *whole {
                            edits.after(*call, format!(",this{calls}"));
                        } else {
                            edits.wrap(*call, "(", format!(",this{calls})"));
                        }
                    }
                }
                (None, true) => {
                    edits.open(shape.body, format!("constructor(...{rest}){{super(...{rest});this{calls}}}"));
                }
            }
        }
        Some((Helper::Field, helper))
    }
}

impl Field {
    fn lower(&self, method: &str, helper: &str, text: &str, edits: &mut Edits) {
        let name = self.name.as_deref().unwrap_or_default();
        if self.private {
            let key = text.get(self.key.start as usize..self.key.end as usize).unwrap_or_default();
            edits.close(self.key.end, format!(";{method}(){{this.{key}"));
            edits.close(self.whole.end, ";return this}");
        } else {
            let quote = self.quote;
            edits.open(self.key.start, format!("{method}(){{"));
            edits.open_for(self.key.start, helper.to_owned(), Some(self.key.start));
            edits.open(self.key.start, format!("(this,{quote}"));
            if self.value.is_empty() {
                edits.close(self.key.end, format!("{quote},void 0);return this}}"));
            } else {
                edits.close(self.key.end, format!("{quote},"));
                edits.blank(Span::new(self.key.end, self.value.start));
                edits.close(self.value.end, ");return this}");
            }
        }
        // In a literal `__proto__` would be the prototype.
        if self.takes_name && !name.contains("__proto__") {
            edits.wrap(self.value, format!("({{{name}:"), format!("}})[{name}]"));
        }
    }
}
