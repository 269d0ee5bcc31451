//! Owns source and flags of a regular expression, taken from how the engine displays it, `/source/flags`: reading the
//! properties would run what the guest has put there, and the engine's `source` escapes slashes twice.

use boa_engine::{JsObject, JsValue};

/// Source and flags as `source` and `flags` of the language are. A lone surrogate in the source is written `\uD800`,
/// which means the same there.
pub(super) fn parts(regexp: &JsObject) -> (String, String) {
    let shown = JsValue::from(regexp.clone()).display().to_string();
    let (source, flags) = shown.rsplit_once('/').unwrap_or_default();
    let mut flags: Vec<char> = flags.chars().collect();
    flags.sort_unstable();
    (escaped(&given(source.strip_prefix('/').unwrap_or_default())), flags.into_iter().collect())
}

/// The source as the program gave it: displayed, each slash has a backslash more.
fn given(displayed: &str) -> String {
    let mut source = String::with_capacity(displayed.len());
    for char in displayed.chars() {
        if char == '/' {
            source.pop();
        }
        source.push(char);
    }
    source
}

/// The source as it stands in a literal: slashes escaped that would end it.
fn escaped(given: &str) -> String {
    if given.is_empty() {
        return "(?:)".to_owned();
    }
    let mut source = String::with_capacity(given.len());
    let (mut after_backslash, mut in_class) = (false, false);
    for char in given.chars() {
        if char == '/' && !after_backslash && !in_class {
            source.push('\\');
        }
        if !after_backslash && matches!(char, '[' | ']') {
            in_class = char == '[';
        }
        after_backslash = char == '\\' && !after_backslash;
        source.push(char);
    }
    source
}
