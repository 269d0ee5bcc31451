//! Owns the measure of whether the state machine grows faster than its work: `cargo bench --bench growth`. Ten thousand calls
//! are to take as long as ten thousand in short runs, whatever they wait for, and so is meeting their record again.
//! Deliberately absent: the engine, and how long anything takes.
#![expect(clippy::panic, reason = "a measure of something broken is to stop")]

use countersign::driver::{Accept, MadeCall};
use countersign::journal::{DecisionKind, Entry, SettledState, Verdict};
use countersign::limits::Limits;
use countersign::run::{Decision, End, Event, Next, Reply, Request, Run, Settings};
use countersign::value::Data;
use std::collections::VecDeque;
use std::time::Instant;

const FEW: u32 = 500;
const MANY: u32 = 10_000;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    /// One call after the other.
    OneByOne,
    /// All at once; the page says yes to each.
    SideBySide,
    /// All at once; the person is asked for each in turn.
    Asked,
    /// All at once; the person is asked for all at once.
    AskedTogether,
    /// A timer for each call, all of them waiting.
    Timers,
}

/// A guest and a page in one, without an engine: as little as makes the run go on.
struct Play {
    shape: Shape,
    calls: u32,
    made: u32,
    run: Run,
    answers: VecDeque<Event>,
    journal: Vec<Entry>,
    now_ms: f64,
    delivered: u32,
    /// Not in a repeat.
    recording: bool,
}

impl Play {
    fn new(shape: Shape, calls: u32, journal: &[Entry]) -> Self {
        let settings = Settings {
            run_id: "run".into(),
            concurrent_approvals: shape == Shape::AskedTogether,
            hook: true,
            limits: Limits { calls: calls as usize, ..Limits::default() },
            started_at_ms: 0.0,
            ended: false,
        };
        Self {
            shape,
            calls,
            made: 0,
            run: Run::new(settings, journal),
            answers: VecDeque::new(),
            journal: Vec::new(),
            now_ms: 1.0,
            delivered: 0,
            recording: journal.is_empty(),
        }
    }

    fn make(&mut self) {
        let input = Ok(Data::from_text(self.made.to_string()));
        let made = MadeCall { slot: self.made, function: "w".into(), input, position: None };
        self.made += 1;
        assert_eq!(self.run.on_call(made), Accept::Go);
        self.send();
    }

    fn send(&mut self) {
        for request in self.run.take_requests() {
            self.answer(request);
        }
        let entries = self.run.take_entries();
        if self.recording {
            self.journal.extend(entries);
        }
    }

    fn answer(&mut self, request: Request) {
        let fulfilled = |seq: u32| Event::Reply { seq, reply: Reply::Fulfilled { value: Data::from_text("1") } };
        let marked = matches!(self.shape, Shape::Asked | Shape::AskedTogether);
        match request {
            Request::Call { seq, function, input, position, go } => {
                self.journal.push(Entry::Call { seq, function, input, position });
                let verdict = if marked { Verdict::Ask } else { Verdict::Allow };
                self.journal.push(Entry::Judged { seq, verdict, shown: None, reason: None, lifted: None });
                let reply = if marked { Reply::Ask } else { Reply::Allowed };
                self.answers.push_back(if go && !marked { fulfilled(seq) } else { Event::Reply { seq, reply } });
            }
            Request::Execute { seq } => self.answers.push_back(fulfilled(seq)),
            Request::Ask { seq } => {
                self.answers.push_back(Event::Decision { seq, decision: Decision::Approve });
            }
            Request::Withdraw { .. } | Request::Invalid { .. } => panic!("nothing is withdrawn or invalid"),
        }
    }

    fn note(&mut self, event: &Event) {
        let at = self.now_ms;
        match event {
            Event::Reply { seq, reply: Reply::Fulfilled { value } } => {
                let (state, value) = (SettledState::Fulfilled, Some(value.clone()));
                self.journal.push(Entry::Settled { seq: *seq, state, value, error: None, at });
            }
            Event::Decision { seq, .. } => {
                let decision = DecisionKind::Approve;
                self.journal.push(Entry::Decided { seq: *seq, decision, at, reason: None, edited: None, value: None });
            }
            Event::Reply { .. } | Event::Woken | Event::Lost { .. } => {}
        }
    }

    fn start(&mut self) {
        match self.shape {
            Shape::OneByOne => self.make(),
            Shape::SideBySide | Shape::Asked | Shape::AskedTogether => (0..self.calls).for_each(|_| self.make()),
            Shape::Timers => {
                for timer in 1..=self.calls {
                    self.run.on_timer_started(timer, f64::from(timer * 7 % self.calls), false);
                }
            }
        }
    }

    fn into_its_end(mut self) -> Vec<Entry> {
        self.start();
        loop {
            let next = self.run.next(self.now_ms);
            self.send();
            match next {
                Next::Deliver { .. } => {
                    self.delivered += 1;
                    if self.shape == Shape::OneByOne && self.made < self.calls {
                        self.make();
                    }
                    if self.delivered == self.calls {
                        self.run.on_body_done();
                    }
                }
                Next::Fire { .. } => self.make(),
                Next::Wait { until } => {
                    self.now_ms = until.unwrap_or_default().max(self.now_ms + 0.01);
                    let event = self.answers.pop_front().unwrap_or(Event::Woken);
                    self.note(&event);
                    self.run.on_event(event, self.now_ms);
                }
                Next::End(end) => {
                    assert_eq!((end, self.delivered), (End::Completed, self.calls));
                    return self.journal;
                }
            }
        }
    }
}

/// How long the work takes many at once, over how long it takes in many runs of few: about 1, and about twenty for what grows with
/// the square. Both take the same time, one after the other, and the best of some counts: what else the machine does only adds.
fn ratio(work: impl Fn(u32)) -> f64 {
    let time = |times: u32, calls: u32| {
        let start = Instant::now();
        (0..times).for_each(|_| work(calls));
        start.elapsed().as_secs_f64()
    };
    let (mut few, mut many) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..4 {
        few = few.min(time(MANY / FEW, FEW));
        many = many.min(time(1, MANY));
    }
    many / few
}

fn main() {
    println!(
        "{MANY} calls at once, over as many in runs of {FEW}: about 1, and about 20 for what grows with the square"
    );
    for shape in [Shape::OneByOne, Shape::SideBySide, Shape::Asked, Shape::AskedTogether, Shape::Timers] {
        let play = |calls, journal: &[Entry]| Play::new(shape, calls, journal).into_its_end();
        let (few, many) = (play(FEW, &[]), play(MANY, &[]));
        assert!(play(FEW, &few).is_empty(), "{shape:?}: the repeat did something");
        let run = ratio(|calls| drop(play(calls, &[])));
        let repeat = ratio(|calls| drop(play(calls, if calls == FEW { &few } else { &many })));
        println!("{:16} a run {run:.2}, its repeat {repeat:.2}", format!("{shape:?}"));
    }
}
