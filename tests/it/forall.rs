//! Owns trying a property on many seeds, and making what fails smaller: the choices a case was made of are left out, set to
//! nothing and lowered as long as it still fails in the same way. `ROUNDS=20` tries more seeds, `SEEDS=7` only that one, `SEEDS=1000..2000` those,
//! `SHRINK=60` takes so many seconds for it, `FAULTS=9` looks for more than one. Deliberately absent: what is tried.

use crate::queue::{Chance, rounds};
use std::io::Write as _;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What does not hold: in a word, and with everything needed to see why.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) what: String,
    pub(crate) story: String,
}

impl Fault {
    pub(crate) fn new(what: impl Into<String>, story: impl Into<String>) -> Self {
        Self { what: what.into(), story: story.into() }
    }

    /// Two faults of a kind differ in numbers only.
    fn kind(&self) -> String {
        self.what.chars().filter(|c| !c.is_ascii_digit()).take(60).collect()
    }
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn chosen_seeds() -> Option<Range<u64>> {
    let text = std::env::var("SEEDS").ok()?;
    let (from, to) = text.split_once("..").unwrap_or((&text, ""));
    let from = from.parse().expect("SEEDS=7 or SEEDS=1000..2000");
    Some(from..to.parse().unwrap_or(from + 1))
}

/// A panic of the test page is a fault as well.
fn tried(check: &impl Fn(&mut Chance) -> Result<(), Fault>, chance: &mut Chance) -> Result<(), Fault> {
    catch_unwind(AssertUnwindSafe(|| check(chance))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or(panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default();
        let (what, story) = text.split_once('\n').unwrap_or((&text, ""));
        Err(Fault::new(what, story))
    })
}

/// Fails with the smallest cases found.
#[track_caller]
pub(crate) fn for_all(usual: u64, check: impl Fn(&mut Chance) -> Result<(), Fault>) {
    let seeds = chosen_seeds().unwrap_or_else(|| rounds(usual));
    let (tried_seeds, most) = (seeds.end - seeds.start, setting("FAULTS").unwrap_or(1) as usize);
    let mut faults: Vec<(String, String)> = Vec::new();
    let mut failed = 0;
    for seed in seeds {
        let mut chance = Chance::new(seed);
        let Err(fault) = tried(&check, &mut chance) else { continue };
        failed += 1;
        if faults.iter().any(|(kind, _)| *kind == fault.kind()) {
            continue;
        }
        let kind = fault.kind();
        let small = smaller(&check, chance.taken().to_vec(), fault);
        let told = format!("── seed {seed}: {}\n{}", small.what, small.story);
        if setting("FAULTS").is_some() {
            // Past the test's captured output: a long run shows what it finds at once.
            let _ = writeln!(std::io::stderr(), "{told}\n");
        }
        faults.push((kind, told));
        if faults.len() >= most {
            break;
        }
    }
    let told: Vec<_> = faults.into_iter().map(|(_, told)| told).collect();
    assert!(told.is_empty(), "{failed} failed of up to {tried_seeds} tried\n{}", told.join("\n\n"));
}

/// The smallest case found that fails in the same way.
fn smaller(check: &impl Fn(&mut Chance) -> Result<(), Fault>, choices: Vec<u64>, fault: Fault) -> Fault {
    let mut shrink = Shrink {
        kind: fault.kind(),
        best: choices,
        fault,
        ends: Instant::now() + Duration::from_secs(setting("SHRINK").unwrap_or(20)),
    };
    loop {
        let before = shrink.best.clone();
        shrink.leave_out(check);
        shrink.lower(check);
        if shrink.best == before || Instant::now() > shrink.ends {
            return shrink.fault;
        }
    }
}

struct Shrink {
    kind: String,
    best: Vec<u64>,
    fault: Fault,
    ends: Instant,
}

impl Shrink {
    fn accept(&mut self, check: &impl Fn(&mut Chance) -> Result<(), Fault>, choices: &[u64]) -> bool {
        if Instant::now() > self.ends {
            return false;
        }
        let mut chance = Chance::again(choices);
        match tried(check, &mut chance) {
            Err(fault) if fault.kind() == self.kind => {
                // What it chose beyond what it was told, or did not come to, says nothing.
                self.best = chance.taken()[..chance.taken().len().min(choices.len())].to_vec();
                self.fault = fault;
                true
            }
            Err(_) | Ok(()) => false,
        }
    }

    fn leave_out(&mut self, check: &impl Fn(&mut Chance) -> Result<(), Fault>) {
        let mut length = self.best.len() / 2;
        while length > 0 {
            let mut at = self.best.len();
            while at > 0 {
                let from = at.saturating_sub(length);
                let without = [&self.best[..from], &self.best[at.min(self.best.len())..]].concat();
                self.accept(check, &without);
                at = from.min(self.best.len());
            }
            length /= 2;
        }
    }

    fn lower(&mut self, check: &impl Fn(&mut Chance) -> Result<(), Fault>) {
        let mut at = 0;
        while at < self.best.len() {
            let value = self.best[at];
            for lower in [0, value / 2, value.saturating_sub(1)] {
                let mut choices = self.best.clone();
                choices[at] = lower;
                if lower < value && self.accept(check, &choices) {
                    break;
                }
            }
            at += 1;
        }
    }
}

#[test]
fn what_fails_is_made_small() {
    let check = |chance: &mut Chance| {
        let list: Vec<_> = (0..chance.below(9)).map(|_| chance.below(100)).collect();
        if list.iter().any(|number| *number > 40) { Err(Fault::new("over 40", format!("{list:?}"))) } else { Ok(()) }
    };
    let mut chance = Chance::new(3);
    let fault = check(&mut chance).expect_err("a case that fails");
    assert_eq!(smaller(&check, chance.taken().to_vec(), fault).story, "[41]");
}
