//! Owns playing one part of a run over the test page, and meeting it again from its record. What must hold: a repeat calls
//! nobody, logs the same lines and ends in the same way (R2). Deliberately absent: how a program and its persons are written.

use crate::desk::Desk;
use crate::host::{Function, Person, TestHost};
use crate::queue::Settle;
use countersign::error::ErrorName;
use countersign::journal::Entry;
use countersign::limits::Limits;
use countersign::run::Mode;
use countersign::session::{Finish, FinishOutcome, FunctionName, StartRequest, drive};
use countersign::value::Data;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

pub(crate) const STARTED_AT: f64 = 1_750_000_000_000.0;
pub(crate) const HOUR_MS: f64 = 3_600_000.0;

/// What stays the same in every part of a run.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) code: String,
    pub(crate) input: Option<Data>,
    pub(crate) functions: Vec<Function>,
    pub(crate) mode: Mode,
    pub(crate) concurrent_approvals: bool,
    pub(crate) limits: Limits,
}

/// One part of a run: up to where it waits for a person, or to its end.
pub(crate) struct Part {
    pub(crate) transcript: Vec<String>,
    pub(crate) finish: Finish,
    pub(crate) desk: Desk,
    pub(crate) now_ms: f64,
}

/// What is known of the record a part goes on from.
#[derive(Debug, Clone, Copy, Default)]
struct Standing {
    /// Its page went away while it ran.
    interrupted: bool,
    /// No page wrote it.
    hostile: bool,
}

impl Program {
    /// Plays the part that follows this record.
    pub(crate) fn play(&self, desk: Desk, person: Option<Person>, settle: Settle, now_ms: f64) -> Part {
        self.part(desk, person, settle, now_ms, Standing::default())
    }

    /// Plays what follows the record of a part whose page went away.
    pub(crate) fn play_interrupted(&self, desk: Desk, person: Option<Person>, now_ms: f64) -> Part {
        self.part(desk, person, Settle::InOrder, now_ms, Standing { interrupted: true, ..Standing::default() })
    }

    /// Plays what follows a record that no page wrote.
    pub(crate) fn play_unchecked(
        &self,
        journal: Vec<Entry>,
        person: Option<Person>,
        settle: Settle,
        now_ms: f64,
    ) -> Part {
        let standing = Standing { hostile: true, ..Standing::default() };
        self.part(Desk::new(journal), person, settle, now_ms, standing)
    }

    fn part(
        &self,
        desk: Desk,
        person: Option<Person>,
        settle: Settle,
        now_ms: f64,
        Standing { interrupted, hostile }: Standing,
    ) -> Part {
        let hook = person.is_some();
        let person = person.unwrap_or_else(|| Person::List(RefCell::new(VecDeque::new())));
        let request = StartRequest {
            run_id: "run".into(),
            code: self.code.clone(),
            input: self.input.clone(),
            functions: self
                .functions
                .iter()
                .map(|function| FunctionName { name: function.name.clone(), positional: function.positional })
                .collect(),
            mode: self.mode,
            concurrent_approvals: self.concurrent_approvals,
            hook,
            limits: self.limits.clone(),
            seed: "00000000c0ffee00".into(),
            started_at: STARTED_AT,
            journal: desk.journal.clone(),
            repeated: false,
            interrupted,
        };
        let host = TestHost::new(self.functions.clone(), self.mode, person, settle, now_ms)
            .with_hostile_record(hostile)
            .with_concurrent_approvals(self.concurrent_approvals)
            .with_desk(desk);
        let host = Rc::new(host);
        let mut finish = block_on(drive(host.clone(), None, request.clone()));
        if finish.outcome == FinishOutcome::Again {
            let again = StartRequest { repeated: true, ..request };
            finish = block_on(drive(host.clone(), None, again));
        }
        if self.mode == Mode::Collect && finish.outcome == FinishOutcome::Pending {
            host.complete();
        }
        Part {
            transcript: host.transcript.take(),
            finish,
            desk: host.take_desk(),
            now_ms: countersign::session::Host::now_ms(&*host),
        }
    }

    /// Meets a part that ended again, a day later.
    pub(crate) fn check_repeat(&self, part: &Part) {
        // In collect a record ends in a card, which a resume meets again.
        let waits = matches!(part.finish.outcome, FinishOutcome::Pending);
        if waits || part.finish.poisoned || self.mode == Mode::Collect {
            return;
        }
        // A run that parted from its record parts from it again; any other ended, and may end so.
        let parted =
            matches!(&part.finish.outcome, FinishOutcome::Failed { error } if error.name == ErrorName::ReplayMismatch);
        let standing = Standing { interrupted: !parted, ..Standing::default() };
        let again = self.part(part.desk.clone(), None, Settle::InOrder, part.now_ms + 24.0 * HOUR_MS, standing);
        assert_eq!(again.finish.outcome, part.finish.outcome, "the repeat ended in another way");
        assert_eq!(again.logs(), part.logs(), "the repeat logged something else");
        assert_eq!(again.desk.journal, part.desk.journal, "the repeat recorded something");
        let acted: Vec<_> = again.transcript.iter().filter(|line| !is_log(line)).collect();
        assert!(acted.is_empty(), "the repeat did something: {acted:?}");
    }
}

impl Part {
    pub(crate) fn logs(&self) -> Vec<&String> {
        self.transcript.iter().filter(|line| is_log(line)).collect()
    }
}

fn is_log(line: &str) -> bool {
    ["debug", "log", "info", "warn", "error"]
        .iter()
        .any(|level| line.strip_prefix(level).is_some_and(|rest| rest.starts_with(':') || rest.starts_with(" (line")))
}

/// How a part ended, in one line.
pub(crate) fn ending(finish: &Finish) -> String {
    match &finish.outcome {
        FinishOutcome::Completed { value } => format!("completed {}", value.text()),
        FinishOutcome::Pending => "pending".into(),
        FinishOutcome::Again => "again".into(),
        FinishOutcome::Failed { error } => {
            let at = error
                .position
                .map_or_else(String::new, |position| format!(" at {}:{}", position.line, position.column));
            let name = error.guest_name.as_ref().map_or_else(String::new, |name| format!(" {name}"));
            let source = error.source_line.as_ref().map_or_else(String::new, |line| format!("\n  {}", line.trim()));
            format!("failed {:?}{name}{at}: {}{source}", error.name, error.message)
        }
    }
}

/// The test page is always ready, so one poll after another is enough.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}
