//! Owns what a record that no page wrote can do: nothing but end the run. What must hold: the core neither panics nor waits for
//! what will not come, whatever stands in a journal. Deliberately absent: whether such a record is refused before; the page does that.

use crate::answers::Answer;
use crate::desk::Desk;
use crate::generate::{Kind, program};
use crate::host::{Function, Person, decide};
use crate::play::{HOUR_MS, Part, Program, STARTED_AT, ending};
use crate::queue::{Chance, Settle, rounds};
use countersign::error::ErrorName;
use countersign::journal::{DecisionKind, Entry, SettledState, Verdict};
use countersign::limits::Limits;
use countersign::run::{Decision, Mode};
use countersign::session::FinishOutcome;
use countersign::value::{Data, ErrorData};

fn small(seed: u64, mode: Mode) -> Program {
    let functions = ["r1", "r2", "w1", "w2"].map(|name| Function {
        name: name.to_owned(),
        marked: name.starts_with('w'),
        lifted: false,
        fresh: false,
        positional: false,
        answers: vec![Answer::ByInput],
        takes_ms: 5.0,
        judging_ms: 0.0,
        refused: None,
    });
    Program {
        code: program(seed, Kind::Wild),
        input: None,
        functions: functions.into(),
        mode,
        concurrent_approvals: false,
        limits: Limits { concurrent_calls: 2, ..Limits::default() },
    }
}

/// The record of a run that was put off once or twice, or that ended.
fn real(seed: u64, program: &Program, chance: &mut Chance) -> Part {
    let asks = std::cell::Cell::new(chance.below(6));
    let person = Person::ByCall(Box::new(move |_, _, _| {
        let left = asks.get();
        asks.set(left.saturating_sub(1));
        if left == 0 { Decision::Pause } else { Decision::Approve }
    }));
    let first = program.play(Desk::default(), Some(person), Settle::AnyOrder(Chance::new(seed)), STARTED_AT);
    if program.mode != Mode::Collect || first.finish.outcome != FinishOutcome::Pending {
        return first;
    }
    // A second pass, and decisions that no pass has met.
    let mut desk = decided(first.desk, chance);
    if chance.percent(60) {
        let second = program.play(desk, None, Settle::InOrder, first.now_ms + HOUR_MS);
        desk = decided(second.desk, chance);
    }
    Part { desk, ..first }
}

fn decided(mut desk: Desk, chance: &mut Chance) -> Desk {
    for seq in desk.waiting() {
        match chance.below(4) {
            0 => {}
            1 => decide(&mut desk, seq, &Decision::Reject { reason: None }, STARTED_AT),
            _ => decide(&mut desk, seq, &Decision::Approve, STARTED_AT),
        }
    }
    desk
}

fn mutate(journal: &mut Vec<Entry>, chance: &mut Chance) {
    if journal.is_empty() {
        return;
    }
    let (at, other) = (chance.below(journal.len()), chance.below(journal.len()));
    match chance.below(8) {
        0 => {
            journal.remove(at);
        }
        1 => {
            let entry = journal[at].clone();
            journal.insert(other, entry);
        }
        2 => journal.swap(at, other),
        3 => journal.truncate(at),
        4 => journal.reverse(),
        5 => {
            let entry = invented(chance);
            journal.insert(at, entry);
        }
        6 => journal.rotate_left(at),
        _ => twist(&mut journal[at], chance),
    }
}

/// Changes a number or a text of an entry.
fn twist(entry: &mut Entry, chance: &mut Chance) {
    let number = *chance.pick(&[0, 1, 2, 3, 7, 1000, u32::MAX]);
    let time =
        *chance.pick(&[0.0, -1.0, STARTED_AT, STARTED_AT + 20.0, 1e15, f64::MAX, f64::MIN, f64::NAN, f64::INFINITY]);
    match entry {
        Entry::Call { seq, input, function, .. } => match chance.below(3) {
            0 => *seq = number,
            1 => *input = Data::from_text("null"),
            _ => function.push('x'),
        },
        Entry::Delivered { seq, at, spared, .. } | Entry::Fired { timer: seq, at, spared } => match chance.below(3) {
            0 => *seq = number,
            1 => *at = time,
            _ => *spared = Some(time),
        },
        Entry::Settled { seq, value, .. } | Entry::Decided { seq, value, .. } => match chance.below(3) {
            0 => *seq = number,
            1 => *value = Some(odd_data(chance)),
            _ => *value = None,
        },
        Entry::Judged { seq, .. } | Entry::Invalid { seq, .. } | Entry::Started { seq, .. } => *seq = number,
        Entry::Shown { calls, .. } => calls.push((number, number)),
        Entry::Began => {}
    }
}

/// Text that no encoder of ours wrote.
fn odd_data(chance: &mut Chance) -> Data {
    let text = *chance.pick(&[
        "",
        "{",
        "~",
        "~[[\"Map\",5]]",
        "~[[0]]",
        "nul",
        "[[[[",
        "~[9e9]",
        "\u{0}",
        "~[[\"Date\",\"x\"]]",
        "1e999",
    ]);
    Data::from_text(text)
}

fn invented(chance: &mut Chance) -> Entry {
    let seq = *chance.pick(&[0, 1, 2, 3, 4, 9, u32::MAX]);
    let at = STARTED_AT + chance.below(1000) as f64;
    let error = ErrorData {
        name: "ApprovalRejected".into(),
        message: String::new(),
        data: Some(odd_data(chance)),
        cause: Some(odd_data(chance)),
    };
    let verdict = *chance.pick(&[Verdict::Allow, Verdict::Ask, Verdict::Deny]);
    let decision = *chance.pick(&[DecisionKind::Approve, DecisionKind::Reject, DecisionKind::Respond]);
    let state = *chance.pick(&[SettledState::Fulfilled, SettledState::Rejected, SettledState::Unknown]);
    match chance.below(7) {
        0 => Entry::Call { seq, function: "r1".into(), input: odd_data(chance), position: None },
        1 => Entry::Judged { seq, verdict, shown: None, reason: None, lifted: None },
        2 => Entry::Decided { seq, decision, at, reason: None, edited: None, value: Some(odd_data(chance)) },
        3 => {
            Entry::Settled { seq, state, value: Some(odd_data(chance)), error: chance.percent(50).then_some(error), at }
        }
        4 => Entry::Delivered { seq, at, spared: Some(1.0), pending: None },
        5 => Entry::Fired { timer: seq, at, spared: None },
        _ => Entry::Invalid { seq, error, at },
    }
}

#[test]
fn a_record_nobody_wrote_ends_the_run_and_no_more() {
    let mut mismatches = 0;
    for seed in rounds(300) {
        let mut chance = Chance::new(seed);
        let program = small(seed, if seed % 2 == 0 { Mode::Pause } else { Mode::Collect });
        let part = real(seed, &program, &mut chance);
        let mut journal = part.desk.journal;
        for _ in 0..=chance.below(3) {
            mutate(&mut journal, &mut chance);
        }
        let hook = program.mode == Mode::Pause && chance.percent(50);
        let person = hook.then(|| Person::ByCall(Box::new(|_, _, _| Decision::Approve)));
        let now_ms = part.now_ms + HOUR_MS;
        let again = program.play_unchecked(journal.clone(), person, Settle::InOrder, now_ms);
        let told = || format!("seed {seed}: {}\n{}\n{journal:#?}", ending(&again.finish), program.code);
        assert!(!again.finish.poisoned, "{}", told());
        if let FinishOutcome::Failed { error } = &again.finish.outcome {
            mismatches += usize::from(error.name == ErrorName::ReplayMismatch);
        }
    }
    assert!(mismatches > 100, "only {mismatches} mismatches: the mutations are too tame");
}

/// The worker went away while the page judged a call: it is judged when the run goes on, and nothing else is different.
#[test]
fn a_call_without_a_verdict_is_judged_when_the_run_goes_on() {
    let mut program = small(0, Mode::Pause);
    for (function, ended) in [("r1", "completed 1"), ("w1", "completed 1")] {
        program.code = format!("return await {function}(1).then(() => 1, () => 1);");
        let call = Entry::Call { seq: 1, function: function.into(), input: Data::from_text("1"), position: None };
        let person = Person::ByCall(Box::new(|_, _, _| Decision::Approve));
        let part = program.play(Desk::new(vec![call]), Some(person), Settle::InOrder, STARTED_AT + HOUR_MS);
        assert_eq!(ending(&part.finish), ended);
        assert!(part.desk.calls[&1].settled, "{:?}", part.transcript);
        program.check_repeat(&part);
    }
}
