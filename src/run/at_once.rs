//! Owns the state machine of a run in deny and pause: which call waits, runs, is delivered, and how the run ends. Calls run at
//! once, side by side. What must hold: one pass, which on a resume meets its record first and then goes on live.
//! Deliberately absent: pending values; those are `collect.rs`.

use super::call::{self, Call, Stage};
use super::clock::Clock;
use super::people::People;
use super::replay::{self, Script, Step};
use super::{Decision, End, Event, Next, Reply, Request, Run, Settings, Told};
use crate::driver::{Accept, CallSite, MadeCall, Outcome};
use crate::error::RunError;
use crate::journal::Entry;
use crate::position::Position;
use crate::value::Data;
use std::collections::{BTreeSet, VecDeque};

/// One run, through one pass.
#[derive(Debug)]
pub(super) struct AtOnce {
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
    people: People,
    /// Calls that hold one of the places for calls in flight.
    in_flight: BTreeSet<u32>,
    clock: Clock,
    body_done: bool,
    /// Nothing of the guest counts any more but its result.
    over: bool,
    /// P4: the guest does not go on; calls in flight are awaited.
    pausing: bool,
    /// The guest is over: calls already made are awaited, then the run ends with this.
    failure: Option<Box<RunError>>,
    told: Vec<Told>,
}

impl Run for AtOnce {
    fn guest_now_ms(&self) -> f64 {
        self.clock.now_ms()
    }

    fn tell(&mut self) -> Vec<Told> {
        std::mem::take(&mut self.told)
    }

    fn logs(&self) -> bool {
        true
    }

    fn seq_of(&self, slot: u32) -> Option<u32> {
        self.slots.get(slot as usize).copied()
    }

    fn call(&self, seq: u32) -> Option<(&str, &Data)> {
        self.at(seq).map(|call| (call.function.as_str(), &call.input))
    }

    fn on_call(&mut self, made: MadeCall) -> Accept {
        if self.failure.is_some() {
            return Accept::Stop;
        }
        if self.over {
            return self.stop(call::too_late(&made));
        }
        let seq = self.slots.len() as u32 + 1;
        if let Some(recorded) = self.calls.get(seq as usize - 1) {
            if let Some(error) = replay::mismatch(seq, &recorded.attempt(), recorded.position, &made) {
                return self.stop(error);
            }
            self.slots.push(seq);
            return Accept::Go;
        }
        let limit = self.settings.limits.calls;
        if self.calls.len() >= limit {
            return self.stop(call::over_limit(seq, &made, limit));
        }
        // K4: a step is recorded before the calls it makes, so the last one's may be missing.
        let may_be_missing = |script: &Script| self.settings.interrupted && script.is_over();
        if self.script.as_ref().is_some_and(|script| !may_be_missing(script)) {
            return self.stop(replay::unexpected(seq, &made));
        }
        self.slots.push(seq);
        self.begin(seq, made);
        Accept::Go
    }

    /// There are no pending values here.
    fn on_observed(&mut self, _slot: u32, _position: Option<Position>) {}

    fn on_timer_started(&mut self, timer: u32, delay_ms: f64, repeat: bool, _now_ms: f64) {
        self.clock.start_timer(timer, delay_ms, repeat);
    }

    fn on_timer_cleared(&mut self, timer: u32) {
        self.clock.clear_timer(timer);
    }

    fn on_event(&mut self, event: Event, now_ms: f64) {
        match event {
            Event::Reply { seq, reply } => self.on_reply(seq, reply),
            Event::Decision { seq, decision } => self.on_decision(seq, decision, now_ms),
            Event::Lost { message } => {
                self.on_failure(RunError::unheard(&message));
            }
            Event::Woken => {}
        }
    }

    fn on_body_done(&mut self) {
        self.body_done = true;
    }

    fn on_result_checked(&mut self, _checked: Result<(), RunError>) {}

    fn on_failure(&mut self, error: RunError) {
        if self.failure.is_none() {
            self.failure = Some(Box::new(error));
        }
    }

    fn on_reading_result(&mut self) {
        self.over = true;
    }

    fn on_pass_began(&mut self) {}

    fn failure(&self) -> Option<&RunError> {
        self.failure.as_deref()
    }

    fn next(&mut self, now_ms: f64) -> Next {
        if self.failure.is_none()
            && let Some(step) = self.script.as_mut().and_then(Script::next_step)
        {
            return self.repeat(step, now_ms);
        }
        if let Some(script) = self.script.take() {
            match &self.failure {
                Some(failure) => {
                    let ended = self.settings.interrupted && script.is_over() && self.slots.len() == self.calls.len();
                    self.failure = Some(replay::failure_in_repeat(failure.clone(), ended));
                }
                None => self.pass_frontier(script, now_ms),
            }
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
}

impl AtOnce {
    /// A run as its journal tells it; an empty journal is a new run.
    pub(super) fn new(settings: Settings, journal: &[Entry]) -> Self {
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
            people: People::default(),
            in_flight: BTreeSet::new(),
            clock,
            body_done: false,
            over: false,
            pausing: false,
            failure: None,
            told: Vec::new(),
        }
    }

    fn begin(&mut self, seq: u32, made: MadeCall) {
        let MadeCall { function, input, position, .. } = made;
        match input {
            Ok(input) => {
                self.calls.push(Call::new(function, input, position));
                self.judge(seq);
            }
            Err(refusal) => {
                let error = call::refused(refusal, &function);
                let input = Data::undefined();
                self.calls.push(Call::new(function.clone(), input.clone(), position));
                self.told.push(Told::Request(Request::Invalid {
                    seq,
                    function,
                    input,
                    position,
                    error: error.clone(),
                }));
                self.settle(seq, Outcome::Rejected(error));
            }
        }
    }

    /// Sends a call to the page; it may start at once if there is a place and nobody stands in line for it.
    fn judge(&mut self, seq: u32) {
        let Some(Call { function, input, position, .. }) = self.at(seq).cloned() else { return };
        let go = self.in_flight.len() < self.settings.limits.concurrent_calls && self.line.is_empty();
        if go {
            self.in_flight.insert(seq);
        }
        self.judging.insert(seq);
        self.told.push(Told::Request(Request::Call { seq, function, input, position, go, behind: false }));
    }

    fn on_reply(&mut self, seq: u32, reply: Reply) {
        self.judging.remove(&seq);
        match reply {
            Reply::Allowed => {
                self.line.insert(seq);
            }
            // Only a call that is behind gets this answer, and there are none here.
            Reply::Cut => self.on_failure(RunError::crash("the page cut a pass that gives no pending values")),
            Reply::Ask => {
                self.in_flight.remove(&seq);
                self.set(seq, Stage::Waiting);
                self.people.add(seq);
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
        if !self.people.answered(seq) {
            return; // Withdrawn meanwhile.
        }
        if !self.people.is_asking() {
            self.clock.resume(now_ms);
        }
        match decision {
            Decision::Approve => {
                self.people.remove(seq);
                self.line.insert(seq);
            }
            Decision::Reject { reason } => self.settle(seq, Outcome::Refused { reason }),
            Decision::Respond { value } => self.settle(seq, Outcome::Fulfilled(value)),
            Decision::Pause => self.pausing = true,
        }
    }

    fn settle(&mut self, seq: u32, outcome: Outcome) {
        self.in_flight.remove(&seq);
        self.people.remove(seq);
        self.set(seq, Stage::Settled(outcome));
        self.arrivals.push_back(seq);
    }

    fn next_live(&mut self, now_ms: f64) -> Next {
        while let Some(seq) = self.arrivals.pop_front() {
            let Some(next) = self.deliver(seq) else { continue };
            self.clock.advance(now_ms);
            let (at, spared) = (self.clock.now_ms(), self.clock.tell_spared());
            self.told.push(Told::Entry(Entry::Delivered { seq, at, spared, pending: None }));
            return next;
        }
        if self.outstanding() == 0 && self.body_done {
            return Next::End(End::Completed);
        }
        if let Some(timer) = self.clock.due(now_ms) {
            self.clock.advance(now_ms);
            self.clock.fired(timer);
            let (at, spared) = (self.clock.now_ms(), self.clock.tell_spared());
            self.told.push(Told::Entry(Entry::Fired { timer, at, spared }));
            return Next::Fire { timer };
        }
        let until = self.clock.next_due_ms();
        if self.executing() || self.people.is_asking() || until.is_some() {
            return Next::Wait { until };
        }
        if self.people.len() > 0 {
            return Next::End(End::Pending);
        }
        self.on_failure(RunError::deadlock());
        self.next(now_ms)
    }

    /// None where there is nothing to deliver, or no more.
    fn deliver(&mut self, seq: u32) -> Option<Next> {
        let slot = seq.checked_sub(1)?;
        let call_id = format!("{}.{seq}", self.settings.run_id);
        let call = self.calls.get_mut(slot as usize)?;
        let outcome = call.stage.deliver()?;
        let (function, input) = (call.function.clone(), call.input.clone());
        Some(Next::Deliver { call: CallSite { slot, seq, call_id, function, input, position: call.position }, outcome })
    }

    /// Repeats one recorded step; nothing runs (R2).
    fn repeat(&mut self, step: Step, now_ms: f64) -> Next {
        let error = match step {
            Step::Delivered { seq, at, spared } => {
                self.clock.repeat(at, spared);
                let made = seq as usize <= self.slots.len();
                if made && let Some(next) = self.deliver(seq) {
                    return next;
                }
                replay::stopped_short(
                    seq,
                    self.at(seq).map(Call::attempt),
                    self.at(seq).and_then(|call| call.position),
                    self.slots.len(),
                )
            }
            Step::Fired { timer, at, spared } => {
                self.clock.repeat(at, spared);
                if self.clock.fired(timer) {
                    return Next::Fire { timer };
                }
                replay::no_such_timer(timer)
            }
        };
        self.on_failure(error);
        self.next(now_ms)
    }

    /// All that was recorded has been met again: from here on the run is live.
    fn pass_frontier(&mut self, script: Script, now_ms: f64) {
        if self.slots.len() != self.calls.len() {
            let seq = self.slots.len() as u32 + 1;
            self.on_failure(replay::stopped_short(
                seq,
                self.at(seq).map(Call::attempt),
                self.at(seq).and_then(|call| call.position),
                self.slots.len(),
            ));
            return;
        }
        self.clock.go_live(now_ms);
        let made_since = std::mem::replace(&mut self.arrivals, script.undelivered);
        self.arrivals.extend(made_since);
        let mut unjudged = Vec::new();
        for (call, seq) in self.calls.iter().zip(1..) {
            match call.stage {
                Stage::Ready => {
                    self.line.insert(seq);
                }
                Stage::Waiting => self.people.add(seq),
                // The part before was cut short while the page judged it.
                Stage::Open if !self.judging.contains(&seq) => unjudged.push(seq),
                Stage::Open => {}
                Stage::Settled(_) | Stage::Delivered => {}
            }
        }
        for seq in unjudged {
            self.judge(seq);
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
            self.told.push(Told::Request(Request::Execute { seq, ahead: false }));
        }
    }

    fn ask(&mut self, now_ms: f64) {
        if !self.settings.hook {
            return;
        }
        while let Some(seq) = self.people.ask_next(self.settings.concurrent_approvals) {
            self.clock.stand(now_ms);
            self.told.push(Told::Request(Request::Ask { seq }));
        }
    }

    fn withdraw_all(&mut self) {
        for seq in self.people.withdraw_all() {
            self.told.push(Told::Request(Request::Withdraw { seq }));
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
        self.judging.len() + self.in_flight.len() + self.line.len() + self.people.len() + self.arrivals.len()
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
