//! Owns the order of optional chains, in which the engine marks nothing but what is inside arguments and brackets.

use super::What;
use super::order::Reader;
use oxc_ast::ast::{CallExpression, ChainElement, Expression, MemberExpression};

impl<'a> Reader<'a> {
    /// `a?.b.c(d)`: the engine marks nothing of it but what is inside arguments and brackets.
    pub(super) fn chain(&mut self, element: &ChainElement<'a>) {
        match element {
            ChainElement::CallExpression(call) => self.chain_call(call),
            _ => {
                if let Some(member) = element.as_member_expression() {
                    self.chain_member(member);
                }
            }
        }
        self.op(2);
    }

    /// What a link of a chain is on; the first link is the one whose `?.` ends everything after it.
    fn chain_part(&mut self, part: &Expression<'a>, optional: bool) {
        let part = part.without_parentheses();
        match part {
            Expression::ChainExpression(chain) => self.chain(&chain.expression),
            Expression::CallExpression(call) if is_linked(part) => self.chain_call(call),
            _ => match part.as_member_expression() {
                Some(member) if is_linked(part) => self.chain_member(member),
                Some(member) => self.access(member, What::Read),
                None => {
                    self.op(1);
                    self.expression(part);
                }
            },
        }
        if optional {
            self.op(2);
        }
    }

    fn chain_member(&mut self, member: &MemberExpression<'a>) {
        self.chain_part(member.object(), member.optional());
        self.op(2);
        if let MemberExpression::ComputedMemberExpression(computed) = member {
            self.expression(&computed.expression);
        }
        self.op(3);
        self.access_site(member, What::Read);
    }

    fn chain_call(&mut self, call: &CallExpression<'a>) {
        self.chain_part(&call.callee, call.optional);
        self.op(1);
        self.op(1);
        self.arguments(&call.arguments);
        self.op(1);
        self.call_site(What::Call, call.callee.without_parentheses(), call.span, &call.arguments);
        self.op(2);
    }
}

/// Whether a `?.` stands in an expression or in what it is on, in the same chain.
fn is_linked(part: &Expression<'_>) -> bool {
    let mut at = part;
    loop {
        let (optional, inner) = match at {
            Expression::CallExpression(call) => (call.optional, &call.callee),
            _ => match at.as_member_expression() {
                Some(member) => (member.optional(), member.object()),
                None => return false,
            },
        };
        if optional {
            return true;
        }
        at = inner;
    }
}
