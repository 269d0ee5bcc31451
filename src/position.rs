//! Owns positions in the code as it was given: 1-based line and column, columns counted in UTF-16 code units as
//! editors do, and [`PositionMap`], which leads from the engine's places in lowered source back to them.
//! What must hold: everything that leaves the core speaks of the user's text, never of lowered source; a lookup costs
//! the same on line 1 and on line 10,000, and in a program that is one long line.

use serde::{Deserialize, Serialize};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A place in the user's code, 1-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in UTF-16 code units.
    pub column: u32,
}

impl Position {
    /// The place of a byte offset in `text`. An offset past the end is the end.
    pub(crate) fn of(text: &str, offset: usize) -> Self {
        let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
        let start = line_start(text.as_bytes(), before.len());
        let units = utf16_len(before.get(start..).unwrap_or_default());
        let mut lines = 1;
        let mut at = 0;
        while let Some(next) = next_line(text.as_bytes(), at).filter(|&next| next <= start) {
            lines += 1;
            at = next;
        }
        Self { line: lines, column: units + 1 }
    }
}

/// Some bytes of one text and where they came from in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// First byte in the text that was made.
    pub(crate) made: u32,
    /// First byte in the text it was made from.
    pub(crate) from: u32,
    /// How many bytes of the made text.
    pub(crate) len: u32,
    /// Added text that stands for one place: all of its bytes lead to `from`.
    pub(crate) added: bool,
}

/// Stretches in order of `made`. Bytes in no stretch were added and stand for no place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Stretches(pub(crate) Vec<Stretch>);

impl Stretches {
    /// A text made from itself.
    pub(crate) fn identity(len: u32) -> Self {
        Self(vec![Stretch { made: 0, from: 0, len, added: false }])
    }

    /// Where a byte came from.
    pub(crate) fn source_of(&self, made: u32) -> Option<u32> {
        let index = self.0.partition_point(|stretch| stretch.made <= made).checked_sub(1)?;
        let stretch = self.0.get(index)?;
        let inside = made - stretch.made;
        (inside < stretch.len).then_some(if stretch.added { stretch.from } else { stretch.from + inside })
    }

    /// Where a byte came from or, for added text and the end of the text, the nearest place before it.
    pub(crate) fn source_near(&self, made: u32) -> u32 {
        self.source_of(made).unwrap_or_else(|| {
            let index = self.0.partition_point(|stretch| stretch.made <= made);
            let stretch = index.checked_sub(1).and_then(|index| self.0.get(index));
            stretch.map_or(0, |stretch| if stretch.added { stretch.from } else { stretch.from + stretch.len })
        })
    }

    /// `self` made from a text that `earlier` made from a third: leads all the way back.
    pub(crate) fn after(&self, earlier: &Self) -> Self {
        let mut stretches = Vec::with_capacity(self.0.len() + earlier.0.len());
        for stretch in &self.0 {
            if stretch.added {
                if let Some(from) = earlier.source_of(stretch.from) {
                    stretches.push(Stretch { from, ..*stretch });
                }
                continue;
            }
            let end = stretch.from + stretch.len;
            let first = earlier.0.partition_point(|earlier| earlier.made + earlier.len <= stretch.from);
            for old in earlier.0.iter().skip(first).take_while(|old| old.made < end) {
                let start = stretch.from.max(old.made);
                let stop = end.min(old.made + old.len);
                let from = if old.added { old.from } else { old.from + (start - old.made) };
                stretches.push(Stretch {
                    made: stretch.made + (start - stretch.from),
                    from,
                    len: stop - start,
                    added: old.added,
                });
            }
        }
        Self(stretches)
    }
}

/// Leads from a place in lowered source to the user's. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct PositionMap(Option<Rc<Texts>>);

#[derive(Debug)]
struct Texts {
    lowered: Index,
    user: Index,
    stretches: Stretches,
    /// Parentheses of calls and the names called, as offsets in the user's code.
    callees: Vec<(u32, u32)>,
    /// The same as places, once one was asked for.
    names: OnceCell<HashMap<Position, Position>>,
}

impl PositionMap {
    /// For source that nobody lowered: every place is its own.
    pub fn identity() -> Self {
        Self(None)
    }

    pub(crate) fn new(lowered: &str, user: &str, stretches: Stretches, callees: Vec<(u32, u32)>) -> Self {
        let (lowered, user) = (Index::new(lowered, true), Index::new(user, false));
        Self(Some(Rc::new(Texts { lowered, user, stretches, callees, names: OnceCell::new() })))
    }

    /// The user's place of a place the engine gives: 1-based line, 1-based column in code points. `None` inside added
    /// text that stands for nothing the user wrote, and outside the source.
    pub fn to_user(&self, line: u32, column: u32) -> Option<Position> {
        let Some(texts) = &self.0 else { return Some(Position { line, column }) };
        let made = texts.lowered.offset_of(line, column)?;
        texts.user.position_of(texts.stretches.source_of(made)?)
    }

    /// The lowered source; `None` where nobody lowered it.
    pub(crate) fn lowered(&self) -> Option<&str> {
        std::str::from_utf8(&self.0.as_ref()?.lowered.text).ok()
    }

    /// The offset in lowered source of a place the engine gives.
    pub(crate) fn lowered_offset(&self, line: u32, column: u32) -> Option<u32> {
        self.0.as_ref()?.lowered.offset_of(line, column)
    }

    /// The user's place of an offset in lowered source.
    pub(crate) fn place_of(&self, offset: u32) -> Option<Position> {
        let texts = self.0.as_ref()?;
        texts.user.position_of(texts.stretches.source_of(offset)?)
    }

    /// Where the name stands that is called, if a place is the parenthesis of a call; any other place as it is.
    pub(crate) fn of_name(&self, place: Position) -> Position {
        let Some(texts) = &self.0 else { return place };
        let of = |offset: u32| texts.user.position_of(offset);
        let named = |&(paren, name): &(u32, u32)| Some((of(paren)?, of(name)?));
        let names = texts.names.get_or_init(|| texts.callees.iter().filter_map(named).collect());
        names.get(&place).copied().unwrap_or(place)
    }

    /// The place of an offset in the user's code.
    pub(crate) fn of_user(&self, offset: u32) -> Option<Position> {
        self.0.as_ref()?.user.position_of(offset)
    }

    /// What the user wrote for a part of lowered source: from the first character of it that is the user's to the last.
    pub(crate) fn words(&self, start: u32, end: u32) -> Option<String> {
        let texts = self.0.as_ref()?;
        let inside = texts.stretches.0.partition_point(|stretch| stretch.made + stretch.len <= start);
        let inside = texts.stretches.0.iter().skip(inside).take_while(|stretch| stretch.made < end);
        let mut own = inside.clone().filter(|stretch| !stretch.added).map(|stretch| {
            let first = stretch.from + start.saturating_sub(stretch.made);
            let last = stretch.from + stretch.len.min(end - stretch.made);
            (first, last)
        });
        let bytes = match own.next() {
            Some((first, last)) => {
                texts.user.text.get(first as usize..own.last().map_or(last, |(_, last)| last) as usize)?
            }
            // All of it stands in for one word of the user's.
            None => {
                let text = texts.user.text.get(inside.clone().next()?.from as usize..)?;
                let word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii();
                text.get(..text.iter().position(|byte| !word(byte)).unwrap_or(text.len()))?
            }
        };
        Some(String::from_utf8_lossy(bytes).into_owned()).filter(|words| !words.is_empty())
    }
}

/// Bytes between two entries of [`Index::counts`].
const BLOCK: usize = 256;

/// A text with what it takes to count its lines and columns without reading it from the start.
#[derive(Debug)]
struct Index {
    text: Box<[u8]>,
    /// The offset at which each line starts.
    lines: Vec<u32>,
    /// Code points and UTF-16 units that start before byte 0, 256, 512 …
    counts: Vec<(u32, u32)>,
}

impl Index {
    /// The engine ends a line at U+2028 and U+2029 too; editors do not.
    fn new(text: &str, engine: bool) -> Self {
        let bytes = text.as_bytes();
        let mut lines = vec![0];
        let mut at = 0;
        loop {
            let next = if engine { next_engine_line(bytes, at) } else { next_line(bytes, at) };
            let Some(next) = next else { break };
            lines.push(to_u32(next));
            at = next;
        }
        let mut counts = vec![(0, 0)];
        let (mut points, mut units) = (0, 0);
        for block in bytes.chunks(BLOCK) {
            points += points_len(block);
            units += utf16_len(block);
            counts.push((points, units));
        }
        Self { text: bytes.into(), lines, counts }
    }

    /// How many code points and UTF-16 units start before `offset`.
    fn counts_at(&self, offset: u32) -> (u32, u32) {
        let offset = offset as usize;
        let block = offset / BLOCK;
        let (points, units) = self.counts.get(block).copied().unwrap_or_default();
        let rest = self.text.get(block * BLOCK..offset).unwrap_or_default();
        (points + points_len(rest), units + utf16_len(rest))
    }

    /// The offset of a 1-based line and a 1-based column in code points.
    fn offset_of(&self, line: u32, column: u32) -> Option<u32> {
        let start = *self.lines.get(line.checked_sub(1)? as usize)?;
        let wanted = self.counts_at(start).0 + column.checked_sub(1)?;
        let block = self.counts.partition_point(|&(points, _)| points <= wanted).checked_sub(1)?;
        let mut left = wanted - self.counts.get(block)?.0;
        let first = block * BLOCK;
        for (index, &byte) in self.text.get(first..)?.iter().enumerate() {
            if starts_char(byte) {
                if left == 0 {
                    return Some(to_u32(first + index));
                }
                left -= 1;
            }
        }
        None
    }

    /// The place of an offset: 1-based line, 1-based column in UTF-16 units.
    fn position_of(&self, offset: u32) -> Option<Position> {
        let line = self.lines.partition_point(|&start| start <= offset);
        let start = *self.lines.get(line.checked_sub(1)?)?;
        Some(Position { line: to_u32(line), column: self.counts_at(offset).1 - self.counts_at(start).1 + 1 })
    }
}

/// Code is at most `codeBytes` long, far under 4 GiB; what is over would be refused before it is counted.
fn to_u32(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

fn starts_char(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

fn points_len(bytes: &[u8]) -> u32 {
    to_u32(bytes.iter().filter(|&&byte| starts_char(byte)).count())
}

/// UTF-16 units of the characters that start in `bytes`: two where UTF-8 takes four bytes.
fn utf16_len(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&byte| if byte >= 0xF0 { 2 } else { u32::from(starts_char(byte)) }).sum()
}

/// The offset after the next `\n`, `\r\n` or `\r`.
fn next_line(bytes: &[u8], from: usize) -> Option<usize> {
    let end = from + bytes.get(from..)?.iter().position(|&byte| byte == b'\n' || byte == b'\r')?;
    let both = bytes.get(end..end + 2) == Some(b"\r\n");
    Some(end + 1 + usize::from(both))
}

/// As [`next_line`], and after U+2028 and U+2029.
fn next_engine_line(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b'\n' | b'\r' => return next_line(bytes, at),
            0xE2 if matches!(bytes.get(at + 1..at + 3), Some([0x80, 0xA8 | 0xA9])) => return Some(at + 3),
            _ => at += 1,
        }
    }
}

/// The offset at which the line of `offset` starts.
fn line_start(bytes: &[u8], offset: usize) -> usize {
    let before = bytes.get(..offset).unwrap_or_default();
    let split = before.ends_with(b"\r") && bytes.get(offset) == Some(&b'\n');
    let before = if split { before.get(..offset - 1).unwrap_or_default() } else { before };
    before.iter().rposition(|&byte| byte == b'\n' || byte == b'\r').map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn an_offset_is_a_line_and_a_column_in_utf16_units() {
        let text = "ab\r\nč😀x\ry\n";
        assert_eq!(Position::of(text, 0), at(1, 1));
        assert_eq!(Position::of(text, 4), at(2, 1));
        assert_eq!(Position::of(text, text.find('x').unwrap()), at(2, 4));
        assert_eq!(Position::of(text, text.find('y').unwrap()), at(3, 1));
        assert_eq!(Position::of(text, text.len()), at(4, 1));
        assert_eq!(Position::of(text, 999), at(4, 1));
    }

    #[test]
    fn added_text_has_no_place_unless_it_stands_for_one() {
        // `ab` became `<a[]b`, where `[]` stands for `b`.
        let stretches = Stretches(vec![
            Stretch { made: 1, from: 0, len: 1, added: false },
            Stretch { made: 2, from: 1, len: 2, added: true },
            Stretch { made: 4, from: 1, len: 1, added: false },
        ]);
        let map = PositionMap::new("<a[]b", "ab", stretches, Vec::new());
        let columns: Vec<_> = (1..=6).map(|column| map.to_user(1, column).map(|place| place.column)).collect();
        assert_eq!(columns, [None, Some(1), Some(2), Some(2), Some(2), None]);
        assert_eq!(map.to_user(2, 1), None);
        assert_eq!(map.to_user(0, 1), None);
    }

    #[test]
    fn engine_columns_are_code_points_and_user_columns_are_units() {
        let user = "'😀'; a\u{2028}b\r\nc";
        let lowered = format!("({user})");
        let stretches =
            Stretches(vec![Stretch { made: 1, from: 0, len: u32::try_from(user.len()).unwrap(), added: false }]);
        let map = PositionMap::new(&lowered, user, stretches, Vec::new());
        assert_eq!(map.to_user(1, 2), Some(at(1, 1)));
        assert_eq!(map.to_user(1, 7), Some(at(1, 7)), "a, one column on for the bracket and one back for the pair");
        assert_eq!(map.to_user(2, 1), Some(at(1, 9)), "b, on a line of its own for the engine alone");
        assert_eq!(map.to_user(3, 1), Some(at(2, 1)), "c");
    }

    #[test]
    fn words_are_the_users_alone() {
        let (user, lowered) = ("f(this.a, b)", "$look(f)($t    .a, $look(b))");
        let stretches = Stretches(vec![
            Stretch { made: 6, from: 0, len: 1, added: false },
            Stretch { made: 8, from: 1, len: 1, added: false },
            Stretch { made: 9, from: 2, len: 2, added: true },
            Stretch { made: 11, from: 2, len: 8, added: false },
            Stretch { made: 25, from: 10, len: 1, added: false },
            Stretch { made: 27, from: 11, len: 1, added: false },
        ]);
        let map = PositionMap::new(lowered, user, stretches, Vec::new());
        let words = |part: &str| {
            let start = u32::try_from(lowered.find(part).unwrap()).unwrap();
            map.words(start, start + u32::try_from(part.len()).unwrap())
        };
        assert_eq!(words("$look(f)").as_deref(), Some("f"));
        assert_eq!(words("$t").as_deref(), Some("this"), "what stands in for a word");
        assert_eq!(words(".a, $look(b)").as_deref(), Some(".a, b"));
        assert_eq!(words("$look(b)").as_deref(), Some("b"));
        assert_eq!(words("$look").as_deref(), None);
    }

    #[test]
    fn a_long_line_is_counted_from_the_block_before() {
        let user = "é".repeat(5_000);
        let map = PositionMap::new(&user, &user, Stretches::identity(10_000), Vec::new());
        for column in [1, 127, 128, 129, 4_999, 5_000] {
            assert_eq!(map.to_user(1, column), Some(at(1, column)));
        }
        assert_eq!(map.to_user(1, 5_001), None);
    }

    #[test]
    fn two_makings_lead_back_to_the_first_text() {
        // abcd -> abXcd -> (ab)Xcd
        let first = Stretches(vec![
            Stretch { made: 0, from: 0, len: 2, added: false },
            Stretch { made: 3, from: 2, len: 2, added: false },
        ]);
        let second = Stretches(vec![
            Stretch { made: 0, from: 1, len: 1, added: true },
            Stretch { made: 1, from: 0, len: 2, added: false },
            Stretch { made: 4, from: 2, len: 3, added: false },
        ]);
        let both = second.after(&first);
        let places: Vec<_> = (0..8).map(|made| both.source_of(made)).collect();
        assert_eq!(places, [Some(1), Some(0), Some(1), None, None, Some(2), Some(3), None]);
        assert_eq!(both.source_near(3), 2);
        assert_eq!(both.source_near(7), 4);
    }
}
