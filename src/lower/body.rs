//! Owns the form of a program: which of its parts is called, what its result is, and the function it is wrapped into.
//! What must hold: strict as a module is (`this` is undefined at the top, `arguments` is no name there), nothing of the
//! wrapper can be reached by the guest, and the wrapper's text adds no line before the program's last.
//! A program that is one function, as an expression, a declaration or behind `export default`, is that function called.
//! The wrapper is an arrow function, which has no `arguments`, and its parameters, the helpers and what stands in for the
//! program's `this`, have names the guest cannot spell.

use super::edits::Edits;
use super::names;
use super::syntax::Fault;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{ExportDefaultDeclarationKind, Expression, Function, Program, Statement};
use oxc_span::{GetSpan, Span};

/// What to do instead of importing.
pub(super) const IMPORT_HINT: &str =
    "The functions you may call are globals: remove the import and call them by their names.";

/// What to do instead of exporting.
pub(super) const EXPORT_HINT: &str =
    "Remove `export`; give the result with `return`, or write `export default` and a function that returns it.";

/// Looks for what decides the form.
#[derive(Default)]
pub(super) struct Body {
    /// How many functions are around.
    functions: u32,
    returns: bool,
    /// Places of `this` that no function, field or static block gives a meaning.
    this: Vec<Span>,
    pub(super) faults: Vec<Fault>,
}

impl<'a> Watcher<'a> for Body {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        match node {
            AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => self.functions += 1,
            AstKind::ReturnStatement(_) if self.functions == 0 => self.returns = true,
            AstKind::ThisExpression(this) if is_top_this(this.span, above) => self.this.push(this.span),
            AstKind::ImportDeclaration(import) => {
                self.faults.push(Fault::new(import.span.start, "imports are not available").hint(IMPORT_HINT));
            }
            AstKind::ExportDeclaration(export) => self.export(export.span),
            AstKind::ExportNamedDeclaration(export) if !export.specifiers.is_empty() => self.export(export.span),
            AstKind::ExportFromDeclaration(export) => self.export(export.span),
            AstKind::ExportAllDeclaration(export) => self.export(export.span),
            _ => {}
        }
    }

    fn leave(&mut self, node: AstKind<'a>) {
        if matches!(node, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_)) {
            self.functions -= 1;
        }
    }
}

impl Body {
    fn export(&mut self, span: Span) {
        self.faults.push(Fault::new(span.start, "exports are not available").hint(EXPORT_HINT));
    }

    /// Gives the program its result, and gives what has to be put at its end. What goes around an expression is asked for
    /// before what goes into it.
    pub(super) fn lower(&self, program: &Program<'_>, text: &str, edits: &mut Edits) -> String {
        for &span in &self.this {
            edits.replace(span, names::unused("$this", text));
        }
        self.result(program, text, edits)
    }

    /// Adds the wrapper. `given`: names of what it is called with; without any it is called here. `variables`: more names that it
    /// declares.
    pub(super) fn frame(
        &self,
        given: Vec<String>,
        variables: impl Iterator<Item = String>,
        text: &str,
        tail: &str,
        edits: &mut Edits,
    ) {
        let call = if given.is_empty() { "()" } else { "" };
        let this = (!self.this.is_empty()).then(|| names::unused("$this", text));
        let parameters: Vec<String> = given.into_iter().chain(this).chain(variables).collect();
        edits.frame(format!("\"use strict\";(async({})=>{{", parameters.join(",")), format!("\n{tail}}}){call}"));
    }

    /// Gives the program its result and says what has to be put at its end for it.
    fn result(&self, program: &Program<'_>, text: &str, edits: &mut Edits) -> String {
        for statement in &program.body {
            match statement {
                Statement::ExportNamedDeclaration(empty) => edits.replace(empty.span, ";"),
                Statement::ExportDefaultDeclaration(export) => {
                    return default_export(&export.declaration, export.span, text, edits);
                }
                _ => {}
            }
        }
        let mut statements = program.body.iter().filter(|statement| !matches!(statement, Statement::EmptyStatement(_)));
        match (statements.next(), statements.next_back()) {
            (None, _) => {
                if let Some(last) = program.directives.last() {
                    edits.open(last.span.start, "return ");
                }
            }
            (Some(Statement::FunctionDeclaration(function)), None) if is_called(function) => {
                if let Some(id) = &function.id {
                    return format!(";return {}()\n", id.name);
                }
            }
            (Some(Statement::ExpressionStatement(only)), None) if is_function(&only.expression) => {
                edits.wrap(only.expression.span(), "return (", ")()");
            }
            (first, last) => {
                if let (false, Some(Statement::ExpressionStatement(last))) = (self.returns, last.or(first)) {
                    edits.wrap(last.expression.span(), "return (", ")");
                }
            }
        }
        String::new()
    }
}

/// A function or an arrow function, perhaps in parentheses.
fn is_function(expression: &Expression<'_>) -> bool {
    match expression.without_parentheses() {
        Expression::ArrowFunctionExpression(_) => true,
        Expression::FunctionExpression(function) => is_called(function),
        _ => false,
    }
}

/// A program that is nothing but a function is called; a generator would give nothing that can cross.
fn is_called(function: &Function<'_>) -> bool {
    !function.generator
}

/// `export default`: what it exports is called at the end if it is a function, and is the result if not.
fn default_export(declaration: &ExportDefaultDeclarationKind<'_>, span: Span, text: &str, edits: &mut Edits) -> String {
    let inner = declaration.span();
    let head = Span::new(span.start, inner.start);
    if let ExportDefaultDeclarationKind::FunctionDeclaration(function) = declaration
        && let Some(id) = &function.id
    {
        edits.replace(head, ";");
        return format!(";return {}()\n", id.name);
    }
    let name = names::unused("$main", text);
    edits.replace(head, format!(";const {name}=("));
    edits.close(inner.end, ");");
    format!(";return typeof {name}===\"function\"?{name}():{name}\n")
}

fn is_top_this(span: Span, above: &[AstKind<'_>]) -> bool {
    !above.iter().rev().any(|node| match node {
        AstKind::Function(_) | AstKind::StaticBlock(_) => true,
        AstKind::PropertyDefinition(property) => {
            property.value.as_ref().is_some_and(|value| value.span().contains_inclusive(span))
        }
        _ => false,
    })
}
