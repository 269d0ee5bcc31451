//! Owns the text form of a scenario: a title with the rules it shows, the app's functions, the person, the code, and behind a
//! last line of dashes the transcript of what happened. `docs/developing.md` describes it; the files are in tests/scenarios.

use crate::host::{Answer, Function, Settle, TestHost};
use countersign::journal::Entry;
use countersign::limits::Limits;
use countersign::run::{Decision, Mode};
use countersign::session::{Finish, FinishOutcome, FunctionName, StartRequest, drive};
use countersign::value::Data;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

const STARTED_AT: f64 = 1_750_000_000_000.0;

#[derive(Debug, Clone)]
pub struct Scenario {
    head: String,
    code: String,
    pub transcript: String,
    mode: Mode,
    hook: bool,
    concurrent: bool,
    input: Option<Data>,
    limits: Limits,
    functions: Vec<Function>,
    person: Vec<Decision>,
    settle: Settle,
    /// What is decided before each resume, by seq.
    resumes: Vec<Vec<(u32, Decision)>>,
}

impl Scenario {
    pub fn parse(text: &str) -> Self {
        let mut parts = text.splitn(3, "\n---\n");
        let (head, code) = (parts.next().unwrap_or(""), parts.next().expect("code between dashes"));
        let mut scenario = Self {
            head: head.to_owned(),
            code: code.to_owned(),
            transcript: parts.next().unwrap_or("").trim_end().to_owned(),
            mode: Mode::Deny,
            hook: true,
            concurrent: false,
            input: None,
            limits: Limits::default(),
            functions: Vec::new(),
            person: Vec::new(),
            settle: Settle::InOrder,
            resumes: Vec::new(),
        };
        for line in head.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            scenario.setting(line);
        }
        scenario
    }

    fn setting(&mut self, line: &str) {
        let (key, value) = line.split_once(':').unwrap_or_else(|| panic!("not `key: value`: {line}"));
        let value = value.trim();
        match key.trim() {
            "rules" => {}
            "mode" => {
                self.mode = match value {
                    "deny" => Mode::Deny,
                    "pause" => Mode::Pause,
                    other => panic!("no such mode: {other}"),
                }
            }
            "hook" => self.hook = value == "yes",
            "concurrent approvals" => self.concurrent = value == "yes",
            "input" => self.input = Some(Data::from_text(value)),
            "calls" => self.limits.calls = value.parse().expect("a number of calls"),
            "concurrent calls" => self.limits.concurrent_calls = value.parse().expect("a number of calls"),
            "value bytes" => self.limits.value_bytes = value.parse().expect("a number of bytes"),
            "log bytes" => self.limits.log_bytes = value.parse().expect("a number of bytes"),
            "settle" => self.settle = if value == "last first" { Settle::LastFirst } else { Settle::InOrder },
            "person" => self.person = value.split('|').map(decision).collect(),
            "resume" => self.resumes.push(value.split(';').filter_map(numbered).collect()),
            "function" => self.functions.push(function(value)),
            other => panic!("no such setting: {other}"),
        }
    }

    /// The file as it should be.
    pub fn rewrite(&self, transcript: &str) -> String {
        format!("{}\n---\n{}\n---\n{transcript}\n", self.head, self.code)
    }

    /// Runs it, resumes and all, and repeats each part from its record.
    pub fn play(&self) -> String {
        let (mut lines, finish, mut journal) = self.part(Vec::new(), STARTED_AT, self.hook);
        self.check_repeat(&finish, &journal, &lines);
        lines.push(ending(&finish));
        let mut now = STARTED_AT;
        for decisions in &self.resumes {
            now += 3_600_000.0;
            let host = TestHost::new(self.functions.clone(), self.mode, now, journal);
            for (seq, decision) in decisions {
                host.decide(*seq, decision);
            }
            let decided = host.journal.take();
            let (more, finish, after) = self.part(decided, now, false);
            lines.push(String::new());
            lines.push("resumed".into());
            lines.extend(more);
            lines.push(ending(&finish));
            journal = after;
        }
        lines.join("\n")
    }

    fn part(&self, journal: Vec<Entry>, now_ms: f64, hook: bool) -> (Vec<String>, Finish, Vec<Entry>) {
        let mut host = TestHost::new(self.functions.clone(), self.mode, now_ms, journal.clone());
        host.settle = self.settle.clone();
        host.person = self.person.clone().into_iter().collect::<std::collections::VecDeque<_>>().into();
        let host = Rc::new(host);
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
            concurrent_approvals: self.concurrent,
            hook,
            limits: self.limits.clone(),
            seed: "00000000c0ffee00".into(),
            started_at: STARTED_AT,
            journal,
        };
        let finish = block_on(drive(host.clone(), None, request));
        (host.transcript.take(), finish, host.journal.take())
    }

    /// R2: a run met again from its record calls nobody and ends in the same way with the same log.
    fn check_repeat(&self, finish: &Finish, journal: &[Entry], lines: &[String]) {
        if matches!(finish.outcome, FinishOutcome::Pending) || finish.poisoned {
            return;
        }
        let (again, repeated, _) = self.part(journal.to_vec(), STARTED_AT + 86_400_000.0, self.hook);
        assert_eq!(repeated.outcome, finish.outcome, "the repeat ended in another way");
        let logs = |lines: &[String]| -> Vec<String> {
            let levels = ["debug", "log", "info", "warn", "error"];
            lines.iter().filter(|line| levels.iter().any(|level| line.starts_with(level))).cloned().collect()
        };
        assert_eq!(logs(&again), logs(lines), "the repeat logged something else");
        let acted: Vec<_> = again.iter().filter(|line| line.starts_with("run") || line.starts_with("ask")).collect();
        assert!(acted.is_empty(), "the repeat did something: {acted:?}");
    }
}

fn ending(finish: &Finish) -> String {
    match &finish.outcome {
        FinishOutcome::Completed { value } => format!("completed {}", value.text()),
        FinishOutcome::Pending => "pending".into(),
        FinishOutcome::Failed { error } => {
            let at = error
                .position
                .map_or_else(String::new, |position| format!(" at {}:{}", position.line, position.column));
            let name = error.guest_name.as_ref().map_or_else(String::new, |name| format!(" {name}"));
            format!("failed {:?}{name}{at}: {}", error.name, error.message)
        }
    }
}

fn decision(text: &str) -> Decision {
    let text = text.trim();
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    match word {
        "approve" => Decision::Approve,
        "reject" => Decision::Reject { reason: (!rest.is_empty()).then(|| rest.to_owned()) },
        "respond" => Decision::Respond { value: Data::from_text(rest) },
        "pause" => Decision::Pause,
        other => panic!("no such decision: {other}"),
    }
}

fn numbered(text: &str) -> Option<(u32, Decision)> {
    let (word, rest) = text.trim().split_once(' ')?;
    let (seq, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    Some((seq.parse().expect("the number of a call"), decision(&format!("{word} {rest}"))))
}

/// `mail.send! = {"sent":$input}`, `rows = [1] | [2]`, `pay! throws RangeError: no funds`, `add(…) = 3`.
fn function(text: &str) -> Function {
    let (name, answers) = match text.split_once(" throws ") {
        Some((name, error)) => {
            let (kind, message) = error.split_once(':').expect("a name and a message");
            (name, vec![Answer::Throws(kind.trim().into(), message.trim().into())])
        }
        None => {
            let (name, values) = text.split_once(" = ").expect("`name = value`");
            (name, values.split(" | ").map(|value| Answer::Value(value.trim().into())).collect())
        }
    };
    let marked = name.contains('!');
    let positional = name.contains("(…)");
    let name = name.replace('!', "").replace("(…)", "").trim().to_owned();
    Function { name, marked, positional, answers }
}

/// The test host is always ready, so one poll after another is enough.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}
