//! Owns the computed keys of a class's methods. The engine does not look into them when it decides which variables a function keeps: `[name]() {}`
//! does not find a `name` of a function further out that nothing else in there uses, and a function with variables of its own in such a key ends the
//! instance. It does look into the keys of fields. So `[key]() {}` becomes `static[($member=key,"$gone")];static{delete this["$gone"]}[$member]() {}`: a static field is
//! named by the key's last part, is gone again before anything can see it, and the method takes its key from a variable of the wrapper. What must hold: keys are worked
//! out in order, once, and become property keys where they did. Goes when Boa visits the names of methods (boa_ast 0.22 `visit_class_element_mut`).

use super::edits::Edits;
use super::names;
use super::trivia;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, IdentifierReference, MethodDefinition, MethodDefinitionKind};
use oxc_span::{GetSpan, Span};

/// Looks for them.
#[derive(Default)]
pub(super) struct MemberKeys {
    found: Vec<Member>,
    /// Keys with a function that names the class, which is not made yet: of fields the engine lets it be read.
    kept: Vec<Span>,
}

struct Member {
    at: u32,
    key: Span,
    /// The words before the key.
    head: Vec<&'static str>,
}

impl<'a> Watcher<'a> for MemberKeys {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        if let AstKind::IdentifierReference(id) = node {
            self.kept.extend(key_before_class(id, above));
        }
        if let AstKind::MethodDefinition(method) = node
            && method.computed
            && let Some(key) = method.key.as_expression()
            && !is_plain(key)
        {
            self.found.push(Member { at: method.span.start, key: key.span(), head: head(method) });
        }
    }
}

/// The key around, where a function in it names the class.
fn key_before_class(id: &IdentifierReference<'_>, above: &[AstKind<'_>]) -> Option<Span> {
    let mut key = None;
    let mut in_function = false;
    for node in above.iter().rev() {
        match node {
            AstKind::MethodDefinition(method) => {
                key = Some(method.key.span()).filter(|key| in_function && key.contains_inclusive(id.span));
            }
            AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => in_function = true,
            AstKind::Class(class) if class.id.as_ref().is_some_and(|own| own.name == id.name) => return key,
            _ => {}
        }
    }
    None
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
fn head(method: &MethodDefinition<'_>) -> Vec<&'static str> {
    let kind = match method.kind {
        MethodDefinitionKind::Get => Some("get"),
        MethodDefinitionKind::Set => Some("set"),
        MethodDefinitionKind::Method | MethodDefinitionKind::Constructor => None,
    };
    let (fixed, waits, generates) = (method.r#static, method.value.r#async, method.value.generator);
    let words = [fixed.then_some("static"), waits.then_some("async"), kind, generates.then_some("*")];
    words.into_iter().flatten().collect()
}

impl MemberKeys {
    /// The variable of the wrapper that is assigned to, if one is needed.
    pub(super) fn variable(&self, text: &str) -> Option<String> {
        (!self.found.is_empty()).then(|| names::unused("$member", text))
    }

    /// Adds the edits.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) {
        let (Some(key), gone) = (self.variable(text), names::unused("$gone", text)) else { return };
        for member in self.found.iter().filter(|member| !self.kept.contains(&member.key)) {
            edits.blank(Span::new(member.at, member.key.start));
            edits.open(member.at, format!("static[({key}="));
            // Of what is put behind the same place, what is asked for first comes last.
            let end = member.key.end;
            edits.close(end, format!("[{key}"));
            let mut words = Vec::new();
            let mut at = trivia::skip(text, member.at);
            for word in &member.head {
                words.push((at, *word));
                at = trivia::skip(text, at.saturating_add(u32::try_from(word.len()).unwrap_or_default()));
            }
            for (at, word) in words.into_iter().rev() {
                edits.close_for(end, word, Some(at));
                edits.close(end, " ");
            }
            edits.close(end, format!(",\"{gone}\")];static{{delete this[\"{gone}\"]}}"));
        }
    }
}
