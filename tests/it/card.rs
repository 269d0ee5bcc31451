//! Owns what the test page does for collect: it judges strictly in order, drops what follows a call that must not run ahead (C5),
//! and completes the card of a pass that was cut, without the core (C3).

use crate::host::TestHost;
use countersign::journal::{Entry, PassEnd, Verdict};
use countersign::position::Position;
use countersign::run::{Mode, Reply, Request};

/// What the page knows of the pass under way.
#[derive(Debug, Default)]
pub(crate) struct Pass {
    /// Calls judged in it, and whether each would run ahead.
    judged: Vec<(u32, bool)>,
    /// The call that must not run ahead, and its place: what follows it never happened.
    void_from: Option<(u32, Option<Position>)>,
    ended: Option<PassEnd>,
}

impl Pass {
    pub(crate) fn is_void(&self) -> bool {
        self.void_from.is_some()
    }
}

impl TestHost {
    /// Whether a request is for nothing: it is, or follows, a call that must not run ahead.
    pub(crate) fn takes_no_more(&self, request: &Request) -> bool {
        let mut pass = self.pass.borrow_mut();
        if pass.is_void() {
            return true;
        }
        let Request::Call { seq, function: name, input, position, behind, .. } = request else { return false };
        let function = self.function(name);
        let runs_now = !function.marked && function.refused.is_none();
        if *behind && runs_now && (function.lifted || function.fresh) {
            self.say(format!("call {seq} {name}({}): cut, it must not run ahead", input.text()));
            pass.void_from = Some((*seq, *position));
            self.reply(*seq, Reply::Cut, function.judging_ms);
            return true;
        }
        pass.judged.push((*seq, *behind));
        false
    }

    /// What the guest met.
    pub(crate) fn met(&self, entry: Entry) {
        match entry {
            Entry::Began => {
                self.say("a new pass".into());
                self.pass.replace(Pass::default());
                self.write(entry);
            }
            Entry::Shown { calls, end, position } => {
                let mut pass = self.pass.borrow_mut();
                let (calls, end, position) = match pass.void_from {
                    Some((seq, at)) => (before(calls, seq), PassEnd::Call, at),
                    None => (calls, end, position),
                };
                assert!(pass.ended.is_none(), "a pass ends once");
                pass.ended = Some(end);
                let at = position.map_or_else(String::new, |position| format!(" on line {}", position.line));
                if end != PassEnd::Failed {
                    self.say(format!("the pass ends: {}{at}", format!("{end:?}").to_lowercase()));
                }
                self.write(Entry::Shown { calls, end, position });
            }
            Entry::Call { .. }
            | Entry::Judged { .. }
            | Entry::Invalid { .. }
            | Entry::Decided { .. }
            | Entry::Started { .. }
            | Entry::Settled { .. }
            | Entry::Delivered { .. }
            | Entry::Fired { .. } => self.write(entry),
        }
    }

    /// The pass was cut: calls in flight are awaited, those that may run and did not are run.
    pub(crate) fn complete(&self) {
        assert!(self.mode != Mode::Collect || self.pass.borrow().ended.is_some(), "a run waits and nothing was shown");
        self.settle_all();
        let judged = std::mem::take(&mut self.pass.borrow_mut().judged);
        for (seq, ahead) in judged {
            if self.allowed_and_not_run(seq) {
                self.execute(seq, 0.0, ahead);
                self.settle_all();
            }
        }
    }

    fn allowed_and_not_run(&self, seq: u32) -> bool {
        let desk = self.desk();
        desk.calls.get(&seq).is_some_and(|call| call.verdict == Some(Verdict::Allow) && !call.started)
    }

    fn settle_all(&self) {
        while self.under_way.is_busy() {
            if let Some(event) = self.under_way.next(None) {
                self.record_answer(&event);
            }
        }
    }
}

/// The calls of a pass up to this one.
fn before(calls: Vec<(u32, u32)>, seq: u32) -> Vec<(u32, u32)> {
    let mut kept = Vec::new();
    for (from, to) in calls {
        if (from..=to).contains(&seq) {
            if from < seq {
                kept.push((from, seq - 1));
            }
            break;
        }
        kept.push((from, to));
    }
    kept
}
