//! Owns broken programs: those of `tests/peer/programs/` with something done to their text. What must hold: each is refused, with and without
//! probes, or is one the engine can parse; nothing panics. `HOSTILE=20000 cargo test --test lower_runs hostile` tries more, `FROM=777` others.

use crate::lowered::BOTH;
use boa_engine::{Context, Script, Source};
use countersign::limits::Limits;
use std::path::PathBuf;

/// What is put into a text.
const ODD: &[&str] = &[
    "\0",
    "\u{FEFF}",
    "\u{2028}",
    "\u{202E}",
    "😀",
    "ſ",
    "\\u{61}",
    "\\u{110000}",
    "\\u",
    "#",
    "@",
    "\\",
    "`",
    "${",
    "}",
    "{",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "<!--",
    "-->",
    "/",
    "=>",
    "...",
    "?.",
    "??",
    "**",
    "++",
    "--",
    ";",
    ",",
    ":",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "=",
    "0b2",
    "08",
    "1_",
    "0x",
    "1e",
    "1n.",
    "async ",
    "await ",
    "yield ",
    "let ",
    "static ",
    "get ",
    "of ",
    "in ",
    "new.target",
    "import.meta",
    "super",
    "super()",
    "this",
    "arguments",
    "eval",
    "enum ",
    "export ",
    "import ",
    "using ",
    "await using x = 1;",
    "type ",
    "declare ",
    "abstract ",
    "namespace A {",
    " as ",
    " satisfies ",
    "accessor ",
    "with (a) ",
    "delete a",
    "```js\n",
    "\r",
    "#x in y",
    "a!",
    "<T,>",
    "$draw",
    "$member",
    "return",
    "break",
    "continue x",
    "x:",
    "case 1:",
    "default:",
    "catch",
    "finally {",
    "else ",
    "function* ",
    "class extends ",
    "@d class A {}",
    "[a] = ",
    "[[b], ...c] = ",
    "try { ",
    "for (const x of y) ",
    "[x => x]() {}",
    "static async *[k]() {}",
    "const [q] = z;",
];

/// Chance that is the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn programs() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/peer/programs");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
    texts.flat_map(|text| text.split("--- ").skip(1).map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// A text with up to six things done to it.
fn broken(program: &str, chance: &mut Chance) -> String {
    let mut text: Vec<char> = program.lines().skip(1).flat_map(|line| line.chars().chain(['\n'])).collect();
    for _ in 0..=chance.below(6) {
        let at = chance.below(text.len() + 1);
        let end = (at + [1, 1, 2, 5, 20, 100][chance.below(6)]).min(text.len());
        match chance.below(8) {
            0 => text.truncate(at),
            1 => drop(text.drain(at..end)),
            2 => drop(text.splice(at..at, text[at..end].to_vec())),
            3..=5 => drop(text.splice(at..at, ODD[chance.below(ODD.len())].chars())),
            6 => drop(text.splice(at..at, ODD[chance.below(ODD.len())].repeat(1 + chance.below(300)).chars())),
            _ => text.rotate_left(at),
        }
    }
    text.into_iter().take(100_000).collect()
}

/// The limits on nesting are those of optimised code; the engine's parser is not optimised here.
const STACK_BYTES: usize = 256 << 20;

#[test]
fn broken_programs_are_refused_or_can_be_parsed() {
    std::thread::Builder::new().stack_size(STACK_BYTES).spawn(try_all).unwrap().join().unwrap();
}

fn try_all() {
    let programs = programs();
    let mut context = Context::default();
    let (mut read, mut wrong) = (0, Vec::new());
    let from = number("FROM", 1);
    for seed in from..from + number("HOSTILE", 1_000) {
        let mut chance = Chance(seed.wrapping_mul(0x5851_F42D_4C95_7F2D));
        let text = broken(&programs[chance.below(programs.len())], &mut chance);
        for way in BOTH {
            let Ok(lowered) = way(&text, &Limits::default()) else { continue };
            read += 1;
            if let Err(error) = Script::parse(Source::from_bytes(lowered.source.as_bytes()), None, &mut context) {
                wrong.push(format!("seed {seed}: {error}\n{text}\n  {}", lowered.source));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    assert!(read > 50, "only {read} of them are programs");
}
