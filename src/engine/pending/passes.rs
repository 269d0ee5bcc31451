//! Owns the list of what may be done with a pending value without looking at it, with code that shows each. What must hold: the code is run by a test,
//! so the list is true; the docs are made from it. Deliberately absent: what is looked at, which the guards' table and the matrix know.

/// What it is, and code that does it to the pending value `p`.
pub const PASSES: &[(&str, &[&str])] = &[
    (
        "keeping it in variables, properties, arrays, classes and closures",
        &[
            "let q = p; q = p",
            "const o = { a: p, ['b']: p }; o.c = p; o.d ??= p",
            "[p, , p]; [1][0] = p",
            "class A { x = p; #y = p; static z = p; get() { return this.#y } } new A().get()",
            "const f = () => p; f()",
            "[...[p]]; ({ ...{ a: p } }); const [q, ...r] = [p, p]; const { a, ...rest } = { a: p, b: p }",
            "Object.freeze([p]); Object.freeze({ a: p }); Object.seal({ a: p })",
        ],
    ),
    (
        "passing it to functions of the code, as an argument, as `this` or as what is thrown",
        &[
            "const f = (...args) => args; f(p, p); f(...[p]); f.call(null, p); f.call(p, 1); f.apply(p, [p]); f.bind(p, p)(p)",
            "Reflect.apply((x) => x, undefined, [p]); Reflect.apply(function () { 'use strict'; return this }, p, [])",
            "Reflect.construct(class { constructor(x) { this.x = x } }, [p])",
            "try { throw p } catch (e) { [e] }",
            "((x) => x)`${1}`; ((strings, x) => x)`a${p}`",
        ],
    ),
    (
        "waiting for it, and settling promises with it",
        &[
            "await p; await [p]; await Promise.resolve(p)",
            "await Promise.all([p, 1]); await Promise.allSettled([p]); await Promise.race([p]); await Promise.any([p])",
            "await Promise.reject(p).catch((e) => [e]); await Promise.resolve(1).then(() => p).finally(() => p)",
            "await new Promise((resolve) => resolve(p)); const w = Promise.withResolvers(); w.resolve(p); await w.promise",
            "await (async () => p)(); await Promise.try(() => p)",
            "for await (const v of [p, Promise.resolve(p)]) [v]",
        ],
    ),
    (
        "generators and iterators that hand it on",
        &[
            "function* g() { const x = yield p; yield x; return p } const i = g(); i.next(); i.next(p); i.return(p)",
            "function* g() { try { yield 1 } catch (e) { yield e } } const i = g(); i.next(); i.throw(p)",
            "for (const v of [p].values()) [v]; for (const [i, v] of [p].entries()) [v]; [...new Map([[1, p]]).values()]",
            "async function* g() { yield p; return p } const i = g(); await i.next(); await i.next(); await g().return(p)",
            "[p].values().map((v) => v).drop(0).take(1).toArray(); [p].values().filter(() => true).toArray()",
            "[1].values().map(() => p).toArray(); [p].values().reduce((a, v) => v); [p].values().forEach(() => {}); [p].values().find(() => true)",
            "Iterator.from([p]).toArray(); [p].values().some(() => false); [p].values().every(() => true); [1].values().flatMap(() => [p]).toArray()",
        ],
    ),
    (
        "arrays that hold it, where they are copied, moved and walked",
        &[
            "const a = []; a.push(p); a.unshift(p); a.splice(0, 1, p); a.fill(p); a.with(0, p); a.concat([p]); [].concat([p], 1)",
            "Array.of(p); Array.from([p]); Array.from([1], () => p); Array.from({ length: 1, 0: p }); new Array(p, p); Array(1).fill(p)",
            "[p].slice(); [p].reverse(); [p].toReversed(); [p].toSpliced(0, 0, p); [p].at(0); [p].pop(); [p].shift(); [1, 2, p].copyWithin(0, 2)",
            "[p].map((v) => v); [1].map(() => p); [p].forEach(() => {}); [p].reduce((a, v) => v, p); [p].filter(() => true); [p].find(() => true)",
            "[p].some(() => false); [p].every(() => true); [p].flatMap(() => [p]); [[p]].flat(0); [p].sort(); [p].toSorted()",
            "[p].keys(); [p].length; Array.isArray([p]); 0 in [p]; [1, p].includes(1); [1, p].indexOf(1); [p, 1].lastIndexOf(1)",
        ],
    ),
    (
        "objects that hold it, where they are copied and listed",
        &[
            "Object.entries({ a: p }); Object.values({ a: p }); Object.keys({ a: p }); Object.assign({}, { a: p }); Object.fromEntries([['a', p]])",
            "Object.defineProperty({}, 'a', { value: p }); Object.defineProperties({}, { a: { value: p } }); Object.create(null, { a: { value: p } })",
            "Object.getOwnPropertyDescriptor({ a: p }, 'a'); Reflect.get({ a: p }, 'a'); Reflect.set({}, 'a', p); Reflect.defineProperty({}, 'a', { value: p })",
            "Object.groupBy([p], () => 'a'); new Proxy({}, { get: () => p }).a; new Proxy({}, { set: () => true }).a = p",
        ],
    ),
    (
        "the values of maps, but not the keys of maps and sets",
        &[
            "const m = new Map([[1, p]]); m.set(2, p); m.get(1); m.has(1); m.delete(1); m.forEach(() => {}); Map.groupBy([p], () => 1)",
            "const w = new WeakMap(); const k = {}; w.set(k, p); w.get(k)",
        ],
    ),
    ("an error's `cause`", &["[new Error('e', { cause: p }).cause]; new AggregateError([p], 'e').errors"]),
    ("arguments that a timer hands on", &["setTimeout(() => {}, 0, p); setInterval(() => {}, 9, p); clearInterval(2)"]),
    (
        "logging it",
        &[
            "console.log(p, { a: p }); console.log('%s %o', p, p); console.error(p); console.dir(p); console.table([p]); console.group(p)",
            "console.assert(true, p); console.trace(p)",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::PASSES;
    use crate::engine::pending::{guard, make};
    use crate::engine::testing::{Bench, call_of};
    use boa_engine::js_string;
    use boa_engine::property::Attribute;

    #[test]
    fn what_passes_looks_at_nothing() {
        for code in PASSES.iter().flat_map(|(_, codes)| codes.iter()) {
            let mut bench = Bench::new();
            guard(&mut bench.context).unwrap();
            let pending = make(&call_of("del", 1), &mut bench.context).unwrap();
            bench.context.register_global_property(js_string!("p"), pending, Attribute::all()).unwrap();
            let ended = bench.run(code);
            assert_eq!(*bench.driver.observed.borrow(), [], "{code}");
            assert_eq!(ended, "undefined", "{code}");
        }
    }
}
