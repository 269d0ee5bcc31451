//! Owns what a run knows of one call, and the errors of a call that can't be made. Deliberately absent: what the page alone needs,
//! such as edits and times.

use crate::driver::{BorderError, MadeCall, Outcome, instead_of};
use crate::error::{Attempt, ErrorName, RunError};
use crate::journal::{DecisionKind, Entry, SettledState, Verdict};
use crate::position::Position;
use crate::value::{Data, ErrorData};

/// One call of the run.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) function: String,
    /// What the code passed: replay compares this.
    pub(super) input: Data,
    pub(super) position: Option<Position>,
    pub(super) stage: Stage,
}

impl Call {
    pub(super) fn new(function: String, input: Data, position: Option<Position>) -> Self {
        Self { function, input, position, stage: Stage::Open }
    }

    pub(super) fn attempt(&self) -> Attempt {
        Attempt { function: self.function.clone(), input: self.input.clone() }
    }
}

/// How far a call has come.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Stage {
    /// At the page: being judged or executed.
    Open,
    /// Allowed or approved in an earlier part of the run, not started.
    Ready,
    /// For a person.
    Waiting,
    /// Its outcome is known.
    Settled(Outcome),
    /// The guest has met its outcome.
    Delivered,
}

impl Stage {
    /// The outcome, once.
    pub(super) fn deliver(&mut self) -> Option<Outcome> {
        match std::mem::replace(self, Self::Delivered) {
            Self::Settled(outcome) => Some(outcome),
            before @ (Self::Open | Self::Ready | Self::Waiting | Self::Delivered) => {
                *self = before;
                None
            }
        }
    }
}

/// The outcome that an entry of the journal tells, if it is one that does.
pub(super) fn outcome_of(entry: &Entry) -> Option<Outcome> {
    match entry {
        Entry::Judged { verdict: Verdict::Deny, reason, .. }
        | Entry::Decided { decision: DecisionKind::Reject, reason, .. } => {
            Some(Outcome::Refused { reason: reason.clone() })
        }
        Entry::Decided { decision: DecisionKind::Respond, value, .. }
        | Entry::Settled { state: SettledState::Fulfilled, value, .. } => {
            Some(Outcome::Fulfilled(value.clone().unwrap_or_else(Data::undefined)))
        }
        Entry::Invalid { error, .. } => Some(Outcome::Rejected(error.clone())),
        Entry::Settled { state: SettledState::Rejected | SettledState::Unknown, error, .. } => {
            let unnamed = || ErrorData { name: "Error".into(), message: String::new(), data: None, cause: None };
            Some(Outcome::Rejected(error.clone().unwrap_or_else(unnamed)))
        }
        Entry::Judged { verdict: Verdict::Allow | Verdict::Ask, .. }
        | Entry::Decided { decision: DecisionKind::Approve, .. }
        | Entry::Started { .. }
        | Entry::Call { .. }
        | Entry::Delivered { .. }
        | Entry::Fired { .. }
        | Entry::Began
        | Entry::Shown { .. } => None,
    }
}

/// `1 call`, `3 calls`.
pub(super) fn counted(calls: usize) -> String {
    format!("{calls} call{}", if calls == 1 { "" } else { "s" })
}

/// The error of a call over the limit.
pub(super) fn over_limit(seq: u32, made: &MadeCall, limit: usize) -> RunError {
    let message = format!(
        "the code may make {} in one run; call {seq} ({}) is over it. Do more in one call, or raise limits.calls.",
        counted(limit),
        made.function
    );
    RunError::new(ErrorName::CallLimit, message).at(made.position).with_limit(limit)
}

/// The error of a call made while the result was read: its outcome could reach nobody.
pub(super) fn too_late(made: &MadeCall) -> RunError {
    let message = format!(
        "{} was called by a getter of the result, when the code had ended. Call it before, and return the value.",
        made.function
    );
    let mut error = RunError::new(ErrorName::GuestError, message).at(made.position);
    error.guest_name = Some("Error".to_owned());
    error
}

/// What the code gets for an input that cannot cross: named, so that the run's error can be named after it.
pub(super) fn refused(refusal: BorderError, function: &str) -> ErrorData {
    let mut data = None;
    let (name, message) = match refusal {
        BorderError::Unsupported { path, kind } => {
            data = Some(Data::from_text(serde_json::json!({ "path": path }).to_string()));
            let advice = instead_of(&kind, "Pass");
            let message = format!("{function}: {path}: {kind} cannot cross to the app. {advice}");
            ("UnsupportedValue".to_owned(), message)
        }
        BorderError::TooLarge { limit } => (
            "ValueLimit".to_owned(),
            format!(
                "{function}: the input is larger than {limit} bytes. Pass less at once, or raise limits.valueBytes."
            ),
        ),
        BorderError::Arguments { count } => (
            "TypeError".to_owned(),
            format!("{function} takes one input and got {count} arguments. Pass one object: {function}({{ … }})."),
        ),
        BorderError::Threw { name, message, .. } => (name, message),
    };
    ErrorData { name, message, data, cause: None }
}
