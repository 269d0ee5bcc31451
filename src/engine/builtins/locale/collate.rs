//! Owns the order of texts. What must hold: the order is total; first by letters and digits without their marks and case, then by
//! marks, then by case, small before large; white space and punctuation come before digits, digits before letters. Deliberately
//! absent: the orders of single languages. Beyond Latin letters code points decide.

use super::super::{Method, engine_function};
use super::Options;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, js_string};
use std::cmp::Ordering;
use std::iter::Peekable;
use std::sync::LazyLock;

/// Punctuation and symbols in the order that Unicode's collation has them.
const SIGNS: &str = "\t\n\u{b}\u{c}\r\u{a0} _-–—,;:!¡?¿.…·'‘’\"“”«»()[]{}§¶@*/\\&#%†‡•`´¨^¯°©®+±÷×<=>|¦~¤¢$£¥€";
/// Letters that Unicode does not take apart, and what they are sorted as.
const LETTERS: [(char, &str); 12] = [
    ('ß', "ss"),
    ('æ', "ae"),
    ('Æ', "AE"),
    ('œ', "oe"),
    ('Œ', "OE"),
    ('ø', "o"),
    ('Ø', "O"),
    ('ł', "l"),
    ('Ł', "L"),
    ('đ', "d"),
    ('Đ', "D"),
    ('ẞ', "SS"),
];
const DIGIT: u8 = 2;

/// A character taken apart: its kind and its place within it, its marks, and whether it is large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Element {
    base: (u8, u32),
    marks: u32,
    large: bool,
}

/// `localeCompare`, which takes texts apart with the engine's own `normalize`.
pub(super) fn method(prototype: &JsObject) -> JsResult<Method> {
    Ok(Method::given("localeCompare", 1, compare, engine_function(prototype, js_string!("normalize"))?))
}

fn compare(this: &JsValue, args: &[JsValue], normalize: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let one = this.require_object_coercible()?.to_string(context)?;
    let other = args.get_or_undefined(0).to_string(context)?;
    let options = Options::new(args, 2, context)?;
    let known = ["variant", "accent", "base", "case"];
    let sensitivity = options.word("sensitivity", &known, context)?.unwrap_or("variant");
    let numeric = options.truth("numeric", context)?.unwrap_or(false);
    let large_first = options.word("caseFirst", &["upper", "lower", "false"], context)? == Some("upper");
    let ignore = options.truth("ignorePunctuation", context)?.unwrap_or(false);
    options.word("usage", &["sort", "search"], context)?;
    if one == other {
        return Ok(JsValue::new(0));
    }
    let rules = Rules { numeric, large_first, sensitivity };
    let order = if let (Some(one), Some(other)) = (ascii(&one), ascii(&other)) {
        rules.order(|| plain_elements(one, ignore), || plain_elements(other, ignore))
    } else {
        let mut by = |form: JsString| -> JsResult<Ordering> {
            let one = elements(&one, ignore, normalize, &form, context)?;
            let other = elements(&other, ignore, normalize, &form, context)?;
            Ok(rules.order(|| one.iter().copied(), || other.iter().copied()))
        };
        match by(js_string!("NFKD"))? {
            // Of forms of the same letters, `ａ` is behind `a`.
            Ordering::Equal if sensitivity == "variant" => by(js_string!("NFD"))?,
            order => order,
        }
    };
    Ok(JsValue::new(order as i32))
}

struct Rules<'a> {
    numeric: bool,
    large_first: bool,
    sensitivity: &'a str,
}

impl Rules<'_> {
    /// The order of two texts, each given as often as it is gone through.
    fn order<I: Iterator<Item = Element>, J: Iterator<Item = Element>>(
        &self,
        one: impl Fn() -> I,
        other: impl Fn() -> J,
    ) -> Ordering {
        let base = || by_base(one(), other(), self.numeric);
        let marks = || one().map(|element| element.marks).cmp(other().map(|element| element.marks));
        let case = || {
            let order = one().map(|element| element.large).cmp(other().map(|element| element.large));
            if self.large_first { order.reverse() } else { order }
        };
        match self.sensitivity {
            "base" => base(),
            "accent" => base().then_with(marks),
            "case" => base().then_with(case),
            _ => base().then_with(marks).then_with(case),
        }
    }
}

/// The bytes of a text of ASCII alone.
fn ascii(text: &JsString) -> Option<&[u8]> {
    match text.variant() {
        JsStrVariant::Latin1(bytes) if bytes.is_ascii() => Some(bytes),
        JsStrVariant::Latin1(_) | JsStrVariant::Utf16(_) => None,
    }
}

/// As [`elements`] gives, one after the other: comparing dates and plain names makes no lists.
fn plain_elements(text: &[u8], ignore: bool) -> impl Iterator<Item = Element> {
    static ASCII: LazyLock<[Option<Element>; 128]> = LazyLock::new(|| {
        let shown = |char: char| !char.is_control() || char.is_whitespace();
        std::array::from_fn(|code| u8::try_from(code).ok().map(char::from).filter(|char| shown(*char)).map(element))
    });
    let element = |byte: &u8| ASCII.get(usize::from(*byte)).copied().flatten();
    text.iter().filter_map(element).filter(move |element| !ignore || element.base.0 >= DIGIT)
}

fn elements(
    text: &JsString,
    ignore: bool,
    normalize: &JsFunction,
    form: &JsString,
    context: &mut Context,
) -> JsResult<Vec<Element>> {
    let mut text = text.clone();
    if !text.iter().all(|unit| unit < 0x80) {
        text = normalize.call(&text.into(), &[form.clone().into()], context)?.to_string(context)?;
    }
    let mut elements = Vec::with_capacity(text.len());
    for point in text.code_points() {
        let code = point.as_u32();
        let char = char::from_u32(code).unwrap_or('\u{fffd}');
        if ('\u{300}'..='\u{36f}').contains(&char) {
            add_mark(&mut elements, code - 0x2ff);
        } else if let Some((_, letters)) = LETTERS.iter().find(|(letter, _)| *letter == char) {
            elements.extend(letters.chars().map(element));
            add_mark(&mut elements, 1);
        } else if char.is_control() && !char.is_whitespace() {
            // Characters that show nothing count for nothing.
        } else {
            let mut made = element(char);
            if point.as_char().is_none() {
                made.base = (5, code);
            }
            elements.push(made);
        }
    }
    if ignore {
        elements.retain(|element| element.base.0 >= DIGIT);
    }
    Ok(elements)
}

fn add_mark(elements: &mut [Element], mark: u32) {
    if let Some(last) = elements.last_mut() {
        last.marks = last.marks.wrapping_mul(128).wrapping_add(mark);
    }
}

fn element(char: char) -> Element {
    let small = char.to_lowercase().next().unwrap_or(char);
    let base = match SIGNS.chars().position(|sign| sign == char) {
        Some(at) => (0, u32::try_from(at).unwrap_or(u32::MAX)),
        None => match small {
            '0'..='9' => (DIGIT, u32::from(small)),
            'a'..='z' => (3, u32::from(small)),
            other if other.is_alphanumeric() => (4, u32::from(other)),
            other => (1, u32::from(other)),
        },
    };
    Element { base, marks: 0, large: small != char }
}

/// By what letters and digits are; if `numeric`, digits in a row by the number they make.
fn by_base(one: impl Iterator<Item = Element>, other: impl Iterator<Item = Element>, numeric: bool) -> Ordering {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    loop {
        let order = match (one.peek(), other.peek()) {
            (Some(left), Some(right)) if numeric && left.base.0 == DIGIT && right.base.0 == DIGIT => {
                let (left, right) = (number(&mut one), number(&mut other));
                left.len().cmp(&right.len()).then_with(|| left.cmp(&right))
            }
            _ => match (one.next(), other.next()) {
                (None, None) => return Ordering::Equal,
                (left, right) => left.map(|element| element.base).cmp(&right.map(|element| element.base)),
            },
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// The digits here without zeros before them.
fn number(elements: &mut Peekable<impl Iterator<Item = Element>>) -> Vec<u32> {
    let mut digits = Vec::new();
    while let Some(element) = elements.next_if(|element| element.base.0 == DIGIT) {
        if !digits.is_empty() || element.base.1 != u32::from('0') {
            digits.push(element.base.1);
        }
    }
    digits
}
