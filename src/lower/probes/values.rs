//! Owns what is known of an expression without running it: where its value can come from, and whether evaluating it can be
//! seen. What must hold: an expression that may give a pending value is never said not to.

use super::names::Names;
use oxc_ast::ast::{
    ArrayExpressionElement, ArrowFunctionBody, AssignmentOperator, BinaryOperator, Expression, ObjectPropertyKind,
    PropertyKind, UnaryOperator,
};

/// Where a value can come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source<'a> {
    /// From where pending values can come from too.
    Anywhere,
    /// From a variable.
    Name(&'a str),
    /// From a function of the platform that gives no pending value, if this name still means it.
    Builtin(&'a str),
}

/// The parts of an expression of which one is its value, and which are not made of others. The left side of `&&`, `||` and `??` is
/// none: it is always looked at.
pub(super) fn leaves<'a>(expression: &'a Expression<'a>) -> Vec<&'a Expression<'a>> {
    let mut left = vec![expression];
    let mut found = Vec::new();
    while let Some(next) = left.pop() {
        match next {
            Expression::ParenthesizedExpression(inner) => left.push(&inner.expression),
            Expression::LogicalExpression(logical) => left.push(&logical.right),
            Expression::ConditionalExpression(choice) => left.extend([&choice.alternate, &choice.consequent]),
            Expression::SequenceExpression(sequence) => left.extend(sequence.expressions.last()),
            leaf => found.push(leaf),
        }
    }
    found
}

/// Where the value of an expression can come from, as far as it can be a pending value.
pub(super) fn sources<'a>(expression: &'a Expression<'a>) -> Vec<Source<'a>> {
    let mut left = leaves(expression);
    let mut found = Vec::new();
    while let Some(next) = left.pop() {
        match next {
            Expression::Identifier(id) => found.push(Source::Name(id.name.as_str())),
            Expression::AssignmentExpression(assignment) => {
                // What the others give is a number, a string or a bigint.
                if assignment.operator == AssignmentOperator::Assign || assignment.operator.is_logical() {
                    left.extend(leaves(&assignment.right));
                }
            }
            Expression::CallExpression(call) => found.push(match &call.callee {
                Expression::Identifier(id) if is_conversion(id.name.as_str()) => Source::Builtin(id.name.as_str()),
                _ => Source::Anywhere,
            }),
            leaf if never(leaf) => {}
            _ => found.push(Source::Anywhere),
        }
    }
    found
}

/// Functions of the platform that make a value of their own, whatever they are given.
fn is_conversion(name: &str) -> bool {
    matches!(
        name,
        "String" | "Number" | "Boolean" | "BigInt" | "Symbol" | "parseInt" | "parseFloat" | "isNaN" | "isFinite"
    )
}

/// Kinds of expressions that give no pending value. The result of `new` is looked at where it is made.
fn never(leaf: &Expression<'_>) -> bool {
    matches!(
        leaf,
        Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BigIntLiteral(_)
            | Expression::RegExpLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::TemplateLiteral(_)
            | Expression::ArrayExpression(_)
            | Expression::ObjectExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::FunctionExpression(_)
            | Expression::ClassExpression(_)
            | Expression::BinaryExpression(_)
            | Expression::PrivateInExpression(_)
            | Expression::UnaryExpression(_)
            | Expression::UpdateExpression(_)
            | Expression::ImportExpression(_)
            | Expression::NewExpression(_)
    )
}

/// Whether evaluating it can neither be seen nor throw: no call, no getter, no `await`, and no name that is not declared by now.
pub(super) fn is_quiet<'a>(expression: &'a Expression<'a>, names: &Names<'_>) -> bool {
    let mut left = vec![expression];
    while let Some(next) = left.pop() {
        match next {
            Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BigIntLiteral(_)
            | Expression::RegExpLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::ThisExpression(_)
            | Expression::NewTarget(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::FunctionExpression(_) => {}
            Expression::Identifier(id) if names.declares(id.name.as_str()) => {}
            Expression::ParenthesizedExpression(inner) => left.push(&inner.expression),
            Expression::SequenceExpression(sequence) => left.extend(&sequence.expressions),
            Expression::LogicalExpression(logical) => left.extend([&logical.left, &logical.right]),
            Expression::ConditionalExpression(choice) => {
                left.extend([&choice.test, &choice.consequent, &choice.alternate]);
            }
            Expression::TemplateLiteral(template) if template.expressions.is_empty() => {}
            Expression::UnaryExpression(unary) => match unary.operator {
                UnaryOperator::LogicalNot | UnaryOperator::Typeof | UnaryOperator::Void => left.push(&unary.argument),
                _ if matches!(unary.argument, Expression::NumericLiteral(_)) => {}
                _ => return false,
            },
            Expression::BinaryExpression(binary) => match binary.operator {
                BinaryOperator::StrictEquality | BinaryOperator::StrictInequality => {
                    left.extend([&binary.left, &binary.right]);
                }
                _ => return false,
            },
            Expression::ArrayExpression(array) => {
                for element in &array.elements {
                    match element {
                        ArrayExpressionElement::Elision(_) => {}
                        ArrayExpressionElement::SpreadElement(_) => return false,
                        element => left.extend(element.as_expression()),
                    }
                }
            }
            Expression::ObjectExpression(object) => {
                for property in &object.properties {
                    match property {
                        ObjectPropertyKind::ObjectProperty(property) if !property.computed => {
                            if property.kind == PropertyKind::Init {
                                left.push(&property.value);
                            }
                        }
                        _ => return false,
                    }
                }
            }
            _ => return false,
        }
    }
    true
}

/// A function written here, perhaps in parentheses: where it starts, and whether what it gives is something else than what it returns.
pub(super) fn function_at(expression: &Expression<'_>) -> Option<(u32, bool)> {
    match expression.without_parentheses() {
        Expression::FunctionExpression(function) => Some((function.span.start, function.r#async || function.generator)),
        Expression::ArrowFunctionExpression(arrow) => Some((arrow.span.start, arrow.r#async)),
        _ => None,
    }
}

/// The expression that an arrow function without a block gives.
pub(super) fn concise<'a>(body: &'a ArrowFunctionBody<'a>) -> Option<&'a Expression<'a>> {
    body.as_expression()
}
