//! Owns the early errors of strict module code that the parser does not report: the engine finds most of them too, but
//! at the place of the function around. What must hold: a program that is valid in a module is never refused here, save
//! for the few forms the engine cannot run (`using`, `accessor`, decorators, modules).
//! Deliberately absent: names declared twice (`scopes.rs`) and what only classes have (`classes.rs`).

use super::syntax::Fault;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentTarget, Expression, ForStatementLeft, FormalParameters, FunctionBody, ObjectExpression,
    ObjectPropertyKind, PropertyKey, PropertyKind, SimpleAssignmentTarget, Statement, VariableDeclarationKind,
};
use oxc_span::{GetSpan, Span};

/// Collects what is wrong, in the order of the program.
pub(super) struct Early<'a> {
    text: &'a str,
    pub(super) faults: Vec<Fault>,
}

impl<'a> Early<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, faults: Vec::new() }
    }

    fn fault(&mut self, span: Span, message: impl Into<std::borrow::Cow<'static, str>>, hint: &'static str) {
        self.faults.push(Fault::new(span.start, message).hint(hint));
    }

    fn source(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    fn identifier(&mut self, name: &str, span: Span, binds: bool) {
        let reserved = matches!(
            name,
            "implements" | "interface" | "let" | "package" | "private" | "protected" | "public" | "static" | "yield"
        );
        if reserved {
            self.fault(span, format!("`{name}` is a reserved word"), "Use another name.");
        } else if binds && matches!(name, "eval" | "arguments") {
            self.fault(span, format!("`{name}` cannot be declared"), "Use another name.");
        }
    }

    fn assigned(&mut self, name: &str, span: Span) {
        if matches!(name, "eval" | "arguments") {
            self.fault(span, format!("`{name}` cannot be assigned to"), "Use a variable of your own.");
        }
    }

    fn escapes(&mut self, span: Span) {
        let mut bytes = self.source(span).bytes().zip(span.start..).peekable();
        while let Some((byte, at)) = bytes.next() {
            if byte != b'\\' {
                continue;
            }
            let Some((escaped, _)) = bytes.next() else { return };
            let digit_follows = bytes.peek().is_some_and(|(next, _)| next.is_ascii_digit());
            if matches!(escaped, b'1'..=b'9') || (escaped == b'0' && digit_follows) {
                let span = Span::new(at, at + 2);
                self.fault(span, "an octal escape in a string", "Write it as `\\xNN` or `\\u{N}`.");
                return;
            }
        }
    }

    fn jump(&mut self, word: &str, label: Option<&str>, span: Span, above: &[AstKind<'a>]) {
        let mut inner_is_loop = false;
        for node in above.iter().rev().take_while(|node| !is_boundary(node)) {
            match (node, label) {
                (AstKind::LabeledStatement(labelled), Some(label)) => {
                    if labelled.label.name.as_str() == label {
                        if word == "break" || inner_is_loop {
                            return;
                        }
                        let message = format!("`continue {label}`, but `{label}` is not the label of a loop");
                        return self.fault(span, message, "Use `break`, or put the label on the loop.");
                    }
                }
                (AstKind::SwitchStatement(_), None) if word == "break" => return,
                _ if is_loop(node) => {
                    if label.is_none() {
                        return;
                    }
                    inner_is_loop = true;
                    continue;
                }
                _ => inner_is_loop = false,
            }
        }
        match label {
            Some(label) => self.fault(
                span,
                format!("`{word} {label}`, but no statement around it has the label `{label}`"),
                "Labels do not reach into functions; to leave a callback, use `return`, or a `for` loop instead.",
            ),
            None => self.fault(
                span,
                format!("`{word}` outside of a loop"),
                "To leave a callback such as that of `forEach`, use `return`, or a `for … of` loop instead.",
            ),
        }
    }

    /// A function declaration where only a statement may stand.
    fn lone_function(&mut self, body: &Statement<'a>) {
        if let Statement::FunctionDeclaration(function) = body {
            self.fault(function.span, "a function is declared without a block around it", "Put `{ }` around it.");
        }
    }

    fn object(&mut self, object: &ObjectExpression<'a>) {
        let mut seen = false;
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else { continue };
            let plain =
                property.kind == PropertyKind::Init && !property.method && !property.shorthand && !property.computed;
            let name = match &property.key {
                PropertyKey::StaticIdentifier(id) => id.name.as_str(),
                PropertyKey::StringLiteral(text) => text.value.as_str(),
                _ => "",
            };
            if plain && name == "__proto__" {
                if seen {
                    self.fault(property.span, "`__proto__` is given twice in one object", "Give it once.");
                }
                seen = true;
            }
        }
    }

    fn use_strict(&mut self, params: &FormalParameters<'a>, body: &FunctionBody<'a>) {
        let simple = params.rest.is_none()
            && params.items.iter().all(|item| item.initializer.is_none() && item.pattern.is_binding_identifier());
        let directive = body.directives.iter().find(|directive| directive.directive.as_str() == "use strict");
        if let (false, Some(directive)) = (simple, directive) {
            let hint = "All code is strict already; remove it.";
            self.fault(directive.span, "'use strict' in a function whose parameters are not plain names", hint);
        }
    }

    fn loop_head(&mut self, left: &ForStatementLeft<'a>, word: &str) {
        match left {
            ForStatementLeft::VariableDeclaration(declaration) => {
                if let Some(init) = declaration.declarations.first().and_then(|declarator| declarator.init.as_ref()) {
                    let message = format!("the variable of a `for … {word}` loop has a value of its own");
                    self.fault(init.span(), message, "Remove it; the loop gives the value.");
                }
            }
            ForStatementLeft::AssignmentTargetIdentifier(id) => self.assigned(id.name.as_str(), id.span),
            _ => {}
        }
    }

    /// `await` and `yield` in parameters and `await` in static blocks.
    fn suspends(&mut self, word: &str, span: Span, above: &[AstKind<'a>]) {
        for node in above.iter().rev() {
            match node {
                AstKind::FormalParameter(_) => {
                    return self.fault(
                        span,
                        format!("`{word}` in the default of a parameter"),
                        "Move it into the function.",
                    );
                }
                AstKind::StaticBlock(_) if word == "await" => {
                    return self.fault(span, "`await` in a static block", "Move it out of the class.");
                }
                _ if is_boundary(node) => return,
                _ => {}
            }
        }
    }

    fn delete(&mut self, argument: &Expression<'a>, span: Span) {
        match argument.without_parentheses() {
            Expression::Identifier(id) => {
                let message = format!("`delete {}`, but only properties can be deleted", id.name);
                self.fault(span, message, "To empty a variable, assign `undefined` to it.");
            }
            Expression::PrivateFieldExpression(_) => {
                self.fault(span, "a private field cannot be deleted", "Assign `undefined` to it.");
            }
            _ => {}
        }
    }

    fn refused(&mut self, node: &AstKind<'a>) {
        match node {
            AstKind::VariableDeclaration(declaration) => match declaration.kind {
                VariableDeclarationKind::Using | VariableDeclarationKind::AwaitUsing => {
                    self.fault(
                        declaration.span,
                        "`using` is not available",
                        "Use `const` and `try { … } finally { … }`.",
                    );
                }
                VariableDeclarationKind::Var | VariableDeclarationKind::Let | VariableDeclarationKind::Const => {}
            },
            AstKind::Decorator(decorator) => {
                self.fault(decorator.span, "decorators are not available", "Call the function on the value instead.");
            }
            AstKind::ImportMeta(meta) => {
                self.fault(meta.span, "`import.meta` is not available", "There is no module and no URL; remove it.");
            }
            AstKind::ImportExpression(import) if import.phase.is_some() => {
                self.fault(import.span, "imports are not available", "The functions you may call are globals.");
            }
            // One that the program declares has another name by now.
            AstKind::IdentifierReference(id) if id.name == "async" => self.fault(
                id.span,
                "`async` is no name that is declared",
                "An `async` function is written `async () => …` or `async function () { … }`.",
            ),
            AstKind::WithStatement(with) => {
                self.fault(with.span, "`with` is not available", "Name the object: `object.property`.");
            }
            _ => {}
        }
    }
}

impl<'a> Watcher<'a> for Early<'a> {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        self.refused(&node);
        match node {
            AstKind::BindingIdentifier(id) => self.identifier(id.name.as_str(), id.span, true),
            AstKind::IdentifierReference(id) => self.identifier(id.name.as_str(), id.span, false),
            AstKind::LabelIdentifier(id) => self.identifier(id.name.as_str(), id.span, false),
            AstKind::NumericLiteral(number) => {
                let digits = self.source(number.span).as_bytes();
                if matches!(digits, [b'0', b'0'..=b'9', ..]) {
                    self.fault(
                        number.span,
                        "a number that starts with 0",
                        "Write octal numbers as `0o17`, others without the 0.",
                    );
                }
            }
            AstKind::StringLiteral(string) => self.escapes(string.span),
            AstKind::Directive(directive) => self.escapes(directive.span),
            AstKind::BreakStatement(jump) => {
                self.jump("break", jump.label.as_ref().map(|label| label.name.as_str()), jump.span, above);
            }
            AstKind::ContinueStatement(jump) => {
                self.jump("continue", jump.label.as_ref().map(|label| label.name.as_str()), jump.span, above);
            }
            AstKind::LabeledStatement(labelled) => {
                let same = |node: &&AstKind<'a>| matches!(node, AstKind::LabeledStatement(outer) if outer.label.name == labelled.label.name);
                if above.iter().rev().take_while(|node| !is_boundary(node)).any(|node| same(&node)) {
                    self.fault(
                        labelled.span,
                        format!("the label `{}` is used twice", labelled.label.name),
                        "Use another name.",
                    );
                }
                self.lone_function(&labelled.body);
            }
            AstKind::IfStatement(branch) => {
                self.lone_function(&branch.consequent);
                if let Some(alternate) = &branch.alternate {
                    self.lone_function(alternate);
                }
            }
            AstKind::WhileStatement(repeat) => self.lone_function(&repeat.body),
            AstKind::DoWhileStatement(repeat) => self.lone_function(&repeat.body),
            AstKind::ForStatement(repeat) => self.lone_function(&repeat.body),
            AstKind::ForInStatement(repeat) => {
                self.loop_head(&repeat.left, "in");
                self.lone_function(&repeat.body);
            }
            AstKind::ForOfStatement(repeat) => {
                self.loop_head(&repeat.left, "of");
                self.lone_function(&repeat.body);
            }
            AstKind::ObjectExpression(object) => self.object(object),
            AstKind::UnaryExpression(unary) if unary.operator.is_delete() => self.delete(&unary.argument, unary.span),
            AstKind::AssignmentExpression(assignment) => {
                if let AssignmentTarget::AssignmentTargetIdentifier(id) = &assignment.left {
                    self.assigned(id.name.as_str(), id.span);
                }
            }
            AstKind::UpdateExpression(update) => {
                if let SimpleAssignmentTarget::AssignmentTargetIdentifier(id) = &update.argument {
                    self.assigned(id.name.as_str(), id.span);
                }
            }
            AstKind::AwaitExpression(expression) => self.suspends("await", expression.span, above),
            AstKind::YieldExpression(expression) => self.suspends("yield", expression.span, above),
            AstKind::Function(function) => {
                if let Some(body) = &function.body {
                    self.use_strict(&function.params, body);
                }
            }
            AstKind::ArrowFunctionExpression(arrow) => {
                if let Some(body) = arrow.body.as_function_body() {
                    self.use_strict(&arrow.params, body);
                }
            }
            _ => {}
        }
    }
}

/// Labels, loops and `await` end here.
fn is_boundary(node: &AstKind<'_>) -> bool {
    matches!(
        node,
        AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) | AstKind::Class(_)
    )
}

pub(super) fn is_loop(node: &AstKind<'_>) -> bool {
    matches!(
        node,
        AstKind::ForStatement(_)
            | AstKind::ForInStatement(_)
            | AstKind::ForOfStatement(_)
            | AstKind::WhileStatement(_)
            | AstKind::DoWhileStatement(_)
    )
}
