//! Owns how a pass ends: cut at a look or a call (C2, C5), at the end of the code, or failed; and what is still executed then (C3, R6). What
//! must hold: the page is told of each end once, with the calls that were made before it. Deliberately absent: what leads to an end.

use super::record::{Standing, ranges};
use super::{Collect, End, Next, Request, Slot};
use crate::error::{ErrorName, RunError};
use crate::journal::{Entry, PassEnd};
use crate::position::Position;

impl Collect {
    /// C5: the page found that this call must not run ahead. It counts as not made, and what the guest did after it in the same step
    /// never happened, be it a call or a throw.
    pub(super) fn cut_at_call(&mut self, seq: u32) {
        let Some(at) = self.pass.slots.iter().position(|slot| slot.seq == seq) else { return };
        self.pass.slots.truncate(at);
        self.pass.judging.clear();
        self.pass.failure = None;
        let position = self.record.at(seq).and_then(|call| call.position);
        if !self.pass.cut {
            self.cut(PassEnd::Call, position);
        }
    }

    /// Ends the pass here. What the code had called is the page's to complete (C3): it is told which of the calls that were decided before may run.
    pub(super) fn cut(&mut self, end: PassEnd, position: Option<Position>) {
        self.pass.cut = true;
        for seq in self.ready() {
            self.request(Request::Execute { seq, ahead: false });
        }
        self.show(end, position);
    }

    fn show(&mut self, end: PassEnd, position: Option<Position>) {
        let calls = ranges(self.pass.slots.iter().map(|slot| slot.seq));
        self.tell_entry(Entry::Shown { calls, end, position });
    }

    /// Calls of this pass that a person approved, that were not executed and that nothing holds (R5, R6). Not those behind a call
    /// whose verdict is open: they may turn out not to have been made.
    fn ready(&self) -> Vec<u32> {
        let rest = self.pass.slots.get(self.pass.next..).unwrap_or_default();
        let certain = rest.iter().take_while(|slot| !self.pass.judging.contains(&slot.seq));
        let approved = |seq: u32| self.record.at(seq).is_some_and(|call| call.standing == Standing::Approved);
        let ready = certain.filter(|slot| !slot.behind && self.pass.in_flight != Some(slot.seq) && approved(slot.seq));
        ready.map(|slot| slot.seq).collect()
    }

    /// C7: while calls wait, a result that can't cross is found before anybody is asked.
    pub(super) fn body_ended(&mut self) -> Next {
        if !self.pass.behind {
            self.show(PassEnd::Body, None);
            return Next::End(End::Completed);
        }
        if !self.pass.result_checked {
            self.pass.over = true;
            return Next::CheckResult;
        }
        self.end_waiting(PassEnd::Body)
    }

    pub(super) fn end_waiting(&mut self, end: PassEnd) -> Next {
        self.show(end, None);
        Next::End(End::Pending)
    }

    /// The guest is over, and what waits will not be asked about (C7): approved calls it had made are executed all the same (R6), and so are
    /// reads it had made.
    pub(super) fn next_failed(&mut self, error: Box<RunError>) -> Next {
        // R9: what parted from the record stops there.
        if error.name != ErrorName::ReplayMismatch {
            if self.pass.in_flight.is_some() {
                return Next::Wait { until: None };
            }
            while let Some(&Slot { seq, behind, .. }) = self.pass.slots.get(self.pass.next) {
                let standing = self.record.at(seq).map(|call| call.standing.clone());
                let read = matches!(standing, Some(Standing::Allowed { .. }));
                if read || (standing == Some(Standing::Approved) && !behind) {
                    self.execute(seq, read && behind);
                    return Next::Wait { until: None };
                }
                self.pass.next += 1;
            }
        }
        self.show(PassEnd::Failed, None);
        Next::End(End::Failed(error))
    }
}
