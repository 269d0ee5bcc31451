//! Owns functions of the engine's that the core calls because the engine keeps what they do to itself. What must hold: they are kept
//! from before the guest could replace them.

use super::engine_function;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsNativeError, JsResult, JsValue, js_string};

struct Own {
    is_array: JsFunction,
    is_raw: JsFunction,
    keys: JsFunction,
    delete: JsFunction,
    prototype_of: JsFunction,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let (constructors, objects) = (context.intrinsics().constructors(), context.intrinsics().objects());
    let own = Own {
        is_array: engine_function(&constructors.array().constructor(), js_string!("isArray"))?,
        is_raw: engine_function(&objects.json(), js_string!("isRawJSON"))?,
        keys: engine_function(&constructors.object().constructor(), js_string!("keys"))?,
        delete: engine_function(&objects.reflect(), js_string!("deleteProperty"))?,
        prototype_of: engine_function(&objects.reflect(), js_string!("getPrototypeOf"))?,
    };
    context.insert_data(own);
    Ok(())
}

fn call(which: fn(&Own) -> &JsFunction, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let own = context.get_data::<Own>().map(|own| which(own).clone());
    let own = own.ok_or_else(|| JsNativeError::typ().with_message("the realm has lost the engine's functions"))?;
    own.call(&JsValue::undefined(), args, context)
}

/// Whether it is an array or a proxy of one. Throws for a revoked one.
pub(in crate::engine) fn is_array(object: &JsObject, context: &mut Context) -> JsResult<bool> {
    if object.is_array() {
        return Ok(true);
    }
    if object.is_ordinary() {
        return Ok(false);
    }
    Ok(call(|own| &own.is_array, &[object.clone().into()], context)?.to_boolean())
}

/// Whether it is what `JSON.rawJSON` made.
pub(super) fn is_raw(object: &JsObject, context: &mut Context) -> JsResult<bool> {
    Ok(call(|own| &own.is_raw, &[object.clone().into()], context)?.to_boolean())
}

/// The names of its enumerable own properties.
pub(super) fn keys(object: &JsObject, context: &mut Context) -> JsResult<Vec<PropertyKey>> {
    if object.is_ordinary() {
        let mut keys = object.own_property_keys(context)?;
        let object = object.borrow();
        let shown = |key: &PropertyKey| object.properties().get(key).is_some_and(|own| own.enumerable() == Some(true));
        keys.retain(|key| !matches!(key, PropertyKey::Symbol(_)) && shown(key));
        return Ok(keys);
    }
    let list = call(|own| &own.keys, &[object.clone().into()], context)?;
    let list = JsArray::from_object(list.to_object(context)?)?;
    let length = list.length(context)?;
    (0..length).map(|index| list.get(index, context)?.to_property_key(context)).collect()
}

/// Removes a property; one that cannot be removed stays.
pub(super) fn delete(object: &JsObject, key: &PropertyKey, context: &mut Context) -> JsResult<()> {
    call(|own| &own.delete, &[object.clone().into(), key.into()], context).map(|_| ())
}

/// Its prototype, as the trap of a proxy says.
pub(in crate::engine) fn prototype_of(object: &JsObject, context: &mut Context) -> JsResult<Option<JsObject>> {
    Ok(call(|own| &own.prototype_of, &[object.clone().into()], context)?.as_object())
}
