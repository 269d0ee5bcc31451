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

    pub(super) fn has_timers(&self) -> bool {
        !self.line.is_empty()
    }

    /// The timer that is next and when it is due, none while the clock stands.
    pub(super) fn first(&self) -> Option<(u32, f64)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        Clock::new(1_000.0)
    }

    /// Fires everything that is due up to this time, as `timer@guest time`.
    fn fire_until(clock: &mut Clock, end_ms: f64) -> Vec<String> {
        let mut fired = Vec::new();
        while let Some(due_ms) = clock.next_due_ms().filter(|due_ms| *due_ms <= end_ms) {
            let timer = clock.due(due_ms).unwrap();
            clock.advance(due_ms);
            assert!(clock.fired(timer));
            fired.push(format!("{timer}@{}", clock.now_ms()));
        }
        fired
    }

    #[test]
    fn timers_fire_by_time_and_then_by_number() {
        let mut clock = clock();
        for (timer, delay_ms) in [(1, 30.0), (2, 10.0), (3, 10.0), (4, 20.0)] {
            clock.start_timer(timer, delay_ms, false);
        }
        clock.clear_timer(4);
        clock.clear_timer(99);
        assert_eq!(fire_until(&mut clock, 2_000.0), ["2@1010", "3@1010", "1@1030"]);
        assert!(!clock.fired(2), "it has fired already");
    }

    #[test]
    fn a_timer_started_anew_is_one_timer() {
        let mut clock = clock();
        clock.start_timer(1, 10.0, false);
        clock.start_timer(1, 50.0, false);
        assert_eq!(fire_until(&mut clock, 2_000.0), ["1@1050"]);
    }

    #[test]
    fn an_interval_has_a_period_however_short_and_skips_what_it_missed() {
        let mut clock = clock();
        clock.start_timer(1, 0.0, true);
        assert_eq!(fire_until(&mut clock, 1_002.0), ["1@1000", "1@1001", "1@1002"]);
        clock.clear_timer(1);
        clock.start_timer(2, 10.0, true);
        clock.advance(1_100.0);
        assert_eq!(clock.due(1_100.0), Some(2));
        assert!(clock.fired(2));
        assert_eq!(clock.next_due_ms(), Some(1_110.0));
    }

    #[test]
    fn delays_that_are_none_are_none() {
        let mut clock = clock();
        for (timer, delay_ms) in [(1, f64::NAN), (2, f64::INFINITY), (3, -5.0)] {
            clock.start_timer(timer, delay_ms, false);
        }
        assert_eq!(fire_until(&mut clock, 1_000.0), ["1@1000", "2@1000", "3@1000"]);
    }

    #[test]
    fn it_never_goes_back() {
        let mut clock = clock();
        clock.advance(1_050.0);
        clock.advance(1_010.0);
        clock.repeat(5.0, None);
        clock.repeat(f64::NAN, Some(f64::NAN));
        assert_eq!(clock.now_ms(), 1_050.0);
    }

    #[test]
    fn it_stands_from_the_first_hook_to_the_last() {
        let mut clock = clock();
        clock.start_timer(1, 100.0, false);
        clock.stand(1_030.0);
        clock.stand(1_060.0);
        assert_eq!((clock.due(9_000.0), clock.next_due_ms()), (None, None));
        clock.advance(1_500.0);
        assert_eq!(clock.now_ms(), 1_030.0);
        clock.start_timer(2, 100.0, false);
        clock.resume(2_030.0);
        clock.resume(3_000.0);
        assert_eq!(fire_until(&mut clock, 9_000.0), ["1@2100", "2@2130"]);
    }

    #[test]
    fn what_timers_were_spared_is_told_once_and_the_repeat_leaves_them_the_same() {
        let mut live = clock();
        live.start_timer(1, 100.0, false);
        live.stand(1_030.0);
        live.resume(5_030.0);
        live.advance(5_040.0);
        let told = live.tell_spared();
        assert_eq!((told, live.tell_spared()), (Some(4_000.0), None));

        let mut again = clock();
        again.start_timer(1, 100.0, false);
        again.repeat(5_040.0, told);
        assert_eq!(again.tell_spared(), None);
        assert_eq!(again.next_due_ms(), live.next_due_ms());
        again.go_live(1_000_000.0);
        assert_eq!(again.next_due_ms(), Some(1_000_060.0));
        assert_eq!(again.tell_spared(), Some(1_000_000.0 - 5_040.0));
    }
}
