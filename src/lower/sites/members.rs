//! Owns members: their order, what may fail there, and where the engine says that things start.

use super::What;
use super::order::Reader;
use crate::lower::trivia;
use oxc_ast::ast::{Expression, MemberExpression, SimpleAssignmentTarget};
use oxc_span::{GetSpan, Span};

impl<'a> Reader<'a> {
    /// A property read that the engine marks with the place of the property.
    pub(super) fn read(&mut self, member: &MemberExpression<'a>) {
        let at = self.property_start(member);
        self.mark(at, |reader| reader.access(member, What::Read));
    }

    /// The object, the property, and the instruction that may fail.
    pub(super) fn access(&mut self, member: &MemberExpression<'a>, what: What) {
        self.target(member);
        self.op(3);
        self.access_site(member, what);
    }

    /// The object and the expression in brackets.
    pub(super) fn target(&mut self, member: &MemberExpression<'a>) {
        if !matches!(member.object(), Expression::Super(_)) {
            self.expression(member.object());
        }
        if let MemberExpression::ComputedMemberExpression(computed) = member {
            self.expression(&computed.expression);
        }
    }

    pub(super) fn access_site(&mut self, member: &MemberExpression<'a>, what: What) {
        let (property, computed) = match member {
            MemberExpression::ComputedMemberExpression(member) => (member.expression.span(), true),
            MemberExpression::StaticMemberExpression(member) => {
                self.property(member.property.name.as_str());
                (member.property.span, false)
            }
            MemberExpression::PrivateFieldExpression(member) => (member.field.span, false),
        };
        let subject = self.subject(member.object());
        if let Some(site) = self.site(what, property.start, member.span(), subject) {
            site.property = Some(property);
            site.computed = computed;
        }
    }
}

impl<'a> Reader<'a> {
    /// Where the engine says that an expression starts: a call starts at its parenthesis.
    pub(super) fn start(&self, expression: &Expression<'a>) -> u32 {
        let mut at = expression;
        loop {
            at = match at {
                Expression::StaticMemberExpression(member) => &member.object,
                Expression::ComputedMemberExpression(member) => &member.object,
                Expression::PrivateFieldExpression(member) => &member.object,
                Expression::BinaryExpression(binary) => &binary.left,
                Expression::LogicalExpression(logical) => &logical.left,
                Expression::ConditionalExpression(branch) => &branch.test,
                Expression::CallExpression(call) => {
                    return open_paren(self.text, call.callee.span().end, call.span.end);
                }
                Expression::AssignmentExpression(assignment) => {
                    let left = assignment.left.as_simple_assignment_target();
                    return left.map_or(assignment.span.start, |left| self.target_start(left));
                }
                _ => return at.span().start,
            };
        }
    }

    pub(super) fn target_start(&self, target: &SimpleAssignmentTarget<'a>) -> u32 {
        target.as_member_expression().map_or_else(|| target.span().start, |member| self.start(member.object()))
    }

    fn property_start(&self, member: &MemberExpression<'a>) -> u32 {
        match member {
            MemberExpression::ComputedMemberExpression(member) => self.start(&member.expression),
            MemberExpression::StaticMemberExpression(member) => member.property.span.start,
            MemberExpression::PrivateFieldExpression(member) => member.field.span.start,
        }
    }
}

/// The name of a property that is not in brackets.
pub(super) fn named_property(member: &MemberExpression<'_>) -> Option<Span> {
    match member {
        MemberExpression::ComputedMemberExpression(_) => None,
        MemberExpression::StaticMemberExpression(member) => Some(member.property.span),
        MemberExpression::PrivateFieldExpression(member) => Some(member.field.span),
    }
}

/// The parenthesis that opens the arguments of a call whose callee ends at `from`.
pub(super) fn open_paren(text: &str, from: u32, to: u32) -> u32 {
    trivia::find(text, from, to, |byte| byte == b'(').unwrap_or(from)
}
