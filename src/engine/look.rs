//! Owns reading a guest's object without running guest code. What must hold: no getter, no trap and no method of the guest is
//! called, whatever it replaced. Deliberately absent: how a value is shown, which is `inspect.rs`.

use super::builtins::pattern_source;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::JsObject;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsResult, JsString, JsSymbol, JsValue, js_string};

/// Prototypes looked through for a property.
const CHAIN: usize = 100;

/// A property of the object itself; none of a proxy.
pub(crate) fn own_property(object: &JsObject, key: impl Into<PropertyKey>) -> Option<PropertyDescriptor> {
    if object.is::<Proxy>() {
        return None;
    }
    object.borrow().properties().get(&key.into())
}

/// The value of a property of the object itself; none of an accessor, and none of a proxy.
pub(crate) fn own_value(object: &JsObject, key: impl Into<PropertyKey>) -> Option<JsValue> {
    own_property(object, key)?.value().cloned()
}

/// The value of a property, its own or inherited, unless a getter or a proxy stands in the way.
pub(crate) fn data_property(object: &JsObject, key: impl Into<PropertyKey>) -> Option<JsValue> {
    let key = key.into();
    let mut at = Some(object.clone());
    for _ in 0..CHAIN {
        let here = at.filter(|here| !here.is::<Proxy>())?;
        if let Some(property) = own_property(&here, key.clone()) {
            return property.value().cloned();
        }
        at = here.prototype();
    }
    None
}

/// `TypeError: no such row`: the head of an error's stack.
pub(crate) fn error_head(error: &JsObject) -> String {
    let text = |key: JsString| data_property(error, key).and_then(|value| value.as_string());
    let name = text(js_string!("name")).map_or_else(|| "Error".to_owned(), |name| name.to_std_string_lossy());
    let message = text(js_string!("message")).map(|message| message.to_std_string_lossy()).unwrap_or_default();
    match (name.is_empty(), message.is_empty()) {
        (_, true) => name,
        (true, false) => message,
        (false, false) => format!("{name}: {message}"),
    }
}

/// The name of the class an object is of, as its prototypes tell; `None` for an object without prototype.
pub(crate) fn class_name(object: &JsObject) -> Option<String> {
    class_names(object).into_iter().next()
}

/// The names of the classes an object is of, the nearest first.
pub(super) fn class_names(object: &JsObject) -> Vec<String> {
    let mut names = Vec::new();
    let mut at = object.prototype();
    for _ in 0..CHAIN {
        let Some(here) = at.filter(|here| !here.is::<Proxy>()) else { break };
        let constructor = own_value(&here, js_string!("constructor")).and_then(|class| class.as_object());
        names.extend(constructor.and_then(|constructor| function_name(&constructor)));
        at = here.prototype();
    }
    names
}

pub(super) fn function_name(function: &JsObject) -> Option<String> {
    let name = own_value(function, js_string!("name"))?.as_string()?;
    (!name.is_empty()).then(|| name.to_std_string_lossy())
}

/// Source and flags of a pattern, as the language gives them.
pub(super) fn pattern_text(pattern: &JsObject, context: &mut Context) -> JsResult<(JsString, String)> {
    Ok((pattern_source::source_of(pattern, context)?, pattern_flags(pattern)))
}

/// The engine's getter of `flags` reads properties that the guest can replace; what it displays ends in the flags it was made with.
pub(super) fn pattern_flags(pattern: &JsObject) -> String {
    let shown = JsValue::from(pattern.clone()).display().to_string();
    let mut flags: Vec<char> = shown.rsplit_once('/').map_or("", |(_, flags)| flags).chars().collect();
    flags.sort_unstable();
    flags.into_iter().collect()
}

/// What an object of the platform is called: its tag, as of a generator, else its class.
pub(super) fn platform_name(object: &JsObject) -> String {
    let tag = data_property(object, JsSymbol::to_string_tag()).and_then(|tag| tag.as_string());
    tag.map(|tag| tag.to_std_string_lossy()).or_else(|| class_name(object)).unwrap_or_else(|| "object".to_owned())
}
