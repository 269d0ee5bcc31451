//! Owns exceptions at the border: what a guest's getter threw, as words; what the host threw, as an error object of
//! the guest's realm. Deliberately absent: stacks of the host.

use super::{EncodeError, decode};
use crate::driver::BorderError;
use crate::engine::look::data_property;
use crate::engine::{messages, pending, stack};
use crate::position::Position;
use crate::value::ErrorData;
use boa_engine::builtins::error::{Error, ErrorKind};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue, js_string};

/// The host's error as the guest meets it: an instance of the intrinsic class of that name where there is one.
pub(crate) fn decode_error(error: &ErrorData, context: &mut Context) -> JsResult<JsValue> {
    let object = make(&JsString::from(error.name.as_str()), &JsString::from(error.message.as_str()), context);
    if let Some(data) = &error.data
        && let Some(data) = decode(data, context)?.as_object()
    {
        for key in data.own_property_keys(context)? {
            let value = data.get(key.clone(), context)?;
            put(&object, key, value);
        }
    }
    if let Some(cause) = &error.cause {
        let cause = decode(cause, context)?;
        put(&object, js_string!("cause").into(), cause);
    }
    Ok(object.into())
}

/// An error object with nothing but its message, and its name where no intrinsic class has that name.
pub(super) fn make(name: &JsString, message: &JsString, context: &Context) -> JsObject {
    let classes = context.intrinsics().constructors();
    let name_text = name.to_std_string_lossy();
    let (class, tag) = match name_text.as_str() {
        "AggregateError" => (classes.aggregate_error(), ErrorKind::Aggregate),
        "EvalError" => (classes.eval_error(), ErrorKind::Eval),
        "RangeError" => (classes.range_error(), ErrorKind::Range),
        "ReferenceError" => (classes.reference_error(), ErrorKind::Reference),
        "SyntaxError" => (classes.syntax_error(), ErrorKind::Syntax),
        "TypeError" => (classes.type_error(), ErrorKind::Type),
        "URIError" => (classes.uri_error(), ErrorKind::Uri),
        _ => (classes.error(), ErrorKind::Error),
    };
    let own_name = matches!(tag, ErrorKind::Error) && name_text != "Error";
    let object = JsObject::new(context.root_shape(), class.prototype(), Error::new(tag)).upcast();
    object.insert_property(js_string!("message"), hidden(message.clone().into()));
    if own_name {
        object.insert_property(js_string!("name"), hidden(name.clone().into()));
    }
    object
}

/// Gives an error one of its data. What the language keeps out of sight stays so, and nothing replaces name, message or stack.
pub(super) fn put(error: &JsObject, key: PropertyKey, value: JsValue) {
    if ["name", "message", "stack"].iter().any(|reserved| is(&key, reserved)) {
        return;
    }
    let out_of_sight = is(&key, "cause") || is(&key, "errors");
    error.insert_property(key, if out_of_sight { hidden(value) } else { shown(value) });
}

/// Whether a key is this name.
pub(super) fn is(key: &PropertyKey, name: &str) -> bool {
    matches!(key, PropertyKey::String(key) if *key == *name)
}

/// A property as an assignment makes it.
pub(crate) fn shown(value: JsValue) -> PropertyDescriptor {
    PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true).build()
}

/// A property as the language makes `message`: there, and not enumerable.
fn hidden(value: JsValue) -> PropertyDescriptor {
    PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true).build()
}

/// What guest code threw while its value was read.
pub(super) fn threw(error: JsError, context: &mut Context) -> EncodeError {
    if error.as_engine().is_some() {
        return EncodeError::Engine(error);
    }
    match error.into_opaque(context) {
        Ok(thrown) => match pending::look(&thrown, context) {
            Ok(()) => {
                messages::improve(&thrown, context);
                EncodeError::Border(describe(&thrown, stack::position_of(&thrown, context)))
            }
            Err(stopped) => EncodeError::Engine(stopped),
        },
        Err(engine) => EncodeError::Engine(engine),
    }
}

/// Name and message, read without running more guest code.
fn describe(thrown: &JsValue, position: Option<Position>) -> BorderError {
    let text = |object: &JsObject, key: JsString| {
        data_property(object, key).and_then(|value| value.as_string()).map(|text| text.to_std_string_lossy())
    };
    let Some(object) = thrown.as_object() else {
        return BorderError::Threw { name: "Error".to_owned(), message: primitive(thrown), position };
    };
    BorderError::Threw {
        name: text(&object, js_string!("name")).unwrap_or_else(|| "Error".to_owned()),
        message: text(&object, js_string!("message")).unwrap_or_else(|| "an object was thrown".to_owned()),
        position,
    }
}

fn primitive(value: &JsValue) -> String {
    value.as_string().map_or_else(|| value.display().to_string(), |text| text.to_std_string_lossy())
}
