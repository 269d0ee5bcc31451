//! Owns what a run knows of one call. Deliberately absent: what the page alone needs, such as edits and times.

use crate::driver::Outcome;
use crate::position::Position;
use crate::value::Data;

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
