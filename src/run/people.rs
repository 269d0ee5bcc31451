//! Owns which calls wait for a person, and who is asked next (P2). What must hold: a call is asked for once in a part of a run,
//! one at a time in creation order unless that is lifted. Deliberately absent: the clock, and what an answer does.

use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub(super) struct People {
    /// Every call that waits.
    waiting: BTreeSet<u32>,
    /// Those of them nobody was asked about yet.
    unasked: BTreeSet<u32>,
    /// Those of them a hook is open for.
    asked: BTreeSet<u32>,
}

impl People {
    pub(super) fn add(&mut self, seq: u32) {
        self.waiting.insert(seq);
        self.unasked.insert(seq);
    }

    /// The next call to ask for, if there is one.
    pub(super) fn ask_next(&mut self, concurrent: bool) -> Option<u32> {
        if !concurrent && !self.asked.is_empty() {
            return None;
        }
        let seq = self.unasked.pop_first()?;
        self.asked.insert(seq);
        Some(seq)
    }

    /// The hook answered: false where the answer was withdrawn meanwhile. The call waits until it is removed.
    pub(super) fn answered(&mut self, seq: u32) -> bool {
        self.asked.remove(&seq)
    }

    /// No answer is wanted any more; these were open. The calls still wait.
    pub(super) fn withdraw_all(&mut self) -> BTreeSet<u32> {
        std::mem::take(&mut self.asked)
    }

    pub(super) fn remove(&mut self, seq: u32) {
        self.waiting.remove(&seq);
        self.unasked.remove(&seq);
        self.asked.remove(&seq);
    }

    pub(super) fn is_asking(&self) -> bool {
        !self.asked.is_empty()
    }

    /// How many calls wait.
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }
}
