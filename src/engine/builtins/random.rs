//! Owns the guest's randomness: `Math.random` and `crypto`. The engine's own would differ in each pass. What must hold: all
//! of it comes from the run's seed, the same on every platform and in every version (a test pins the first values), and
//! nothing of ours draws from it. Deliberately absent: `crypto.subtle`, and any promise of secrecy.

use super::{Method, define, define_hidden, hidden_constant, named_error, object_with};
use crate::engine::state::running;
use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::{JsArrayBuffer, JsTypedArray};
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsResult, JsString, JsSymbol, JsValue, js_string};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The most bytes that browsers give at once.
const MAX_BYTES: usize = 65_536;

/// The streams of a run. Apart, so that a call of one does not change what the other gives.
pub(crate) struct Streams {
    math: ChaCha8Rng,
    crypto: ChaCha8Rng,
}

impl Streams {
    pub(crate) fn new(seed: u64) -> Self {
        let stream = |number| {
            let mut key = [0; 32];
            for (byte, value) in key.iter_mut().zip(seed.to_le_bytes()) {
                *byte = value;
            }
            let mut rng = ChaCha8Rng::from_seed(key);
            rng.set_stream(number);
            rng
        };
        Self { math: stream(1), crypto: stream(2) }
    }

    /// In [0, 1), each multiple of 2^-53 equally likely.
    fn fraction(&mut self) -> f64 {
        (self.math.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let math = context.intrinsics().objects().math();
    let random = Method::new("random", 0, |_, _, context| Ok(running(context)?.random.fraction().into()));
    define(&math, [random], context)?;
    let methods = [Method::new("randomUUID", 0, random_uuid), Method::new("getRandomValues", 1, get_random_values)];
    let crypto = object_with(methods, context)?;
    crypto.define_property_or_throw(JsSymbol::to_string_tag(), hidden_constant(js_string!("Crypto")), context)?;
    define_hidden(&context.global_object(), js_string!("crypto"), crypto, context)
}

fn random_uuid(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut bytes = [0; 16];
    running(context)?.random.crypto.fill_bytes(&mut bytes);
    // Version 4, variant 1, as RFC 9562 has it.
    let number = u128::from_be_bytes(bytes) & !(0xF << 76) & !(0xC << 60) | (0x4 << 76) | (0x8 << 60);
    let hex = format!("{number:032x}");
    let mut uuid = String::with_capacity(36);
    for (index, digit) in hex.chars().enumerate() {
        if [8, 12, 16, 20].contains(&index) {
            uuid.push('-');
        }
        uuid.push(digit);
    }
    Ok(JsString::from(uuid).into())
}

fn get_random_values(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = args.get_or_undefined(0);
    let (buffer, start, length) = integer_view(array, context)?;
    if length > MAX_BYTES {
        let message = format!("getRandomValues fills {MAX_BYTES} bytes at most, and this array has {length}");
        return Err(named_error("QuotaExceededError", message, context));
    }
    let mut bytes = vec![0; length];
    running(context)?.random.crypto.fill_bytes(&mut bytes);
    if let Some(mut data) = buffer.data_mut()
        && let Some(target) = data.get_mut(start..start + length)
    {
        target.copy_from_slice(&bytes);
    }
    Ok(array.clone())
}

/// The buffer of a typed array of integers, and where in it the array lies.
fn integer_view(array: &JsValue, context: &mut Context) -> JsResult<(JsArrayBuffer, usize, usize)> {
    let refuse = || -> JsError {
        let message = "getRandomValues needs a typed array of integers, as in new Uint8Array(16)";
        JsNativeError::typ().with_message(message).into()
    };
    let array = array.as_object().and_then(|array| JsTypedArray::from_object(array).ok()).ok_or_else(refuse)?;
    if matches!(array.kind(), None | Some(TypedArrayKind::Float32 | TypedArrayKind::Float64)) {
        let message = "getRandomValues needs a typed array of integers, not of fractions";
        return Err(named_error("TypeMismatchError", message.to_owned(), context));
    }
    let buffer = array.buffer(context)?.as_object().ok_or_else(refuse)?;
    let (start, length) = (array.byte_offset(context)?, array.byte_length(context)?);
    Ok((JsArrayBuffer::from_object(buffer)?, start, length))
}

#[cfg(test)]
mod tests;
