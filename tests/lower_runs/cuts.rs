//! When a pass is cut: each row is a program in which `p` is pending, and what it did before. `t` keeps its first argument and gives its
//! second; nothing after a cut is kept.

use crate::programs::PRELUDE;
use crate::stage::{Done, Stage, seeing};
use countersign::limits::Limits;
use countersign::lower::lower_probed;

fn done(stage: &mut Stage, code: &str) -> Done {
    let code = format!(
        "{PRELUDE} const p = given(), o = {{ p, f: x => t('f', x), get g() {{ return t('get', p) }}, set g(x) {{ t('set') }} }}; try {{ {code}\n }} catch (error) {{ t('caught') }} return log"
    );
    let lowered = lower_probed(&code, &Limits::default()).unwrap_or_else(|error| panic!("{code}\n{}", error.message));
    stage.run(&lowered, "pending", seeing).unwrap_or_else(|error| panic!("{error}\n{}", lowered.source))
}

/// A `|` at the end of what was done is the cut.
#[track_caller]
fn check(rows: &[(&str, &str)]) {
    let mut stage = Stage::new();
    let mut wrong = Vec::new();
    for (code, expected) in rows {
        let Done { log, cut } = done(&mut stage, code);
        let found = log.join(" ") + if cut { "|" } else { "" };
        if found != *expected {
            wrong.push(format!("{code}\n  does     {found}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_look_comes_when_the_engine_would_ask() {
    check(&[
        ("if (t(1, p)) t(2)", "1|"),
        ("t(1) || p && t(2)", "1|"),
        ("p === t(1); t(2)", "1|"),
        ("t(1, p) !== t(2, 1) + 1; t(3)", "1 2|"),
        ("t(1, 2) == t(2, p)", "1 2|"),
        ("p === o.g", "get|"),
        ("p === missing", "caught"),
        ("typeof p; t(1)", "|"),
        ("typeof missing; t(1)", "1"),
        ("switch (p) { case t(1): t(2); default: t(3) }", "1|"),
        ("switch (p) { default: t(1) }", "1"),
        ("switch (1) { case t(1): case p: t(2) }", "1|"),
        ("switch (1) { case t(1, 1): t(2); case p: t(3) }", "1 2 3"),
        ("for (const x of list(1)) { if (p) t(1) }", "next|"),
        ("(() => { try { if (p) t(1) } finally { t(2) } })()", "|"),
    ]);
}

#[test]
fn defaults_are_looked_at_as_soon_as_they_are_bound() {
    check(&[
        ("const { a = 1 } = { get a() { return t(1, p) } }, b = t(2)", "1|"),
        ("const { a = 1, b } = { a: p, get b() { return t(1) } }; t(2)", "1|"),
        ("const { a = t(1), b = t(2) } = { a: p }; t(3)", "|"),
        ("const { b = t(2), a = t(1) } = { a: p }; t(3)", "2|"),
        ("const { a = t(1), [t(2)]: b } = { a: p }", "|"),
        ("const [a = 1] = list(p); t(2)", "next closed|"),
        ("let a; ({ a = 1 } = { a: p }); t(2)", "|"),
        ("let a; t(1, { a = 1 } = { a: p })", "|"),
        ("[o.g = 1] = [p]; t(2)", "|"),
        ("[t(1, o)[t(2, 'x')] = 1] = list(p)", "1 2 next|"),
        ("function f(a = 1, b = t(1)) { t(2) } f(p)", "1|"),
        ("function f(a = t(1), b = t(2)) { t(3) } f(p)", "|"),
        ("function* f(a = 1) { t(2) } const g = f(p); t(1); g.next()", "1|"),
        ("function* f(a = t(1)) { t(2) } f(p); t(3)", "|"),
        ("function* f(a = t(1), b, c = 1) { t(2) } const g = f(1, p); t(3); g.next()", "3 2"),
        ("async function* f({ a = t(1) }, b) { t(2) } f({ a: p }); t(3)", "|"),
        ("class A { *f(a = t(1)) {} } new A().f(p); t(3)", "|"),
        ("const f = (a = 1) => t(1); f(p)", "|"),
        ("const { a = t(1), b } = { a: p, get b() { return t(2) } }", "|"),
        ("const { a = t(1), 'b': b } = { a: p, get b() { return t(2) } }", "|"),
        ("const { a = t(1), b: [c] } = { a: p, get b() { return t(2) } }", "|"),
        ("let a, b; ({ a = t(1), b } = { a: p, get b() { return t(2) } })", "|"),
        ("let a, b; ({ a = t(1), b: o.x } = { a: p, get b() { return t(2) } })", "|"),
        ("const { a = t(1), b = t(2) } = { a: p, get b() { return t(3) } }", "|"),
        ("for (const { a = 1 } of [{ a: p }]) t(1)", "|"),
        ("let a; for ({ a = 1 } of list({ a: 2 }, { a: p })) t(1)", "next 1 next|"),
        ("try { throw { a: p } } catch ({ a = 1 }) { t(1) }", "|"),
        ("const {} = t(1, p); t(2)", "1|"),
        ("({} = t(1, p)); t(2)", "1|"),
        ("const { [t(1)]: a } = p", "|"),
        ("(({}) => t(1))(p)", "|"),
        ("(({ a: {} }) => t(1))({ get a() { return t(2, p) } })", "2|"),
        ("({ a: t(1, o).b } = p)", "|"),
    ]);
}

#[test]
fn assignments_chains_and_objects() {
    check(&[
        ("let a = p; a ??= t(1)", "|"),
        ("o.g ||= t(1)", "get|"),
        ("t(1, o)[t(2, 'p')] &&= t(3)", "1 2|"),
        ("o.q ??= t(1, p); t(2)", "1 2"),
        ("new (class { #a = p; m() { this.#a ??= t(1) } })().m()", "|"),
        ("new Derived(p).put(1); t(1)", "y|"),
        ("p?.[t(1)]", "|"),
        ("p?.(t(1))", "|"),
        ("o.p?.(t(1))", "|"),
        ("o?.p?.(t(1))", "|"),
        ("o.f?.(t(1, p)); t(2)", "1 f 2"),
        ("p(t(1))", "1|"),
        ("p.a(t(1))", "|"),
        ("p[t(1)]", "1|"),
        ("p.a = t(1)", "1|"),
        ("const x = new Given(t(1, p)); t(2)", "1|"),
        ("const x = new Plain(p); t(1, x)", "1"),
        ("const x = { __proto__: t(1, p), a: t(2) }", "1|"),
        ("const x = { __proto__: null, a: p }; t(1)", "1"),
        ("[...{ [Symbol.iterator]: () => ({ next: () => ({ value: t(1), done: t(2, p) }) }) }]", "1 2|"),
        ("`${{ toString() { return t(1, p) } }}`", "1|"),
        ("1 + { valueOf: () => t(1, p) }", "1|"),
        ("1 instanceof { [Symbol.hasInstance]() { return t(1, p) } }", "1|"),
        (
            "for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: () => t(1, p) }) }) break",
            "1|",
        ),
        (
            "for (const x of { [Symbol.iterator]: () => ({ next: () => ({ get done() { return t(1, p) } }) }) }) break",
            "1|",
        ),
        ("'x' in new Proxy({}, { has: () => t(1, p) })", "1|"),
        ("new Hidden(1).has(p)", "|"),
        ("new Hidden(1).of(p)", "|"),
    ]);
}

#[test]
fn what_only_passes_on_cuts_nothing() {
    check(&[
        ("const a = p, [b] = [p], { c } = { c: p }; let d; d = await p; [d] = [p]; t(1)", "1"),
        ("const f = x => x, g = async () => p; f(p); await g(); (function* () { yield p })().next(); t(1)", "1"),
        ("const x = [p, { p }, () => p]; (p, 1); void p; try { throw p } catch (error) { t(1, error) }", "1"),
        ("const x = 1 ? p : 2, y = null ?? p, z = 1 && p; t(1)", "1"),
        ("class A { a = p; static b = p; #c = p } new A(); t(1)", "1"),
        ("await Promise.all([p, 1]); t(1)", "1"),
        ("const f = (a, { b, ...c }, ...d) => [a, b, c, d]; f(p, { b: p, d: p }, p); t(1)", "1"),
    ]);
}
