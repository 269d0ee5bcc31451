//! What the tests of lowering share: running a lowered program in the bare engine, with helpers that look at nothing, and checking that
//! every place leads back.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::{Context, JsError, JsValue, Source};
use countersign::error::RunError;
use countersign::limits::Limits;
use countersign::lower::{Helper, Lowered, lower, lower_probed};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// A way to lower a program.
pub(crate) type Way = fn(&str, &Limits) -> Result<Lowered, RunError>;

/// Without and with probes.
pub(crate) const BOTH: [Way; 2] = [lower, lower_probed];

/// A helper that looks at nothing.
pub(crate) fn blind(helper: Helper) -> &'static str {
    match helper {
        Helper::Look | Helper::After | Helper::Told | Helper::Raise | Helper::Room | Helper::Draw => "value => value",
        Helper::All => "list => { const all = []; for (const one of list) all.push(one); return all }",
        Helper::Spread => {
            "(plan, ...parts) => { const all = []; parts.forEach((part, at) => plan[at] === '+' ? all.push(...part) : all.push(part)); return all }"
        }
        Helper::Add => "(value, piece, ...text) => text.length > 0 ? `${value}${piece}` : value + piece",
        Helper::Field => {
            "(object, key, value) => void Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })"
        }
        Helper::Open => "() => 0",
        Helper::Wait => "(number, value) => value",
        Helper::Key => "key => typeof key === 'symbol' ? key : String(key)",
        Helper::Same => "(left, right) => left === right",
        Helper::Equal => "(left, right) => left == right",
        Helper::Slot => {
            "(object, key) => { 'use strict'; if (object == null) object[key]; key = typeof key === 'symbol' ? key : String(key); return { get v() { return object[key] }, set v(value) { object[key] = value } } }"
        }
        Helper::Method => {
            "(object, read, ...keys) => { const found = read(object, ...keys); return found == null ? found : (...list) => found.apply(object, list) }"
        }
    }
}

/// Evaluates a lowered program: gives its promise.
pub(crate) fn start(
    lowered: &Lowered,
    helper_text: fn(Helper) -> &'static str,
    context: &mut Context,
) -> Result<JsValue, JsError> {
    let made = context.eval(Source::from_bytes(lowered.source.as_bytes()).with_path(Path::new("guest.js")))?;
    if lowered.helpers.is_empty() {
        return Ok(made);
    }
    let mut helpers = Vec::new();
    for &helper in &lowered.helpers {
        helpers.push(context.eval(Source::from_bytes(&format!("({})", helper_text(helper))))?);
    }
    made.as_callable().unwrap_or_else(|| panic!("no function: {}", lowered.source)).call(
        &JsValue::undefined(),
        &helpers,
        context,
    )
}

/// Runs a program and says what came of it: its result as JSON, or `Name: message` of what it threw.
pub(crate) fn run(code: &str, way: Way) -> String {
    let lowered = match way(code, &Limits::default()) {
        Ok(lowered) => lowered,
        Err(error) => return format!("{:?} {}", error.name, error.message),
    };
    let mut context = Context::default();
    let promise = match start(&lowered, blind, &mut context) {
        Ok(value) => value.as_promise().unwrap_or_else(|| panic!("no promise: {}", lowered.source)),
        Err(error) => return format!("engine: {error}\n{}", lowered.source),
    };
    context.run_jobs().unwrap();
    match promise.state() {
        PromiseState::Fulfilled(value) => match value.to_json(&mut context) {
            Ok(Some(json)) => json.to_string(),
            Ok(None) => "undefined".to_owned(),
            Err(error) => format!("no JSON: {error}"),
        },
        PromiseState::Rejected(error) => JsError::from_opaque(error)
            .try_native(&mut context)
            .map_or_else(|error| error.to_string(), |error| format!("{}: {}", error.kind(), error.message())),
        PromiseState::Pending => "pending".to_owned(),
    }
}

/// Every word of the lowered source that has a place in the user's text is that word there; what stands in for a word
/// is `const`, a `continue` for a `break`, or begins with `$`. So is every word of a program that has no types found.
pub(crate) fn check_positions(code: &str, way: Way, typed: bool) {
    let Ok(lowered) = way(code, &Limits::default()) else { return };
    // A `continue` may get another label, and an `enum` member's name stands for all that declares it.
    let renames = code.contains("continue one") || code.contains("enum ");
    let mut found = HashSet::new();
    let user: HashMap<_, _> = words(code, |char| char == '\n', true).into_iter().collect();
    for ((line, column), word) in words(&lowered.source, |char| matches!(char, '\n' | '\u{2028}' | '\u{2029}'), false) {
        let Some(place) = lowered.positions.to_user(line, column) else { continue };
        let there = user.get(&(place.line, place.column)).map_or("", String::as_str);
        let stands_in = word == "const" || (word == "continue" && there == "break") || word.starts_with('$') || renames;
        assert!(there == word || stands_in, "{word} leads to {there:?} at {place:?}\n{code}\n{}", lowered.source);
        found.insert((place.line, place.column));
    }
    // What an accessor of ours is written for is not there any more.
    let replaced = ["||=", "&&=", "??="].iter().any(|operator| code.contains(operator));
    if !typed
        && !replaced
        && !code.contains("export")
        && !code.contains("```")
        && !code.contains("~~~")
        && !code.contains("#!")
    {
        for ((line, column), word) in user {
            assert!(
                // A `var` that declares nothing new goes.
                word == "else" || word == "var" || found.contains(&(line, column)),
                "{word} at {line}:{column} is lost\n{code}\n{}",
                lowered.source
            );
        }
    }
}

/// The words of a text by line and column (in code points or UTF-16 units).
fn words(text: &str, ends_line: impl Fn(char) -> bool, utf16: bool) -> Vec<((u32, u32), String)> {
    let (mut line, mut column) = (1, 1);
    let mut words: Vec<((u32, u32), String)> = Vec::new();
    let mut inside = false;
    for char in text.chars() {
        let word = char.is_alphanumeric() || char == '_' || char == '$';
        match words.last_mut() {
            Some(last) if word && inside => last.1.push(char),
            _ if word => words.push(((line, column), char.to_string())),
            _ => {}
        }
        inside = word;
        column += if utf16 { u32::try_from(char.len_utf16()).unwrap() } else { 1 };
        if ends_line(char) {
            (line, column) = (line + 1, 1);
        }
    }
    words
}
