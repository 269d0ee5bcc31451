//! Owns what the matrix sees of a call, as text. What must hold: reading runs no guest code, and the value that is tried is `⟦v⟧` wherever it turns up.

use crate::engine::builtins::timers;
use crate::engine::inspect::inspect_quoted;
use crate::engine::jobs::Jobs;
use crate::engine::look::{class_name, data_property, error_head, own_property};
use crate::engine::pending::slot_of;
use crate::engine::state::{running, state};
use crate::engine::testing::Recorder;
use boa_engine::builtins::array_buffer::ArrayBuffer;
use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsString, JsValue, js_string};
use std::rc::Rc;

/// What a run of the matrix is watched by.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) driver: Option<Rc<Recorder>>,
    pub(super) jobs: Option<Rc<Jobs>>,
    pub(super) pending: JsValue,
    /// What is tried draws random numbers, so each try is a run of its own.
    pub(super) random: bool,
    /// The value that is tried.
    pub(super) value: Option<JsValue>,
    /// How guest functions were called.
    pub(super) notes: Vec<String>,
}

/// `note(self, args)`: a guest function was called.
pub(super) fn note(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = format!("{} {}", text(args.get_or_undefined(0), context), text(args.get_or_undefined(1), context));
    super::SEEN.with_borrow_mut(|seen| seen.notes.push(text));
    Ok(JsValue::undefined())
}

/// Everything that can be seen of a call; an error is what no guest code can catch.
pub(super) fn outcome(args: &[JsValue], context: &mut Context) -> JsResult<String> {
    let f = args.get_or_undefined(0).as_object().unwrap();
    let new = args.get_or_undefined(1).as_string().unwrap() == js_string!("new");
    let this = args.get_or_undefined(2).clone();
    let list = super::items(args.get_or_undefined(3), context);
    let held = |context: &mut Context| -> Vec<String> {
        std::iter::once(&this).chain(&list).map(|value| text(value, context)).collect()
    };
    let before = held(context);
    let result = if new { f.construct(&list, None, context).map(JsValue::from) } else { f.call(&this, &list, context) };
    let mut parts = vec![settled("gives", result, context)?];
    context.run_jobs()?;
    for _ in 0..2 {
        if let Some(timer) = state(context)?.timers.first() {
            timers::fire(timer, context)?;
            context.run_jobs()?;
        }
    }
    let after = held(context);
    // The engine loses the end of a pass where it closes an iterator for another reason; it is the end all the same.
    running(context)?;
    super::SEEN.with_borrow_mut(|seen| {
        parts.append(&mut seen.notes);
        let driver = seen.driver.as_ref().unwrap();
        let lines = driver.lines.take();
        parts.extend((!lines.is_empty()).then(|| format!("{} lines", lines.len())));
        parts.extend(driver.timers.borrow().iter().map(|timer| format!("timer {timer}")));
    });
    // What comes before the first mark is the same for whatever is passed and does nothing; the second mark says that something changed.
    let changed = if after == before { "" } else { " §" };
    Ok(format!("{} § {}{changed}", parts.join("; "), after.join(", ")))
}

fn settled(verb: &str, result: JsResult<JsValue>, context: &mut Context) -> JsResult<String> {
    let value = match result {
        Ok(value) => value,
        Err(error) => return Ok(format!("throws {}", thrown(error, context)?)),
    };
    if is_value(&value, context) {
        return Ok(format!("{verb} ⟦v⟧"));
    }
    let mut given = format!("{verb} {}", text(&value, context));
    let Some(object) = value.as_object().filter(|object| !object.is::<Proxy>()) else { return Ok(given) };
    if JsPromise::from_object(object.clone()).is_ok() {
        context.run_jobs()?;
        return Ok(format!("{given} later {}", text(&value, context)));
    }
    if object.is_callable() && !object.is_constructor() {
        let result = object.call(&JsValue::undefined(), &[], context);
        given.push_str(&settled(", called", result, context)?);
    }
    if let Some(next) = data_property(&object, js_string!("next")).and_then(|next| next.as_callable()) {
        for _ in 0..3 {
            let result = next.call(&value, &[], context);
            given.push_str(&settled(", next", result, context)?);
        }
    }
    Ok(given)
}

fn thrown(error: JsError, context: &mut Context) -> JsResult<String> {
    let thrown = error.into_opaque(context)?;
    Ok(match thrown.as_object() {
        Some(error) if error.is::<Error>() && !is_value(&thrown, context) => {
            error_head(&error).split(':').next().unwrap_or_default().to_owned()
        }
        _ => text(&thrown, context),
    })
}

fn is_value(value: &JsValue, context: &mut Context) -> bool {
    let tried = super::SEEN.with_borrow(|seen| seen.value.clone());
    slot_of(value, context).is_some()
        || tried.is_some_and(|tried| tried.is_object() && JsValue::strict_equals(&tried, value))
}

/// A value, with what the language can tell of it.
pub(super) fn text(value: &JsValue, context: &mut Context) -> String {
    text_within(value, 4, context)
}

fn text_within(value: &JsValue, depth: usize, context: &mut Context) -> String {
    if is_value(value, context) {
        return "⟦v⟧".to_owned();
    }
    let Some(object) = value.as_object() else { return inspect_quoted(value, context) };
    if object.is::<Proxy>() {
        return "a proxy".to_owned();
    }
    if depth == 0 {
        return "…".to_owned();
    }
    let depth = depth - 1;
    let mut parts = vec![head(&object, depth, context)];
    for key in object.own_property_keys(context).unwrap_or_default() {
        let hidden = ["prototype", "length", "name"].iter().any(|name| key == PropertyKey::from(js_string!(*name)));
        let stack = key == PropertyKey::from(js_string!("stack"));
        if hidden && (object.is_callable() || object.is::<Error>()) || stack || parts.len() > 8 {
            continue;
        }
        let Some(property) = own_property(&object, key.clone()) else { continue };
        let flags: String = [
            ('w', property.writable() != Some(false)),
            ('e', property.enumerable() != Some(false)),
            ('c', property.configurable() != Some(false)),
        ]
        .iter()
        .filter(|(_, set)| !set)
        .map(|(flag, _)| format!(" not {flag}"))
        .collect();
        let value = match (property.value(), property.get()) {
            (Some(value), _) => text_within(&value.clone(), depth, context),
            (None, Some(get)) => format!("get {}", text_within(&get.clone(), depth, context)),
            (None, None) => "set".to_owned(),
        };
        parts.push(format!("{}: {value}{flags}", key_text(&key)));
    }
    if !object.is_extensible(context).unwrap_or(true) {
        parts.push("not extensible".to_owned());
    }
    format!("({})", parts.join(" "))
}

fn key_text(key: &PropertyKey) -> String {
    match key {
        PropertyKey::Index(index) => index.get().to_string(),
        PropertyKey::String(key) => key.to_std_string_lossy(),
        PropertyKey::Symbol(key) => key.descriptive_string().to_std_string_lossy(),
    }
}

/// What an object is, and what it holds beside its properties.
fn head(object: &JsObject, depth: usize, context: &mut Context) -> String {
    let class = class_name(object).unwrap_or_else(|| "null".to_owned());
    if object.is_callable() {
        return format!("{class} function");
    }
    if let Ok(promise) = JsPromise::from_object(object.clone()) {
        return match promise.state() {
            PromiseState::Pending => "waits".to_owned(),
            PromiseState::Fulfilled(value) => format!("{class} fulfilled {}", text_within(&value, depth, context)),
            PromiseState::Rejected(value) => format!("{class} rejected {}", text_within(&value, depth, context)),
        };
    }
    let pairs: Option<Vec<_>> = object
        .downcast_ref::<OrderedMap<JsValue>>()
        .map(|map| map.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect());
    let pairs = pairs.or_else(|| object.downcast_ref::<OrderedSet>().map(|set| set.iter().cloned().collect()));
    if let Some(pairs) = pairs {
        let items: Vec<_> = pairs.iter().map(|item| text_within(item, depth, context)).collect();
        return format!("{class} <{}>", items.join(", "));
    }
    if object.is_ordinary() || object.is_array() || object.is::<Error>() {
        return class;
    }
    if class == "TextDecoder" {
        // What it was told to do is not among its properties.
        let options = ["fatal", "ignoreBOM"].map(|name| object.get(JsString::from(name), context));
        return options.into_iter().flatten().fold(class, |text, option| format!("{text} {}", option.display()));
    }
    if object.is::<RegExp>() || object.is::<Date>() || object.is::<ArrayBuffer>() || object.is::<TypedArray>() {
        let text = inspect_quoted(&object.clone().into(), context);
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    class
}
