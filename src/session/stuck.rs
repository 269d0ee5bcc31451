//! Owns finding the line of a deadlock. The engine does not tell where code waits, and hearing of each `await` would cost every run something. So a
//! pass that ended in a deadlock is repeated, step by step as it was, in a new guest whose code says what it waits for. What must hold:
//! nothing the repeated pass does is seen by anybody, and a pass that took long is not repeated: the page's deadline goes on.

use super::{Host, Session, StartRequest, contained};
use crate::driver::{Accept, CallSite, Driver, LogLine, MadeCall, Outcome};
use crate::engine::{Ended, Guest, Setup};
use crate::lower::lower_waiting;
use crate::position::Position;
use crate::run::Mode;
use std::cell::Cell;
use std::rc::Rc;

/// Time in the guest, ms, beyond which its pass is not repeated.
const LONG_MS: f64 = 1_000.0;
/// Steps of a pass that are remembered. A pass with more is not repeated.
const MANY: usize = 20_000;

/// One step of a pass, and the guest's clock in it.
enum Step {
    Deliver(CallSite, Outcome, f64),
    Fire(u32, f64),
}

/// The steps of a pass so far.
#[derive(Default)]
pub(super) struct Steps(Vec<Step>);

impl Steps {
    /// A pass begins.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn delivered(&mut self, call: CallSite, outcome: Outcome, now_ms: f64) {
        self.push(Step::Deliver(call, outcome, now_ms));
    }

    pub(super) fn fired(&mut self, timer: u32, now_ms: f64) {
        self.push(Step::Fire(timer, now_ms));
    }

    fn push(&mut self, step: Step) {
        if self.0.len() <= MANY {
            self.0.push(step);
        }
    }

    /// Whether a pass that took so long is repeated.
    fn are_few(&self, guest_ms: f64) -> bool {
        guest_ms < LONG_MS && self.0.len() <= MANY
    }

    /// Repeats the pass in a new guest and gives the place it waits at. `setup` has the code of `lower_waiting`; its driver is replaced.
    fn repeat(&self, guest: &mut Guest, setup: Setup, started_ms: f64) -> Option<Position> {
        let silent = Rc::new(Silent { now_ms: Cell::new(started_ms) });
        let mut ended = guest.start(Setup { driver: silent.clone(), ..setup });
        for step in &self.0 {
            if !matches!(ended, Ended::Idle | Ended::BodyDone) {
                return None;
            }
            ended = match step {
                Step::Deliver(call, outcome, now_ms) => {
                    silent.now_ms.set(*now_ms);
                    guest.deliver(call, outcome)
                }
                Step::Fire(timer, now_ms) => {
                    silent.now_ms.set(*now_ms);
                    guest.fire(*timer)
                }
            };
        }
        guest.waits_at()
    }
}

impl<H: Host + 'static> Session<H> {
    /// Where the code waits for what cannot come, as far as that is found by repeating what it did.
    pub(super) fn waits_at(&mut self, request: &StartRequest) -> Option<Position> {
        if self.poisoned || !self.steps.are_few(self.guest_ms) {
            return None;
        }
        self.retire();
        let probed = request.mode == Mode::Collect;
        let host = self.host.clone();
        let mut guest = None;
        let found = contained(&*host, || {
            let lowered = lower_waiting(&request.code, &self.limits, probed).ok()?;
            let setup = self.setup(request, lowered);
            let guest = guest.insert(Guest::prepare().ok()?);
            self.steps.repeat(guest, setup, request.started_at)
        });
        match found {
            Ok(place) => {
                self.guest = guest;
                place
            }
            // It is leaked, as after any trap.
            Err(_) => {
                self.poisoned = true;
                std::mem::forget(guest);
                None
            }
        }
    }
}

/// Tells nobody anything.
struct Silent {
    now_ms: Cell<f64>,
}

impl Driver for Silent {
    fn call(&self, _: MadeCall) -> Accept {
        Accept::Go
    }

    fn observed(&self, _: u32, _: Option<Position>) {}

    fn log(&self, _: LogLine) {}

    fn now_ms(&self) -> f64 {
        self.now_ms.get()
    }

    fn start_timer(&self, _: u32, _: f64, _: bool) {}

    fn clear_timer(&self, _: u32) {}
}
