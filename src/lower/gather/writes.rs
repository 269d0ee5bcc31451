//! Owns which function writes which variable. What must hold: where there is doubt, a variable is one that anybody may write.

use oxc_ast::AstKind;
use oxc_span::Span;
use std::collections::{HashMap, HashSet};

/// What is known of a program's variables, by name.
pub(super) struct Writes<'a> {
    /// Each function's place in the list, outermost first.
    open: Vec<usize>,
    /// The function around each.
    parents: Vec<Option<usize>>,
    /// Names that a function declares.
    declared: HashSet<(&'a str, usize)>,
    names: HashSet<&'a str>,
    written: HashMap<&'a str, Vec<(usize, Span)>>,
}

impl Default for Writes<'_> {
    fn default() -> Self {
        Self {
            open: vec![0],
            parents: vec![None],
            declared: HashSet::new(),
            names: HashSet::new(),
            written: HashMap::new(),
        }
    }
}

impl<'a> Writes<'a> {
    pub(super) fn enter(&mut self, node: &AstKind<'a>) {
        if is_function(node) {
            self.parents.push(self.open.last().copied());
            self.open.push(self.parents.len() - 1);
        }
    }

    pub(super) fn leave(&mut self, node: &AstKind<'a>) {
        if is_function(node) {
            self.open.pop();
        }
    }

    /// The innermost function around.
    pub(super) fn function(&self) -> usize {
        self.open.last().copied().unwrap_or_default()
    }

    pub(super) fn declare(&mut self, name: &'a str) {
        self.declared.insert((name, self.function()));
        self.names.insert(name);
    }

    pub(super) fn write(&mut self, name: &'a str, span: Span) {
        let function = self.function();
        self.written.entry(name).or_default().push((function, span));
    }

    /// Whether the program declares a variable of this name.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether nothing that happens while this assignment's right side is evaluated can write the variable: the function it is in has one
    /// of its own, and neither a function in it nor the assignment itself writes that again.
    pub(super) fn is_alone(&self, name: &'a str, function: usize, assignment: Span) -> bool {
        let writes = self.written.get(name).map(Vec::as_slice).unwrap_or_default();
        self.declared.contains(&(name, function))
            && writes.iter().all(|(writer, span)| {
                if *writer == function {
                    *span == assignment || !assignment.contains_inclusive(*span)
                } else {
                    !self.is_inside(*writer, function)
                }
            })
    }

    fn is_inside(&self, function: usize, outer: usize) -> bool {
        let mut at = self.parents.get(function).copied().flatten();
        while let Some(function) = at {
            if function == outer {
                return true;
            }
            at = self.parents.get(function).copied().flatten();
        }
        false
    }
}

fn is_function(node: &AstKind<'_>) -> bool {
    matches!(
        node,
        AstKind::Function(_)
            | AstKind::ArrowFunctionExpression(_)
            | AstKind::StaticBlock(_)
            | AstKind::PropertyDefinition(_)
    )
}
