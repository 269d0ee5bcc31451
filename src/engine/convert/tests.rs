//! What crosses, both ways. The cases of tests/fixtures/values.json are also those of tests/js/value.test.mjs, so the
//! page and the core are held to the same text.

mod border;
mod hostile;
mod random;
mod speed;

use super::{EncodeError, decode, encode};
use crate::driver::BorderError;
use crate::value::Data;
use boa_engine::job::SimpleJobExecutor;
use boa_engine::{Context, JsValue, Source};
use std::rc::Rc;

const LIMIT: usize = 4 << 20;

#[derive(serde::Deserialize)]
struct Case {
    about: String,
    js: String,
    text: String,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../../../tests/fixtures/values.json")).unwrap()
}

/// A realm as runs have it.
fn realm() -> Context {
    crate::engine::realm::build(Rc::new(SimpleJobExecutor::new())).unwrap()
}

fn eval(code: &str, context: &mut Context) -> JsValue {
    context.eval(Source::from_bytes(code)).unwrap_or_else(|error| panic!("{code}\n{error}"))
}

/// The text of an expression's value, or why it has none, in one line.
fn text(code: &str) -> String {
    text_within(code, LIMIT)
}

fn text_within(code: &str, limit: usize) -> String {
    let context = &mut realm();
    let value = eval(&format!("({code})"), context);
    match encode(&value, "input", limit, context) {
        Ok(data) => data.text().to_owned(),
        Err(EncodeError::Border(error)) => in_words(&error),
        Err(EncodeError::Engine(error)) => format!("engine: {error}"),
    }
}

fn in_words(error: &BorderError) -> String {
    match error {
        BorderError::Unsupported { path, kind } => format!("{path}: {kind}"),
        BorderError::TooLarge { limit } => format!("over {limit}"),
        BorderError::Arguments { count } => format!("{count} arguments"),
        BorderError::Threw { name, message, .. } => format!("threw {name}: {message}"),
    }
}

/// Decodes `text` as the global `v` and evaluates `code`, whose completion value is shown.
fn seen(text: &str, code: &str) -> String {
    let context = &mut realm();
    let value = decode(&Data::from_text(text), context).unwrap_or_else(|error| panic!("{text}\n{error}"));
    context
        .register_global_property(boa_engine::js_string!("v"), value, boa_engine::property::Attribute::all())
        .unwrap();
    eval(code, context).display().to_string()
}

#[test]
fn shared_cases_have_the_texts_of_the_page() {
    for case in cases() {
        assert_eq!(text(&case.js), case.text, "{}", case.about);
    }
}

#[test]
fn shared_cases_come_back_as_they_went() {
    for case in cases() {
        let context = &mut realm();
        let value = decode(&Data::from_text(case.text.as_str()), context).unwrap();
        let again = encode(&value, "input", LIMIT, context).unwrap();
        assert_eq!(again.text(), case.text, "{}", case.about);
    }
}
