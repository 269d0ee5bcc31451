//! That work grows as the value does, and that depth costs no stack.

use super::{LIMIT, decode, encode, eval, realm};
use boa_engine::Context;
use std::time::{Duration, Instant};

/// Time this thread has had of a processor, where the system tells, so that what else runs does not count; else time.
fn worked(begin: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.as_deref().and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

/// How long it takes to encode and to decode, and the bytes of text.
fn time(code: &str, context: &mut Context) -> (Duration, Duration, usize) {
    let begin = Instant::now();
    let value = eval(code, context);
    let first = worked(begin);
    let data = encode(&value, "input", LIMIT * 8, context).unwrap();
    let second = worked(begin);
    decode(&data, context).unwrap();
    (second - first, worked(begin) - second, data.text().len())
}

const SHAPES: [(&str, &str); 9] = [
    ("rows", "Array.from({ length: N }, (_, i) => ({ id: i, name: 'name of ' + i, tags: ['a', 'b'], v: i * 1.5 }))"),
    (
        "rows with dates",
        "Array.from({ length: N }, (_, i) => ({ id: i, name: 'name of ' + i, tags: ['a', 'b'], at: new Date(i) }))",
    ),
    ("one long string", "'0123456789 abcdefg \\n'.repeat(N * 4)"),
    ("one long string beyond Latin", "'漢字 and so on 😀'.repeat(N * 4)"),
    ("numbers", "Array.from({ length: N * 10 }, (_, i) => i * 1.25)"),
    ("one object as a dictionary", "Object.fromEntries(Array.from({ length: N }, (_, i) => ['key' + i, i]))"),
    (
        "a chain",
        "(() => { let v = {}; for (let i = 0; i < Math.min(N, 9000); i++) v = { v, x: undefined }; return v })()",
    ),
    ("a Map", "new Map(Array.from({ length: N }, (_, i) => ['key' + i, { i }]))"),
    ("bytes", "new Uint8Array(N * 100)"),
];

#[test]
fn ten_times_the_value_takes_about_ten_times_as_long() {
    for (name, code) in SHAPES {
        let context = &mut realm();
        let run = |count: usize, context: &mut Context| time(&code.replace('N', &count.to_string()), context);
        let (small, large) = (run(2_000, context), run(20_000, context));
        // The system counts in steps of some milliseconds.
        let floor = Duration::from_millis(10);
        for (one, ten) in [(small.0, large.0), (small.1, large.1)] {
            assert!(ten < one.max(floor) * 40, "{name}: {one:?} for 2,000, {ten:?} for 20,000");
        }
    }
}

#[test]
#[ignore = "prints a table for people: cargo test --lib convert -- --ignored --nocapture"]
fn speeds() {
    for (name, code) in SHAPES {
        let context = &mut realm();
        let code = code.replace('N', "12500");
        let (encoded, decoded, bytes) = (0..3).map(|_| time(&code, context)).min().unwrap();
        println!("{name}: {bytes} bytes, encode {encoded:.1?}, decode {decoded:.1?}");
    }
    let context = &mut realm();
    for bits in [1 << 14, 1 << 16, 1 << 18] {
        let (encoded, decoded, bytes) = time(&format!("2n ** {}n - 1n", bits - 1), context);
        println!("a bigint of {bits} bits: {bytes} bytes, encode {encoded:.1?}, decode {decoded:.1?}");
    }
}

#[test]
fn depth_costs_no_stack() {
    // Far less than the megabyte a worker has; a context takes most of it.
    let small = std::thread::Builder::new().stack_size(512 << 10);
    let deep = small.spawn(|| {
        let context = &mut realm();
        for leaf in ["1", "undefined"] {
            let code = format!(
                "(() => {{ let v = {leaf}; for (let i = 0; i < 9999; i++) v = i % 2 ? [v] : {{ v }}; return v }})()"
            );
            let (_, _, bytes) = time(&code, context);
            assert!(bytes > 20_000);
        }
    });
    deep.unwrap().join().unwrap();
}
