//! Owns the matrix of the grammar: a pending value in every place that takes an expression and beside every operator, against real values.
//! What must hold: what a pass shows before it ends is what it shows with every real value, the value itself left out of account. So where
//! two real values make a difference, it was cut before; and what is no observation goes on. `docs/observations.md` is made here.
//! Deliberately absent: built-ins; the engine's own matrix takes those from the realm.

mod nodes;
mod operators;
mod places;
mod syntax;

use crate::answers::Answer;
use crate::desk::Desk;
use crate::host::Function;
use crate::play::{Part, Program, STARTED_AT, ending};
use crate::queue::Settle;
use countersign::engine;
use countersign::limits::Limits;
use countersign::run::Mode;
use countersign::session::FinishOutcome;
use places::{HOLES, NONE, PLACES};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// What the app really gives: `undefined, null, true, false, 0, -0, 1, -1, NaN, '', 'a', 0n, [], [1], {}, { id: 1 }, new Date(0)`.
const VALUES: [&str; 17] = [
    "~-1",
    "null",
    "true",
    "false",
    "0",
    "~-6",
    "1",
    "-1",
    "~-3",
    "\"\"",
    "\"a\"",
    "~[[\"BigInt\",\"0\"]]",
    "[]",
    "[1]",
    "{}",
    "{\"id\":1}",
    "~[[\"Date\",\"1970-01-01T00:00:00.000Z\"]]",
];

/// Which of them shows as nothing else does.
const UNLIKE: usize = 15;

const PENDING: &str = "[pending value of w, call 1]";

const HEAD: &str = "const tell = (...xs) => { console.log('tells', xs); };\n";

/// What stands for the operand: the value itself, or an array or object with it.
const FORMS: [&str; 3] = ["p", "[p]", "({ a: p })"];

/// A piece of code with one operand.
#[derive(Debug, Clone)]
struct Case {
    at: &'static str,
    free: bool,
    /// As it is written in the table.
    text: String,
    form: usize,
}

impl Case {
    fn of(at: &'static str, free: bool, text: &str) -> impl Iterator<Item = Self> {
        let forms = if text.contains('$') { 0..FORMS.len() } else { 0..1 };
        forms.map(move |form| Self { at, free, text: text.to_owned(), form })
    }

    /// A statement.
    fn code(&self) -> String {
        let code = self.text.replace("${$}", &format!("${{{}}}", FORMS[self.form]));
        let code = replaced(&code, FORMS[self.form]);
        if self.text.ends_with([';', '}']) { code } else { format!("tell({code});") }
    }

    fn function(&self, name: &str) -> String {
        let code = self.code();
        format!(
            "const {name} = async (p) => {{ console.log('is', [p]); try {{ {code} }} catch (e) {{ tell('threw', e); }} r('end'); console.log('end'); }};\n"
        )
    }
}

/// `$` that begins no `${`.
fn replaced(code: &str, operand: &str) -> String {
    let mut text = String::new();
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '$' if chars.peek() != Some(&'{') => text.push_str(operand),
            c => text.push(c),
        }
    }
    text
}

fn cases() -> Vec<Case> {
    let places =
        PLACES.iter().flat_map(|place| place.code.iter().map(move |code| (place.at, place.free, (*code).to_owned())));
    let all = places.chain(operators::all());
    all.flat_map(|(at, free, code)| Case::of(at, free, &code).collect::<Vec<_>>()).collect()
}

fn program(code: String, mode: Mode) -> Program {
    let function = |name: &str, answers: Vec<Answer>| Function {
        name: name.into(),
        marked: name == "w" && mode == Mode::Collect,
        lifted: false,
        fresh: false,
        positional: false,
        answers,
        takes_ms: 1.0,
        judging_ms: 0.0,
        refused: None,
    };
    Program {
        code,
        input: None,
        functions: vec![
            function("w", VALUES.map(|text| Answer::Value(text.into())).into()),
            function("r", vec![Answer::Value("1".into())]),
        ],
        mode,
        concurrent_approvals: false,
        limits: Limits { log_bytes: 64 << 20, calls: 100_000, ..Limits::default() },
    }
}

/// What a part shows, in order: what was logged and what was called.
fn visible(part: &Part) -> Vec<String> {
    let shown = part.transcript.iter().filter_map(|line| {
        let (head, text) = line.split_once(' ')?;
        match head {
            "call" => Some(format!("call {}", text.split_once(' ')?.1.split(" on line ").next()?)),
            "log" => Some(without_lines(line.split_once("): ")?.1)),
            _ => None,
        }
    });
    shown.filter(|line| !line.starts_with("call w(")).collect()
}

/// On one line, and without the lines of the code that errors name.
fn without_lines(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut parts = text.split(" (line ");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| text + part.split_once(')').map_or("", |(_, rest)| rest))
}

/// What each of these pieces of code shows with each real value.
fn really(cases: &[Case]) -> Vec<Vec<Vec<String>>> {
    let mut code = HEAD.to_owned();
    for (n, case) in cases.iter().enumerate() {
        code.push_str(&case.function(&format!("f{n}")));
    }
    let names: Vec<_> = (0..cases.len()).map(|n| format!("f{n}")).collect();
    let count = VALUES.len();
    let _ = write!(
        code,
        "const values = [];\nfor (let i = 0; i < {count}; i++) values.push(await w(i));\nfor (const f of [{}]) for (const v of values) {{ await f(structuredClone(v)); }}\n",
        names.join(", ")
    );
    let part = program(code, Mode::Deny).play(Desk::default(), None, Settle::InOrder, STARTED_AT);
    let ended = ending(&part.finish);
    if !ended.starts_with("completed") {
        let texts: Vec<_> = cases.iter().map(|case| case.code()).collect();
        panic!("{ended}\n{}", texts.join("\n"));
    }
    let shown = visible(&part);
    let runs: Vec<_> = shown.split_inclusive(|line| line == "end").map(<[String]>::to_vec).collect();
    assert_eq!(runs.len(), cases.len() * count, "each ends once");
    runs.chunks(count).map(<[Vec<String>]>::to_vec).collect()
}

/// What it shows in a pass with a pending value.
struct Pass {
    shown: Vec<String>,
    cut: bool,
}

fn pending(case: &Case) -> Result<Pass, String> {
    let code = format!("{HEAD}{}await f(await w(0));\n", case.function("f"));
    let part = program(code, Mode::Collect).play(Desk::default(), None, Settle::InOrder, STARTED_AT);
    if part.finish.outcome != FinishOutcome::Pending {
        return Err(ending(&part.finish));
    }
    let cut = part.transcript.iter().any(|line| line.starts_with("the pass ends: look"));
    Ok(Pass { shown: visible(&part), cut })
}

/// How a value shows, from the line that says what it is.
fn display(shown: &[String]) -> &str {
    let line = shown.first().map_or("", String::as_str);
    line.strip_prefix("is [ ").and_then(|line| line.strip_suffix(" ]")).unwrap_or_else(|| panic!("not shown: {line}"))
}

fn with_value(lines: &[String], value: &str) -> Vec<String> {
    lines.iter().map(|line| line.replace(PENDING, value)).collect()
}

/// Whether every value shows the same, itself left out.
fn makes_no_difference(real: &[Vec<String>]) -> bool {
    let unlike = display(&real[UNLIKE]);
    let pattern: Vec<_> = real[UNLIKE].iter().map(|line| line.replace(unlike, PENDING)).collect();
    real.iter().all(|shown| with_value(&pattern, display(shown)) == *shown)
}

/// What is wrong with it.
fn fault(case: &Case, pass: &Pass, real: &[Vec<String>]) -> Option<String> {
    for shown in real {
        let expected = with_value(&pass.shown, display(shown));
        let holds = if pass.cut { shown.starts_with(&expected) } else { *shown == expected };
        if !holds {
            let value = display(shown);
            return Some(format!(
                "with {value} it shows {shown:?}, pending {}{:?}",
                if pass.cut { "up to the cut " } else { "" },
                pass.shown
            ));
        }
    }
    (case.free && pass.cut).then(|| "is no observation, and cut".to_owned())
}

#[test]
fn no_place_of_the_grammar_lets_a_value_be_seen() {
    let cases = cases();
    let (mut faults, mut needless, mut holes) = (Vec::new(), Vec::new(), 0);
    let mut table = Table::default();
    for some in cases.chunks(40) {
        for (case, real) in some.iter().zip(really(some)) {
            let told = |what: &str| format!("{}: {}\n  {what}", case.at, case.code());
            match pending(case) {
                Err(ended) => faults.push(told(&ended)),
                Ok(pass) => {
                    match fault(case, &pass, &real) {
                        Some(_) if HOLES.contains(&case.text.as_str()) => holes += 1,
                        found => faults.extend(found.map(|what| told(&what))),
                    }
                    if pass.cut && makes_no_difference(&real) {
                        needless.push(format!("{}: {}", case.at, case.code()));
                    }
                    table.add(case, pass.cut);
                }
            }
        }
    }
    println!("{} cases; cut although the values tried make no difference:\n{}", cases.len(), needless.join("\n"));
    assert!(faults.is_empty(), "{} of {} cases\n{}", faults.len(), cases.len(), faults.join("\n"));
    assert_eq!(holes, HOLES.len(), "a hole is closed: take it from the list");
    table.check();
}

#[test]
fn every_place_of_the_grammar_is_tried() {
    let known: BTreeSet<_> = nodes::places().into_iter().collect();
    let tried: BTreeSet<_> = PLACES.iter().map(|place| place.at).chain(operators::all().map(|(at, _, _)| at)).collect();
    let none: BTreeSet<_> = NONE.iter().map(|(at, _)| *at).collect();
    let missing: Vec<_> = known.iter().filter(|at| !tried.contains(*at) && !none.contains(*at)).collect();
    assert!(missing.is_empty(), "no code for {missing:?}");
    let unknown: Vec<_> = tried.iter().chain(&none).filter(|at| !known.contains(*at)).collect();
    assert!(unknown.is_empty(), "the parser knows no {unknown:?}");
    let both: Vec<_> = none.intersection(&tried).collect();
    assert!(both.is_empty(), "said not to have code, and has: {both:?}");
    let all = PLACES.iter().flat_map(|place| place.code.iter().map(|code| (place.at, *code)));
    let elsewhere: Vec<_> = all.filter(|(at, code)| !syntax::has_node(code, at)).collect();
    assert!(elsewhere.is_empty(), "no such node: {elsewhere:#?}");
}

/// The page of the docs.
#[derive(Default)]
struct Table {
    rows: Vec<(&'static str, String, [Option<bool>; 3])>,
}

impl Table {
    fn add(&mut self, case: &Case, cut: bool) {
        match self.rows.last_mut() {
            Some((at, text, cuts)) if *at == case.at && *text == case.text => cuts[case.form] = Some(cut),
            _ => {
                let mut cuts = [None; 3];
                cuts[case.form] = Some(cut);
                self.rows.push((case.at, case.text.clone(), cuts));
            }
        }
    }

    fn page(&self) -> String {
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by_key(|(at, ..)| nodes::places().iter().position(|place| place == at));
        let mut page = PAGE.to_owned();
        for (at, text, cuts) in rows {
            let cell = |cut: &Option<bool>| match cut {
                Some(true) => "cut",
                Some(false) => "goes on",
                None => "",
            };
            let code = text.replace('|', "\\|");
            let cells: Vec<_> = cuts.iter().map(cell).collect();
            let _ = writeln!(page, "| {at} | `` {code} `` | {} |", cells.join(" | "));
        }
        page.push_str(BUILT_INS);
        for (name, places) in engine::guarded().into_iter().filter(|(_, places)| !places.is_empty()) {
            let _ = writeln!(page, "| `{name}` | {} |", places.join(", "));
        }
        page.push_str(PASSES);
        for (what, codes) in engine::PASSES {
            let _ = writeln!(page, "\n{what}:\n\n```js\n{}\n```", codes.join("\n"));
        }
        page
    }

    fn check(&self) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/observations.md");
        if std::env::var_os("UPDATE_OBSERVATIONS").is_some() {
            std::fs::write(&file, self.page()).expect("a writable docs/observations.md");
            return;
        }
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            written == self.page(),
            "docs/observations.md is not what the tests find: `UPDATE_OBSERVATIONS=1 cargo test --test it grammar` writes it"
        );
    }
}

const PAGE: &str = "\
# What is an observation, place by place

Made by `tests/it/grammar.rs`; do not edit. Each line is a piece of code that was run in collect with a pending value `p` for `$`, with `[p]`, and with
`({ a: p })`, and compared with what it does with real values: `undefined, null, true, false, 0, -0, 1, -1, NaN, '', 'a', 0n, [], [1], {}, { id: 1 }, new Date(0)`.
\"cut\": the pass ended before anything that depends on the value could be seen. \"goes on\": nothing depends on it. `tell` stands for whatever shows a value without
looking at it, a log; the places are named as the parser names them.

| Place | Code | the value itself | in an array | in an object |
| --- | --- | --- | --- | --- |
";

const BUILT_INS: &str = "
## Built-ins that look

Each looks at the places named, and a pending value there is an observation. Every other built-in moves values without looking, or looks through a proxy's traps.
`src/engine/pending/matrix.rs` tries every function of the realm with a pending value in every place.

| Built-in | looks at |
| --- | --- |
";

const PASSES: &str = "
## What goes on
";
