//! Owns telling the calls that lowering added from the user's. What must hold: it decides words and places alone, so a function of the
//! user's that is named like a helper does no harm.

use oxc_ast::ast::{CallExpression, Expression};

/// What a call of a helper stands for.
pub(super) enum Helped<'e, 'a> {
    /// The list that is iterated over.
    All(&'e Expression<'a>),
    /// An array literal.
    Spread,
    /// `+`.
    Add,
    /// What it is given.
    Given(&'e Expression<'a>),
}

/// What a call stands for, if it is one of a helper's.
pub(super) fn helped<'e, 'a>(call: &'e CallExpression<'a>) -> Option<Helped<'e, 'a>> {
    let Expression::Identifier(id) = &call.callee else { return None };
    let name = id.name.as_str();
    let first = || call.arguments.first().and_then(|argument| argument.as_expression());
    // A stem that the program says itself has a number behind it.
    match name.trim_end_matches(|char: char| char.is_ascii_digit()) {
        "$all" => first().map(Helped::All),
        "$spread" => Some(Helped::Spread),
        "$add" => Some(Helped::Add),
        // What it is given is what it gives.
        "$room" | "$draw" => first().map(Helped::Given),
        _ => None,
    }
}

/// The expression itself: what a helper reads.
pub(super) fn read<'e, 'a>(expression: &'e Expression<'a>) -> &'e Expression<'a> {
    let expression = expression.without_parentheses();
    match expression {
        Expression::CallExpression(call) => match helped(call) {
            Some(Helped::Given(variable)) => variable,
            _ => expression,
        },
        _ => expression,
    }
}
