//! Owns the words for what cannot cross: `a function`, `a Person instance`. The page's js/value uses the same words.
//! What must hold: nothing here runs guest code; names are read from data properties only.

use crate::engine::look::data_property;
use boa_engine::builtins::async_generator::AsyncGenerator;
use boa_engine::builtins::dataview::DataView;
use boa_engine::builtins::generator::Generator;
use boa_engine::builtins::promise::Promise;
use boa_engine::object::builtins::{JsWeakMap, JsWeakSet};
use boa_engine::{JsBigInt, JsObject, JsString, JsSymbol, js_string};

/// Characters shown of a class's name.
const NAME_CHARS: usize = 60;

pub(super) const FUNCTION: &str = "a function";
pub(super) const SYMBOL: &str = "a symbol";
pub(super) const SYMBOL_KEY: &str = "a property whose key is a symbol";
pub(super) const DETACHED_BUFFER: &str = "a detached ArrayBuffer";
pub(super) const TOO_DEEP: &str = "a value nested more than 10,000 levels deep";
pub(super) const BIG_BIGINT: &str = "a bigint of more than 262,144 bits";

/// The words for an object that is not data.
pub(super) fn of_object(object: &JsObject) -> String {
    let fixed = if object.is_callable() {
        Some(FUNCTION)
    } else if object.is::<Promise>() {
        Some("a promise")
    } else if object.is::<Generator>() || object.is::<AsyncGenerator>() {
        Some("a generator")
    } else if object.is::<DataView>() {
        Some("a DataView")
    } else if object.is::<f64>() {
        Some("a Number object")
    } else if object.is::<JsString>() {
        Some("a String object")
    } else if object.is::<bool>() {
        Some("a Boolean object")
    } else if object.is::<JsBigInt>() {
        Some("a BigInt object")
    } else if object.is::<JsSymbol>() {
        Some("a Symbol object")
    } else if JsWeakMap::from_object(object.clone()).is_ok() {
        Some("a WeakMap")
    } else if JsWeakSet::from_object(object.clone()).is_ok() {
        Some("a WeakSet")
    } else {
        None
    };
    match fixed {
        Some(words) => words.to_owned(),
        None if is_iterator(object) => "an iterator".to_owned(),
        None => of_instance(object.prototype()),
    }
}

/// The words for an object whose prototype makes it an instance of a class.
pub(super) fn of_instance(prototype: Option<JsObject>) -> String {
    match class_name(prototype) {
        Some(name) if name == "Object" => "an object with a prototype of its own".to_owned(),
        Some(name) => {
            let article = if name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            format!("{article} {} instance", name.chars().take(NAME_CHARS).collect::<String>())
        }
        None => "an instance of a class without a name".to_owned(),
    }
}

fn is_iterator(object: &JsObject) -> bool {
    let tag = data_property(object, JsSymbol::to_string_tag()).and_then(|tag| tag.as_string());
    tag.is_some_and(|tag| tag.to_std_string_lossy().contains("Iterator"))
}

fn class_name(prototype: Option<JsObject>) -> Option<String> {
    let constructor = data_property(&prototype?, js_string!("constructor"))?.as_object()?;
    let name = data_property(&constructor, js_string!("name"))?.as_string()?;
    (!name.is_empty()).then(|| name.to_std_string_lossy())
}
