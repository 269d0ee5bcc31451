//! Owns the guest's clock and its timers. What must hold: the clock moves only when an outcome is delivered or a timer
//! fires, never goes back, and stands while a person is asked; waiting timers keep what they had left.

use std::collections::BTreeMap;

#[derive(Debug, Clone, Copy)]
struct Timer {
    /// On the guest's clock.
    due_ms: f64,
    /// For an interval, its period.
    every_ms: Option<f64>,
}

/// Times are ms since the epoch.
#[derive(Debug)]
pub(super) struct Clock {
    guest_ms: f64,
    timers: BTreeMap<u32, Timer>,
    /// Since when a person is asked.
    standing_since: Option<f64>,
}

impl Clock {
    pub(super) fn new(started_at_ms: f64) -> Self {
        Self { guest_ms: started_at_ms, timers: BTreeMap::new(), standing_since: None }
    }

    pub(super) fn now_ms(&self) -> f64 {
        self.guest_ms
    }

    pub(super) fn start_timer(&mut self, timer: u32, delay_ms: f64, repeat: bool) {
        let delay_ms = if delay_ms.is_finite() { delay_ms.max(0.0) } else { 0.0 };
        // As in browsers, an interval has a shortest period, so that it can't starve what waits.
        let every_ms = repeat.then_some(delay_ms.max(1.0));
        self.timers.insert(timer, Timer { due_ms: self.guest_ms + delay_ms, every_ms });
    }

    pub(super) fn clear_timer(&mut self, timer: u32) {
        self.timers.remove(&timer);
    }

    /// The timer to fire now: none while the clock stands.
    pub(super) fn due(&self, now_ms: f64) -> Option<u32> {
        let (timer, first) = self.first()?;
        (self.standing_since.is_none() && first <= now_ms).then_some(timer)
    }

    /// When the next timer is due, none while the clock stands.
    pub(super) fn next_due_ms(&self) -> Option<f64> {
        if self.standing_since.is_some() { None } else { self.first().map(|(_, due_ms)| due_ms) }
    }

    fn first(&self) -> Option<(u32, f64)> {
        let first = self.timers.iter().min_by(|(_, a), (_, b)| a.due_ms.total_cmp(&b.due_ms))?;
        Some((*first.0, first.1.due_ms))
    }

    /// A timer fires: an interval is set anew. False where there is no such timer.
    pub(super) fn fired(&mut self, timer: u32) -> bool {
        let Some(entry) = self.timers.get_mut(&timer) else { return false };
        match entry.every_ms {
            Some(every_ms) => entry.due_ms = self.guest_ms.max(entry.due_ms) + every_ms,
            None => {
                self.timers.remove(&timer);
            }
        }
        true
    }

    /// Moves to the present, unless it stands.
    pub(super) fn advance(&mut self, now_ms: f64) {
        if self.standing_since.is_none() {
            self.set(now_ms);
        }
    }

    /// Moves to a recorded time.
    pub(super) fn set(&mut self, at_ms: f64) {
        self.guest_ms = self.guest_ms.max(at_ms);
    }

    /// A person is being asked.
    pub(super) fn stand(&mut self, now_ms: f64) {
        self.standing_since = Some(now_ms);
    }

    /// Nobody is being asked any more.
    pub(super) fn resume(&mut self, now_ms: f64) {
        if let Some(since) = self.standing_since.take() {
            self.delay_timers(now_ms - since);
        }
    }

    /// The run goes on after a break: waiting timers keep what they had left.
    pub(super) fn go_live(&mut self, now_ms: f64) {
        self.delay_timers(now_ms - self.guest_ms);
    }

    fn delay_timers(&mut self, by_ms: f64) {
        for timer in self.timers.values_mut() {
            timer.due_ms += by_ms.max(0.0);
        }
    }
}
