//! Replaces `split`, `replaceAll`, `indexOf` and `includes` for text looked for in text: the engine walks from the beginning of a text to where it
//! is to look, each time, which makes `split('\n')` of 20,000 lines take seconds. What must hold: one pass over the text.
//! Deliberately absent: patterns, which the engine's own hand on to their methods.

use super::repeat::check_length;
use super::units::Text;
use super::{Method, define, replace};
use crate::engine::state::relieve_memory;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::string::JsStrVariant;
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsResult, JsStr, JsString, JsValue, js_string};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().string().prototype();
    define(&prototype, [Method::new("indexOf", 1, index_of)], context)?;
    // The engine's own know patterns.
    replace(&prototype, [("split", split), ("replaceAll", replace_all), ("includes", includes)], context)
}

fn split(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let separator = args.get_or_undefined(0);
    if separator.is_object() || separator.is_undefined() {
        return own.call(this, args, context);
    }
    let text = this.require_object_coercible()?.to_string(context)?;
    let limit = match args.get_or_undefined(1) {
        none if none.is_undefined() => u32::MAX,
        limit => limit.to_u32(context)?,
    };
    let separator = separator.to_string(context)?;
    if separator.is_empty() {
        return own.call(&text.into(), &[separator.into(), limit.into()], context);
    }
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut parts: Vec<JsValue> = Vec::new();
    let mut from = 0;
    for at in Places::new(text.as_str(), separator.as_str(), 0) {
        if parts.len() >= limit {
            break;
        }
        parts.push(text.slice(from, at).into());
        from = at + separator.len();
    }
    if parts.len() < limit {
        parts.push(text.slice(from, text.len()).into());
    }
    Ok(JsArray::from_iter(parts, context).into())
}

fn index_of(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = this.require_object_coercible()?.to_string(context)?;
    let wanted = args.get_or_undefined(0).to_string(context)?;
    let from = start(args.get_or_undefined(1), text.len(), context)?;
    let place = find(text.as_str(), wanted.as_str(), from);
    Ok(place.map_or(JsValue::new(-1), JsValue::from))
}

fn includes(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let wanted = args.get_or_undefined(0);
    if wanted.is_object() {
        return own.call(this, args, context);
    }
    let text = this.require_object_coercible()?.to_string(context)?;
    let wanted = wanted.to_string(context)?;
    let from = start(args.get_or_undefined(1), text.len(), context)?;
    Ok(find(text.as_str(), wanted.as_str(), from).is_some().into())
}

fn start(given: &JsValue, length: usize, context: &mut Context) -> JsResult<usize> {
    Ok(match given.to_integer_or_infinity(context)? {
        IntegerOrInfinity::Integer(at) => usize::try_from(at).unwrap_or(0).min(length),
        IntegerOrInfinity::PositiveInfinity => length,
        IntegerOrInfinity::NegativeInfinity => 0,
    })
}

fn replace_all(this: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let wanted = args.get_or_undefined(0);
    if wanted.is_object() {
        return own.call(this, args, context);
    }
    let text = this.require_object_coercible()?.to_string(context)?;
    let wanted = wanted.to_string(context)?;
    let with = args.get_or_undefined(1);
    let function = with.as_callable();
    let template = if function.is_some() { js_string!() } else { with.to_string(context)? };
    relieve_memory(context);
    let mut out = Text::new();
    let mut from = 0;
    let places: Vec<usize> = Places::new(text.as_str(), wanted.as_str(), 0).collect();
    for at in places {
        push_part(&mut out, &text, from, at);
        match &function {
            Some(function) => {
                let args = [wanted.clone().into(), at.into(), text.clone().into()];
                let given = function.call(&JsValue::undefined(), &args, context)?.to_string(context)?;
                out.push(given.as_str());
            }
            None => expand(&mut out, &template, &text, at, wanted.len()),
        }
        check_length(out.len() as u64, context)?;
        from = at + wanted.len();
    }
    push_part(&mut out, &text, from, text.len());
    Ok(out.string().into())
}

fn push_part(out: &mut Text, text: &JsString, from: usize, to: usize) {
    if let Some(part) = text.as_str().get(from..to) {
        out.push(part);
    }
}

/// Appends the template with what `$$`, `$&`, `` $` `` and `$'` stand for.
fn expand(out: &mut Text, template: &JsString, text: &JsString, at: usize, length: usize) {
    const DOLLAR: u16 = b'$' as u16;
    if !template.contains(b'$') {
        return out.push(template.as_str());
    }
    let mut units = template.iter().peekable();
    while let Some(unit) = units.next() {
        let special = units.peek().and_then(|next| u8::try_from(*next).ok()).filter(|_| unit == DOLLAR);
        match special {
            Some(b'$') => out.units(&[DOLLAR]),
            Some(b'&') => push_part(out, text, at, at + length),
            Some(b'`') => push_part(out, text, 0, at),
            Some(b'\'') => push_part(out, text, at + length, text.len()),
            _ => {
                out.units(&[unit]);
                continue;
            }
        }
        units.next();
    }
}

/// Where the text is found first, from a place on.
fn find(text: JsStr<'_>, wanted: JsStr<'_>, from: usize) -> Option<usize> {
    Places::new(text, wanted, from).next()
}

/// The places of a text in another, one after the other; they do not overlap.
struct Places<'t> {
    text: JsStr<'t>,
    wanted: Wanted,
    next: usize,
}

/// In the units of the text that is searched.
enum Wanted {
    Bytes(Vec<u8>),
    Units(Vec<u16>),
    /// It has characters that the text cannot have.
    Nowhere,
}

impl<'t> Places<'t> {
    fn new(text: JsStr<'t>, wanted: JsStr<'_>, from: usize) -> Self {
        let wanted = match (text.variant(), wanted.variant()) {
            (JsStrVariant::Latin1(_), JsStrVariant::Latin1(bytes)) => Wanted::Bytes(bytes.to_vec()),
            (JsStrVariant::Latin1(_), JsStrVariant::Utf16(units)) => {
                let bytes: Result<Vec<u8>, _> = units.iter().map(|unit| u8::try_from(*unit)).collect();
                bytes.map_or(Wanted::Nowhere, Wanted::Bytes)
            }
            (JsStrVariant::Utf16(_), _) => Wanted::Units(wanted.to_vec()),
        };
        Self { text, wanted, next: from }
    }
}

impl Iterator for Places<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let (found, length) = match (&self.wanted, self.text.variant()) {
            (Wanted::Bytes(wanted), JsStrVariant::Latin1(text)) => (place(text, wanted, self.next)?, wanted.len()),
            (Wanted::Units(wanted), JsStrVariant::Utf16(text)) => (place(text, wanted, self.next)?, wanted.len()),
            _ => return None,
        };
        self.next = found + length.max(1);
        Some(found)
    }
}

fn place<U: Copy + Eq>(text: &[U], wanted: &[U], from: usize) -> Option<usize> {
    let Some((first, rest)) = wanted.split_first() else { return (from <= text.len()).then_some(from) };
    let mut at = from;
    loop {
        at += text.get(at..)?.iter().position(|unit| unit == first)?;
        if text.get(at + 1..)?.starts_with(rest) {
            return Some(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests;
