//! Owns the first promise of collect: with every approval a program gives the same value or the same error, writes the same in the same order
//! and logs the same as in pause. What must hold for that: hosts that settle at once, reads that don't depend on writes, no
//! reading of the clock; `compose.rs` and `answers.rs` see to it. Deliberately absent: refusals, delays.

use crate::answers::Answer;
use crate::collecting::{Collected, collect};
use crate::compose::composed;
use crate::desk::Desk;
use crate::forall::{Fault, for_all};
use crate::host::{Function, Person};
use crate::play::{Part, Program, STARTED_AT};
use crate::queue::{Chance, Settle};
use countersign::journal::Entry;
use countersign::limits::Limits;
use countersign::run::{Decision, Mode};
use countersign::session::FinishOutcome;
use std::cell::Cell;

fn program(chance: &mut Chance) -> Program {
    let fails = *chance.pick(&[0, 0, 10, 30]);
    let function = |name: &str| Function {
        name: name.to_owned(),
        marked: name.starts_with('w'),
        lifted: name.starts_with('m'),
        fresh: name.starts_with('f'),
        positional: false,
        answers: vec![Answer::AnyKind { fails }],
        takes_ms: 0.0,
        judging_ms: 0.0,
        refused: None,
    };
    Program {
        code: composed(chance),
        input: None,
        functions: ["w1", "w2", "m1", "r1", "r2", "f1"].map(function).into(),
        mode: Mode::Pause,
        concurrent_approvals: false,
        limits: Limits::default(),
    }
}

/// Function and input of each effect, in the order in which they were started: those a person approved, and then those that need none,
/// which in pause do not wait for a person's answer to a call beside them.
fn effects(program: &Program, desk: &Desk) -> Vec<String> {
    let started = desk.journal.iter().filter_map(|entry| match entry {
        Entry::Started { seq, .. } => desk.calls.get(seq),
        _ => None,
    });
    let is = |name: &str, wanted: fn(&Function) -> bool| {
        program.functions.iter().any(|function| function.name == name && wanted(function))
    };
    let (approved, others): (Vec<_>, Vec<_>) = started.partition(|call| is(&call.function, |function| function.marked));
    let lifted = others.into_iter().filter(|call| is(&call.function, |function| function.lifted));
    approved.into_iter().chain(lifted).map(|call| format!("{}({})", call.function, call.input.text())).collect()
}

/// The value, or the error's name, message and line.
fn outcome(part: &Part) -> String {
    match &part.finish.outcome {
        FinishOutcome::Completed { value } => format!("completed {}", value.text()),
        FinishOutcome::Pending => "pending".into(),
        FinishOutcome::Failed { error } => {
            let line = error.position.map(|position| position.line);
            format!("failed {:?} {:?} line {line:?}: {}", error.name, error.guest_name, error.message)
        }
    }
}

/// The log of the last pass, without what it says of collect itself (C6).
fn log_of_last_pass(part: &Part) -> Vec<&String> {
    let began = part.transcript.iter().rposition(|line| line == "a new pass").map_or(0, |at| at + 1);
    let last = &part.transcript[began..];
    let logs = part.logs();
    last.iter().filter(|line| logs.contains(line) && !line.contains("(C6)")).collect()
}

fn paused(program: &Program) -> Part {
    let yes = Person::AtOnce(Box::new(|_, _, _| Decision::Approve));
    Program { mode: Mode::Pause, ..program.clone() }.play(Desk::default(), Some(yes), Settle::ByCall, STARTED_AT)
}

fn compare(program: &Program, pause: &Part, collected: &Collected, in_order: bool) -> Result<(), Fault> {
    let fault = |what: String, one: &str, other: &str| {
        let mut fault = collected.fault(program, what);
        fault.story =
            format!("{}\n--- in pause\n{}\n{one}\n--- against\n{other}", fault.story, pause.transcript.join("\n"));
        Err(fault)
    };
    let (one, other) = (outcome(pause), outcome(&collected.last));
    if one != other {
        return fault(format!("another outcome, {} card(s)", collected.cards), &one, &other);
    }
    let (mut one, mut other) = (effects(program, &pause.desk), effects(program, &collected.last.desk));
    let completed = matches!(pause.finish.outcome, FinishOutcome::Completed { .. });
    if !in_order {
        one.sort();
        other.sort();
    }
    // C7: what failed in collect while calls waited has run less. Out of order any of it may be what ran.
    let same = if completed {
        one == other
    } else if in_order {
        one.starts_with(&other) || other.starts_with(&one)
    } else {
        true
    };
    if !same {
        return fault("other effects".into(), &one.join("\n"), &other.join("\n"));
    }
    let (one, other) = (log_of_last_pass(pause), log_of_last_pass(&collected.last));
    if one != other {
        return fault("another log".into(), &format!("{one:?}"), &format!("{other:?}"));
    }
    Ok(())
}

#[test]
fn collect_with_every_approval_is_as_pause() {
    let (cards, completed, tried) = (Cell::new(0), Cell::new(0), Cell::new(0));
    for_all(250, |chance| {
        let program = Program { mode: Mode::Collect, ..program(chance) };
        let pause = paused(&program);
        let all = |_: &Desk, waiting: &[u32]| waiting.iter().map(|seq| (*seq, Decision::Approve)).collect();
        let collected = collect(&program, || Settle::ByCall, all)?;
        cards.set(cards.get() + collected.cards);
        tried.set(tried.get() + 1);
        completed.set(completed.get() + usize::from(matches!(pause.finish.outcome, FinishOutcome::Completed { .. })));
        compare(&program, &pause, &collected, true)
    });
    println!("{} programs, {} of them completed, {} cards", tried.get(), completed.get(), cards.get());
    assert!(cards.get() > tried.get(), "only {} cards: the generator shows too little", cards.get());
}

#[test]
fn collect_with_approvals_in_any_order_comes_to_the_same() {
    for_all(100, |chance| {
        let program = Program { mode: Mode::Collect, ..program(chance) };
        let pause = paused(&program);
        let mut order = Chance::new(chance.next());
        let some = move |_: &Desk, waiting: &[u32]| {
            let first = *order.pick(waiting);
            let chosen = waiting.iter().filter(|seq| **seq == first || order.percent(30));
            chosen.map(|seq| (*seq, Decision::Approve)).collect()
        };
        let collected = collect(&program, || Settle::ByCall, some)?;
        compare(&program, &pause, &collected, false)
    });
}
