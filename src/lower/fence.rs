//! Owns what may stand around a program: a byte order mark, a `#!` line, a Markdown fence. What must hold: all of it
//! is blanked in place, so every byte of the program keeps its offset, line and column.

use std::borrow::Cow;

/// The program in `code`, at its own offsets.
pub(super) fn program(code: &str) -> Cow<'_, str> {
    let mut start = code.len() - code.trim_start_matches('\u{FEFF}').len();
    let mut end = code.len();
    if let Some((first, last)) = fence(code.get(start..).unwrap_or_default()) {
        end = start + last;
        start += first;
    }
    let body = code.get(start..end).unwrap_or_default();
    let first_line = body.trim_start_matches(['\n', '\r']);
    if first_line.starts_with("#!") {
        start = end - first_line.len() + first_line.find(['\n', '\r']).unwrap_or(first_line.len());
    }
    if start == 0 && end == code.len() {
        return Cow::Borrowed(code);
    }
    let mut text = String::with_capacity(code.len());
    blank(code.get(..start).unwrap_or_default(), &mut text);
    text.push_str(code.get(start..end).unwrap_or_default());
    blank(code.get(end..).unwrap_or_default(), &mut text);
    Cow::Owned(text)
}

/// The bytes between an opening fence, which nothing but white space precedes, and its closing one, which nothing but
/// white space follows. A fence that is never closed reaches to the end.
fn fence(text: &str) -> Option<(usize, usize)> {
    let opening = text.len() - text.trim_start().len();
    let rest = text.get(opening..)?;
    let mark = rest.chars().next().filter(|&mark| mark == '`' || mark == '~')?;
    let length = rest.len() - rest.trim_start_matches(mark).len();
    let info_end = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let info = rest.get(length..info_end)?;
    if length < 3 || (mark == '`' && info.contains('`')) {
        return None;
    }
    let first = opening + info_end;
    let trimmed = text.trim_end();
    let last_line = trimmed.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line = trimmed.get(last_line..)?.trim_start();
    if last_line > first && line.len() >= length && line.chars().all(|char| char == mark) {
        return Some((first, last_line));
    }
    let closed_before = text.get(first..)?.lines().any(|line| is_closing(line, mark, length));
    (!closed_before).then_some((first, text.len()))
}

fn is_closing(line: &str, mark: char, length: usize) -> bool {
    let line = line.trim();
    line.len() >= length && line.chars().all(|char| char == mark)
}

fn blank(text: &str, into: &mut String) {
    for char in text.chars() {
        if matches!(char, '\n' | '\r') {
            into.push(char);
        } else {
            into.extend(std::iter::repeat_n(' ', char.len_utf8()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_is_blank_and_as_long() {
        let cases = [
            ("a", "a"),
            ("```js\na\n```", "     \na\n   "),
            ("\n\n```\r\na\r\n```\n\n", "\n\n   \r\na\r\n   \n\n"),
            ("~~~~ ts x\na\n~~~\n~~~~", "         \na\n~~~\n    "),
            ("```\na", "   \na"),
            ("\u{FEFF}#!/usr/bin/env node\na", "                      \na"),
            ("```\n#!x\na\n```", "   \n   \na\n   "),
            ("  ```js\n  a\n  ```  ", "       \n  a\n       "),
        ];
        for (code, expected) in cases {
            let found = program(code);
            assert_eq!(found, expected, "{code:?}");
            assert_eq!(found.len(), code.len());
        }
    }

    #[test]
    fn a_fence_with_text_after_it_is_left_to_the_parser() {
        for code in ["```js\na\n```\nThis is it.", "Here:\n```\na\n```", "`a`", "``x``", "```inline```"] {
            assert_eq!(program(code), code);
        }
    }
}
