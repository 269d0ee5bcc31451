//! Owns the removal of TypeScript's syntax: types are blanked in place, so what is left is JavaScript at the same
//! offsets. What must hold: no statement, arrow or `return` means something else because of what was blanked before it;
//! what has a meaning of its own at run time is lowered (`enums.rs`, parameter properties here) or refused by its line.
//! Deliberately absent: checking types.

use super::body;
use super::edits::Edits;
use super::enums;
use super::names;
use super::syntax::Fault;
use super::trivia;
use super::walk::{Watcher, statements_of};
use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrowFunctionExpression, BindingPattern, Class, ClassElement, Declaration, Directive, ExportDefaultDeclarationKind,
    Expression, FormalParameter, Function, ImportDeclaration, ImportDeclarationSpecifier, MethodDefinitionKind,
    PropertyKey, Statement, TSThisParameter,
};
use oxc_span::{GetSpan, Span};
use std::collections::HashSet;

/// Collects what is to be blanked.
pub(super) struct Types<'a> {
    text: &'a str,
    pub(super) edits: Edits,
    /// Where blanked text ends: a statement that ends there needs a semicolon of its own.
    blank_ends: HashSet<u32>,
    /// Ends of statements and class elements that something follows.
    ends: Vec<u32>,
    /// The name of the object that is to be an `enum`, once there is one.
    object: Option<String>,
    pub(super) faults: Vec<Fault>,
}

/// What a class element may begin with that is no JavaScript.
const MODIFIERS: [&str; 7] = ["public", "private", "protected", "readonly", "override", "declare", "abstract"];

impl<'a> Types<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            edits: Edits::default(),
            blank_ends: HashSet::new(),
            ends: Vec::new(),
            object: None,
            faults: Vec::new(),
        }
    }

    /// Adds the semicolons that line breaks stood for where a blank now hides the end of a statement.
    pub(super) fn finish(mut self) -> Edits {
        for end in &self.ends {
            if self.blank_ends.contains(end) {
                self.edits.close(*end, ";");
            }
        }
        self.edits
    }

    fn source(&self, start: u32, end: u32) -> &'a str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    fn blank(&mut self, start: u32, end: u32) {
        if start < end {
            self.edits.blank(Span::new(start, end));
            self.blank_ends.insert(end);
        }
    }

    /// A statement or class element that is gone. A semicolon in its place keeps its neighbours apart.
    fn remove(&mut self, span: Span) {
        self.edits.open(span.start, ";");
        self.edits.blank(span);
    }

    fn refuse(&mut self, span: Span, message: &'static str, hint: &'static str) {
        self.faults.push(Fault::new(span.start, message).hint(hint));
    }

    fn statements(&mut self, directives: &[Directive<'a>], statements: &[Statement<'a>]) {
        self.ends.extend(directives.iter().map(|directive| directive.span.end));
        for statement in statements {
            if self.is_type_only(statement) {
                self.remove(statement.span());
            } else {
                self.ends.push(statement.span().end);
            }
        }
    }

    /// Statements that mean nothing at run time.
    fn is_type_only(&self, statement: &Statement<'a>) -> bool {
        match statement {
            Statement::ImportDeclaration(import) => is_type_import(import),
            Statement::ExportNamedDeclaration(export) => {
                export.export_kind.is_type()
                    || (!export.specifiers.is_empty()
                        && export.specifiers.iter().all(|name| name.export_kind.is_type()))
            }
            Statement::ExportFromDeclaration(export) => export.export_kind.is_type(),
            Statement::ExportAllDeclaration(export) => export.export_kind.is_type(),
            Statement::ExportDeclaration(export) => is_type_declaration(&export.declaration),
            Statement::ExportDefaultDeclaration(export) => match &export.declaration {
                ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => true,
                ExportDefaultDeclarationKind::FunctionDeclaration(function) => function.body.is_none(),
                _ => false,
            },
            _ => statement.as_declaration().is_some_and(is_type_declaration),
        }
    }

    fn class(&mut self, class: &'a Class<'a>) {
        let mut at = class.span.start;
        for decorator in &class.decorators {
            at = at.max(decorator.span.end);
        }
        self.modifiers(at, class.body.span.start, &["abstract", "declare"]);
        if let (Some(first), Some(last)) = (class.implements.first(), class.implements.last()) {
            let ends = [
                class.id.as_ref().map(|id| id.span.end),
                class.type_parameters.as_ref().map(|parameters| parameters.span.end),
                class.heritage.as_ref().map(|heritage| heritage.expression.span().end),
                class.heritage.as_ref().and_then(|heritage| Some(heritage.type_arguments.as_ref()?.span.end)),
            ];
            let start = ends.into_iter().flatten().max().unwrap_or_else(|| {
                let word = self.source(class.span.start, first.span.start).rfind("implements").unwrap_or(0);
                class.span.start + u32::try_from(word).unwrap_or(0)
            });
            self.blank(start, last.span.end);
        }
        for element in &class.body.body {
            self.element(element, class.heritage.is_some());
        }
    }

    fn element(&mut self, element: &'a ClassElement<'a>, derived: bool) {
        match element {
            ClassElement::TSIndexSignature(signature) => self.remove(signature.span),
            ClassElement::StaticBlock(_) => {}
            ClassElement::MethodDefinition(method) => {
                if method.value.body.is_none() {
                    return self.remove(method.span);
                }
                self.member(method.span, &method.key);
                if method.optional {
                    self.mark(method.key.span().end, method.value.params.span.start);
                }
                if method.kind == MethodDefinitionKind::Constructor {
                    self.parameter_properties(&method.value, method.span, derived);
                }
            }
            ClassElement::PropertyDefinition(property) => {
                if property.declare || property.r#type.is_abstract() {
                    return self.remove(property.span);
                }
                self.member(property.span, &property.key);
                if property.optional || property.definite {
                    let annotation = property.type_annotation.as_ref().map(|annotation| annotation.span.start);
                    let value = property.value.as_ref().map(|value| value.span().start);
                    self.mark(property.key.span().end, annotation.or(value).unwrap_or(property.span.end));
                }
                self.ends.push(property.span.end);
            }
            ClassElement::AccessorProperty(property) => self.member(property.span, &property.key),
        }
    }

    /// Blanks the modifiers of a class element. What is left may begin with `[` or `*`, so it gets a semicolon.
    fn member(&mut self, span: Span, key: &PropertyKey<'a>) {
        if self.modifiers(span.start, key.span().start, &MODIFIERS) {
            self.edits.open(span.start, ";");
        }
    }

    /// Blanks those of `words` that stand between `at` and `end`; says whether there was one.
    fn modifiers(&mut self, at: u32, end: u32, words: &[&str]) -> bool {
        let mut at = at;
        let mut found = false;
        loop {
            at = trivia::skip(self.text, at);
            let length = trivia::word_len(self.text, at);
            if length == 0 || at + length > end {
                return found;
            }
            let word = self.source(at, at + length);
            if words.contains(&word) {
                self.edits.blank(Span::new(at, at + length));
                found = true;
            } else if !matches!(word, "static" | "async" | "get" | "set" | "accessor" | "export" | "default") {
                return found;
            }
            at += length;
        }
    }

    /// Blanks the `?` or `!` after a name.
    fn mark(&mut self, from: u32, to: u32) {
        if let Some(at) = trivia::find(self.text, from, to, |byte| byte == b'?' || byte == b'!') {
            self.blank(at, at + 1);
        }
    }

    fn parameter(&mut self, parameter: &FormalParameter<'a>) {
        let pattern = parameter.pattern.span();
        self.modifiers(parameter.span.start, pattern.start, &MODIFIERS);
        let typed = parameter.type_annotation.as_ref().map(|annotation| annotation.span);
        if parameter.optional {
            self.mark(pattern.end, typed.map_or(parameter.span.end, |span| span.start));
        }
    }

    /// `constructor(private a: number)` assigns `this.a`, at the start of the body or after `super()`.
    fn parameter_properties(&mut self, constructor: &'a Function<'a>, method: Span, derived: bool) {
        let mut assignments = String::new();
        for item in &constructor.params.items {
            if item.accessibility.is_none() && !item.readonly && !item.r#override {
                continue;
            }
            // The parser refuses patterns here.
            if let BindingPattern::BindingIdentifier(id) = &item.pattern {
                assignments.push_str(&format!("this.{0}={0};", id.name));
            }
        }
        let (false, Some(body)) = (assignments.is_empty(), &constructor.body) else { return };
        let called = body.statements.iter().find(|statement| match statement {
            Statement::ExpressionStatement(statement) => {
                matches!(&statement.expression, Expression::CallExpression(call) if call.callee.is_super())
            }
            _ => false,
        });
        let first = body.directives.last().map_or(body.span.start + 1, |directive| directive.span.end);
        match called {
            Some(statement) => self.edits.close(statement.span().end, format!(";{assignments}")),
            None if derived => {
                self.refuse(
                    method,
                    "parameter properties need `super()` as a statement of the constructor's body",
                    "Move it there.",
                );
            }
            None => self.edits.open(first, format!(";{assignments}")),
        }
    }

    /// No line may end between an arrow's parameters and `=>`, nor between `async` and its parameters.
    fn arrow(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let params = arrow.params.span;
        if arrow.r#async && has_line_end(self.source(arrow.span.start, params.start)) {
            self.edits.blank(Span::new(arrow.span.start, arrow.span.start + 5));
            self.edits.open(params.start, "async");
        }
        let Some(returned) = &arrow.return_type else { return };
        let end = arrow.body.span().start;
        let Some(sign) = trivia::find(self.text, returned.span.end, end, |byte| byte == b'=') else { return };
        if has_line_end(self.source(params.end, sign)) {
            self.edits.blank(Span::new(sign, sign + 2));
            self.edits.open(params.end, "=>");
        }
    }

    /// `(this: T, a)`: the comma goes with it.
    fn this_parameter(&mut self, parameter: &TSThisParameter<'a>) {
        let after = trivia::skip(self.text, parameter.span.end);
        let comma = self.text.as_bytes().get(after as usize) == Some(&b',');
        self.blank(parameter.span.start, if comma { after + 1 } else { parameter.span.end });
    }

    fn refused(&mut self, node: &AstKind<'a>) {
        match node {
            AstKind::TSNamespaceDeclaration(space) if !space.declare => {
                self.refuse(space.span, "namespaces are not available", "Use an object: `const a = { f() { … } }`.");
            }
            AstKind::ImportDeclaration(import) if !is_type_import(import) => {
                self.refuse(import.span, "imports are not available", body::IMPORT_HINT);
            }
            AstKind::ExportNamedDeclaration(export)
                if export.specifiers.iter().any(|name| !name.export_kind.is_type())
                    && !export.export_kind.is_type() =>
            {
                self.refuse(export.span, "exports are not available", body::EXPORT_HINT);
            }
            AstKind::TSImportEqualsDeclaration(import) => {
                self.refuse(import.span, "imports are not available", body::IMPORT_HINT);
            }
            AstKind::TSExportAssignment(export) => {
                self.refuse(export.span, "`export =` is not available", "Give the result with `return`.");
            }
            AstKind::TSNamespaceExportDeclaration(export) => {
                self.refuse(export.span, "`export as namespace` is not available", "Remove it.");
            }
            _ => {}
        }
    }
}

impl<'a> Watcher<'a> for Types<'a> {
    fn enter(&mut self, node: AstKind<'a>, _above: &[AstKind<'a>]) {
        self.refused(&node);
        if let Some((directives, statements)) = statements_of(&node) {
            self.statements(directives, statements);
        }
        match node {
            AstKind::TSTypeAnnotation(annotation) => self.blank(annotation.span.start, annotation.span.end),
            AstKind::TSTypeParameterDeclaration(parameters) => self.blank(parameters.span.start, parameters.span.end),
            AstKind::TSTypeParameterInstantiation(types) => self.blank(types.span.start, types.span.end),
            AstKind::TSThisParameter(parameter) => self.this_parameter(parameter),
            AstKind::TSAsExpression(cast) => self.blank(cast.expression.span().end, cast.span.end),
            AstKind::TSSatisfiesExpression(cast) => self.blank(cast.expression.span().end, cast.span.end),
            AstKind::TSNonNullExpression(value) => self.blank(value.expression.span().end, value.span.end),
            AstKind::TSTypeAssertion(cast) => {
                self.edits.blank(Span::new(cast.span.start, cast.expression.span().start));
                self.edits.wrap(cast.span, "(", ")");
            }
            AstKind::VariableDeclarator(declarator) if declarator.definite => {
                let end = declarator.type_annotation.as_ref().map_or(declarator.span.end, |typed| typed.span.start);
                self.mark(declarator.id.span().end, end);
            }
            AstKind::FormalParameter(parameter) => self.parameter(parameter),
            AstKind::ArrowFunctionExpression(arrow) => self.arrow(arrow),
            AstKind::Class(class) if !class.declare => self.class(class),
            AstKind::TSEnumDeclaration(declaration) if !declaration.declare => {
                let object = self.object.get_or_insert_with(|| names::unused("$enum", self.text));
                if let Err(fault) = enums::lower(declaration, object, self.text, &mut self.edits) {
                    self.faults.push(fault);
                }
            }
            _ => {}
        }
    }
}

fn is_type_import(import: &ImportDeclaration<'_>) -> bool {
    let all_types = import.specifiers.as_ref().is_some_and(|names| {
        !names.is_empty()
            && names.iter().all(|name| match name {
                ImportDeclarationSpecifier::ImportSpecifier(name) => name.import_kind.is_type(),
                ImportDeclarationSpecifier::ImportDefaultSpecifier(_)
                | ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => false,
            })
    });
    import.import_kind.is_type() || all_types
}

fn is_type_declaration(declaration: &Declaration<'_>) -> bool {
    match declaration {
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => true,
        Declaration::VariableDeclaration(variables) => variables.declare,
        Declaration::FunctionDeclaration(function) => function.declare || function.body.is_none(),
        Declaration::ClassDeclaration(class) => class.declare,
        Declaration::TSEnumDeclaration(declaration) => declaration.declare,
        Declaration::TSNamespaceDeclaration(space) => space.declare,
        Declaration::TSImportEqualsDeclaration(import) => import.import_kind.is_type(),
    }
}

fn has_line_end(text: &str) -> bool {
    text.contains(['\n', '\r', '\u{2028}', '\u{2029}'])
}
