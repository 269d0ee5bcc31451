//! Owns the check of declarations: a name declared twice where a module may not. The parser leaves it to a crate that
//! would add 5 % to the module, and the engine does not look inside function bodies, where all guest code is.
//! What must hold: the rules are those of a module, so a function is lexical at the top and in blocks, and like `var`
//! at the top of a function.

use super::syntax::Fault;
use super::walk::Watcher;
use crate::position::Position;
use oxc_ast::AstKind;
use oxc_ast::ast::{BindingPattern, FormalParameters, Function, FunctionType, VariableDeclarationKind};
use oxc_span::{GetSpan, Span};
use std::collections::HashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `var` and functions end here, as they do at the top of a program.
    Function,
    /// The program itself: functions are lexical.
    Program,
    /// A block or the head of a loop.
    Block,
    /// The head of a `catch`: its names may not be declared again in the block.
    Catch,
}

#[derive(Debug)]
struct Scope<'a> {
    kind: Kind,
    lexical: HashMap<&'a str, Span>,
    /// Names of `var` declared here or in a scope inside, and of functions at the top of a function.
    vars: HashMap<&'a str, Span>,
    /// Parameters of a function or a `catch`.
    params: HashMap<&'a str, Span>,
    /// A `catch` whose parameter is one name: `var` may repeat it.
    simple: bool,
}

/// Finds the first name that is declared twice.
pub(super) struct Scopes<'a> {
    text: &'a str,
    scopes: Vec<Scope<'a>>,
    /// The first one.
    pub(super) fault: Option<Fault>,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, scopes: Vec::new(), fault: None }
    }

    fn push(&mut self, kind: Kind) {
        let (lexical, vars, params) = (HashMap::new(), HashMap::new(), HashMap::new());
        self.scopes.push(Scope { kind, lexical, vars, params, simple: false });
    }

    fn clash(&mut self, name: &str, first: Span, again: Span) {
        if self.fault.is_some() {
            return;
        }
        let line = Position::of(self.text, first.start as usize).line;
        let fault = Fault::new(again.start, format!("`{name}` is already declared on line {line}"));
        self.fault = Some(fault.hint(format!("Use another name, or assign to it with `{name} = …`.")));
    }

    fn lexical(&mut self, name: &'a str, span: Span) {
        let count = self.scopes.len();
        let outer = count.checked_sub(2).and_then(|index| self.scopes.get(index));
        let caught = outer.filter(|outer| outer.kind == Kind::Catch).and_then(|outer| outer.params.get(name)).copied();
        let Some(scope) = self.scopes.last_mut() else { return };
        let known = scope.lexical.get(name).or_else(|| scope.vars.get(name)).or_else(|| scope.params.get(name));
        match known.copied().or(caught) {
            Some(first) => self.clash(name, first, span),
            None => {
                scope.lexical.insert(name, span);
            }
        }
    }

    /// A `var`, which belongs to the function around, past all blocks between.
    fn var(&mut self, name: &'a str, span: Span) {
        for index in (0..self.scopes.len()).rev() {
            let Some(scope) = self.scopes.get_mut(index) else { return };
            let caught = scope.params.get(name).filter(|_| scope.kind == Kind::Catch && !scope.simple);
            if let Some(first) = scope.lexical.get(name).or(caught).copied() {
                self.clash(name, first, span);
                return;
            }
            scope.vars.entry(name).or_insert(span);
            match scope.kind {
                Kind::Function | Kind::Program => return,
                Kind::Block | Kind::Catch => {}
            }
        }
    }

    fn function(&mut self, function: &'a Function<'a>) {
        if let (FunctionType::FunctionDeclaration, Some(id)) = (function.r#type, &function.id) {
            let inside = self.scopes.last().is_some_and(|scope| scope.kind == Kind::Function);
            if inside {
                self.var(id.name.as_str(), id.span);
            } else {
                self.lexical(id.name.as_str(), id.span);
            }
        }
        self.push(Kind::Function);
    }

    fn params(&mut self, params: &'a FormalParameters<'a>) {
        let rest = params.rest.as_ref().map(|rest| &rest.rest.argument);
        for pattern in params.items.iter().map(|item| &item.pattern).chain(rest) {
            for id in pattern.get_binding_identifiers() {
                self.param(id.name.as_str(), id.span);
            }
        }
    }

    fn param(&mut self, name: &'a str, span: Span) {
        let Some(scope) = self.scopes.last_mut() else { return };
        match scope.params.get(name).copied() {
            Some(first) => self.clash(name, first, span),
            None => {
                scope.params.insert(name, span);
            }
        }
    }

    fn pattern(&mut self, pattern: &'a BindingPattern<'a>, kind: VariableDeclarationKind) {
        for id in pattern.get_binding_identifiers() {
            match kind {
                VariableDeclarationKind::Var => self.var(id.name.as_str(), id.span),
                VariableDeclarationKind::Let
                | VariableDeclarationKind::Const
                | VariableDeclarationKind::Using
                | VariableDeclarationKind::AwaitUsing => self.lexical(id.name.as_str(), id.span),
            }
        }
    }
}

impl<'a> Watcher<'a> for Scopes<'a> {
    fn enter(&mut self, node: AstKind<'a>, _above: &[AstKind<'a>]) {
        match node {
            AstKind::Program(_) => self.push(Kind::Program),
            AstKind::Function(function) => self.function(function),
            AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) => self.push(Kind::Function),
            AstKind::FormalParameters(params) => self.params(params),
            AstKind::BlockStatement(_)
            | AstKind::ForStatement(_)
            | AstKind::ForInStatement(_)
            | AstKind::ForOfStatement(_)
            | AstKind::SwitchStatement(_) => self.push(Kind::Block),
            AstKind::CatchClause(clause) => {
                self.push(Kind::Catch);
                let Some(param) = &clause.param else { return };
                let simple = matches!(param.pattern, BindingPattern::BindingIdentifier(_));
                for id in param.pattern.get_binding_identifiers() {
                    self.param(id.name.as_str(), id.span());
                }
                if let Some(scope) = self.scopes.last_mut() {
                    scope.simple = simple;
                }
            }
            AstKind::VariableDeclaration(declaration) => {
                for declarator in &declaration.declarations {
                    self.pattern(&declarator.id, declaration.kind);
                }
            }
            AstKind::Class(class) if class.is_declaration() => {
                if let Some(id) = &class.id {
                    self.lexical(id.name.as_str(), id.span);
                }
            }
            _ => {}
        }
    }

    fn leave(&mut self, node: AstKind<'a>) {
        match node {
            AstKind::Program(_)
            | AstKind::Function(_)
            | AstKind::ArrowFunctionExpression(_)
            | AstKind::StaticBlock(_)
            | AstKind::BlockStatement(_)
            | AstKind::ForStatement(_)
            | AstKind::ForInStatement(_)
            | AstKind::ForOfStatement(_)
            | AstKind::SwitchStatement(_)
            | AstKind::CatchClause(_) => {
                self.scopes.pop();
            }
            _ => {}
        }
    }
}
