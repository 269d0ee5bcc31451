//! Random programs. With helpers that look at nothing each does the same with and without probes; with a value in it that can't be looked
//! at, it does only what it would do with any value in its place. `ROUNDS=20 cargo test --test lower_runs random` tries more.

use crate::lowered::{Way, blind};
use crate::on_a_large_stack;
use crate::programs::Writer;
use crate::stage::{Stage, seeing};
use countersign::limits::Limits;
use countersign::lower::{Lowered, lower, lower_probed};

/// Values that may stand in the place of the pending one.
const VALUES: [&str; 16] = [
    "undefined",
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "NaN",
    "''",
    "'a'",
    "0n",
    "[]",
    "[1]",
    "({})",
    "({ k: 1 })",
    "new Date(0)",
];

fn rounds() -> u64 {
    std::env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1)
}

fn lowered(way: Way, code: &str) -> Lowered {
    way(code, &Limits::default()).unwrap_or_else(|error| panic!("{}\n{code}", error.message))
}

#[test]
fn probes_that_see_nothing_change_nothing() {
    on_a_large_stack(compare_with_and_without_probes)
}

fn compare_with_and_without_probes() {
    let mut stage = Stage::new();
    let mut steps = 0;
    for seed in 1..=150 * rounds() {
        let code = Writer::new(seed).program();
        let (plain, probed) = (lowered(lower, &code), lowered(lower_probed, &code));
        for value in [VALUES[usize::try_from(seed).unwrap() % VALUES.len()], "undefined", "'a'"] {
            let expected = stage.run(&plain, value, blind);
            // The engine does not know some patterns.
            if expected.as_ref().is_err_and(|error| error.starts_with("SyntaxError")) {
                continue;
            }
            let found = stage.run(&probed, value, blind);
            steps += expected.as_ref().map_or(0, |done| done.log.len());
            assert_eq!(expected, found, "seed {seed}, p = {value}\n{code}\n{}", probed.source);
        }
    }
    assert!(steps > 1_500, "the programs do little: {steps}");
}

#[test]
fn a_pending_value_is_seen_before_it_matters() {
    on_a_large_stack(compare_with_every_value)
}

fn compare_with_every_value() {
    let mut stage = Stage::new();
    let (mut cut, mut whole) = (0, 0);
    for seed in 1..=60 * rounds() {
        let code = Writer::new(seed + 1_000_000).program();
        let probed = lowered(lower_probed, &code);
        if stage.run(&lowered(lower, &code), "1", blind).is_err() {
            continue;
        }
        let pending = stage.run(&probed, "pending", seeing).unwrap_or_else(|error| panic!("{error}\n{code}"));
        if pending.cut {
            cut += 1
        } else {
            whole += 1
        }
        for value in VALUES {
            let real = stage.run(&probed, value, seeing).unwrap_or_else(|error| panic!("{error}\n{code}"));
            let same = if pending.cut { real.log.starts_with(&pending.log) } else { real.log == pending.log };
            assert!(
                same,
                "seed {seed}: with {value}, {:?}\npending, {:?}\n{code}\n{}",
                real.log, pending, probed.source
            );
        }
    }
    assert!(cut > 15 && whole > 10, "{cut} were cut, {whole} were not");
}
