//! Probes: each row is a program and what it becomes, without the wrapper.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that fails should panic")]

mod lowered;

use countersign::limits::Limits;
use countersign::lower::{Helper, lower, lower_probed};

/// What a program becomes, and which helpers it needs.
fn probed(code: &str) -> (String, Vec<Helper>) {
    let lowered = lower_probed(code, &Limits::default()).unwrap_or_else(|error| panic!("{code}\n{}", error.message));
    let (_, body) = lowered.source.split_once("=>{").unwrap();
    let body = body.strip_suffix("()").unwrap_or(body).strip_suffix("\n})").unwrap();
    (body.to_owned(), lowered.helpers)
}

#[track_caller]
fn check(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (code, expected) in rows {
        let (found, _) = probed(code);
        if found != *expected {
            wrong.push(format!("{code}\n  gives    {found}\n  expected {expected}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn show() {
    for code in std::fs::read_to_string("/tmp/w/probes.txt").unwrap_or_default().split("\n---\n") {
        println!("{code}\n  => {}", probed(code).0);
    }
}
