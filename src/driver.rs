//! Owns what passes between a guest and whoever drives it: [`Driver`], everything the guest's realm asks, and [`Outcome`],
//! what it is given. What must hold: a driver is called while guest code is on the stack, so no implementation calls back
//! into the guest. Deliberately absent: verdicts and decisions.

use crate::position::Position;
use crate::value::{Data, ErrorData};

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
    /// A pending value: the call waits for a person and the code goes on (C1).
    Pending,
}

/// A call as the guest is told of it when its outcome is delivered.
#[derive(Debug, Clone, PartialEq)]
pub struct CallSite {
    /// The call, as the guest named it when it made it.
    pub slot: u32,
    /// The same in every replay, as its name is.
    pub seq: u32,
    /// The name that is the same in every replay.
    pub call_id: String,
    /// The function's whole name.
    pub function: String,
    /// What the code passed.
    pub input: Data,
    /// Where the code made the call.
    pub position: Option<Position>,
}

/// Drives a guest: takes its calls, log lines and timers, and gives it the time.
pub trait Driver {
    /// The guest called a host function; its outcome is delivered later under `slot`.
    fn call(&self, made: MadeCall) -> Accept;
    /// The guest looked at the pending value of the call of this slot, here: the pass is cut, and nothing the guest does from
    /// now on can be seen (C2). Told once.
    fn observed(&self, slot: u32, position: Option<Position>);
    /// The guest logged a line.
    fn log(&self, line: LogLine);
    /// The guest's clock, in ms since the epoch.
    fn now_ms(&self) -> f64;
    /// The guest started a timer; `repeat` for an interval. Ids are 1, 2, 3 … in each pass.
    fn start_timer(&self, id: u32, delay_ms: f64, repeat: bool);
    /// The guest cleared a timer; an unknown id is no error.
    fn clear_timer(&self, id: u32);
}

/// Whether the guest may go on after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accept {
    /// Go on.
    Go,
    /// End this pass here: nothing the guest does from now on can be seen.
    Stop,
}

/// One call as the guest made it.
#[derive(Debug, Clone)]
pub struct MadeCall {
    /// Names this call in this pass: 0, 1, 2 …
    pub slot: u32,
    /// The function's whole name, `mail.send`.
    pub function: String,
    /// The input, serialised when the call was made, or why it cannot cross.
    pub input: Result<Data, BorderError>,
    /// Where the code made the call.
    pub position: Option<Position>,
}

/// Why a value cannot cross the border.
#[derive(Debug, Clone, PartialEq)]
pub enum BorderError {
    /// A kind of value that is not data: where it is, and what it is.
    Unsupported {
        /// `input.items[2].onClick`
        path: String,
        /// `a function`
        kind: String,
    },
    /// The serialised value is over the limit.
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// More than one argument to a function that takes a single input.
    Arguments {
        /// How many there were.
        count: usize,
    },
    /// A getter of the guest threw while the value was read: the exception's name and message.
    Threw {
        /// The exception's name.
        name: String,
        /// The exception's message.
        message: String,
        /// Where it was made.
        position: Option<Position>,
    },
}

/// What to do about a value of this kind; `verb`: what is done with it.
pub(crate) fn instead_of(kind: &str, verb: &str) -> String {
    match kind {
        "a promise" => "Await it first; of a list, `await Promise.all(list)`.".to_owned(),
        "a function" => format!("A function stays in the code. {verb} what it gives, or leave it out."),
        "a symbol" => format!("{verb} a text instead."),
        "a generator" | "an iterator" => format!("{verb} a list of what it gives: `[...it]`."),
        _ if kind.ends_with(" instance") => {
            format!("{verb} a plain object with what is needed of it, or its text: `{{ ...it }}`, `String(it)`.")
        }
        _ => format!("{verb} plain data: objects, arrays, strings, numbers, dates, maps, sets."),
    }
}

/// How loud a log line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// `console.debug`
    Debug,
    /// `console.log`
    Log,
    /// `console.info`
    Info,
    /// `console.warn`
    Warn,
    /// `console.error`
    Error,
}

/// One line of the guest's log.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LogLine {
    /// How loud.
    pub level: LogLevel,
    /// The formatted text.
    pub text: String,
    /// 1-based line of the code that logged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}
