//! Owns a page made for tests: functions that answer from a table, a person who answers from a list, time that moves only
//! when somebody waits. It keeps the journal as the real page does. Deliberately absent: anything of a browser.

use countersign::driver::LogLine;
use countersign::journal::{DecisionKind, Entry, SettledState, Verdict};
use countersign::run::{Decision, Event, Mode, Reply, Request};
use countersign::session::{Host, Trap};
use countersign::value::{Data, ErrorData};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a function of the app does when it is called.
#[derive(Debug, Clone)]
pub enum Answer {
    /// Gives this text, `$input` standing for the input.
    Value(String),
    /// Throws an error of this name and message.
    Throws(String, String),
}

/// A function of the app.
#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub marked: bool,
    pub positional: bool,
    /// Used in turn; the last one again and again.
    pub answers: Vec<Answer>,
}

/// In what order calls in flight settle.
#[derive(Debug, Clone, PartialEq)]
pub enum Settle {
    /// As they were started.
    InOrder,
    /// The latest first.
    LastFirst,
}

pub struct TestHost {
    pub functions: Vec<Function>,
    pub mode: Mode,
    pub settle: Settle,
    pub person: RefCell<VecDeque<Decision>>,
    pub journal: RefCell<Vec<Entry>>,
    pub transcript: RefCell<Vec<String>>,
    inputs: RefCell<BTreeMap<u32, (String, Data)>>,
    used: RefCell<BTreeMap<String, usize>>,
    now_ms: Cell<f64>,
    /// Answers under way: those of functions, and those of the person.
    under_way: RefCell<VecDeque<Event>>,
}

impl TestHost {
    pub fn new(functions: Vec<Function>, mode: Mode, now_ms: f64, journal: Vec<Entry>) -> Self {
        let mut inputs = BTreeMap::new();
        for entry in &journal {
            if let Entry::Call { seq, function, input, .. } = entry {
                inputs.insert(*seq, (function.clone(), input.clone()));
            }
        }
        Self {
            functions,
            mode,
            settle: Settle::InOrder,
            person: RefCell::default(),
            journal: RefCell::new(journal),
            transcript: RefCell::default(),
            inputs: RefCell::new(inputs),
            used: RefCell::default(),
            now_ms: Cell::new(now_ms),
            under_way: RefCell::default(),
        }
    }

    fn say(&self, line: String) {
        self.transcript.borrow_mut().push(line);
    }

    fn write(&self, entry: Entry) {
        self.journal.borrow_mut().push(entry);
    }

    fn answer(&self, event: Event) {
        self.under_way.borrow_mut().push_back(event);
    }

    fn execute(&self, seq: u32) {
        let at = self.now_ms.get();
        let (name, input) = self.inputs.borrow()[&seq].clone();
        let function = self.functions.iter().find(|function| function.name == name).expect("a function of the table");
        let mut used = self.used.borrow_mut();
        let turn = used.entry(name.clone()).or_default();
        let answer = &function.answers[(*turn).min(function.answers.len() - 1)];
        *turn += 1;
        self.say(format!("run {seq} {name}({})", input.text()));
        self.write(Entry::Started { seq, at });
        let reply = match answer {
            Answer::Value(text) => Reply::Fulfilled { value: Data::from_text(text.replace("$input", input.text())) },
            Answer::Throws(name, message) => Reply::Rejected {
                error: ErrorData { name: name.clone(), message: message.clone(), data: None, cause: None },
            },
        };
        self.answer(Event::Reply { seq, reply });
    }

    fn call(&self, seq: u32, name: &str, input: &Data, line: Option<u32>, go: bool) {
        let marked = self.functions.iter().any(|function| function.name == name && function.marked);
        let verdict = match (marked, self.mode) {
            (false, _) => Verdict::Allow,
            (true, Mode::Deny) => Verdict::Deny,
            (true, Mode::Pause | Mode::Collect) => Verdict::Ask,
        };
        let word = match verdict {
            Verdict::Allow => "allow",
            Verdict::Ask => "ask",
            Verdict::Deny => "deny",
        };
        let line = line.map_or_else(String::new, |line| format!(" on line {line}"));
        self.say(format!("call {seq} {name}({}){line}: {word}{}", input.text(), if go { "" } else { ", in line" }));
        self.write(Entry::Judged { seq, verdict, shown: None, reason: None, lifted: None });
        match verdict {
            Verdict::Allow if go => self.execute(seq),
            Verdict::Allow => self.answer(Event::Reply { seq, reply: Reply::Allowed }),
            Verdict::Ask => self.answer(Event::Reply { seq, reply: Reply::Ask }),
            Verdict::Deny => self.answer(Event::Reply { seq, reply: Reply::Denied { reason: None } }),
        }
    }

    fn ask(&self, seq: u32) {
        let decision = self.person.borrow_mut().pop_front().unwrap_or(Decision::Pause);
        self.say(format!("ask {seq}: {}", brief(&decision)));
        self.answer(Event::Decision { seq, decision });
    }

    /// What the page writes when an answer reaches it.
    fn record_answer(&self, event: &Event) {
        let at = self.now_ms.get();
        let settled = |seq: u32, state, value: Option<&Data>, error: Option<&ErrorData>| {
            self.write(Entry::Settled { seq, state, value: value.cloned(), error: error.cloned(), at });
        };
        match event {
            Event::Reply { seq, reply: Reply::Fulfilled { value } } => {
                settled(*seq, SettledState::Fulfilled, Some(value), None);
            }
            Event::Reply { seq, reply: Reply::Rejected { error } } => {
                settled(*seq, SettledState::Rejected, None, Some(error));
            }
            Event::Decision { seq, decision } => self.decide(*seq, decision),
            Event::Reply { .. } | Event::Woken | Event::Lost { .. } => {}
        }
    }

    pub fn decide(&self, seq: u32, decision: &Decision) {
        let (kind, reason, value) = match decision {
            Decision::Approve => (DecisionKind::Approve, None, None),
            Decision::Reject { reason } => (DecisionKind::Reject, reason.clone(), None),
            Decision::Respond { value } => (DecisionKind::Respond, None, Some(value.clone())),
            Decision::Pause => return,
        };
        self.write(Entry::Decided { seq, decision: kind, at: self.now_ms.get(), reason, edited: None, value });
    }
}

fn brief(decision: &Decision) -> String {
    match decision {
        Decision::Approve => "approve".into(),
        Decision::Reject { reason: None } => "reject".into(),
        Decision::Reject { reason: Some(reason) } => format!("reject, {reason}"),
        Decision::Respond { value } => format!("respond {}", value.text()),
        Decision::Pause => "pause".into(),
    }
}

impl Host for TestHost {
    fn send(&self, request: Request) {
        match request {
            Request::Call { seq, function, input, position, go } => {
                self.inputs.borrow_mut().insert(seq, (function.clone(), input.clone()));
                let line = position.map(|position| position.line);
                self.write(Entry::Call { seq, function: function.clone(), input: input.clone(), position });
                self.call(seq, &function, &input, line, go);
            }
            Request::Execute { seq } => self.execute(seq),
            Request::Ask { seq } => self.ask(seq),
            Request::Withdraw { seq } => self.say(format!("withdraw {seq}")),
            Request::Invalid { seq, function, input, position, error } => {
                self.say(format!("call {seq} {function}: invalid, {}: {}", error.name, error.message));
                self.write(Entry::Call { seq, function, input, position });
                self.write(Entry::Invalid { seq, error, at: self.now_ms.get() });
            }
        }
    }

    fn log(&self, line: LogLine) {
        let at = line.line.map_or_else(String::new, |line| format!(" (line {line})"));
        self.say(format!("{}{at}: {}", format!("{:?}", line.level).to_lowercase(), line.text));
    }

    fn record(&self, entries: Vec<Entry>) {
        self.journal.borrow_mut().extend(entries);
    }

    fn now_ms(&self) -> f64 {
        self.now_ms.get()
    }

    async fn next(&self, until_ms: Option<f64>) -> Event {
        let mut under_way = self.under_way.borrow_mut();
        let next = match self.settle {
            Settle::InOrder => under_way.pop_front(),
            Settle::LastFirst => under_way.pop_back(),
        };
        drop(under_way);
        match next {
            Some(event) => {
                self.now_ms.set(self.now_ms.get() + 1.0);
                self.record_answer(&event);
                event
            }
            None => {
                let until_ms = until_ms.expect("the session waits for nothing");
                self.now_ms.set(self.now_ms.get().max(until_ms));
                Event::Woken
            }
        }
    }

    fn contain(&self, step: &mut dyn FnMut()) -> Result<(), Trap> {
        catch_unwind(AssertUnwindSafe(step)).map_err(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            Trap::Crash(text.or(panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default())
        })
    }

    fn peak_memory_bytes(&self) -> usize {
        0
    }
}
