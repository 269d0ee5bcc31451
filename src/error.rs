//! Owns [`RunError`]: how a run ends that did not complete, as plain data the page turns into its `RunError` class.
//! What must hold: `name` is one of the contract's names and is what programs branch on; `message` is for people.

use crate::position::Position;
use crate::value::Data;
use serde::{Deserialize, Serialize};

/// The names a failed run can have that the core itself gives; the page adds its own (Timeout, Aborted, …).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ErrorName {
    /// A refusal the code did not catch.
    ApprovalRejected,
    /// The code did not repeat what was shown.
    ReplayMismatch,
    /// An exception the code did not catch.
    GuestError,
    /// The code cannot be parsed.
    SyntaxError,
    /// The engine's heap is full.
    MemoryLimit,
    /// The engine's stack is full.
    StackOverflow,
    /// Too many calls.
    CallLimit,
    /// A value is too large to cross.
    ValueLimit,
    /// The code is too long.
    CodeLimit,
    /// The record of the run is too long.
    JournalLimit,
    /// The code waits for something that nothing can settle.
    Deadlock,
    /// A value that cannot cross.
    UnsupportedValue,
    /// The engine broke.
    EngineCrash,
}

/// How a run failed. Fields that do not apply are absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunError {
    /// What to branch on.
    pub name: ErrorName,
    /// What happened, where, what to do.
    pub message: String,
    /// Where in the user's code.
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    pub position: Option<Position>,
    /// The call this is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u32>,
    /// The host function this is about.
    #[serde(rename = "fn", skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The input of that call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<Data>,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// ReplayMismatch: what the record has, as function and input; absent where the record has no further call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Attempt>,
    /// ReplayMismatch: what the code did; absent where it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<Attempt>,
    /// GuestError: the exception's own name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guest_name: Option<String>,
    /// GuestError: the exception's stack, in the user's positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guest_stack: Option<String>,
    /// SyntaxError: the line of the code it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_line: Option<String>,
    /// UnsupportedValue: where in the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The size of the limit that was met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
}

/// One side of a replay mismatch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The host function.
    #[serde(rename = "fn")]
    pub function: String,
    /// What it was called with.
    pub input: Data,
}

impl RunError {
    /// An error with nothing but its name and message.
    pub fn new(name: ErrorName, message: impl Into<String>) -> Self {
        Self {
            name,
            message: message.into(),
            position: None,
            seq: None,
            function: None,
            input: None,
            reason: None,
            expected: None,
            actual: None,
            guest_name: None,
            guest_stack: None,
            source_line: None,
            path: None,
            limit: None,
        }
    }

    /// The engine broke; `what` is known of it.
    pub fn crash(what: impl std::fmt::Display) -> Self {
        Self::new(ErrorName::EngineCrash, what.to_string())
    }

    /// A message to the page was lost.
    pub fn unheard(what: &str) -> Self {
        Self::crash(format!("the page did not hear the worker: {what}"))
    }

    /// Nothing can settle what the code waits for.
    pub fn deadlock() -> Self {
        Self::new(
            ErrorName::Deadlock,
            "the code waits for something that nothing can settle: no call is outstanding and no timer is set. Look for an `await` of a promise that is never resolved.",
        )
    }

    /// The engine's stack is full.
    pub fn stack_overflow() -> Self {
        let message = "the code recurses too deeply. Use a loop, or check what should end the recursion.";
        Self::new(ErrorName::StackOverflow, message)
    }

    /// The same error, about a place in the code.
    #[must_use]
    pub fn at(mut self, position: Option<Position>) -> Self {
        self.position = position;
        self
    }

    /// The same error, about a limit of this size.
    #[must_use]
    pub fn with_limit(mut self, limit: usize) -> Self {
        self.limit = Some(limit);
        self
    }
}
