//! Owns the order of expressions: what the engine evaluates, in its order, and what may fail there.

use super::helpers::{Helped, helped};
use super::members::{named_property, open_paren};
use super::order::{Reader, Subject};
use super::{Receiver, What, receiver};
use oxc_ast::ast::{
    Argument, ArrayExpressionElement, AssignmentExpression, AssignmentOperator, AssignmentTarget, BinaryExpression,
    BinaryOperator, CallExpression, Expression, NewExpression, ObjectPropertyKind, PropertyKey, SimpleAssignmentTarget,
    TaggedTemplateExpression, UnaryOperator,
};
use oxc_span::{GetSpan, Span};

impl<'a> Reader<'a> {
    pub(super) fn expression(&mut self, expression: &Expression<'a>) {
        match expression {
            Expression::Identifier(id) => {
                self.op(2);
                self.site(What::Name, id.span.start, id.span, Subject::at(id.span));
            }
            Expression::ParenthesizedExpression(inner) => self.expression(&inner.expression),
            Expression::CallExpression(call) => self.call(call),
            Expression::NewExpression(new) => self.new_object(new),
            Expression::ChainExpression(chain) => self.chain(&chain.expression),
            Expression::AssignmentExpression(assignment) => self.assignment(assignment),
            Expression::BinaryExpression(binary) => self.binary(binary),
            Expression::TaggedTemplateExpression(template) => self.tagged(template),
            Expression::ArrowFunctionExpression(arrow) => self.arrow(arrow),
            Expression::FunctionExpression(function) => self.function_node(function, true),
            Expression::ClassExpression(class) => self.class(class),
            Expression::UnaryExpression(unary) => self.unary(unary.operator, &unary.argument, unary.span),
            Expression::UpdateExpression(update) => {
                self.mark(update.span.start, |reader| reader.change(&update.argument, update.span, |_| {}));
            }
            Expression::LogicalExpression(logical) => {
                self.expression(&logical.left);
                self.op(2);
                self.expression(&logical.right);
            }
            Expression::ConditionalExpression(branch) => {
                self.condition(&branch.test);
                self.expression(&branch.consequent);
                self.op(1);
                self.expression(&branch.alternate);
            }
            Expression::SequenceExpression(sequence) => {
                if let Some((last, before)) = sequence.expressions.split_last() {
                    for part in before {
                        self.operand(part);
                    }
                    self.expression(last);
                }
            }
            Expression::AwaitExpression(wait) => {
                self.expression(&wait.argument);
                self.op(11);
            }
            Expression::YieldExpression(give) => {
                if let Some(argument) = &give.argument {
                    self.expression(argument);
                    if give.delegate {
                        self.op(1);
                        self.site(What::Iterate, argument.span().start, give.span, Subject::of(argument));
                    }
                }
                self.op(if give.delegate { 107 } else { 14 });
            }
            Expression::TemplateLiteral(template) => {
                self.op(2);
                for part in &template.expressions {
                    self.expression(part);
                    self.op(2);
                }
                self.op(2);
                if let Some(first) = template.expressions.first() {
                    self.site(What::Operate, first.span().start, template.span, Subject::of(first));
                }
            }
            _ => self.literal(expression),
        }
    }

    /// A test and the jump after it, which are one instruction where the test compares.
    pub(super) fn condition(&mut self, test: &Expression<'a>) {
        self.expression(test);
        let compares =
            matches!(test.without_parentheses(), Expression::BinaryExpression(binary) if binary.operator.is_compare());
        if !compares {
            self.op(2);
        }
    }

    /// An operand: a variable of the function costs no instruction.
    fn operand(&mut self, operand: &Expression<'a>) {
        match operand {
            Expression::Identifier(id) if self.is_local(id.name.as_str()) => {
                self.site(What::Name, id.span.start, id.span, Subject::at(id.span));
            }
            operand => self.expression(operand),
        }
    }

    fn literal(&mut self, expression: &Expression<'a>) {
        match expression {
            Expression::ArrayExpression(array) => {
                self.op(1);
                for element in &array.elements {
                    match element {
                        ArrayExpressionElement::SpreadElement(spread) => self.spread(&spread.argument),
                        element => {
                            if let Some(expression) = element.as_expression() {
                                self.operand(expression);
                            }
                            self.op(2);
                        }
                    }
                }
            }
            Expression::ObjectExpression(object) => {
                self.op(1);
                for property in &object.properties {
                    match property {
                        ObjectPropertyKind::ObjectProperty(property) => {
                            self.key(&property.key, property.computed);
                            if let Expression::FunctionExpression(function) = &property.value {
                                receiver::method(self, &property.key, function);
                            }
                            self.expression(&property.value);
                        }
                        ObjectPropertyKind::SpreadProperty(spread) => self.expression(&spread.argument),
                    }
                    self.op(3);
                }
            }
            Expression::PrivateInExpression(test) => {
                self.expression(&test.right);
                self.op(3);
                self.site(What::In, test.right.span().start, test.span, Subject::of(&test.right));
            }
            Expression::ImportExpression(import) => self.expression(&import.source),
            Expression::StringLiteral(_) | Expression::RegExpLiteral(_) | Expression::BigIntLiteral(_) => self.op(2),
            _ => match expression.as_member_expression() {
                Some(member) => self.read(member),
                None => self.op(1),
            },
        }
    }

    fn call(&mut self, call: &CallExpression<'a>) {
        let callee = call.callee.without_parentheses();
        if matches!(callee, Expression::Super(_)) {
            self.op(2);
            self.arguments(&call.arguments);
            self.op(3);
            return;
        }
        self.callee(callee);
        self.given = receiver::of_element(self, call);
        let paren = open_paren(self.text, call.callee.span().end, call.span.end);
        self.mark(paren, |reader| {
            reader.arguments(&call.arguments);
            reader.op(1);
            match helped(call) {
                Some(Helped::All(list)) => reader.iterated(list),
                Some(Helped::Add) => {
                    let whole = reader.addition.unwrap_or(call.span);
                    reader.site(What::Operate, whole.start, whole, Subject::at(whole));
                }
                Some(Helped::Spread | Helped::Given(_)) | None => {
                    reader.call_site(What::Call, callee, call.span, &call.arguments);
                }
            }
        });
    }

    /// A callee with its `this`, without a mark of its own.
    fn callee(&mut self, callee: &Expression<'a>) {
        match callee.as_member_expression() {
            Some(member) => self.access(member, What::Read),
            None => self.operand(callee),
        }
        self.op(1);
        self.op(1);
    }

    pub(super) fn call_site(&mut self, what: What, callee: &Expression<'a>, whole: Span, arguments: &[Argument<'a>]) {
        let property = callee.as_member_expression().and_then(named_property);
        let (receiver, received) = receiver::of_callee(self, callee);
        let argument = arguments.first().and_then(Argument::as_expression);
        let argument = argument.map(|argument| receiver::of_value(self, argument).part(argument.span()));
        let place = property
            .map_or_else(|| if what == What::New { whole.start } else { callee.span().start }, |span| span.start);
        let subject = Subject::of(callee);
        if let Some(site) = self.site(what, place, whole, subject) {
            site.property = property;
            (site.receiver, site.received) = (receiver, received);
            site.argument = argument.unwrap_or(Receiver::Unknown);
        }
    }

    fn new_object(&mut self, new: &NewExpression<'a>) {
        self.expression(&new.callee);
        self.op(1);
        self.op(1);
        self.mark(new.span.start, |reader| {
            reader.arguments(&new.arguments);
            reader.op(1);
            reader.call_site(What::New, new.callee.without_parentheses(), new.span, &new.arguments);
        });
    }

    pub(super) fn arguments(&mut self, arguments: &[Argument<'a>]) {
        for argument in arguments {
            match argument {
                Argument::SpreadElement(spread) => self.spread(&spread.argument),
                argument => {
                    if let Some(expression) = argument.as_expression() {
                        self.operand(expression);
                    }
                    self.op(1);
                }
            }
        }
    }

    fn spread(&mut self, argument: &Expression<'a>) {
        self.expression(argument);
        self.op(1);
        self.iterated(argument);
        self.op(1);
    }

    /// The instruction just added iterates over an expression.
    pub(super) fn iterated(&mut self, iterable: &Expression<'a>) {
        let subject = self.subject(iterable);
        self.site(What::Iterate, iterable.span().start, iterable.span(), subject);
    }

    fn tagged(&mut self, template: &TaggedTemplateExpression<'a>) {
        self.callee(template.tag.without_parentheses());
        self.op(8);
        for part in &template.quasi.expressions {
            self.expression(part);
            self.op(1);
        }
        self.op(1);
        self.call_site(What::Call, template.tag.without_parentheses(), template.span, &[]);
    }

    fn unary(&mut self, operator: UnaryOperator, argument: &Expression<'a>, whole: Span) {
        match (operator, argument.without_parentheses()) {
            (UnaryOperator::Delete, inner) => self.mark(whole.start, |reader| match inner.as_member_expression() {
                Some(member) => {
                    reader.access(member, What::Delete);
                }
                None => reader.expression(inner),
            }),
            (UnaryOperator::Typeof, Expression::Identifier(_)) => self.op(3),
            (UnaryOperator::UnaryNegation | UnaryOperator::UnaryPlus | UnaryOperator::BitwiseNot, _) => {
                self.expression(argument);
                self.op(1);
                self.site(What::Operate, whole.start, whole, Subject::of(argument));
            }
            (UnaryOperator::LogicalNot | UnaryOperator::Typeof | UnaryOperator::Void, _) => {
                self.expression(argument);
                self.op(1);
            }
        }
    }

    fn binary(&mut self, binary: &BinaryExpression<'a>) {
        self.operand(&binary.left);
        self.operand(&binary.right);
        self.op(3);
        let what = match binary.operator {
            BinaryOperator::In => What::In,
            BinaryOperator::Instanceof => What::InstanceOf,
            _ => What::Operate,
        };
        let (place, subject) = match what {
            What::Operate => (binary.left.span().start, Subject::of(&binary.left)),
            _ => (binary.right.span().start, Subject::of(&binary.right)),
        };
        self.site(what, place, binary.span, subject);
    }

    fn assignment(&mut self, assignment: &AssignmentExpression<'a>) {
        let at =
            assignment.left.as_simple_assignment_target().map_or(assignment.span.start, |left| self.target_start(left));
        self.mark(at, |reader| match (&assignment.left, assignment.operator) {
            (left, AssignmentOperator::Assign) => reader.assign(left, assignment.span, &assignment.right),
            (left, _) => {
                if let Some(left) = left.as_simple_assignment_target() {
                    reader.change(left, assignment.span, |reader| reader.expression(&assignment.right));
                }
            }
        });
    }

    fn assign(&mut self, left: &AssignmentTarget<'a>, whole: Span, right: &Expression<'a>) {
        match left.as_simple_assignment_target() {
            Some(left) => match left.as_member_expression() {
                Some(member) => {
                    self.target(member);
                    self.addends(right, whole);
                    self.op(3);
                    self.access_site(member, What::Write);
                }
                None => {
                    self.op(2);
                    self.addends(right, whole);
                    self.op(2);
                    if let SimpleAssignmentTarget::AssignmentTargetIdentifier(id) = left {
                        let held = receiver::of_value(self, right);
                        receiver::hold(self, id.name.as_str(), held);
                    }
                    self.site(What::Assign, left.span().start, whole, Subject::at(left.span()));
                }
            },
            None => {
                self.expression(right);
                self.assign_pattern(left, &self.subject(right));
            }
        }
    }

    /// What an assignment gives, which may be a sum that a helper makes.
    fn addends(&mut self, right: &Expression<'a>, whole: Span) {
        let around = self.addition.replace(whole);
        self.expression(right);
        self.addition = around;
    }

    /// `x += y`, `x++`: read, compute, write.
    fn change(&mut self, left: &SimpleAssignmentTarget<'a>, whole: Span, right: impl FnOnce(&mut Self)) {
        let member = left.as_member_expression();
        match member {
            Some(member) => self.access(member, What::Read),
            None => {
                self.op(2);
                self.site(What::Name, left.span().start, left.span(), Subject::at(left.span()));
            }
        }
        right(self);
        self.op(3);
        self.site(What::Operate, whole.start, whole, Subject::at(left.span()));
        self.op(3);
        match member {
            Some(member) => self.access_site(member, What::Write),
            None => {
                self.site(What::Assign, left.span().start, whole, Subject::at(left.span()));
            }
        }
    }

    /// A computed key is evaluated where it stands.
    pub(super) fn key(&mut self, key: &PropertyKey<'a>, computed: bool) {
        match key {
            PropertyKey::StaticIdentifier(name) => self.property(name.name.as_str()),
            PropertyKey::PrivateIdentifier(_) => {}
            key => {
                if let (true, Some(expression)) = (computed, key.as_expression()) {
                    self.expression(expression);
                    self.op(2);
                }
            }
        }
    }
}
