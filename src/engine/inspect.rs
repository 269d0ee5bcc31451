//! Owns how a guest's value is shown as text, in logs and messages. What must hold: reading a value runs no guest code (no
//! getter, no `toString`, no trap of a proxy), ends at fixed depths and lengths, and depends on nothing but the value.
//! Deliberately absent: any use of the text but to be read; what crosses the border is `convert/`.

mod text;

use self::text::{
    bigint_text, columns, key_text, layout, number_text, push_holes, push_more, quote, start_of, symbol_text,
};
use super::builtins::{search_params, url};
use super::look::{class_name, data_property, error_head, function_name, own_property, own_value, pattern_text};
use super::{messages, pending, stack};
use boa_engine::builtins::array_buffer::ArrayBuffer;
use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsDate, JsPromise, JsTypedArray};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsBigInt, JsString, JsSymbol, JsValue, JsVariant, js_string};

/// Objects inside objects that are shown.
const DEPTH: usize = 4;
/// Entries of one object that are shown.
const ENTRIES: usize = 100;
/// Bytes after which nothing more is read of a value.
const TEXT_BYTES: usize = 16 << 10;
/// Own names of an array are looked for up to this length: the engine lists them together with the indices.
const NAMED_ARRAY_LENGTH: u32 = 10_000;

/// The text of a value as a log shows it: strings bare, objects as their source.
pub(crate) fn inspect(value: &JsValue, context: &mut Context) -> String {
    match value.as_string() {
        Some(text) => {
            let (shown, more) = start_of(&text, TEXT_BYTES);
            if more > 0 { format!("{shown}... {more} more characters") } else { shown }
        }
        None => inspect_quoted(value, context),
    }
}

/// The same, with strings in quotes.
pub(crate) fn inspect_quoted(value: &JsValue, context: &mut Context) -> String {
    Inspector { context, open: Vec::new(), bytes_left: TEXT_BYTES }.value(value)
}

struct Inspector<'a> {
    context: &'a mut Context,
    /// The objects around the one being read.
    open: Vec<JsObject>,
    bytes_left: usize,
}

impl Inspector<'_> {
    fn value(&mut self, value: &JsValue) -> String {
        let text = match value.variant() {
            JsVariant::Null => "null".to_owned(),
            JsVariant::Undefined => "undefined".to_owned(),
            JsVariant::Boolean(value) => value.to_string(),
            JsVariant::String(text) => quote(&text),
            JsVariant::Integer32(number) => number.to_string(),
            JsVariant::Float64(number) => number_text(number),
            JsVariant::BigInt(number) => bigint_text(&number),
            JsVariant::Symbol(symbol) => symbol_text(&symbol),
            JsVariant::Object(object) => return self.object(&object),
        };
        self.bytes_left = self.bytes_left.saturating_sub(text.len());
        text
    }

    fn object(&mut self, object: &JsObject) -> String {
        if object.is::<Proxy>() {
            if let Some(text) = pending::text_of(object, self.context) {
                self.bytes_left = self.bytes_left.saturating_sub(text.len());
                return text;
            }
            return if object.is_callable() { "[Function (proxy)]" } else { "[Proxy]" }.to_owned();
        }
        if self.open.iter().any(|open| JsObject::equals(open, object)) {
            return "[Circular]".to_owned();
        }
        if self.open.len() > DEPTH {
            return self.closed(object);
        }
        self.open.push(object.clone());
        let text = self.open_object(object);
        self.open.pop();
        text
    }

    /// An object too deep to look into.
    fn closed(&mut self, object: &JsObject) -> String {
        if object.is_callable() {
            return function_text(object);
        }
        if object.is::<Error>() {
            return format!("[{}]", error_head(object));
        }
        if object.is_array() { "[Array]".to_owned() } else { format!("[{}]", type_name(object)) }
    }

    fn open_object(&mut self, object: &JsObject) -> String {
        let name = type_name(object);
        if object.is_array() {
            return self.array(object, &name);
        }
        if object.is_callable() {
            return self.decorated(function_text(object), object);
        }
        if object.is::<Error>() {
            messages::improve(&object.clone().into(), self.context);
            return self.error(object);
        }
        if object.is::<OrderedMap<JsValue>>() {
            return self.map(object, &name);
        }
        if object.is::<OrderedSet>() {
            return self.set(object, &name);
        }
        if let Ok(promise) = JsPromise::from_object(object.clone()) {
            let inner = match promise.state() {
                PromiseState::Pending => "<pending>".to_owned(),
                PromiseState::Fulfilled(value) => self.value(&value),
                PromiseState::Rejected(reason) => format!("<rejected> {}", self.value(&reason)),
            };
            return self.with_named(&name, ('{', '}'), vec![inner], object);
        }
        if let Some(text) = self.scalar(object) {
            return self.decorated(text, object);
        }
        if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            return self.typed_array(&array, &name);
        }
        let prefix = if name == "Object" { String::new() } else { name };
        self.with_named(&prefix, ('{', '}'), Vec::new(), object)
    }

    /// Objects that stand for one thing: dates, patterns, wrapped primitives, buffers.
    fn scalar(&mut self, object: &JsObject) -> Option<String> {
        if object.is::<Date>() {
            let date = JsDate::from_object(object.clone()).ok()?;
            let text = date.to_iso_string(self.context).ok().and_then(|text| text.as_string());
            return Some(text.map_or_else(|| "Invalid Date".to_owned(), |text| text.to_std_string_lossy()));
        }
        if object.is::<RegExp>() {
            let (source, flags) = pattern_text(object, self.context).ok()?;
            return Some(format!("/{}/{flags}", source.to_std_string_lossy()));
        }
        if let Some(href) = url::href_of(object) {
            return Some(format!("URL {{ href: {} }}", quote(&JsString::from(href))));
        }
        if let Some(pairs) = search_params::pairs_of(object) {
            let text = |text: String| quote(&JsString::from(text));
            let entries: Vec<_> = pairs
                .into_iter()
                .take(ENTRIES)
                .map(|(name, value)| format!("{} => {}", text(name), text(value)))
                .collect();
            return Some(layout("URLSearchParams", ('{', '}'), &entries));
        }
        if let Some(buffer) = object.downcast_ref::<ArrayBuffer>() {
            let length = buffer.data().map_or(0, <[u8]>::len);
            return Some(format!("ArrayBuffer {{ byteLength: {length} }}"));
        }
        let (kind, inner) = if let Some(value) = object.downcast_ref::<bool>() {
            ("Boolean", JsValue::from(*value))
        } else if let Some(value) = object.downcast_ref::<f64>() {
            ("Number", JsValue::from(*value))
        } else if let Some(value) = object.downcast_ref::<JsString>() {
            ("String", JsValue::from(value.clone()))
        } else if let Some(value) = object.downcast_ref::<JsBigInt>() {
            ("BigInt", JsValue::from(value.clone()))
        } else if let Some(value) = object.downcast_ref::<JsSymbol>() {
            ("Symbol", JsValue::from(value.clone()))
        } else {
            return None;
        };
        Some(format!("[{kind}: {}]", self.value(&inner)))
    }

    fn error(&mut self, error: &JsObject) -> String {
        let head = error_head(error);
        for key in [js_string!("name"), js_string!("message")] {
            // It shows as none; that it does is noted.
            if let Some(shown) = data_property(error, key).and_then(|value| value.as_object()) {
                pending::text_of(&shown, self.context);
            }
        }
        let place = stack::position_of(&error.clone().into(), self.context);
        let text = match place {
            Some(place) => format!("{head} (line {})", place.line),
            None => head,
        };
        let text = if self.open.len() > 1 { format!("[{text}]") } else { text };
        let mut entries = Vec::new();
        for hidden in ["cause", "errors"] {
            let value = own_property(error, JsString::from(hidden))
                .filter(|property| property.enumerable() == Some(false))
                .and_then(|property| property.value().cloned());
            if let Some(value) = value {
                entries.push(format!("[{hidden}]: {}", self.value(&value)));
            }
        }
        entries.extend(self.named_entries_but(error, &["name", "message", "stack"]));
        if entries.is_empty() { text } else { layout(&text, ('{', '}'), &entries) }
    }

    fn array(&mut self, array: &JsObject, name: &str) -> String {
        let length = own_value(array, js_string!("length")).and_then(|length| length.as_number());
        // Lengths of arrays are below 2^32.
        let length = length.map_or(0, |length| length as u32);
        let mut entries = Vec::new();
        let mut holes = 0;
        let mut index = 0;
        while index < length && entries.len() < ENTRIES && self.bytes_left > 0 {
            match own_property(array, index) {
                Some(property) => {
                    push_holes(&mut entries, &mut holes);
                    entries.push(self.slot(&property));
                }
                None => holes += 1,
            }
            // A long array of nothing but holes is not counted one by one.
            index = if holes > NAMED_ARRAY_LENGTH { length } else { index + 1 };
        }
        if index == length && holes > NAMED_ARRAY_LENGTH {
            entries.push("<empty items>".to_owned());
        } else {
            push_holes(&mut entries, &mut holes);
            push_more(&mut entries, u64::from(length.saturating_sub(index)));
        }
        let prefix = if name == "Array" { String::new() } else { format!("{name}({length})") };
        let numbers = (0..length.min(ENTRIES as u32))
            .all(|at| own_value(array, at).is_none_or(|item| item.is_number() || item.is_bigint()));
        columns(&mut entries, numbers);
        if length > NAMED_ARRAY_LENGTH {
            return layout(&prefix, ('[', ']'), &entries);
        }
        self.with_named(&prefix, ('[', ']'), entries, array)
    }

    fn typed_array(&mut self, array: &JsTypedArray, name: &str) -> String {
        let length = array.length(self.context).unwrap_or(0);
        let mut entries = Vec::new();
        for index in 0..length.min(ENTRIES) {
            let index = i64::try_from(index).unwrap_or(i64::MAX);
            let item = array.at(index, self.context).unwrap_or_default();
            entries.push(self.value(&item));
        }
        push_more(&mut entries, length.saturating_sub(ENTRIES) as u64);
        columns(&mut entries, true);
        layout(&format!("{name}({length})"), ('[', ']'), &entries)
    }

    fn map(&mut self, map: &JsObject, name: &str) -> String {
        let (length, pairs) = map.downcast_ref::<OrderedMap<JsValue>>().map_or((0, Vec::new()), |map| {
            (map.len(), map.iter().take(ENTRIES).map(|(key, value)| (key.clone(), value.clone())).collect())
        });
        let mut entries = Vec::new();
        for (key, value) in pairs {
            if self.bytes_left == 0 {
                break;
            }
            let key = self.value(&key);
            entries.push(format!("{key} => {}", self.value(&value)));
        }
        let more = length - entries.len().min(length);
        push_more(&mut entries, more as u64);
        self.with_named(&format!("{name}({length})"), ('{', '}'), entries, map)
    }

    fn set(&mut self, set: &JsObject, name: &str) -> String {
        let (length, values) = set
            .downcast_ref::<OrderedSet>()
            .map_or((0, Vec::new()), |set| (set.len(), set.iter().take(ENTRIES).cloned().collect()));
        let mut entries = Vec::new();
        for value in values {
            if self.bytes_left == 0 {
                break;
            }
            entries.push(self.value(&value));
        }
        let more = length - entries.len().min(length);
        push_more(&mut entries, more as u64);
        self.with_named(&format!("{name}({length})"), ('{', '}'), entries, set)
    }

    /// A text that stands for the object, and its named properties if it has any.
    fn decorated(&mut self, text: String, object: &JsObject) -> String {
        let entries = self.named_entries(object);
        if entries.is_empty() { text } else { layout(&text, ('{', '}'), &entries) }
    }

    fn with_named(
        &mut self,
        prefix: &str,
        braces: (char, char),
        mut entries: Vec<String>,
        object: &JsObject,
    ) -> String {
        entries.extend(self.named_entries(object));
        layout(prefix, braces, &entries)
    }

    /// `key: value` of each enumerable property of the object itself that is not an element.
    fn named_entries(&mut self, object: &JsObject) -> Vec<String> {
        self.named_entries_but(object, &[])
    }

    fn named_entries_but(&mut self, object: &JsObject, shown: &[&str]) -> Vec<String> {
        let elements = object.is_array() || object.is::<JsString>();
        let keys = object.own_property_keys(self.context).unwrap_or_default();
        let mut entries = Vec::new();
        let mut more = 0;
        for key in keys {
            if elements && matches!(key, PropertyKey::Index(_)) {
                continue;
            }
            let Some(property) = own_property(object, key.clone()) else { continue };
            if property.enumerable() != Some(true) {
                continue;
            }
            if entries.len() >= ENTRIES || self.bytes_left == 0 {
                more += 1;
                continue;
            }
            let key = key_text(&key);
            if shown.contains(&key.as_str()) {
                continue;
            }
            self.bytes_left = self.bytes_left.saturating_sub(key.len());
            entries.push(format!("{key}: {}", self.slot(&property)));
        }
        push_more(&mut entries, more);
        entries
    }

    fn slot(&mut self, property: &PropertyDescriptor) -> String {
        let has = |accessor: Option<&JsValue>| accessor.is_some_and(|value| !value.is_undefined());
        match (property.value(), has(property.get()), has(property.set())) {
            (Some(value), _, _) => self.value(&value.clone()),
            (None, true, true) => "[Getter/Setter]".to_owned(),
            (None, true, false) => "[Getter]".to_owned(),
            (None, false, true) => "[Setter]".to_owned(),
            (None, false, false) => "undefined".to_owned(),
        }
    }
}

/// What stands before the braces.
fn type_name(object: &JsObject) -> String {
    let class = class_name(object);
    let tag = data_property(object, JsSymbol::to_string_tag()).and_then(|tag| tag.as_string());
    let tag = tag.map(|tag| tag.to_std_string_lossy()).filter(|tag| !tag.is_empty());
    match (class, tag) {
        (None, None) => "[Object: null prototype]".to_owned(),
        (None, Some(tag)) => format!("[{tag}: null prototype]"),
        (Some(class), Some(tag)) if tag != class => format!("{class} [{tag}]"),
        (Some(class), _) => class,
    }
}

fn function_text(function: &JsObject) -> String {
    // The `prototype` of a class cannot be written, that of a function can; nothing else tells them apart here.
    let class = own_property(function, js_string!("prototype"))
        .is_some_and(|property| property.writable() == Some(false))
        && function.is_constructor();
    let kind = if class { "class" } else { "Function" };
    match (function_name(function), class) {
        (Some(name), true) => format!("[{kind} {name}]"),
        (Some(name), false) => format!("[{kind}: {name}]"),
        (None, _) => format!("[{kind} (anonymous)]"),
    }
}
