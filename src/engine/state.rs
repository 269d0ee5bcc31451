//! Owns [`GuestState`]: what a run keeps beside its realm: the driver, calls that wait for their outcome, timers,
//! randomness, rejections nobody handled. What must hold: it exists from [`begin_run`] on, and once the pass was stopped
//! nothing of the guest reaches the driver any more. Deliberately absent: verdicts, decisions, and what becomes of a call.

use super::builtins::gather::Rooms;
use super::builtins::random::Streams;
use super::builtins::timers::Timers;
use super::clock::GuestClock;
use super::console::ConsoleState;
use super::pending::Pendings;
use super::{errors, inspect, stack};
use crate::driver::{Driver, LogLevel, LogLine};
use crate::limits::Limits;
use crate::position::{Position, PositionMap};
use boa_engine::builtins::promise::{OperationType, Promise, PromiseState, ResolvingFunctions};
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsValue};
use std::collections::HashMap;
use std::rc::Rc;

/// What a run keeps beside its realm. Held as data of the engine's context.
pub(crate) struct GuestState {
    driver: Rc<dyn Driver>,
    positions: PositionMap,
    limits: Limits,
    started_ms: f64,
    stopped: bool,
    /// Steps of async generators that are being run, one in another.
    async_steps: usize,
    /// By slot; `None` once its outcome was delivered.
    calls: Vec<Option<ResolvingFunctions>>,
    /// By address, with the order of rejection.
    unhandled: HashMap<usize, (u64, JsObject<Promise>)>,
    rejections: u64,
    /// By address: where the call was made whose outcome this error is.
    origins: HashMap<usize, (JsObject, Origin)>,
    memory: MemoryGauge,
    pub(super) timers: Timers,
    pub(super) console: ConsoleState,
    pub(super) random: Streams,
    pub(super) texts: Rooms,
    pub(super) pending: Pendings,
}

/// Tells when to collect: the engine's collector counts its own objects, not the text and buffers they hold on to.
struct MemoryGauge {
    in_use: fn() -> usize,
    /// Bytes that were in use before the run: the limit is counted from there.
    before: usize,
    collect_above: usize,
}

impl MemoryGauge {
    /// Bytes of the run.
    fn used(&self) -> usize {
        (self.in_use)().saturating_sub(self.before)
    }
}

/// The call an error came back from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) function: String,
    pub(crate) position: Position,
}

/// Begins a run in a realm that has had none: gives it its driver, its time and its randomness.
pub(crate) fn begin_run(
    context: &mut Context,
    driver: Rc<dyn Driver>,
    positions: PositionMap,
    seed: u64,
    limits: Limits,
) {
    if let Some(clock) = context.get_data::<Rc<GuestClock>>() {
        clock.follow(driver.clone());
    }
    let memory = MemoryGauge { in_use: || 0, before: 0, collect_above: limits.memory_bytes / 4 };
    let state = GuestState {
        started_ms: driver.now_ms(),
        driver,
        positions,
        limits,
        stopped: false,
        async_steps: 0,
        calls: Vec::new(),
        unhandled: HashMap::new(),
        rejections: 0,
        origins: HashMap::new(),
        memory,
        timers: Timers::default(),
        console: ConsoleState::default(),
        random: Streams::new(seed),
        texts: Rooms::default(),
        pending: Pendings::default(),
    };
    context.insert_data(state);
}

/// The run's state, also after the pass was stopped.
pub(crate) fn state(context: &mut Context) -> JsResult<&mut GuestState> {
    context.host_defined_mut().get_mut::<GuestState>().ok_or_else(no_run)
}

/// The run's state for whatever the guest does that can be seen; the uncatchable error once the pass was stopped.
pub(crate) fn running(context: &mut Context) -> JsResult<&mut GuestState> {
    let state = state(context)?;
    if state.stopped { Err(state.stop_error()) } else { Ok(state) }
}

/// The limit of the engine's heap in bytes; before a run has begun, the default.
pub(super) fn memory_limit(context: &Context) -> u64 {
    let limit = context.get_data::<GuestState>().map(|state| state.limits.memory_bytes);
    u64::try_from(limit.unwrap_or_else(|| Limits::default().memory_bytes)).unwrap_or(u64::MAX)
}

/// What is left of the heap in bytes, as far as it is measured.
pub(super) fn memory_left(context: &Context) -> u64 {
    let used = context.get_data::<GuestState>().map_or(0, |state| state.memory.used());
    memory_limit(context).saturating_sub(u64::try_from(used).unwrap_or(u64::MAX))
}

/// Whether the pass was stopped; before a run has begun it was not.
pub(crate) fn is_stopped(context: &Context) -> bool {
    context.get_data::<GuestState>().is_some_and(|state| state.stopped)
}

/// Stops the pass: from now on nothing the guest does can be seen. Throw what this returns.
pub(crate) fn stop(context: &mut Context) -> JsError {
    match state(context) {
        Ok(state) => {
            state.stopped = true;
            state.stop_error()
        }
        Err(error) => error,
    }
}

/// Whether this error is the one that [`stop`] gives. Whoever answered a call with `Stop` knows without asking.
pub(crate) fn is_stop(error: &JsError) -> bool {
    matches!(error.as_engine(), Some(boa_engine::error::EngineError::Panic(panic)) if panic.message() == STOPPED)
}

const STOPPED: &str = "countersign stopped this pass";

fn no_run() -> JsError {
    errors::broken("the realm was used before a run began in it")
}

/// Runs one step of an async generator. The engine takes it that no such step ends in an error no guest code can catch: so what ends the
/// pass inside of it is an error like others, and where the step ends it becomes what it is elsewhere.
pub(crate) fn in_async_step<T>(context: &mut Context, step: impl FnOnce(&mut Context) -> JsResult<T>) -> JsResult<T> {
    state(context)?.async_steps += 1;
    let result = step(context);
    state(context)?.async_steps -= 1;
    running(context)?;
    result
}

impl GuestState {
    fn stop_error(&self) -> JsError {
        if self.async_steps == 0 {
            errors::broken(STOPPED)
        } else {
            JsNativeError::error().with_message(STOPPED).into()
        }
    }

    pub(crate) fn driver(&self) -> Rc<dyn Driver> {
        self.driver.clone()
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn positions(&self) -> &PositionMap {
        &self.positions
    }

    /// ms between the run's start and now, on the guest's clock.
    pub(crate) fn elapsed_ms(&self) -> f64 {
        (self.driver.now_ms() - self.started_ms).max(0.0)
    }

    /// The guest's clock when the pass began, ms since the epoch.
    pub(crate) fn started_ms(&self) -> f64 {
        self.started_ms
    }

    /// The next slot, and the promise's resolvers kept under it.
    pub(crate) fn open_call(&mut self, resolvers: ResolvingFunctions) -> u32 {
        self.calls.push(Some(resolvers));
        u32::try_from(self.calls.len() - 1).unwrap_or(u32::MAX)
    }

    /// What settles the call of this slot; `None` if it has been taken already.
    pub(crate) fn take_call(&mut self, slot: u32) -> Option<ResolvingFunctions> {
        self.calls.get_mut(usize::try_from(slot).ok()?)?.take()
    }

    /// Says which call this error came back from, since an error made outside the guest has no stack of its own.
    pub(crate) fn set_origin(&mut self, error: &JsObject, origin: Origin) {
        self.origins.insert(address(error), (error.clone(), origin));
    }

    pub(crate) fn origin_of(&self, error: &JsObject) -> Option<&Origin> {
        self.origins.get(&address(error)).map(|(_, origin)| origin)
    }

    /// Where the bytes in use can be read; without it nothing is collected early.
    #[cfg(any(test, target_arch = "wasm32"))]
    pub(crate) fn measure_memory(&mut self, in_use: fn() -> usize) {
        self.memory.in_use = in_use;
        self.memory.before = in_use();
    }

    pub(super) fn track_rejection(&mut self, promise: &JsObject<Promise>, operation: OperationType) {
        let address = address(&promise.clone().upcast());
        match operation {
            OperationType::Reject => {
                self.rejections += 1;
                self.unhandled.insert(address, (self.rejections, promise.clone()));
            }
            OperationType::Handle => {
                self.unhandled.remove(&address);
            }
        }
    }
}

/// Names an object for as long as it is held.
pub(super) fn address(object: &JsObject) -> usize {
    std::ptr::from_ref(object.as_ref()).addr()
}

/// Collects garbage if much memory is in use. Call it before a large allocation that the collector cannot see.
pub(crate) fn relieve_memory(context: &mut Context) {
    let Ok(state) = state(context) else { return };
    if state.memory.used() <= state.memory.collect_above {
        return;
    }
    boa_gc::force_collect();
    let Ok(state) = self::state(context) else { return };
    state.texts.release();
    let (left, limit) = (state.memory.used(), state.limits.memory_bytes);
    // Halfway to the limit, and some way also where that is near: a full heap is not to be collected at every step.
    state.memory.collect_above = left + (limit.saturating_sub(left) / 2).max(limit / 64);
}

/// A line for each promise that was rejected and that nobody handled so far, in the order of their rejection. Runs no guest code.
pub(crate) fn unhandled_rejections(context: &mut Context) -> JsResult<Vec<LogLine>> {
    let mut promises: Vec<_> = state(context)?.unhandled.values().cloned().collect();
    promises.sort_by_key(|(order, _)| *order);
    let mut list = Vec::with_capacity(promises.len());
    for (_, promise) in promises {
        let promise = JsPromise::from_object(promise.upcast())?;
        if let PromiseState::Rejected(reason) = promise.state() {
            list.push(warning("", &reason, context));
        }
    }
    Ok(list)
}

/// Logs an exception that no guest code is left to catch; gives back what the guest could not have caught.
pub(crate) fn log_uncaught(error: JsError, context: &mut Context) -> JsResult<()> {
    let reason = error.into_opaque(context)?;
    let line = warning("Uncaught ", &reason, context);
    running(context)?.driver.clone().log(line);
    Ok(())
}

/// What was thrown, as the log shows a value, and where it was made if it is an error.
fn warning(before: &str, reason: &JsValue, context: &mut Context) -> LogLine {
    let text = format!("{before}{}", inspect::inspect(reason, context));
    let line = stack::position_of(reason, context).map(|position| position.line);
    LogLine { level: LogLevel::Warn, text, line }
}
