//! Random programs. With helpers that look at nothing each does the same with and without probes; with a value in it that can't be looked
//! at, it does only what it would do with any value in its place. `ROUNDS=20 cargo test --test lower_runs random` tries more.

use crate::lowered::{Way, blind, start};
use crate::programs::Writer;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::value::TryFromJs as _;
use boa_engine::{Context, JsValue, Source};
use countersign::limits::Limits;
use countersign::lower::{Helper, Lowered, lower, lower_probed};

/// What a program calls outside of itself, and a pending value: whatever is done with it that a proxy sees, or that `look` is told,
/// cuts, and nothing can be seen after that.
const OUTSIDE: &str = r"
    let isCut = false;
    const cut = () => { isCut = true; throw 'cut' };
    const traps = new Proxy({}, { get: () => (target, key) => key === 'then' ? undefined : cut() });
    globalThis.pending = new Proxy(function () {}, traps);
    globalThis.begin = value => { isCut = false; globalThis.given = () => value };
    globalThis.wasCut = () => isCut;
    const look = value => value === pending ? cut() : value;
    const text = (value, depth = 0) => {
        look(value);
        if (typeof value !== 'object' || value === null) return typeof value + (typeof value === 'symbol' || typeof value === 'function' ? '' : value);
        if (depth > 3) return '...';
        return '{' + Object.keys(value).map(key => key + ':' + text(value[key], depth + 1)) + '}';
    };
    globalThis.note = (log, name) => { if (!isCut) log.push(String(name)) };
    globalThis.tell = (log, name, value) => { const shown = text(value); if (!isCut) log.push(name + ': ' + shown) };
    globalThis.seen = {
        look,
        after: (value, ...others) => { others.forEach(look); return value },
        key: value => { look(value); return typeof value === 'symbol' ? value : String(value) },
        same: (left, right) => look(left) === look(right),
        equal: (left, right) => look(left) == look(right),
        slot: (object, key) => {
            'use strict';
            if (object == null) object[key];
            look(key);
            key = typeof key === 'symbol' ? key : String(key);
            return { get v() { return look(object[key]) }, set v(value) { object[key] = value } };
        },
        method: (object, read, ...keys) => { const found = look(read(object, ...keys)); return found == null ? found : (...list) => Reflect.apply(found, object, list) },
    };
";

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

fn seeing(helper: Helper) -> &'static str {
    match helper {
        Helper::Look => "seen.look",
        Helper::After => "seen.after",
        Helper::Key => "seen.key",
        Helper::Same => "seen.same",
        Helper::Equal => "seen.equal",
        Helper::Slot => "seen.slot",
        Helper::Method => "seen.method",
        Helper::Told => "thrown => thrown",
    }
}

/// What a program did.
#[derive(Debug, PartialEq)]
struct Done {
    log: Vec<String>,
    cut: bool,
}

struct Stage {
    context: Context,
}

impl Stage {
    fn new() -> Self {
        let mut context = Context::default();
        context.eval(Source::from_bytes(OUTSIDE)).unwrap();
        Self { context }
    }

    fn eval(&mut self, code: &str) -> JsValue {
        self.context.eval(Source::from_bytes(code)).unwrap_or_else(|error| panic!("{code}\n{error}"))
    }

    fn run(&mut self, lowered: &Lowered, value: &str, helper_text: fn(Helper) -> &'static str) -> Result<Done, String> {
        self.eval(&format!("begin({value})"));
        let promise = start(lowered, helper_text, &mut self.context).map_err(|error| error.to_string())?;
        self.context.run_jobs().map_err(|error| error.to_string())?;
        let cut = self.eval("wasCut()").to_boolean();
        match promise.as_promise().map(|promise| promise.state()) {
            Some(PromiseState::Fulfilled(log)) => {
                let log = Vec::try_from_js(&log, &mut self.context).map_err(|error| error.to_string())?;
                Ok(Done { log, cut })
            }
            other => Err(format!("{other:?}")),
        }
    }
}

fn rounds() -> u64 {
    std::env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1)
}

fn lowered(way: Way, code: &str) -> Lowered {
    way(code, &Limits::default()).unwrap_or_else(|error| panic!("{}\n{code}", error.message))
}

#[test]
fn probes_that_see_nothing_change_nothing() {
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
