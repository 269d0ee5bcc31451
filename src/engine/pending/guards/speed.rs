//! What guards cost ordinary code: `cargo test --lib guards::speed -- --ignored --nocapture`.

use crate::engine::pending::{guard, make};
use crate::engine::testing::{Bench, call_of};
use std::time::{Duration, Instant};

const CODES: [(&str, &str); 10] = [
    (
        "filter, map, reduce",
        "for (let i = 0; i < 50; i++) list.filter((n) => n % 2).map((n) => n + 1).reduce((a, b) => a + b, 0)",
    ),
    (
        "some, every, find",
        "for (let i = 0; i < 50; i++) { list.some((n) => n < 0); list.every((n) => n >= 0); list.find((n) => n < 0) }",
    ),
    ("forEach", "for (let i = 0; i < 50; i++) list.forEach((n) => n + 1)"),
    ("includes, indexOf", "for (let i = 0; i < 200; i++) { list.includes(-1); list.indexOf(-1) }"),
    ("includes of few", "const few = [1, 2]; for (let i = 0; i < 20000; i++) few.includes(2)"),
    ("sort", "for (let i = 0; i < 20; i++) list.slice().sort((a, b) => b - a)"),
    ("Map", "const map = new Map(); for (let i = 0; i < 20000; i++) { map.set(i % 100, i); map.get(i % 100) }"),
    ("Set", "for (let i = 0; i < 20; i++) { const set = new Set(list); for (const n of list) set.has(n) }"),
    ("JSON", "for (let i = 0; i < 20; i++) JSON.parse(JSON.stringify(list.map((n) => ({ id: n, name: 'a' }))))"),
    ("flat, concat", "for (let i = 0; i < 50; i++) [list, list].flat().concat(list)"),
];

fn time(code: &str, guarded: bool, pending: bool) -> Duration {
    let mut bench = Bench::new();
    if guarded {
        guard(&mut bench.context).unwrap();
    }
    if pending {
        make(&call_of("del", 1), &mut bench.context).unwrap();
    }
    bench.eval("const list = Array.from({ length: 1000 }, (_, i) => i)").unwrap();
    let started = Instant::now();
    bench.eval(&format!("(() => {{ 'use strict'; {code} }})()")).unwrap();
    started.elapsed()
}

#[test]
#[ignore = "measures, and asserts nothing"]
fn what_guards_cost() {
    for (name, code) in CODES {
        let least = |guarded, pending| (0..5).map(|_| time(code, guarded, pending)).min().unwrap();
        let (bare, guarded, pending) = (least(false, false), least(true, false), least(true, true));
        let ratio = |time: Duration| time.as_secs_f64() / bare.as_secs_f64();
        println!("{name}: {bare:?}, guarded ×{:.2}, with a pending value ×{:.2}", ratio(guarded), ratio(pending));
    }
    let install = || {
        let mut bench = Bench::new();
        let started = Instant::now();
        guard(&mut bench.context).unwrap();
        started.elapsed()
    };
    println!("putting them in place: {:?}", (0..50).map(|_| install()).min().unwrap());
}
