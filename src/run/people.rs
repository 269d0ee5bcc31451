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

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> People {
        let mut people = People::default();
        [2, 1, 3].into_iter().for_each(|seq| people.add(seq));
        people
    }

    #[test]
    fn one_at_a_time_in_creation_order_and_each_once() {
        let mut people = three();
        assert_eq!((people.ask_next(false), people.ask_next(false)), (Some(1), None));
        assert!(people.answered(1));
        people.remove(1);
        assert_eq!((people.ask_next(false), people.is_asking()), (Some(2), true));
        // The answer was none: the call waits, and is not asked for again.
        assert!(people.answered(2));
        assert_eq!((people.ask_next(false), people.ask_next(false)), (Some(3), None));
        people.remove(3);
        assert_eq!((people.len(), people.is_asking(), people.ask_next(false)), (1, false, None));
    }

    #[test]
    fn all_at_once_where_that_is_lifted_and_late_answers_are_none() {
        let mut people = three();
        let asked: Vec<_> = std::iter::from_fn(|| people.ask_next(true)).collect();
        assert_eq!(asked, [1, 2, 3]);
        assert_eq!(people.withdraw_all(), BTreeSet::from([1, 2, 3]));
        assert!(!people.answered(2), "it was withdrawn");
        assert_eq!((people.len(), people.is_asking()), (3, false));
    }
}
