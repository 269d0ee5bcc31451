//! Replaces `JSON.parse` and `JSON.stringify`: the engine's reader takes 127 levels and refuses lone surrogates, and both run the
//! native stack out on deep data. What must hold: neither reading, writing nor reviving recurses, and what is wrong with a text
//! or a value is said with its place. Deliberately absent: `rawJSON`, which is the engine's and is written as it says.

mod parse;
mod revive;
mod write;

use super::{Method, define, engine_function};
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::property::PropertyKey;
use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsValue, js_string};

/// Functions of the engine, kept from before the guest could replace them.
#[derive(Clone)]
pub(super) struct Own {
    is_array: JsFunction,
    keys: JsFunction,
    delete: JsFunction,
    is_raw: JsFunction,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let array = context.intrinsics().constructors().array().constructor();
    let object = context.intrinsics().constructors().object().constructor();
    let (json, reflect) = (context.intrinsics().objects().json(), context.intrinsics().objects().reflect());
    let own = Own {
        is_array: engine_function(&array, js_string!("isArray"))?,
        keys: engine_function(&object, js_string!("keys"))?,
        delete: engine_function(&reflect, js_string!("deleteProperty"))?,
        is_raw: engine_function(&json, js_string!("isRawJSON"))?,
    };
    context.insert_data(own);
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

pub(super) fn own(context: &Context) -> JsResult<Own> {
    let own = context.get_data::<Own>().cloned();
    own.ok_or_else(|| JsNativeError::typ().with_message("the realm has lost the engine's functions").into())
}

/// Whether it is an array or a proxy of one.
pub(super) fn is_array(object: &JsObject, own: &Own, context: &mut Context) -> JsResult<bool> {
    if object.is_array() {
        return Ok(true);
    }
    if object.is_ordinary() {
        return Ok(false);
    }
    Ok(own.is_array.call(&JsValue::undefined(), &[object.clone().into()], context)?.to_boolean())
}

/// The names of its enumerable own properties.
fn keys(object: &JsObject, own: &Own, context: &mut Context) -> JsResult<Vec<PropertyKey>> {
    if object.is_ordinary() {
        let mut keys = object.own_property_keys(context)?;
        let object = object.borrow();
        let shown = |key: &PropertyKey| object.properties().get(key).is_some_and(|own| own.enumerable() == Some(true));
        keys.retain(|key| !matches!(key, PropertyKey::Symbol(_)) && shown(key));
        return Ok(keys);
    }
    let list = own.keys.call(&JsValue::undefined(), &[object.clone().into()], context)?;
    let list = JsArray::from_object(list.to_object(context)?)?;
    let length = list.length(context)?;
    (0..length).map(|index| list.get(index, context)?.to_property_key(context)).collect()
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
