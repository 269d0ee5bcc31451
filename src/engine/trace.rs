//! Owns reading which instruction an error came from: the engine keeps it with the error and shows it in no text but that of its
//! `Debug`. What must hold: what cannot be read is not there; no guest code runs. Goes when the engine tells an error's
//! instruction in another way.

use crate::lower::sites::Trace;
use boa_engine::builtins::error::Error;
use boa_engine::object::JsObject;
use std::fmt::{self, Write};

/// What starts the engine's text of a frame of code.
const FRAME: &str = "Bytecode";

/// Where the innermost code of an error stood. Takes what is read from `left`, bytes of text; nothing is read beyond.
pub(super) fn of(error: &JsObject, left: &mut usize) -> Option<Trace> {
    let mut last = LastFrame { text: String::new(), seen: false, left };
    write!(last, "{:?}", *error.downcast_ref::<Error>()?).ok()?;
    if last.seen { read(&last.text) } else { None }
}

/// Keeps what was written since the last frame began: frames are written outermost first.
struct LastFrame<'l> {
    text: String,
    seen: bool,
    left: &'l mut usize,
}

impl Write for LastFrame<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        *self.left = self.left.checked_sub(part.len()).ok_or(fmt::Error)?;
        if part == FRAME {
            self.seen = true;
            self.text.clear();
        } else if self.seen {
            self.text.push_str(part);
        }
        Ok(())
    }
}

/// Reads ` { pc: 52, source_info: … entries: [Entry { pc: 18, position: Some(Position { line_number: 5, column_number: 20 }) }, …], path: …`.
fn read(text: &str) -> Option<Trace> {
    let rest = text.strip_prefix(" { pc: ")?;
    let (pc, rest) = rest.split_once(',')?;
    let (_, rest) = rest.split_once("entries: [")?;
    let (entries, _) = rest.split_once(']')?;
    let marks = entries.split("Entry { pc: ").skip(1).map(|entry| {
        let (start, position) = entry.split_once(',')?;
        Some((
            start.parse().ok()?,
            number_after(position, "line_number: ").zip(number_after(position, "column_number: ")),
        ))
    });
    Some(Trace { pc: pc.parse().ok()?, marks: marks.collect::<Option<_>>()? })
}

fn number_after(text: &str, name: &str) -> Option<u32> {
    let (_, rest) = text.split_once(name)?;
    let end = rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..end)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::Bench;

    #[test]
    fn the_innermost_instruction_is_read() {
        let mut bench = Bench::new();
        let error = bench.eval("function boo(a) {\n return a.b }\n try { boo() } catch (e) { e }").unwrap();
        let mut left = 10_000;
        let trace = of(&error.as_object().unwrap(), &mut left).unwrap();
        assert!(left < 9_900);
        assert_eq!(of(&error.as_object().unwrap(), &mut 10), None, "more than 10 bytes");
        let places: Vec<_> = trace.marks.iter().filter_map(|mark| mark.1).collect();
        assert_eq!(places, [(2, 11), (1, 17)], "the property, and then the function's body");
        let end = trace.marks.get(1).map(|mark| mark.0);
        assert_eq!(end, Some(trace.pc + 1), "the last byte under the first mark");
    }

    #[test]
    fn a_name_that_looks_like_a_frame_does_no_harm() {
        let mut bench = Bench::new();
        let code = "const f = { Bytecode(a) { return a.b } }; try { f.Bytecode() } catch (e) { e }";
        let error = bench.eval(code).unwrap();
        assert_eq!(of(&error.as_object().unwrap(), &mut 10_000), None);
    }
}
