//! Owns the journal: the ordered record of a run, as the page keeps it and a resume hands it back. What must hold: folding
//! the entries in order gives every call and what became of it. Deliberately absent: who writes it and where it is kept.

use crate::position::Position;
use crate::value::{Data, ErrorData};
use serde::{Deserialize, Serialize};

/// One step of a run; `js/protocol.ts` has the same list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "lowercase")]
pub enum Entry {
    /// The code made a call.
    Call {
        /// 1, 2, 3 … in creation order.
        seq: u32,
        /// The function's whole name.
        #[serde(rename = "fn")]
        function: String,
        /// What the code passed.
        input: Data,
        /// Where the code made the call.
        #[serde(flatten)]
        position: Option<Position>,
    },
    /// The verdict on a call, given once.
    Judged {
        /// The call.
        seq: u32,
        /// What mode, mark and policy say.
        verdict: Verdict,
        /// What the schema made of the input, where it differs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<Data>,
        /// Why it was denied.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// A mark that predicate or policy lifted (M4).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lifted: Option<bool>,
    },
    /// A call refused by its schema or the border.
    Invalid {
        /// The call.
        seq: u32,
        /// What the code gets.
        error: ErrorData,
        /// When, ms since the epoch.
        at: f64,
    },
    /// A person decided.
    Decided {
        /// The call.
        seq: u32,
        /// What they said.
        decision: DecisionKind,
        /// When, ms since the epoch.
        at: f64,
        /// Why it was refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The input they put in its place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edited: Option<Data>,
        /// The value they gave.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Data>,
    },
    /// The host function was started.
    Started {
        /// The call.
        seq: u32,
        /// When, ms since the epoch.
        at: f64,
        /// It ran ahead of a marked call that was undecided (C6).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ahead: Option<bool>,
    },
    /// The host function settled, or was given up.
    Settled {
        /// The call.
        seq: u32,
        /// How.
        state: SettledState,
        /// What it gave.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Data>,
        /// What it threw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<ErrorData>,
        /// When, ms since the epoch.
        at: f64,
    },
    /// The guest met the outcome of a call.
    Delivered {
        /// The call.
        seq: u32,
        /// The guest's clock then, ms since the epoch.
        at: f64,
        /// How long waiting timers were spared since the step before, ms: people's time and breaks of the run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spared: Option<f64>,
        /// It was a pending value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pending: Option<bool>,
    },
    /// A timer fired.
    Fired {
        /// The guest's timer: 1, 2, 3 … in each pass.
        timer: u32,
        /// The guest's clock then, ms since the epoch.
        at: f64,
        /// How long waiting timers were spared since the step before, ms: people's time and breaks of the run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spared: Option<f64>,
    },
    /// A new pass begins from the top (collect).
    Began,
    /// A pass ended (collect). The last that was shown is the one a resume repeats (R2).
    Shown {
        /// The calls it came to, in its order, as ranges of `seq`, both ends included.
        calls: Vec<(u32, u32)>,
        /// How it ended.
        end: PassEnd,
        /// Where it was cut.
        #[serde(flatten)]
        position: Option<Position>,
    },
}

/// How a pass ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PassEnd {
    /// The code looked at a pending value.
    Look,
    /// The code made a call that must not run ahead of what waits (C5).
    Call,
    /// The code waits for nothing but what waits for a person.
    Idle,
    /// At its end.
    Body,
    /// It threw, or could not go on.
    Failed,
}

impl Entry {
    /// The call whose outcome this says was delivered.
    pub fn delivered(&self) -> Option<u32> {
        match self {
            Self::Delivered { seq, .. } => Some(*seq),
            Self::Call { .. }
            | Self::Judged { .. }
            | Self::Invalid { .. }
            | Self::Decided { .. }
            | Self::Started { .. }
            | Self::Settled { .. }
            | Self::Fired { .. }
            | Self::Began
            | Self::Shown { .. } => None,
        }
    }
}

/// What mode, mark and policy say about a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It runs.
    Allow,
    /// A person must say yes.
    Ask,
    /// It does not run.
    Deny,
}

/// What a person said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DecisionKind {
    /// It runs.
    Approve,
    /// It does not run.
    Reject,
    /// It does not run, and this is its value.
    Respond,
}

/// How a started call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SettledState {
    /// With a value.
    Fulfilled,
    /// With an error.
    Rejected,
    /// Nobody knows: it was given up.
    Unknown,
}
