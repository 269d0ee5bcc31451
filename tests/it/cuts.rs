//! Owns that nothing is seen behind a cut (C2): wherever the code was when it looked at a pending value, and whatever of it the engine still
//! runs, no call is made, nothing is logged, and no timer fires; what was called before belongs to the card. What must hold as well: the
//! repeat ends at the same place. Deliberately absent: code that never comes to an end there, which the page ends.

use crate::answers::Answer;
use crate::desk::Desk;
use crate::host::{Function, decide};
use crate::play::{HOUR_MS, Program, STARTED_AT, ending};
use crate::queue::Settle;
use crate::stops::FORMS;
use countersign::limits::Limits;
use countersign::run::{Decision, Mode};
use countersign::session::FinishOutcome;

/// `iter(next)` is an iterator whose `return()` is seen; `made(look)` a generator whose `finally` is.
const HEAD: &str = "\
const seen = () => { console.log('seen'); r('seen'); w('seen'); setTimeout(() => console.log('seen'), 1); queueMicrotask(() => console.log('seen')); return {}; };
const iter = (next) => ({ [Symbol.iterator]() { return { next, return: () => seen() }; } });
const endless = iter(() => ({ value: [1, 2], done: false }));
const made = function* (look) { try { yield [1, 2]; look?.(); yield [3, 4]; } catch { seen(); } finally { seen(); } };
const p = await w(1);
r('first').then(seen, seen);
const stop = () => { setTimeout(seen, 0); queueMicrotask(seen); Promise.reject(1).catch(seen); return p.x; };
";

/// Where the engine goes on in guest code, or might.
const AFTER: &[&str] = &[
    "Array.from(endless, stop)",
    "Array.from(iter(() => ({ value: stop(), done: false })))",
    "new Map(iter(() => ({ value: { get 0() { return stop(); } }, done: false })))",
    "new Map(iter(() => ({ value: p, done: false })))",
    "new Map(iter(() => ({ value: [p, 1], done: false })))",
    "new Set(iter(() => ({ value: p, done: false })))",
    "new WeakMap(iter(() => ({ value: [p, 1], done: false })))",
    "new WeakSet(iter(() => ({ value: p, done: false })))",
    "Object.fromEntries(iter(() => ({ value: p, done: false })))",
    "Object.fromEntries(iter(() => ({ value: [p, 1], done: false })))",
    "Object.groupBy(endless, () => p)",
    "Map.groupBy(endless, () => p)",
    "Promise.all(iter(() => ({ value: { get then() { return stop(); } }, done: false })))",
    "Promise.race({ [Symbol.iterator]: stop })",
    "await Promise.allSettled(iter(() => ({ get value() { return stop(); }, done: false })))",
    "new Uint8Array([p, seen])",
    "Math.max(...iter(() => ({ value: 1, get done() { return stop(); } })))",
    "const [a, b = stop()] = iter(() => ({ value: undefined, done: false }))",
    "const [{ x }] = iter(() => ({ value: p, done: false }))",
    "let a; [a, endless[stop()]] = endless",
    "let a; [a = stop()] = iter(() => ({ value: undefined, done: false }))",
    "for (const [a] of iter(() => ({ value: p, done: false }))) seen()",
    "for (const x of endless) { try { stop(); } finally { seen(); } }",
    "for (const x of made()) stop()",
    "for (const x of made(stop)) x",
    "[...made(stop)]",
    "new Map(made(stop))",
    "made().map(stop).toArray()",
    "made(stop).map((x) => x).toArray()",
    "made().filter(() => p).toArray()",
    "made().flatMap(stop).next()",
    "made().flatMap(() => iter(() => ({ value: stop(), done: false }))).next()",
    "made().find(() => p)",
    "made().some(() => p)",
    "made().every(() => p)",
    "made().reduce(stop, 1)",
    "made().forEach(stop)",
    "made().take(p)",
    "made().drop(1).map(stop).next()",
    "Iterator.from(endless).map(stop).next()",
    "const g = (function* () { yield* made(stop); })(); g.next(); g.next()",
    "const g = (function* () { yield* iter(stop); })(); g.next()",
    "const g = (function* () { try { yield 1; } finally { stop(); } })(); for (const x of g) break",
    "const g = (function* () { try { yield 1; } finally { try { p.x; } finally { seen(); } } })(); g.next(); g.throw(new Error('e'))",
    "for await (const x of iter(() => ({ value: stop(), done: false }))) seen()",
    "for await (const x of made()) stop()",
    "for await (const x of (async function* () { try { yield 1; } finally { seen(); } })()) stop()",
    "const g = (async function* () { yield 1; stop(); })(); await g.next(); g.next().then(seen, seen); await g.return(1); seen()",
    "const g = (async function* () { try { yield 1; } finally { seen(); } })(); await g.next(); g.return(1).then(seen); stop()",
    "const jobs = [1, 2].map(() => Promise.resolve().then(seen)); stop()",
    "await null; Promise.resolve().then(seen); Promise.reject(1).catch(seen); stop()",
    "await new Promise((ok) => { ok(1); Promise.resolve().then(seen); stop(); })",
    "Promise.resolve({ get then() { return stop(); } }).then(seen, seen); await null; await null; seen()",
    "await { get then() { return p; } }; p.x",
    "[3, 1, 2].sort((a, b) => p)",
    "[1, 2].sort(() => { try { stop(); } finally { seen(); } })",
    "'abc'.replaceAll(/./g, () => p.x)",
    "JSON.stringify({ a: { toJSON: stop }, get b() { return seen(); } })",
    "JSON.stringify([1, 2], (k, v) => (k === '1' ? seen() : stop()))",
    "JSON.parse('[1, 2]', () => { try { stop(); } finally { seen(); } })",
    "structuredClone({ get a() { return stop(); }, get b() { return seen(); } })",
    "r({ get a() { return stop(); }, get b() { return seen(); } })",
    "console.log({ get a() { return seen(); } }, `${p}`)",
    "new (class { a = stop(); b = seen(); })()",
    "new (class A { static { try { stop(); } finally { seen(); } } static b = seen(); })()",
    "class A { [p]() {} static b = seen(); }",
    "class A extends p { static b = seen(); }",
    "({ [stop()]: seen() })",
    "({ get a() { return seen(); }, ...p })",
    "({ ...{ get a() { return stop(); }, get b() { return seen(); } } })",
    "const { a, b } = { get a() { return stop(); }, get b() { return seen(); } }",
    "((a = stop(), b = seen()) => seen())()",
    "p[seen]",
    "p(seen)",
    "p === 1 || seen()",
    "p ?? seen()",
    "if (p) seen(); else seen()",
    "switch (p) { case 1: seen(); default: seen(); }",
    "new Proxy({}, { get: () => p.x, has: seen }).a",
    "Object.defineProperty({}, 'a', { get value() { return stop(); }, get writable() { return seen(); } })",
    "Reflect.construct(function () { try { stop(); } finally { seen(); } }, [])",
    "try { throw p; } catch ({ message }) { seen(); } finally { seen(); }",
    "label: try { stop(); } finally { break label; } seen()",
    "(() => { try { stop(); } finally { return 1; } })(); seen()",
    "try { try { stop(); } finally { throw 1; } } catch { seen(); } seen()",
    "for (;;) { try { stop(); } finally { break; } } seen()",
    "for (;;) { try { stop(); } finally { continue; } }",
];

fn program(code: String) -> Program {
    let function = |name: &str| Function {
        name: name.into(),
        marked: name == "w",
        lifted: false,
        fresh: false,
        positional: false,
        answers: vec![Answer::Value("{\"x\":1}".into())],
        takes_ms: 5.0,
        judging_ms: 0.0,
        refused: None,
    };
    Program {
        code,
        input: None,
        functions: ["w", "r"].map(function).into(),
        mode: Mode::Collect,
        concurrent_approvals: false,
        limits: Limits::default(),
    }
}

fn check(form: &str, faults: &mut Vec<String>) {
    let program = program(format!("{HEAD}{form};\nseen();\n"));
    let part = program.play(Desk::default(), None, Settle::InOrder, STARTED_AT);
    let mut fault = |what: &str| faults.push(format!("{form}\n  {what}"));
    if part.finish.outcome != FinishOutcome::Pending {
        return fault(&ending(&part.finish));
    }
    if let Some(line) = part.transcript.iter().find(|line| line.contains("seen")) {
        fault(&format!("seen: {line}"));
    }
    let calls: Vec<_> =
        part.desk.calls.values().map(|call| format!("{}({})", call.function, call.input.text())).collect();
    if calls != ["w(1)", "r(\"first\")"] || !part.desk.calls[&2].settled {
        fault(&format!("the card is of {calls:?}"));
    }
    if !part.transcript.iter().any(|line| line.starts_with("the pass ends: look")) {
        fault("it was not cut");
    }
    // The repeat is cut there too; then the refusal ends the run.
    let now_ms = part.now_ms + HOUR_MS;
    let mut desk = part.desk;
    decide(&mut desk, 1, &Decision::Reject { reason: None }, now_ms);
    let again = program.play(desk, None, Settle::InOrder, now_ms);
    let ended = ending(&again.finish);
    if !ended.starts_with("failed ApprovalRejected") {
        fault(&format!("resumed: {ended}"));
    }
}

#[test]
fn nothing_is_seen_behind_a_cut() {
    let mut faults = Vec::new();
    // A timer fires when the call before it has settled, and that is seen.
    let usual = FORMS.iter().filter(|form| !form.contains("setTimeout"));
    for form in usual.chain(AFTER) {
        check(form, &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
