//! Owns the plain form: JSON text, both ways, with explicit stacks. The reader is ours because lone surrogates must
//! survive, which serde_json refuses, and because the values are the engine's.

use super::BorderError;
use super::errors::shown;
use super::graph::{Graph, Item, Shape};
use super::lexer::{Lexer, Token};
use super::out::{Out, Style, Written};
use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsValue, JsVariant};

/// The text of a plain tree.
pub(super) fn write(graph: &Graph, limit: usize) -> Result<String, BorderError> {
    let mut out = Out::new(Style::Json, limit);
    let mut open: Vec<(&Shape, usize)> = Vec::new();
    let mut next = Some(&graph.root);
    loop {
        match next.take() {
            Some(Item::Primitive(value)) => primitive(&mut out, value)?,
            Some(Item::Node(id)) => {
                if let Some(shape) = graph.shape(*id) {
                    out.push(if matches!(shape, Shape::Array(_)) { "[" } else { "{" })?;
                    open.push((shape, 0));
                }
            }
            None => {}
        }
        let Some((shape, at)) = open.last_mut() else {
            return Ok(out.finish());
        };
        next = shape.child(*at);
        if next.is_none() {
            out.push(if matches!(shape, Shape::Array(_)) { "]" } else { "}" })?;
            open.pop();
            continue;
        }
        if *at > 0 {
            out.push(",")?;
        }
        if let Shape::Object { items, .. } = shape
            && let Some((name, _)) = items.get(*at)
        {
            key(&mut out, name)?;
            out.push(":")?;
        }
        *at += 1;
    }
}

/// Appends a key in quotes.
pub(super) fn key(out: &mut Out, key: &PropertyKey) -> Written {
    match key {
        PropertyKey::String(key) => out.string(key),
        PropertyKey::Index(index) => out.push(&format!("\"{}\"", index.get())),
        PropertyKey::Symbol(_) => Ok(()),
    }
}

/// Appends a primitive of JSON.
pub(super) fn primitive(out: &mut Out, value: &JsValue) -> Written {
    match value.variant() {
        JsVariant::Boolean(true) => out.push("true"),
        JsVariant::Boolean(false) => out.push("false"),
        JsVariant::Integer32(number) => out.integer(i64::from(number)),
        JsVariant::Float64(number) => out.number(number),
        JsVariant::String(text) => out.string(&text),
        JsVariant::Null | JsVariant::Undefined | JsVariant::BigInt(_) | JsVariant::Object(_) | JsVariant::Symbol(_) => {
            out.push("null")
        }
    }
}

enum Open {
    Array(Vec<JsValue>),
    Object(JsObject, PropertyKey),
}

/// The value of JSON text.
pub(super) fn read(text: &str, context: &mut Context) -> JsResult<JsValue> {
    let mut lexer = Lexer::new(text);
    let mut open: Vec<Open> = Vec::new();
    loop {
        let mut value = match lexer.token()? {
            Token::ArrayStart => {
                if !lexer.ends(b']') {
                    open.push(Open::Array(Vec::new()));
                    continue;
                }
                JsArray::from_iter([], context).into()
            }
            Token::ObjectStart => {
                let object = plain_object(context);
                if !lexer.ends(b'}') {
                    let key = lexer.key()?;
                    open.push(Open::Object(object, key));
                    continue;
                }
                object.into()
            }
            Token::Primitive(value) => value,
        };
        // The value is whole: put it where it belongs, and close what it completes.
        loop {
            match open.pop() {
                None => {
                    lexer.end()?;
                    return Ok(value);
                }
                Some(Open::Array(mut items)) => {
                    items.push(value);
                    if lexer.more(b']')? {
                        open.push(Open::Array(items));
                        break;
                    }
                    value = JsArray::from_iter(items, context).into();
                }
                Some(Open::Object(object, key)) => {
                    object.insert_property(key, shown(value));
                    if lexer.more(b'}')? {
                        let key = lexer.key()?;
                        open.push(Open::Object(object, key));
                        break;
                    }
                    value = object.into();
                }
            }
        }
    }
}

/// `{}`: its prototype is the intrinsic one, and rows with the same keys share one layout.
pub(crate) fn plain_object(context: &Context) -> JsObject {
    let prototype = context.intrinsics().constructors().object().prototype();
    JsObject::new(context.root_shape(), prototype, OrdinaryObject).upcast()
}
