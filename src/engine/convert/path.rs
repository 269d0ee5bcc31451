//! Owns how a place inside a value is named: `input.items[2].onClick`. The page's js/value names places alike.

use boa_engine::property::PropertyKey;
use boa_engine::{JsString, JsValue, JsVariant};
use std::fmt::Write;

/// Steps shown of a long path: these many first ones and [`LAST`] last ones.
const FIRST: usize = 10;
const LAST: usize = 20;
/// Characters shown of one key.
const KEY_CHARS: usize = 60;

/// One step from a value into what it holds.
#[derive(Debug, Clone)]
pub(super) enum Step {
    /// A property or an element.
    Key(PropertyKey),
    /// The value of a Map entry, named by its key where that is a primitive.
    MapValue(JsValue, usize),
    /// The key of a Map entry.
    MapKey(usize),
    /// A member of a Set.
    Member(usize),
    /// The buffer of a typed array.
    Buffer,
}

/// `root` and the steps from it.
pub(super) fn path(root: &str, steps: &[Step]) -> String {
    let mut text = root.to_owned();
    if steps.len() <= FIRST + LAST {
        steps.iter().for_each(|step| push(&mut text, step));
        return text;
    }
    steps.iter().take(FIRST).for_each(|step| push(&mut text, step));
    text.push('…');
    steps.iter().skip(steps.len() - LAST).for_each(|step| push(&mut text, step));
    text
}

fn push(text: &mut String, step: &Step) {
    // Writing to a String cannot fail.
    let _ = match step {
        Step::Key(PropertyKey::Index(index)) => write!(text, "[{}]", index.get()),
        Step::Key(PropertyKey::String(key)) => push_key(text, key),
        Step::Key(PropertyKey::Symbol(symbol)) => {
            write!(text, "[{}]", symbol.descriptive_string().to_std_string_lossy())
        }
        Step::MapValue(key, at) => push_entry(text, key, *at),
        Step::MapKey(at) => write!(text, ".keys()[{at}]"),
        Step::Member(at) => write!(text, ".values()[{at}]"),
        Step::Buffer => write!(text, ".buffer"),
    };
}

fn push_key(text: &mut String, key: &JsString) -> std::fmt::Result {
    let key = key.to_std_string_lossy();
    if is_identifier(&key) { write!(text, ".{}", cut(&key)) } else { write!(text, "[{}]", quoted(&key)) }
}

fn push_entry(text: &mut String, key: &JsValue, at: usize) -> std::fmt::Result {
    match key.variant() {
        JsVariant::String(key) => write!(text, ".get({})", quoted(&key.to_std_string_lossy())),
        JsVariant::Null
        | JsVariant::Undefined
        | JsVariant::Boolean(_)
        | JsVariant::Float64(_)
        | JsVariant::Integer32(_) => write!(text, ".get({})", key.display()),
        JsVariant::BigInt(_) | JsVariant::Object(_) | JsVariant::Symbol(_) => write!(text, ".entries()[{at}][1]"),
    }
}

fn is_identifier(key: &str) -> bool {
    let mut chars = key.chars();
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    chars.next().is_some_and(|c| word(c) && !c.is_ascii_digit()) && chars.all(word)
}

fn quoted(key: &str) -> String {
    serde_json::Value::from(cut(key)).to_string()
}

fn cut(key: &str) -> String {
    match key.char_indices().nth(KEY_CHARS) {
        Some((at, _)) => format!("{}…", key.split_at(at).0),
        None => key.to_owned(),
    }
}
