//! Owns what the test page knows of each call, read from its record and nothing else. What must hold: a function is executed
//! at most once, and only if it was allowed or a person approved that very call.
//! Deliberately absent: time, and who decides.

use countersign::journal::{DecisionKind, Entry, PassEnd, Verdict};
use countersign::value::Data;
use std::collections::BTreeMap;

#[derive(Debug, Clone)]
pub(crate) struct Facts {
    pub(crate) function: String,
    pub(crate) input: Data,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) decision: Option<DecisionKind>,
    pub(crate) started: bool,
    pub(crate) settled: bool,
}

/// The calls of a record, by seq.
#[derive(Debug, Clone, Default)]
pub(crate) struct Desk {
    pub(crate) calls: BTreeMap<u32, Facts>,
    pub(crate) journal: Vec<Entry>,
}

impl Desk {
    pub(crate) fn new(journal: Vec<Entry>) -> Self {
        let mut desk = Self::default();
        for entry in journal {
            desk.write(entry);
        }
        desk
    }

    pub(crate) fn write(&mut self, entry: Entry) {
        match &entry {
            Entry::Call { seq, function, input, .. } => {
                let facts = Facts {
                    function: function.clone(),
                    input: input.clone(),
                    verdict: None,
                    decision: None,
                    started: false,
                    settled: false,
                };
                self.calls.insert(*seq, facts);
            }
            Entry::Judged { seq, verdict, .. } => self.at(*seq, |call| call.verdict = Some(*verdict)),
            Entry::Decided { seq, decision, .. } => self.at(*seq, |call| call.decision = Some(*decision)),
            Entry::Started { seq, .. } => self.at(*seq, |call| call.started = true),
            Entry::Settled { seq, .. } | Entry::Invalid { seq, .. } => self.at(*seq, |call| call.settled = true),
            Entry::Delivered { .. } | Entry::Fired { .. } | Entry::Began | Entry::Shown { .. } => {}
        }
        self.journal.push(entry);
    }

    fn at(&mut self, seq: u32, change: impl FnOnce(&mut Facts)) {
        if let Some(call) = self.calls.get_mut(&seq) {
            change(call);
        }
    }

    /// A new call takes the next number; one of the record may only be judged again if it never was.
    pub(crate) fn check_made(&self, seq: u32, function: &str, input: &Data) -> Result<(), String> {
        match self.calls.get(&seq) {
            None if seq as usize == self.calls.len() + 1 => Ok(()),
            None => Err(format!("call {seq} is out of turn")),
            Some(known) if known.verdict.is_some() || known.settled => Err(format!("call {seq} is made again")),
            Some(known) if known.function == function && known.input == *input => Ok(()),
            Some(_) => Err(format!("call {seq} is another one")),
        }
    }

    pub(crate) fn check_may_start(&self, seq: u32) -> Result<(), String> {
        let Some(call) = self.calls.get(&seq) else { return Err(format!("call {seq} was never made")) };
        let may = call.verdict == Some(Verdict::Allow)
            || (call.verdict == Some(Verdict::Ask) && call.decision == Some(DecisionKind::Approve));
        match (may, call.started) {
            (true, false) => Ok(()),
            (false, _) => Err(format!("call {seq} ({}) would run without a yes", call.function)),
            (true, true) => Err(format!("call {seq} ({}) would run twice", call.function)),
        }
    }

    /// Calls that wait for a person.
    pub(crate) fn waiting(&self) -> Vec<u32> {
        let waits = |call: &Facts| call.verdict == Some(Verdict::Ask) && call.decision.is_none();
        let reached = self.reached();
        let waiting = self.calls.iter().filter(|(seq, call)| waits(call) && reached(**seq));
        waiting.map(|(seq, _)| *seq).collect()
    }

    /// Whether the last pass that was shown came to a call (R8).
    fn reached(&self) -> impl Fn(u32) -> bool {
        let shown = self.journal.iter().rev().find_map(|entry| match entry {
            Entry::Shown { calls, end, .. } if *end != PassEnd::Failed => Some(calls.clone()),
            _ => None,
        });
        move |seq| shown.as_ref().is_none_or(|calls| calls.iter().any(|(from, to)| (*from..=*to).contains(&seq)))
    }
}
