//! Replaces `RegExp.prototype.exec` and `[Symbol.split]`: the engine's matcher copies a text of bytes whole for each match, so that every
//! global pattern over a long text takes time that grows with its square, and its `split` asks at each character. The
//! engine's other methods find matches by `exec`. What must hold: a text is made fit for the matcher once for all matches after one
//! another; what the guest gets are strings of bytes again. Sticky patterns: `exec/sticky.rs`. Where the guest changed what `split` goes by, the engine's own runs.

mod sticky;

use super::units::string_of;
use super::{Method, define, engine_function};
use crate::engine::look::{own_property, pattern_text};
use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::string::JsStrVariant;
use boa_engine::{
    Context, JsArgs, JsNativeError, JsResult, JsStr, JsString, JsSymbol, JsValue, NativeFunction, js_string,
};

/// Shorter texts are copied.
const LONG: usize = 64;
/// A text this long is let go of when no match is left.
const LARGE: usize = 4096;

/// The engine's own, kept from before the guest could replace them, and the `exec` of the realm.
#[derive(Clone)]
struct Own {
    engine_exec: JsFunction,
    engine_split: JsFunction,
    exec: JsObject,
    class: JsObject,
    prototype: JsObject,
    species: Option<JsValue>,
}

/// The text that was last searched, and its characters in two bytes each.
struct Subject {
    text: JsString,
    wide: JsString,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let constructor = context.intrinsics().constructors().regexp();
    let (class, prototype) = (constructor.constructor(), constructor.prototype());
    let engine_exec = engine_function(&prototype, js_string!("exec"))?;
    let engine_split = own_property(&prototype, JsSymbol::split()).and_then(|property| property.value()?.as_function());
    let Some(engine_split) = engine_split else {
        return Err(JsNativeError::typ().with_message("the engine has no split of patterns").into());
    };
    let getter = own_property(&prototype, js_string!("sticky")).and_then(|property| property.get()?.as_function());
    if let Some(getter) = getter {
        let compile = engine_function(&prototype, js_string!("compile")).ok();
        let compiles = compile.is_some();
        context.insert_data(sticky::Sticky::new(getter, compile));
        if compiles {
            define(&prototype, [Method::new("compile", 2, sticky::compile)], context)?;
        }
    }
    define(&prototype, [Method::new("exec", 1, exec)], context)?;
    let exec = engine_function(&prototype, js_string!("exec"))?.into();
    let split = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(split))
        .name(js_string!("[Symbol.split]"))
        .length(2)
        .build();
    let property = PropertyDescriptor::builder().value(split).writable(true).enumerable(false).configurable(true);
    prototype.define_property_or_throw(JsSymbol::split(), property, context)?;
    let species = species(&class);
    context.insert_data(Own { engine_exec, engine_split, exec, class, prototype, species });
    Ok(())
}

fn species(class: &JsObject) -> Option<JsValue> {
    own_property(class, JsSymbol::species()).and_then(|property| property.get().cloned())
}

fn own(context: &Context) -> JsResult<Own> {
    let own = context.get_data::<Own>().cloned();
    own.ok_or_else(|| JsNativeError::typ().with_message("the realm has lost the engine's matcher").into())
}

fn exec(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let engine = own(context)?.engine_exec;
    if !this.as_object().is_some_and(|object| object.is::<RegExp>()) {
        return engine.call(this, args, context);
    }
    let text = args.get_or_undefined(0).to_string(context)?;
    if text.len() >= LONG
        && let Some(pattern) = this.as_object()
        && let Some(found) = sticky::find_here(&engine, &pattern, &text, context)?
    {
        return Ok(found);
    }
    find(&engine, this, &text, context)
}

/// The next match.
fn find(engine: &JsFunction, pattern: &JsValue, text: &JsString, context: &mut Context) -> JsResult<JsValue> {
    if text.len() < LONG || matches!(text.variant(), JsStrVariant::Utf16(_)) {
        return engine.call(pattern, &[text.clone().into()], context);
    }
    let wide = widened(text, context);
    let found = engine.call(pattern, &[wide.into()], context)?;
    match found.as_object() {
        Some(found) => narrow(&found, text, context)?,
        None if text.len() >= LARGE => context.insert_data(None::<Subject>).map_or((), drop),
        None => {}
    }
    Ok(found)
}

fn widened(text: &JsString, context: &mut Context) -> JsString {
    if let Some(Some(subject)) = context.get_data::<Option<Subject>>()
        && is_same(&subject.text, text)
    {
        return subject.wide.clone();
    }
    let wide = JsString::from(JsStr::utf16(&text.to_vec()));
    context.insert_data(Some(Subject { text: text.clone(), wide: wide.clone() }));
    wide
}

/// Whether they are one and the same text in memory.
fn is_same(one: &JsString, other: &JsString) -> bool {
    match (one.variant(), other.variant()) {
        (JsStrVariant::Latin1(one), JsStrVariant::Latin1(other)) => std::ptr::eq(one, other),
        _ => false,
    }
}

/// Puts strings of bytes, and the text as it was given, in the place of what the matcher made.
fn narrow(found: &JsObject, text: &JsString, context: &mut Context) -> JsResult<()> {
    found.create_data_property_or_throw(js_string!("input"), text.clone(), context)?;
    let length = found.get(js_string!("length"), context)?.to_length(context)?;
    for index in 0..length {
        narrow_property(found, index.into(), context)?;
    }
    if let Some(groups) = found.get(js_string!("groups"), context)?.as_object() {
        for key in groups.own_property_keys(context)? {
            narrow_property(&groups, key, context)?;
        }
    }
    Ok(())
}

fn narrow_property(object: &JsObject, key: PropertyKey, context: &mut Context) -> JsResult<()> {
    let part = object.get(key.clone(), context)?.as_string();
    if let Some(JsStrVariant::Utf16(units)) = part.as_ref().map(JsString::variant) {
        object.create_data_property_or_throw(key, string_of(units), context)?;
    }
    Ok(())
}

fn split(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let own = own(context)?;
    let text = args.get_or_undefined(0).as_string().filter(|text| !text.is_empty());
    let (Some(pattern), Some(text)) = (this.as_object().filter(|object| is_pristine(object, &own)), text) else {
        return own.engine_split.call(this, args, context);
    };
    let limit = match args.get_or_undefined(1) {
        none if none.is_undefined() => u32::MAX,
        limit => limit.to_u32(context)?,
    };
    let (_, flags) = pattern_text(&pattern, context)?;
    let unicode = flags.contains(['u', 'v']);
    let flags = flags.replace(['y', 'g'], "") + "g";
    let args = [pattern.into(), JsString::from(flags).into()];
    let splitter = own.class.construct(&args, Some(&own.class), context)?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut parts: Vec<JsValue> = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < text.len() && parts.len() < limit {
        splitter.set(js_string!("lastIndex"), at, true, context)?;
        let Some(found) = find(&own.engine_exec, &splitter.clone().into(), &text, context)?.as_object() else { break };
        let start = number(&found, js_string!("index"), context)?;
        let end = number(&splitter, js_string!("lastIndex"), context)?.min(text.len());
        if start >= text.len() {
            break;
        }
        if end == from {
            at = next_character(&text, at, unicode);
            continue;
        }
        parts.push(text.slice(from, start).into());
        let groups = found.get(js_string!("length"), context)?.to_length(context)?;
        for group in 1..groups {
            parts.push(found.get(group, context)?);
        }
        from = end;
        // An empty match is not met again.
        at = if end == start { next_character(&text, end, unicode) } else { end };
    }
    if parts.len() < limit {
        parts.push(text.slice(from, text.len()).into());
    }
    parts.truncate(limit);
    Ok(JsArray::from_iter(parts, context).into())
}

/// Whether nothing that a split goes by has been changed.
fn is_pristine(pattern: &JsObject, own: &Own) -> bool {
    let value =
        |object: &JsObject, key: JsString| own_property(object, key).and_then(|property| property.value().cloned());
    let same = |value: Option<JsValue>, object: &JsObject| {
        value.and_then(|value| value.as_object()).is_some_and(|value| JsObject::equals(&value, object))
    };
    pattern.is::<RegExp>()
        && pattern.prototype().is_some_and(|prototype| JsObject::equals(&prototype, &own.prototype))
        && ["constructor", "exec", "flags"].iter().all(|key| own_property(pattern, JsString::from(*key)).is_none())
        && same(value(&own.prototype, js_string!("exec")), &own.exec)
        && same(value(&own.prototype, js_string!("constructor")), &own.class)
        && species(&own.class) == own.species
}

fn number(object: &JsObject, key: JsString, context: &mut Context) -> JsResult<usize> {
    let number = object.get(key, context)?.to_length(context)?;
    Ok(usize::try_from(number).unwrap_or(usize::MAX))
}

fn next_character(text: &JsString, at: usize, unicode: bool) -> usize {
    let pair = unicode
        && text.code_unit_at(at).is_some_and(|unit| (0xd800..0xdc00).contains(&unit))
        && text.code_unit_at(at + 1).is_some_and(|unit| (0xdc00..0xe000).contains(&unit));
    at + if pair { 2 } else { 1 }
}

#[cfg(test)]
mod tests;
