//! Owns reading JSON text, as RFC 8259 has it and lone surrogates as they are. What must hold: no recursion, and an error is a
//! SyntaxError with the place and what stands there.

use super::super::units::string_of;
use crate::engine::convert::{plain_object, shown};
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsStr, JsString, JsValue};
use std::collections::HashMap;
use std::hash::Hash;

/// Keys longer than this are not kept for the next time they occur.
const KEPT_KEY: usize = 64;
/// Different keys kept.
const KEPT_KEYS: usize = 4096;

/// A byte or a unit of UTF-16.
pub(super) trait Unit: Copy + Eq + Hash {
    fn unit(self) -> u16;
    fn string(units: &[Self]) -> JsString;
}

impl Unit for u8 {
    fn unit(self) -> u16 {
        u16::from(self)
    }

    fn string(units: &[Self]) -> JsString {
        JsString::from(JsStr::latin1(units))
    }
}

impl Unit for u16 {
    fn unit(self) -> u16 {
        self
    }

    fn string(units: &[Self]) -> JsString {
        string_of(units)
    }
}

/// What a value was read from, for a reviver.
#[derive(Debug)]
pub(super) enum Source {
    /// Where its text is, and what it was.
    Primitive(std::ops::Range<usize>, JsValue),
    /// Places in the list of sources.
    Array(Vec<usize>),
    Object(HashMap<PropertyKey, usize>),
}

enum Open {
    Array(Vec<JsValue>, Vec<usize>),
    Object(JsObject, PropertyKey, HashMap<PropertyKey, usize>),
}

/// The value of the text, and if `keep` what each part was read from, the whole last.
pub(super) fn read<U: Unit>(text: &[U], keep: bool, context: &mut Context) -> JsResult<(JsValue, Vec<Source>)> {
    let mut reader = Reader { text, at: 0, keys: HashMap::new() };
    let mut sources = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    loop {
        let start = reader.start()?;
        let (mut value, mut source) = match start {
            Start::Array if reader.closes(b']') => (JsArray::from_iter([], context).into(), Source::Array(Vec::new())),
            Start::Array => {
                open.push(Open::Array(Vec::new(), Vec::new()));
                continue;
            }
            Start::Object if reader.closes(b'}') => (plain_object(context).into(), Source::Object(HashMap::new())),
            Start::Object => {
                let key = reader.key("a key in double quotes or '}'")?;
                open.push(Open::Object(plain_object(context), key, HashMap::new()));
                continue;
            }
            Start::Primitive(value, from) => (value.clone(), Source::Primitive(from..reader.at, value)),
        };
        // The value is whole: put it where it belongs, and close what it completes.
        loop {
            if keep {
                sources.push(source);
            }
            let place = sources.len().saturating_sub(1);
            match open.pop() {
                None => {
                    reader.end()?;
                    return Ok((value, sources));
                }
                Some(Open::Array(mut items, mut places)) => {
                    items.push(value);
                    if keep {
                        places.push(place);
                    }
                    if reader.more(b']')? {
                        open.push(Open::Array(items, places));
                        break;
                    }
                    value = JsArray::from_iter(items, context).into();
                    source = Source::Array(places);
                }
                Some(Open::Object(object, key, mut places)) => {
                    if keep {
                        places.insert(key.clone(), place);
                    }
                    object.insert_property(key, shown(value));
                    if reader.more(b'}')? {
                        let key = reader.key("a key in double quotes")?;
                        open.push(Open::Object(object, key, places));
                        break;
                    }
                    value = object.into();
                    source = Source::Object(places);
                }
            }
        }
    }
}

/// How a value begins.
enum Start {
    Array,
    Object,
    /// A whole value, and where it began.
    Primitive(JsValue, usize),
}

struct Reader<'t, U> {
    text: &'t [U],
    at: usize,
    /// Rows repeat their keys; each is made once.
    keys: HashMap<&'t [U], PropertyKey>,
}

impl<'t, U: Unit> Reader<'t, U> {
    fn unit(&self, at: usize) -> Option<u16> {
        self.text.get(at).map(|unit| unit.unit())
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.unit(at).and_then(|unit| u8::try_from(unit).ok())
    }

    /// The next unit that is no white space, if it is ASCII; skips what is before it.
    fn peek(&mut self) -> Option<u8> {
        while matches!(self.unit(self.at), Some(0x20 | 0x0a | 0x0d | 0x09)) {
            self.at += 1;
        }
        self.byte(self.at)
    }

    fn start(&mut self) -> JsResult<Start> {
        let byte = self.peek();
        let from = self.at;
        let value = match byte {
            Some(b'[') => {
                self.at += 1;
                return Ok(Start::Array);
            }
            Some(b'{') => {
                self.at += 1;
                return Ok(Start::Object);
            }
            Some(b'"') => self.string()?.into(),
            Some(b't') => self.word("true", JsValue::new(true))?,
            Some(b'f') => self.word("false", JsValue::new(false))?,
            Some(b'n') => self.word("null", JsValue::null())?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => return Err(self.wrong("a value")),
        };
        Ok(Start::Primitive(value, from))
    }

    fn closes(&mut self, close: u8) -> bool {
        let closes = self.peek() == Some(close);
        self.at += usize::from(closes);
        closes
    }

    /// After an item: whether another follows; else what it is in has ended.
    fn more(&mut self, close: u8) -> JsResult<bool> {
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ => Err(self.wrong(&format!("',' or '{}'", char::from(close)))),
        }
    }

    /// A key and its colon.
    fn key(&mut self, wanted: &str) -> JsResult<PropertyKey> {
        if self.peek() != Some(b'"') {
            return Err(self.wrong(wanted));
        }
        let run = self.run(self.at + 1);
        let key = if self.unit(self.at + 1 + run.len()) == Some(u16::from(b'"')) {
            self.at += run.len() + 2;
            self.kept(run)
        } else {
            PropertyKey::from(self.string()?)
        };
        if self.peek() != Some(b':') {
            return Err(self.wrong("':' after the key"));
        }
        self.at += 1;
        Ok(key)
    }

    fn kept(&mut self, name: &'t [U]) -> PropertyKey {
        if let Some(key) = self.keys.get(name) {
            return key.clone();
        }
        let key = PropertyKey::from(U::string(name));
        if name.len() <= KEPT_KEY && self.keys.len() < KEPT_KEYS {
            self.keys.insert(name, key.clone());
        }
        key
    }

    /// The characters of a string from here that stand for themselves.
    fn run(&self, from: usize) -> &'t [U] {
        let rest = self.text.get(from..).unwrap_or_default();
        let plain = |unit: &U| !matches!(unit.unit(), 0..=0x1f | 0x22 | 0x5c);
        let length = rest.iter().position(|unit| !plain(unit)).unwrap_or(rest.len());
        rest.get(..length).unwrap_or_default()
    }

    /// The string that begins here.
    fn string(&mut self) -> JsResult<JsString> {
        self.at += 1;
        let run = self.run(self.at);
        self.at += run.len();
        if self.byte(self.at) == Some(b'"') {
            self.at += 1;
            return Ok(U::string(run));
        }
        let mut units: Vec<u16> = run.iter().map(|unit| unit.unit()).collect();
        loop {
            match self.byte(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string_of(&units));
                }
                Some(b'\\') => units.push(self.escape()?),
                _ if self.at >= self.text.len() => return Err(self.wrong("'\"' at the end of a string")),
                _ => return Err(self.wrong("an escape such as \\n: a control character cannot stand in a string")),
            }
            let run = self.run(self.at);
            self.at += run.len();
            units.extend(run.iter().map(|unit| unit.unit()));
        }
    }

    fn escape(&mut self) -> JsResult<u16> {
        self.at += 1;
        let plain = match self.byte(self.at) {
            Some(plain @ (b'"' | b'\\' | b'/')) => plain,
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => return self.hex(),
            _ => return Err(self.wrong("one of \" \\ / b f n r t u after a backslash")),
        };
        self.at += 1;
        Ok(u16::from(plain))
    }

    fn hex(&mut self) -> JsResult<u16> {
        let mut unit = 0;
        for _ in 0..4 {
            self.at += 1;
            let digit = self.byte(self.at).and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else { return Err(self.wrong("four hexadecimal digits after \\u")) };
            unit = unit * 16 + u16::try_from(digit).unwrap_or_default();
        }
        self.at += 1;
        Ok(unit)
    }

    fn word(&mut self, word: &str, value: JsValue) -> JsResult<JsValue> {
        for byte in word.bytes() {
            if self.byte(self.at) != Some(byte) {
                return Err(self.wrong(word));
            }
            self.at += 1;
        }
        Ok(value)
    }

    /// The number that begins here.
    fn number(&mut self) -> JsResult<JsValue> {
        let from = self.at;
        self.at += usize::from(self.byte(self.at) == Some(b'-'));
        if self.byte(self.at) == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.byte(self.at) == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.byte(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(self.at), Some(b'+' | b'-')));
            self.digits()?;
        }
        let digits = self.text.get(from..self.at).unwrap_or_default();
        let text: String = digits.iter().filter_map(|unit| char::from_u32(u32::from(unit.unit()))).collect();
        match text.parse::<i32>() {
            Ok(0) if text.starts_with('-') => Ok(JsValue::new(-0.0)),
            Ok(whole) => Ok(JsValue::new(whole)),
            Err(_) => Ok(JsValue::new(text.parse::<f64>().unwrap_or(f64::NAN))),
        }
    }

    fn digits(&mut self) -> JsResult<()> {
        let from = self.at;
        while self.byte(self.at).is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == from { Err(self.wrong("a digit")) } else { Ok(()) }
    }

    fn end(&mut self) -> JsResult<()> {
        self.peek();
        if self.at < self.text.len() { Err(self.wrong("the end of the text")) } else { Ok(()) }
    }

    fn wrong(&self, wanted: &str) -> JsError {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        let line = before.iter().filter(|unit| unit.unit() == 0x0a).count() + 1;
        let column = before.iter().rev().take_while(|unit| unit.unit() != 0x0a).count() + 1;
        let part: Vec<u16> =
            self.text.get(self.at..).unwrap_or_default().iter().take(20).map(|unit| unit.unit()).collect();
        let found = match part.as_slice() {
            [] => "the text ends".to_owned(),
            part => format!("there is {:?}", String::from_utf16_lossy(part)),
        };
        let is = |text: &str| self.text.iter().map(|unit| unit.unit()).eq(text.encode_utf16());
        if is("[object Object]") || is("[object Promise]") {
            let message =
                "JSON.parse was given an object, not a text: use it as it is, and await it first if it is a promise";
            return JsNativeError::syntax().with_message(message).into();
        }
        let message = format!("this is not JSON: at line {line}, column {column} {found}, where {wanted} is expected");
        JsNativeError::syntax().with_message(message).into()
    }
}
