//! Owns the small texts an inspected value is put together from: quotes, keys, and how entries are laid out on lines.

use boa_engine::property::PropertyKey;
use boa_engine::{JsBigInt, JsString, JsSymbol, JsValue};

/// Characters of one string inside an object that are shown.
const STRING_CHARS: usize = 4_096;

/// What fits on one line.
const LINE_CHARS: usize = 76;

pub(super) fn push_holes(entries: &mut Vec<String>, holes: &mut u32) {
    match std::mem::take(holes) {
        0 => {}
        1 => entries.push("<1 empty item>".to_owned()),
        count => entries.push(format!("<{count} empty items>")),
    }
}

pub(super) fn push_more(entries: &mut Vec<String>, count: u64) {
    match count {
        0 => {}
        1 => entries.push("... 1 more item".to_owned()),
        count => entries.push(format!("... {count} more items")),
    }
}

/// Entries of a list that do not fit on one line, several of them on each, in columns, as Node has them; numbers to the right.
pub(super) fn columns(entries: &mut Vec<String>, numbers: bool) {
    let more = entries.pop_if(|last| last.starts_with("... "));
    let lengths: Vec<usize> = entries.iter().map(|entry| entry.chars().count()).collect();
    let (total, most) =
        (lengths.iter().map(|length| length + 2).sum::<usize>(), lengths.iter().max().map_or(0, |most| most + 2));
    let fits = total > LINE_CHARS && most * 3 < LINE_CHARS && !entries.iter().any(|entry| entry.contains('\n'));
    if fits && (total > 5 * most || most <= 8) {
        let bias = (most as f64 - total as f64 / lengths.len() as f64).sqrt();
        let wide = (most as f64 - bias - 3.0).max(1.0);
        let square = ((2.5 * wide * lengths.len() as f64).sqrt() / wide).round() as usize;
        let count = square.min(80 / most).clamp(1, 12);
        let widths: Vec<usize> =
            (0..count).map(|at| lengths.iter().skip(at).step_by(count).max().copied().unwrap_or(0)).collect();
        let row = |row: &[String]| {
            let cells = row.iter().zip(&widths).enumerate().map(|(at, (cell, width))| match at + 1 == row.len() {
                last if numbers => format!("{cell:>width$}{}", if last { "" } else { ", " }),
                true => cell.clone(),
                false => format!("{:<1$}", format!("{cell}, "), width + 2),
            });
            cells.collect::<String>()
        };
        *entries = entries.chunks(count).map(row).collect();
    }
    entries.extend(more);
}

/// On one line where it fits, else one entry a line.
pub(super) fn layout(prefix: &str, (open, close): (char, char), entries: &[String]) -> String {
    let space = if prefix.is_empty() { "" } else { " " };
    if entries.is_empty() {
        return format!("{prefix}{space}{open}{close}");
    }
    let length = prefix.len() + entries.iter().map(|entry| entry.len() + 2).sum::<usize>();
    if length <= LINE_CHARS && !entries.iter().any(|entry| entry.contains('\n')) {
        return format!("{prefix}{space}{open} {} {close}", entries.join(", "));
    }
    let body = entries.join(",\n").replace('\n', "\n  ");
    format!("{prefix}{space}{open}\n  {body}\n{close}")
}

pub(super) fn key_text(key: &PropertyKey) -> String {
    match key {
        PropertyKey::Index(index) => index.get().to_string(),
        PropertyKey::Symbol(symbol) => format!("[{}]", symbol_text(symbol)),
        PropertyKey::String(name) => {
            let text = name.to_std_string_lossy();
            let plain = text.chars().all(|c| c == '_' || c == '$' || c.is_alphanumeric())
                && !text.starts_with(|c: char| c.is_numeric());
            if plain && !text.is_empty() { text } else { quote(name) }
        }
    }
}

pub(super) fn symbol_text(symbol: &JsSymbol) -> String {
    let name = symbol.description().map(|name| name.to_std_string_lossy()).unwrap_or_default();
    format!("Symbol({name})")
}

pub(super) fn number_text(number: f64) -> String {
    if number == 0.0 && number.is_sign_negative() {
        "-0".to_owned()
    } else {
        JsValue::from(number).display().to_string()
    }
}

pub(super) fn bigint_text(number: &JsBigInt) -> String {
    format!("{number}n")
}

/// So much of a text, and how much is left. Cut before it is copied: a text may be as long as the heap.
pub(super) fn start_of(text: &JsString, length: usize) -> (String, usize) {
    let more = text.len().saturating_sub(length);
    (text.slice(0, text.len() - more).to_std_string_lossy(), more)
}

/// In the quotes that need no escape.
pub(super) fn quote(text: &JsString) -> String {
    let (chars, more) = start_of(text, STRING_CHARS);
    let mark = ['\'', '"', '`'].into_iter().find(|mark| !chars.contains(*mark)).unwrap_or('\'');
    let mut quoted = String::with_capacity(chars.len() + 2);
    quoted.push(mark);
    for c in chars.chars() {
        match c {
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\\' => quoted.push_str("\\\\"),
            c if c == mark => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push(mark);
    if more > 0 {
        quoted.push_str(&format!("... {more} more characters"));
    }
    quoted
}
