//! Owns what the tests of this folder share: a driver that writes everything down, and a realm to run code in. Code is run as
//! it stands, without lowering, so places in it are the engine's own.

use super::builtins::functions;
use super::inspect::inspect_quoted;
use super::stack::GUEST_PATH;
use super::{Ended, Guest, Setup, realm, state};
use crate::driver::{Accept, CallSite, Driver, LogLine, MadeCall};
use crate::error::RunError;
use crate::limits::Limits;
use crate::lower::lower;
use crate::position::{Position, PositionMap};
use crate::value::Data;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::job::SimpleJobExecutor;
use boa_engine::{Context, JsResult, JsValue, Source};
use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;

/// The moment the tests start at.
pub(crate) const START_MS: f64 = 1_700_000_000_000.5;

/// The call with this number, as the guest is told of it.
pub(crate) fn call_of(function: &str, seq: u32) -> CallSite {
    let (call_id, function) = (format!("run-1.{seq}"), function.to_owned());
    CallSite { slot: seq - 1, seq, call_id, function, input: Data::undefined(), position: None }
}

pub(crate) struct Recorder {
    pub(crate) calls: RefCell<Vec<MadeCall>>,
    /// Slot and place of each look at a pending value.
    pub(crate) observed: RefCell<Vec<(u32, Option<Position>)>>,
    pub(crate) lines: RefCell<Vec<LogLine>>,
    /// `1: 50ms`, `2: 10ms repeat`, `1: cleared`.
    pub(crate) timers: RefCell<Vec<String>>,
    pub(crate) now_ms: Cell<f64>,
    pub(crate) accept: Cell<Accept>,
}

impl Recorder {
    pub(crate) fn new() -> Rc<Self> {
        Rc::new(Self {
            calls: RefCell::default(),
            observed: RefCell::default(),
            lines: RefCell::default(),
            timers: RefCell::default(),
            now_ms: Cell::new(START_MS),
            accept: Cell::new(Accept::Go),
        })
    }
}

impl Driver for Recorder {
    fn call(&self, made: MadeCall) -> Accept {
        self.calls.borrow_mut().push(made);
        self.accept.get()
    }

    fn observed(&self, slot: u32, position: Option<Position>) {
        self.observed.borrow_mut().push((slot, position));
    }

    fn log(&self, line: LogLine) {
        self.lines.borrow_mut().push(line);
    }

    fn now_ms(&self) -> f64 {
        self.now_ms.get()
    }

    fn start_timer(&self, id: u32, delay_ms: f64, repeat: bool) {
        let repeat = if repeat { " repeat" } else { "" };
        self.timers.borrow_mut().push(format!("{id}: {delay_ms}ms{repeat}"));
    }

    fn clear_timer(&self, id: u32) {
        self.timers.borrow_mut().push(format!("{id}: cleared"));
    }
}

/// A realm with a run begun in it.
pub(crate) struct Bench {
    pub(crate) context: Context,
    pub(crate) driver: Rc<Recorder>,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self::with_functions(&[])
    }

    /// Functions by name; a `*` after it: positional.
    pub(crate) fn with_functions(names: &[&str]) -> Self {
        let driver = Recorder::new();
        let mut context = realm::build(Rc::new(SimpleJobExecutor::new())).expect("the realm builds");
        state::begin_run(&mut context, driver.clone(), PositionMap::identity(), 7, Limits::default());
        let functions: Vec<_> =
            names.iter().map(|name| (name.trim_end_matches('*').to_owned(), name.ends_with('*'))).collect();
        functions::install(&functions, &mut context).expect("the names are free");
        Self { context, driver }
    }

    /// Runs a script; its completion value.
    pub(crate) fn eval(&mut self, code: &str) -> JsResult<JsValue> {
        self.context.eval(Source::from_bytes(code).with_path(Path::new(GUEST_PATH)))
    }

    /// Runs a script as a run does, strict and with `await` and `return`, and its jobs. `undefined`, `throws TypeError: …`, `waits`.
    pub(crate) fn run(&mut self, body: &str) -> String {
        match self.try_run(body) {
            Ok(text) => text,
            Err(error) => format!("uncatchable {error}"),
        }
    }

    pub(crate) fn try_run(&mut self, body: &str) -> JsResult<String> {
        let value = self.eval(&format!("(async () => {{ 'use strict'; {body}\n}})()"))?;
        let promise = value.as_promise().expect("an async function gives a promise");
        self.context.run_jobs()?;
        Ok(match promise.state() {
            PromiseState::Pending => "waits".to_owned(),
            PromiseState::Fulfilled(value) => inspect_quoted(&value, &mut self.context),
            PromiseState::Rejected(reason) => match reason.as_object() {
                Some(error) => format!("throws {}", super::look::error_head(&error)),
                None => format!("throws {}", inspect_quoted(&reason, &mut self.context)),
            },
        })
    }

    /// `log: text`, and ` @3` for its line where `lines`.
    pub(crate) fn log(&self, lines: bool) -> Vec<String> {
        let text = |line: &LogLine| {
            let place = line.line.filter(|_| lines).map(|line| format!(" @{line}")).unwrap_or_default();
            format!("{:?}: {}{place}", line.level, line.text).replacen(':', ":", 1)
        };
        self.driver.lines.borrow().iter().map(text).collect()
    }
}

/// What this body comes to in a realm of its own.
#[track_caller]
pub(crate) fn check(body: &str, expected: &str) {
    assert_eq!(Bench::new().run(body), expected, "{body}");
}

/// What a run of this code gives, as data at the border, or fails with.
pub(crate) fn result(code: &str) -> String {
    let setup = setup(code, &[]);
    let mut guest = Guest::prepare().expect("the realm builds");
    match guest.start(setup) {
        Ended::Idle => "waits".to_owned(),
        Ended::BodyDone => match guest.result(1 << 20) {
            Ok(value) => value.text().to_owned(),
            Err(error) => error.message,
        },
        Ended::Uncaught(uncaught) => shown(&uncaught.error),
    }
}

fn setup(code: &str, functions: &[&str]) -> Setup {
    Setup {
        driver: Bench::new().driver,
        functions: functions.iter().map(|name| ((*name).to_owned(), false)).collect(),
        input: None,
        seed: 7,
        limits: Limits::default(),
        lowered: lower(code, &Limits::default()).expect("the code lowers"),
        collect: false,
    }
}

fn shown(error: &RunError) -> String {
    let name = error.guest_name.clone().unwrap_or_else(|| format!("{:?}", error.name));
    let place = error.position.map(|place| format!(" @{}:{}", place.line, place.column)).unwrap_or_default();
    format!("{name}: {}{place}", error.message)
}

/// The stack of the error that a run of this code fails with.
pub(crate) fn stack_of(code: &str) -> String {
    match Guest::prepare().expect("the realm builds").start(setup(code, &[])) {
        Ended::Uncaught(uncaught) => uncaught.error.guest_stack.unwrap_or_default(),
        Ended::Idle | Ended::BodyDone => String::new(),
    }
}

/// What a run of this code with these functions fails with: `TypeError: no such row @3:5`.
pub(crate) fn uncaught_with(code: &str, functions: &[&str]) -> String {
    match Guest::prepare().expect("the realm builds").start(setup(code, functions)) {
        Ended::Idle => "waits".to_owned(),
        Ended::BodyDone => "ends".to_owned(),
        Ended::Uncaught(uncaught) => shown(&uncaught.error),
    }
}
