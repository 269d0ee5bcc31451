//! Owns [`Edits`]: what is blanked out of a text and what is put in, and the text and the map that come of it.
//! What must hold: text that was not added keeps its order and its lines, so a stretch of the map is all a position needs.
//! Deliberately absent: moving text, which no map could follow.

use crate::position::{Stretch, Stretches};
use oxc_span::Span;
use std::borrow::Cow;

/// Edits to one text, in any order.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// Start and end, as a triple so that one sorting routine does for all.
    blanks: Vec<(u32, i64, usize)>,
    inserts: Vec<Insert>,
    head: String,
    tail: String,
}

#[derive(Debug)]
struct Insert {
    at: u32,
    side: Side,
    /// The other end of what the text is put around; far away for text that belongs to nothing.
    reach: u32,
    text: Cow<'static, str>,
    place: Option<u32>,
}

/// Of texts at the same place, those that close come first, and replacements come last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Close,
    Open,
    Replace,
}

impl Insert {
    /// Texts at the same place nest as the nodes do that they are put around: the larger node's are outside. Around one node, what
    /// was asked for first is outside.
    fn key(&self, index: usize) -> (u32, Side, u32, i64, usize) {
        let asked = i64::try_from(index).unwrap_or(i64::MAX);
        let asked = if self.side == Side::Close { -asked } else { asked };
        (self.at, self.side, u32::MAX - self.reach, asked, index)
    }
}

impl Edits {
    /// Replaces everything but line ends by spaces.
    pub(super) fn blank(&mut self, span: Span) {
        if span.start < span.end {
            self.blanks.push((span.start, 0, span.end as usize));
        }
    }

    /// Puts text before what starts at `at`, outside of whatever is put around that.
    pub(super) fn open(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        self.insert(at, Side::Open, u32::MAX, text.into(), None);
    }

    /// As [`open`](Self::open), with text that may stand for a place.
    pub(super) fn open_for(&mut self, at: u32, text: impl Into<Cow<'static, str>>, place: Option<u32>) {
        self.insert(at, Side::Open, u32::MAX, text.into(), place);
    }

    /// Puts text after what ends at `at`, outside of whatever is put around that.
    pub(super) fn close(&mut self, at: u32, text: impl Into<Cow<'static, str>>) {
        self.insert(at, Side::Close, 0, text.into(), None);
    }

    /// As [`close`](Self::close), with text that may stand for a place.
    pub(super) fn close_for(&mut self, at: u32, text: impl Into<Cow<'static, str>>, place: Option<u32>) {
        self.insert(at, Side::Close, 0, text.into(), place);
    }

    /// Puts text on both sides of a node.
    pub(super) fn wrap(&mut self, span: Span, open: impl Into<Cow<'static, str>>, close: impl Into<Cow<'static, str>>) {
        self.before(span, open, None);
        self.after(span, close);
    }

    /// Puts text before a node; it may stand for a place.
    pub(super) fn before(&mut self, span: Span, text: impl Into<Cow<'static, str>>, place: Option<u32>) {
        self.insert(span.start, Side::Open, span.end, text.into(), place);
    }

    /// Puts text after a node.
    pub(super) fn after(&mut self, span: Span, text: impl Into<Cow<'static, str>>) {
        self.insert(span.end, Side::Close, span.start, text.into(), None);
    }

    /// As [`after`](Self::after), with text that may stand for a place.
    pub(super) fn after_for(&mut self, span: Span, text: impl Into<Cow<'static, str>>, place: Option<u32>) {
        self.insert(span.end, Side::Close, span.start, text.into(), place);
    }

    /// Puts text in the place of other text and lets it stand for that place.
    pub(super) fn replace(&mut self, span: Span, text: impl Into<Cow<'static, str>>) {
        self.insert(span.start, Side::Replace, span.end, text.into(), Some(span.start));
        self.blank(span);
    }

    /// As [`replace`](Self::replace), with texts of which each may stand for a place of its own.
    pub(super) fn replace_by<const N: usize>(&mut self, span: Span, texts: [(String, Option<u32>); N]) {
        for (text, place) in texts {
            self.insert(span.start, Side::Replace, span.end, text.into(), place);
        }
        self.blank(span);
    }

    fn insert(&mut self, at: u32, side: Side, reach: u32, text: Cow<'static, str>, place: Option<u32>) {
        self.inserts.push(Insert { at, side, reach, text, place });
    }

    /// Puts text around everything.
    pub(super) fn frame(&mut self, head: String, tail: String) {
        self.head = head;
        self.tail = tail;
    }

    /// The edited text, and where its bytes came from.
    pub(super) fn apply(mut self, text: &str) -> (String, Stretches) {
        let blanked = self.blanked(text);
        let mut order: Vec<_> = self.inserts.iter().enumerate().map(|(index, insert)| insert.key(index)).collect();
        order.sort_unstable();
        let mut made = String::with_capacity(text.len() + 64 + 8 * self.inserts.len());
        let mut stretches = Vec::with_capacity(self.inserts.len() + 1);
        made.push_str(&self.head);
        let mut from = 0;
        for insert in order.iter().filter_map(|&(.., index)| self.inserts.get(index)) {
            copy(&blanked, from, insert.at, &mut made, &mut stretches);
            from = insert.at.max(from);
            if let Some(place) = insert.place {
                stretches.push(Stretch { made: size(&made), from: place, len: size(&insert.text), added: true });
            }
            made.push_str(&insert.text);
        }
        copy(&blanked, from, size(text), &mut made, &mut stretches);
        made.push_str(&self.tail);
        (made, Stretches(stretches))
    }

    /// The text with its blanks, byte for byte as long as it was.
    fn blanked<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        if self.blanks.is_empty() {
            return Cow::Borrowed(text);
        }
        self.blanks.sort_unstable();
        let mut made = String::with_capacity(text.len());
        let mut from = 0;
        for &(start, _, end) in &self.blanks {
            let start = (start as usize).max(from);
            if start >= end {
                continue;
            }
            made.push_str(text.get(from..start).unwrap_or_default());
            push_blank(text.get(start..end).unwrap_or_default(), &mut made);
            from = end;
        }
        made.push_str(text.get(from..).unwrap_or_default());
        Cow::Owned(made)
    }
}

fn push_blank(text: &str, made: &mut String) {
    for char in text.chars() {
        if matches!(char, '\n' | '\r' | '\u{2028}' | '\u{2029}') {
            made.push(char);
        } else {
            made.extend(std::iter::repeat_n(' ', char.len_utf8()));
        }
    }
}

fn copy(text: &str, from: u32, to: u32, made: &mut String, stretches: &mut Vec<Stretch>) {
    let part = text.get(from as usize..to as usize).unwrap_or_default();
    if !part.is_empty() {
        stretches.push(Stretch { made: size(made), from, len: size(part), added: false });
        made.push_str(part);
    }
}

/// Code is limited to `codeBytes`, so the sizes of what is made of it fit.
fn size(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u32, end: u32) -> Span {
        Span::new(start, end)
    }

    #[test]
    fn blanks_keep_lines_and_bytes() {
        let mut edits = Edits::default();
        edits.blank(span(1, 8));
        edits.blank(span(3, 5));
        let (text, stretches) = edits.apply("aéb\r\ncdefg");
        assert_eq!(text, "a   \r\n  efg");
        assert_eq!(stretches, Stretches::identity(11));
    }

    #[test]
    fn wraps_nest_in_the_order_they_were_asked_for() {
        let mut edits = Edits::default();
        edits.wrap(span(0, 3), "(", ")");
        edits.wrap(span(0, 1), "[", "]");
        edits.wrap(span(2, 3), "{", "}");
        edits.wrap(span(2, 3), "<", ">");
        let (text, stretches) = edits.apply("a+b");
        assert_eq!(text, "([a]+{<b>})");
        let places: Vec<_> =
            text.bytes().zip(0..).filter_map(|(byte, made)| Some((byte, stretches.source_of(made)?))).collect();
        assert_eq!(places, [(b'a', 0), (b'+', 1), (b'b', 2)]);
    }

    #[test]
    fn replaced_text_stands_for_the_place_it_took() {
        let mut edits = Edits::default();
        edits.replace(span(2, 6), "_x");
        let (text, stretches) = edits.apply("f(this)");
        assert_eq!(text, "f(_x    )");
        assert_eq!(
            (stretches.source_of(2), stretches.source_of(3), stretches.source_of(8)),
            (Some(2), Some(2), Some(6))
        );
    }
}
