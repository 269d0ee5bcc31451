//! Owns the measure of whether what code commonly does with data grows faster than its work in this engine: `cargo bench --bench idioms`.
//! Each row is a program over `n` things, and how much longer it takes over twice as many: about 2, and about 4 for what
//! grows with the square. Deliberately absent: how other engines do.
#![expect(clippy::panic, reason = "a measure of something broken is to stop")]

use countersign::driver::{Accept, Driver, LogLine, MadeCall};
use countersign::engine::{Ended, Guest, Setup};
use countersign::limits::Limits;
use countersign::lower::lower;
use countersign::position::Position;
use std::rc::Rc;
use std::time::Instant;

/// What is done, the size it is done at, and the program.
const ROWS: [(&str, u32, &str); 30] = [
    ("text += piece", 50_000, "let s = ''; for (let i = 0; i < n; i++) s += 'piece,'; return s.length"),
    ("text = text + piece", 50_000, "let s = ''; for (let i = 0; i < n; i++) s = s + '-' + i; return s.length"),
    ("text += in forEach", 50_000, "let s = ''; list(n).forEach(x => s += x); return s.length"),
    ("push and join", 50_000, "const a = []; for (let i = 0; i < n; i++) a.push('piece'); return a.join().length"),
    ("[...list]", 50_000, "const l = list(n); return [...l, ...new Set(l), ...'a'.repeat(n)].length"),
    ("f(...list)", 20_000, "return Math.max(...list(n))"),
    ("push(...list)", 20_000, "const a = []; for (const x of list(n)) a.push(...[x, x]); return a.length"),
    ("slice and concat", 50_000, "const l = list(n); return l.slice().concat(l, l.slice(1)).length"),
    ("queue with shift", 20_000, "const q = list(n); let t = 0; while (q.length) t += q.shift(); return t"),
    ("sort numbers", 20_000, "return list(n).map(x => x * 7919 % 10007).sort((a, b) => a - b)[0]"),
    ("sort texts", 5_000, "return list(n).map(x => 'k' + x * 7919 % 10007).sort((a, b) => a.localeCompare(b))[0]"),
    ("map, filter, reduce", 50_000, "return list(n).map(x => x + 1).filter(x => x % 2).reduce((a, b) => a + b, 0)"),
    (
        "group into an object",
        50_000,
        "const g = {}; for (const x of list(n)) (g['k' + x % 50] ??= []).push(x); return g.k1.length",
    ),
    (
        "many keys set and read",
        20_000,
        "const o = {}; for (const x of list(n)) o['k' + x] = x; let t = 0; for (const k in o) t += o[k]; return t",
    ),
    (
        "keys deleted, last first",
        20_000,
        "const o = {}; for (const x of list(n)) o['k' + x] = x; for (let i = n; i--;) delete o['k' + i]; return Object.keys(o).length",
    ),
    (
        "Map set and get",
        20_000,
        "const m = new Map(); for (const x of list(n)) m.set('k' + x, x); let t = 0; for (const [k] of m) t += m.get(k); return t",
    ),
    (
        "Object.entries and back",
        20_000,
        "const o = Object.fromEntries(list(n).map(x => ['k' + x, x])); return Object.keys(Object.fromEntries(Object.entries(o))).length",
    ),
    ("split lines and trim", 20_000, "return 'a line \\n'.repeat(n).split('\\n').map(x => x.trim()).length"),
    ("split at a pattern", 20_000, "return 'a, b;'.repeat(n).split(/[,;]\\s*/).length"),
    ("replace with a function", 20_000, "return 'ab,'.repeat(n).replace(/[a-z]+/g, x => x.toUpperCase()).length"),
    ("matchAll", 20_000, "return [...'ab1,'.repeat(n).matchAll(/([a-z]+)(\\d)/g)].length"),
    ("replaceAll", 20_000, "return 'ab,'.repeat(n).replaceAll(',', '; ').length"),
    (
        "character by character",
        20_000,
        "const s = 'ab,'.repeat(n); let t = 0; for (let i = 0; i < s.length; i++) if (s[i] === ',') t++; return t",
    ),
    ("for of a text", 20_000, "let t = 0; for (const c of 'ab,'.repeat(n)) if (c === ',') t++; return t"),
    (
        "indexOf and slice on",
        20_000,
        "let s = 'ab,'.repeat(n), t = 0; while (s) { s = s.slice(s.indexOf(',') + 1); t++ } return t",
    ),
    ("JSON both ways", 20_000, "return JSON.parse(JSON.stringify(list(n).map(id => ({ id, name: 'n' + id })))).length"),
    ("structuredClone", 20_000, "return structuredClone(list(n).map(id => ({ id, name: 'n' + id }))).length"),
    ("flat and flatMap", 20_000, "return list(n).flatMap(x => [[x], x]).flat().length"),
    (
        "generator",
        50_000,
        "function* g() { for (let i = 0; i < n; i++) yield i } let t = 0; for (const x of g()) t += x; return t",
    ),
    ("await in a loop", 10_000, "let t = 0; for (let i = 0; i < n; i++) t += await i; return t"),
];

struct Alone;

impl Driver for Alone {
    fn call(&self, _: MadeCall) -> Accept {
        panic!("there are no functions")
    }
    fn observed(&self, _: u32, _: Option<Position>) {}
    fn log(&self, _: LogLine) {}
    fn now_ms(&self) -> f64 {
        0.0
    }
    fn start_timer(&self, _: u32, _: f64, _: bool) {}
    fn clear_timer(&self, _: u32) {}
}

/// Milliseconds, the best of some.
fn time(code: &str, n: u32) -> f64 {
    let code = format!("const n = {n}, list = n => Array.from({{ length: n }}, (_, i) => i)\n{code}");
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let Ok(lowered) = lower(&code, &Limits::default()) else { panic!("{code}") };
        let Ok(mut guest) = Guest::prepare() else { panic!("the engine has no realm") };
        let (driver, limits) = (Rc::new(Alone), Limits::default());
        let setup = Setup { driver, functions: Vec::new(), input: None, seed: 1, limits, lowered, collect: false };
        let start = Instant::now();
        let ended = guest.start(setup);
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        assert!(matches!(ended, Ended::BodyDone), "{code}\n{ended:?}");
        guest.retire();
    }
    best
}

fn main() {
    let only = std::env::args().nth(1).filter(|only| !only.starts_with("--")).unwrap_or_default();
    println!("{:28}{:>10}{:>10}{:>8}", "", "ms", "twice", "ratio");
    for (name, n, code) in ROWS.iter().filter(|(name, ..)| name.contains(&only)) {
        let (once, twice) = (time(code, *n), time(code, 2 * n));
        println!("{name:28}{once:10.1}{twice:10.1}{:8.2}", twice / once);
    }
}
