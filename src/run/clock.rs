//! Owns the guest's clock and its timers. What must hold: the clock moves only when an outcome is delivered or a timer
//! fires, never goes back, and stands while a person is asked; waiting timers keep what they had left, also over a break and in
//! every repeat: what the timers were spared is told with the next step and recorded. Finding the next timer takes no search.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

/// When a timer is due on the guest's clock, less all that timers have been spared so far: sparing them moves none of them.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Due(f64);

impl Eq for Due {}

impl Ord for Due {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[derive(Debug, Clone, Copy)]
struct Timer {
    due: Due,
    /// For an interval, its period.
    every_ms: Option<f64>,
}

/// Times are ms since the epoch.
#[derive(Debug)]
pub(super) struct Clock {
    guest_ms: f64,
    timers: HashMap<u32, Timer>,
    /// The same, in the order they fire.
    line: BTreeSet<(Due, u32)>,
    /// Since when a person is asked.
    standing_since: Option<f64>,
    /// How long waiting timers have been spared in all: people's time, and breaks between the parts of a run.
    spared_ms: f64,
    /// What of it no recorded step tells of yet.
    untold_ms: f64,
}

impl Clock {
    pub(super) fn new(started_at_ms: f64) -> Self {
        Self {
            guest_ms: started_at_ms,
            timers: HashMap::new(),
            line: BTreeSet::new(),
            standing_since: None,
            spared_ms: 0.0,
            untold_ms: 0.0,
        }
    }

    pub(super) fn now_ms(&self) -> f64 {
        self.guest_ms
    }

    pub(super) fn start_timer(&mut self, timer: u32, delay_ms: f64, repeat: bool) {
        let delay_ms = if delay_ms.is_finite() { delay_ms.max(0.0) } else { 0.0 };
        // As in browsers, an interval has a shortest period, so that it can't starve what waits.
        let every_ms = repeat.then_some(delay_ms.max(1.0));
        self.set_timer(timer, self.guest_ms + delay_ms, every_ms);
    }

    fn set_timer(&mut self, timer: u32, due_ms: f64, every_ms: Option<f64>) {
        self.clear_timer(timer);
        let due = Due(due_ms - self.spared_ms);
        self.timers.insert(timer, Timer { due, every_ms });
        self.line.insert((due, timer));
    }

    pub(super) fn clear_timer(&mut self, timer: u32) {
        if let Some(Timer { due, .. }) = self.timers.remove(&timer) {
            self.line.remove(&(due, timer));
        }
    }

    /// The timer to fire now: none while the clock stands.
    pub(super) fn due(&self, now_ms: f64) -> Option<u32> {
        let (timer, due_ms) = self.first()?;
        (due_ms <= now_ms).then_some(timer)
    }

    /// When the next timer is due, none while the clock stands.
    pub(super) fn next_due_ms(&self) -> Option<f64> {
        self.first().map(|(_, due_ms)| due_ms)
    }

    fn first(&self) -> Option<(u32, f64)> {
        let (due, timer) = self.line.first().filter(|_| self.standing_since.is_none())?;
        Some((*timer, due.0 + self.spared_ms))
    }

    /// A timer fires: an interval is set anew. False where there is no such timer.
    pub(super) fn fired(&mut self, timer: u32) -> bool {
        let Some(Timer { due, every_ms }) = self.timers.get(&timer).copied() else { return false };
        self.clear_timer(timer);
        if every_ms.is_some() {
            let due_ms = due.0 + self.spared_ms;
            self.set_timer(timer, self.guest_ms.max(due_ms) + every_ms.unwrap_or_default(), every_ms);
        }
        true
    }

    /// Moves to the present, or to where it stands.
    pub(super) fn advance(&mut self, now_ms: f64) {
        self.set(self.standing_since.map_or(now_ms, |since| since.min(now_ms)));
    }

    fn set(&mut self, at_ms: f64) {
        self.guest_ms = self.guest_ms.max(at_ms);
    }

    /// Meets a recorded step again: what timers were spared before it, and its time.
    pub(super) fn repeat(&mut self, at_ms: f64, spared_ms: Option<f64>) {
        self.spared_ms += usable(spared_ms.unwrap_or_default());
        self.set(at_ms);
    }

    /// What timers were spared since the last recorded step, to be recorded with the next.
    pub(super) fn tell_spared(&mut self) -> Option<f64> {
        let untold_ms = std::mem::take(&mut self.untold_ms);
        (untold_ms > 0.0).then_some(untold_ms)
    }

    /// A person is being asked.
    pub(super) fn stand(&mut self, now_ms: f64) {
        self.standing_since.get_or_insert(now_ms);
    }

    /// Nobody is being asked any more.
    pub(super) fn resume(&mut self, now_ms: f64) {
        if let Some(since) = self.standing_since.take() {
            self.spare(now_ms - since);
        }
    }

    /// The run goes on after a break.
    pub(super) fn go_live(&mut self, now_ms: f64) {
        self.spare(now_ms - self.guest_ms);
    }

    fn spare(&mut self, by_ms: f64) {
        let by_ms = usable(by_ms);
        self.spared_ms += by_ms;
        self.untold_ms += by_ms;
    }
}

/// A record may hold anything; the clock goes on.
fn usable(ms: f64) -> f64 {
    if ms.is_finite() { ms.max(0.0) } else { 0.0 }
}
