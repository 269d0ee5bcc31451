//! Owns what is under way at the test page: answers that will reach the core at some time, and the order of those that are ready
//! together. What must hold: time moves only when somebody waits, and never back. Deliberately absent: what the answers say.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// Chance for tests: the same stream on every machine (xorshift64*). What it chose is kept, and chosen again if it is told so:
/// that is how a program that fails is made smaller (`forall.rs`). Told nothing more, it takes the first of whatever there is.
#[derive(Debug, Clone)]
pub(crate) struct Chance {
    state: u64,
    told: Option<VecDeque<u64>>,
    taken: Vec<u64>,
}

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, told: None, taken: Vec::new() }
    }

    pub(crate) fn again(choices: &[u64]) -> Self {
        Self { told: Some(choices.iter().copied().collect()), ..Self::new(0) }
    }

    pub(crate) fn taken(&self) -> &[u64] {
        &self.taken
    }

    fn number(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn take(&mut self, choose: impl FnOnce(u64) -> u64, most: u64) -> u64 {
        let chosen = match &mut self.told {
            Some(told) => told.pop_front().unwrap_or(0).min(most),
            None => choose(self.number()),
        };
        self.taken.push(chosen);
        chosen
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.take(|number| number, u64::MAX)
    }

    /// 0 … `n` - 1.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let n = n.max(1) as u64;
        self.take(|number| number % n, n - 1) as usize
    }

    /// True `percent` times in a hundred.
    pub(crate) fn percent(&mut self, percent: u64) -> bool {
        self.take(|number| u64::from(number % 100 < percent), 1) == 1
    }

    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// How many programs a property plays: more with `ROUNDS=20 cargo test --test it`.
pub(crate) fn rounds(usual: u64) -> std::ops::Range<u64> {
    let times = std::env::var("ROUNDS").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    0..usual * times
}

/// A number made of a text: the same text gives the same one.
pub(crate) fn mixed(text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let hash = text.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    Chance::new(hash).next()
}

/// Which of the answers that are ready comes next.
#[derive(Debug, Clone)]
pub(crate) enum Settle {
    /// As they were started.
    InOrder,
    /// The latest first.
    LastFirst,
    /// Any, by chance.
    AnyOrder(Chance),
    /// Everything about an earlier call before anything about a later one, as a host that settles at once.
    ByCall,
}

struct Pending<T> {
    ready_ms: f64,
    number: usize,
    seq: u32,
    in_order: bool,
    what: T,
}

pub(crate) struct Queue<T> {
    now_ms: Cell<f64>,
    settle: RefCell<Settle>,
    pending: RefCell<Vec<Pending<T>>>,
    made: Cell<usize>,
}

impl<T> Queue<T> {
    pub(crate) fn new(now_ms: f64, settle: Settle) -> Self {
        Self {
            now_ms: Cell::new(now_ms),
            settle: RefCell::new(settle),
            pending: RefCell::default(),
            made: Cell::new(0),
        }
    }

    pub(crate) fn now_ms(&self) -> f64 {
        self.now_ms.get()
    }

    pub(crate) fn is_busy(&self) -> bool {
        !self.pending.borrow().is_empty()
    }

    /// About the call `seq`. What is to come `in_order` never overtakes another of its kind.
    pub(crate) fn add(&self, seq: u32, what: T, after_ms: f64, in_order: bool) {
        let number = self.made.get();
        self.made.set(number + 1);
        self.pending.borrow_mut().push(Pending { ready_ms: self.now_ms.get() + after_ms, number, seq, in_order, what });
    }

    /// Takes back what `wanted` says yes to.
    pub(crate) fn withdraw(&self, wanted: impl Fn(&T) -> bool) -> bool {
        let mut pending = self.pending.borrow_mut();
        let before = pending.len();
        pending.retain(|pending| !wanted(&pending.what));
        pending.len() < before
    }

    /// The next answer, time moving to where one is ready; `None` when that would be past `until_ms`.
    pub(crate) fn next(&self, until_ms: Option<f64>) -> Option<T> {
        let mut pending = self.pending.borrow_mut();
        let first = pending.iter().map(|pending| pending.ready_ms).fold(f64::INFINITY, f64::min);
        let until_ms = until_ms.unwrap_or(f64::INFINITY);
        assert!(first.is_finite() || until_ms.is_finite(), "the session waits for nothing");
        self.now_ms.set(self.now_ms.get().max(first.min(until_ms)));
        let now_ms = self.now_ms.get();
        let mut ready: Vec<usize> = (0..pending.len()).filter(|&index| pending[index].ready_ms <= now_ms).collect();
        ready.sort_by_key(|&index| pending[index].number);
        let first_in_order = ready.iter().copied().find(|&index| pending[index].in_order);
        ready.retain(|&index| !pending[index].in_order || Some(index) == first_in_order);
        let index = match &mut *self.settle.borrow_mut() {
            Settle::InOrder => ready.first().copied(),
            Settle::LastFirst => ready.last().copied(),
            Settle::ByCall => ready.into_iter().min_by_key(|&index| pending[index].seq),
            Settle::AnyOrder(chance) => (!ready.is_empty()).then(|| *chance.pick(&ready)),
        }?;
        Some(pending.remove(index).what)
    }
}
