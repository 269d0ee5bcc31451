//! Owns what the program tells of the object a method is called on: a global, a literal's class, or a promise that nobody awaited. What must hold: it is a
//! guess for a suggestion, and where there is doubt there is none.

use super::Receiver;
use super::helpers::{self, Helped, helped};
use super::order::{Reader, Subject};
use oxc_ast::ast::{
    Argument, ArrayExpression, ArrowFunctionBody, CallExpression, Expression, Function, FunctionBody, LogicalOperator,
    PropertyKey, Statement,
};
use oxc_span::{GetSpan, Span};

/// Methods that give arrays, on whatever has them.
const ARRAY_MAKERS: [&str; 6] = ["filter", "flatMap", "flat", "split", "toSorted", "toReversed"];
/// Where methods are kept by their names, beside the variables of functions.
const METHODS: usize = usize::MAX;
/// Methods that call a function with each element first.
const PER_ELEMENT: [&str; 8] = ["map", "filter", "forEach", "flatMap", "find", "findIndex", "some", "every"];
/// Classes that are named when an object is made with `new`.
const CLASSES: [&str; 10] =
    ["Array", "Date", "Error", "Map", "Promise", "RegExp", "Set", "URL", "URLSearchParams", "WeakMap"];

/// What a callee's method is read from, and where that is written; of a variable that is called, what it is.
pub(super) fn of_callee<'a>(reader: &Reader<'a>, callee: &Expression<'a>) -> (Receiver, Option<Span>) {
    let Some(member) = callee.as_member_expression() else { return (of_value(reader, callee), None) };
    let object = member.object();
    let receiver = global_path(reader, object).map_or_else(|| of_value(reader, object), Receiver::Global);
    (receiver, Some(object.without_parentheses().span()))
}

/// Remembers what a variable holds; one that is given different things holds nothing known.
pub(super) fn hold<'a>(reader: &mut Reader<'a>, name: &'a str, held: Receiver) {
    let Some(function) = reader.declaring(name) else { return };
    merge(reader, (function, name), held);
}

fn merge<'a>(reader: &mut Reader<'a>, at: (usize, &'a str), held: Receiver) {
    let known = reader.held.entry(at).or_insert_with(|| held.clone());
    if *known != held {
        *known = Receiver::Unknown;
    }
}

/// Remembers whether all methods of a name are async.
pub(super) fn method<'a>(reader: &mut Reader<'a>, key: &PropertyKey<'a>, function: &Function<'a>) {
    if let PropertyKey::StaticIdentifier(name) = key {
        let is_async = function.r#async && !function.generator;
        merge(reader, (METHODS, name.name.as_str()), if is_async { Receiver::Async } else { Receiver::Unknown });
    }
}

/// What the function in a call's first argument is called with: an element of the list.
pub(super) fn of_element<'a>(reader: &Reader<'a>, call: &CallExpression<'a>) -> Receiver {
    let function = call
        .arguments
        .first()
        .is_some_and(|first| matches!(first, Argument::ArrowFunctionExpression(_) | Argument::FunctionExpression(_)));
    match &call.callee {
        Expression::StaticMemberExpression(member)
            if function && PER_ELEMENT.contains(&member.property.name.as_str()) =>
        {
            match of_value(reader, &member.object) {
                list @ Receiver::List(_) => list.part(member.object.span()),
                _ => Receiver::Unknown,
            }
        }
        _ => Receiver::Unknown,
    }
}

impl<'a> Reader<'a> {
    /// An expression and what it gives.
    pub(super) fn subject(&self, expression: &Expression<'a>) -> Subject {
        let receiver = match of_value(self, expression) {
            Receiver::Unknown if expression.is_member_expression() => {
                global_path(self, expression).map_or(Receiver::Unknown, Receiver::Global)
            }
            known => known,
        };
        Subject { receiver, ..Subject::of(expression) }
    }
}

fn global_path<'a>(reader: &Reader<'a>, object: &Expression<'a>) -> Option<Vec<String>> {
    let mut path = Vec::new();
    let mut at = helpers::read(object);
    if let Expression::AwaitExpression(wait) = at {
        at = helpers::read(&wait.argument);
    }
    loop {
        match at {
            Expression::StaticMemberExpression(member) => {
                path.push(member.property.name.as_str().to_owned());
                at = &member.object;
            }
            Expression::Identifier(id) if !reader.is_declared(id.name.as_str()) => {
                path.push(id.name.as_str().to_owned());
                path.reverse();
                return Some(path);
            }
            _ => return None,
        }
    }
}

/// What an expression gives, as far as it can be seen.
pub(super) fn of_value<'a>(reader: &Reader<'a>, expression: &Expression<'a>) -> Receiver {
    match helpers::read(expression) {
        Expression::ArrayExpression(array) => of_array(reader, array),
        Expression::ObjectExpression(_) => Receiver::Class("Object"),
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => Receiver::Class("String"),
        Expression::NumericLiteral(_) => Receiver::Class("Number"),
        Expression::RegExpLiteral(_) => Receiver::Class("RegExp"),
        Expression::ArrowFunctionExpression(arrow) if arrow.r#async => Receiver::Async,
        Expression::FunctionExpression(function) if function.r#async && !function.generator => Receiver::Async,
        Expression::Identifier(id) => {
            let name = id.name.as_str();
            let held = reader.declaring(name).and_then(|function| reader.held.get(&(function, name)));
            held.cloned().unwrap_or(Receiver::Unknown)
        }
        // What is not empty is what comes of it, and a promise is not.
        Expression::LogicalExpression(either) if either.operator != LogicalOperator::And => {
            match of_value(reader, &either.left) {
                held @ (Receiver::Class("Promise") | Receiver::Call(_)) => held,
                _ => Receiver::Unknown,
            }
        }
        Expression::StaticMemberExpression(member) => match of_value(reader, &member.object) {
            Receiver::List(_) => Receiver::Unknown,
            held => held.part(member.object.span()),
        },
        Expression::ComputedMemberExpression(member) => of_value(reader, &member.object).part(member.object.span()),
        Expression::NewExpression(new) => match &new.callee {
            Expression::Identifier(id) => {
                let class = CLASSES.into_iter().find(|class| *class == id.name.as_str());
                class.map_or(Receiver::Unknown, Receiver::Class)
            }
            _ => Receiver::Unknown,
        },
        Expression::CallExpression(call) => of_call(reader, call),
        _ => Receiver::Unknown,
    }
}

fn of_array<'a>(reader: &Reader<'a>, array: &ArrayExpression<'a>) -> Receiver {
    let first = array.elements.first().and_then(|first| first.as_expression());
    list_of(first.map_or(Receiver::Unknown, |first| of_value(reader, first)))
}

/// A list of what may be promises is of interest, any other is a list.
fn list_of(element: Receiver) -> Receiver {
    match element {
        Receiver::Class("Promise") | Receiver::Call(_) => Receiver::List(Box::new(element)),
        _ => Receiver::Class("Array"),
    }
}

fn of_call<'a>(reader: &Reader<'a>, call: &CallExpression<'a>) -> Receiver {
    if matches!(helped(call), Some(Helped::All(_) | Helped::Spread)) {
        return Receiver::Class("Array");
    }
    let path = global_path(reader, &call.callee);
    if call.callee.as_member_expression().is_none() && of_value(reader, &call.callee) == Receiver::Async {
        return Receiver::Class("Promise");
    }
    if let Expression::StaticMemberExpression(member) = &call.callee {
        let (method, object) = (member.property.name.as_str(), of_value(reader, &member.object));
        let owner = path.as_ref().and_then(|path| path.first()).map(String::as_str);
        match (method, owner) {
            ("map", _) => {
                return list_of(call.arguments.first().map_or(Receiver::Unknown, |first| given_by(reader, first)));
            }
            ("filter" | "slice", _) if matches!(object, Receiver::List(_)) => return object,
            ("keys" | "values" | "entries", Some("Object")) => return Receiver::Class("Array"),
            (_, Some("Promise")) | ("then" | "catch" | "finally", _) => return Receiver::Class("Promise"),
            _ if ARRAY_MAKERS.contains(&method) => return Receiver::Class("Array"),
            _ if path.is_none()
                && is_own(&object, method)
                && reader.held.get(&(METHODS, method)) == Some(&Receiver::Async) =>
            {
                return Receiver::Class("Promise");
            }
            _ => {}
        }
    }
    path.map_or(Receiver::Unknown, Receiver::Call)
}

/// Whether a method of this name may be one of the program's own.
fn is_own(object: &Receiver, method: &str) -> bool {
    matches!(object, Receiver::Unknown | Receiver::Class("Object"))
        && !["get", "set", "has", "add", "delete", "find", "push", "next"].contains(&method)
}

/// What a function that is passed gives.
fn given_by<'a>(reader: &Reader<'a>, function: &Argument<'a>) -> Receiver {
    let Some(function) = function.as_expression() else { return Receiver::Unknown };
    if of_value(reader, function) == Receiver::Async {
        return Receiver::Class("Promise");
    }
    let last = |body: &FunctionBody<'a>| match body.statements.last() {
        Some(Statement::ReturnStatement(last)) => {
            last.argument.as_ref().map_or(Receiver::Unknown, |value| of_value(reader, value))
        }
        _ => Receiver::Unknown,
    };
    match function.without_parentheses() {
        Expression::ArrowFunctionExpression(arrow) => match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => last(body),
            body => body.as_expression().map_or(Receiver::Unknown, |value| of_value(reader, value)),
        },
        Expression::FunctionExpression(function) => function.body.as_ref().map_or(Receiver::Unknown, |body| last(body)),
        named => global_path(reader, named).map_or(Receiver::Unknown, Receiver::Call),
    }
}
