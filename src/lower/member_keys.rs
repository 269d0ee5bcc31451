//! Owns the computed keys of a class's methods. The engine does not look into them when it decides which variables a function keeps: `[name]() {}`
//! does not find a `name` of a function further out that nothing else in there uses, and a function with variables of its own in such a key ends the
//! instance. It does look into the keys of fields. So `[key]() {}` becomes `static[($member=key,"$gone")];static{delete this["$gone"]}[$member]() {}`: a static field is
//! named by the key's last part, is gone again before anything can see it, and the method takes its key from a variable of the wrapper. What must hold: keys are worked
//! out in order, once, and become property keys where they did. Goes when Boa visits the names of methods (boa_ast 0.22 `visit_class_element_mut`).

use super::edits::Edits;
use super::names;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, MethodDefinition, MethodDefinitionKind};
use oxc_span::{GetSpan, Span};

/// Looks for them.
#[derive(Default)]
pub(super) struct MemberKeys {
    found: Vec<Member>,
}

struct Member {
    at: u32,
    key: Span,
    head: &'static str,
}

impl<'a> Watcher<'a> for MemberKeys {
    fn enter(&mut self, node: AstKind<'a>, _: &[AstKind<'a>]) {
        if let AstKind::MethodDefinition(method) = node
            && method.computed
            && let Some(key) = method.key.as_expression()
            && !is_plain(key)
        {
            self.found.push(Member { at: method.span.start, key: key.span(), head: head(method) });
        }
    }
}

/// A key that names no variable but `Symbol`.
fn is_plain(key: &Expression<'_>) -> bool {
    match key {
        Expression::StaticMemberExpression(member) => {
            matches!(&member.object, Expression::Identifier(id) if id.name == "Symbol")
        }
        key => key.is_literal(),
    }
}

/// What stands before the key.
fn head(method: &MethodDefinition<'_>) -> &'static str {
    let (function, fixed) = (&method.value, method.r#static);
    match (method.kind, function.r#async, function.generator, fixed) {
        (MethodDefinitionKind::Get, _, _, false) => "get",
        (MethodDefinitionKind::Get, _, _, true) => "static get",
        (MethodDefinitionKind::Set, _, _, false) => "set",
        (MethodDefinitionKind::Set, _, _, true) => "static set",
        (_, true, true, false) => "async*",
        (_, true, true, true) => "static async*",
        (_, true, false, false) => "async",
        (_, true, false, true) => "static async",
        (_, false, true, false) => "*",
        (_, false, true, true) => "static*",
        (_, false, false, false) => "",
        (_, false, false, true) => "static",
    }
}

impl MemberKeys {
    /// The variable of the wrapper that is assigned to, if one is needed.
    pub(super) fn variable(&self, text: &str) -> Option<String> {
        (!self.found.is_empty()).then(|| names::unused("$member", text))
    }

    /// Adds the edits.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) {
        let (Some(key), gone) = (self.variable(text), names::unused("$gone", text)) else { return };
        for member in &self.found {
            edits.blank(Span::new(member.at, member.key.start));
            edits.open(member.at, format!("static[({key}="));
            let head = member.head;
            edits.close(member.key.end, format!(",\"{gone}\")];static{{delete this[\"{gone}\"]}}{head}[{key}"));
        }
    }
}
