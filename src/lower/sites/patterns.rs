//! Owns the order of patterns: declarations, parameters and assignments that take a value apart.

use super::order::{Reader, Subject};
use super::{Receiver, What, receiver};
use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingPattern, FormalParameters,
    PropertyKey,
};
use oxc_span::GetSpan;

impl<'a> Reader<'a> {
    pub(super) fn parameters(&mut self, params: &FormalParameters<'a>) {
        let mut given = std::mem::replace(&mut self.given, Receiver::Unknown);
        for (index, item) in params.items.iter().enumerate() {
            self.op(1);
            if let Some(default) = &item.initializer {
                self.op(2);
                self.expression(default);
            }
            let given = std::mem::replace(&mut given, Receiver::Unknown);
            let subject = Subject::named(format!("argument {}", index + 1), given);
            self.pattern(&item.pattern, &subject);
        }
        if let Some(rest) = &params.rest {
            self.op(2);
            self.pattern(&rest.rest.argument, &Subject::named("the arguments", Receiver::Unknown));
        }
    }

    pub(super) fn pattern(&mut self, pattern: &BindingPattern<'a>, subject: &Subject) {
        match pattern {
            BindingPattern::BindingIdentifier(id) => {
                self.declare(id.name.as_str(), id.span.start);
                receiver::hold(self, id.name.as_str(), subject.receiver.clone());
                self.op(2);
            }
            BindingPattern::AssignmentPattern(default) => {
                self.op(2);
                self.expression(&default.right);
                self.pattern(&default.left, subject);
            }
            BindingPattern::ObjectPattern(object) => {
                self.op(1);
                let place = subject.span.map_or(object.span.start, |span| span.start);
                self.site(What::Destructure, place, object.span, subject.clone());
                for property in &object.properties {
                    self.key(&property.key, property.computed);
                    self.op(3);
                    if matches!(property.value, BindingPattern::BindingIdentifier(_)) {
                        self.op(2);
                    }
                    let path = key_path(&property.key, property.computed);
                    self.pattern(&property.value, &subject.with(&path));
                }
                if let Some(rest) = &object.rest {
                    self.op(4);
                    self.pattern(&rest.argument, subject);
                }
            }
            BindingPattern::ArrayPattern(array) => {
                self.op(1);
                let place = subject.span.map_or(array.span.start, |span| span.start);
                self.site(What::Iterate, place, array.span, subject.clone());
                for (index, element) in array.elements.iter().enumerate() {
                    self.op(7);
                    if let Some(element) = element {
                        self.pattern(element, &subject.with(&format!("[{index}]")));
                    }
                }
                if let Some(rest) = &array.rest {
                    self.op(4);
                    self.pattern(&rest.argument, subject);
                }
                self.op(24);
            }
        }
    }

    pub(super) fn assign_pattern(&mut self, target: &AssignmentTarget<'a>, subject: &Subject) {
        match target {
            AssignmentTarget::ObjectAssignmentTarget(object) => {
                self.op(1);
                self.site(What::Destructure, subject_start(subject, object.span.start), object.span, subject.clone());
                for property in &object.properties {
                    self.assign_property(property, subject);
                }
                if let Some(rest) = &object.rest {
                    self.op(4);
                    self.assign_pattern(&rest.target, subject);
                }
            }
            AssignmentTarget::ArrayAssignmentTarget(array) => {
                self.op(1);
                self.site(What::Iterate, subject_start(subject, array.span.start), array.span, subject.clone());
                for (index, element) in array.elements.iter().enumerate() {
                    self.op(7);
                    if let Some(element) = element {
                        self.assign_element(element, &subject.with(&format!("[{index}]")));
                    }
                }
                if let Some(rest) = &array.rest {
                    self.op(4);
                    self.assign_pattern(&rest.target, subject);
                }
                self.op(24);
            }
            simple => match simple.as_simple_assignment_target().and_then(|simple| simple.as_member_expression()) {
                Some(member) => {
                    self.target(member);
                    self.op(3);
                    self.access_site(member, What::Write);
                }
                None => {
                    self.op(2);
                    self.site(What::Assign, simple.span().start, simple.span(), Subject::at(simple.span()));
                }
            },
        }
    }

    fn assign_element(&mut self, element: &AssignmentTargetMaybeDefault<'a>, subject: &Subject) {
        match element {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(default) => {
                self.op(2);
                self.expression(&default.init);
                self.assign_pattern(&default.binding, subject);
            }
            element => {
                if let Some(target) = element.as_assignment_target() {
                    self.assign_pattern(target, subject);
                }
            }
        }
    }

    fn assign_property(&mut self, property: &AssignmentTargetProperty<'a>, subject: &Subject) {
        match property {
            AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(name) => {
                self.property(name.binding.name.as_str());
                self.op(3);
                if let Some(default) = &name.init {
                    self.op(2);
                    self.expression(default);
                }
                self.op(2);
                let span = name.binding.span;
                self.site(What::Assign, span.start, span, Subject::at(span));
            }
            AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => {
                self.key(&property.name, property.computed);
                self.op(3);
                let path = key_path(&property.name, property.computed);
                self.assign_element(&property.binding, &subject.with(&path));
            }
        }
    }
}

fn subject_start(subject: &Subject, otherwise: u32) -> u32 {
    subject.span.map_or(otherwise, |span| span.start)
}

/// `.a`, `['b-c']`, `[…]`.
fn key_path(key: &PropertyKey<'_>, computed: bool) -> String {
    match key {
        PropertyKey::StaticIdentifier(name) => format!(".{}", name.name.as_str()),
        PropertyKey::StringLiteral(text) if !computed => format!("['{}']", text.value.as_str()),
        PropertyKey::NumericLiteral(number) => format!("[{}]", number.value),
        _ => "[…]".to_owned(),
    }
}
