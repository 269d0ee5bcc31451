//! Owns the loop that drives one [`Run`] over its guests, one for each pass, asking the host through a trait. What must hold: everything
//! of the guest happens inside [`Host::contain`], nothing of the run is borrowed across it, and every outcome is delivered
//! when the guest has no job left, one at a time. Deliberately absent: rules; those are in `run.rs`.

use crate::driver::{Accept, Driver, LogLine, MadeCall};
use crate::engine::{Ended, Guest, Setup, Uncaught};
use crate::error::{ErrorName, RunError};
use crate::journal::Entry;
use crate::limits::Limits;
use crate::lower::{Lowered, lower, lower_probed};
use crate::position::Position;
use crate::run::{self, End, Event, Mode, Next, Request, Run, Settings, Told};
use crate::value::Data;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use stuck::Steps;

mod stuck;

/// Functions in one another that no sound program has when its heap is full; 10,000 are meant to work.
const DEEP: usize = 5_000;

/// What the session asks of whoever runs it: the worker's page, or a test.
pub trait Host {
    /// Sends a request; its answer arrives as an [`Event`].
    fn send(&self, request: Request);
    /// A line for the run's log.
    fn log(&self, line: LogLine);
    /// What the guest met, for the record.
    fn record(&self, entries: Vec<Entry>);
    /// The shown pass was repeated up to where the code was stopped; what the engine still does may never end.
    fn repeated(&self);
    /// The present, ms since the epoch, never going back.
    fn now_ms(&self) -> f64;
    /// The next event, or [`Event::Woken`] at this time.
    fn next(&self, until_ms: Option<f64>) -> impl Future<Output = Event>;
    /// Runs a step of the engine such that a trap in it is a value. After a trap the guest is never used again.
    fn contain(&self, step: &mut dyn FnMut()) -> Result<(), Trap>;
    /// The most memory the engine has used so far, in bytes.
    fn peak_memory_bytes(&self) -> usize;
}

/// Why a contained step did not return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trap {
    /// The engine's heap is full.
    Memory,
    /// The native stack is full.
    Stack,
    /// Anything else: what is known of it.
    Crash(String),
}

/// What starts a run or continues one; `js/protocol.ts` has the same shape.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StartRequest {
    /// Names the run.
    pub run_id: String,
    /// The code as given.
    pub code: String,
    /// What the code sees as `input`.
    #[serde(default)]
    pub input: Option<Data>,
    /// The functions the code may call.
    pub functions: Vec<FunctionName>,
    /// What happens to a call that needs approval.
    pub mode: Mode,
    /// Lifts "one at a time" of P2.
    #[serde(default)]
    pub concurrent_approvals: bool,
    /// Whether somebody can be asked.
    #[serde(default)]
    pub hook: bool,
    /// The limits of the run.
    #[serde(default)]
    pub limits: Limits,
    /// Drives the guest's chance: 16 hexadecimal digits.
    pub seed: String,
    /// The guest's clock when the run began, ms since the epoch.
    pub started_at: f64,
    /// Everything recorded so far.
    #[serde(default)]
    pub journal: Vec<Entry>,
    /// Collect: the shown pass was repeated already, in another instance.
    #[serde(default)]
    pub repeated: bool,
    /// The page of the part before went away while it ran: calls of the last step that was recorded may be missing (K4).
    #[serde(default)]
    pub interrupted: bool,
}

/// A function the code may call.
#[derive(Debug, Clone, Deserialize)]
pub struct FunctionName {
    /// Its whole name, `mail.send`.
    pub name: String,
    /// Its arguments arrive as one array.
    #[serde(default)]
    pub positional: bool,
}

/// How a run ended, as far as the worker knows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finish {
    /// What came of it.
    #[serde(flatten)]
    pub outcome: FinishOutcome,
    /// What it took.
    pub stats: Stats,
    /// A trap: this instance is never used again.
    pub poisoned: bool,
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum FinishOutcome {
    /// It ran to its end.
    Completed {
        /// Its result.
        value: Data,
    },
    /// Calls wait for a person.
    Pending,
    /// The shown pass was repeated, and the new one needs another instance.
    Again,
    /// It failed.
    Failed {
        /// How.
        error: Box<RunError>,
    },
}

/// What a run took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// Time in the guest, ms.
    pub guest_ms: f64,
    /// The most memory the engine has used, in bytes.
    pub peak_memory_bytes: usize,
}

/// Drives a run from its start, or from its record, to its end. Takes a guest made ahead, if there is one.
pub async fn drive<H: Host + 'static>(host: Rc<H>, prepared: Option<Guest>, request: StartRequest) -> Finish {
    let settings = Settings {
        run_id: request.run_id.clone(),
        mode: request.mode,
        repeated: request.repeated,
        concurrent_approvals: request.concurrent_approvals,
        hook: request.hook,
        limits: request.limits.clone(),
        started_at_ms: request.started_at,
        interrupted: request.interrupted,
    };
    let shared = Rc::new(Shared {
        run: RefCell::new(run::begin(settings, &request.journal)),
        host: host.clone(),
        log_bytes_left: Cell::new(Some(request.limits.log_bytes)),
    });
    let mut session = Session {
        guest: prepared,
        shared,
        host,
        limits: request.limits.clone(),
        guest_ms: 0.0,
        poisoned: false,
        lost: None,
        lowered: None,
        steps: Steps::default(),
    };
    let outcome = session.run(&request).await;
    let stats = Stats { guest_ms: session.guest_ms, peak_memory_bytes: session.host.peak_memory_bytes() };
    let poisoned = session.poisoned;
    session.leave();
    Finish { outcome, stats, poisoned }
}

struct Session<H> {
    guest: Option<Guest>,
    shared: Rc<Shared<H>>,
    host: Rc<H>,
    limits: Limits,
    guest_ms: f64,
    poisoned: bool,
    /// A trap inside one of the guest's calls to us left the run half told: it is not asked any more.
    lost: Option<RunError>,
    /// The same for every pass.
    lowered: Option<Lowered>,
    /// What this pass was made of.
    steps: Steps,
}

impl<H: Host + 'static> Session<H> {
    async fn run(&mut self, request: &StartRequest) -> FinishOutcome {
        if let Err(error) = self.begin(request) {
            self.fail(error);
        }
        loop {
            if let Some(error) = self.lost.take() {
                return FinishOutcome::Failed { error: Box::new(error) };
            }
            let next = self.decide_next();
            match next {
                Next::Deliver { call, outcome } => {
                    self.step(|guest| guest.deliver(&call, &outcome));
                    self.steps.delivered(call, outcome, self.shared.now_ms());
                }
                Next::Fire { timer } => {
                    self.step(|guest| guest.fire(timer));
                    self.steps.fired(timer, self.shared.now_ms());
                }
                Next::Wait { until } => {
                    let event = self.host.next(until).await;
                    self.shared.run.borrow_mut().on_event(event, self.host.now_ms());
                }
                Next::CheckResult => self.check_result(),
                // An instance that trapped is never used again.
                Next::Again if self.poisoned => return FinishOutcome::Again,
                Next::Again => {
                    self.again();
                    if let Err(error) = self.begin(request) {
                        self.fail(error);
                    }
                }
                Next::End(End::Pending) => return FinishOutcome::Pending,
                Next::End(End::Failed(mut error)) => {
                    if error.name == ErrorName::Deadlock {
                        error.position = error.position.or_else(|| self.waits_at(request));
                    }
                    return FinishOutcome::Failed { error };
                }
                Next::End(End::Completed) => match self.result() {
                    Ok(value) => return FinishOutcome::Completed { value },
                    Err(error) => return FinishOutcome::Failed { error: Box::new(error) },
                },
            }
        }
    }

    fn decide_next(&self) -> Next {
        let next = self.shared.run.borrow_mut().next(self.host.now_ms());
        self.shared.flush();
        next
    }

    /// Lowers the code and runs the guest up to where it first waits.
    fn begin(&mut self, request: &StartRequest) -> Result<(), RunError> {
        let lowered = match self.lowered.clone() {
            Some(lowered) => lowered,
            None => self.lower(request)?,
        };
        let setup = self.setup(request, lowered);
        self.steps.clear();
        if self.guest.is_none() {
            self.guest = Some(Guest::prepare().map_err(RunError::crash)?);
        }
        let mut setup = Some(setup);
        self.step(|guest| setup.take().map_or(Ended::Idle, |setup| guest.start(setup)));
        Ok(())
    }

    fn setup(&self, request: &StartRequest, lowered: Lowered) -> Setup {
        Setup {
            driver: self.shared.clone(),
            functions: request.functions.iter().map(|f| (f.name.clone(), f.positional)).collect(),
            input: request.input.clone(),
            seed: u64::from_str_radix(&request.seed, 16).unwrap_or_default(),
            limits: self.limits.clone(),
            lowered,
            collect: request.mode == Mode::Collect,
        }
    }

    fn lower(&mut self, request: &StartRequest) -> Result<Lowered, RunError> {
        let lower = if request.mode == Mode::Collect { lower_probed } else { lower };
        let lowered = contained(&*self.host, || lower(&request.code, &self.limits));
        let lowered = lowered.map_err(|trap| self.trapped(trap))??;
        self.lowered = Some(lowered.clone());
        Ok(lowered)
    }

    /// Runs one step of the guest, contained, and tells the run how it ended.
    fn step(&mut self, mut step: impl FnMut(&mut Guest) -> Ended) {
        let Some(guest) = self.guest.as_mut() else { return };
        let started = self.host.now_ms();
        let ended = contained(&*self.host, || step(guest));
        self.guest_ms += self.host.now_ms() - started;
        match ended {
            Ok(Ended::Idle) => {}
            Ok(Ended::BodyDone) => self.shared.run.borrow_mut().on_body_done(),
            Ok(Ended::Uncaught(uncaught)) => self.uncaught(*uncaught),
            Err(trap) => {
                let error = self.trapped(trap);
                self.fail(error);
            }
        }
    }

    fn fail(&mut self, error: RunError) {
        match self.shared.run.try_borrow_mut() {
            Ok(mut run) => run.on_failure(error),
            Err(_) => self.lost = Some(error),
        }
    }

    fn uncaught(&self, uncaught: Uncaught) {
        let mut run = self.shared.run.borrow_mut();
        let Uncaught { slot, mut error } = uncaught;
        // An error we delivered and the code did not catch: the run's error speaks of that call.
        if let Some(seq) = slot.and_then(|slot| run.seq_of(slot)) {
            error.seq = Some(seq);
            if let Some((function, input)) = run.call(seq) {
                error.function = Some(function.to_owned());
                error.input = Some(input.clone());
            }
        }
        run.on_failure(error);
    }

    /// The one place that gives a guest up: it is leaked, never dropped, never used again.
    fn trapped(&mut self, trap: Trap) -> RunError {
        self.poisoned = true;
        let (mut depth, mut recursing) = (0, None);
        if let Some(guest) = self.guest.take() {
            depth = guest.depth();
            recursing = guest.recurses_at();
            std::mem::forget(guest);
        }
        match trap {
            // What filled the heap was the stack of the code's functions.
            Trap::Memory if depth >= DEEP => RunError::stack_overflow().at(recursing),
            Trap::Memory => {
                let limit = self.limits.memory_bytes;
                let message = format!(
                    "the code needs more than {limit} bytes of memory. Work on less at once, or raise limits.memoryBytes."
                );
                RunError::new(ErrorName::MemoryLimit, message).with_limit(limit)
            }
            Trap::Stack => RunError::stack_overflow().at(recursing),
            Trap::Crash(what) => RunError::crash(format!("the engine stopped: {what}")),
        }
    }

    /// Ends the pass that was repeated: the next starts from the top, with a log of its own.
    fn again(&mut self) {
        self.retire();
        self.shared.log_bytes_left.set(Some(self.limits.log_bytes));
        self.shared.run.borrow_mut().on_pass_began();
        self.shared.flush();
    }

    fn check_result(&mut self) {
        let limit = self.limits.value_bytes;
        let checked = match self.guest.as_mut() {
            Some(guest) => contained(&*self.host, || guest.check_result(limit)),
            None => Ok(Err(RunError::crash("the guest is gone"))),
        };
        let checked = checked.unwrap_or_else(|trap| Err(self.trapped(trap)));
        self.shared.run.borrow_mut().on_result_checked(checked);
    }

    /// Warns of rejections nobody handled and takes the result.
    fn result(&mut self) -> Result<Data, RunError> {
        let limit = self.limits.value_bytes;
        let shared = self.shared.clone();
        shared.run.borrow_mut().on_reading_result();
        let Some(guest) = self.guest.as_mut() else {
            return Err(RunError::crash("the guest is gone"));
        };
        let result = contained(&*self.host, || {
            for line in guest.unhandled_rejections() {
                shared.log(line);
            }
            guest.result(limit)
        });
        match result {
            // A getter of the result did what it must not.
            Ok(Err(_)) if let Some(error) = self.shared.run.borrow().failure() => Err(error.clone()),
            Ok(result) => result,
            Err(trap) => Err(self.trapped(trap)),
        }
    }

    /// Drops the guest and collects, as an instance leaks a run's memory otherwise.
    /// After the run. In a worker the instance is of no more use, and collecting what it holds would keep the answer waiting.
    fn leave(&mut self) {
        if cfg!(target_arch = "wasm32") {
            std::mem::forget(self.guest.take());
        } else {
            self.retire();
        }
    }

    fn retire(&mut self) {
        if let Some(guest) = self.guest.take() {
            let mut guest = Some(guest);
            let dropped = self.host.contain(&mut || {
                if let Some(guest) = guest.take() {
                    guest.retire();
                }
            });
            if dropped.is_err() {
                self.poisoned = true;
            }
        }
    }
}

/// Runs a step contained, for what it gives.
fn contained<T>(host: &impl Host, mut step: impl FnMut() -> T) -> Result<T, Trap> {
    let mut given = None;
    host.contain(&mut || given = Some(step()))?;
    given.ok_or_else(|| Trap::Crash("no answer".to_owned()))
}

/// What the guest's realm reaches while guest code is on the stack.
struct Shared<H> {
    run: RefCell<Box<dyn Run>>,
    host: Rc<H>,
    /// None once a line did not fit: the log is full, and says so.
    log_bytes_left: Cell<Option<usize>>,
}

impl<H: Host> Shared<H> {
    /// Hands what the run wants sent to the host. Never while the run is borrowed.
    fn flush(&self) {
        let told = self.run.borrow_mut().tell();
        let mut entries = Vec::new();
        for told in told {
            match told {
                Told::Entry(entry) => entries.push(entry),
                Told::Request(request) => {
                    self.record(&mut entries);
                    self.host.send(request);
                }
                Told::Line(line) => self.log(line),
                Told::Repeated => self.host.repeated(),
            }
        }
        self.record(&mut entries);
    }

    fn record(&self, entries: &mut Vec<Entry>) {
        if !entries.is_empty() {
            self.host.record(std::mem::take(entries));
        }
    }
}

impl<H: Host> Driver for Shared<H> {
    fn call(&self, made: MadeCall) -> Accept {
        let accept = self.run.borrow_mut().on_call(made);
        self.flush();
        accept
    }

    fn observed(&self, slot: u32, position: Option<Position>) {
        self.run.borrow_mut().on_observed(slot, position);
        self.flush();
    }

    fn log(&self, mut line: LogLine) {
        if !self.run.borrow().logs() {
            return;
        }
        let Some(left) = self.log_bytes_left.get() else { return };
        // Each line counts for at least one byte, so that empty lines are bounded too.
        let rest = left.checked_sub(line.text.len().max(1));
        if rest.is_none() {
            let fits = line.text.floor_char_boundary(left);
            line.text.truncate(fits);
            line.text.push_str("… (the log is full: limits.logBytes)");
        }
        self.log_bytes_left.set(rest);
        self.host.log(line);
    }

    fn now_ms(&self) -> f64 {
        self.run.borrow().guest_now_ms()
    }

    fn start_timer(&self, id: u32, delay_ms: f64, repeat: bool) {
        self.run.borrow_mut().on_timer_started(id, delay_ms, repeat, self.host.now_ms());
    }

    fn clear_timer(&self, id: u32) {
        self.run.borrow_mut().on_timer_cleared(id);
    }
}
