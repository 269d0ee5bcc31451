//! Owns the text of a table. What must hold: for values devalue itself can write, it is the text devalue writes; the
//! limit is checked with every piece.

use super::BorderError;
use super::graph::{Item, NodeId, Shape};
use super::json;
use super::out::{Out, Style, Written};
use super::table::{Entry, HOLE, SPARSE, Table};
use crate::value::DEVALUE_MARK;
use boa_engine::JsValue;
use boa_engine::object::builtins::JsArrayBuffer;
use boa_engine::property::PropertyKey;

/// The text of a table whose root is this entry, or this negative number; mark included.
pub(super) fn write(table: &Table<'_>, root: i64, limit: usize) -> Result<String, BorderError> {
    // Fill and its list come first where there is anything to fill in, and move all others by two.
    let shift = if table.contents.is_empty() { 0 } else { 2 };
    let mut text = Text { table, out: Out::new(Style::Devalue, limit), shift };
    text.out.push(DEVALUE_MARK.encode_utf8(&mut [0; 4]))?;
    if root < 0 {
        text.out.integer(root)?;
    } else {
        text.whole(root)?;
    }
    Ok(text.out.finish())
}

struct Text<'t, 'g> {
    table: &'t Table<'g>,
    out: Out,
    shift: i64,
}

impl Text<'_, '_> {
    fn whole(&mut self, root: i64) -> Written {
        let table = self.table;
        self.out.push("[")?;
        if !table.contents.is_empty() {
            self.out.push("[\"Fill\",1],[")?;
            self.number(root)?;
            for (target, contents) in &table.contents {
                self.out.push(",")?;
                self.number(*target)?;
                self.out.push(",")?;
                self.number(*contents)?;
            }
            self.out.push("],")?;
        }
        for (at, entry) in table.entries.iter().enumerate() {
            if at > 0 {
                self.out.push(",")?;
            }
            self.entry(*entry)?;
        }
        self.out.push("]")
    }

    fn number(&mut self, number: i64) -> Written {
        self.out.integer(if number < 0 { number } else { number + self.shift })
    }

    fn reference(&mut self, at: usize) -> Written {
        self.number(self.table.reference(at))
    }

    /// References with commas before all of them, or before all but the first.
    fn references(&mut self, at: usize, count: usize, first_comma: bool) -> Written {
        for place in 0..count {
            if first_comma || place > 0 {
                self.out.push(",")?;
            }
            self.reference(at + place)?;
        }
        Ok(())
    }

    fn entry(&mut self, entry: Entry<'_>) -> Written {
        match entry {
            Entry::Primitive(value) => self.primitive(value),
            Entry::Key(key) => json::key(&mut self.out, key),
            Entry::Name(name) => self.out.string(name),
            Entry::Said { at } => {
                self.out.push("[")?;
                self.references(at, 2, false)?;
                self.out.push("]")
            }
            Entry::Node { id, at } => self.table.graph.shape(id).map_or(Ok(()), |shape| self.node(id, shape, at)),
            Entry::Contents { id, at } => self.table.graph.shape(id).map_or(Ok(()), |shape| self.contents(shape, at)),
        }
    }

    fn primitive(&mut self, value: &JsValue) -> Written {
        let Some(number) = value.as_bigint() else {
            return json::primitive(&mut self.out, value);
        };
        self.out.push("[\"BigInt\",\"")?;
        self.out.push(&number.to_string_radix(10))?;
        self.out.push("\"]")
    }

    fn node(&mut self, id: NodeId, shape: &Shape, at: usize) -> Written {
        let apart = self.table.is_apart(id);
        let count = if apart { 0 } else { shape.children() };
        match shape {
            Shape::Unread(_) => self.out.push("null"),
            Shape::Array(_) => {
                self.out.push("[")?;
                self.references(at, count, false)?;
                self.out.push("]")
            }
            Shape::Sparse { .. } if apart => self.out.push("[]"),
            Shape::Sparse { length, items } => self.sparse(*length, items, at),
            Shape::Object { null: false, items } => self.object(items, at, count),
            Shape::Object { null: true, items } => {
                self.out.push("[\"null\"")?;
                for (place, (key, _)) in items.iter().take(count).enumerate() {
                    self.out.push(",")?;
                    json::key(&mut self.out, key)?;
                    self.references(at + place, 1, true)?;
                }
                self.out.push("]")
            }
            Shape::Map(_) => self.tagged("Map", at, count),
            Shape::Set(_) => self.tagged("Set", at, count),
            Shape::Error { .. } => self.tagged("Error", at, 1),
            Shape::Date(time) => {
                self.out.push("[\"Date\",\"")?;
                self.out.push(&super::date::write(*time))?;
                self.out.push("\"]")
            }
            Shape::RegExp(source, flags) => {
                self.out.push("[\"RegExp\",")?;
                self.out.string(source)?;
                if !flags.is_empty() {
                    self.out.push(",\"")?;
                    self.out.push(flags)?;
                    self.out.push("\"")?;
                }
                self.out.push("]")
            }
            Shape::Buffer(buffer) => self.buffer(id, buffer),
            Shape::View { class, buffer, offset, length, bytes } => {
                self.out.push("[\"")?;
                self.out.push(class)?;
                self.out.push("\"")?;
                self.references(at, 1, true)?;
                if self.is_part(buffer, *bytes) {
                    self.out.push(",")?;
                    self.out.integer(*offset as i64)?;
                    self.out.push(",")?;
                    self.out.integer(*length as i64)?;
                }
                self.out.push("]")
            }
        }
    }

    fn tagged(&mut self, tag: &str, at: usize, count: usize) -> Written {
        self.out.push("[\"")?;
        self.out.push(tag)?;
        self.out.push("\"")?;
        self.references(at, count, true)?;
        self.out.push("]")
    }

    fn object(&mut self, items: &[(PropertyKey, Item)], at: usize, count: usize) -> Written {
        self.out.push("{")?;
        for (place, (key, _)) in items.iter().take(count).enumerate() {
            if place > 0 {
                self.out.push(",")?;
            }
            json::key(&mut self.out, key)?;
            self.out.push(":")?;
            self.reference(at + place)?;
        }
        self.out.push("}")
    }

    /// Holes one by one, or only what is there with its index: whichever is shorter, by devalue's own count.
    fn sparse(&mut self, length: u32, items: &[(u32, Item)], at: usize) -> Written {
        let (whole, there) = (length as usize, items.len());
        let digits = length.to_string().len();
        self.out.push("[")?;
        if whole.saturating_sub(there) * 3 > 4 + digits + there * (digits + 1) {
            self.out.integer(SPARSE)?;
            self.out.push(",")?;
            self.out.integer(i64::from(length))?;
            for (place, (index, _)) in items.iter().enumerate() {
                self.out.push(",")?;
                self.out.integer(i64::from(*index))?;
                self.references(at + place, 1, true)?;
            }
            return self.out.push("]");
        }
        let mut place = 0;
        for index in 0..length {
            if index > 0 {
                self.out.push(",")?;
            }
            if items.get(place).is_some_and(|(there, _)| *there == index) {
                self.reference(at + place)?;
                place += 1;
            } else {
                self.out.integer(HOLE)?;
            }
        }
        self.out.push("]")
    }

    fn contents(&mut self, shape: &Shape, at: usize) -> Written {
        if let Shape::Sparse { length, items } = shape {
            return self.sparse(*length, items, at);
        }
        let keyed = matches!(shape, Shape::Object { .. } | Shape::Error { .. });
        self.out.push("[")?;
        self.references(at, shape.children() * if keyed { 2 } else { 1 }, false)?;
        self.out.push("]")
    }

    /// A buffer that nothing but one view refers to crosses with the bytes the view shows, and no others.
    fn buffer(&mut self, id: NodeId, buffer: &JsArrayBuffer) -> Written {
        self.out.push("[\"ArrayBuffer\",")?;
        let data = buffer.data();
        let all = data.as_deref().unwrap_or_default();
        let part = self.table.shown(id).and_then(|(offset, bytes)| all.get(offset..offset + bytes));
        self.out.base64(part.unwrap_or(all))?;
        self.out.push("]")
    }

    /// Whether a view of so many bytes shows less than what of its buffer crosses.
    fn is_part(&self, buffer: &Item, bytes: usize) -> bool {
        let Item::Node(id) = buffer else { return false };
        match self.table.graph.shape(*id) {
            Some(Shape::Buffer(buffer)) if self.table.shown(*id).is_none() => buffer.byte_length() != bytes,
            _ => false,
        }
    }
}
