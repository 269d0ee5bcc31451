//! Owns base64, the text of buffers: the standard alphabet, padded.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes of text that `len` bytes take.
pub(super) fn encoded_len(len: usize) -> usize {
    len.div_ceil(3).saturating_mul(4)
}

/// Appends the text of `bytes`.
pub(super) fn write(text: &mut String, bytes: &[u8]) {
    text.reserve(encoded_len(bytes.len()));
    for chunk in bytes.chunks(3) {
        let mut bits = 0_u32;
        for at in 0..3 {
            bits = bits << 8 | u32::from(chunk.get(at).copied().unwrap_or(0));
        }
        for at in 0..4 {
            let letter = ALPHABET.get((bits >> (18 - 6 * at) & 63) as usize).copied().unwrap_or(b'=');
            text.push(if at > chunk.len() { '=' } else { char::from(letter) });
        }
    }
}

/// The bytes of `text`, or `None` where it is not base64 as [`write`] writes it.
pub(super) fn read(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let letters = text.trim_end_matches('=');
    if text.len() - letters.len() > 2 {
        return None;
    }
    for chunk in letters.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for letter in chunk {
            bits = bits << 6 | digit(*letter)?;
        }
        bits <<= 6 * (4 - chunk.len());
        let [_, first, second, third] = bits.to_be_bytes();
        bytes.extend([first, second, third].iter().take(chunk.len() - 1));
    }
    Some(bytes)
}

fn digit(letter: u8) -> Option<u32> {
    Some(u32::from(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}
