//! Owns the state machine of a run: which call waits, runs, is delivered, and how the run ends. It is told what happened and
//! says what to do next. What must hold: it calls nobody, so every rule of approval can be read here: deny and pause in
//! `at_once.rs`, collect in `collect.rs`. Deliberately absent: I/O, the engine, any clock of its own (times are arguments), and
//! verdicts: the page gives those.

mod at_once;
mod call;
mod clock;
mod collect;
mod messages;
mod people;
mod replay;

pub use messages::{Decision, Event, Mode, Reply, Request, Settings};

use crate::driver::{Accept, CallSite, LogLine, MadeCall, Outcome};
use crate::error::RunError;
use crate::journal::Entry;
use crate::position::Position;
use crate::value::Data;

/// What the session is to do now; the guest has no job left.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Give the guest this outcome.
    Deliver {
        /// Which call.
        call: CallSite,
        /// What came of it.
        outcome: Outcome,
    },
    /// Run this timer's callback.
    Fire {
        /// The guest's timer.
        timer: u32,
    },
    /// Wait for the next event, or until this time (ms since the epoch).
    Wait {
        /// When the next timer is due.
        until: Option<f64>,
    },
    /// See whether the result of the finished body can cross (C7), and say so.
    CheckResult,
    /// Run the code again from the top, in a new guest.
    Again,
    /// The run, or this part of it, is over.
    End(End),
}

/// How a run ended, as far as the core knows.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// Its body has finished, no call is outstanding, no job is left.
    Completed,
    /// Calls wait for a person and nobody can decide now.
    Pending,
    /// It failed.
    Failed(Box<RunError>),
}

/// What a run tells its host.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// To be done.
    Request(Request),
    /// To be recorded.
    Entry(Entry),
    /// For the log.
    Line(LogLine),
    /// The shown pass has been repeated up to where the code was stopped. What the engine still does may never end.
    Repeated,
}

/// A run as its journal tells it; an empty journal is a new run.
pub fn begin(settings: Settings, journal: &[Entry]) -> Box<dyn Run> {
    match settings.mode {
        Mode::Deny | Mode::Pause => Box::new(at_once::AtOnce::new(settings, journal)),
        Mode::Collect => Box::new(collect::Collect::new(settings, journal)),
    }
}

/// One run. It is told what happens, and asked what to do when the guest has no job left.
pub trait Run {
    /// The guest's clock, ms since the epoch: moves only when an outcome is delivered or a timer fires.
    fn guest_now_ms(&self) -> f64;
    /// What there is to tell the host since the last time, in order.
    fn tell(&mut self) -> Vec<Told>;
    /// Whether what the guest logs now is for the log.
    fn logs(&self) -> bool;
    /// The call a slot of this pass stands for.
    fn seq_of(&self, slot: u32) -> Option<u32>;
    /// Function and input of a call.
    fn call(&self, seq: u32) -> Option<(&str, &Data)>;
    /// The guest called a host function.
    fn on_call(&mut self, made: MadeCall) -> Accept;
    /// The guest looked at the pending value of a call: nothing of it counts any more.
    fn on_observed(&mut self, slot: u32, position: Option<Position>);
    /// The guest started a timer.
    fn on_timer_started(&mut self, timer: u32, delay_ms: f64, repeat: bool, now_ms: f64);
    /// The guest cleared a timer.
    fn on_timer_cleared(&mut self, timer: u32);
    /// Something happened at the host at this time.
    fn on_event(&mut self, event: Event, now_ms: f64);
    /// The body of the code has finished without an error.
    fn on_body_done(&mut self);
    /// Whether the result can cross, as it was asked for.
    fn on_result_checked(&mut self, checked: Result<(), RunError>);
    /// The guest is over: an uncaught error, a limit, a trap. The first failure is the one that counts.
    fn on_failure(&mut self, error: RunError);
    /// The run has completed and its result is read, which may run code of the guest: a call made now comes too late.
    fn on_reading_result(&mut self);
    /// A new pass begins, in a new guest.
    fn on_pass_began(&mut self);
    /// How the run failed, if it has. What the engine says after it means nothing.
    fn failure(&self) -> Option<&RunError>;
    /// What to do now.
    fn next(&mut self, now_ms: f64) -> Next;
}
