//! Owns functions and classes, whose bodies are code of their own.

use super::order::{Reader, Subject};
use super::{What, receiver};
use oxc_ast::ast::{ArrowFunctionBody, ArrowFunctionExpression, Class, ClassElement, Function};
use oxc_span::GetSpan;

impl<'a> Reader<'a> {
    pub(super) fn arrow(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        self.op(2);
        self.enter_function();
        self.parameters(&arrow.params);
        match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => {
                self.mark(body.span.start, |reader| reader.statements(&body.statements));
            }
            body => {
                if let Some(expression) = body.as_expression() {
                    let at = self.start(expression);
                    self.mark(at, |reader| reader.expression(expression));
                }
            }
        }
        self.leave_function();
    }

    /// `expression`: made where it stands; a declaration is hoisted.
    pub(super) fn function_node(&mut self, function: &Function<'a>, expression: bool) {
        if expression {
            self.op(2);
        }
        self.enter_function();
        if let (true, Some(id)) = (expression, &function.id) {
            self.declare(id.name.as_str(), id.span.start);
        }
        self.parameters(&function.params);
        if let Some(body) = &function.body {
            self.mark(body.span.start, |reader| reader.statements(&body.statements));
        }
        self.leave_function();
    }

    pub(super) fn class(&mut self, class: &Class<'a>) {
        self.op(10);
        if let Some(heritage) = &class.heritage {
            let base = &heritage.expression;
            self.expression(base);
            self.op(3);
            self.site(What::Extend, base.span().start, base.span(), Subject::of(base));
        }
        for element in &class.body.body {
            match element {
                ClassElement::StaticBlock(block) => {
                    self.enter_function();
                    let at = block.body.first().map_or(block.span.start, |first| first.span().start);
                    self.mark(at, |reader| reader.statements(&block.body));
                    self.leave_function();
                }
                ClassElement::MethodDefinition(method) => {
                    self.key(&method.key, method.computed);
                    receiver::method(self, &method.key, &method.value);
                    self.function_node(&method.value, true);
                }
                ClassElement::PropertyDefinition(property) => {
                    self.key(&property.key, property.computed);
                    if let Some(value) = &property.value {
                        self.enter_function();
                        self.expression(value);
                        self.leave_function();
                    }
                }
                ClassElement::AccessorProperty(_) | ClassElement::TSIndexSignature(_) => {}
            }
            self.op(4);
        }
    }
}
