//! Owns that a run whose page goes away at any moment is continued from what was recorded by then (K4, K5): it never parts from its record, no
//! recorded effect runs again, and what comes out is what would have come out. Deliberately absent: effects that were started and never
//! seen to end; the page asks a person about those.

use crate::answers::Answer;
use crate::compose::composed;
use crate::desk::Desk;
use crate::forall::{Fault, for_all};
use crate::generate::{Kind, program};
use crate::host::{Function, Person, decide};
use crate::play::{HOUR_MS, Part, Program, STARTED_AT, ending};
use crate::queue::{Chance, Settle, mixed};
use countersign::error::ErrorName;
use countersign::journal::{DecisionKind, Entry};
use countersign::limits::Limits;
use countersign::run::{Decision, Mode};
use countersign::session::FinishOutcome;
use countersign::value::Data;
use std::collections::BTreeSet;

/// What the person says about a call, were it asked for: the same for the same call.
fn answer(function: &str, input: &Data) -> Decision {
    match mixed(&format!("{function}{}", input.text())) % 5 {
        0..=2 => Decision::Approve,
        3 => Decision::Reject { reason: Some("no".into()) },
        _ => Decision::Respond { value: Data::from_text("\"by hand\"") },
    }
}

fn functions(takes_ms: f64) -> Vec<Function> {
    let function = |name: &str| Function::by_letter(name, Answer::ByInput, takes_ms);
    ["w1", "w2", "m1", "r1", "r2", "f1"].map(function).into()
}

fn program_of(chance: &mut Chance, mode: Mode) -> Program {
    let wild = chance.percent(40);
    let code = if wild { program(chance.next(), Kind::Wild) } else { composed(chance) };
    let takes_ms = if wild { 3.0 } else { 0.0 };
    Program {
        code,
        input: None,
        functions: functions(takes_ms),
        mode,
        concurrent_approvals: false,
        limits: Limits::default(),
    }
}

/// What was recorded when the page went away: the first `entries`, without starts of which nobody saw the end.
fn left(desk: &Desk, entries: usize) -> Desk {
    let kept = desk.journal.get(..entries).unwrap_or_default();
    let settled: BTreeSet<u32> = kept
        .iter()
        .filter_map(|entry| if let Entry::Settled { seq, .. } = entry { Some(*seq) } else { None })
        .collect();
    let whole = kept.iter().filter(|entry| !matches!(entry, Entry::Started { seq, .. } if !settled.contains(seq)));
    Desk::new(whole.cloned().collect())
}

/// Where the record begins in the first part (K1): nowhere in collect, with the first approved call in pause.
fn begins(program: &Program, part: &Part) -> Option<usize> {
    let approved = |entry: &Entry| matches!(entry, Entry::Decided { decision: DecisionKind::Approve, .. });
    let first = part.desk.journal.iter().position(approved);
    first.filter(|_| program.mode == Mode::Pause).map(|at| at + 1)
}

struct Played {
    last: Part,
    story: Vec<String>,
    interrupted: usize,
}

/// Plays a run to its end, its page going away as `cut` chooses.
fn play(program: &Program, mut cut: Option<&mut Chance>) -> Result<Played, Fault> {
    let person =
        || (program.mode == Mode::Pause).then(|| Person::ByCall(Box::new(|_, name, input| answer(name, input))));
    let mut story = Vec::new();
    let mut interrupted = 0;
    let mut part = program.play(Desk::default(), person(), Settle::InOrder, STARTED_AT);
    let mut from = begins(program, &part);
    for parts in 0.. {
        story.extend(part.transcript.iter().cloned());
        story.push(ending(&part.finish));
        let fault =
            |what: &str, story: &[String]| Fault::new(what, format!("{}\n---\n{}", program.code, story.join("\n")));
        let now_ms = part.now_ms + HOUR_MS;
        if let (Some(from), Some(chance)) = (from, cut.as_mut())
            && from < part.desk.journal.len()
            && interrupted < 6
            && chance.percent(70)
        {
            let at = from + chance.below(part.desk.journal.len() - from + 1);
            // A call that cannot cross is recorded with its error in one step.
            let at = at + usize::from(matches!(part.desk.journal.get(at), Some(Entry::Invalid { .. })));
            let desk = left(&part.desk, at);
            story.push(format!(
                "the page goes away after {at} of {} entries; {:?}",
                part.desk.journal.len(),
                desk.journal.last()
            ));
            interrupted += 1;
            part = program.play_interrupted(desk, person(), now_ms);
            continue;
        }
        let sound = match &part.finish.outcome {
            FinishOutcome::Completed { .. } | FinishOutcome::Pending => true,
            FinishOutcome::Again => false,
            FinishOutcome::Failed { error } => {
                matches!(error.name, ErrorName::GuestError | ErrorName::ApprovalRejected | ErrorName::UnsupportedValue)
            }
        };
        if !sound || parts > 300 {
            return Err(fault("it ended in another way than its code says", &story));
        }
        if part.finish.outcome != FinishOutcome::Pending {
            return Ok(Played { last: part, story, interrupted });
        }
        let mut desk = part.desk;
        for seq in desk.waiting() {
            let decision = answer(&desk.calls[&seq].function, &desk.calls[&seq].input);
            decide(&mut desk, seq, &decision, now_ms);
        }
        from = Some(desk.journal.len());
        part = program.play(desk, person(), Settle::InOrder, now_ms);
    }
    unreachable!("parts are counted")
}

fn outcome(part: &Part) -> String {
    match &part.finish.outcome {
        FinishOutcome::Failed { error } => format!("failed {:?} {:?}", error.name, error.guest_name),
        FinishOutcome::Completed { .. } | FinishOutcome::Pending | FinishOutcome::Again => ending(&part.finish),
    }
}

/// Every effect of the record was started once.
fn effects(desk: &Desk) -> Result<Vec<String>, String> {
    let mut started = BTreeSet::new();
    for entry in &desk.journal {
        if let Entry::Started { seq, .. } = entry
            && desk.calls[seq].function.starts_with(['w', 'm'])
            && !started.insert(*seq)
        {
            return Err(format!("call {seq} was started twice"));
        }
    }
    Ok(started.iter().map(|seq| format!("{}({})", desk.calls[seq].function, desk.calls[seq].input.text())).collect())
}

fn check(chance: &mut Chance, mode: Mode) -> Result<usize, Fault> {
    let program = program_of(chance, mode);
    let whole = play(&program, None)?;
    let cut = play(&program, Some(chance))?;
    let fault = |what: String| Fault::new(what, format!("{}\n---\n{}", program.code, cut.story.join("\n")));
    let ran = effects(&cut.last.desk).map_err(&fault)?;
    // A program that reads the clock or races may come to something else an hour later.
    let calm = program.code.contains("const kept = []");
    if calm && outcome(&whole.last) != outcome(&cut.last) {
        return Err(fault(format!("it came to something else: {}", outcome(&whole.last))));
    }
    if calm && effects(&whole.last.desk).map_err(&fault)? != ran {
        return Err(fault("other effects ran".into()));
    }
    Ok(cut.interrupted)
}

/// Programs of the composer need more stack than a test has, unoptimised.
fn with_room(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(test);
    if let Err(panic) = thread.expect("a thread").join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn a_page_that_goes_away_in_collect_costs_nothing() {
    with_room(|| for_all(60, |chance| check(chance, Mode::Collect).map(|_| ())));
}

#[test]
fn a_page_that_goes_away_in_pause_costs_nothing() {
    with_room(|| for_all(60, |chance| check(chance, Mode::Pause).map(|_| ())));
}

#[test]
fn pages_do_go_away_in_these_tests() {
    with_room(|| {
        for mode in [Mode::Collect, Mode::Pause] {
            let times: usize = (0..20).filter_map(|seed| check(&mut Chance::new(seed), mode).ok()).sum();
            assert!(times > 8, "{mode:?}: {times}");
        }
    });
}
