//! Owns what a collect run knows from its journal: each call and how it stands, when the guest met it, and the pass that was
//! shown. What must hold: whatever a journal says, folding it ends, and takes no more room than the journal.
//! Deliberately absent: the pass under way.

use crate::driver::Outcome;
use crate::error::Attempt;
use crate::journal::{DecisionKind, Entry, PassEnd, Verdict};
use crate::position::Position;
use crate::run::call::outcome_of;
use crate::value::Data;
use std::collections::{HashMap, HashSet, VecDeque};

/// One call of the run, whatever the pass.
#[derive(Debug)]
pub(super) struct Recorded {
    pub(super) function: String,
    /// What the code passed: replay compares this.
    pub(super) input: Data,
    pub(super) position: Option<Position>,
    pub(super) standing: Standing,
    /// A person was to decide.
    pub(super) asked: bool,
    /// When the guest first met its pending value or its outcome.
    pub(super) met: Option<Met>,
    /// Which of the calls it was that the host started: 1, 2, 3 …
    pub(super) started: Option<u32>,
    /// It was started while a marked call it is behind was undecided (C6).
    pub(super) ahead: bool,
}

impl Recorded {
    pub(super) fn new(function: String, input: Data, position: Option<Position>) -> Self {
        let standing = Standing::Unjudged;
        Self { function, input, position, standing, asked: false, met: None, started: None, ahead: false }
    }

    pub(super) fn attempt(&self) -> Attempt {
        Attempt { function: self.function.clone(), input: self.input.clone() }
    }
}

/// How a call stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Standing {
    /// The verdict is not known.
    Unjudged,
    /// It may run and did not yet. `effect`: behind an undecided call it does not (C5).
    Allowed { effect: bool },
    /// For a person.
    Undecided,
    /// A person said yes and it did not run yet.
    Approved,
    /// Its outcome is known.
    Settled(Outcome),
}

/// A moment of the guest: its clock then, and what waiting timers were spared before it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Met {
    pub(super) at: f64,
    pub(super) spared: Option<f64>,
}

/// What the guest met, in order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Step {
    Delivered { seq: u32, met: Met, pending: bool },
    Fired { timer: u32, met: Met },
}

/// The pass that was shown.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// The calls it came to, in its order.
    pub(super) order: Vec<u32>,
    /// Calls made since, by a pass that was cut short before it could be shown (K4): the next makes them again, in this order.
    pub(super) since: Vec<u32>,
    pub(super) steps: VecDeque<Step>,
    /// None where no pass ended in a card: there is nothing to repeat.
    pub(super) end: Option<PassEnd>,
    pub(super) position: Option<Position>,
    /// Calls it delivered with their outcome: what these throw, it has met already.
    pub(super) settled: HashSet<u32>,
}

impl Shown {
    /// The call that comes at this place of a pass that goes the same way as far as anything is recorded.
    pub(super) fn next_at(&self, at: usize) -> Option<u32> {
        let past = at.checked_sub(self.order.len());
        past.map_or_else(|| self.order.get(at), |past| self.since.get(past)).copied()
    }
}

/// Everything a journal tells.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) calls: Vec<Recorded>,
    /// Each timer's firings.
    pub(super) timers: HashMap<u32, Vec<Met>>,
    pub(super) shown: Shown,
    /// How many calls the host has started.
    pub(super) started: u32,
    made_when_shown: u32,
}

impl Record {
    pub(super) fn at(&self, seq: u32) -> Option<&Recorded> {
        self.calls.get((seq as usize).checked_sub(1)?)
    }

    pub(super) fn at_mut(&mut self, seq: u32) -> Option<&mut Recorded> {
        self.calls.get_mut((seq as usize).checked_sub(1)?)
    }

    /// A call the host starts now.
    pub(super) fn start(&mut self, seq: u32, ahead: bool) {
        self.started += 1;
        let started = self.started;
        if let Some(call) = self.at_mut(seq) {
            call.started = Some(started);
            call.ahead = ahead;
        }
    }

    /// A verdict and a decision hold for every pass (R4): each call has one of each in the journal.
    pub(super) fn fold(journal: &[Entry]) -> Self {
        let mut record = Self::default();
        let mut steps = VecDeque::new();
        let mut firings: HashMap<u32, usize> = HashMap::new();
        for entry in journal {
            match entry {
                Entry::Call { function, input, position, .. } => {
                    record.calls.push(Recorded::new(function.clone(), input.clone(), *position));
                }
                Entry::Began => {
                    steps.clear();
                    firings.clear();
                }
                Entry::Delivered { seq, at, spared, pending } => {
                    let met = Met { at: *at, spared: *spared };
                    steps.push_back(Step::Delivered { seq: *seq, met, pending: *pending == Some(true) });
                    if let Some(call) = record.at_mut(*seq) {
                        call.met.get_or_insert(met);
                    }
                }
                Entry::Fired { timer, at, spared } => {
                    let met = Met { at: *at, spared: *spared };
                    steps.push_back(Step::Fired { timer: *timer, met });
                    let nth = firings.entry(*timer).or_default();
                    let known = record.timers.entry(*timer).or_default();
                    if known.len() <= *nth {
                        known.push(met);
                    }
                    *nth += 1;
                }
                Entry::Shown { calls, end, position } => {
                    record.show(calls, *end, *position, std::mem::take(&mut steps))
                }
                Entry::Judged { seq, .. }
                | Entry::Invalid { seq, .. }
                | Entry::Decided { seq, .. }
                | Entry::Started { seq, .. }
                | Entry::Settled { seq, .. } => record.note(*seq, entry),
            }
        }
        let made = record.calls.len() as u32;
        if record.shown.end.is_none() {
            record.shown.order = (1..=made).collect();
        } else {
            record.shown.since = (record.made_when_shown + 1..=made).collect();
        }
        record
    }

    fn show(&mut self, calls: &[(u32, u32)], end: PassEnd, position: Option<Position>, steps: VecDeque<Step>) {
        if end == PassEnd::Failed {
            return; // Nothing of it was shown to anybody.
        }
        let most = self.calls.len();
        let order = calls.iter().flat_map(|(from, to)| *from..=(*to).min(most as u32)).take(most).collect();
        let settled = steps.iter().filter_map(|step| match step {
            Step::Delivered { seq, pending: false, .. } => Some(*seq),
            Step::Delivered { .. } | Step::Fired { .. } => None,
        });
        self.made_when_shown = most as u32;
        self.shown = Shown { order, since: Vec::new(), settled: settled.collect(), steps, end: Some(end), position };
    }

    fn note(&mut self, seq: u32, entry: &Entry) {
        if let Entry::Started { ahead, .. } = entry {
            self.start(seq, *ahead == Some(true));
        }
        let Some(call) = self.at_mut(seq) else { return };
        call.asked |= matches!(entry, Entry::Judged { verdict: Verdict::Ask, .. });
        if let Some(standing) = standing_after(entry, &call.standing) {
            call.standing = standing;
        }
    }
}

fn standing_after(entry: &Entry, before: &Standing) -> Option<Standing> {
    let standing = match entry {
        Entry::Judged { verdict: Verdict::Allow, lifted, .. } => Standing::Allowed { effect: *lifted == Some(true) },
        Entry::Judged { verdict: Verdict::Ask, .. } => Standing::Undecided,
        Entry::Decided { decision: DecisionKind::Approve, .. } => Standing::Approved,
        // Unless more follows, nobody saw it end (K5): only a person may have an effect run again. A plain read is made again.
        Entry::Started { .. } => match before {
            Standing::Approved | Standing::Allowed { effect: true } => Standing::Undecided,
            Standing::Unjudged | Standing::Allowed { effect: false } | Standing::Undecided | Standing::Settled(_) => {
                return None;
            }
        },
        Entry::Judged { .. }
        | Entry::Decided { .. }
        | Entry::Invalid { .. }
        | Entry::Settled { .. }
        | Entry::Call { .. }
        | Entry::Delivered { .. }
        | Entry::Fired { .. }
        | Entry::Began
        | Entry::Shown { .. } => Standing::Settled(outcome_of(entry)?),
    };
    Some(standing)
}

/// Calls in the order of a pass, as ranges of `seq`.
pub(super) fn ranges(order: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for seq in order {
        match ranges.last_mut() {
            Some((_, to)) if to.checked_add(1) == Some(seq) => *to = seq,
            Some(_) | None => ranges.push((seq, seq)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_in_order_is_one_range() {
        assert_eq!(ranges([1, 2, 3, 7, 5, 6].into_iter()), [(1, 3), (7, 7), (5, 6)]);
        assert_eq!(ranges(std::iter::empty()), []);
    }

    #[test]
    fn a_shown_pass_that_claims_calls_nobody_made_takes_no_room() {
        let call = Entry::Call { seq: 1, function: "f".into(), input: Data::from_text("1"), position: None };
        let calls = vec![(0, u32::MAX), (1, u32::MAX)];
        let record = Record::fold(&[call, Entry::Shown { calls, end: PassEnd::Body, position: None }]);
        assert_eq!(record.shown.order, [0]);
    }
}
