//! Owns the moment at which the guest meets what a call has come to: the guest's clock then, and what follows from it: that calls
//! are behind it (C4), that the code may go another way (R7), that a read is out of date (C6). Deliberately absent: what is delivered.

use super::record::{Met, Recorded};
use super::{Collect, Next, Told};
use crate::driver::{CallSite, LogLevel, LogLine, Outcome};
use crate::journal::Entry;

impl Collect {
    /// Gives the guest what its next slot has come to.
    pub(super) fn deliver(&mut self, seq: u32, outcome: Outcome, now_ms: f64) -> Next {
        let met = self.record.at(seq).and_then(|call| call.met);
        let Met { at, spared } = self.meet(met, now_ms);
        let pending = outcome == Outcome::Pending;
        if pending {
            self.pass.behind = true;
        }
        let threw = matches!(outcome, Outcome::Rejected(_) | Outcome::Refused { .. });
        let after = self.pass.slots.get(self.pass.next).and_then(|slot| slot.after);
        self.pass.next += 1;
        self.tell_entry(Entry::Delivered { seq, at, spared, pending: pending.then_some(true) });
        let Some(call) = self.record.at_mut(seq) else { return Next::Wait { until: None } };
        call.met.get_or_insert(Met { at, spared });
        let (asked, ahead, started) = (call.asked, call.ahead, call.started);
        if let (true, false, Some(started)) = (asked, pending, started) {
            self.pass.executed = self.pass.executed.max(Some((started, seq)));
        }
        if let (true, Some(after), Some(started)) = (ahead, after, started)
            && after.0 > started
        {
            self.warn_of_order(seq, after.1);
        }
        if threw && asked {
            self.pass.threw = true;
            // What the shown pass had met of it already leads the same way, as far as it was shown.
            if !self.record.shown.settled.contains(&seq) {
                self.go_another_way();
            }
        }
        match self.call_site(self.pass.next - 1, seq) {
            Some(call) => Next::Deliver { call, outcome },
            None => Next::Wait { until: None },
        }
    }

    /// Moves the guest's clock to what it meets now: at its recorded time, or at the present where no earlier pass had it.
    pub(super) fn meet(&mut self, recorded: Option<Met>, now_ms: f64) -> Met {
        match recorded {
            Some(Met { at, spared }) => {
                self.clock.repeat(at, spared);
                Met { at: self.clock.now_ms(), spared }
            }
            None => {
                if self.timers.goes_live() {
                    self.clock.go_live(now_ms);
                }
                self.clock.advance(now_ms);
                Met { at: self.clock.now_ms(), spared: self.clock.tell_spared() }
            }
        }
    }

    pub(super) fn call_site(&self, slot: usize, seq: u32) -> Option<CallSite> {
        let Recorded { function, input, position, .. } = self.record.at(seq)?;
        let call_id = format!("{}.{seq}", self.settings.run_id);
        Some(CallSite {
            slot: slot as u32,
            seq,
            call_id,
            function: function.clone(),
            input: input.clone(),
            position: *position,
        })
    }

    /// C6.
    pub(super) fn warn_of_order(&mut self, read: u32, write: u32) {
        let (Some(read), Some(write)) = (self.record.at(read), self.record.at(write)) else { return };
        let place = |call: &Recorded| {
            let line = call.position.map_or_else(String::new, |position| format!(" on line {}", position.line));
            format!("`{}`{line}", call.function)
        };
        let text = format!(
            "{} was read before {} ran (C6): what it gave may be out of date. Declare it `fresh: true` to have it wait.",
            place(read),
            place(write)
        );
        let line = read.position.map(|position| position.line);
        if self.pass.warned.insert(text.clone()) {
            self.told.push(Told::Line(LogLine { level: LogLevel::Warn, text, line }));
        }
    }
}
