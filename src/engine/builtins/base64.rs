//! Owns `atob` and `btoa`, which the engine does not have; the Boa project's own throw bare strings. What must hold: the
//! forgiving decoding of the WHATWG Infra standard, and errors named InvalidCharacterError.

use super::{Method, define_globals, named_error};
use ::base64::Engine;
use ::base64::alphabet::STANDARD as ALPHABET;
use ::base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsStr, JsString, JsValue};

/// Padding is looked at before decoding; bits that are left over are dropped.
const FORGIVING: GeneralPurpose = GeneralPurpose::new(
    &ALPHABET,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);

const PADDED: GeneralPurpose = GeneralPurpose::new(&ALPHABET, GeneralPurposeConfig::new());

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    define_globals([Method::new("atob", 1, atob), Method::new("btoa", 1, btoa)], context)
}

fn argument(name: &str, args: &[JsValue], context: &mut Context) -> JsResult<JsString> {
    if args.is_empty() {
        return Err(JsNativeError::typ().with_message(format!("{name} needs a string")).into());
    }
    args.get_or_undefined(0).to_string(context)
}

fn btoa(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = argument("btoa", args, context)?;
    let bytes: Option<Vec<u8>> = text.iter().map(|unit| u8::try_from(unit).ok()).collect();
    match bytes {
        Some(bytes) => Ok(JsString::from(PADDED.encode(bytes)).into()),
        None => {
            let message = "btoa takes characters up to U+00FF; encode the text with TextEncoder first".to_owned();
            Err(named_error("InvalidCharacterError", message, context))
        }
    }
}

fn atob(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = argument("atob", args, context)?;
    // A unit that is no byte becomes one that no base64 has.
    let mut bytes: Vec<u8> = text.iter().map(|unit| u8::try_from(unit).unwrap_or(b'!')).collect();
    bytes.retain(|byte| !matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' '));
    if bytes.len().is_multiple_of(4) {
        for _ in 0..2 {
            if bytes.last() == Some(&b'=') {
                bytes.pop();
            }
        }
    }
    match FORGIVING.decode(&bytes) {
        Ok(bytes) => Ok(JsString::from(JsStr::latin1(&bytes)).into()),
        Err(error) => {
            let message = format!("atob was given a string that is not base64: {error}");
            Err(named_error("InvalidCharacterError", message, context))
        }
    }
}

#[cfg(test)]
mod tests;
