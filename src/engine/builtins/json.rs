//! Replaces `JSON.parse` and `JSON.stringify`: the engine's reader takes 127 levels and refuses lone surrogates, and both run the
//! native stack out on deep data. What must hold: neither reading, writing nor reviving recurses, and what is wrong with a text
//! or a value is said with its place. Deliberately absent: `rawJSON`, which is the engine's and is written as it says.

mod parse;
mod revive;
mod write;

use super::{Method, define};
use boa_engine::property::PropertyKey;
use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, js_string};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let json = context.intrinsics().objects().json();
    define(&json, [Method::new("parse", 2, parse), Method::new("stringify", 3, write::stringify)], context)
}

fn parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).to_string(context)?;
    let reviver = args.get_or_undefined(1).as_callable();
    let keep = reviver.is_some();
    let (value, sources) = match text.variant() {
        JsStrVariant::Latin1(bytes) => parse::read(bytes, keep, context)?,
        JsStrVariant::Utf16(units) => parse::read(units, keep, context)?,
    };
    match reviver {
        Some(reviver) => revive::revive(value, &reviver, &text, &sources, context),
        None => Ok(value),
    }
}

fn text_of_key(key: &PropertyKey) -> JsString {
    match key {
        PropertyKey::String(name) => name.clone(),
        PropertyKey::Index(index) => JsString::from(index.get().to_string()),
        PropertyKey::Symbol(_) => js_string!(),
    }
}

#[cfg(test)]
mod tests;
