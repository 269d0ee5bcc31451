//! Owns the tokens of JSON text, strictly as RFC 8259 has them, but that strings may hold lone surrogates. What must
//! hold: no text makes it panic or read past the end; every error is a `TypeError` that says where.

use boa_engine::property::PropertyKey;
use boa_engine::{JsError, JsNativeError, JsResult, JsString, JsValue};
use std::collections::HashMap;

/// Keys longer than this are not kept for the next time they occur.
const KEPT_KEY_BYTES: usize = 64;
/// Different keys kept.
const KEPT_KEYS: usize = 4096;

/// A value that has begun.
#[derive(Debug)]
pub(super) enum Token {
    /// `[`
    ArrayStart,
    /// `{`
    ObjectStart,
    /// A whole value.
    Primitive(JsValue),
}

/// Reads text from its beginning to its end.
#[derive(Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// Rows repeat their keys; each is made once.
    keys: HashMap<&'t str, PropertyKey>,
}

impl<'t> Lexer<'t> {
    /// At the beginning of `text`.
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, keys: HashMap::new() }
    }

    /// The beginning of the next value.
    pub(super) fn token(&mut self) -> JsResult<Token> {
        let value = match self.peek() {
            Some(b'[') => {
                self.at += 1;
                return Ok(Token::ArrayStart);
            }
            Some(b'{') => {
                self.at += 1;
                return Ok(Token::ObjectStart);
            }
            Some(b'"') => self.string()?.into(),
            Some(b't') => self.word("true", JsValue::new(true))?,
            Some(b'f') => self.word("false", JsValue::new(false))?,
            Some(b'n') => self.word("null", JsValue::null())?,
            Some(b'-' | b'0'..=b'9') => JsValue::new(self.number()?),
            _ => return Err(self.wrong("a value is missing")),
        };
        Ok(Token::Primitive(value))
    }

    /// Whether the container that has just begun ends here already.
    pub(super) fn ends(&mut self, close: u8) -> bool {
        let empty = self.peek() == Some(close);
        self.at += usize::from(empty);
        empty
    }

    /// After an item: whether another follows; else the container has ended.
    pub(super) fn more(&mut self, close: u8) -> JsResult<bool> {
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ => Err(self.wrong("a comma or a bracket is missing")),
        }
    }

    /// A key and its colon.
    pub(super) fn key(&mut self) -> JsResult<PropertyKey> {
        let (key, _) = self.named_key()?;
        Ok(key)
    }

    /// A key and its colon, and whether it is `__proto__`.
    pub(super) fn named_key(&mut self) -> JsResult<(PropertyKey, bool)> {
        if self.peek() != Some(b'"') {
            return Err(self.wrong("a key is missing"));
        }
        let from = self.at;
        let key = match self.plain_run() {
            Some(raw) => {
                self.at = from + raw.len() + 2;
                self.kept_key(raw)
            }
            None => PropertyKey::from(self.string()?),
        };
        if self.peek() != Some(b':') {
            return Err(self.wrong("a colon is missing"));
        }
        self.at += 1;
        let reserved = super::errors::is(&key, "__proto__");
        Ok((key, reserved))
    }

    /// That nothing follows.
    pub(super) fn end(&mut self) -> JsResult<()> {
        if self.peek().is_some() { Err(self.wrong("something follows the value")) } else { Ok(()) }
    }

    /// The error for text that our encoders did not write, here.
    pub(super) fn wrong(&self, what: &str) -> JsError {
        let message = format!("malformed value text: {what} at byte {}", self.at);
        JsNativeError::typ().with_message(message).into()
    }

    fn kept_key(&mut self, raw: &'t str) -> PropertyKey {
        if let Some(key) = self.keys.get(raw) {
            return key.clone();
        }
        let key = PropertyKey::from(JsString::from(raw));
        if raw.len() <= KEPT_KEY_BYTES && self.keys.len() < KEPT_KEYS {
            self.keys.insert(raw, key.clone());
        }
        key
    }

    /// The next byte that is no white space; skips what is before it.
    fn peek(&mut self) -> Option<u8> {
        loop {
            let byte = self.text.as_bytes().get(self.at).copied()?;
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn word(&mut self, word: &str, value: JsValue) -> JsResult<JsValue> {
        if !self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            return Err(self.wrong("an unknown word"));
        }
        self.at += word.len();
        Ok(value)
    }

    /// The string that begins here, where it has no escapes.
    fn plain_run(&self) -> Option<&'t str> {
        let from = self.at + 1;
        let rest = self.text.as_bytes().get(from..)?;
        let len = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))?;
        if rest.get(len) != Some(&b'"') {
            return None;
        }
        self.text.get(from..from + len)
    }

    /// The string that begins here.
    fn string(&mut self) -> JsResult<JsString> {
        if let Some(raw) = self.plain_run() {
            self.at += raw.len() + 2;
            return Ok(JsString::from(raw));
        }
        self.at += 1;
        let mut units: Vec<u16> = Vec::new();
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            let Some(len) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f)) else {
                return Err(self.wrong("a string does not end"));
            };
            units.extend(self.text.get(self.at..self.at + len).unwrap_or_default().encode_utf16());
            self.at += len;
            match self.byte(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(JsString::from(units.as_slice()));
                }
                Some(b'\\') => units.push(self.escape()?),
                _ => return Err(self.wrong("a control character in a string")),
            }
        }
    }

    fn escape(&mut self) -> JsResult<u16> {
        let letter = self.byte(self.at + 1);
        self.at += 2;
        Ok(u16::from(match letter {
            Some(plain @ (b'"' | b'\\' | b'/')) => plain,
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => return self.hex(),
            _ => return Err(self.wrong("an unknown escape")),
        }))
    }

    fn hex(&mut self) -> JsResult<u16> {
        let digits = self.text.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
        let Some(unit) = unit else {
            return Err(self.wrong("an unknown escape"));
        };
        self.at += 4;
        Ok(unit)
    }

    /// The number that begins here.
    fn number(&mut self) -> JsResult<f64> {
        let from = self.at;
        self.at += usize::from(self.byte(self.at) == Some(b'-'));
        let whole = self.at;
        if self.digits() == 0 || (self.byte(whole) == Some(b'0') && self.at > whole + 1) {
            return Err(self.wrong("a malformed number"));
        }
        if self.byte(self.at) == Some(b'.') {
            self.at += 1;
            if self.digits() == 0 {
                return Err(self.wrong("a malformed number"));
            }
        }
        if matches!(self.byte(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(self.at), Some(b'+' | b'-')));
            if self.digits() == 0 {
                return Err(self.wrong("a malformed number"));
            }
        }
        let text = self.text.get(from..self.at).unwrap_or_default();
        text.parse().map_err(|_| self.wrong("a malformed number"))
    }

    fn digits(&mut self) -> usize {
        let from = self.at;
        while self.byte(self.at).is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - from
    }
}
