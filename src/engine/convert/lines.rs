//! Owns the outer form of a table's text: one number, or a list of lines that refer to each other by number. It is
//! never deeper than that, so this is plain reading. What the lines mean is told in [`super::hydrate`].

use super::lexer::{Lexer, Token};
use boa_engine::property::PropertyKey;
use boa_engine::{JsResult, JsString, JsValue};

/// A table as written.
#[derive(Debug)]
pub(super) enum Lines {
    /// The whole value is this negative number.
    Number(i64),
    /// The value is the first of these.
    Table(Vec<Line>),
}

/// One line.
#[derive(Debug)]
pub(super) enum Line {
    /// A value as it is.
    Primitive(JsValue),
    /// Numbers.
    List(Vec<i64>),
    /// A plain object: keys and numbers.
    Object(Vec<(PropertyKey, i64)>),
    /// A list whose first item is the name of a type.
    Tagged(String, Vec<Cell>),
}

/// What a tagged line holds.
#[derive(Debug)]
pub(super) enum Cell {
    /// A whole number.
    Number(i64),
    /// A string.
    Text(JsString),
}

/// Reads text after the mark.
pub(super) fn read(text: &str) -> JsResult<Lines> {
    let mut lexer = Lexer::new(text);
    let lines = match lexer.token()? {
        Token::Primitive(value) => Lines::Number(whole(&value).ok_or_else(|| lexer.wrong("not a table"))?),
        Token::ObjectStart => return Err(lexer.wrong("not a table")),
        Token::ArrayStart => {
            if lexer.ends(b']') {
                return Err(lexer.wrong("an empty table"));
            }
            let mut lines = vec![line(&mut lexer)?];
            while lexer.more(b']')? {
                lines.push(line(&mut lexer)?);
            }
            Lines::Table(lines)
        }
    };
    lexer.end()?;
    Ok(lines)
}

fn line(lexer: &mut Lexer<'_>) -> JsResult<Line> {
    match lexer.token()? {
        Token::Primitive(value) => Ok(Line::Primitive(value)),
        Token::ObjectStart => object(lexer).map(Line::Object),
        Token::ArrayStart => list(lexer),
    }
}

fn object(lexer: &mut Lexer<'_>) -> JsResult<Vec<(PropertyKey, i64)>> {
    let mut items = Vec::new();
    if lexer.ends(b'}') {
        return Ok(items);
    }
    loop {
        let (key, reserved) = lexer.named_key()?;
        if reserved {
            return Err(lexer.wrong("a key `__proto__`"));
        }
        items.push((key, number(lexer)?));
        if !lexer.more(b'}')? {
            return Ok(items);
        }
    }
}

fn list(lexer: &mut Lexer<'_>) -> JsResult<Line> {
    if lexer.ends(b']') {
        return Ok(Line::List(Vec::new()));
    }
    match cell(lexer)? {
        Cell::Number(first) => {
            let mut items = vec![first];
            while lexer.more(b']')? {
                items.push(number(lexer)?);
            }
            Ok(Line::List(items))
        }
        Cell::Text(tag) => {
            let mut cells = Vec::new();
            while lexer.more(b']')? {
                cells.push(cell(lexer)?);
            }
            Ok(Line::Tagged(tag.to_std_string_lossy(), cells))
        }
    }
}

fn cell(lexer: &mut Lexer<'_>) -> JsResult<Cell> {
    if let Token::Primitive(value) = lexer.token()? {
        if let Some(text) = value.as_string() {
            return Ok(Cell::Text(text));
        }
        if let Some(number) = whole(&value) {
            return Ok(Cell::Number(number));
        }
    }
    Err(lexer.wrong("neither a number nor a string"))
}

fn number(lexer: &mut Lexer<'_>) -> JsResult<i64> {
    match cell(lexer)? {
        Cell::Number(number) => Ok(number),
        Cell::Text(_) => Err(lexer.wrong("a string where a number belongs")),
    }
}

fn whole(value: &JsValue) -> Option<i64> {
    /// Above any index, and exact as a double.
    const LARGEST: f64 = 4_294_967_296.0;
    let number = value.as_number()?;
    (number.fract() == 0.0 && number.abs() <= LARGEST).then_some(number as i64)
}
