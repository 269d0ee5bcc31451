//! Owns finding a match: a pattern compiled once, and the text in the form that the matcher takes. What must hold: what was compiled is that of
//! the object as it is now; a text of bytes is widened once for all matches after one another. Runs no guest code but what `lastIndex` asks for.

use crate::engine::look::pattern_text;
use boa_engine::object::JsObject;
use boa_engine::string::{CodePoint, JsStrVariant};
use boa_engine::{Context, JsNativeError, JsResult, JsString, js_string};
use regress::{Flags, Match, Regex};
use std::collections::HashMap;
use std::rc::Rc;

/// Patterns kept compiled by the object, the last that came first.
const RECENT: usize = 4;
/// Patterns kept compiled by their text: literals in loops are other objects each time.
const KEPT: usize = 64;
/// Shorter texts are widened for each match.
const LONG: usize = 64;
/// A text this long is let go of when no match is left.
const LARGE: usize = 4096;

/// A pattern, compiled.
#[derive(Debug)]
pub(super) struct Pattern {
    regex: Regex,
    /// Where it is not there at once, an empty last group of ours says so: a sticky pattern is not looked for in the rest of the text.
    marked: bool,
    /// It goes on from `lastIndex`: `g` or `y`.
    pub(super) goes_on: bool,
    pub(super) global: bool,
    pub(super) sticky: bool,
    /// It matches code points: `u` or `v`.
    pub(super) unicode: bool,
    pub(super) indices: bool,
}

#[derive(Default)]
struct Compiled {
    recent: Vec<(JsObject, Rc<Pattern>)>,
    by_text: HashMap<(JsString, String), Rc<Pattern>>,
}

/// The text that was last searched, in two bytes a character.
struct Subject {
    text: JsString,
    wide: Rc<[u16]>,
}

/// Forgets which object is which pattern: one was compiled anew.
pub(super) fn forget(context: &mut Context) {
    context.insert_data(Compiled::default());
}

/// The pattern of an object that is known to be one.
pub(super) fn pattern_of(object: &JsObject, context: &mut Context) -> JsResult<Rc<Pattern>> {
    if let Some(compiled) = context.get_data::<Compiled>()
        && let Some((_, pattern)) = compiled.recent.iter().find(|(known, _)| JsObject::equals(known, object))
    {
        return Ok(pattern.clone());
    }
    let text = pattern_text(object, context)?;
    let mut compiled = context.remove_data::<Compiled>().unwrap_or_default();
    let pattern = match compiled.by_text.get(&text) {
        Some(pattern) => pattern.clone(),
        None => {
            let pattern = Rc::new(compile(&text.0, &text.1)?);
            if compiled.by_text.len() == KEPT {
                compiled.by_text.clear();
            }
            compiled.by_text.insert(text, pattern.clone());
            pattern
        }
    };
    compiled.recent.truncate(RECENT - 1);
    compiled.recent.insert(0, (object.clone(), pattern.clone()));
    context.insert_data(*compiled);
    Ok(pattern)
}

/// As the engine's own compiles it.
fn compile(source: &JsString, letters: &str) -> JsResult<Pattern> {
    let has = |letter| letters.contains(letter);
    let unicode = has('u') || has('v');
    let (global, sticky) = (has('g'), has('y'));
    // Of code points the empty match could stand within one; and what `\2` is depends on how many groups there are.
    let marked = sticky && !unicode && !names_groups_by_number(source);
    let flags = Flags::new(letters.chars().map(u32::from));
    let around = |text: &'static str| text.chars().map(u32::from);
    // The engine's parser reads its patterns from a list too: from anything else, regress would be compiled once more.
    let units: Vec<u32> = if unicode {
        source.code_points().map(CodePoint::as_u32).collect()
    } else if marked {
        around("(?:").chain(source.iter().map(u32::from)).chain(around(")|()")).collect()
    } else {
        source.iter().map(u32::from).collect()
    };
    let regex = Regex::from_unicode(units.into_iter(), flags);
    let regex = regex.map_err(|error| JsNativeError::syntax().with_message(error.text))?;
    Ok(Pattern { regex, marked, goes_on: global || sticky, global, sticky, unicode, indices: has('d') })
}

fn names_groups_by_number(source: &JsString) -> bool {
    let digits = u16::from(b'1')..=u16::from(b'9');
    source.iter().zip(source.iter().skip(1)).any(|(unit, next)| unit == u16::from(b'\\') && digits.contains(&next))
}

/// The next match of an object that is a pattern, which moves its `lastIndex`.
pub(super) fn next(object: &JsObject, text: &JsString, context: &mut Context) -> JsResult<Option<Found>> {
    let last = object.get(js_string!("lastIndex"), context)?.to_length(context)?;
    let pattern = pattern_of(object, context)?;
    let from = if pattern.goes_on { usize::try_from(last).unwrap_or(usize::MAX) } else { 0 };
    let found = if from > text.len() { None } else { search(&pattern, text, from, context) };
    let found = found.and_then(|found| if pattern.marked { without_mark(found) } else { Some(found) });
    let found = found.filter(|found| !pattern.sticky || found.start() == from);
    if pattern.goes_on {
        let end = found.as_ref().map_or(0, Match::end);
        object.set(js_string!("lastIndex"), end, true, context)?;
    }
    Ok(found.map(|found| Found { found, pattern }))
}

/// The match of the pattern itself, if there is one.
fn without_mark(mut found: Match) -> Option<Match> {
    let mark = found.captures.pop().flatten();
    mark.is_none().then_some(found)
}

/// A match, and what it is of.
pub(super) struct Found {
    pub(super) found: Match,
    pub(super) pattern: Rc<Pattern>,
}

/// The first match from this place on.
pub(super) fn search(pattern: &Pattern, text: &JsString, from: usize, context: &mut Context) -> Option<Match> {
    match text.variant() {
        JsStrVariant::Utf16(units) if pattern.unicode => pattern.regex.find_from_utf16(units, from).next(),
        JsStrVariant::Utf16(units) => pattern.regex.find_from_ucs2(units, from).next(),
        JsStrVariant::Latin1(_) if text.len() < LONG => pattern.regex.find_from_ucs2(&text.to_vec(), from).next(),
        JsStrVariant::Latin1(_) => {
            let wide = widened(text, context);
            let found = pattern.regex.find_from_ucs2(&wide, from).next();
            if found.is_none() && text.len() >= LARGE {
                context.remove_data::<Subject>();
            }
            found
        }
    }
}

fn widened(text: &JsString, context: &mut Context) -> Rc<[u16]> {
    if let Some(subject) = context.get_data::<Subject>()
        && is_same(&subject.text, text)
    {
        return subject.wide.clone();
    }
    let wide: Rc<[u16]> = text.to_vec().into();
    context.insert_data(Subject { text: text.clone(), wide: wide.clone() });
    wide
}

/// Whether they are one and the same text in memory.
fn is_same(one: &JsString, other: &JsString) -> bool {
    match (one.variant(), other.variant()) {
        (JsStrVariant::Latin1(one), JsStrVariant::Latin1(other)) => std::ptr::eq(one, other),
        _ => false,
    }
}
