//! Owns what holds for every program, person and order of settling: a run never parts from its own record, an effect runs at most
//! once and with a yes (the test page checks each request), and being put off changes nothing of what comes out.

use crate::answers::Answer;
use crate::desk::Desk;
use crate::generate::{Kind, program};
use crate::host::{Function, Person, Said, decide};
use crate::play::{HOUR_MS, Part, Program, STARTED_AT, ending};
use crate::queue::{Chance, Settle, mixed, rounds};
use countersign::error::ErrorName;
use countersign::journal::{DecisionKind, Entry};
use countersign::limits::Limits;
use countersign::run::{Decision, Mode};
use countersign::session::FinishOutcome;
use countersign::value::Data;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// What the person says about a call, were it asked for: the same for the same call.
fn answer(seed: u64, function: &str, input: &Data) -> Decision {
    let text = format!("{seed}{function}{}", input.text());
    match mixed(&text) % 5 {
        0..=2 => Decision::Approve,
        3 => Decision::Reject { reason: Some("no".into()) },
        _ => Decision::Respond { value: Data::from_text("\"by hand\"") },
    }
}

fn functions(chance: &mut Chance) -> Vec<Function> {
    ["r1", "r2", "w1", "w2"]
        .map(|name| Function {
            name: name.to_owned(),
            marked: name.starts_with('w'),
            lifted: false,
            fresh: false,
            positional: false,
            answers: vec![Answer::ByInput],
            takes_ms: 1.0 + chance.below(30) as f64,
            judging_ms: if chance.percent(30) { chance.below(20) as f64 } else { 0.0 },
            refused: None,
        })
        .into()
}

fn generated(seed: u64, kind: Kind, chance: &mut Chance) -> Program {
    Program {
        code: program(seed, kind),
        input: None,
        functions: functions(chance),
        mode: Mode::Pause,
        concurrent_approvals: chance.percent(40),
        limits: Limits { concurrent_calls: *chance.pick(&[1, 2, 32]), ..Limits::default() },
    }
}

/// Fails with everything needed to see why.
#[track_caller]
fn check(holds: bool, seed: u64, program: &Program, transcript: &[String], what: &str) {
    let Program { code, concurrent_approvals, limits, .. } = program;
    let (calls, story) = (limits.concurrent_calls, transcript.join("\n"));
    assert!(holds, "seed {seed}: {what}\nconcurrent approvals {concurrent_approvals}, calls {calls}\n{code}\n{story}");
}

/// A run may end as its code does; it never parts from its own record, and nothing of ours breaks.
#[track_caller]
fn check_ending(seed: u64, program: &Program, part: &Part, story: &[String]) {
    let sound = match &part.finish.outcome {
        FinishOutcome::Completed { .. } | FinishOutcome::Pending => true,
        FinishOutcome::Again => false,
        FinishOutcome::Failed { error } => matches!(error.name, ErrorName::GuestError | ErrorName::ApprovalRejected),
    };
    check(sound && !part.finish.poisoned, seed, program, story, &ending(&part.finish));
}

fn starts(desk: &Desk) -> Vec<u32> {
    let started = |entry: &Entry| if let Entry::Started { seq, .. } = entry { Some(*seq) } else { None };
    desk.journal.iter().filter_map(started).collect()
}

/// A person who now and then can't decide.
fn unsteady(seed: u64, chance: &mut Chance) -> Person {
    let chance = RefCell::new(Chance::new(chance.next()));
    Person::ByCall(Box::new(move |_, function, input| {
        if chance.borrow_mut().percent(25) { Decision::Pause } else { answer(seed, function, input) }
    }))
}

/// Some of what waits is decided, some of it not.
fn decide_some(seed: u64, desk: &mut Desk, chance: &mut Chance, now_ms: f64) {
    for seq in desk.waiting() {
        if chance.percent(60) {
            let decision = answer(seed, &desk.calls[&seq].function, &desk.calls[&seq].input);
            decide(desk, seq, &decision, now_ms);
        }
    }
}

/// Every call of the record that was started, was started once; and what ran beyond a yes is checked when it is asked for.
#[test]
fn a_run_never_parts_from_its_own_record() {
    let (mut parts, mut pauses) = (0, 0);
    for seed in rounds(250) {
        let mut chance = Chance::new(seed);
        let program = generated(seed, Kind::Wild, &mut chance);
        let mut story = Vec::new();
        let mut now_ms = STARTED_AT;
        let mut desk = Desk::default();
        for part_number in 0.. {
            let last = part_number > 8;
            let steady: Person = Person::ByCall(Box::new(move |_, function, input| answer(seed, function, input)));
            let person = match chance.below(4) {
                _ if last => Some(steady),
                0 if part_number > 0 => None,
                _ => Some(unsteady(seed, &mut chance)),
            };
            let settle = Settle::AnyOrder(Chance::new(chance.next()));
            let part = program.play(desk, person, settle, now_ms);
            parts += 1;
            story.extend(part.transcript.iter().cloned());
            check_ending(seed, &program, &part, &story);
            program.check_repeat(&part);
            let started = starts(&part.desk);
            let once: std::collections::BTreeSet<_> = started.iter().collect();
            check(once.len() == started.len(), seed, &program, &story, "an effect ran twice");
            if part.finish.outcome != FinishOutcome::Pending {
                check_complete(seed, &program, &part, &story);
                break;
            }
            check(!last, seed, &program, &story, "it is pending, and nobody said so");
            check(!part.desk.waiting().is_empty(), seed, &program, &story, "pending for nobody");
            pauses += 1;
            now_ms = part.now_ms + HOUR_MS;
            desk = part.desk;
            decide_some(seed, &mut desk, &mut chance, now_ms);
            story.push(format!("resumed, part {}", part_number + 2));
        }
    }
    assert!(pauses > 200, "only {pauses} pauses in {parts} parts: the generator shows too little");
}

/// At the end of a run each call that was allowed or approved has settled, and what completed has asked for all that waited.
fn check_complete(seed: u64, program: &Program, part: &Part, story: &[String]) {
    for (seq, call) in &part.desk.calls {
        let may =
            call.verdict == Some(countersign::journal::Verdict::Allow) || call.decision == Some(DecisionKind::Approve);
        check(!may || (call.started && call.settled), seed, program, story, &format!("call {seq} is lost"));
    }
    if matches!(part.finish.outcome, FinishOutcome::Completed { .. }) {
        check(part.desk.waiting().is_empty(), seed, program, story, "it completed while a call waits");
    }
}

/// What a run comes to, with the person at the `pause`th ask (0, 1, 2 …) gone for an hour; and how often they were asked.
fn put_off(seed: u64, program: &Program, pause: usize) -> (Part, Part, usize) {
    let asks = std::rc::Rc::new(Cell::new(0));
    let counted = asks.clone();
    let person = Person::ByCall(Box::new(move |_, function, input| {
        let ask = counted.get();
        counted.set(ask + 1);
        if ask == pause { Decision::Pause } else { answer(seed, function, input) }
    }));
    let first = program.play(Desk::default(), Some(person), Settle::InOrder, STARTED_AT);
    let now_ms = first.now_ms + HOUR_MS;
    let mut desk = first.desk.clone();
    for seq in desk.waiting() {
        let decision = answer(seed, &desk.calls[&seq].function, &desk.calls[&seq].input);
        decide(&mut desk, seq, &decision, now_ms);
    }
    let steady = Person::ByCall(Box::new(move |_, function, input| answer(seed, function, input)));
    let second = program.play(desk, Some(steady), Settle::InOrder, now_ms);
    (first, second, asks.get())
}

/// Function and input of everything that was executed, in no order.
fn effects(desk: &Desk) -> Vec<(String, String)> {
    let started = desk.calls.values().filter(|call| call.started);
    let mut effects: Vec<_> = started.map(|call| (call.function.clone(), call.input.text().to_owned())).collect();
    effects.sort();
    effects
}

#[test]
fn being_put_off_changes_nothing_of_what_comes_out() {
    let mut cuts = 0;
    for seed in rounds(100) {
        let mut chance = Chance::new(seed);
        let program = generated(seed, Kind::Calm, &mut chance);
        let (whole, _, asks) = put_off(seed, &program, usize::MAX);
        check_ending(seed, &program, &whole, &whole.transcript);
        for ask in 0..asks {
            let (first, second, _) = put_off(seed, &program, ask);
            let story = [first.transcript.as_slice(), &["resumed".to_owned()], second.transcript.as_slice()].concat();
            check(first.finish.outcome == FinishOutcome::Pending, seed, &program, &story, "it was not put off");
            let (came, would) = (ending(&second.finish), ending(&whole.finish));
            check(came == would, seed, &program, &story, &format!("put off at ask {ask} it {came}, else it {would}"));
            check(effects(&second.desk) == effects(&whole.desk), seed, &program, &story, "something else ran");
            cuts += 1;
        }
    }
    assert!(cuts > 200, "only {cuts} cuts: the generator shows too little");
}

/// Every order of four.
fn orders() -> Vec<[usize; 4]> {
    let mut orders = Vec::new();
    for number in 0..256_usize {
        let order = [number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6];
        if (0..4).all(|place| order.contains(&place)) {
            orders.push(order);
        }
    }
    orders
}

/// Four calls side by side, each going on with jobs, a timer and perhaps another call when it settles.
fn four_side_by_side(seed: u64) -> String {
    let mut chance = Chance::new(seed);
    let mut code = String::from("const log = [];\nconst say = (what) => { log.push(what); console.log(what); };\n");
    for n in 1..=4 {
        let then = *chance.pick(&[
            "queueMicrotask(() => say('job N'));",
            "setTimeout(() => say('timer N'), 15);",
            "Promise.resolve().then(() => say('job N')).then(() => say('job behind N'));",
            "await null; say('behind N');",
            "await f4({ again: N }).catch(() => {}); say('again N');",
            "say(Date.now() % 1000);",
        ]);
        let before =
            *chance.pick(&["", "setTimeout(() => say('early N'), 12);", "queueMicrotask(() => say('first N'));"]);
        let text = format!(
            "{before} const pN = fN({{ n: N }}).then(async (v) => {{ say('got N'); {then} }}, (e) => say(e.message));\n"
        );
        code.push_str(&text.replace('N', &n.to_string()));
    }
    let combine = *chance.pick(&["all", "allSettled", "race", "any"]);
    code.push_str(&format!("await Promise.{combine}([p1, p2, p3, p4]);\nsay('{combine}');\nreturn log;\n"));
    code
}

/// The program of four calls that settle in this order, call `marked` waiting for a person.
fn four_in_order(seed: u64, order: [usize; 4], marked: Option<usize>) -> Program {
    let mut program = generated(seed, Kind::Wild, &mut Chance::new(seed));
    program.code = four_side_by_side(seed);
    program.limits = Limits::default();
    let function = program.functions[0].clone();
    let named = |n: usize| Function {
        name: format!("f{}", n + 1),
        marked: marked == Some(n),
        takes_ms: 10.0 * (1.0 + order[n] as f64),
        judging_ms: 0.0,
        ..function.clone()
    };
    program.functions = (0..4).map(named).collect();
    program
}

/// Seqs of the four calls as they were delivered.
fn four_delivered(part: &Part) -> Vec<u32> {
    part.desk.journal.iter().filter_map(Entry::delivered).filter(|seq| *seq <= 4).collect()
}

/// Seqs as they should settle.
fn by_time(order: [usize; 4]) -> Vec<u32> {
    (0..4).map(|place| order.iter().position(|at| *at == place).map_or(0, |n| n as u32 + 1)).collect()
}

#[test]
fn four_calls_settle_in_every_order_and_the_repeat_is_the_same() {
    for seed in rounds(8) {
        for order in orders() {
            let program = four_in_order(seed, order, None);
            let part = program.play(Desk::default(), None, Settle::InOrder, STARTED_AT);
            let story = &part.transcript;
            let completed = matches!(part.finish.outcome, FinishOutcome::Completed { .. });
            check(completed, seed, &program, story, &ending(&part.finish));
            program.check_repeat(&part);
            let wanted = by_time(order);
            check(four_delivered(&part) == wanted, seed, &program, story, &format!("not in the order {wanted:?}"));
        }
    }
}

/// One of the four is asked for, and nobody can decide: the run pauses there, between any two of the others, and goes on an hour later.
#[test]
fn four_calls_settle_in_every_order_around_a_pause() {
    for seed in rounds(2) {
        for (marked, order) in (0..4).flat_map(|marked| orders().into_iter().map(move |order| (marked, order))) {
            let program = four_in_order(seed, order, Some(marked));
            let after_ms = 10.0 * (1.0 + order[marked] as f64);
            let said = VecDeque::from([Said { decision: Decision::Pause, after_ms }]);
            let nobody = Person::List(RefCell::new(said));
            let first = program.play(Desk::default(), Some(nobody), Settle::InOrder, STARTED_AT);
            let paused = first.finish.outcome == FinishOutcome::Pending;
            check(paused, seed, &program, &first.transcript, &ending(&first.finish));
            let now_ms = first.now_ms + HOUR_MS;
            let mut desk = first.desk.clone();
            let seq = marked as u32 + 1;
            decide(&mut desk, seq, &Decision::Approve, now_ms);
            // Calls of that function made later wait as well.
            let yes = Person::ByCall(Box::new(|_, _, _| Decision::Approve));
            let second = program.play(desk, Some(yes), Settle::InOrder, now_ms);
            let story = [first.transcript.as_slice(), &["resumed".to_owned()], second.transcript.as_slice()].concat();
            let completed = matches!(second.finish.outcome, FinishOutcome::Completed { .. });
            check(completed, seed, &program, &story, &ending(&second.finish));
            let others = by_time(order).into_iter().filter(|other| *other != seq);
            let wanted: Vec<u32> = others.chain([seq]).collect();
            check(four_delivered(&second) == wanted, seed, &program, &story, &format!("not in the order {wanted:?}"));
            program.check_repeat(&second);
        }
    }
}
