//! Owns `var` that repeats a parameter where parameters have defaults: `function f(a, b = 1) { var a = a ?? 2 }`. The engine looks for the
//! parameter's value where the new variable is, finds it empty, and throws. So the declaration becomes an assignment to the
//! parameter: `var $var_0=(a = a ?? 2)`. What must hold: names that repeat nothing stay declared. A function in a default that
//! has the parameter sees the assignment, which the language keeps from it. Goes when Boa takes the value from the parameters
//! (0.22 `function_declaration_instantiation`, step 28).

use crate::lower::edits::Edits;
use crate::lower::names;
use crate::lower::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{BindingPattern, ForStatementLeft, FormalParameters, VariableDeclaration, VariableDeclarator};
use oxc_span::{GetSpan, Span};

#[derive(Default)]
pub(super) struct Repeats {
    found: Vec<Repeat>,
}

enum Repeat {
    /// `var a`, and the name.
    Empty(Span),
    /// `var … = …`: the declarator, and its names that repeat nothing.
    Given(Span, Vec<String>),
    /// The `var` in the head of a loop over something.
    Head(Span),
}

impl<'a> Watcher<'a> for Repeats {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        if let AstKind::VariableDeclaration(declaration) = node
            && declaration.kind.is_var()
            && let Some(params) = parameters(above)
        {
            let mut repeated = Vec::new();
            names_of_parameters(params, &mut repeated);
            for declarator in &declaration.declarations {
                self.declarator(declaration, declarator, &repeated, above.last());
            }
        }
    }
}

/// The parameters of the function around, if they have defaults.
fn parameters<'e, 'a>(above: &'e [AstKind<'a>]) -> Option<&'e FormalParameters<'a>> {
    for node in above.iter().rev() {
        let params = match node {
            AstKind::Function(function) => &function.params,
            AstKind::ArrowFunctionExpression(arrow) => &arrow.params,
            AstKind::StaticBlock(_) => return None,
            _ => continue,
        };
        let asks = params.items.iter().any(|item| item.initializer.is_some() || has_expressions(&item.pattern))
            || params.rest.as_ref().is_some_and(|rest| has_expressions(&rest.rest.argument));
        return asks.then_some(params);
    }
    None
}

/// Patterns nest no deeper than source may.
fn has_expressions(pattern: &BindingPattern<'_>) -> bool {
    match pattern {
        BindingPattern::BindingIdentifier(_) => false,
        BindingPattern::AssignmentPattern(_) => true,
        BindingPattern::ObjectPattern(object) => {
            object.properties.iter().any(|property| property.computed || has_expressions(&property.value))
                || object.rest.as_ref().is_some_and(|rest| has_expressions(&rest.argument))
        }
        BindingPattern::ArrayPattern(array) => {
            array.elements.iter().flatten().any(has_expressions)
                || array.rest.as_ref().is_some_and(|rest| has_expressions(&rest.argument))
        }
    }
}

fn names_of_parameters<'a>(params: &FormalParameters<'a>, names: &mut Vec<&'a str>) {
    for item in &params.items {
        names_of(&item.pattern, names);
    }
    if let Some(rest) = &params.rest {
        names_of(&rest.rest.argument, names);
    }
}

fn names_of<'a>(pattern: &BindingPattern<'a>, names: &mut Vec<&'a str>) {
    match pattern {
        BindingPattern::BindingIdentifier(id) => names.push(id.name.as_str()),
        BindingPattern::AssignmentPattern(pattern) => names_of(&pattern.left, names),
        BindingPattern::ObjectPattern(object) => {
            object.properties.iter().for_each(|property| names_of(&property.value, names));
            object.rest.iter().for_each(|rest| names_of(&rest.argument, names));
        }
        BindingPattern::ArrayPattern(array) => {
            array.elements.iter().flatten().for_each(|element| names_of(element, names));
            array.rest.iter().for_each(|rest| names_of(&rest.argument, names));
        }
    }
}

impl Repeats {
    fn declarator(
        &mut self,
        declaration: &VariableDeclaration<'_>,
        declarator: &VariableDeclarator<'_>,
        repeated: &[&str],
        around: Option<&AstKind<'_>>,
    ) {
        let mut declared = Vec::new();
        names_of(&declarator.id, &mut declared);
        let (old, new): (Vec<&str>, Vec<&str>) = declared.iter().partition(|name| repeated.contains(name));
        if old.is_empty() {
            return;
        }
        let is_head = |left: &ForStatementLeft<'_>| left.span() == declaration.span;
        let head = match around {
            Some(AstKind::ForOfStatement(each)) => is_head(&each.left),
            Some(AstKind::ForInStatement(each)) => is_head(&each.left),
            _ => false,
        };
        if head {
            // Some of them would be declared nowhere.
            if new.is_empty() {
                self.found.push(Repeat::Head(Span::new(declaration.span.start, declaration.span.start + 3)));
            }
        } else if declarator.init.is_some() {
            let new = new.into_iter().map(str::to_owned).collect();
            self.found.push(Repeat::Given(declarator.span, new));
        } else {
            self.found.push(Repeat::Empty(declarator.span));
        }
    }

    /// Adds the edits; whether there are any.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) -> bool {
        let stem = if self.found.is_empty() { String::new() } else { names::unused("$var", text) };
        for (number, repeat) in self.found.iter().enumerate() {
            let name = format!("{stem}_{number}");
            match repeat {
                Repeat::Empty(span) => edits.replace(*span, name),
                Repeat::Given(span, new) => {
                    let new: String = new.iter().map(|name| format!("{name},")).collect();
                    edits.wrap(*span, format!("{new}{name}=("), ")");
                }
                Repeat::Head(span) => edits.blank(*span),
            }
        }
        !self.found.is_empty()
    }
}
