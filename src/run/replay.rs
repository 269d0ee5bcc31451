//! Owns how a run meets its own record again: the journal folded into calls and the order of deliveries, and the errors that
//! say where code and record part. What must hold: nothing runs while the record is repeated (R2).

use super::call::{Call, Stage, counted, outcome_of};
use crate::driver::MadeCall;
use crate::error::{Attempt, ErrorName, RunError};
use crate::journal::{DecisionKind, Entry, Verdict};
use crate::position::Position;
use crate::value::Data;
use std::collections::{BTreeSet, VecDeque};

/// What the guest met, in order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Step {
    Delivered { seq: u32, at: f64, spared: Option<f64> },
    Fired { timer: u32, at: f64, spared: Option<f64> },
}

/// What is to be met again.
#[derive(Debug, Default)]
pub(super) struct Script {
    steps: VecDeque<Step>,
    /// Settled and never delivered, in order of arrival.
    pub(super) undelivered: VecDeque<u32>,
}

impl Script {
    pub(super) fn next_step(&mut self) -> Option<Step> {
        self.steps.pop_front()
    }

    pub(super) fn is_over(&self) -> bool {
        self.steps.is_empty()
    }
}

/// Folds a journal into the calls it tells of and what the guest met. Entries about calls it never tells of are passed over.
pub(super) fn fold(journal: &[Entry]) -> (Vec<Call>, Script) {
    let mut calls: Vec<Call> = Vec::new();
    let mut script = Script::default();
    let delivered: BTreeSet<u32> = journal.iter().filter_map(Entry::delivered).collect();
    let mut effects = BTreeSet::new();
    for entry in journal {
        match entry {
            Entry::Call { function, input, position, .. } => {
                calls.push(Call::new(function.clone(), input.clone(), *position));
            }
            Entry::Delivered { seq, at, spared, .. } => {
                script.steps.push_back(Step::Delivered { seq: *seq, at: *at, spared: *spared });
            }
            Entry::Fired { timer, at, spared } => {
                script.steps.push_back(Step::Fired { timer: *timer, at: *at, spared: *spared });
            }
            // In collect alone, which has its own reading of them.
            Entry::Began | Entry::Shown { .. } => {}
            Entry::Judged { seq, .. }
            | Entry::Invalid { seq, .. }
            | Entry::Decided { seq, .. }
            | Entry::Started { seq, .. }
            | Entry::Settled { seq, .. } => {
                let Some(call) = (*seq as usize).checked_sub(1).and_then(|index| calls.get_mut(index)) else {
                    continue;
                };
                if is_effect(entry) {
                    effects.insert(*seq);
                }
                call.stage = stage_after(entry, effects.contains(seq));
                if matches!(call.stage, Stage::Settled(_)) && !delivered.contains(seq) {
                    script.undelivered.push_back(*seq);
                }
            }
        }
    }
    (calls, script)
}

/// A person had to say yes, or would have had to.
fn is_effect(entry: &Entry) -> bool {
    matches!(entry, Entry::Judged { lifted: Some(true), .. } | Entry::Decided { decision: DecisionKind::Approve, .. })
}

fn stage_after(entry: &Entry, effect: bool) -> Stage {
    match entry {
        // Unless more follows, nobody saw it end (K5): only a person may have an effect run again. A plain read is made again.
        Entry::Started { .. } if effect => Stage::Waiting,
        Entry::Started { .. } => Stage::Ready,
        Entry::Judged { verdict: Verdict::Allow, .. } | Entry::Decided { decision: DecisionKind::Approve, .. } => {
            Stage::Ready
        }
        Entry::Judged { verdict: Verdict::Ask, .. } => Stage::Waiting,
        Entry::Judged { .. }
        | Entry::Decided { .. }
        | Entry::Invalid { .. }
        | Entry::Settled { .. }
        | Entry::Call { .. }
        | Entry::Delivered { .. }
        | Entry::Fired { .. }
        | Entry::Began
        | Entry::Shown { .. } => outcome_of(entry).map_or(Stage::Open, Stage::Settled),
    }
}

/// The error where a call differs from its record; none where it is the same.
pub(super) fn mismatch(seq: u32, shown: &Attempt, at: Option<Position>, made: &MadeCall) -> Option<RunError> {
    let input = made.input.clone().unwrap_or_else(|_| Data::undefined());
    if shown.function == made.function && shown.input == input {
        return None;
    }
    let actual = Attempt { function: made.function.clone(), input };
    let message = format!(
        "call {seq} was {}{} when it was shown, and is {}{} now",
        brief(shown),
        on_line(at),
        brief(&actual),
        on_line(made.position)
    );
    Some(error(seq, &message, Some(shown.clone()), Some(actual)).at(made.position))
}

/// The error where the code makes a call the record does not have; `seq` counts from 1.
pub(super) fn unexpected(seq: u32, made: &MadeCall) -> RunError {
    let actual =
        Attempt { function: made.function.clone(), input: made.input.clone().unwrap_or_else(|_| Data::undefined()) };
    let message = format!(
        "the code made {} when it was shown, and now makes one more: {}{}",
        counted(seq as usize - 1),
        brief(&actual),
        on_line(made.position)
    );
    error(seq, &message, None, Some(actual)).at(made.position)
}

/// The error where the code did not make a call the record has.
pub(super) fn stopped_short(seq: u32, expected: Option<Attempt>, at: Option<Position>, made: usize) -> RunError {
    let shown = expected.as_ref().map_or_else(|| "a further call".to_owned(), brief);
    let made = counted(made);
    let message = format!(
        "call {seq} was {shown}{} when it was shown, and now the code made {made} and did not come to it",
        on_line(at)
    );
    error(seq, &message, expected, None).at(at)
}

/// The error where the code looks at a pending value that it did not look at when it was shown.
pub(super) fn looked_elsewhere(seq: u32, attempt: Option<Attempt>, at: Option<Position>) -> RunError {
    let call = attempt.as_ref().map_or_else(|| "a call".to_owned(), brief);
    let message =
        format!("the code looks at the result of {call}{}, which it did not do there when it was shown", on_line(at));
    error(seq, &message, attempt, None).at(at)
}

/// The error where the code goes on past the place where it was cut.
pub(super) fn went_on(at: Option<Position>) -> RunError {
    let message = format!("the code stopped{} when it was shown, and now it went on", on_line(at));
    error(0, &message, None, None).at(at)
}

/// The same divergence, met after the decisions applied and before anything had thrown (R9).
pub(super) fn parted_later(mut error: RunError) -> RunError {
    error.message = error.message.replace(NOTHING_RAN, "It stops here; `ran` lists what had run (R9).");
    error
}

/// How a run ends that failed before its record was met. That the code threw is a way to part from the record, unless it is a
/// record of a run that may have `ended` here; what broke or was refused by a limit is not the code's doing and keeps its name.
pub(super) fn failure_in_repeat(failure: Box<RunError>, ended: bool) -> Box<RunError> {
    match failure.name {
        ErrorName::GuestError | ErrorName::ApprovalRejected | ErrorName::UnsupportedValue | ErrorName::ValueLimit
            if !ended =>
        {
            let thrown = failure.guest_name.as_deref().unwrap_or("an error");
            let message = format!("the code went on when it was shown, and now it threw {thrown}: {}", failure.message);
            Box::new(error(0, &message, None, None).at(failure.position))
        }
        ErrorName::GuestError
        | ErrorName::ApprovalRejected
        | ErrorName::UnsupportedValue
        | ErrorName::ValueLimit
        | ErrorName::ReplayMismatch
        | ErrorName::SyntaxError
        | ErrorName::MemoryLimit
        | ErrorName::StackOverflow
        | ErrorName::CallLimit
        | ErrorName::CodeLimit
        | ErrorName::JournalLimit
        | ErrorName::Deadlock
        | ErrorName::EngineCrash => failure,
    }
}

/// The error where the record has a timer firing that the code did not set.
pub(super) fn no_such_timer(timer: u32) -> RunError {
    error(0, &format!("timer {timer} fired when it was shown, and now the code did not set it"), None, None)
}

const NOTHING_RAN: &str = "Nothing ran (R2).";

fn error(seq: u32, message: &str, expected: Option<Attempt>, actual: Option<Attempt>) -> RunError {
    let mut error = RunError::new(
        ErrorName::ReplayMismatch,
        format!(
            "{message}. {NOTHING_RAN} What usually causes it: the code, its input or the record was changed in between, or another version of this package continues the run."
        ),
    );
    error.seq = (seq > 0).then_some(seq);
    error.expected = expected;
    error.actual = actual;
    error
}

fn on_line(at: Option<Position>) -> String {
    at.map_or_else(String::new, |Position { line, .. }| format!(" on line {line}"))
}

fn brief(attempt: &Attempt) -> String {
    const LONGEST: usize = 120;
    let text = attempt.input.text();
    let cut: String = text.chars().take(LONGEST).collect();
    let more = if cut.len() < text.len() { "…" } else { "" };
    format!("{}({cut}{more})", attempt.function)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::Outcome;
    use crate::journal::SettledState;
    use crate::value::ErrorData;

    fn call(seq: u32, input: &str) -> Entry {
        Entry::Call { seq, function: "f".into(), input: Data::from_text(input), position: None }
    }

    fn settled(seq: u32, state: SettledState) -> Entry {
        let error = (state == SettledState::Unknown).then(|| ErrorData {
            name: "TimeoutError".into(),
            message: "too slow".into(),
            data: None,
            cause: None,
        });
        Entry::Settled { seq, state, value: None, error, at: 1.0 }
    }

    fn judged(seq: u32, verdict: Verdict) -> Entry {
        Entry::Judged { seq, verdict, shown: None, reason: None, lifted: None }
    }

    fn decided(seq: u32, decision: DecisionKind) -> Entry {
        Entry::Decided { seq, decision, at: 1.0, reason: Some("why".into()), edited: None, value: None }
    }

    fn stages(journal: &[Entry]) -> Vec<Stage> {
        fold(journal).0.into_iter().map(|call| call.stage).collect()
    }

    #[test]
    fn the_last_that_is_known_of_a_call_counts() {
        let refused = |reason: Option<&str>| Stage::Settled(Outcome::Refused { reason: reason.map(Into::into) });
        let undefined = || Stage::Settled(Outcome::Fulfilled(Data::undefined()));
        let started = Entry::Started { seq: 1, at: 1.0, ahead: None };
        let ask = || judged(1, Verdict::Ask);
        let yes = || decided(1, DecisionKind::Approve);
        let lifted = Entry::Judged { seq: 1, verdict: Verdict::Allow, shown: None, reason: None, lifted: Some(true) };
        let cases = [
            (vec![], Stage::Open),
            (vec![judged(1, Verdict::Allow)], Stage::Ready),
            (vec![ask()], Stage::Waiting),
            (vec![judged(1, Verdict::Deny)], refused(None)),
            (vec![ask(), yes()], Stage::Ready),
            (vec![ask(), decided(1, DecisionKind::Reject)], refused(Some("why"))),
            (vec![ask(), decided(1, DecisionKind::Respond)], undefined()),
            (vec![judged(1, Verdict::Allow), started.clone()], Stage::Ready),
            (vec![lifted, started.clone()], Stage::Waiting),
            (vec![ask(), yes(), started.clone()], Stage::Waiting),
            (vec![ask(), yes(), started.clone(), yes()], Stage::Ready),
            (vec![ask(), yes(), started.clone(), settled(1, SettledState::Fulfilled)], undefined()),
            (vec![judged(1, Verdict::Allow), started, settled(1, SettledState::Fulfilled)], undefined()),
        ];
        for (entries, stage) in cases {
            let journal = [vec![call(1, "1")], entries].concat();
            assert_eq!(stages(&journal), [stage], "{journal:?}");
        }
    }

    #[test]
    fn a_call_given_up_throws_what_it_threw() {
        let stages = stages(&[call(1, "1"), judged(1, Verdict::Allow), settled(1, SettledState::Unknown)]);
        let [Stage::Settled(Outcome::Rejected(error))] = stages.as_slice() else { panic!("{stages:?}") };
        assert_eq!((error.name.as_str(), error.message.as_str()), ("TimeoutError", "too slow"));
    }

    #[test]
    fn what_settled_and_was_not_delivered_comes_first_in_the_order_it_settled() {
        let delivered = |seq| Entry::Delivered { seq, at: 2.0, spared: None, pending: None };
        let settle = |seq| settled(seq, SettledState::Fulfilled);
        let calls = (1..=4).map(|seq| call(seq, "1"));
        let journal: Vec<_> = calls.chain([settle(4), settle(2), delivered(2), settle(1)]).collect();
        let (_, mut script) = fold(&journal);
        assert_eq!(script.undelivered, [4, 1]);
        assert_eq!(script.next_step(), Some(Step::Delivered { seq: 2, at: 2.0, spared: None }));
        assert_eq!(script.next_step(), None);
    }

    #[test]
    fn entries_about_no_call_are_passed_over() {
        let journal = [
            settled(0, SettledState::Fulfilled),
            judged(7, Verdict::Allow),
            call(1, "1"),
            decided(u32::MAX, DecisionKind::Approve),
        ];
        assert_eq!(stages(&journal), [Stage::Open]);
    }

    #[test]
    fn a_mismatch_shows_both_sides_and_cuts_what_is_long() {
        let long = format!("\"{}\"", "ä".repeat(500));
        let recorded = Attempt { function: "f".into(), input: Data::from_text(long.as_str()) };
        let made = |function: &str, input: &str| MadeCall {
            slot: 0,
            function: function.into(),
            input: Ok(Data::from_text(input)),
            position: None,
        };
        assert!(mismatch(1, &recorded, None, &made("f", &long)).is_none());
        for other in [made("g", &long), made("f", "1")] {
            let error = mismatch(1, &recorded, None, &other).unwrap();
            assert_eq!((error.name, error.seq), (ErrorName::ReplayMismatch, Some(1)));
            assert_eq!(error.expected.unwrap().input.text(), long);
            assert_eq!(error.actual.unwrap().function, other.function);
            assert!(error.message.contains("ä…)") && error.message.chars().count() < 500, "{}", error.message);
        }
    }

    #[test]
    fn a_failure_in_the_repeat_is_a_mismatch_if_the_code_is_what_failed() {
        let named = |name, ended| failure_in_repeat(Box::new(RunError::new(name, "x")), ended).name;
        for name in
            [ErrorName::GuestError, ErrorName::ApprovalRejected, ErrorName::UnsupportedValue, ErrorName::ValueLimit]
        {
            assert_eq!((named(name, false), named(name, true)), (ErrorName::ReplayMismatch, name));
        }
        for name in [ErrorName::MemoryLimit, ErrorName::EngineCrash, ErrorName::StackOverflow, ErrorName::SyntaxError] {
            assert_eq!(named(name, false), name);
        }
    }
}
