//! Owns assignments to members that first ask something of the value there: `a.b ??= c`, and `[a.b = 1] = c`. What must hold: the
//! object and the key are evaluated once, the member is read once, and nothing is kept outside the expression, so that recursion,
//! `await` and `yield` in it do no harm.
//!
//! `a.b ??= c` becomes `$slot(a,"b").v ??= c`, and `this.#b ??= c`, where the helper can't reach,
//! `({o:this,get v(){return $look(this.o.#b)},set v(x){this.o.#b=x}}).v ??= c`.
//! The text inside the accessors stands for no place, so errors that come out of them are where the assignment is.

use super::write::Writer;
use crate::lower::Helper;
use oxc_ast::ast::{AssignmentExpression, AssignmentTarget, ComputedMemberExpression, MemberExpression};
use oxc_span::{GetSpan, Span};

/// `a ??= b` and the like.
pub(super) fn logical<'a>(writer: &mut Writer<'_, 'a>, assignment: &'a AssignmentExpression<'a>) {
    if let AssignmentTarget::AssignmentTargetIdentifier(id) = &assignment.left {
        if writer.plain.may_hold(id.name.as_str()) {
            let look = writer.call(Helper::Look);
            writer.edits.before(assignment.span, "(", None);
            writer.edits.before(assignment.span, look, Some(id.span.start));
            writer.edits.before(assignment.span, format!("{}),", id.name), None);
            writer.edits.after(assignment.span, ")");
        }
    } else if let Some(member) = assignment.left.as_member_expression()
        && !slot(writer, member)
    {
        let look = writer.call(Helper::Look);
        accessor(writer, member, |read| format!("get v(){{return {look}{read})}},"), "");
    }
}

/// Puts a call of the helper in the place of a member, if that can reach it.
fn slot<'a>(writer: &mut Writer<'_, 'a>, member: &'a MemberExpression<'a>) -> bool {
    let (span, object) = (member.span(), member.object().span());
    if member.object().is_super() {
        return false;
    }
    match member {
        MemberExpression::PrivateFieldExpression(_) => return false,
        MemberExpression::StaticMemberExpression(member) => {
            writer.edits.close(object.end, format!(",\"{}\").v", member.property.name));
            writer.edits.blank(Span::new(object.end, span.end));
        }
        MemberExpression::ComputedMemberExpression(member) => {
            let Some((open, close)) = writer.brackets(member) else { return false };
            writer.edits.replace(open, ",");
            writer.edits.replace(close, ").v");
        }
    }
    let open = writer.call(Helper::Slot);
    writer.edits.before(span, open, Some(span.start));
    true
}

/// A member in a pattern that has a default.
pub(super) fn target<'a>(writer: &mut Writer<'_, 'a>, member: &'a MemberExpression<'a>) {
    let look = writer.call(Helper::Look);
    accessor(writer, member, |_| String::new(), &look);
}

/// Puts an object in the place of a member, whose property `v` is that member. `look`: what is put there is looked at.
fn accessor<'a>(
    writer: &mut Writer<'_, 'a>,
    member: &'a MemberExpression<'a>,
    get: impl Fn(&str) -> String,
    look: &str,
) {
    let value = if look.is_empty() { "x".to_owned() } else { format!("{look}x)") };
    let (span, object) = (member.span(), member.object().span());
    let inherited = member.object().is_super();
    // Accessors have another `super`, so functions that have none of their own go between.
    let name = match member {
        // See `lengths.rs`.
        MemberExpression::StaticMemberExpression(member) if member.property.name == "length" => "[\"length\"]".into(),
        MemberExpression::StaticMemberExpression(member) => format!(".{}", member.property.name),
        MemberExpression::PrivateFieldExpression(member) => format!(".#{}", member.field.name),
        MemberExpression::ComputedMemberExpression(member) => return computed(writer, member, inherited, get, &value),
    };
    let rest = if inherited {
        let (read, write) = (get("this.g()"), format!("set v(x){{this.s({value})}}"));
        format!("g:()=>super{name},s:x=>super{name}=x,{read}{write}}}).v")
    } else {
        let read = get(&format!("this.o{name}"));
        format!(",{read}set v(x){{this.o{name}={value}}}}}).v")
    };
    writer.edits.before(span, "(", Some(span.start));
    writer.edits.before(span, if inherited { "{" } else { "{o:" }, None);
    let from = if inherited { span.start } else { object.end };
    writer.edits.blank(Span::new(from, span.end));
    if inherited {
        writer.edits.before(span, rest, None);
    } else {
        writer.edits.close(from, rest);
    }
}

fn computed<'a>(
    writer: &mut Writer<'_, 'a>,
    member: &'a ComputedMemberExpression<'a>,
    inherited: bool,
    get: impl Fn(&str) -> String,
    value: &str,
) {
    let span = member.span;
    let Some((open, close)) = writer.brackets(member) else { return };
    let make_key = writer.call(Helper::Key);
    let rest = if inherited {
        let (read, write) = (get("this.g(this.k)"), format!("set v(x){{this.s(this.k,{value})}}"));
        format!("),g:k=>super[k],s:(k,x)=>super[k]=x,{read}{write}}}).v")
    } else {
        let read = get("this.o[this.k]");
        format!("),{read}set v(x){{this.o[this.k]={value}}}}}).v")
    };
    writer.edits.before(span, "(", Some(span.start));
    if inherited {
        writer.edits.before(span, format!("{{k:{make_key}"), None);
        writer.edits.blank(Span::new(span.start, open.end));
    } else {
        writer.edits.before(span, "{o:", None);
        writer.edits.blank(open);
        writer.edits.close(open.start, format!(",k:{make_key}"));
    }
    writer.edits.blank(close);
    writer.edits.close(close.start, rest);
}
