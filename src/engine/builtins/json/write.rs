//! Owns `JSON.stringify`. What must hold: no recursion of ours (a `toJSON` of the guest's may call us again), properties are
//! read in the standard's order, and a cycle is a TypeError that says where.

use super::super::own;
use super::super::repeat::check_length;
use super::super::units::Text;
use super::text_of_key;
use crate::engine::pending::look;
use crate::engine::state::relieve_memory;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::string::JsStrVariant;
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsBigInt, JsError, JsNativeError, JsResult, JsStr, JsString, JsValue, js_string};
use std::collections::HashSet;

/// More indentation than this is none of the standard's.
const WIDEST_GAP: usize = 10;

/// A container being written.
struct Open {
    object: JsObject,
    items: Items,
    next: usize,
    any: bool,
}

enum Items {
    Array(u64),
    Object(Vec<PropertyKey>),
}

impl Open {
    /// The key of the item after the last.
    fn next_key(&mut self) -> Option<PropertyKey> {
        let at = self.next;
        self.next += 1;
        match &self.items {
            Items::Array(length) => {
                (at < usize::try_from(*length).unwrap_or(usize::MAX)).then(|| PropertyKey::from(at))
            }
            Items::Object(keys) => keys.get(at).cloned(),
        }
    }
}

struct Writer<'a> {
    replacer: Option<JsObject>,
    /// The only keys to write, if the replacer is a list.
    only: Option<Vec<PropertyKey>>,
    gap: JsString,
    text: Text,
    open: Vec<Open>,
    within: HashSet<JsObject>,
    context: &'a mut Context,
}

pub(super) fn stringify(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    relieve_memory(context);
    let replacer = args.get_or_undefined(1).as_object();
    let function = replacer.clone().filter(JsObject::is_callable);
    let only = match replacer {
        Some(list) if function.is_none() && own::is_array(&list, context)? => Some(listed_keys(&list, context)?),
        _ => None,
    };
    let gap = gap(args.get_or_undefined(2), context)?;
    let value = args.get_or_undefined(0).clone();
    let text = Text::new();
    let (open, within) = (Vec::new(), HashSet::new());
    let mut writer = Writer { replacer: function, only, gap, text, open, within, context };
    writer.write(value)
}

/// The keys that a list names, each once.
fn listed_keys(list: &JsObject, context: &mut Context) -> JsResult<Vec<PropertyKey>> {
    let length = list.get(js_string!("length"), context)?.to_length(context)?;
    let (mut keys, mut known) = (Vec::new(), HashSet::new());
    for index in 0..length {
        let item = list.get(index, context)?;
        look(&item, context)?;
        let boxed = item.as_object().is_some_and(|object| object.is::<JsString>() || object.is::<f64>());
        if item.is_string() || item.is_number() || boxed {
            let key = PropertyKey::from(item.to_string(context)?);
            if known.insert(key.clone()) {
                keys.push(key);
            }
        }
    }
    Ok(keys)
}

fn gap(space: &JsValue, context: &mut Context) -> JsResult<JsString> {
    let space = match space.as_object() {
        Some(object) if object.is::<f64>() => space.to_number(context)?.into(),
        Some(object) if object.is::<JsString>() => space.to_string(context)?.into(),
        _ => space.clone(),
    };
    if let Some(text) = space.as_string() {
        return Ok(text.get(..WIDEST_GAP).unwrap_or(text));
    }
    if !space.is_number() {
        return Ok(js_string!());
    }
    let width = match space.to_integer_or_infinity(context)? {
        IntegerOrInfinity::Integer(width) => usize::try_from(width).unwrap_or(0).min(WIDEST_GAP),
        IntegerOrInfinity::PositiveInfinity => WIDEST_GAP,
        IntegerOrInfinity::NegativeInfinity => 0,
    };
    Ok(JsString::from(" ".repeat(width)))
}

impl Writer<'_> {
    fn write(&mut self, value: JsValue) -> JsResult<JsValue> {
        // Only a replacer sees the object that holds the whole.
        let holder = JsObject::with_object_proto(self.context.intrinsics());
        let key = PropertyKey::from(js_string!());
        if self.replacer.is_some() {
            holder.create_data_property_or_throw(key.clone(), value.clone(), self.context)?;
        }
        let value = self.prepared(&holder, &key, value)?;
        if !self.value(value)? {
            return Ok(JsValue::undefined());
        }
        while let Some(last) = self.open.last_mut() {
            let Some(key) = last.next_key() else {
                self.close()?;
                continue;
            };
            let holder = last.object.clone();
            let in_array = matches!(last.items, Items::Array(_));
            let value = holder.get(key.clone(), self.context)?;
            let value = self.prepared(&holder, &key, value)?;
            if in_array {
                self.separate();
                if !self.value(value)? {
                    self.text.ascii("null");
                }
            } else if is_written(&value) {
                self.separate();
                quote(&mut self.text, text_of_key(&key).as_str());
                self.text.ascii(if self.gap.is_empty() { ":" } else { ": " });
                self.value(value)?;
            }
            check_length(self.text.len() as u64, self.context)?;
        }
        Ok(self.text.string().into())
    }

    /// The value after `toJSON` and the replacer.
    fn prepared(&mut self, holder: &JsObject, key: &PropertyKey, mut value: JsValue) -> JsResult<JsValue> {
        if value.is_object() || value.is_bigint() {
            let method = value.to_object(self.context)?.get(js_string!("toJSON"), self.context)?;
            if let Some(method) = method.as_callable() {
                value = method.call(&value, &[text_of_key(key).into()], self.context)?;
                look(&value, self.context)?;
            }
        }
        if let Some(replacer) = &self.replacer {
            let args = [text_of_key(key).into(), value];
            value = replacer.call(&holder.clone().into(), &args, self.context)?;
            look(&value, self.context)?;
        }
        let Some(object) = value.as_object().filter(|object| !object.is_ordinary()) else { return Ok(value) };
        if object.is::<f64>() {
            value = value.to_number(self.context)?.into();
        } else if object.is::<JsString>() {
            value = value.to_string(self.context)?.into();
        } else if let Some(boxed) = object.downcast_ref::<bool>() {
            value = (*boxed).into();
        } else if let Some(boxed) = object.downcast_ref::<JsBigInt>() {
            value = boxed.clone().into();
        }
        Ok(value)
    }

    /// Writes a primitive, or begins a container; false for what JSON has no text for.
    fn value(&mut self, value: JsValue) -> JsResult<bool> {
        if let Some(text) = value.as_string() {
            check_length(text.len() as u64, self.context)?;
            quote(&mut self.text, text.as_str());
        } else if let Some(number) = value.as_number() {
            let text = if number.is_finite() { value.to_string(self.context)? } else { js_string!("null") };
            self.text.push(text.as_str());
        } else if let Some(truth) = value.as_boolean() {
            self.text.ascii(if truth { "true" } else { "false" });
        } else if value.is_null() {
            self.text.ascii("null");
        } else if value.is_bigint() {
            let message = format!("a bigint has no JSON{}: write it as a string, or as a number", self.place());
            return Err(JsNativeError::typ().with_message(message).into());
        } else if let Some(object) = value.as_object().filter(|object| !object.is_callable()) {
            self.container(object)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn container(&mut self, object: JsObject) -> JsResult<()> {
        if object.prototype().is_none() && !object.is_ordinary() && own::is_raw(&object, self.context)? {
            let text = object.get(js_string!("rawJSON"), self.context)?.to_string(self.context)?;
            self.text.push(text.as_str());
            return Ok(());
        }
        if !self.within.insert(object.clone()) {
            return Err(self.cycle(&object));
        }
        let items = if own::is_array(&object, self.context)? {
            let length = object.get(js_string!("length"), self.context)?.to_length(self.context)?;
            // Each item takes a character and a comma at least.
            check_length(length.saturating_mul(2), self.context)?;
            self.text.ascii("[");
            Items::Array(length)
        } else {
            let keys = match &self.only {
                Some(only) => only.clone(),
                None => own::keys(&object, self.context)?,
            };
            self.text.ascii("{");
            Items::Object(keys)
        };
        self.open.push(Open { object, items, next: 0, any: false });
        Ok(())
    }

    /// Before an item: a comma but for the first, and a new line where there is a gap.
    fn separate(&mut self) {
        let Some(last) = self.open.last_mut() else { return };
        if last.any {
            self.text.ascii(",");
        }
        last.any = true;
        self.line(self.open.len());
    }

    fn line(&mut self, depth: usize) {
        if self.gap.is_empty() {
            return;
        }
        self.text.ascii("\n");
        for _ in 0..depth {
            self.text.push(self.gap.as_str());
        }
    }

    fn close(&mut self) -> JsResult<()> {
        let Some(done) = self.open.pop() else { return Ok(()) };
        self.within.remove(&done.object);
        if done.any {
            self.line(self.open.len());
        }
        self.text.ascii(if matches!(done.items, Items::Array(_)) { "]" } else { "}" });
        check_length(self.text.len() as u64, self.context)
    }

    /// ` at .items[3]`, where the value stands that is being written.
    fn place(&self) -> String {
        place(self.open.iter())
    }

    fn cycle(&self, object: &JsObject) -> JsError {
        let outer = self.open.iter().take_while(|open| !JsObject::equals(&open.object, object));
        let outer = place(outer);
        let outer = if outer.is_empty() { " at the root".to_owned() } else { outer };
        let message = format!("a cycle has no JSON: the value{} is the one{outer}, which holds it", self.place());
        JsNativeError::typ().with_message(message).into()
    }
}

fn place<'o>(open: impl Iterator<Item = &'o Open>) -> String {
    let mut path = String::new();
    for open in open {
        match (&open.items, open.next.checked_sub(1)) {
            (Items::Array(_), Some(at)) => path.push_str(&format!("[{at}]")),
            (Items::Object(keys), Some(at)) => {
                if let Some(key) = keys.get(at) {
                    path.push_str(&format!(".{}", text_of_key(key).to_std_string_lossy()));
                }
            }
            (_, None) => {}
        }
        if path.len() > 200 {
            path.push('…');
            break;
        }
    }
    if path.is_empty() { path } else { format!(" at {path}") }
}

/// Whether a property with this value is written at all.
fn is_written(value: &JsValue) -> bool {
    !value.is_undefined() && !value.is_symbol() && !value.is_callable()
}

/// Appends text in quotes.
fn quote(out: &mut Text, text: JsStr<'_>) {
    out.ascii("\"");
    match text.variant() {
        JsStrVariant::Latin1(mut bytes) => {
            while let Some(at) = bytes.iter().position(|byte| escape(u16::from(*byte)).is_some()) {
                let (plain, rest) = bytes.split_at(at);
                out.bytes(plain);
                if let Some((special, rest)) = rest.split_first() {
                    out.ascii(&escape(u16::from(*special)).unwrap_or_default());
                    bytes = rest;
                }
            }
            out.bytes(bytes);
        }
        JsStrVariant::Utf16(units) => {
            for unit in char::decode_utf16(units.iter().copied()) {
                match unit {
                    Ok(char) => match u16::try_from(u32::from(char)).ok().and_then(escape) {
                        Some(escaped) => out.ascii(&escaped),
                        None => out.units(char.encode_utf16(&mut [0; 2])),
                    },
                    Err(lone) => out.ascii(&format!("\\u{:04x}", lone.unpaired_surrogate())),
                }
            }
        }
    }
    out.ascii("\"");
}

/// What stands for a character that cannot stand in a string itself.
fn escape(unit: u16) -> Option<String> {
    let escaped = match unit {
        0x22 => "\\\"",
        0x5c => "\\\\",
        0x08 => "\\b",
        0x09 => "\\t",
        0x0a => "\\n",
        0x0c => "\\f",
        0x0d => "\\r",
        0..=0x1f => return Some(format!("\\u{unit:04x}")),
        _ => return None,
    };
    Some(escaped.to_owned())
}
