//! Owns the text form of a scenario: a title with the rules it shows, the app's functions, the person, the code, and behind a
//! last line of dashes the transcript of what happened. `docs/developing.md` describes it; the files are in tests/scenarios.

use crate::answers::Answer;
use crate::desk::Desk;
use crate::host::{Function, Person, Said, brief, decide};
use crate::play::{HOUR_MS, Part, Program, STARTED_AT, ending};
use crate::queue::Settle;
use countersign::limits::Limits;
use countersign::run::{Decision, Mode};
use countersign::value::Data;
use std::cell::RefCell;

#[derive(Debug, Clone)]
pub(crate) struct Scenario {
    head: String,
    pub(crate) rules: Vec<String>,
    pub(crate) transcript: String,
    program: Program,
    hook: bool,
    person: Vec<Said>,
    settle: Settle,
    resumes: Vec<Resume>,
}

/// How a run that waits is continued.
#[derive(Debug, Clone, Default)]
struct Resume {
    /// What is decided before, by seq.
    decisions: Vec<(u32, Decision)>,
    /// Who is asked then; nobody without.
    person: Option<Vec<Said>>,
    input: Option<Data>,
    /// What is replaced in the code, and by what.
    code: Vec<(String, String)>,
}

impl Scenario {
    pub(crate) fn parse(text: &str) -> Self {
        let mut parts = text.splitn(3, "\n---\n");
        let (head, code) = (parts.next().unwrap_or(""), parts.next().expect("code between dashes"));
        let program = Program {
            code: code.to_owned(),
            input: None,
            functions: Vec::new(),
            mode: Mode::Deny,
            concurrent_approvals: false,
            limits: Limits::default(),
        };
        let mut scenario = Self {
            head: head.to_owned(),
            rules: Vec::new(),
            transcript: parts.next().unwrap_or("").trim_end().to_owned(),
            program,
            hook: true,
            person: Vec::new(),
            settle: Settle::InOrder,
            resumes: Vec::new(),
        };
        for line in head.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let (key, value) = line.split_once(':').unwrap_or_else(|| panic!("not `key: value`: {line}"));
            scenario.setting(key.trim(), value.trim());
        }
        scenario
    }

    fn setting(&mut self, key: &str, value: &str) {
        let number = || value.parse().unwrap_or_else(|_| panic!("{key}: not a number: {value}"));
        let limits = &mut self.program.limits;
        match key {
            "rules" => self.rules = value.split_whitespace().map(ToOwned::to_owned).collect(),
            "mode" => {
                self.program.mode = match value {
                    "deny" => Mode::Deny,
                    "pause" => Mode::Pause,
                    "collect" => Mode::Collect,
                    other => panic!("no such mode: {other}"),
                }
            }
            "hook" => self.hook = yes(value),
            "concurrent approvals" => self.program.concurrent_approvals = yes(value),
            "input" => self.program.input = Some(Data::from_text(value)),
            "calls" => limits.calls = number(),
            "concurrent calls" => limits.concurrent_calls = number(),
            "value bytes" => limits.value_bytes = number(),
            "log bytes" => limits.log_bytes = number(),
            "settle" => {
                self.settle = match value {
                    "last first" => Settle::LastFirst,
                    other => panic!("no such order: {other}"),
                }
            }
            "person" => self.person = said(value),
            "function" => self.program.functions.push(function(value)),
            "resume" => self.resumes.push(Resume { decisions: decisions(value), ..Resume::default() }),
            _ => {
                let resume = self.resumes.last_mut().expect("`resume:` comes first");
                match key {
                    "resume person" => resume.person = Some(said(value)),
                    "resume input" => resume.input = Some(Data::from_text(value)),
                    "resume code" => {
                        let (old, new) = value.split_once(" => ").expect("`old => new`");
                        resume.code.push((old.to_owned(), new.to_owned()));
                    }
                    other => panic!("no such setting: {other}"),
                }
            }
        }
    }

    /// The file as it should be.
    pub(crate) fn rewrite(&self, transcript: &str) -> String {
        format!("{}\n---\n{}\n---\n{transcript}\n", self.head, self.program.code)
    }

    /// Runs it, resumes and all, and repeats each part from its record.
    pub(crate) fn play(&self) -> String {
        let first = self.hook.then(|| person(&self.person));
        let mut part = self.program.play(Desk::default(), first, self.settle.clone(), STARTED_AT);
        let mut lines = Vec::new();
        self.program.check_repeat(&part);
        tell(&mut lines, &part);
        for resume in &self.resumes {
            let mut program = self.program.clone();
            let now_ms = part.now_ms + HOUR_MS;
            let mut desk = part.desk;
            let mut decided = Vec::new();
            for (seq, decision) in &resume.decisions {
                decide(&mut desk, *seq, decision, now_ms);
                decided.push(format!(" {seq}: {}", brief(decision)));
            }
            if resume.input.is_some() {
                program.input.clone_from(&resume.input);
            }
            for (old, new) in &resume.code {
                assert!(program.code.contains(old), "the code has no {old}");
                program.code = program.code.replace(old, new);
            }
            lines.push(format!("\nresumed an hour later{}", decided.join(";")));
            part = program.play(desk, resume.person.as_deref().map(person), self.settle.clone(), now_ms);
            program.check_repeat(&part);
            tell(&mut lines, &part);
        }
        lines.join("\n")
    }
}

fn tell(lines: &mut Vec<String>, part: &Part) {
    lines.extend(part.transcript.iter().cloned());
    lines.push(ending(&part.finish));
    if part.finish.outcome == countersign::session::FinishOutcome::Pending {
        for seq in part.desk.waiting() {
            let call = &part.desk.calls[&seq];
            lines.push(format!("  {seq} {}({})", call.function, call.input.text()));
        }
    }
}

fn yes(value: &str) -> bool {
    match value {
        "yes" => true,
        "no" => false,
        other => panic!("yes or no, not {other}"),
    }
}

fn person(said: &[Said]) -> Person {
    Person::List(RefCell::new(said.iter().cloned().collect()))
}

/// `approve | after 5000 reject too much | respond {"ok":true} | pause`
fn said(text: &str) -> Vec<Said> {
    text.split(" | ").map(str::trim).filter(|text| !text.is_empty()).map(one_said).collect()
}

fn one_said(text: &str) -> Said {
    let (after_ms, text) = match text.strip_prefix("after ") {
        Some(rest) => {
            let (ms, rest) = rest.split_once(' ').expect("`after 50 approve`");
            (ms.parse().expect("a number of ms"), rest)
        }
        None => (1.0, text),
    };
    Said { decision: decision(text), after_ms }
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

/// `approve 1; reject 2 too much`
fn decisions(text: &str) -> Vec<(u32, Decision)> {
    text.split(';').map(str::trim).filter(|text| !text.is_empty()).map(numbered).collect()
}

fn numbered(text: &str) -> (u32, Decision) {
    let (word, rest) = text.split_once(' ').expect("`approve 1`");
    let (seq, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    (seq.parse().expect("the number of a call"), decision(&format!("{word} {rest}")))
}

/// `mail.send! = {"sent":$input}`, `rows = [1] | [2]`, `pay! throws RangeError: no funds`, `add(…) = 3`,
/// `pay~ = 1` (an effect that needs no decision), `list? = []` (a read that must be fresh), `slow after 200 = 1`, `w! judged 50 = 1`, `w! refused: id is missing`; an answer `!Error: text` is thrown.
fn function(text: &str) -> Function {
    let (name, refused, answers) = if let Some((name, message)) = text.split_once(" refused:") {
        (name, Some(message.trim().to_owned()), Vec::new())
    } else if let Some((name, error)) = text.split_once(" throws ") {
        (name, None, vec![thrown(error)])
    } else {
        let (name, values) = text.split_once(" = ").expect("`name = value`");
        (name, None, values.split(" | ").map(answer).collect())
    };
    let mut words = name.split_whitespace();
    let name = words.next().expect("a name");
    let mut made = Function {
        name: name.replace(['!', '~', '?'], "").replace("(…)", ""),
        marked: name.contains('!'),
        lifted: name.contains('~'),
        fresh: name.contains('?'),
        positional: name.contains("(…)"),
        answers,
        takes_ms: 1.0,
        judging_ms: 0.0,
        refused,
    };
    while let Some(word) = words.next() {
        let ms = words.next().and_then(|ms| ms.parse().ok()).expect("a number of ms");
        match word {
            "after" => made.takes_ms = ms,
            "judged" => made.judging_ms = ms,
            other => panic!("no such word: {other}"),
        }
    }
    made
}

fn answer(text: &str) -> Answer {
    let text = text.trim();
    text.strip_prefix('!').map_or_else(|| Answer::Value(text.to_owned()), thrown)
}

fn thrown(text: &str) -> Answer {
    let (name, message) = text.split_once(':').expect("a name and a message");
    Answer::Throws(name.trim().into(), message.trim().into())
}
