//! Owns reading what lies between tokens the tree has no place for: white space and comments.

/// The offset of the first byte at or after `at` that is neither white space nor in a comment.
pub(super) fn skip(text: &str, at: u32) -> u32 {
    let mut at = at as usize;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let trimmed = rest.trim_start();
        let comment = if trimmed.starts_with("//") {
            trimmed.find(['\n', '\r']).unwrap_or(trimmed.len())
        } else if trimmed.starts_with("/*") {
            trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
        } else {
            0
        };
        at += rest.len() - trimmed.len() + comment;
        if comment == 0 {
            return u32::try_from(at).unwrap_or(u32::MAX);
        }
    }
}

/// How long the word at `at` is.
pub(super) fn word_len(text: &str, at: u32) -> u32 {
    let rest = text.get(at as usize..).unwrap_or_default();
    let end = rest
        .find(|char: char| char.is_ascii() && !char.is_ascii_alphanumeric() && char != '_' && char != '$')
        .unwrap_or(rest.len());
    u32::try_from(end).unwrap_or(u32::MAX)
}

/// The first byte from `from` on, before `to` and outside of comments, that is wanted.
pub(super) fn find(text: &str, from: u32, to: u32, wanted: impl Fn(u8) -> bool) -> Option<u32> {
    let mut at = from;
    loop {
        at = skip(text, at);
        if at >= to {
            return None;
        }
        let byte = *text.as_bytes().get(at as usize)?;
        if wanted(byte) {
            return Some(at);
        }
        at += text.get(at as usize..)?.chars().next().map_or(1, |char| u32::try_from(char.len_utf8()).unwrap_or(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_white_space_are_passed_over() {
        assert_eq!(skip(" /* a */ // b\n x", 0), 15);
        assert_eq!(skip("x", 0), 0);
        assert_eq!(skip(" /* open", 0), 8);
        assert_eq!(find("a /* ? */ ? b", 1, 13, |byte| byte == b'?'), Some(10));
        assert_eq!(find("a /* ? */ ? b", 1, 10, |byte| byte == b'?'), None);
        assert_eq!((word_len("a$1_é-", 0), word_len("-", 0)), (6, 0));
    }
}
