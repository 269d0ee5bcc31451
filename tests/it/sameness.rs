//! Owns the first promise of collect: with every approval a program gives the same value or the same error, writes the same in the same order
//! and logs the same as in pause. What must hold for that: hosts that settle at once, reads that don't depend on writes, no
//! reading of the clock; `compose.rs` and `answers.rs` see to it. Deliberately absent: refusals, delays.

use crate::answers::Answer;
use crate::collecting::{Collected, collect};
use crate::compose::composed;
use crate::desk::{Desk, Facts};
use crate::forall::{Fault, for_all};
use crate::host::{Function, Person};
use crate::play::{Part, Program, STARTED_AT};
use crate::queue::{Chance, Settle};
use countersign::error::ErrorName;
use countersign::journal::{Entry, SettledState, Verdict};
use countersign::limits::Limits;
use countersign::run::{Decision, Mode};
use countersign::session::FinishOutcome;
use std::cell::Cell;
use std::collections::BTreeSet;

fn program(chance: &mut Chance) -> Program {
    let fails = *chance.pick(&[0, 0, 10, 30]);
    let function = |name: &str| Function::by_letter(name, Answer::AnyKind { fails, salt: 0 }, 0.0);
    Program {
        code: composed(chance),
        input: None,
        functions: ["w1", "w2", "m1", "r1", "r2", "f1"].map(function).into(),
        mode: Mode::Pause,
        concurrent_approvals: false,
        limits: Limits::default(),
    }
}

/// Function and input of each effect of a kind, in the order in which they were started.
fn effects(program: &Program, desk: &Desk, kind: fn(&Function) -> bool) -> Vec<String> {
    let started = desk.journal.iter().filter_map(|entry| match entry {
        Entry::Started { seq, .. } => desk.calls.get(seq),
        _ => None,
    });
    let wanted = |name: &str| program.functions.iter().any(|function| function.name == name && kind(function));
    let effects = started.filter(|call| wanted(&call.function));
    effects.map(|call| format!("{}({})", call.function, call.input.text())).collect()
}

/// The line of an error, where the engine gives it: helpers that look give it more often.
fn same_place(pause: &Part, collected: &Part) -> bool {
    let line = |part: &Part| match &part.finish.outcome {
        FinishOutcome::Failed { error } => error.position.map(|position| position.line),
        FinishOutcome::Completed { .. } | FinishOutcome::Pending | FinishOutcome::Again => None,
    };
    line(pause).is_none() || line(pause) == line(collected)
}

/// The value, or the error's name and message.
fn outcome(part: &Part) -> String {
    match &part.finish.outcome {
        FinishOutcome::Completed { value } => format!("completed {}", value.text()),
        FinishOutcome::Pending | FinishOutcome::Again => "pending".into(),
        FinishOutcome::Failed { error } => {
            // The engine's own messages name things as the code does that it runs, and that is not the same code with probes; and what is
            // thrown and no error shows pending values as what they are.
            let told = error.name != ErrorName::GuestError
                || error.guest_name.as_ref().is_some_and(|name| name != "TypeError");
            let message = if told { error.message.as_str() } else { "" };
            format!("failed {:?} {:?}: {message}", error.name, error.guest_name)
        }
    }
}

/// Whether a timer fired beside a call. In collect it waits until no call is outstanding.
fn has_timers_beside(part: &Part) -> bool {
    let mut outstanding = BTreeSet::new();
    part.desk.journal.iter().any(|entry| match entry {
        Entry::Call { seq, .. } => !outstanding.insert(*seq),
        Entry::Delivered { seq, .. } => !outstanding.remove(seq),
        Entry::Fired { .. } => !outstanding.is_empty(),
        _ => false,
    })
}

/// Whether a call could not cross. In pause it throws at once, also beside calls that wait; in collect when its turn comes.
fn has_invalid(part: &Part) -> bool {
    part.desk.journal.iter().any(|entry| matches!(entry, Entry::Invalid { .. }))
}

/// The calls the code made when it had already what each of these marked calls gave, and which those were.
fn behind(program: &Program, pause: &Part) -> Vec<(u32, Vec<u32>)> {
    let effect = |seq: u32, lifted: bool| {
        let name = pause.desk.calls.get(&seq).map(|call| &call.function);
        let is =
            |function: &&Function| Some(&function.name) == name && (function.marked || (lifted && function.lifted));
        program.functions.iter().any(|function| is(&function))
    };
    let (mut delivered, mut behind) = (Vec::new(), Vec::new());
    for entry in &pause.desk.journal {
        match entry {
            Entry::Call { seq, .. } if effect(*seq, true) => behind.push((*seq, delivered.clone())),
            Entry::Delivered { seq, .. } if effect(*seq, false) => delivered.push(*seq),
            _ => {}
        }
    }
    behind
}

/// R5: an effect that the code makes with what others gave starts after those, whatever was decided when.
fn check_order(program: &Program, pause: &Part, collected: &Part) -> Result<(), String> {
    let shown = collected.desk.journal.iter().rev().find_map(|entry| match entry {
        Entry::Shown { calls, .. } => Some(calls.iter().flat_map(|(from, to)| *from..=*to).collect::<Vec<_>>()),
        _ => None,
    });
    let order = shown.unwrap_or_default();
    let started = |seq: u32| {
        let at = order.get(seq as usize - 1)?;
        let is = |entry: &Entry| matches!(entry, Entry::Started { seq, .. } if seq == at);
        collected.desk.journal.iter().position(is)
    };
    for (seq, before) in behind(program, pause) {
        if let Some(early) = before.iter().find(|before| started(**before) > started(seq)) {
            return Err(format!("call {early} of pause came after {seq}, which was made with what it gave"));
        }
    }
    Ok(())
}

/// Whether no call was made beside another: then effects keep the order of the program, whatever is decided when (R5).
fn one_at_a_time(part: &Part) -> bool {
    let mut outstanding = false;
    part.desk.journal.iter().all(|entry| match entry {
        Entry::Call { .. } => !std::mem::replace(&mut outstanding, true),
        Entry::Delivered { .. } => {
            outstanding = false;
            true
        }
        _ => true,
    })
}

/// Whether a call a person approved has thrown: the code may have gone another way then (R7), and a call it makes there side by side with
/// approved ones waits for its card while they run.
fn has_thrown(program: &Program, part: &Part) -> bool {
    let marked = |seq: &u32| {
        let name = part.desk.calls.get(seq).map(|call| &call.function);
        program.functions.iter().any(|function| function.marked && Some(&function.name) == name)
    };
    part.desk.journal.iter().any(|entry| match entry {
        Entry::Settled { seq, state: SettledState::Rejected | SettledState::Unknown, .. } => marked(seq),
        _ => false,
    })
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

/// C7: the code failed while calls waited that it takes for fulfilled, and one of them throws: it is not the failure pause would have met.
fn failed_before_a_throw(program: &Program, pause: &Part, collected: &Part) -> bool {
    let failed = matches!(collected.finish.outcome, FinishOutcome::Failed { .. });
    let not_run = |call: &Facts| call.verdict == Some(Verdict::Ask) && !call.started;
    failed && has_thrown(program, pause) && collected.desk.calls.values().any(not_run)
}

/// Gives whether they could be compared.
fn compare(program: &Program, pause: &Part, collected: &Collected, in_order: bool) -> Result<bool, Fault> {
    if has_invalid(pause) || has_timers_beside(pause) || failed_before_a_throw(program, pause, &collected.last) {
        return Ok(false);
    }
    let fault = |what: String, one: &str, other: &str| {
        let mut fault = collected.fault(program, what);
        fault.story =
            format!("{}\n--- in pause\n{}\n{one}\n--- against\n{other}", fault.story, pause.transcript.join("\n"));
        Err(fault)
    };
    let (one, other) = (outcome(pause), outcome(&collected.last));
    if one != other || !same_place(pause, &collected.last) {
        return fault(format!("another outcome, {} card(s)", collected.cards), &one, &other);
    }
    let completed = matches!(pause.finish.outcome, FinishOutcome::Completed { .. });
    let in_order = in_order && !has_thrown(program, pause);
    // In pause an effect that needs no decision does not wait for the answer to a call beside it: each kind has its own order.
    for kind in [|function: &Function| function.marked, |function: &Function| function.lifted] {
        let mut one = effects(program, &pause.desk, kind);
        let mut other = effects(program, &collected.last.desk, kind);
        if !in_order {
            one.sort();
            other.sort();
        }
        // C7: what failed in collect while calls waited has run less. Out of order any of it may be what ran.
        let less = !completed && (!in_order || one.starts_with(&other) || other.starts_with(&one));
        if one != other && !less {
            return fault("other effects".into(), &one.join("\n"), &other.join("\n"));
        }
    }
    let (one, other) = (log_of_last_pass(pause), log_of_last_pass(&collected.last));
    if completed && one != other {
        return fault("another log".into(), &format!("{one:?}"), &format!("{other:?}"));
    }
    Ok(true)
}

#[test]
fn collect_with_every_approval_is_as_pause() {
    let (cards, completed, tried, compared) = (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0));
    for_all(250, |chance| {
        let program = Program { mode: Mode::Collect, ..program(chance) };
        let pause = paused(&program);
        let all = |_: &Desk, waiting: &[u32]| waiting.iter().map(|seq| (*seq, Decision::Approve)).collect();
        let collected = collect(&program, || Settle::ByCall, all)?;
        cards.set(cards.get() + collected.cards);
        tried.set(tried.get() + 1);
        completed.set(completed.get() + usize::from(matches!(pause.finish.outcome, FinishOutcome::Completed { .. })));
        compared.set(compared.get() + usize::from(compare(&program, &pause, &collected, true)?));
        Ok(())
    });
    let (tried, compared) = (tried.get(), compared.get());
    println!("{tried} programs, {compared} compared, {} completed, {} cards", completed.get(), cards.get());
    assert!(10 * compared > 7 * tried, "only {compared} can be compared of {tried}: the generator shows too little");
    assert!(cards.get() > tried, "only {} cards: the generator shows too little", cards.get());
}

#[test]
fn collect_with_approvals_in_any_order_comes_to_the_same() {
    let in_order = Cell::new(0);
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
        in_order.set(in_order.get() + usize::from(one_at_a_time(&pause)));
        compare(&program, &pause, &collected, one_at_a_time(&pause))?;
        let completed = matches!(pause.finish.outcome, FinishOutcome::Completed { .. });
        if completed && !has_thrown(&program, &pause) && !has_invalid(&pause) && !has_timers_beside(&pause) {
            check_order(&program, &pause, &collected.last).map_err(|what| collected.fault(&program, what))?;
        }
        Ok(())
    });
    println!("{} programs with one call at a time", in_order.get());
    assert!(in_order.get() > 20, "only {} programs: the generator shows too little", in_order.get());
}

/// Calls as they were made, with what they were given.
fn calls(part: &Part) -> Vec<String> {
    part.desk.calls.values().map(|call| format!("{}({})", call.function, call.input.text())).collect()
}

/// The measure of collect: whatever the marked calls really give, the code makes the calls of the first card, in that order, before anything
/// else; and where it failed without asking anybody, it fails so.
#[test]
fn whatever_calls_give_the_first_card_is_the_same() {
    let (tried, cards) = (Cell::new(0), Cell::new(0));
    for_all(120, |chance| {
        let program = Program { mode: Mode::Collect, ..program(chance) };
        let card = program.play(Desk::default(), None, Settle::ByCall, STARTED_AT);
        let failed = matches!(card.finish.outcome, FinishOutcome::Failed { .. });
        tried.set(tried.get() + 1);
        cards.set(cards.get() + usize::from(card.finish.outcome == FinishOutcome::Pending));
        for salt in 0..4 {
            let mut real = program.clone();
            for function in real.functions.iter_mut().filter(|function| function.marked) {
                function.answers = vec![Answer::AnyKind { fails: 0, salt }];
            }
            let pause = paused(&real);
            if has_invalid(&pause) || has_timers_beside(&pause) {
                continue;
            }
            let ended = outcome(&pause);
            let story = || {
                let (card, pause) = (card.transcript.join("\n"), pause.transcript.join("\n"));
                format!("{}\n--- the card\n{card}\n--- in pause\n{pause}\n{}", program.code, ended)
            };
            if !calls(&pause).starts_with(&calls(&card)) {
                return Err(Fault::new("other calls than on the card", story()));
            }
            if failed && (outcome(&pause) != outcome(&card) || calls(&pause).len() != calls(&card).len()) {
                return Err(Fault::new("it failed without asking, and would not have", story()));
            }
        }
        Ok(())
    });
    println!("{} programs, {} cards", tried.get(), cards.get());
    assert!(2 * cards.get() > tried.get(), "only {} cards: the generator shows too little", cards.get());
}
