//! What lowered code calls to add to a text that is gathered piece by piece (`lower/gather.rs`). The engine copies all of a text for each
//! `text += piece`, so that twice the pieces take four times as long. Here a long text is made with room behind it: the next piece is written
//! into that room, and the sum is a slice of the same memory, as `slice` gives it. What must hold: a place is written once, before any string
//! reaches so far, so no text ever changes; where a text has been added to already, a second sum gets memory of its own.
//! Goes when the engine adds to a text without copying it.

use super::repeat::check_length;
use crate::engine::state::{relieve_memory, state};
use boa_engine::string::JsStrVariant;
use boa_engine::value::PreferredType;
use boa_engine::{Context, JsArgs, JsResult, JsStr, JsString, JsValue};
use std::collections::HashMap;

/// Shorter texts are copied.
const SHORT: usize = 512;
/// Rooms of this size are a reason to look at the memory, and for others that nobody uses any more.
const LARGE: usize = 64 << 10;
/// What room is made of.
static ZEROS: [u8; 1024] = [0; 1024];

/// `add(value, piece)`: the sum; with a third argument that of the value's text, as a template makes it.
pub(in crate::engine) fn add(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (value, piece) = (args.get_or_undefined(0), args.get_or_undefined(1));
    let before = match value.as_string() {
        Some(text) => text,
        None if args.len() > 2 => value.to_string(context)?,
        None => return value.add(piece, context),
    };
    let piece = match piece.as_string() {
        Some(text) => text,
        None => piece.to_primitive(context, PreferredType::Default)?.to_string(context)?,
    };
    joined(&before, &piece, context).map(JsValue::from)
}

fn joined(before: &JsString, piece: &JsString, context: &mut Context) -> JsResult<JsString> {
    let length = before.len() + piece.len();
    let (before, piece) = (before.as_str(), piece.as_str());
    if length < SHORT || before.is_empty() || piece.is_empty() {
        return Ok(JsString::concat(before, piece));
    }
    if let Some(sum) = state(context)?.texts.extended(before, piece) {
        return Ok(sum);
    }
    if length > LARGE {
        check_length(length as u64, context)?;
        relieve_memory(context);
    }
    Ok(state(context)?.texts.made(before, piece))
}

/// Where texts lie that may grow, by the place of their first character.
#[derive(Default)]
pub(in crate::engine) struct Rooms(HashMap<usize, Room>);

impl Rooms {
    /// The sum, where there is room behind the text and nobody has added to it yet.
    fn extended(&mut self, before: JsStr<'_>, piece: JsStr<'_>) -> Option<JsString> {
        let room = self.0.get_mut(&start(before)).filter(|room| room.used == before.len())?;
        room.push(piece).then(|| room.sum())
    }

    /// The sum, with room behind it.
    fn made(&mut self, before: JsStr<'_>, piece: JsStr<'_>) -> JsString {
        let room = Room::of(before, piece);
        if room.text.len() > LARGE || self.0.len() == self.0.capacity() {
            self.release();
        }
        let sum = room.sum();
        self.0.insert(start(room.text.as_str()), room);
        sum
    }

    /// Lets go of what no text lies in any more.
    pub(in crate::engine) fn release(&mut self) {
        self.0.retain(|_, room| room.is_wanted());
    }
}

/// A text of zeros behind what was written.
struct Room {
    text: JsString,
    used: usize,
}

impl Room {
    /// Both texts, and half as much room.
    fn of(before: JsStr<'_>, piece: JsStr<'_>) -> Self {
        let used = before.len() + piece.len();
        let zeros = std::iter::repeat_n(JsStr::latin1(&ZEROS), (used / 2).div_ceil(ZEROS.len()));
        let parts: Vec<JsStr<'_>> = [before, piece].into_iter().chain(zeros).collect();
        Self { text: JsString::concat_array(&parts), used }
    }

    fn sum(&self) -> JsString {
        self.text.slice(0, self.used)
    }

    /// Whether there is a text that lies here, and a place behind it.
    fn is_wanted(&self) -> bool {
        self.text.refcount() != Some(1) && self.used < self.text.len()
    }

    /// Writes behind the text, if there is room for it and it has characters of this kind.
    fn push(&mut self, piece: JsStr<'_>) -> bool {
        if piece.len() > self.text.len() - self.used {
            return false;
        }
        match (self.text.variant(), piece.variant()) {
            (JsStrVariant::Latin1(_), JsStrVariant::Latin1(bytes)) => self.write(bytes),
            (JsStrVariant::Utf16(_), JsStrVariant::Utf16(units)) => self.write(units),
            (JsStrVariant::Utf16(_), JsStrVariant::Latin1(bytes)) => {
                let units: Vec<u16> = bytes.iter().copied().map(u16::from).collect();
                self.write(&units);
            }
            (JsStrVariant::Latin1(_), JsStrVariant::Utf16(_)) => return false,
        }
        self.used += piece.len();
        true
    }

    #[expect(
        unsafe_code,
        reason = "the engine's strings cannot be written to, and copying them is what this is against"
    )]
    fn write<T: Copy>(&self, units: &[T]) {
        let from = start(self.text.as_str());
        let whole = self.text.clone().into_raw();
        // SAFETY: `whole` is the string's own allocation, in which its units begin at `from`; there are as many behind `used` as are written, as `push`
        // has seen, and of this size. No string but `text` reaches behind `used`, and nothing holds a reference to its units here.
        unsafe {
            let bytes = whole.as_ptr().cast::<u8>();
            let to = bytes.add(from - bytes.addr()).cast::<T>().add(self.used);
            std::ptr::copy_nonoverlapping(units.as_ptr(), to, units.len());
            drop(JsString::from_raw(whole));
        }
    }
}

/// Where a text's first character lies.
fn start(text: JsStr<'_>) -> usize {
    match text.variant() {
        JsStrVariant::Latin1(bytes) => bytes.as_ptr().addr(),
        JsStrVariant::Utf16(units) => units.as_ptr().addr(),
    }
}

#[cfg(test)]
mod tests;
