//! Owns when a timer takes real time in collect: only if this pass has executed a call since the last timer fired, so that a
//! sleep between approved writes spaces them and a sleep between marked calls costs nothing. What must hold: a firing that an
//! earlier pass had comes at its recorded time. Deliberately absent: the order of timers, which is the guest clock's.

use super::record::Met;
use super::{Collect, Next};
use crate::journal::Entry;
use std::collections::HashMap;

#[derive(Debug)]
pub(super) struct Timers {
    /// When each would fire in real time, ms since the epoch, and its delay.
    real: HashMap<u32, (f64, f64)>,
    /// How often each has fired in this pass.
    fired: HashMap<u32, usize>,
    /// The host has executed a call since the last timer fired.
    executed: bool,
    /// The guest's clock goes with the present: in the first pass, and from what no earlier pass had.
    live: bool,
}

impl Timers {
    pub(super) fn new(live: bool) -> Self {
        Self { real: HashMap::new(), fired: HashMap::new(), executed: false, live }
    }

    pub(super) fn set(&mut self, timer: u32, delay_ms: f64, now_ms: f64) {
        self.real.insert(timer, (now_ms + delay_ms, delay_ms));
    }

    pub(super) fn call_executed(&mut self) {
        self.executed = true;
    }

    /// Whether the clock is to jump to the present now: once in a pass.
    pub(super) fn goes_live(&mut self) -> bool {
        !std::mem::replace(&mut self.live, true)
    }
}

impl Collect {
    /// The next timer: now, or when its time has come.
    pub(super) fn fire(&mut self, now_ms: f64) -> Next {
        let Some((timer, _)) = self.clock.first() else { return Next::Wait { until: None } };
        let (due_ms, delay_ms) = self.timers.real.get(&timer).copied().unwrap_or((now_ms, 0.0));
        if self.timers.executed && due_ms > now_ms {
            return Next::Wait { until: Some(due_ms) };
        }
        let nth = self.timers.fired.entry(timer).or_default();
        let recorded = self.record.timers.get(&timer).and_then(|firings| firings.get(*nth)).copied();
        *nth += 1;
        let real = std::mem::take(&mut self.timers.executed);
        let Met { at, spared } = match recorded {
            Some(met) => self.meet(Some(met), now_ms),
            None => self.meet_timer(real, now_ms),
        };
        if recorded.is_none() {
            self.record.timers.entry(timer).or_default().push(Met { at, spared });
        }
        // An interval is set anew.
        self.timers.set(timer, delay_ms, now_ms);
        self.clock.fired(timer);
        self.tell_entry(Entry::Fired { timer, at, spared });
        Next::Fire { timer }
    }

    /// A timer no earlier pass had: the clock is set forward to it, and to the present if it took real time.
    fn meet_timer(&mut self, real: bool, now_ms: f64) -> Met {
        if self.timers.goes_live() {
            self.clock.go_live(now_ms);
            self.clock.advance(now_ms);
        }
        if real {
            self.clock.advance(now_ms);
        }
        if let Some((_, due_ms)) = self.clock.first() {
            self.clock.advance(due_ms);
        }
        Met { at: self.clock.now_ms(), spared: self.clock.tell_spared() }
    }
}
