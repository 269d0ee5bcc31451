//! Owns the state machine of a run: which call waits, runs, is delivered, and how the run ends. It is told what happened and
//! says what to do next. What must hold: it calls nobody, so every rule of deny and pause can be read here.
//! Deliberately absent: I/O, the engine, any clock of its own (times are arguments), and verdicts: the page gives those.

mod call;
mod clock;
mod messages;
mod replay;

pub use messages::{Decision, Event, Mode, Reply, Request, Settings};

use crate::driver::{Accept, BorderError, CallSite, MadeCall, Outcome};
use crate::error::{ErrorName, RunError};
use crate::journal::Entry;
use crate::value::Data;
use call::{Call, Stage};
use clock::Clock;
use replay::{Script, Step};
use std::collections::{BTreeSet, VecDeque};

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
    /// The run, or this part of it, is over.
    End(End),
}

/// How a run ended, as far as the core knows.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// Its body has finished, no call is outstanding, no job is left.
    Completed,
    /// Calls wait for a person and nobody can decide now (P4).
    Pending,
    /// It failed.
    Failed(Box<RunError>),
}

/// One run, through one pass.
#[derive(Debug)]
pub struct Run {
    settings: Settings,
    calls: Vec<Call>,
    /// The seq of each slot of this pass.
    slots: Vec<u32>,
    /// What earlier passes recorded and this one has not met again. None once the frontier is passed.
    script: Option<Script>,
    /// Settled and not delivered, in order of arrival.
    arrivals: VecDeque<u32>,
    /// Allowed or approved, waiting for a place.
    line: BTreeSet<u32>,
    /// At the page, the verdict not known yet.
    judging: BTreeSet<u32>,
    /// Waiting for a person.
    waiting: BTreeSet<u32>,
    /// Those of `waiting` a hook is open for.
    asked: BTreeSet<u32>,
    /// Calls that hold one of the places for calls in flight.
    in_flight: BTreeSet<u32>,
    clock: Clock,
    body_done: bool,
    /// P4: the guest does not go on; calls in flight are awaited.
    pausing: bool,
    /// The guest is over: calls already made are awaited, then the run ends with this.
    failure: Option<Box<RunError>>,
    requests: Vec<Request>,
    entries: Vec<Entry>,
}

impl Run {
    /// A run as its journal tells it; an empty journal is a new run.
    pub fn new(settings: Settings, journal: &[Entry]) -> Self {
        let (calls, script) = replay::fold(journal);
        let clock = Clock::new(settings.started_at_ms);
        Self {
            script: (!journal.is_empty()).then_some(script),
            settings,
            calls,
            slots: Vec::new(),
            arrivals: VecDeque::new(),
            line: BTreeSet::new(),
            judging: BTreeSet::new(),
            waiting: BTreeSet::new(),
            asked: BTreeSet::new(),
            in_flight: BTreeSet::new(),
            clock,
            body_done: false,
            pausing: false,
            failure: None,
            requests: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// The guest's clock, ms since the epoch: moves only when an outcome is delivered or a timer fires.
    pub fn guest_now_ms(&self) -> f64 {
        self.clock.now_ms()
    }

    /// What is to be sent to the host, in order.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// Deliveries and timers the guest met since the last time, to be recorded.
    pub fn take_entries(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }

    /// The call a slot of this pass stands for.
    pub fn seq_of(&self, slot: u32) -> Option<u32> {
        self.slots.get(slot as usize).copied()
    }

    /// Function and input of a call.
    pub fn call(&self, seq: u32) -> Option<(&str, &Data)> {
        self.at(seq).map(|call| (call.function.as_str(), &call.input))
    }

    /// The guest called a host function.
    pub fn on_call(&mut self, made: MadeCall) -> Accept {
        if self.failure.is_some() {
            return Accept::Stop;
        }
        let seq = self.slots.len() as u32 + 1;
        if let Some(recorded) = self.calls.get(seq as usize - 1) {
            if let Some(error) = replay::mismatch(seq, recorded, &made) {
                return self.stop(error);
            }
            self.slots.push(seq);
            return Accept::Go;
        }
        if self.script.is_some() {
            return self.stop(replay::unexpected(seq, &made));
        }
        if self.calls.len() >= self.settings.limits.calls {
            let limit = self.settings.limits.calls;
            let message = format!(
                "the code may make {limit} calls in one run; call {seq} ({}) is over it. Do more in one call, or raise limits.calls.",
                made.function
            );
            return self.stop(RunError::new(ErrorName::CallLimit, message).at(made.position).with_limit(limit));
        }
        self.slots.push(seq);
        self.begin(seq, made);
        Accept::Go
    }

    fn begin(&mut self, seq: u32, made: MadeCall) {
        let MadeCall { function, input, position, .. } = made;
        match input {
            Ok(input) => {
                let go = self.in_flight.len() < self.settings.limits.concurrent_calls && self.line.is_empty();
                if go {
                    self.in_flight.insert(seq);
                }
                self.judging.insert(seq);
                self.calls.push(Call::new(function.clone(), input.clone(), position));
                self.requests.push(Request::Call { seq, function, input, position, go });
            }
            Err(refusal) => {
                let error = refusal.into_error_data(&function);
                let input = Data::undefined();
                self.calls.push(Call::new(function.clone(), input.clone(), position));
                self.requests.push(Request::Invalid { seq, function, input, position, error: error.clone() });
                self.settle(seq, Outcome::Rejected(error));
            }
        }
    }

    /// The guest started a timer.
    pub fn on_timer_started(&mut self, timer: u32, delay_ms: f64, repeat: bool) {
        self.clock.start_timer(timer, delay_ms, repeat);
    }

    /// The guest cleared a timer.
    pub fn on_timer_cleared(&mut self, timer: u32) {
        self.clock.clear_timer(timer);
    }

    /// Something happened at the host at this time.
    pub fn on_event(&mut self, event: Event, now_ms: f64) {
        match event {
            Event::Reply { seq, reply } => self.on_reply(seq, reply),
            Event::Decision { seq, decision } => self.on_decision(seq, decision, now_ms),
            Event::Lost { message } => {
                self.on_failure(RunError::new(
                    ErrorName::EngineCrash,
                    format!("the page did not hear the worker: {message}"),
                ));
            }
            Event::Woken => {}
        }
    }

    fn on_reply(&mut self, seq: u32, reply: Reply) {
        self.judging.remove(&seq);
        match reply {
            Reply::Allowed => {
                self.line.insert(seq);
            }
            Reply::Ask => {
                self.in_flight.remove(&seq);
                self.set(seq, Stage::Waiting);
                self.waiting.insert(seq);
                // R12: with nobody to ask, another marked call ends this part of the run.
                if !self.settings.hook {
                    self.pausing = true;
                }
            }
            Reply::Denied { reason } => self.settle(seq, Outcome::Refused { reason }),
            Reply::Fulfilled { value } => self.settle(seq, Outcome::Fulfilled(value)),
            Reply::Invalid { error } | Reply::Rejected { error } | Reply::Unknown { error } => {
                self.settle(seq, Outcome::Rejected(error));
            }
        }
    }

    fn on_decision(&mut self, seq: u32, decision: Decision, now_ms: f64) {
        if !self.asked.remove(&seq) {
            return; // Withdrawn meanwhile.
        }
        if self.asked.is_empty() {
            self.clock.resume(now_ms);
        }
        match decision {
            Decision::Approve => {
                self.waiting.remove(&seq);
                self.line.insert(seq);
            }
            Decision::Reject { reason } => self.settle(seq, Outcome::Refused { reason }),
            Decision::Respond { value } => self.settle(seq, Outcome::Fulfilled(value)),
            Decision::Pause => self.pausing = true,
        }
    }

    fn settle(&mut self, seq: u32, outcome: Outcome) {
        self.in_flight.remove(&seq);
        self.waiting.remove(&seq);
        self.set(seq, Stage::Settled(outcome));
        self.arrivals.push_back(seq);
    }

    /// The body of the code has finished without an error.
    pub fn on_body_done(&mut self) {
        self.body_done = true;
    }

    /// The guest is over: an uncaught error, a limit, a trap. The first failure is the one that counts.
    pub fn on_failure(&mut self, error: RunError) {
        if self.failure.is_none() {
            self.failure = Some(Box::new(error));
        }
    }

    /// Whether the guest was stopped by the run itself, and no error of the engine about it means anything.
    pub fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// What to do now.
    pub fn next(&mut self, now_ms: f64) -> Next {
        if self.failure.is_none()
            && let Some(step) = self.script.as_mut().and_then(Script::next_step)
        {
            return self.repeat(step, now_ms);
        }
        if self.failure.is_none() && self.script.is_some() {
            self.pass_frontier(now_ms);
        }
        self.start_calls();
        if let Some(error) = &self.failure {
            let error = error.clone();
            self.withdraw_all();
            return if self.executing() { Next::Wait { until: None } } else { Next::End(End::Failed(error)) };
        }
        if self.pausing {
            self.withdraw_all();
            return if self.executing() { Next::Wait { until: None } } else { Next::End(End::Pending) };
        }
        self.ask(now_ms);
        self.next_live(now_ms)
    }

    fn next_live(&mut self, now_ms: f64) -> Next {
        if let Some(&seq) = self.arrivals.front() {
            self.arrivals.pop_front();
            self.clock.advance(now_ms);
            return self.deliver(seq);
        }
        if self.outstanding() == 0 && self.body_done {
            return Next::End(End::Completed);
        }
        if let Some(timer) = self.clock.due(now_ms) {
            self.clock.advance(now_ms);
            self.clock.fired(timer);
            self.entries.push(Entry::Fired { timer, at: self.clock.now_ms() });
            return Next::Fire { timer };
        }
        let until = self.clock.next_due_ms();
        if self.executing() || !self.asked.is_empty() || until.is_some() {
            return Next::Wait { until };
        }
        if !self.waiting.is_empty() {
            return Next::End(End::Pending);
        }
        self.on_failure(RunError::new(
            ErrorName::Deadlock,
            "the code waits for something that nothing can settle: no call is outstanding and no timer is set. Look for an `await` of a promise that is never resolved.",
        ));
        self.next(now_ms)
    }

    fn deliver(&mut self, seq: u32) -> Next {
        let call_id = format!("{}.{seq}", self.settings.run_id);
        let at = self.clock.now_ms();
        let Some(call) = (seq as usize).checked_sub(1).and_then(|index| self.calls.get_mut(index)) else {
            return Next::Wait { until: None };
        };
        let Stage::Settled(outcome) = &call.stage else { return Next::Wait { until: None } };
        let outcome = outcome.clone();
        let (function, input) = (call.function.clone(), call.input.clone());
        self.entries.push(Entry::Delivered { seq, at });
        Next::Deliver { call: CallSite { slot: seq - 1, call_id, function, input, position: call.position }, outcome }
    }

    /// Repeats one recorded step; nothing runs (R2).
    fn repeat(&mut self, step: Step, now_ms: f64) -> Next {
        match step {
            Step::Delivered { seq, at } => {
                let made = seq as usize <= self.slots.len();
                let settled = matches!(self.at(seq), Some(call) if matches!(call.stage, Stage::Settled(_)));
                if !made || !settled {
                    self.on_failure(replay::stopped_short(seq, self.at(seq), self.slots.len()));
                    return self.next(now_ms);
                }
                self.clock.set(at);
                let next = self.deliver(seq);
                self.entries.clear();
                next
            }
            Step::Fired { timer, at } => {
                self.clock.set(at);
                if !self.clock.fired(timer) {
                    self.on_failure(replay::no_such_timer(timer));
                    return self.next(now_ms);
                }
                Next::Fire { timer }
            }
        }
    }

    /// All that was recorded has been met again: from here on the run is live.
    fn pass_frontier(&mut self, now_ms: f64) {
        let Some(script) = self.script.take() else { return };
        if self.slots.len() != self.calls.len() {
            let seq = self.slots.len() as u32 + 1;
            self.on_failure(replay::stopped_short(seq, self.at(seq), self.slots.len()));
            return;
        }
        self.clock.go_live(now_ms);
        self.arrivals = script.undelivered;
        for (call, seq) in self.calls.iter().zip(1..) {
            match call.stage {
                Stage::Ready => {
                    self.line.insert(seq);
                }
                Stage::Waiting => {
                    self.waiting.insert(seq);
                }
                Stage::Open | Stage::Settled(_) => {}
            }
        }
    }

    fn start_calls(&mut self) {
        if self.pausing && self.failure.is_none() {
            return; // P4: unmarked calls in line start on resume.
        }
        while self.in_flight.len() < self.settings.limits.concurrent_calls
            && let Some(seq) = self.line.pop_first()
        {
            self.in_flight.insert(seq);
            self.set(seq, Stage::Open);
            self.requests.push(Request::Execute { seq });
        }
    }

    /// P2: one call at a time, in creation order, so not before the verdict on every earlier call is known.
    fn ask(&mut self, now_ms: f64) {
        if !self.settings.hook {
            return;
        }
        let first_unjudged = self.judging.first().copied().unwrap_or(u32::MAX);
        for &seq in &self.waiting {
            let in_turn = self.asked.is_empty() && seq < first_unjudged;
            if self.asked.contains(&seq) || !(in_turn || self.settings.concurrent_approvals) {
                continue;
            }
            if self.asked.is_empty() {
                self.clock.stand(now_ms);
            }
            self.asked.insert(seq);
            self.requests.push(Request::Ask { seq });
        }
    }

    fn withdraw_all(&mut self) {
        for seq in std::mem::take(&mut self.asked) {
            self.requests.push(Request::Withdraw { seq });
        }
    }

    fn stop(&mut self, error: RunError) -> Accept {
        self.on_failure(error);
        Accept::Stop
    }

    /// Calls at the page that will be answered without a person.
    fn executing(&self) -> bool {
        !self.judging.is_empty() || !self.in_flight.is_empty() || (self.failure.is_some() && !self.line.is_empty())
    }

    fn outstanding(&self) -> usize {
        self.judging.len() + self.in_flight.len() + self.line.len() + self.waiting.len() + self.arrivals.len()
    }

    fn at(&self, seq: u32) -> Option<&Call> {
        self.calls.get((seq as usize).checked_sub(1)?)
    }

    fn set(&mut self, seq: u32, stage: Stage) {
        if let Some(call) = (seq as usize).checked_sub(1).and_then(|index| self.calls.get_mut(index)) {
            call.stage = stage;
        }
    }
}

impl BorderError {
    /// What the code gets: named, so that the page can name the run's error after it.
    fn into_error_data(self, function: &str) -> crate::value::ErrorData {
        let (name, message) = match self {
            Self::Unsupported { path, kind } => (
                "UnsupportedValue".to_owned(),
                format!(
                    "{function}: {path}: {kind} cannot cross to the app. Pass plain data: objects, arrays, strings, numbers, dates, maps, sets."
                ),
            ),
            Self::TooLarge { limit } => (
                "ValueLimit".to_owned(),
                format!(
                    "{function}: the input is larger than {limit} bytes. Pass less at once, or raise limits.valueBytes."
                ),
            ),
            Self::Arguments { count } => (
                "TypeError".to_owned(),
                format!("{function} takes one input and got {count} arguments. Pass one object: {function}({{ … }})."),
            ),
            Self::Threw { name, message } => (name, message),
        };
        crate::value::ErrorData { name, message, data: None, cause: None }
    }
}
