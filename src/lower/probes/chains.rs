//! Owns `a.b?.(c())`: whether there is anything to call is asked before the arguments are evaluated, and the call is one of a method.
//! What must hold: the object is evaluated once and is `this` of the call; what ends a chain early still ends all of it.
//!
//! `a.b?.(c())` becomes `$method(a,o=>o.b)?.(c())`, and `a?.b.c?.(d())` becomes
//! `(($own_0=a)==null?void 0:$method($own_0.b,o=>o.c))?.(d())`. The variable is one of the wrapper: it is read before anything else
//! can be assigned to it.

use super::write::Writer;
use crate::lower::Helper;
use crate::lower::trivia;
use oxc_ast::ast::{CallExpression, Expression, MemberExpression};
use oxc_span::{GetSpan, Span};

/// The member that an optional call calls, if it calls one.
pub(super) fn called<'a>(call: &'a CallExpression<'a>) -> Option<&'a MemberExpression<'a>> {
    match call.callee.without_parentheses() {
        Expression::ChainExpression(chain) => chain.expression.as_member_expression(),
        callee => callee.as_member_expression(),
    }
}

/// A `?.`: what stands before it, and whether a dot is part of what stands after it.
struct Optional<'a> {
    before: Span,
    dot: bool,
    /// The call behind it.
    call: Option<&'a CallExpression<'a>>,
}

/// The last `?.` of a chain up to the name of a member.
fn last_optional<'a>(member: &'a MemberExpression<'a>) -> Option<Optional<'a>> {
    let (mut optional, mut inner) = (member.optional(), member.object());
    let mut dot = false;
    let mut last_call = None;
    loop {
        if optional {
            return Some(Optional { before: inner.span(), dot, call: last_call });
        }
        (optional, inner, dot, last_call) = match inner {
            Expression::CallExpression(call) => (call.optional, &call.callee, false, Some(&**call)),
            inner => {
                let member = inner.as_member_expression()?;
                let dot = !matches!(member, MemberExpression::ComputedMemberExpression(_));
                (member.optional(), member.object(), dot, None)
            }
        };
    }
}

/// The call of a method whose value is needed to evaluate the chain before this member, if there is one.
pub(super) fn called_before<'a>(member: &'a MemberExpression<'a>) -> Option<&'a CallExpression<'a>> {
    last_optional(member)?.call.filter(|call| called(call).is_some())
}

/// Puts the method itself in the place of the member that is called.
pub(super) fn method<'a>(writer: &mut Writer<'_, 'a>, call: &'a CallExpression<'a>) {
    let Some(member) = called(call) else { return };
    let span = member.span();
    let read = match member {
        MemberExpression::StaticMemberExpression(member) => format!(".{}", member.property.name),
        MemberExpression::PrivateFieldExpression(member) => format!(".#{}", member.field.name),
        MemberExpression::ComputedMemberExpression(_) => "[k]".to_owned(),
    };
    let open = writer.call(Helper::Method);
    if member.object().is_super() {
        let key = Span::new(member.object().span().end, span.end);
        let text = writer.text.get(key.start as usize..key.end as usize).unwrap_or_default();
        writer.edits.before(span, open, Some(span.start));
        writer.edits.before(span, format!("this,()=>super{text})"), None);
        writer.edits.blank(span);
        return;
    }
    let object = member.object().span();
    // What is asked for first comes last where both are at the end of the object.
    match member {
        MemberExpression::ComputedMemberExpression(member) => {
            if let Some((open, close)) = writer.brackets(member) {
                writer.edits.replace(open, format!(",(o,k)=>o{read},"));
                writer.edits.replace(close, ")");
            }
        }
        _ => {
            writer.edits.close(object.end, format!(",o=>o{read})"));
            writer.edits.blank(Span::new(object.end, span.end));
        }
    }
    match last_optional(member) {
        None => writer.edits.before(span, open, Some(span.start)),
        Some(optional) => {
            let name = writer.shared();
            writer.edits.before(span, format!("(({name}="), Some(span.start));
            let last = optional.before == object;
            let dot = if optional.dot && !last { "." } else { "" };
            writer.edits.close(optional.before.end, format!(")==null?void 0:{open}{name}{dot}"));
            if let Some(at) = trivia::find(writer.text, optional.before.end, span.end, |byte| byte == b'?') {
                writer.edits.blank(Span::new(at, at + 2));
            }
            writer.edits.after(span, ")");
        }
    }
}
