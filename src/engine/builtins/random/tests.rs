//! Tests that a seed gives the same values in every version and on every platform.

use super::Streams;
use crate::engine::testing::{Bench, check};

/// The stream is part of what a checkpoint relies on: a resumed run of an older version must meet the same numbers.
#[test]
fn the_first_values_of_a_seed_never_change() {
    let mut streams = Streams::new(7);
    let fractions: Vec<_> = (0..3).map(|_| streams.fraction().to_string()).collect();
    assert_eq!(fractions, FIRST);
    assert_eq!(Bench::new().run("return crypto.randomUUID()"), FIRST_UUID);
}

const FIRST: [&str; 3] = ["0.934366023437627", "0.28162195432780646", "0.9630230884330162"];
const FIRST_UUID: &str = "'5b93e2b9-93d5-4b02-a93d-9ddf8dacc331'";

#[test]
fn the_same_seed_gives_the_same_world_and_streams_are_apart() {
    let first = Bench::new().run("return [Math.random(), Math.random(), crypto.randomUUID()].join()");
    let other = Bench::new().run("const id = crypto.randomUUID(); return [Math.random(), Math.random(), id].join()");
    assert_eq!(first, other);
    assert_ne!(Streams::new(7).fraction(), Streams::new(8).fraction());
}

#[test]
fn fractions_are_in_range() {
    check(
        "for (let i = 0; i < 1000; i++) { const x = Math.random(); if (!(x >= 0 && x < 1)) return x } return 'ok'",
        "'ok'",
    );
}

#[test]
fn uuids_are_of_version_4() {
    let pattern = "/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/";
    check(
        &format!("for (let i = 0; i < 100; i++) if (!{pattern}.test(crypto.randomUUID())) return i; return 'ok'"),
        "'ok'",
    );
}

#[test]
fn bytes_go_where_the_view_lies() {
    check(
        "const b = new Uint8Array(16), v = b.subarray(4, 8); return [crypto.getRandomValues(v) === v, b.slice(0, 4).join(), v.some(x => x), b.slice(8).some(x => x)]",
        "[ true, '0,0,0,0', true, false ]",
    );
    check("return crypto.getRandomValues(new Uint32Array(4)).some(x => x > 65535)", "true");
    check(
        "return crypto.getRandomValues(new Float64Array(4))",
        "throws TypeMismatchError: getRandomValues needs a typed array of integers, not of fractions",
    );
    check(
        "return crypto.getRandomValues(new Uint8Array(65537))",
        "throws QuotaExceededError: getRandomValues fills 65536 bytes at most, and this array has 65537",
    );
}
