//! Owns what a run is told and what it asks for. `js/protocol.ts` has the same shapes as they cross to the page.

use crate::limits::Limits;
use crate::position::Position;
use crate::value::{Data, ErrorData};
use serde::{Deserialize, Serialize};

/// What happens to a call that needs approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// It throws.
    Deny,
    /// It waits.
    Pause,
    /// It gives a pending value.
    Collect,
}

/// What a run is given at its start and keeps.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Names the run; part of each call's id.
    pub run_id: String,
    /// What happens to a call that needs approval.
    pub mode: Mode,
    /// Lifts "one at a time" of P2.
    pub concurrent_approvals: bool,
    /// Whether somebody can be asked.
    pub hook: bool,
    /// The limits of the run.
    pub limits: Limits,
    /// The guest's clock when the run began, ms since the epoch.
    pub started_at_ms: f64,
    /// Collect: the shown pass was repeated already, in another instance (R2).
    pub repeated: bool,
    /// The record is of a run that was cut short: calls of its last step may be missing from it (K4).
    pub interrupted: bool,
}

/// What the host is to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// Judge a call and, if `go` and allowed, execute it. Answered with a [`Reply`].
    Call {
        /// The call.
        seq: u32,
        /// Its function.
        function: String,
        /// What the code passed.
        input: Data,
        /// Where.
        position: Option<Position>,
        /// Whether it may start at once.
        go: bool,
        /// Collect: it would run ahead of an undecided call (C4).
        behind: bool,
    },
    /// Execute a call that was allowed and in line, or approved. Answered with a [`Reply`].
    Execute {
        /// The call.
        seq: u32,
        /// Collect: it runs ahead of an undecided call (C6).
        ahead: bool,
    },
    /// Ask the person. Answered with a [`Decision`].
    Ask {
        /// The call.
        seq: u32,
    },
    /// An answer is no longer wanted.
    Withdraw {
        /// The call.
        seq: u32,
    },
    /// A call that cannot cross; for the record.
    Invalid {
        /// The call.
        seq: u32,
        /// Its function.
        function: String,
        /// `undefined`: the real one cannot cross.
        input: Data,
        /// Where.
        position: Option<Position>,
        /// What the code gets.
        error: ErrorData,
    },
}

/// What became of a call at the host.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Reply {
    /// It may run, once it has a place.
    Allowed,
    /// A person must say yes. Unless approvals are concurrent, it comes when the verdict on every earlier call is known: calls
    /// that ask are heard of in creation order (P2), and what an earlier call does after its verdict is not waited for.
    Ask,
    /// Collect: it must not run ahead, and counts as not made (C5).
    Cut,
    /// Refused by mode, mark or policy (D1).
    Denied {
        /// Why, if the policy said.
        #[serde(default)]
        reason: Option<String>,
    },
    /// Refused by its schema.
    Invalid {
        /// What the code gets.
        error: ErrorData,
    },
    /// Executed, with a value.
    Fulfilled {
        /// The value.
        value: Data,
    },
    /// Executed, with an error.
    Rejected {
        /// The error.
        error: ErrorData,
    },
    /// Given up: nobody knows what became of it.
    Unknown {
        /// What the code gets.
        error: ErrorData,
    },
}

/// A person's answer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Decision {
    /// It runs.
    Approve,
    /// It throws `ApprovalRejected`.
    Reject {
        /// Why, if they said.
        #[serde(default)]
        reason: Option<String>,
    },
    /// This is its value and nothing runs.
    Respond {
        /// The value.
        value: Data,
    },
    /// Nobody can decide now (P4), or the answer was none (P5).
    Pause,
}

/// What happened at the host.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A `Call` or `Execute` was answered.
    Reply {
        /// The call.
        seq: u32,
        /// The answer.
        reply: Reply,
    },
    /// An `Ask` was answered.
    Decision {
        /// The call.
        seq: u32,
        /// The answer.
        decision: Decision,
    },
    /// A message to the host was lost: the run can't go on.
    Lost {
        /// What is known of it.
        message: String,
    },
    /// The time that was waited for has come.
    Woken,
}
