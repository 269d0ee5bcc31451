//! Owns [`GuestClock`]: the only clock the engine has. What must hold: it says what the driver says, so that each pass
//! sees the same time. Deliberately absent: any real clock; before a run has begun it is 0.

use crate::driver::Driver;
use boa_engine::context::time::{Clock, JsInstant};
use std::cell::RefCell;
use std::rc::Rc;

/// Reads the driver's time; 0 until a run begins.
#[derive(Default)]
pub(crate) struct GuestClock {
    driver: RefCell<Option<Rc<dyn Driver>>>,
}

impl GuestClock {
    /// From now on the time is this driver's.
    pub(crate) fn follow(&self, driver: Rc<dyn Driver>) {
        self.driver.replace(Some(driver));
    }

    /// ms since the epoch, with its fraction.
    pub(crate) fn now_ms(&self) -> f64 {
        let now = self.driver.borrow().as_ref().map_or(0.0, |driver| driver.now_ms());
        if now.is_finite() { now } else { 0.0 }
    }
}

impl Clock for GuestClock {
    fn now(&self) -> JsInstant {
        let now = self.now_ms().max(0.0);
        let whole = now.floor();
        // Casts saturate; a fraction of a second is below 10^9 ns.
        JsInstant::new((whole / 1_000.0) as u64, ((now % 1_000.0) * 1_000_000.0) as u32)
    }

    fn system_time_millis(&self) -> i64 {
        self.now_ms().floor() as i64
    }
}
