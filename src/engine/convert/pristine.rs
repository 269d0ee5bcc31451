//! Owns what is asked of a proxy: whether it is an array, and its prototype. The engine keeps both operations to
//! itself, and the guest can patch the functions of its realm, so they are those of a second realm that no code ever
//! sees; it is made when the first proxy is met, which hardly any program has.

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};

#[derive(Debug, Clone)]
struct Pristine {
    is_array: JsObject,
    prototype_of: JsObject,
}

/// `Array.isArray(proxy)`. Throws for a revoked one.
pub(crate) fn is_array(proxy: &JsObject, context: &mut Context) -> JsResult<bool> {
    let function = pristine(context)?.is_array;
    Ok(function.call(&JsValue::undefined(), &[proxy.clone().into()], context)?.to_boolean())
}

/// `Reflect.getPrototypeOf(proxy)`: its trap runs.
pub(super) fn prototype_of(proxy: &JsObject, context: &mut Context) -> JsResult<Option<JsObject>> {
    let function = pristine(context)?.prototype_of;
    Ok(function.call(&JsValue::undefined(), &[proxy.clone().into()], context)?.as_object())
}

fn pristine(context: &mut Context) -> JsResult<Pristine> {
    if let Some(pristine) = context.get_data::<Pristine>() {
        return Ok(pristine.clone());
    }
    let realm = context.create_realm()?;
    let array = realm.intrinsics().constructors().array().constructor();
    let reflect = realm.intrinsics().objects().reflect();
    let made = Pristine {
        is_array: method(&array, js_string!("isArray"), context)?,
        prototype_of: method(&reflect, js_string!("getPrototypeOf"), context)?,
    };
    context.insert_data(made.clone());
    Ok(made)
}

fn method(holder: &JsObject, name: JsString, context: &mut Context) -> JsResult<JsObject> {
    let missing = || boa_engine::JsNativeError::typ().with_message("the engine lacks a built-in function");
    Ok(holder.get(name, context)?.as_object().ok_or_else(missing)?)
}
