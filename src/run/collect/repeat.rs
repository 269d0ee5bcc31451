//! Owns the repeat of the shown pass (R2): the same calls with the same inputs in the same order, the same outcomes and
//! pending values given in between, and the same end. What must hold: nothing runs and nothing is told meanwhile.
//! Deliberately absent: decisions; those apply in the pass after it.

use super::record::{Standing, Step};
use super::{Collect, End, Next, Slot, Told};
use crate::driver::{Accept, MadeCall, Outcome};
use crate::error::RunError;
use crate::journal::PassEnd;
use crate::position::Position;
use crate::run::{Run, replay};
use std::collections::VecDeque;

#[derive(Debug)]
pub(super) struct Repeat {
    steps: VecDeque<Step>,
    met: bool,
}

impl Repeat {
    pub(super) fn new(steps: VecDeque<Step>) -> Self {
        Self { steps, met: false }
    }

    /// The pass has ended as it did when it was shown.
    pub(super) fn is_met(&self) -> bool {
        self.met
    }
}

impl Collect {
    pub(super) fn call_again(&mut self, made: &MadeCall) -> Accept {
        if self.repeat.as_ref().is_some_and(Repeat::is_met) {
            return Accept::Stop;
        }
        let at = self.pass.slots.len();
        let Some(seq) = self.record.shown.order.get(at).copied() else { return self.call_past_the_end(made) };
        let shown = self.record.at(seq).map(|call| (call.attempt(), call.position));
        let error = match &shown {
            Some((attempt, position)) => replay::mismatch(seq, attempt, *position, made),
            None => Some(replay::unexpected(at as u32 + 1, made)),
        };
        if let Some(error) = error {
            return self.stop(error);
        }
        self.pass.slots.push(Slot { seq, behind: false, after: None });
        Accept::Go
    }

    /// One call more than was shown: there was none, or it is the one that cut (C5).
    fn call_past_the_end(&mut self, made: &MadeCall) -> Accept {
        if self.is_at_end(PassEnd::Call, made.position) {
            self.meet_end();
            return Accept::Stop;
        }
        let calls = self.pass.slots.len() as u32;
        self.stop(replay::unexpected(calls + 1, made))
    }

    pub(super) fn look_again(&mut self, slot: u32, position: Option<Position>) {
        if self.is_at_end(PassEnd::Look, position) {
            self.meet_end();
            return;
        }
        let seq = self.seq_of(slot).unwrap_or_default();
        let error = replay::looked_elsewhere(seq, self.record.at(seq).map(|call| call.attempt()), position);
        self.on_failure(error);
    }

    fn is_at_end(&self, end: PassEnd, position: Option<Position>) -> bool {
        let shown = &self.record.shown;
        let steps_left = self.repeat.as_ref().is_some_and(|repeat| !repeat.steps.is_empty());
        shown.end == Some(end)
            && shown.position == position
            && shown.order.len() == self.pass.slots.len()
            && !steps_left
    }

    fn meet_end(&mut self) {
        if let Some(repeat) = &mut self.repeat {
            repeat.met = true;
            self.told.push(Told::Repeated);
        }
    }

    pub(super) fn next_again(&mut self) -> Next {
        if let Some(error) = self.pass.failure.clone() {
            return Next::End(End::Failed(replay::failure_in_repeat(error, false)));
        }
        if self.repeat.as_ref().is_some_and(Repeat::is_met) {
            return Next::Again;
        }
        let step = self.repeat.as_mut().and_then(|repeat| repeat.steps.pop_front());
        let error = match step {
            Some(Step::Delivered { seq, met, pending }) => {
                self.clock.repeat(met.at, met.spared);
                match self.deliver_again(seq, pending) {
                    Ok(next) => return next,
                    Err(error) => *error,
                }
            }
            Some(Step::Fired { timer, met }) => {
                self.clock.repeat(met.at, met.spared);
                if self.clock.fired(timer) {
                    return Next::Fire { timer };
                }
                replay::no_such_timer(timer)
            }
            None => {
                let end = if self.pass.body_done { PassEnd::Body } else { PassEnd::Idle };
                if self.is_at_end(end, None) {
                    return Next::Again;
                }
                self.ended_otherwise()
            }
        };
        self.on_failure(error);
        self.next_again()
    }

    fn deliver_again(&mut self, seq: u32, pending: bool) -> Result<Next, Box<RunError>> {
        let at = self.pass.next;
        let made = self.pass.slots.get(at).is_some_and(|slot| slot.seq == seq);
        let outcome = match self.record.at(seq).map(|call| &call.standing) {
            _ if pending => Some(Outcome::Pending),
            Some(Standing::Settled(outcome)) => Some(outcome.clone()),
            Some(Standing::Unjudged | Standing::Allowed { .. } | Standing::Undecided | Standing::Approved) | None => {
                None
            }
        };
        match (outcome, self.call_site(at, seq)) {
            (Some(outcome), Some(call)) if made => {
                self.pass.next += 1;
                Ok(Next::Deliver { call, outcome })
            }
            _ => Err(Box::new(self.ended_otherwise())),
        }
    }

    /// The code is over, or waits, before all that was shown came again; or it goes on where it was cut.
    fn ended_otherwise(&self) -> RunError {
        let made = self.pass.slots.len();
        let missing = self.record.shown.order.get(made).copied();
        match missing.and_then(|seq| Some((seq, self.record.at(seq)?))) {
            Some((seq, call)) => replay::stopped_short(seq, Some(call.attempt()), call.position, made),
            None => replay::went_on(self.record.shown.position),
        }
    }
}
