//! Owns what the program tells of the object a method is called on: a global, or a literal's class. What must hold: it is a
//! guess for a suggestion, and where there is doubt there is none.

use super::Receiver;
use super::helpers::{self, Helped, helped};
use super::order::Reader;
use oxc_ast::ast::{CallExpression, Expression};

/// Methods that give arrays, on whatever has them.
const ARRAY_MAKERS: [&str; 7] = ["map", "filter", "flatMap", "flat", "split", "toSorted", "toReversed"];
/// Classes that are named when an object is made with `new`.
const CLASSES: [&str; 10] =
    ["Array", "Date", "Error", "Map", "Promise", "RegExp", "Set", "URL", "URLSearchParams", "WeakMap"];

/// What a callee's method is read from.
pub(super) fn of_callee<'a>(reader: &Reader<'a>, callee: &Expression<'a>) -> Receiver {
    let Some(member) = callee.as_member_expression() else { return Receiver::Unknown };
    let object = member.object();
    global_path(reader, object).map_or_else(|| of_value(reader, object), Receiver::Global)
}

/// Remembers what a variable holds; two variables of one name that hold different things hold nothing known.
pub(super) fn hold<'a>(reader: &mut Reader<'a>, name: &'a str, held: Receiver) {
    let known = reader.held.entry(name).or_insert_with(|| held.clone());
    if *known != held {
        *known = Receiver::Unknown;
    }
}

fn global_path<'a>(reader: &Reader<'a>, object: &Expression<'a>) -> Option<Vec<String>> {
    let mut path = Vec::new();
    let mut at = helpers::read(object);
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
        Expression::ArrayExpression(_) => Receiver::Class("Array"),
        Expression::ObjectExpression(_) => Receiver::Class("Object"),
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => Receiver::Class("String"),
        Expression::NumericLiteral(_) => Receiver::Class("Number"),
        Expression::RegExpLiteral(_) => Receiver::Class("RegExp"),
        Expression::ArrowFunctionExpression(arrow) if arrow.r#async => Receiver::Async,
        Expression::FunctionExpression(function) if function.r#async && !function.generator => Receiver::Async,
        Expression::Identifier(id) => reader.held.get(id.name.as_str()).cloned().unwrap_or(Receiver::Unknown),
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

fn of_call<'a>(reader: &Reader<'a>, call: &CallExpression<'a>) -> Receiver {
    if matches!(helped(call), Some(Helped::All(_) | Helped::Spread)) {
        return Receiver::Class("Array");
    }
    if of_value(reader, &call.callee) == Receiver::Async {
        return Receiver::Class("Promise");
    }
    let makes_array = match &call.callee {
        Expression::StaticMemberExpression(member) => {
            let method = member.property.name.as_str();
            let of_object = matches!(&member.object, Expression::Identifier(id) if id.name == "Object");
            ARRAY_MAKERS.contains(&method) || of_object && ["keys", "values", "entries"].contains(&method)
        }
        _ => false,
    };
    match global_path(reader, &call.callee) {
        _ if makes_array => Receiver::Class("Array"),
        Some(path) => Receiver::Call(path),
        None => Receiver::Unknown,
    }
}
