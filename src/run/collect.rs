//! Owns the state machine of a run in collect: a marked call gives a pending value and the code goes on (C1) until it looks at
//! one, waits for nothing else, or ends (C2). What must hold: calls are serialised in creation order and delivered in it, so
//! that a pass is the same each time it is made; a resume repeats the shown pass with nothing running (R2, `repeat.rs`) and
//! then makes a new one, in which the decisions apply (R3 to R9). Deliberately absent: the record (`record.rs`), verdicts.

mod deliver;
mod ending;
mod record;
mod repeat;
mod timers;
mod way;

use super::call;
use super::clock::Clock;
use super::{End, Event, Next, Reply, Request, Run, Settings, Told};
use crate::driver::{Accept, MadeCall, Outcome};
use crate::error::RunError;
use crate::journal::{Entry, PassEnd};
use crate::position::Position;
use crate::value::Data;
use record::{Record, Recorded, Standing};
use repeat::Repeat;
use std::collections::{BTreeSet, HashSet};
use timers::Timers;
use way::Way;

/// One run, through its passes.
#[derive(Debug)]
pub(super) struct Collect {
    settings: Settings,
    record: Record,
    /// The shown pass is being repeated.
    repeat: Option<Repeat>,
    pass: Pass,
    clock: Clock,
    timers: Timers,
    told: Vec<Told>,
}

/// The pass under way.
#[derive(Debug, Default)]
struct Pass {
    slots: Vec<Slot>,
    /// The next slot to be delivered.
    next: usize,
    /// At the page, the verdict not known yet.
    judging: BTreeSet<u32>,
    in_flight: Option<u32>,
    /// The guest has the pending value of an undecided call (C4).
    behind: bool,
    /// A call that a person was to decide has thrown into the code.
    threw: bool,
    /// Where one of the shown calls has thrown: records by what was called and where, those this pass has not used (R7).
    another_way: Option<Way>,
    /// The decided call the host started last, of those the guest has met (C6).
    executed: Option<(u32, u32)>,
    /// Warnings given (C6).
    warned: HashSet<String>,
    body_done: bool,
    result_checked: bool,
    /// Nothing of the guest counts any more but its result.
    over: bool,
    /// The pass is cut: it ends, and the page completes the card.
    cut: bool,
    failure: Option<Box<RunError>>,
}

/// A call as this pass made it.
#[derive(Debug)]
struct Slot {
    seq: u32,
    /// The guest had the pending value of an undecided call when it made this one (C4).
    behind: bool,
    /// `executed` at that time.
    after: Option<(u32, u32)>,
}

impl Collect {
    pub(super) fn new(settings: Settings, journal: &[Entry]) -> Self {
        let mut record = Record::fold(journal);
        let steps = std::mem::take(&mut record.shown.steps);
        let shown = record.shown.end.is_some();
        let repeat = (shown && !settings.repeated).then(|| Repeat::new(steps));
        let begins = shown && settings.repeated;
        let mut run = Self {
            clock: Clock::new(settings.started_at_ms),
            timers: Timers::new(journal.is_empty()),
            record,
            repeat,
            settings,
            pass: Pass::default(),
            told: Vec::new(),
        };
        if begins {
            run.on_pass_began();
        }
        run
    }

    fn tell_entry(&mut self, entry: Entry) {
        self.told.push(Told::Entry(entry));
    }

    fn request(&mut self, request: Request) {
        self.told.push(Told::Request(request));
    }

    fn stop(&mut self, error: RunError) -> Accept {
        self.on_failure(error);
        Accept::Stop
    }

    /// The code made a call in a pass that counts.
    fn call_live(&mut self, made: MadeCall) -> Accept {
        let behind = self.pass.behind;
        match self.find(&made) {
            Ok(Some(seq)) => match self.record.at(seq).map(|call| &call.standing) {
                // C5: it was to run and did not, and now it must not.
                Some(Standing::Allowed { effect: true }) if behind => {
                    self.cut(PassEnd::Call, made.position);
                    Accept::Stop
                }
                Some(Standing::Unjudged) => {
                    self.take_slot(seq);
                    self.judge(seq, behind);
                    Accept::Go
                }
                _ => {
                    self.take_slot(seq);
                    Accept::Go
                }
            },
            Ok(None) => self.call_new(made, behind),
            Err(error) => self.stop(*error),
        }
    }

    fn call_new(&mut self, made: MadeCall, behind: bool) -> Accept {
        let seq = self.record.calls.len() as u32 + 1;
        let limit = self.settings.limits.calls;
        if self.record.calls.len() >= limit {
            return self.stop(call::over_limit(seq, &made, limit));
        }
        let MadeCall { function, input, position, .. } = made;
        let (input, refusal) = match input {
            Ok(input) => (input, None),
            Err(refusal) => (Data::undefined(), Some(call::refused(refusal, &function))),
        };
        self.record.calls.push(Recorded::new(function.clone(), input.clone(), position));
        self.take_slot(seq);
        match refusal {
            None => self.judge(seq, behind),
            Some(error) => {
                self.settle(seq, Outcome::Rejected(error.clone()));
                self.request(Request::Invalid { seq, function, input, position, error });
            }
        }
        Accept::Go
    }

    fn take_slot(&mut self, seq: u32) {
        let (behind, after) = (self.pass.behind, self.pass.executed);
        self.pass.slots.push(Slot { seq, behind, after });
    }

    fn judge(&mut self, seq: u32, behind: bool) {
        let Some(Recorded { function, input, position, .. }) = self.record.at(seq) else { return };
        let (function, input, position) = (function.clone(), input.clone(), *position);
        self.pass.judging.insert(seq);
        self.request(Request::Call { seq, function, input, position, go: false, behind });
    }

    fn execute(&mut self, seq: u32, ahead: bool) {
        self.record.start(seq, ahead);
        self.pass.in_flight = Some(seq);
        self.request(Request::Execute { seq, ahead });
    }

    fn on_reply(&mut self, seq: u32, reply: Reply) {
        self.pass.judging.remove(&seq);
        if self.pass.in_flight == Some(seq) {
            self.pass.in_flight = None;
            self.timers.call_executed();
        }
        match reply {
            Reply::Allowed => self.stand(seq, Standing::Allowed { effect: false }),
            Reply::Ask => {
                self.stand(seq, Standing::Undecided);
                if let Some(call) = self.record.at_mut(seq) {
                    call.asked = true;
                }
            }
            Reply::Cut => self.cut_at_call(seq),
            Reply::Denied { reason } => self.settle(seq, Outcome::Refused { reason }),
            Reply::Fulfilled { value } => self.settle(seq, Outcome::Fulfilled(value)),
            Reply::Invalid { error } | Reply::Rejected { error } | Reply::Unknown { error } => {
                self.settle(seq, Outcome::Rejected(error));
            }
        }
    }

    fn settle(&mut self, seq: u32, outcome: Outcome) {
        self.stand(seq, Standing::Settled(outcome));
    }

    fn stand(&mut self, seq: u32, standing: Standing) {
        if let Some(call) = self.record.at_mut(seq) {
            call.standing = standing;
        }
    }

    fn next_live(&mut self, now_ms: f64) -> Next {
        if let Some(&Slot { seq, behind, .. }) = self.pass.slots.get(self.pass.next) {
            let standing = self.record.at(seq).map(|call| call.standing.clone());
            return match standing {
                Some(Standing::Settled(outcome)) => self.deliver(seq, outcome, now_ms),
                Some(Standing::Undecided) => self.deliver(seq, Outcome::Pending, now_ms),
                // R5: it runs in the pass in which all it is behind is decided.
                Some(Standing::Approved) if behind => self.deliver(seq, Outcome::Pending, now_ms),
                Some(standing @ (Standing::Approved | Standing::Allowed { .. })) if self.pass.in_flight.is_none() => {
                    self.execute(seq, behind && standing != Standing::Approved);
                    Next::Wait { until: None }
                }
                Some(Standing::Approved | Standing::Allowed { .. } | Standing::Unjudged) | None => {
                    Next::Wait { until: None }
                }
            };
        }
        if self.pass.body_done {
            return self.body_ended();
        }
        if self.clock.has_timers() {
            return self.fire(now_ms);
        }
        if self.pass.behind {
            return self.end_waiting(PassEnd::Idle);
        }
        self.on_failure(RunError::deadlock());
        self.next(now_ms)
    }
}

impl Run for Collect {
    fn guest_now_ms(&self) -> f64 {
        self.clock.now_ms()
    }

    fn tell(&mut self) -> Vec<Told> {
        std::mem::take(&mut self.told)
    }

    fn logs(&self) -> bool {
        self.repeat.is_none() && !self.pass.cut
    }

    fn seq_of(&self, slot: u32) -> Option<u32> {
        self.pass.slots.get(slot as usize).map(|slot| slot.seq)
    }

    fn call(&self, seq: u32) -> Option<(&str, &Data)> {
        self.record.at(seq).map(|call| (call.function.as_str(), &call.input))
    }

    fn on_call(&mut self, made: MadeCall) -> Accept {
        if self.pass.failure.is_some() || self.pass.cut {
            return Accept::Stop;
        }
        if self.pass.over {
            return self.stop(call::too_late(&made));
        }
        if self.repeat.is_some() { self.call_again(&made) } else { self.call_live(made) }
    }

    fn on_observed(&mut self, slot: u32, position: Option<Position>) {
        if self.repeat.is_some() {
            self.look_again(slot, position);
        } else if self.pass.failure.is_none() && !self.pass.cut && !self.pass.over {
            self.cut(PassEnd::Look, position);
        }
    }

    fn on_timer_started(&mut self, timer: u32, delay_ms: f64, repeat: bool, now_ms: f64) {
        self.clock.start_timer(timer, delay_ms, repeat);
        self.timers.set(timer, delay_ms, now_ms);
    }

    fn on_timer_cleared(&mut self, timer: u32) {
        self.clock.clear_timer(timer);
    }

    fn on_event(&mut self, event: Event, _now_ms: f64) {
        match event {
            Event::Reply { seq, reply } => self.on_reply(seq, reply),
            // Nobody is asked for one call in collect.
            Event::Decision { .. } | Event::Woken => {}
            Event::Lost { message } => self.on_failure(RunError::unheard(&message)),
        }
    }

    fn on_body_done(&mut self) {
        self.pass.body_done = true;
    }

    fn on_result_checked(&mut self, checked: Result<(), RunError>) {
        self.pass.result_checked = true;
        if let Err(error) = checked {
            self.on_failure(error);
        }
    }

    fn on_failure(&mut self, error: RunError) {
        let over = self.pass.cut || self.repeat.as_ref().is_some_and(Repeat::is_met);
        if self.pass.failure.is_none() && !over {
            self.pass.failure = Some(Box::new(error));
        }
    }

    fn on_reading_result(&mut self) {
        self.pass.over = true;
    }

    fn on_pass_began(&mut self) {
        self.repeat = None;
        self.pass = Pass::default();
        self.clock = Clock::new(self.settings.started_at_ms);
        self.timers = Timers::new(false);
        self.tell_entry(Entry::Began);
    }

    fn failure(&self) -> Option<&RunError> {
        self.pass.failure.as_deref()
    }

    fn next(&mut self, now_ms: f64) -> Next {
        if self.repeat.is_some() {
            return self.next_again();
        }
        if self.pass.cut {
            return Next::End(End::Pending);
        }
        // What is behind may turn out not to have been made, and all that followed with it (C5).
        if !self.pass.judging.is_empty() {
            return Next::Wait { until: None };
        }
        match self.pass.failure.clone() {
            Some(error) => self.next_failed(error),
            None => self.next_live(now_ms),
        }
    }
}
