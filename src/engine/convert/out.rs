//! Owns the text while it is written: strings, numbers, and the limit. What must hold: the text is never much longer
//! than the limit, also on the way to refusing it.

use super::BorderError;
use super::bytes;
use boa_engine::JsString;
use boa_engine::string::JsStrVariant;
use std::fmt::Write;

/// Which characters strings escape beyond what JSON demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// As `JSON.stringify` does.
    Json,
    /// As devalue does, so that text can stand inside HTML: also `<`, U+2028 and U+2029.
    Devalue,
}

/// Text under a limit.
#[derive(Debug)]
pub(super) struct Out {
    text: String,
    limit: usize,
    style: Style,
}

/// The result of writing.
pub(super) type Written = Result<(), BorderError>;

impl Out {
    /// Empty text.
    pub(super) fn new(style: Style, limit: usize) -> Self {
        Self { text: String::new(), limit, style }
    }

    /// The whole text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Appends text as it is.
    pub(super) fn push(&mut self, text: &str) -> Written {
        self.room(text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    /// Appends a whole number.
    pub(super) fn integer(&mut self, number: i64) -> Written {
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{number}");
        self.room(0)
    }

    /// Appends a finite number as JavaScript writes it.
    pub(super) fn number(&mut self, number: f64) -> Written {
        /// Whole numbers below this are written by their digits alone, in JavaScript too.
        const PLAIN: f64 = 1e15;
        if number.fract() == 0.0 && number.abs() < PLAIN {
            return self.integer(number as i64);
        }
        self.push(&JsString::from(number).to_std_string_lossy())
    }

    /// Appends a string in quotes; a lone surrogate becomes an escape, so the text is valid UTF-8.
    pub(super) fn string(&mut self, string: &JsString) -> Written {
        self.room(string.len())?;
        self.text.push('"');
        match string.as_str().variant() {
            JsStrVariant::Latin1(units) => self.latin1(units)?,
            JsStrVariant::Utf16(units) => {
                for unit in char::decode_utf16(units.iter().copied()) {
                    match unit {
                        Ok(char) => self.char(char)?,
                        Err(lone) => self.escape(lone.unpaired_surrogate())?,
                    }
                }
            }
        }
        self.push("\"")
    }

    /// Appends bytes as base64 in quotes.
    pub(super) fn base64(&mut self, bytes: &[u8]) -> Written {
        self.room(bytes::encoded_len(bytes.len()))?;
        self.text.push('"');
        bytes::write(&mut self.text, bytes);
        self.push("\"")
    }

    /// Most text is runs of plain ASCII: those are copied as one.
    fn latin1(&mut self, mut units: &[u8]) -> Written {
        while let Some(first) = units.first() {
            let run = units.iter().position(|unit| !self.is_plain(*unit)).unwrap_or(units.len());
            let (plain, rest) = units.split_at(run);
            match std::str::from_utf8(plain) {
                Ok(plain) if !plain.is_empty() => {
                    self.push(plain)?;
                    units = rest;
                }
                _ => {
                    self.char(char::from(*first))?;
                    units = units.split_at(1).1;
                }
            }
        }
        Ok(())
    }

    fn is_plain(&self, unit: u8) -> bool {
        (b' '..0x7f).contains(&unit) && unit != b'"' && unit != b'\\' && (unit != b'<' || self.style == Style::Json)
    }

    fn char(&mut self, char: char) -> Written {
        match char {
            '"' => self.push("\\\""),
            '\\' => self.push("\\\\"),
            '\n' => self.push("\\n"),
            '\r' => self.push("\\r"),
            '\t' => self.push("\\t"),
            '\u{8}' => self.push("\\b"),
            '\u{c}' => self.push("\\f"),
            '\0'..='\u{1f}' => self.escape(char as u16),
            '<' if self.style == Style::Devalue => self.push("\\u003C"),
            '\u{2028}' | '\u{2029}' if self.style == Style::Devalue => self.escape(char as u16),
            _ => {
                self.text.push(char);
                self.room(0)
            }
        }
    }

    fn escape(&mut self, unit: u16) -> Written {
        let _ = write!(self.text, "\\u{unit:04x}");
        self.room(0)
    }

    fn room(&self, bytes: usize) -> Written {
        if self.text.len().saturating_add(bytes) > self.limit {
            return Err(BorderError::TooLarge { limit: self.limit });
        }
        Ok(())
    }
}
