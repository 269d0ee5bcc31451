//! Owns the choice of names for what lowering adds. What must hold: the guest cannot name it, in no spelling.

use std::borrow::Cow;

/// A name that starts with `stem` and occurs nowhere in `text`, with escapes such as `\u0061` read too.
pub(super) fn unused(stem: &str, text: &str) -> String {
    let plain = unescaped(text);
    let mut name = stem.to_owned();
    let mut number = 0_u32;
    while text.contains(&name) || plain.contains(&name) {
        number += 1;
        name = format!("{stem}{number}");
    }
    name
}

/// The text with each `\uXXXX` and `\u{X}` replaced by its character, wherever it stands.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains("\\u") {
        return Cow::Borrowed(text);
    }
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        made.push_str(rest.get(..at).unwrap_or_default());
        let after = rest.get(at + 2..).unwrap_or_default();
        let (digits, length) = match after.strip_prefix('{').and_then(|inside| inside.split_once('}')) {
            Some((digits, _)) => (digits, digits.len() + 2),
            None => (after.get(..4).unwrap_or_default(), 4),
        };
        match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
            Some(char) => {
                made.push(char);
                rest = after.get(length..).unwrap_or_default();
            }
            None => {
                made.push_str("\\u");
                rest = after;
            }
        }
    }
    made.push_str(rest);
    Cow::Owned(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_the_text_spells_in_any_way_is_not_taken() {
        assert_eq!(unused("$x", "a"), "$x");
        assert_eq!(unused("$x", "$x + $x1"), "$x2");
        assert_eq!(unused("$x", r"\u0024x"), "$x1");
        assert_eq!(unused("$x", r"$\u{78}"), "$x1");
        assert_eq!(unused("$x", r"\u{zz} \u12"), "$x");
    }
}
