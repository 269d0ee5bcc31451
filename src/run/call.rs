//! Owns what a run knows of one call. Deliberately absent: what the page alone needs, such as edits and times.

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
    pub(super) delivered: bool,
}

impl Call {
    pub(super) fn new(function: String, input: Data, position: Option<Position>) -> Self {
        Self { function, input, position, stage: Stage::Open, delivered: false }
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
}

/// What came of a call, as the guest gets it.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// A value.
    Fulfilled(Data),
    /// An error of the function, the schema or the border.
    Rejected(ErrorData),
    /// `ApprovalRejected`: refused by mode, policy or a person.
    Refused {
        /// Why, if they said.
        reason: Option<String>,
    },
}
