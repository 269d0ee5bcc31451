//! Owns reading the other form: a table in devalue's format. What must hold: every object is made first and filled
//! then, so shared references, cycles and depth cost nothing extra; every number, tag and shape is checked, and what
//! our encoders never write is a `TypeError`. Deliberately absent: devalue's types that do not cross (URL, Temporal …).

use super::errors::{make, put, shown};
use super::lines::{Cell, Line, Lines, read as read_lines};
use super::table::{HOLE, INFINITY, NAN, NEGATIVE_INFINITY, NEGATIVE_ZERO, SPARSE, UNDEFINED};
use super::{MAX_BIGINT_BITS, bytes, date, json, views};
use boa_engine::builtins::array_buffer::AlignedVec;
use boa_engine::object::builtins::{JsArray, JsArrayBuffer, JsDate, JsMap, JsRegExp, JsSet};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsBigInt, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string};

/// The value of a table's text, without the mark.
pub(super) fn read(text: &str, context: &mut Context) -> JsResult<JsValue> {
    let lines = match read_lines(text)? {
        Lines::Number(number) => return constant(number).ok_or_else(|| wrong("an unknown number", 0)),
        Lines::Table(lines) => lines,
    };
    let mut table = Table { values: vec![None; lines.len()], lines: &lines, context };
    let head = table.head()?;
    let hidden = table.hidden(head.as_ref());
    table.make_all(&hidden)?;
    table.fill_all(&hidden)?;
    let Some(head) = head else {
        return table.value(0, 0);
    };
    for (target, contents) in &head.contents {
        table.fill_apart(*target, *contents)?;
    }
    table.value(head.root, 1)
}

fn wrong(what: &str, line: usize) -> JsError {
    JsNativeError::typ().with_message(format!("malformed value text: {what} in line {line} of its table")).into()
}

/// What a negative number stands for.
fn constant(number: i64) -> Option<JsValue> {
    Some(match number {
        UNDEFINED => JsValue::undefined(),
        NAN => JsValue::nan(),
        INFINITY => JsValue::positive_infinity(),
        NEGATIVE_INFINITY => JsValue::negative_infinity(),
        NEGATIVE_ZERO => JsValue::new(-0.0),
        _ => return None,
    })
}

/// `["Fill", 1]` and the list it names.
struct Head {
    root: i64,
    contents: Vec<(usize, usize)>,
}

struct Table<'l, 'c> {
    lines: &'l [Line],
    values: Vec<Option<JsValue>>,
    context: &'c mut Context,
}

impl Table<'_, '_> {
    fn head(&self) -> JsResult<Option<Head>> {
        match self.lines.first() {
            Some(Line::Tagged(tag, cells)) if tag == "Fill" => {
                let [Cell::Number(1)] = cells.as_slice() else {
                    return Err(wrong("a malformed Fill", 0));
                };
            }
            _ => return Ok(None),
        }
        let Some(Line::List(list)) = self.lines.get(1) else {
            return Err(wrong("a malformed Fill", 1));
        };
        let Some((root, rest)) = list.split_first() else {
            return Err(wrong("a malformed Fill", 1));
        };
        let index = |number: i64| usize::try_from(number).ok().filter(|index| *index < self.lines.len());
        let mut contents = Vec::new();
        for pair in rest.chunks(2) {
            let [target, list] = *pair else {
                return Err(wrong("a malformed Fill", 1));
            };
            contents.push(index(target).zip(index(list)).ok_or_else(|| wrong("a malformed Fill", 1))?);
        }
        Ok(Some(Head { root: *root, contents }))
    }

    /// Lines that are no values: what fills others, and what errors say.
    fn hidden(&self, head: Option<&Head>) -> Vec<bool> {
        let mut hidden = vec![false; self.lines.len()];
        let mut hide = |index: usize| {
            if let Some(line) = hidden.get_mut(index) {
                *line = true;
            }
        };
        if let Some(head) = head {
            hide(0);
            hide(1);
            head.contents.iter().for_each(|(_, contents)| hide(*contents));
        }
        for line in self.lines {
            if let Line::Tagged(tag, cells) = line
                && tag == "Error"
                && let [Cell::Number(said)] = cells.as_slice()
            {
                hide(usize::try_from(*said).unwrap_or(usize::MAX));
            }
        }
        hidden
    }

    fn make_all(&mut self, hidden: &[bool]) -> JsResult<()> {
        let lines = self.lines;
        let visible = || lines.iter().enumerate().filter(|(at, _)| hidden.get(*at) == Some(&false));
        for (at, line) in visible() {
            let value = self.make(line, at)?;
            self.keep(at, value);
        }
        // Views need their buffers, which come later in the table.
        for (at, line) in visible() {
            if let Line::Tagged(tag, cells) = line
                && let Some(constructor) = views::constructor(tag)
            {
                let buffer =
                    cells.first().map_or(Err(wrong("a view without a buffer", at)), |cell| self.cell(cell, at))?;
                let value = self.view(constructor, buffer, cells, at)?;
                self.keep(at, Some(value));
            }
        }
        Ok(())
    }

    fn keep(&mut self, at: usize, value: Option<JsValue>) {
        if let Some(slot) = self.values.get_mut(at) {
            *slot = value;
        }
    }

    /// The value a number refers to.
    fn value(&self, number: i64, at: usize) -> JsResult<JsValue> {
        if number < 0 {
            return constant(number).ok_or_else(|| wrong("an unknown number", at));
        }
        let value = usize::try_from(number).ok().and_then(|index| self.values.get(index).cloned().flatten());
        value.ok_or_else(|| wrong("a reference to nothing", at))
    }

    fn cell(&self, cell: &Cell, at: usize) -> JsResult<JsValue> {
        match cell {
            Cell::Number(number) => self.value(*number, at),
            Cell::Text(_) => Err(wrong("a string where a number belongs", at)),
        }
    }

    /// The value of a line, still empty where it can hold others; `None` for views.
    fn make(&mut self, line: &Line, at: usize) -> JsResult<Option<JsValue>> {
        Ok(Some(match line {
            Line::Primitive(value) => value.clone(),
            Line::List(list) if list.iter().any(|number| matches!(*number, HOLE | SPARSE)) => {
                JsArray::from_iter([], self.context).into()
            }
            Line::List(list) => JsArray::from_iter(list.iter().map(|_| JsValue::undefined()), self.context).into(),
            Line::Object(_) => json::plain_object(self.context).into(),
            Line::Tagged(tag, cells) => return self.make_tagged(tag, cells, at),
        }))
    }

    fn make_tagged(&mut self, tag: &str, cells: &[Cell], at: usize) -> JsResult<Option<JsValue>> {
        let value = match (tag, cells) {
            ("Map", _) => JsMap::new(self.context).into(),
            ("Set", _) => JsSet::new(self.context).into(),
            ("null", _) => JsObject::with_null_proto().into(),
            ("Date", [Cell::Text(text)]) => self.date(text, at)?,
            ("RegExp", [Cell::Text(source)]) => self.regexp(source, &js_string!(), at)?,
            ("RegExp", [Cell::Text(source), Cell::Text(flags)]) => self.regexp(source, flags, at)?,
            ("BigInt", [Cell::Text(digits)]) => bigint(digits).ok_or_else(|| wrong("a malformed bigint", at))?.into(),
            ("ArrayBuffer", [Cell::Text(text)]) => {
                let bytes = bytes::read(&text.to_std_string_lossy()).ok_or_else(|| wrong("malformed base64", at))?;
                JsArrayBuffer::from_byte_block(AlignedVec::from_slice(0, &bytes), self.context)?.into()
            }
            ("Error", [Cell::Number(said)]) => self.error(*said, at)?,
            _ if views::constructor(tag).is_some() => return Ok(None),
            _ => return Err(wrong("an unknown type", at)),
        };
        Ok(Some(value))
    }

    fn date(&mut self, text: &JsString, at: usize) -> JsResult<JsValue> {
        let time = date::read(&text.to_std_string_lossy()).ok_or_else(|| wrong("a malformed date", at))?;
        let date = JsDate::new(self.context);
        date.set_time(time, self.context)?;
        Ok(date.into())
    }

    fn regexp(&mut self, source: &JsString, flags: &JsString, at: usize) -> JsResult<JsValue> {
        let regexp = JsRegExp::new(source.clone(), flags.clone(), self.context);
        let refused = |_| wrong("a RegExp that this engine does not know", at);
        regexp.map(JsValue::from).map_err(refused)
    }

    fn error(&mut self, said: i64, at: usize) -> JsResult<JsValue> {
        let text = |number: i64| match usize::try_from(number).ok().and_then(|index| self.lines.get(index)) {
            Some(Line::Primitive(value)) => value.as_string(),
            _ => None,
        };
        let said = match usize::try_from(said).ok().and_then(|index| self.lines.get(index)) {
            Some(Line::List(said)) => match said.as_slice() {
                [name, message] => text(*name).zip(text(*message)),
                _ => None,
            },
            _ => None,
        };
        let (name, message) = said.ok_or_else(|| wrong("a malformed Error", at))?;
        Ok(make(&name, &message, self.context).into())
    }

    fn view(
        &mut self,
        constructor: views::Constructor,
        buffer: JsValue,
        cells: &[Cell],
        at: usize,
    ) -> JsResult<JsValue> {
        if buffer.as_object().is_none_or(|buffer| JsArrayBuffer::from_object(buffer).is_err()) {
            return Err(wrong("a view of what is no buffer", at));
        }
        let mut arguments = vec![buffer];
        match cells {
            [_] => {}
            [_, Cell::Number(offset), Cell::Number(length)] => {
                arguments.extend([JsValue::new(*offset as f64), JsValue::new(*length as f64)]);
            }
            _ => return Err(wrong("a malformed view", at)),
        }
        let constructor = constructor(self.context.intrinsics().constructors()).constructor();
        let view = constructor.construct(&arguments, None, self.context);
        view.map(JsValue::from).map_err(|_| wrong("a view outside its buffer", at))
    }

    fn fill_all(&mut self, hidden: &[bool]) -> JsResult<()> {
        let lines = self.lines;
        for (at, line) in lines.iter().enumerate().filter(|(at, _)| hidden.get(*at) == Some(&false)) {
            match line {
                Line::Primitive(_) => {}
                Line::List(list) => self.fill_array(at, list, at)?,
                Line::Object(items) => {
                    let object = self.object(at)?;
                    for (key, number) in items {
                        object.insert_property(key.clone(), shown(self.value(*number, at)?));
                    }
                }
                Line::Tagged(tag, cells) => match tag.as_str() {
                    "Map" | "Set" => {
                        let numbers = numbers(cells).ok_or_else(|| wrong("a string where a number belongs", at))?;
                        self.fill_keyed(at, tag, &numbers, at)?;
                    }
                    "null" => self.fill_null(at, cells)?,
                    _ => {}
                },
            }
        }
        Ok(())
    }

    fn object(&self, at: usize) -> JsResult<JsObject> {
        let value = self.values.get(at).cloned().flatten();
        value.and_then(|value| value.as_object()).ok_or_else(|| wrong("a reference to nothing", at))
    }

    fn fill_array(&mut self, target: usize, list: &[i64], at: usize) -> JsResult<()> {
        let array = self.object(target)?;
        let length = match list {
            [SPARSE, length, pairs @ ..] => {
                for pair in pairs.chunks(2) {
                    let [index, number] = *pair else {
                        return Err(wrong("a malformed array", at));
                    };
                    let key = u32::try_from(index).ok().filter(|_| index < *length);
                    let key = key.ok_or_else(|| wrong("a malformed array", at))?;
                    array.insert_property(key, shown(self.value(number, at)?));
                }
                u32::try_from(*length).map_err(|_| wrong("a malformed array", at))?
            }
            dense => {
                for (index, number) in dense.iter().enumerate().filter(|(_, number)| **number != HOLE) {
                    array.insert_property(index, shown(self.value(*number, at)?));
                }
                u32::try_from(dense.len()).map_err(|_| wrong("a malformed array", at))?
            }
        };
        array.set(js_string!("length"), length, true, self.context)?;
        Ok(())
    }

    fn fill_null(&mut self, at: usize, cells: &[Cell]) -> JsResult<()> {
        let object = self.object(at)?;
        for pair in cells.chunks(2) {
            let [Cell::Text(key), Cell::Number(number)] = pair else {
                return Err(wrong("a malformed object", at));
            };
            object.insert_property(PropertyKey::from(key.clone()), shown(self.value(*number, at)?));
        }
        Ok(())
    }

    fn fill_keyed(&mut self, target: usize, tag: &str, list: &[i64], at: usize) -> JsResult<()> {
        let object = self.object(target)?;
        if tag == "Set" {
            let set = JsSet::from_object(object).map_err(|_| wrong("a malformed Set", at))?;
            for number in list {
                set.add(self.value(*number, at)?, self.context)?;
            }
            return Ok(());
        }
        let map = JsMap::from_object(object)?;
        for pair in list.chunks(2) {
            let [key, value] = *pair else {
                return Err(wrong("a malformed Map", at));
            };
            map.set(self.value(key, at)?, self.value(value, at)?, self.context)?;
        }
        Ok(())
    }

    /// Gives a value what was written apart from it.
    fn fill_apart(&mut self, target: usize, contents: usize) -> JsResult<()> {
        let lines = self.lines;
        let (Some(line), Some(Line::List(list))) = (lines.get(target), lines.get(contents)) else {
            return Err(wrong("a malformed Fill", contents));
        };
        match line {
            Line::List(_) => self.fill_array(target, list, contents),
            Line::Object(_) => self.fill_pairs(target, false, list, contents),
            Line::Tagged(tag, _) => match tag.as_str() {
                "null" => self.fill_pairs(target, false, list, contents),
                "Error" => self.fill_pairs(target, true, list, contents),
                "Map" | "Set" => self.fill_keyed(target, tag, list, contents),
                _ => Err(wrong("a Fill of what holds nothing", contents)),
            },
            Line::Primitive(_) => Err(wrong("a Fill of what holds nothing", contents)),
        }
    }

    fn fill_pairs(&mut self, target: usize, error: bool, list: &[i64], at: usize) -> JsResult<()> {
        let object = self.object(target)?;
        for pair in list.chunks(2) {
            let [key, value] = *pair else {
                return Err(wrong("a malformed Fill", at));
            };
            let key = self.value(key, at)?.as_string().ok_or_else(|| wrong("a key that is no string", at))?;
            let (key, value) = (PropertyKey::from(key), self.value(value, at)?);
            if error {
                put(&object, key, value);
            } else {
                object.insert_property(key, shown(value));
            }
        }
        Ok(())
    }
}

fn numbers(cells: &[Cell]) -> Option<Vec<i64>> {
    cells.iter().map(|cell| if let Cell::Number(number) = cell { Some(*number) } else { None }).collect()
}

fn bigint(digits: &JsString) -> Option<JsBigInt> {
    /// More bits than a decimal digit has.
    const DIGIT_BITS: u64 = 4;
    let text = digits.to_std_string_lossy();
    let plain = text.strip_prefix('-').unwrap_or(&text);
    let known = !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_digit());
    if !known || plain.len() as u64 > MAX_BIGINT_BITS / DIGIT_BITS * 2 {
        return None;
    }
    JsBigInt::from_string_radix(&text, 10)
}
