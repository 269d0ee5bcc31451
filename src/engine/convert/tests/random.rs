//! Random values and random damage, from fixed seeds: a failure names its seed and comes back.

use super::{LIMIT, cases, decode, encode, eval, realm};
use crate::value::Data;
use boa_engine::Context;
use std::fmt::Write;

/// xorshift64*: enough for tests, and the same everywhere.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

const LEAVES: [&str; 30] = [
    "null",
    "true",
    "false",
    "0",
    "-1",
    "0.1",
    "1e300",
    "123456789012",
    "''",
    "'a'",
    "'\\ud800'",
    "'\\u2028<\\u0000\"'",
    "'漢😀'",
    "undefined",
    "NaN",
    "-0",
    "Infinity",
    "10n",
    "-3n",
    "new Date(5)",
    "new Date(NaN)",
    "/a[/]\\/b/gi",
    "new Uint8Array([1, 2])",
    "new ArrayBuffer(3)",
    "[,]",
    "[]",
    "{}",
    "new Map()",
    "new Error('m')",
    "shared[1]",
];
const KEYS: [&str; 10] = ["a", "b", "'odd key'", "7", "'0'", "''", "['__proto__']", "'toJSON'", "length", "'\\ud800'"];

/// An expression; it may speak of `shared`, an array of objects.
fn expression(random: &mut Random, depth: usize, text: &mut String) {
    let several = |random: &mut Random| random.below(4);
    let plain_leaves = 13;
    match if depth == 0 { 0 } else { random.below(12) } {
        0..=2 => text.push_str(random.pick(&LEAVES[..plain_leaves])),
        3 => text.push_str(random.pick(&LEAVES)),
        4 => write!(text, "shared[{}]", random.below(4)).unwrap(),
        5 | 6 => list(random, depth, text, ("[", "]"), several),
        7 => list(random, depth, text, ("new Set([", "])"), several),
        8 => {
            text.push_str("new Map([");
            for _ in 0..several(random) {
                list(random, depth, text, ("[", "],"), |_| 2);
            }
            text.push_str("])");
        }
        9 => {
            text.push_str("Object.assign(new TypeError('t', { cause: ");
            expression(random, depth - 1, text);
            text.push_str(" }), { code: ");
            expression(random, depth - 1, text);
            text.push_str(" })");
        }
        _ => {
            text.push('{');
            for _ in 0..several(random) {
                write!(text, "{}: ", random.pick(&KEYS)).unwrap();
                expression(random, depth - 1, text);
                text.push(',');
            }
            text.push('}');
        }
    }
}

fn list(
    random: &mut Random,
    depth: usize,
    text: &mut String,
    ends: (&str, &str),
    count: impl Fn(&mut Random) -> usize,
) {
    text.push_str(ends.0);
    for _ in 0..count(random) {
        expression(random, depth - 1, text);
        text.push(',');
    }
    text.push_str(ends.1);
}

fn value_text(seed: u64, context: &mut Context) -> (String, String) {
    let mut code =
        String::from("(() => { const shared = [{}, [], { x: 1 }, new Map()]; shared[0].self = shared; const v = ");
    expression(&mut Random::new(seed), 5, &mut code);
    code.push_str("; shared[1].push(v); return [v, shared[1]][0] })()");
    let value = eval(&code, context);
    let text = encode(&value, "input", LIMIT, context).unwrap_or_else(|error| panic!("{seed}: {code}\n{error:?}"));
    (code, text.text().to_owned())
}

#[test]
fn what_comes_back_has_the_same_text() {
    let context = &mut realm();
    for seed in 0..2_000 {
        let (code, text) = value_text(seed, context);
        let back = decode(&Data::from_text(text.as_str()), context)
            .unwrap_or_else(|error| panic!("{seed}: {code}\n{text}\n{error}"));
        assert_eq!(encode(&back, "input", LIMIT, context).unwrap().text(), text, "{seed}: {code}");
    }
}

/// Damage of the kinds that hurt readers: bytes changed, doubled, cut, and numbers replaced by tempting ones.
fn damaged(random: &mut Random, text: &str) -> String {
    const PIECES: [&str; 24] = [
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "\\",
        "-1",
        "-2",
        "-7",
        "0",
        "1",
        "99",
        "4294967295",
        "1e9",
        "\"Map\"",
        "\"Error\"",
        "\"Fill\"",
        "\"ArrayBuffer\"",
        "\"Uint16Array\"",
        "null",
        "\\ud800",
        "~",
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(chars.len().max(1));
        match random.below(4) {
            0 if !chars.is_empty() => drop(chars.remove(at)),
            1 => chars.truncate(at),
            2 => drop(chars.splice(at..at, random.pick(&PIECES).chars())),
            _ => drop(chars.splice(at..(at + 1).min(chars.len()), random.pick(&PIECES).chars())),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn damaged_text_is_refused_or_means_something() {
    let mut context = realm();
    let mut texts: Vec<String> = cases().into_iter().map(|case| case.text).filter(|text| text.len() < 400).collect();
    texts.extend((0..200).map(|seed| value_text(seed, &mut context).1));
    let mut understood = 0;
    for seed in 0..20_000 {
        if seed % 2_000 == 0 {
            context = realm();
        }
        let random = &mut Random::new(seed);
        let original = random.below(texts.len());
        let text = damaged(random, &texts[original]);
        match decode(&Data::from_text(text.as_str()), &mut context) {
            Err(error) => assert!(error.to_string().starts_with("TypeError: malformed"), "{seed}: {text}\n{error}"),
            Ok(value) => {
                understood += 1;
                let again = encode(&value, "input", LIMIT, &mut context)
                    .unwrap_or_else(|error| panic!("{seed}: {text}\n{error:?}"));
                let back = decode(&again, &mut context).unwrap();
                assert_eq!(encode(&back, "input", LIMIT, &mut context).unwrap(), again, "{seed}: {text}");
            }
        }
    }
    assert!(understood > 1_000, "the damage is too heavy to test what is understood: {understood}");
}
