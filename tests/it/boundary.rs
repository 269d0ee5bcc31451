//! Owns the attempts to get out of a run: what code may try, and what must come of it. They are in `tests/fixtures/boundary.txt`: a name, the code, and
//! how the run ends, where of an error only its names count. There are functions `read`, `fails`, `ns.get` and `pay`, which is marked. What must
//! hold: in every mode nothing marked runs. Deliberately absent: records that no page wrote (`hostile.rs`).

use crate::answers::Answer;
use crate::desk::Desk;
use crate::host::Function;
use crate::play::{Part, Program, STARTED_AT, ending};
use crate::queue::Settle;
use countersign::limits::Limits;
use countersign::run::Mode;

const ATTEMPTS: &str = include_str!("../fixtures/boundary.txt");

struct Attempt {
    name: &'static str,
    code: &'static str,
    right: &'static str,
}

fn attempts() -> Vec<Attempt> {
    let parts = ATTEMPTS.split("--- ").skip(1);
    let attempt = |part: &'static str| {
        let (name, rest) = part.split_once('\n').unwrap();
        let (code, right) = rest.trim_end().rsplit_once("\n=> ").unwrap();
        Attempt { name, code, right }
    };
    parts.map(attempt).collect()
}

fn play(code: &str, mode: Mode) -> Part {
    let function = |name: &str, answer| Function {
        name: name.to_owned(),
        marked: name == "pay",
        lifted: false,
        fresh: false,
        positional: false,
        answers: vec![answer],
        takes_ms: 1.0,
        judging_ms: 0.0,
        refused: None,
    };
    let program = Program {
        code: code.to_owned(),
        input: None,
        functions: vec![
            function("read", Answer::Value("{\"got\":$input}".into())),
            function("fails", Answer::Throws("RangeError".into(), "down".into())),
            function("ns.get", Answer::Value("1".into())),
            function("pay", Answer::Value("\"paid\"".into())),
        ],
        mode,
        concurrent_approvals: false,
        limits: Limits { calls: 50, ..Limits::default() },
    };
    program.play(Desk::default(), None, Settle::InOrder, STARTED_AT)
}

/// How a run ended, without the words and places of its error.
fn names(part: &Part) -> String {
    let ended = ending(&part.finish);
    if !ended.starts_with("failed") {
        return ended;
    }
    let named = ended.split(": ").next().unwrap_or_default();
    named.split(" at ").next().unwrap_or_default().to_owned()
}

fn paid(part: &Part) -> bool {
    part.desk.calls.values().any(|call| call.function == "pay" && call.started)
}

#[test]
fn every_attempt_comes_to_what_it_must() {
    let attempts = attempts();
    assert!(attempts.len() >= 80, "{} attempts", attempts.len());
    let wrong: Vec<_> = attempts
        .iter()
        .filter_map(|attempt| {
            let part = play(attempt.code, Mode::Deny);
            let found = names(&part);
            let right = found == attempt.right && !paid(&part) && !part.finish.poisoned;
            (!right).then(|| format!("{}\n  ends     {found}\n  must be  {}", attempt.name, attempt.right))
        })
        .collect();
    assert!(wrong.is_empty(), "{} attempts\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn nothing_marked_runs_in_other_modes_either() {
    for mode in [Mode::Pause, Mode::Collect] {
        for attempt in attempts() {
            let part = play(attempt.code, mode);
            assert!(!paid(&part) && !part.finish.poisoned, "{} {mode:?}: {}", attempt.name, ending(&part.finish));
        }
    }
}
