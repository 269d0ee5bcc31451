//! Owns the built-ins that are given properties as objects, `{ value, writable, … }`. What must hold: every field but `value` is
//! looked at as it is read, once and in the standard's order. Deliberately absent: properties that are assigned.

use super::Original;
use crate::engine::look::{data_property, own_property, own_value};
use crate::engine::pending::look;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsResult, JsValue, js_string};

/// In the order they are read in.
const FIELDS: [&str; 6] = ["enumerable", "configurable", "value", "writable", "get", "set"];

/// The same property, with nothing but its fields, read and looked at.
pub(super) fn looked_at(property: &JsObject, context: &mut Context) -> JsResult<JsObject> {
    let copy = JsObject::with_null_proto();
    for field in FIELDS {
        if !property.has_property(js_string!(field), context)? {
            continue;
        }
        let value = property.get(js_string!(field), context)?;
        if field != "value" {
            look(&value, context)?;
        }
        let refused = (field == "get" || field == "set") && !value.is_undefined() && !value.is_callable();
        copy.create_data_property_or_throw(js_string!(field), value, context)?;
        if refused {
            break;
        }
    }
    Ok(copy)
}

/// `Object.defineProperty`, `Reflect.defineProperty`
pub(super) fn define_property(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let [Some(object), Some(property)] = [0, 2].map(|at| args.get_or_undefined(at).as_object()) else {
        return original.call(this, args, context);
    };
    let key = args.get_or_undefined(1).to_property_key(context)?;
    let property = looked_at(&property, context)?;
    if let Some(value) = value_in(&property) {
        look_if_fixed(&object, &key, &value, context)?;
    }
    original.call(this, &[object.into(), key.into(), property.into()], context)
}

/// Where a property can't change, a value is compared with the one that is there.
pub(super) fn look_if_fixed(
    object: &JsObject,
    key: &PropertyKey,
    value: &JsValue,
    context: &mut Context,
) -> JsResult<()> {
    let Some(property) = own_property(object, key.clone()) else { return Ok(()) };
    if property.configurable() != Some(false) {
        return Ok(());
    }
    look(value, context)?;
    match property.value() {
        Some(there) if property.writable() == Some(false) => look(there, context),
        _ => Ok(()),
    }
}

/// The value a property is given, if it is given one.
pub(super) fn value_in(property: &JsObject) -> Option<JsValue> {
    own_value(property, js_string!("value"))
}

/// `Object.defineProperties`, `Object.create`
pub(super) fn define_properties(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let [first, properties] = [0, 1].map(|at| args.get_or_undefined(at));
    let Some(properties) = properties.as_object().filter(|_| first.is_object() || first.is_null()) else {
        return original.call(this, args, context);
    };
    let copy = JsObject::with_null_proto();
    copy.copy_data_properties(&properties.into(), Vec::<PropertyKey>::new(), context)?;
    for key in copy.own_property_keys(context)? {
        let property = copy.get(key.clone(), context)?;
        let Some(property) = property.as_object() else { break };
        let property = looked_at(&property, context)?;
        if let (Some(object), Some(value)) = (first.as_object(), value_in(&property)) {
            look_if_fixed(&object, &key, &value, context)?;
        }
        copy.create_data_property_or_throw(key, property, context)?;
    }
    original.call(this, &[first.clone(), copy.into()], context)
}

/// `Function.prototype.bind`: name and length of what it gives depend on the kind of these two.
pub(super) fn bind(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    for key in [js_string!("length"), js_string!("name")] {
        let value = this.as_object().and_then(|function| data_property(&function, key));
        if let Some(value) = value {
            look(&value, context)?;
        }
    }
    original.call(this, args, context)
}

/// `Function.prototype[Symbol.hasInstance]`, which `instanceof` asks: whether the prototype of an object's class is an object.
pub(super) fn has_instance(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let prototype = this.as_object().and_then(|class| data_property(&class, js_string!("prototype")));
    if let (Some(prototype), true) = (prototype, args.get_or_undefined(0).is_object()) {
        look(&prototype, context)?;
    }
    original.call(this, args, context)
}
