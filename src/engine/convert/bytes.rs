//! Owns base64, the text of buffers: the standard alphabet, padded.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{GeneralPurpose, GeneralPurposeConfig};

const PADDED: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true));

/// Bytes of text that `len` bytes take.
pub(super) fn encoded_len(len: usize) -> usize {
    len.div_ceil(3).saturating_mul(4)
}

/// Appends the text of `bytes`.
pub(super) fn write(text: &mut String, bytes: &[u8]) {
    PADDED.encode_string(bytes, text);
}

/// The bytes of `text`, or `None` where it is not base64 as [`write`] writes it.
pub(super) fn read(text: &str) -> Option<Vec<u8>> {
    PADDED.decode(text).ok()
}
