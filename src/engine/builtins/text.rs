//! Owns `TextEncoder` and `TextDecoder`, which the engine does not have; the Boa project's know no `fatal` and no `stream`.
//! What must hold: the WHATWG Encoding standard for UTF-8 and UTF-16. Deliberately absent: the other, legacy encodings.

use super::{HIDDEN, hidden_constant, option};
use crate::engine::state::relieve_memory;
use boa_engine::builtins::array_buffer::AlignedVec;
use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::builtins::{JsArrayBuffer, JsDataView, JsTypedArray, JsUint8Array};
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsArgs, JsData, JsError, JsNativeError, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Trace};
use std::ops::Range;

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    context.register_global_class::<TextEncoder>()?;
    context.register_global_class::<TextDecoder>()
}

fn getter(class: &mut ClassBuilder<'_>, name: &'static str, get: fn(&JsValue) -> JsResult<JsValue>) {
    let get = NativeFunction::from_copy_closure(move |this, _, _| get(this));
    let context = class.context();
    let get = FunctionObjectBuilder::new(context.realm(), get).name(JsString::from(format!("get {name}"))).build();
    class.accessor(js_string!(name), Some(get), None, Attribute::ENUMERABLE | Attribute::CONFIGURABLE);
}

fn wrong_this(class: &str) -> JsError {
    JsNativeError::typ().with_message(format!("this is not a {class}")).into()
}

#[derive(Debug, Trace, Finalize, JsData)]
struct TextEncoder;

impl Class for TextEncoder {
    const NAME: &'static str = "TextEncoder";
    const ATTRIBUTES: Attribute = HIDDEN;

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        class.method(js_string!("encode"), 0, NativeFunction::from_fn_ptr(encode));
        class.method(js_string!("encodeInto"), 2, NativeFunction::from_fn_ptr(encode_into));
        getter(class, "encoding", |_| Ok(js_string!("utf-8").into()));
        class.property_descriptor(JsSymbol::to_string_tag(), hidden_constant(js_string!("TextEncoder")));
        Ok(())
    }

    fn data_constructor(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<Self> {
        Ok(Self)
    }
}

/// UTF-8 of the text, each lone surrogate as U+FFFD.
fn encode(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = match args.get_or_undefined(0) {
        none if none.is_undefined() => js_string!(),
        text => text.to_string(context)?,
    };
    relieve_memory(context);
    let bytes = AlignedVec::from_slice(0, text.to_std_string_lossy().as_bytes());
    let buffer = JsArrayBuffer::from_byte_block(bytes, context)?;
    Ok(JsUint8Array::from_array_buffer(buffer, context)?.into())
}

/// Writes as many whole characters as fit; says how many units it read and how many bytes it wrote.
fn encode_into(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    let (buffer, range) = view_of(args.get_or_undefined(1), context)?;
    let room = range.len();
    let (mut read, mut written) = (0, 0);
    for c in text.chars() {
        if written + c.len_utf8() > room {
            break;
        }
        written += c.len_utf8();
        read += c.len_utf16();
    }
    let bytes = text.as_bytes().get(..written).unwrap_or_default();
    if let Some(mut data) = buffer.data_mut()
        && let Some(target) = data.get_mut(range.start..range.start + written)
    {
        target.copy_from_slice(bytes);
    }
    let result = JsObject::with_object_proto(context.intrinsics());
    result.create_data_property_or_throw(js_string!("read"), JsValue::from(read), context)?;
    result.create_data_property_or_throw(js_string!("written"), JsValue::from(written), context)?;
    Ok(result.into())
}

/// The bytes that an ArrayBuffer, a typed array or a DataView stands for.
fn view_of(value: &JsValue, context: &mut Context) -> JsResult<(JsArrayBuffer, Range<usize>)> {
    let refuse = || -> JsError {
        JsNativeError::typ().with_message("this needs an ArrayBuffer or a view of one, as in new Uint8Array(8)").into()
    };
    let object = value.as_object().ok_or_else(refuse)?;
    if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
        let length = buffer.byte_length();
        return Ok((buffer, 0..length));
    }
    let (buffer, start, length) = if let Ok(array) = JsTypedArray::from_object(object.clone()) {
        (array.buffer(context)?, array.byte_offset(context)?, array.byte_length(context)?)
    } else {
        let view = JsDataView::from_object(object).map_err(|_| refuse())?;
        let size = |size| usize::try_from(size).map_err(|_| refuse());
        (view.buffer(context)?, size(view.byte_offset(context)?)?, size(view.byte_length(context)?)?)
    };
    let buffer = JsArrayBuffer::from_object(buffer.as_object().ok_or_else(refuse)?)?;
    Ok((buffer, start..start + length))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
    Windows1252,
}

impl Encoding {
    fn of_label(label: &str) -> Option<Self> {
        match label.trim_matches(['\t', '\n', '\x0C', '\r', ' ']).to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" | "unicode-1-1-utf-8" | "unicode11utf8" | "unicode20utf8" | "x-unicode20utf8" => {
                Some(Self::Utf8)
            }
            "utf-16" | "utf-16le" | "ucs-2" | "unicode" | "unicodefeff" | "csunicode" | "iso-10646-ucs-2" => {
                Some(Self::Utf16Le)
            }
            "utf-16be" | "unicodefffe" => Some(Self::Utf16Be),
            "windows-1252" | "latin1" | "iso-8859-1" | "ascii" | "us-ascii" | "cp1252" | "x-cp1252" | "l1"
            | "iso8859-1" | "iso88591" | "iso_8859-1" | "cp819" | "ibm819" | "ansi_x3.4-1968" => {
                Some(Self::Windows1252)
            }
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
            Self::Windows1252 => "windows-1252",
        }
    }
}

#[derive(Debug, Trace, Finalize, JsData)]
struct TextDecoder {
    #[unsafe_ignore_trace]
    encoding: Encoding,
    fatal: bool,
    keep_mark: bool,
    /// Bytes of a character whose end has not come yet.
    held: Vec<u8>,
    /// Whether the first character of the stream has been seen.
    begun: bool,
}

impl Class for TextDecoder {
    const NAME: &'static str = "TextDecoder";
    const ATTRIBUTES: Attribute = HIDDEN;

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        class.method(js_string!("decode"), 0, NativeFunction::from_fn_ptr(decode));
        getter(class, "encoding", |this| of(this, |decoder| js_string!(decoder.encoding.name()).into()));
        getter(class, "fatal", |this| of(this, |decoder| decoder.fatal.into()));
        getter(class, "ignoreBOM", |this| of(this, |decoder| decoder.keep_mark.into()));
        class.property_descriptor(JsSymbol::to_string_tag(), hidden_constant(js_string!("TextDecoder")));
        Ok(())
    }

    fn data_constructor(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<Self> {
        let encoding = match args.get_or_undefined(0) {
            none if none.is_undefined() => Encoding::Utf8,
            label => {
                let label = label.to_string(context)?.to_std_string_lossy();
                let message = || format!("TextDecoder knows utf-8, utf-16le, utf-16be and windows-1252, not '{label}'");
                Encoding::of_label(&label).ok_or_else(|| JsNativeError::range().with_message(message()))?
            }
        };
        let mut option = |name| flag(args.get_or_undefined(1), name, context);
        let (fatal, keep_mark) = (option("fatal")?, option("ignoreBOM")?);
        Ok(Self { encoding, fatal, keep_mark, held: Vec::new(), begun: false })
    }
}

fn flag(options: &JsValue, name: &'static str, context: &mut Context) -> JsResult<bool> {
    match options.as_object() {
        Some(options) => Ok(option(&options, name, context)?.to_boolean()),
        None => Ok(false),
    }
}

fn of(this: &JsValue, read: impl FnOnce(&TextDecoder) -> JsValue) -> JsResult<JsValue> {
    let object = this.as_object().ok_or_else(|| wrong_this("TextDecoder"))?;
    let decoder = object.downcast_ref::<TextDecoder>().ok_or_else(|| wrong_this("TextDecoder"))?;
    Ok(read(&decoder))
}

fn decode(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let bytes = match args.get_or_undefined(0) {
        none if none.is_undefined() => Vec::new(),
        input => {
            let (buffer, range) = view_of(input, context)?;
            let data = buffer.data();
            data.as_deref().and_then(|data| data.get(range)).unwrap_or_default().to_vec()
        }
    };
    let stream = flag(args.get_or_undefined(1), "stream", context)?;
    let object = this.as_object().ok_or_else(|| wrong_this("TextDecoder"))?;
    let mut decoder = object.downcast_mut::<TextDecoder>().ok_or_else(|| wrong_this("TextDecoder"))?;
    decoder.decode(&bytes, stream).map(JsValue::from)
}

impl TextDecoder {
    fn decode(&mut self, bytes: &[u8], stream: bool) -> JsResult<JsString> {
        let mut input = std::mem::take(&mut self.held);
        input.extend_from_slice(bytes);
        let held = if stream { self.unfinished(&input) } else { 0 };
        self.held = input.split_off(input.len() - held);
        let (mut units, clean) = match self.encoding {
            Encoding::Utf8 => match std::str::from_utf8(&input) {
                Ok(text) => (text.encode_utf16().collect(), true),
                Err(_) => (String::from_utf8_lossy(&input).encode_utf16().collect::<Vec<_>>(), false),
            },
            Encoding::Utf16Le => utf16(&input, u16::from_le_bytes),
            Encoding::Utf16Be => utf16(&input, u16::from_be_bytes),
            Encoding::Windows1252 => (input.iter().map(|byte| windows_1252(*byte)).collect(), true),
        };
        if !clean && self.fatal {
            (self.held, self.begun) = (Vec::new(), false);
            let message = format!("the bytes are not {}", self.encoding.name());
            return Err(JsNativeError::typ().with_message(message).into());
        }
        if !self.begun && !self.keep_mark && units.first() == Some(&0xFEFF) {
            units.remove(0);
        }
        self.begun = stream && (self.begun || !input.is_empty());
        Ok(JsString::from(units.as_slice()))
    }

    /// How many bytes at the end may be the start of a character.
    fn unfinished(&self, input: &[u8]) -> usize {
        match self.encoding {
            Encoding::Utf8 => {
                let start = input.len().saturating_sub(3);
                let tail = input.get(start..).unwrap_or_default();
                let start = tail.iter().rposition(|byte| *byte >= 0xC0);
                let last = start.and_then(|start| tail.get(start..)).unwrap_or_default();
                match std::str::from_utf8(last) {
                    Err(error) if error.error_len().is_none() => last.len(),
                    Ok(_) | Err(_) => 0,
                }
            }
            Encoding::Windows1252 => 0,
            Encoding::Utf16Le | Encoding::Utf16Be => {
                let odd = input.len() % 2;
                let high = if self.encoding == Encoding::Utf16Le { 1 } else { 2 };
                let unit = input.len().checked_sub(odd + high).and_then(|at| input.get(at));
                if unit.is_some_and(|byte| (0xD8..0xDC).contains(byte)) { odd + 2 } else { odd }
            }
        }
    }
}

/// What the bytes from 0x80 to 0x9F stand for.
const WINDOWS_1252: [u16; 32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D,
    0x17E, 0x178,
];

fn windows_1252(byte: u8) -> u16 {
    let own = byte.checked_sub(0x80).and_then(|at| WINDOWS_1252.get(usize::from(at)).copied());
    own.unwrap_or_else(|| u16::from(byte))
}

/// Units, and whether each surrogate had its partner; those without become U+FFFD.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (Vec<u16>, bool) {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut clean = rest.is_empty();
    let decoded = char::decode_utf16(pairs.iter().map(|pair| unit(*pair)));
    let mut units = Vec::with_capacity(pairs.len() + 1);
    for c in decoded {
        clean &= c.is_ok();
        units.extend_from_slice(c.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf16(&mut [0; 2]));
    }
    if !rest.is_empty() {
        units.push(0xFFFD);
    }
    (units, clean)
}

#[cfg(test)]
mod tests;
