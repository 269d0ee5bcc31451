//! Owns text under construction: one byte a character until a character needs two, as the engine keeps its strings. What
//! must hold: text of characters up to U+00FF becomes a string of bytes, whatever it was made of.

use boa_engine::string::JsStrVariant;
use boa_engine::{JsStr, JsString};

/// Text that grows.
#[derive(Debug)]
pub(super) enum Text {
    Bytes(Vec<u8>),
    Units(Vec<u16>),
}

impl Text {
    pub(super) fn new() -> Self {
        Self::Bytes(Vec::new())
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Units(units) => units.len(),
        }
    }

    /// Appends text of ASCII.
    pub(super) fn ascii(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Appends characters up to U+00FF.
    pub(super) fn bytes(&mut self, more: &[u8]) {
        match self {
            Self::Bytes(bytes) => bytes.extend_from_slice(more),
            Self::Units(units) => units.extend(more.iter().copied().map(u16::from)),
        }
    }

    pub(super) fn units(&mut self, more: &[u16]) {
        if let Self::Bytes(bytes) = self {
            if more.iter().all(|unit| *unit <= 0xff) {
                bytes.extend(more.iter().map(|unit| *unit as u8));
                return;
            }
            *self = Self::Units(bytes.iter().copied().map(u16::from).collect());
        }
        if let Self::Units(units) = self {
            units.extend_from_slice(more);
        }
    }

    pub(super) fn push(&mut self, text: JsStr<'_>) {
        match text.variant() {
            JsStrVariant::Latin1(bytes) => self.bytes(bytes),
            JsStrVariant::Utf16(units) => self.units(units),
        }
    }

    pub(super) fn string(&self) -> JsString {
        self.start(self.len())
    }

    /// The first characters.
    pub(super) fn start(&self, count: usize) -> JsString {
        match self {
            Self::Bytes(bytes) => JsString::from(JsStr::latin1(bytes.get(..count).unwrap_or(bytes))),
            Self::Units(units) => JsString::from(JsStr::utf16(units.get(..count).unwrap_or(units))),
        }
    }
}

/// A string of these units.
pub(super) fn string_of(units: &[u16]) -> JsString {
    let mut text = Text::new();
    text.units(units);
    text.string()
}
