//! Owns replacing what a pattern matches. What must hold: all matches are found before anything the guest wrote runs, as in the standard.

use super::matcher::{self, Found};
use super::{Own, next_character};
use crate::engine::builtins::units::Text;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, js_string};
use std::ops::Range;

/// `RegExp.prototype[Symbol.replace]`
pub(super) fn replace(this: &JsValue, args: &[JsValue], own: &Own, context: &mut Context) -> JsResult<JsValue> {
    let Some(pattern) = this.as_object().filter(|object| own.replaces(object)) else {
        return own.method.call(this, args, context);
    };
    let text = args.get_or_undefined(0).to_string(context)?;
    let by = match args.get_or_undefined(1).as_function() {
        Some(function) => By::Function(function),
        None => By::Template(args.get_or_undefined(1).to_string(context)?),
    };
    // What the conversions did may have changed it.
    if !own.replaces(&pattern) {
        let by = match by {
            By::Function(function) => function.into(),
            By::Template(template) => template.into(),
        };
        return own.method.call(this, &[text.into(), by], context);
    }
    let global = matcher::pattern_of(&pattern, context)?.global;
    let mut matches = Vec::new();
    if global {
        pattern.set(js_string!("lastIndex"), 0, true, context)?;
    }
    while let Some(found) = matcher::next(&pattern, &text, context)? {
        if global && found.found.range().is_empty() {
            let next = next_character(&text, found.found.end(), found.pattern.unicode);
            pattern.set(js_string!("lastIndex"), next, true, context)?;
        }
        matches.push(found);
        if !global {
            break;
        }
    }
    if matches.is_empty() {
        return Ok(text.into());
    }
    let (mut result, mut from) = (Text::new(), 0);
    for found in matches {
        let Range { start, end } = found.found.range();
        push(&mut result, &text, from..start);
        match &by {
            By::Function(function) => result.push(called(function, &found, &text, context)?.as_str()),
            By::Template(template) => expand(&mut result, template, &found, &text),
        }
        from = end;
    }
    push(&mut result, &text, from..text.len());
    Ok(result.string().into())
}

enum By {
    Function(JsFunction),
    Template(JsString),
}

fn push(result: &mut Text, text: &JsString, range: Range<usize>) {
    if let Some(part) = text.as_str().get(range) {
        result.push(part);
    }
}

fn called(function: &JsFunction, found: &Found, text: &JsString, context: &mut Context) -> JsResult<JsString> {
    let mut args: Vec<JsValue> = found.parts(text).collect();
    args.extend([found.found.start().into(), text.clone().into()]);
    args.extend(Some(found.groups(text)).filter(|groups| !groups.is_undefined()));
    function.call(&JsValue::undefined(), &args, context)?.to_string(context)
}

/// `GetSubstitution` of the standard: `$$`, `$&`, `$\``, `$'`, `$1` to `$99`, `$<name>`.
fn expand(result: &mut Text, template: &JsString, found: &Found, text: &JsString) {
    const DOLLAR: u16 = b'$' as u16;
    let unit = |at: usize| template.code_unit_at(at).and_then(|unit| u8::try_from(unit).ok());
    let digit = |at: usize| unit(at).filter(u8::is_ascii_digit).map(|digit| usize::from(digit - b'0'));
    let groups = found.found.captures.len();
    let named = found.found.named_groups().next().is_some();
    let Range { start, end } = found.found.range();
    let (mut from, mut at) = (0, 0);
    while at < template.len() {
        if template.code_unit_at(at) != Some(DOLLAR) {
            at += 1;
            continue;
        }
        // What is put in, and how much of the template says so.
        let (part, length) = match unit(at + 1) {
            Some(b'$') => (Part::Template(at..at + 1), 2),
            Some(b'&') => (Part::Text(start..end), 2),
            Some(b'`') => (Part::Text(0..start), 2),
            Some(b'\'') => (Part::Text(end..text.len()), 2),
            Some(b'<') if named => match closing(template, at + 2) {
                Some(close) => {
                    let name = template.slice(at + 2, close).to_std_string_lossy();
                    (found.found.named_group(&name).map_or(Part::Nothing, Part::Text), close + 1 - at)
                }
                None => (Part::Template(at..at + 1), 1),
            },
            _ => {
                let one = digit(at + 1).filter(|group| (1..=groups).contains(group));
                let two = digit(at + 1).zip(digit(at + 2)).map(|(tens, ones)| tens * 10 + ones);
                let group = |group: usize| found.found.group(group).map_or(Part::Nothing, Part::Text);
                match (two.filter(|group| (1..=groups).contains(group)), one) {
                    (Some(two), _) => (group(two), 3),
                    (None, Some(one)) => (group(one), 2),
                    (None, None) => (Part::Template(at..at + 1), 1),
                }
            }
        };
        push(result, template, from..at);
        match part {
            Part::Text(range) => push(result, text, range),
            Part::Template(range) => push(result, template, range),
            Part::Nothing => {}
        }
        at += length;
        from = at;
    }
    push(result, template, from..template.len());
}

enum Part {
    Text(Range<usize>),
    Template(Range<usize>),
    Nothing,
}

fn closing(template: &JsString, from: usize) -> Option<usize> {
    (from..template.len()).find(|at| template.code_unit_at(*at) == Some(u16::from(b'>')))
}
