//! What a pending value is to the code that has one.

use crate::engine::pending;
use crate::engine::state::is_stop;
use crate::engine::testing::{Bench, call_of};
use crate::position::Position;
use boa_engine::property::Attribute;
use boa_engine::{JsValue, js_string};

/// A realm with a pending value of call 3 of `del` in it, as the global `p`.
fn bench() -> (Bench, JsValue) {
    let mut bench = Bench::with_functions(&["list"]);
    pending::guard(&mut bench.context).unwrap();
    let value = pending::make(&call_of("del", 3), &mut bench.context).unwrap();
    bench.context.register_global_property(js_string!("p"), value.clone(), Attribute::all()).unwrap();
    (bench, value)
}

/// The code runs to its end and gives this; nothing was looked at.
#[track_caller]
fn passes(body: &str, expected: &str) {
    let (mut bench, _) = bench();
    assert_eq!(bench.run(body), expected, "{body}");
    assert_eq!(*bench.driver.observed.borrow(), [], "{body}");
}

/// The pass ends at the first look, which is told once, and nothing comes after.
#[track_caller]
fn cuts(body: &str) -> Option<Position> {
    let (mut bench, _) = bench();
    let text = bench.run(&format!("{body}\nconsole.log('after'); list(1);"));
    let observed = bench.driver.observed.borrow().clone();
    assert_eq!(observed.len(), 1, "{body}: {text}");
    assert_eq!(observed[0].0, 2);
    assert!(bench.driver.lines.borrow().is_empty() && bench.driver.calls.borrow().is_empty(), "{body}: {text}");
    observed[0].1
}

#[test]
fn every_use_that_a_proxy_sees_ends_the_pass() {
    let uses = [
        "p.x",
        "p.x = 1",
        "delete p.x",
        "'x' in p",
        "p()",
        "new p()",
        "p?.()",
        "p?.x",
        "[...p]",
        "({ ...p })",
        "f(...p)",
        "for (const x of p);",
        "for (const x in p);",
        "for await (const x of p);",
        "const [x] = p",
        "const { x } = p",
        "p + 1",
        "-p",
        "`${p}`",
        "p < 1",
        "({})[p]",
        "x instanceof p",
        "p instanceof Object",
        "({ [p]: 1 })",
        "class A extends p {}",
        "Object.keys(p)",
        "Object.getPrototypeOf(p)",
        "Object.isExtensible(p)",
        "Object.freeze(p)",
        "Object.setPrototypeOf(p, null)",
        "Object.defineProperty(p, 'x', {})",
        "Reflect.ownKeys(p)",
        "p == 1",
        "p.then",
        "p['then']",
        "const { then } = p",
        "Reflect.get(p, 'then')",
        "Promise.prototype.catch.call(p)",
        "(() => p.then)()",
        "[p].map((v) => v.then)",
        "JSON.stringify(p)",
        "JSON.stringify([p])",
        "structuredClone(p)",
        "structuredClone([p])",
        "list(p)",
        "list({ a: [p] })",
        "list(new Map([[1, p]]))",
        "list(Object.assign(new Error('e'), { name: p }))",
        "list({ get a() { throw p } })",
        "console.assert(p)",
        "Object.assign(new Error('e'), { message: p }).stack",
    ];
    for code in uses {
        cuts(&format!("const f = () => 1, x = 1; {code}"));
    }
}

#[test]
fn it_may_be_kept_passed_awaited_and_logged() {
    passes("return 1", "1");
    for code in [
        "const q = await p; return typeof q",
        "return typeof await (async () => p)()",
        "return typeof await Promise.resolve(p)",
    ] {
        passes(code, "'function'");
    }
    for code in [
        "return [p]",
        "return Promise.all([p])",
        "return [await Promise.race([p, 1])]",
        "return [await Promise.any([p])]",
        "return [await new Promise((r) => r(p))]",
        "return [await Promise.reject(p).catch((e) => e)]",
        "return [await Promise.resolve(1).then(() => p)]",
        "return [await Promise.resolve(p).finally(() => p)]",
        "try { throw p } catch (e) { return [e] }",
        "async function* g() { yield p } for await (const v of g()) return [v]",
        "async function* g() { return p } return [(await g().next()).value]",
        "function* g() { return p } return [g().next().value]",
        "function* g() { return [yield p] } const i = g(); i.next(); return i.next(p).value",
        "for await (const v of [p]) return [v]",
    ] {
        passes(code, "[ [pending value of del, call 3] ]");
    }
}

#[test]
fn it_shows_as_what_it_is() {
    let (mut bench, _) = bench();
    bench.run("console.log(p, { a: [p] }, new Map([[1, p]])); console.log('%s %d %o', p, p, p); console.table([p, 1]); console.dir(p);");
    let log = bench.log(false).join("\n");
    assert_eq!(log.matches("[pending value of del, call 3]").count(), 8, "{log}");
    assert!(bench.driver.observed.borrow().is_empty());
}

#[test]
fn the_place_of_a_look_is_the_users() {
    assert_eq!(cuts("\n\n  p.x"), Some(Position { line: 3, column: 5 }));
    assert_eq!(cuts("\n[1].map(() =>\n p + 1)").map(|position| position.line), Some(3));
    assert_eq!(cuts("\nJSON.stringify([[p]])").map(|position| position.line), Some(2));
}

#[test]
fn nothing_catches_the_end_of_a_pass() {
    for code in [
        "try { p.x } catch {} finally { console.log(1) }",
        "await (async () => { try { p.x } catch {} finally { console.log(1) } })().catch(() => {})",
        "await (async () => { await 1; try { p.x } catch {} finally { console.log(1) } })().catch(() => {})",
        "function* g() { try { yield p.x } catch {} finally { console.log(1) } } try { [...g()] } catch {}",
        "async function* g() { await 1; try { yield p.x } catch {} finally { console.log(1) } } try { for await (const v of g()); } catch {}",
        "async function* g() { try { yield p.x } catch {} finally { console.log(1) } } try { for await (const v of g()); } catch {} console.log(2)",
        "async function* g() { yield 1; try { yield p.x } catch {} finally { console.log(1) } } try { for await (const v of g()); } catch {} console.log(2)",
        "async function* g() { try { yield 1 } finally { p.x } } try { for await (const v of g()) break; } catch {} console.log(2)",
        "async function* f() { yield p.x } async function* g() { try { yield* f() } catch { console.log(0) } finally { console.log(1) } } g().next().catch(() => {}); console.log(2)",
        "async function* g() { try { list(p) } catch { list(1) } yield 1 } g().next(); list(2)",
        "const o = { get a() { return p.x } }; try { o.a } catch {}",
        "try { [1].map(() => p.x) } catch {}",
        "class A { constructor() { p.x } } try { new A() } catch {}",
        "try { class A { static { p.x } } } catch {}",
        "const tag = () => p.x; try { tag`a` } catch {}",
        "const it = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { console.log(1); return {} } }) }; try { Array.from(it, () => p.x) } catch {}",
        "const it = { [Symbol.iterator]: () => ({ next: () => ({ value: p, done: false }), return() { console.log(1); return {} } }) }; try { new Map(it) } catch {}",
        "await Promise.resolve(1).then(() => p.x).catch(() => console.log(1)).finally(() => console.log(2))",
        "new Promise(() => p.x).catch(() => console.log(1))",
        "queueMicrotask(() => console.log(1)); p.x",
        "[2, 1].sort(() => p.x)",
        "'a'.replace(/a/, () => p.x)",
        "JSON.stringify({ toJSON() { return p.x } })",
        "new Proxy({}, { get() { return p.x } }).a",
    ] {
        cuts(code);
    }
}

#[test]
fn the_end_of_a_pass_is_told_by_its_error() {
    let (mut bench, value) = bench();
    let error = pending::look(&value, &mut bench.context).unwrap_err();
    assert!(is_stop(&error));
    assert!(is_stop(&pending::look(&value, &mut bench.context).unwrap_err()));
    assert_eq!(bench.driver.observed.borrow().len(), 1);
}

#[test]
fn a_list_of_keys_is_refused_at_the_first_that_is_none() {
    passes(
        "try { Reflect.ownKeys(new Proxy({}, { ownKeys: () => ({ length: 2 ** 53 - 1 }) })) } catch (e) { return e.name }",
        "'TypeError'",
    );
    passes("return Reflect.ownKeys(new Proxy({}, { ownKeys: () => ['a', Symbol.iterator] })).length", "2");
}
