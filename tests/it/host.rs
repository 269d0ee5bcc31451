//! Owns a page made for tests: functions that answer from a table, a person who answers from a list, time that moves only
//! when somebody waits. It keeps the journal as the real page does. Deliberately absent: anything of a browser.

use crate::answers::{Answer, error_data};
use crate::card::Pass;
use crate::desk::Desk;
use crate::queue::{Queue, Settle};
use countersign::driver::LogLine;
use countersign::journal::{DecisionKind, Entry, SettledState, Verdict};
use countersign::run::{Decision, Event, Mode, Reply, Request};
use countersign::session::{Host, Trap};
use countersign::value::{Data, ErrorData};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A function of the app.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) marked: bool,
    /// An effect that needs no decision (M4).
    pub(crate) lifted: bool,
    /// A read that does not run ahead of what waits (C5).
    pub(crate) fresh: bool,
    pub(crate) positional: bool,
    /// Used in turn; the last one again and again.
    pub(crate) answers: Vec<Answer>,
    /// How long it takes, and how long the page takes to say whether it may run.
    pub(crate) takes_ms: f64,
    pub(crate) judging_ms: f64,
    /// What its schema says to every input.
    pub(crate) refused: Option<String>,
}

impl Function {
    /// What it declares is said by its first letter: `w` is marked, `m` a lifted effect, `f` fresh, all others plain reads.
    pub(crate) fn by_letter(name: &str, answer: Answer, takes_ms: f64) -> Self {
        Self {
            name: name.to_owned(),
            marked: name.starts_with('w'),
            lifted: name.starts_with('m'),
            fresh: name.starts_with('f'),
            positional: false,
            answers: vec![answer],
            takes_ms,
            judging_ms: 0.0,
            refused: None,
        }
    }
}

/// A person's answer and how long they take.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) decision: Decision,
    pub(crate) after_ms: f64,
}

/// What the person says to a call, by its seq, its function and its input.
type ByCall = Box<dyn Fn(u32, &str, &Data) -> Decision>;

/// Who is asked.
pub(crate) enum Person {
    /// Answers in turn; then nobody can decide any more.
    List(RefCell<VecDeque<Said>>),
    /// Answers by call.
    ByCall(ByCall),
    /// So, and takes no time.
    AtOnce(ByCall),
}

pub(crate) struct TestHost {
    pub(crate) functions: Vec<Function>,
    pub(crate) mode: Mode,
    pub(crate) person: Person,
    pub(crate) transcript: RefCell<Vec<String>>,
    desk: RefCell<Desk>,
    used: RefCell<BTreeMap<String, usize>>,
    pub(crate) under_way: Queue<Event>,
    /// When the verdict on every call made so far is known.
    judged_at_ms: Cell<f64>,
    pub(crate) pass: RefCell<Pass>,
    concurrent_approvals: bool,
    /// The record is none that a page wrote: what the core then asks for in vain is refused. Else it fails the test.
    hostile_record: bool,
}

impl TestHost {
    pub(crate) fn new(functions: Vec<Function>, mode: Mode, person: Person, settle: Settle, now_ms: f64) -> Self {
        Self {
            functions,
            mode,
            person,
            transcript: RefCell::default(),
            desk: RefCell::default(),
            used: RefCell::default(),
            under_way: Queue::new(now_ms, settle),
            judged_at_ms: Cell::new(now_ms),
            pass: RefCell::default(),
            concurrent_approvals: false,
            hostile_record: false,
        }
    }

    pub(crate) fn with_concurrent_approvals(mut self, concurrent: bool) -> Self {
        self.concurrent_approvals = concurrent;
        self
    }

    pub(crate) fn with_hostile_record(mut self, hostile: bool) -> Self {
        self.hostile_record = hostile;
        self
    }

    /// Whether the core may ask for this.
    fn sound(&self, checked: Result<(), String>) -> bool {
        match checked {
            Ok(()) => true,
            Err(_) if self.hostile_record => false,
            Err(what) => panic!("{what}"),
        }
    }

    fn refuse(&self, seq: u32) {
        self.reply(seq, Reply::Rejected { error: error_data("EngineCrash", "nothing a sound worker asks") }, 1.0);
    }

    /// The record so far.
    pub(crate) fn with_desk(self, desk: Desk) -> Self {
        for call in desk.calls.values().filter(|call| call.started) {
            *self.used.borrow_mut().entry(call.function.clone()).or_default() += 1;
        }
        self.desk.replace(desk);
        self
    }

    pub(crate) fn desk(&self) -> std::cell::Ref<'_, Desk> {
        self.desk.borrow()
    }

    pub(crate) fn take_desk(&self) -> Desk {
        self.desk.take()
    }

    pub(crate) fn say(&self, line: String) {
        self.transcript.borrow_mut().push(line);
    }

    pub(crate) fn write(&self, entry: Entry) {
        self.desk.borrow_mut().write(entry);
    }

    pub(crate) fn function(&self, name: &str) -> &Function {
        self.functions.iter().find(|function| function.name == name).expect("a function of the table")
    }

    pub(crate) fn reply(&self, seq: u32, reply: Reply, after_ms: f64) {
        let verdict = matches!(reply, Reply::Ask);
        self.under_way.add(seq, Event::Reply { seq, reply }, after_ms, verdict);
    }

    /// As the page does: calls that ask say so in creation order, when the verdict on every earlier call is known.
    fn judged_after_ms(&self, judging_ms: f64) -> f64 {
        if self.concurrent_approvals {
            return judging_ms;
        }
        let now_ms = self.under_way.now_ms();
        self.judged_at_ms.set(self.judged_at_ms.get().max(now_ms + judging_ms));
        self.judged_at_ms.get() - now_ms
    }

    pub(crate) fn execute(&self, seq: u32, after_ms: f64, ahead: bool) {
        let checked = self.desk.borrow().check_may_start(seq);
        if !self.sound(checked) {
            return self.refuse(seq);
        }
        let (name, input) = {
            let desk = self.desk.borrow();
            (desk.calls[&seq].function.clone(), desk.calls[&seq].input.clone())
        };
        let function = self.function(&name);
        let mut used = self.used.borrow_mut();
        let turn = used.entry(name.clone()).or_default();
        let answer = &function.answers[(*turn).min(function.answers.len() - 1)];
        *turn += 1;
        let note = if ahead { ", ahead of what waits" } else { "" };
        self.say(format!("run {seq} {name}({}){note}", input.text()));
        self.write(Entry::Started { seq, at: self.under_way.now_ms(), ahead: ahead.then_some(true) });
        let reply = answer.reply(&name, &input);
        self.reply(seq, reply, after_ms + function.takes_ms);
    }

    fn call(&self, seq: u32, name: &str, input: &Data, line: Option<u32>, go: bool) {
        let function = self.function(name);
        let line = line.map_or_else(String::new, |line| format!(" on line {line}"));
        let place = if go || self.mode == Mode::Collect { "" } else { ", in line" };
        let judged = |word: &str| self.say(format!("call {seq} {name}({}){line}: {word}{place}", input.text()));
        if let Some(message) = &function.refused {
            judged(&format!("refused, {message}"));
            let error = error_data("ValidationError", message);
            self.write(Entry::Invalid { seq, error: error.clone(), at: self.under_way.now_ms() });
            return self.reply(seq, Reply::Invalid { error }, function.judging_ms);
        }
        let (verdict, word) = match (function.marked, self.mode) {
            (false, _) => (Verdict::Allow, "allow"),
            (true, Mode::Deny) => (Verdict::Deny, "deny"),
            (true, Mode::Pause | Mode::Collect) => (Verdict::Ask, "ask"),
        };
        judged(word);
        let in_turn_ms = self.judged_after_ms(function.judging_ms);
        self.write(Entry::Judged { seq, verdict, shown: None, reason: None, lifted: function.lifted.then_some(true) });
        match verdict {
            Verdict::Allow if go => self.execute(seq, function.judging_ms, false),
            Verdict::Allow => self.reply(seq, Reply::Allowed, function.judging_ms),
            Verdict::Ask => self.reply(seq, Reply::Ask, in_turn_ms),
            Verdict::Deny => self.reply(seq, Reply::Denied { reason: None }, function.judging_ms),
        }
    }

    fn ask(&self, seq: u32) {
        let waits = self.desk.borrow().waiting().contains(&seq);
        if !self.sound(waits.then_some(()).ok_or(format!("call {seq} is asked for and does not wait"))) {
            return self.under_way.add(seq, Event::Decision { seq, decision: Decision::Pause }, 1.0, false);
        }
        let said = match &self.person {
            Person::List(list) => list.borrow_mut().pop_front(),
            Person::ByCall(answer) | Person::AtOnce(answer) => {
                let desk = self.desk.borrow();
                let call = &desk.calls[&seq];
                let after_ms = if matches!(self.person, Person::ByCall(_)) { 1.0 } else { 0.0 };
                Some(Said { decision: answer(seq, &call.function, &call.input), after_ms })
            }
        };
        let said = said.unwrap_or(Said { decision: Decision::Pause, after_ms: 1.0 });
        self.say(format!("ask {seq}: {}", brief(&said.decision)));
        self.under_way.add(seq, Event::Decision { seq, decision: said.decision }, said.after_ms, false);
    }

    fn withdraw(&self, seq: u32) {
        self.say(format!("withdraw {seq}"));
        let open = |event: &Event| matches!(event, Event::Decision { seq: asked, .. } if *asked == seq);
        assert!(self.under_way.withdraw(open), "call {seq} is withdrawn and was not asked for");
    }

    /// What the page writes when an answer reaches it.
    pub(crate) fn record_answer(&self, event: &Event) {
        let at = self.under_way.now_ms();
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
            Event::Reply { seq, reply: Reply::Unknown { error } } => {
                settled(*seq, SettledState::Unknown, None, Some(error));
            }
            Event::Decision { seq, .. } if self.hostile_record && !self.desk.borrow().waiting().contains(seq) => {}
            Event::Decision { seq, decision } => decide(&mut self.desk.borrow_mut(), *seq, decision, at),
            Event::Reply { .. } | Event::Woken | Event::Lost { .. } => {}
        }
    }
}

/// Writes a person's answer into the record.
pub(crate) fn decide(desk: &mut Desk, seq: u32, decision: &Decision, at: f64) {
    assert!(desk.waiting().contains(&seq), "call {seq} does not wait for a decision");
    let (decision, reason, value) = match decision {
        Decision::Approve => (DecisionKind::Approve, None, None),
        Decision::Reject { reason } => (DecisionKind::Reject, reason.clone(), None),
        Decision::Respond { value } => (DecisionKind::Respond, None, Some(value.clone())),
        Decision::Pause => return,
    };
    desk.write(Entry::Decided { seq, decision, at, reason, edited: None, value });
}

pub(crate) fn brief(decision: &Decision) -> String {
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
        if self.mode == Mode::Collect && self.takes_no_more(&request) {
            return;
        }
        match request {
            Request::Call { seq, function, input, position, go, behind: _ } => {
                let checked = self.desk.borrow().check_made(seq, &function, &input);
                if !self.sound(checked) {
                    return self.refuse(seq);
                }
                if !self.desk.borrow().calls.contains_key(&seq) {
                    self.write(Entry::Call { seq, function: function.clone(), input: input.clone(), position });
                }
                self.call(seq, &function, &input, position.map(|position| position.line), go);
            }
            Request::Execute { seq, ahead } => self.execute(seq, 0.0, ahead),
            Request::Ask { seq } => self.ask(seq),
            Request::Withdraw { seq } => self.withdraw(seq),
            Request::Invalid { seq, function, input, position, error } => {
                let checked = self.desk.borrow().check_made(seq, &function, &input);
                if !self.sound(checked) {
                    return;
                }
                let line = position.map_or_else(String::new, |position| format!(" on line {}", position.line));
                self.say(format!("call {seq} {function}{line}: invalid, {}: {}", error.name, error.message));
                self.write(Entry::Call { seq, function, input, position });
                self.write(Entry::Invalid { seq, error, at: self.under_way.now_ms() });
            }
        }
    }

    fn log(&self, line: LogLine) {
        if self.pass.borrow().is_void() {
            return;
        }
        let at = line.line.map_or_else(String::new, |line| format!(" (line {line})"));
        self.say(format!("{}{at}: {}", format!("{:?}", line.level).to_lowercase(), line.text));
    }

    fn record(&self, entries: Vec<Entry>) {
        for entry in entries {
            self.met(entry);
        }
    }

    fn repeated(&self) {}

    fn now_ms(&self) -> f64 {
        self.under_way.now_ms()
    }

    async fn next(&self, until_ms: Option<f64>) -> Event {
        match self.under_way.next(until_ms) {
            Some(event) => {
                self.record_answer(&event);
                event
            }
            None => Event::Woken,
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
