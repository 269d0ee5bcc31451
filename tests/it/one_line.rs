//! Owns the plain list of what cuts a pass and what does not, each as one line of code. The whole matrices are elsewhere: of the
//! built-ins in `src/engine/pending/matrix.rs`, of the grammar in `grammar.rs`. Deliberately absent: what follows from a cut.

use crate::answers::Answer;
use crate::desk::Desk;
use crate::host::Function;
use crate::play::{Program, STARTED_AT, ending};
use crate::queue::Settle;
use countersign::engine::PASSES;
use countersign::limits::Limits;
use countersign::run::Mode;

/// Code that looks at `p`.
const LOOKS: &[&str] = &[
    "p.x",
    "p?.x",
    "p['x']",
    "p.x = 1",
    "delete p.x",
    "'x' in p",
    "p()",
    "new p()",
    "({ ...p })",
    "[...p]",
    "for (const x of p) {}",
    "for (const k in p) {}",
    "const { x } = p",
    "const [x] = p",
    "const {} = p",
    "`${p}`",
    "p + 1",
    "+p",
    "p < 1",
    "p == 1",
    "p === undefined",
    "1 === p",
    "p === p",
    "!p",
    "if (p) {}",
    "p ? 1 : 2",
    "p && 1",
    "p || 1",
    "p ?? 1",
    "while (p) break",
    "do {} while (p)",
    "for (; p;) break",
    "switch (p) { case 1: }",
    "switch (1) { case p: }",
    "typeof p",
    "p instanceof Object",
    "({})[p]",
    "let a = p; a ??= 1",
    "const o = { p }; o.p ||= 1",
    "const o = { p }; o['p'] &&= 1",
    "((x = 1) => x)(p)",
    "const { a = 1 } = { a: p }",
    "const [a = 1] = [p]",
    "let a; [a = 1] = [p]",
    "for (const { a = 1 } of [{ a: p }]) {}",
    "const o = new (function () { return p })()",
    "const o = new (class { constructor() { return p } })()",
    "class A extends p {}",
    "({ __proto__: p })",
    "p.then",
    "const { then } = p",
    "Reflect.get(p, 'then')",
    "`${{ toString: () => p }}`",
    "+{ valueOf: () => p }",
    "1 instanceof { [Symbol.hasInstance]: () => p }",
    "[...{ [Symbol.iterator]: () => ({ next: () => ({ done: p }) }) }]",
    "function* g(a = r('d')) {} g(p)",
    "async function* g(a = r('d'),) {} g(p)",
    "({ *g({ a = r('d') } = {}) {} }).g({ a: p })",
    "const { a = r('d'), b } = { a: p, get b() { w('g') } }",
    "const { a = r('d'), 'b': c } = { a: p, get b() { w('g') } }",
    "let a, b; ({ a = r('d'), b } = { a: p, get b() { w('g') } })",
    "((a = r('d'), { b }) => 1)(p, { get b() { w('g') } })",
    "const f = () => p; 'v: ' + { toString: f }",
    "const f = () => p; const o = {}; o.valueOf = f; +o",
    "function f() { return p } class A { toString = f } `${new A()}`",
    "let f; f = function () { return p }; class A {} A.prototype.valueOf = f; new A() < 1",
    "const k = Symbol.toPrimitive; `${{ [k]: () => p }}`",
    "const f = () => p; 1 instanceof { [Symbol.hasInstance]: f }",
    "for await (const x of { [Symbol.asyncIterator]: () => ({ next: async () => ({ value: 1, done: false }), return: async () => p }) }) break",
    "const f = () => p; for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: f }) }) break",
    "const g = (done) => ({ done, value: 1, at: 2 }); [...{ [Symbol.iterator]: () => ({ next: () => g(p) }) }]",
    "const g = (flag) => { const o = { value: 1 }; o.done = flag; return o }; [...{ [Symbol.iterator]: () => ({ next: () => g(p) }) }]",
    "class R { done = p } [...{ [Symbol.iterator]: () => ({ next: () => new R() }) }]",
    "class R { get done() { return p } } [...{ [Symbol.iterator]: () => ({ next: () => new R() }) }]",
    "const last = { done: p }; [...{ [Symbol.iterator]: () => ({ next: () => ({ value: 1, ...last }) }) }]",
    "const g = async (done) => ({ done, value: 1, at: 2 }); for await (const x of { [Symbol.asyncIterator]: () => ({ next: () => g(p) }) }) {}",
    "String(p)",
    "Number(p)",
    "Boolean(p)",
    "Object(p)",
    "Array.isArray(p)",
    "Object.is(p, 1)",
    "Object.keys(p)",
    "Object.freeze(p)",
    "Object.create(p)",
    "Object.setPrototypeOf({}, p)",
    "Object.assign(p)",
    "Object.assign({}, p)",
    "Object.entries(p)",
    "Object.defineProperty({}, 'a', { enumerable: p })",
    "Object.defineProperty({}, 'a', { get: p })",
    "Number.isInteger(p)",
    "Number.isNaN(p)",
    "isNaN(p)",
    "parseInt(p)",
    "Math.max(p, 1)",
    "new Date(p)",
    "new Array(p)",
    "Array(p)",
    "[p].includes(1)",
    "[1].includes(p)",
    "[1].indexOf(p)",
    "[p].indexOf(1)",
    "[1].lastIndexOf(p)",
    "[p].flat()",
    "[p].join()",
    "[1].flatMap(() => p)",
    "[1].filter(() => p)",
    "[1].find(() => p)",
    "[1].findIndex(() => p)",
    "[1].findLast(() => p)",
    "[1].some(() => p)",
    "[1].every(() => p)",
    "[p].filter(Boolean)",
    "[1, 2].sort(() => p)",
    "[p, 1].sort(() => 0)",
    "[p, 1].toSorted(() => 0)",
    "new Set([1]).has(p)",
    "new Set([p])",
    "new Set().add(p)",
    "new Map([[p, 1]])",
    "new Map().set(p, 1)",
    "new Map().get(p)",
    "new WeakMap().has(p)",
    "Map.groupBy([1], () => p)",
    "Object.groupBy([1], () => p)",
    "JSON.stringify(p)",
    "JSON.stringify({ a: [p] })",
    "JSON.stringify({ toJSON: () => p })",
    "JSON.stringify([1], () => p)",
    "JSON.parse('[1]', () => p)",
    "structuredClone(p)",
    "Promise.all(p)",
    "new Promise(p)",
    "new Proxy(p, {})",
    "new Proxy({}, p)",
    "new DataView(p)",
    "new DataView(new ArrayBuffer(8)).getUint16(0, p)",
    "new DataView(new ArrayBuffer(8)).setFloat64(0, 1, p)",
    "new TextDecoder('utf-8', { fatal: p })",
    "new TextDecoder('utf-8', { ignoreBOM: p })",
    "new TextDecoder().decode(new Uint8Array([226]), { stream: p })",
    "(1234).toLocaleString('en', { useGrouping: p })",
    "new Date(0).toLocaleTimeString('en', { hour12: p })",
    "'10'.localeCompare('9', 'en', { numeric: p })",
    "structuredClone(1, { transfer: p })",
    "Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get.call(p)",
    "ArrayBuffer.prototype.slice.call(p, 0)",
    "Object.defineProperty(Object.freeze({ a: p }), 'a', { value: 1 })",
    "Object.defineProperty(Object.defineProperty({}, 'a', { value: p }), 'a', { value: 1 })",
    "Reflect.defineProperty(Object.freeze([p]), '0', { value: 1 })",
    "Object.defineProperties(Object.freeze({ a: p }), { a: { value: 1 } })",
    "new Proxy(Object.freeze({ a: p }), { get: () => 1 }).a",
    "Object.getOwnPropertyDescriptor(new Proxy(Object.freeze({ a: p }), { getOwnPropertyDescriptor: () => ({ value: 1 }) }), 'a')",
    "Object.defineProperty(new Proxy(Object.freeze({ a: p }), { defineProperty: () => true }), 'a', { value: 1 })",
    "function F() {} F.prototype = p; ({}) instanceof F",
    "Object.prototype.then = function (done) { done(1) }; await p",
    "Object.defineProperty(Array.prototype, 'then', { get() { r('then') }, configurable: true }); await p",
    "RegExp.prototype.then = 1; await Promise.all([p])",
    "Reflect.ownKeys(p)",
    "Reflect.apply(Math.abs, null, [p])",
    "Date.prototype.getTime.call(p)",
    "Map.prototype.get.call(p, 1)",
    "Object.prototype.toString.call(p)",
    "Object.prototype.toString.call({ [Symbol.toStringTag]: p })",
    "Function.prototype.toString.call(p)",
    "'a'.concat(p)",
    "'a'.includes({ [Symbol.match]: p })",
    "[].map(p)",
    "setTimeout(p)",
    "console.assert(p)",
    "await r(p)",
    "await r({ deep: [p] })",
    "queueMicrotask(p)",
    "/a/.exec.call(p, 'a')",
    "/a/g.exec(p)",
    "[1].values().map(p)",
    "[1].values().filter(() => p).toArray()",
    "[1].values().some(() => p)",
    "Iterator.prototype.take.call(p, 1)",
];

fn function(name: &str) -> Function {
    Function {
        name: name.to_owned(),
        marked: name == "w",
        lifted: false,
        fresh: false,
        positional: false,
        answers: vec![Answer::Value("1".into())],
        takes_ms: 1.0,
        judging_ms: 0.0,
        refused: None,
    }
}

/// Code that only stores `p` under names that mean something elsewhere.
const STORES: &[&str] = &[
    "const o = { id: 1, done: p }; o.done = p; o['done'] = p; class A { done = p } new A()",
    "const next = () => p; next(); const o = { next: 1, done: p, id: 2 }",
    "function* g(a = 1, b) { yield a } g(1, p).next()",
    "const { a = r('d'), b, 'c': d } = { a: 1, b: p, c: p }",
];

/// Code that throws out of the run what would tell of `p`.
const THROWS: &[&str] = &[
    "throw p",
    "throw { message: p }",
    "throw [p]",
    "throw [[new Map([[1, p]])]]",
    "throw [Object.assign(new Error('x'), { message: p })]",
    "throw { [Symbol.toStringTag]: p }",
    "const e = new Error('x'); e.message = p; throw e",
    "const e = new Error('x'); e.name = p; throw e",
    "class A {} Object.defineProperty(A, 'name', { value: p }); throw new A()",
    "await Promise.reject({ p })",
];

/// Code that throws what would tell the same, whatever `p` is.
const THROWS_BESIDE: &[&str] =
    &["throw new Error('x', { cause: p })", "throw Object.assign(new Error('x'), { data: p })", "throw () => p"];

/// How many calls wait, and whether a handler was reached.
fn card_of(snippet: &str) -> (String, usize, bool) {
    ending_of(format!(
        "const p = await w(1);\ntry {{ {snippet}; }} catch (e) {{ await r('caught') }} finally {{ await r('finally') }}\nawait w(2); return 1"
    ))
}

fn ending_of(code: String) -> (String, usize, bool) {
    let program = Program {
        code,
        input: None,
        functions: vec![function("w"), function("r")],
        mode: Mode::Collect,
        concurrent_approvals: false,
        limits: Limits::default(),
    };
    let part = program.play(Desk::default(), None, Settle::InOrder, STARTED_AT);
    let handled = part.desk.calls.values().any(|call| call.input.text().contains("caught"));
    (ending(&part.finish), part.desk.waiting().len(), handled)
}

#[test]
fn what_looks_at_a_pending_value_cuts_and_what_passes_it_does_not() {
    let looks = LOOKS.iter().map(|snippet| (*snippet, 1));
    let passes = PASSES.iter().flat_map(|(_, codes)| codes.iter()).chain(STORES).map(|snippet| (*snippet, 2));
    let wrong: Vec<_> = looks
        .chain(passes)
        .filter_map(|(snippet, rows)| {
            let (ended, waiting, handled) = card_of(snippet);
            let right = ended == "pending" && waiting == rows && !handled;
            (!right).then(|| format!("{snippet}: {ended}, {waiting} on the card, handler {handled}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_thrown_out_of_the_run_cuts_where_it_would_tell_of_a_pending_value() {
    let wrong: Vec<_> = (THROWS.iter().map(|code| (code, true)).chain(THROWS_BESIDE.iter().map(|code| (code, false))))
        .filter_map(|(code, cuts)| {
            let (ended, waiting, _) = ending_of(format!("const p = await w(1);\n{code}"));
            let right = if cuts { ended == "pending" && waiting == 1 } else { ended != "pending" };
            (!right).then(|| format!("{code}: {ended}, {waiting} on the card"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
