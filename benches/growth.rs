//! Owns the measure of whether the state machine grows faster than its work: `cargo bench --bench growth`. Ten thousand calls
//! are to take as long as ten thousand in short runs, whatever they wait for, and so is meeting their record again.
//! Deliberately absent: the engine, and how long anything takes.
#![expect(clippy::panic, reason = "a measure of something broken is to stop")]

use countersign::driver::{Accept, MadeCall};
use countersign::journal::{DecisionKind, Entry, SettledState, Verdict};
use countersign::limits::Limits;
use countersign::run::{self, Decision, End, Event, Mode, Next, Reply, Request, Run, Settings, Told};
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
    /// Collect: reads, one after the other; the last call asks, so that there is a card.
    Reads,
    /// Collect: marked calls, one after the other, on one card.
    Card,
    /// Collect: marked calls, all at once, on one card.
    CardTogether,
}

impl Shape {
    fn collects(self) -> bool {
        matches!(self, Self::Reads | Self::Card | Self::CardTogether)
    }

    fn one_by_one(self) -> bool {
        matches!(self, Self::OneByOne | Self::Reads | Self::Card)
    }

    fn asks(self, seq: u32, calls: u32) -> bool {
        match self {
            Self::Asked | Self::AskedTogether | Self::Card | Self::CardTogether => true,
            Self::Reads => seq == calls,
            Self::OneByOne | Self::SideBySide | Self::Timers => false,
        }
    }
}

/// A guest and a page in one, without an engine: as little as makes the run go on.
struct Play {
    shape: Shape,
    calls: u32,
    made: u32,
    run: Box<dyn Run>,
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
            mode: if shape.collects() { Mode::Collect } else { Mode::Pause },
            repeated: false,
            concurrent_approvals: shape == Shape::AskedTogether,
            hook: true,
            limits: Limits { calls: calls as usize, ..Limits::default() },
            started_at_ms: 0.0,
            interrupted: false,
        };
        Self {
            shape,
            calls,
            made: 0,
            run: run::begin(settings, journal),
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
        for told in self.run.tell() {
            match told {
                Told::Request(request) => self.answer(request),
                Told::Entry(entry) if self.recording => self.journal.push(entry),
                Told::Entry(_) | Told::Line(_) | Told::Repeated => {}
            }
        }
    }

    fn answer(&mut self, request: Request) {
        let fulfilled = |seq: u32| Event::Reply { seq, reply: Reply::Fulfilled { value: Data::from_text("1") } };
        match request {
            Request::Call { seq, function, input, position, go, .. } => {
                let marked = self.shape.asks(seq, self.calls);
                self.journal.push(Entry::Call { seq, function, input, position });
                let verdict = if marked { Verdict::Ask } else { Verdict::Allow };
                self.journal.push(Entry::Judged { seq, verdict, shown: None, reason: None, lifted: None });
                let reply = if marked { Reply::Ask } else { Reply::Allowed };
                self.answers.push_back(if go && !marked { fulfilled(seq) } else { Event::Reply { seq, reply } });
            }
            Request::Execute { seq, .. } => self.answers.push_back(fulfilled(seq)),
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
            Shape::OneByOne | Shape::Reads | Shape::Card => self.make(),
            Shape::SideBySide | Shape::Asked | Shape::AskedTogether | Shape::CardTogether => {
                (0..self.calls).for_each(|_| self.make())
            }
            Shape::Timers => {
                for timer in 1..=self.calls {
                    self.run.on_timer_started(timer, f64::from(timer * 7 % self.calls), false, self.now_ms);
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
                    if self.shape.one_by_one() && self.made < self.calls {
                        self.make();
                    }
                    if self.delivered == self.calls {
                        self.run.on_body_done();
                    }
                }
                Next::Fire { .. } => self.make(),
                Next::CheckResult => self.run.on_result_checked(Ok(())),
                Next::Again => {
                    self.run.on_pass_began();
                    (self.made, self.delivered) = (0, 0);
                    self.start();
                }
                Next::Wait { until } => {
                    self.now_ms = until.unwrap_or_default().max(self.now_ms + 0.01);
                    let event = self.answers.pop_front().unwrap_or(Event::Woken);
                    self.note(&event);
                    self.run.on_event(event, self.now_ms);
                }
                Next::End(end) => {
                    let waits = self.shape.collects() && self.recording;
                    assert_eq!(end, if waits { End::Pending } else { End::Completed });
                    assert_eq!(self.delivered, self.calls);
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

/// A yes to every call that waits.
fn approve_all(journal: &mut Vec<Entry>) {
    let asked = |entry: &Entry| match entry {
        Entry::Judged { seq, verdict: Verdict::Ask, .. } => Some(*seq),
        _ => None,
    };
    let decided: Vec<u32> = journal
        .iter()
        .filter_map(|entry| if let Entry::Decided { seq, .. } = entry { Some(*seq) } else { None })
        .collect();
    let waiting: Vec<u32> =
        journal.iter().filter_map(asked).filter(|seq| decided.binary_search(seq).is_err()).collect();
    let decision = DecisionKind::Approve;
    journal.extend(waiting.into_iter().map(|seq| Entry::Decided {
        seq,
        decision,
        at: 2.0,
        reason: None,
        edited: None,
        value: None,
    }));
}

fn main() {
    println!(
        "{MANY} calls at once, over as many in runs of {FEW}: about 1, and about 20 for what grows with the square"
    );
    for shape in [
        Shape::OneByOne,
        Shape::SideBySide,
        Shape::Asked,
        Shape::AskedTogether,
        Shape::Timers,
        Shape::Reads,
        Shape::Card,
        Shape::CardTogether,
    ] {
        let play = |calls, journal: &[Entry]| Play::new(shape, calls, journal).into_its_end();
        let (mut few, mut many) = (play(FEW, &[]), play(MANY, &[]));
        assert!(shape.collects() || play(FEW, &few).is_empty(), "{shape:?}: the repeat did something");
        approve_all(&mut few);
        approve_all(&mut many);
        let run = ratio(|calls| drop(play(calls, &[])));
        let repeat = ratio(|calls| drop(play(calls, if calls == FEW { &few } else { &many })));
        println!("{:16} a run {run:.2}, its repeat {repeat:.2}", format!("{shape:?}"));
    }
}
