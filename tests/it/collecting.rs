//! Owns playing a run in collect card after card, up to its end, each part from the record as JSON text. What must hold, whatever is
//! decided (R2 to R8): a card is made of calls somebody can decide, an effect runs once, with a yes and in the order of its pass, an approved
//! call that was reached and not held runs, and a deterministic program never parts from its record. Deliberately absent: who decides.

use crate::desk::Desk;
use crate::forall::Fault;
use crate::host::{brief, decide};
use crate::play::{HOUR_MS, Part, Program, STARTED_AT, ending};
use crate::queue::Settle;
use countersign::error::ErrorName;
use countersign::journal::{DecisionKind, Entry, PassEnd, Verdict};
use countersign::run::Decision;
use countersign::session::FinishOutcome;

/// A run that has ended, and everything that happened.
pub(crate) struct Collected {
    pub(crate) last: Part,
    pub(crate) cards: usize,
    pub(crate) story: Vec<String>,
}

impl Collected {
    pub(crate) fn fault(&self, program: &Program, what: impl Into<String>) -> Fault {
        fault(program, &self.story, what)
    }
}

fn fault(program: &Program, story: &[String], what: impl Into<String>) -> Fault {
    Fault::new(what, format!("{}\n---\n{}", program.code, story.join("\n")))
}

/// Plays a run to its end. `decides` is told what waits and says what is decided of it; nothing leaves the card as it is (R13).
pub(crate) fn collect(
    program: &Program,
    mut settle: impl FnMut() -> Settle,
    mut decides: impl FnMut(&Desk, &[u32]) -> Vec<(u32, Decision)>,
) -> Result<Collected, Fault> {
    let mut story = Vec::new();
    let mut part = program.play(Desk::default(), None, settle(), STARTED_AT);
    let mut known = 0;
    for cards in 0.. {
        story.extend(part.transcript.iter().cloned());
        story.push(ending(&part.finish));
        check_part(program, &part, known).map_err(|what| fault(program, &story, what))?;
        let waiting = part.desk.waiting();
        if part.finish.outcome != FinishOutcome::Pending {
            return Ok(Collected { last: part, cards, story });
        }
        let now_ms = part.now_ms + HOUR_MS;
        let mut desk = through_text(&part.desk).map_err(|what| fault(program, &story, what))?;
        let decided = decides(&desk, &waiting);
        let told: Vec<_> = decided.iter().map(|(seq, decision)| format!(" {seq}: {}", brief(decision))).collect();
        story.push(format!("resumed, of {waiting:?} decided{}", told.join(";")));
        if cards > 300 {
            return Err(fault(program, &story, "a run without end"));
        }
        for (seq, decision) in &decided {
            decide(&mut desk, *seq, decision, now_ms);
        }
        known = desk.journal.len();
        part = program.play(desk, None, settle(), now_ms);
        if decided.is_empty() {
            check_same_card(&part, &waiting).map_err(|what| fault(program, &story, what))?;
        }
    }
    unreachable!("cards are counted")
}

/// Nothing was decided: nothing ran, and the same calls wait.
fn check_same_card(part: &Part, waiting: &[u32]) -> Result<(), String> {
    let acts = |line: &&String| line.starts_with("run ") || (line.starts_with("call ") && !line.contains(": cut,"));
    let acted = part.transcript.iter().find(acts);
    match acted {
        Some(line) => Err(format!("nothing was decided, and it did: {line}")),
        None if part.desk.waiting() == waiting => Ok(()),
        None => Err(format!("nothing was decided, and now {:?} wait", part.desk.waiting())),
    }
}

/// The record as a page keeps it.
fn through_text(desk: &Desk) -> Result<Desk, String> {
    let text = serde_json::to_string(&desk.journal).map_err(|error| format!("the record is no JSON: {error}"))?;
    let journal: Vec<Entry> =
        serde_json::from_str(&text).map_err(|error| format!("the record is not read: {error}"))?;
    if journal == desk.journal { Ok(Desk::new(journal)) } else { Err("the record changed on its way".into()) }
}

/// What must hold of each part; `known` entries of its record are of the parts before.
fn check_part(program: &Program, part: &Part, known: usize) -> Result<(), String> {
    let told = ending(&part.finish);
    let failed = match &part.finish.outcome {
        FinishOutcome::Completed { .. } | FinishOutcome::Pending => false,
        FinishOutcome::Again => return Err("it asks to be repeated again".into()),
        FinishOutcome::Failed { error } => {
            use ErrorName::{ApprovalRejected, GuestError, UnsupportedValue};
            if !matches!(error.name, GuestError | ApprovalRejected | UnsupportedValue) {
                return Err(told);
            }
            true
        }
    };
    let waiting = part.desk.waiting();
    if part.finish.outcome == FinishOutcome::Pending && waiting.is_empty() {
        return Err("it waits for nobody".into());
    }
    if matches!(part.finish.outcome, FinishOutcome::Completed { .. }) && !waiting.is_empty() {
        return Err(format!("it completed while {waiting:?} wait"));
    }
    let fresh = part.desk.journal.get(known..).unwrap_or_default();
    let order = order_of_pass(fresh)?;
    check_order(program, &part.desk, fresh, &order)?;
    check_executed(&part.desk, &order, part.finish.outcome == FinishOutcome::Pending, failed)
}

/// The calls of the pass that was made last, in its order.
fn order_of_pass(fresh: &[Entry]) -> Result<Vec<u32>, String> {
    let mut shown = fresh.iter().filter_map(|entry| match entry {
        Entry::Shown { calls, end, .. } => Some((calls, end)),
        _ => None,
    });
    match (shown.next(), shown.next()) {
        (Some((calls, _)), None) => Ok(calls.iter().flat_map(|(from, to)| *from..=*to).collect()),
        (None, _) => Err("no pass was shown".into()),
        (Some(_), Some((_, PassEnd::Failed))) => Err("a pass ended twice, the second time by failing".into()),
        (Some(_), Some(_)) => Err("a pass ended twice".into()),
    }
}

/// Effects run in the order in which the pass made them (R5).
fn check_order(program: &Program, desk: &Desk, fresh: &[Entry], order: &[u32]) -> Result<(), String> {
    let is_effect = |seq: &u32| {
        program.functions.iter().any(|function| {
            (function.marked || function.lifted)
                && desk.calls.get(seq).is_some_and(|call| call.function == function.name)
        })
    };
    let started =
        fresh.iter().filter_map(|entry| if let Entry::Started { seq, .. } = entry { Some(*seq) } else { None });
    let effects: Vec<u32> = started.filter(is_effect).collect();
    let places: Vec<_> = effects.iter().map(|seq| order.iter().position(|at| at == seq)).collect();
    match places.iter().position(Option::is_none) {
        Some(at) => Err(format!("call {} ran and was not reached", effects[at])),
        None if places.is_sorted() => Ok(()),
        None => Err(format!("effects ran in the order {effects:?}, and the pass made {order:?}")),
    }
}

/// Whatever may run and was reached has run, unless something holds it (R5, R6).
fn check_executed(desk: &Desk, order: &[u32], pending: bool, failed: bool) -> Result<(), String> {
    let undecided = |seq: &u32| {
        desk.calls.get(seq).is_some_and(|call| call.verdict == Some(Verdict::Ask) && call.decision.is_none())
    };
    let mut held = false;
    for seq in order {
        let Some(call) = desk.calls.get(seq) else { return Err(format!("call {seq} is nowhere")) };
        held |= undecided(seq);
        let approved = call.decision == Some(DecisionKind::Approve);
        let may = approved || call.verdict == Some(Verdict::Allow);
        let held = held && approved && (pending || failed);
        if may && !held && !(call.started && call.settled) {
            return Err(format!("call {seq} was reached, may run, and did not"));
        }
    }
    Ok(())
}
