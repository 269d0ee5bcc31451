//! Forms the engine cannot read, or takes for something else: each row fails without `src/lower/forms.rs`.

use crate::check;

#[test]
fn names_in_patterns_that_are_worked_out_or_numbers() {
    check(&[
        ("return (({ 5: [y] }) => y)({ 5: [7] })", "7"),
        (
            "return [(({ 0: a = 1, 7: b = 2 }) => [a, b])('xyz'), (({ '1': { length } }) => length)('xyz')]",
            r#"[["x",2],1]"#,
        ),
        ("const { 0: a, '1': b, 2n: c, 0x3: d } = 'wxyz'; return [a, b, c, d].join('')", r#""wxyz""#),
        ("let a, b; ({ ['b']: b = 2, [`a`]: [a] } = { a: [1] }); return [a, b]", "[1,2]"),
        ("let a; ({ 0: a = 5 } = []); const r = [a]; ({ [a]: a = 6 } = { 5: undefined }); return [...r, a]", "[5,6]"),
        (
            "const k = 'q', f = (a, { [k]: x = 5, [k + 1]: [y] } = { q1: [2] }, ...r) => [a, x, y, r]; return [f(1), f(1, { q: 3, q1: 'ab' }, 7)]",
            r#"[[1,5,2,[]],[1,3,"a",[7]]]"#,
        ),
        (
            "const k = 'q', f = async (/* a */ { [k]: x = 5 } /* b */, /* c */) => x; return [await f({}), await f({ q: 1 })]",
            "[5,1]",
        ),
        (
            "let a, r = []; for ({ ['q']: a = 2 } of [{}, { q: 7 }]) r.push(a); for ({ ['q']: [a] } of [{ q: 'x' }]) r.push(a); return r",
            r#"[2,7,"x"]"#,
        ),
        ("const v = 1, $v = 2; let a; ({ [v]: a = $v } = {}); return [a, v, $v]", "[2,1,2]"),
        ("const c = 1; try { ({ ['x']: c = 2 } = {}) } catch (e) { return [e.name, c] }", r#"["TypeError",1]"#),
        ("let a; [{ ['x']: { ['y']: a = 3 } = {} }] = [{}]; return a", "3"),
    ]);
}

#[test]
fn breaks_out_of_several_loops() {
    check(&[
        (
            "const r = []; function* g(n) { try { yield n; yield n + 1 } finally { r.push(n) } } one: for (const a of g(0)) for (const b of g(10)) break one\nreturn r",
            "[10,0]",
        ),
        (
            "const r = []; function* g(n) { try { yield n } finally { r.push(n) } } one: { for (const a of g(0)) { for (const b of g(10)) { break one } } } return r",
            "[10,0]",
        ),
        (
            "const r = []; function* g(n) { try { yield n } finally { r.push(n) } } for (const x of [1, 2, 3]) { one: { if (x === 1) continue; if (x === 3) break; for (const a of g(x)) break one } r.push('x') } return r",
            r#"[2,"x"]"#,
        ),
        (
            "const r = []; function* g(n) { try { yield n } finally { r.push(n) } } two: for (const x of [1, 2]) { switch (x) { case 2: one: { if (r.length > 9) break; if (r.length > 8) continue two; for (const k in { a: 1 }) for (const a of g(x)) break one } r.push('s') } } return r",
            r#"[2,"s"]"#,
        ),
        (
            "let i = 0; one: two: for (const a of [1, 2, 3]) { for (const b of [1, 2]) { i++; if (a === 1) continue one; if (a === 2) continue two; break one } } return i",
            "3",
        ),
        (
            "const r = []; if (1) one: for (const a of [1]) for (const b of [2]) break one; else r.push(1)\nreturn r",
            "[]",
        ),
        ("one: for (const a of [1]) { for (const b of [2]) { try { break one } finally { a } } } 5", "5"),
        (
            "const f = () => { one: for (const a of [1]) { for (const b of [2]) { if (b) break one; return 1 } } return 2 }; return f()",
            "2",
        ),
    ]);
}

#[test]
fn what_the_body_of_for_in_throws() {
    check(&[
        (
            "const r = []; for (const a of [1, 2, 3]) { try { for (const k in { x: 1, y: 2 }) { throw k } } catch (e) { r.push(e) } r.push(a) } return r",
            r#"["x",1,"x",2,"x",3]"#,
        ),
        (
            "const r = []; function* g() { try { yield 1 } finally { r.push(9) } } try { for (const a of g()) for (const k in { x: 1 }) throw 1 } catch { } return r",
            "[9]",
        ),
        (
            "const r = []; for (const k in { x: 1, y: 2 }) { try { one: for (const b in { z: 1, w: 2 }) { if (b === 'z') continue one; r.push(b); throw 1 } } catch {} r.push(k) } return r",
            r#"["w","x","w","y"]"#,
        ),
        (
            "const r = []; for (const a of [1, 2]) { for (const k in { x: 1, y: 2, z: 3 }) { if (k === 'y') continue; if (a === 2) break; r.push(k) } } return r",
            r#"["x","z"]"#,
        ),
        ("const f = () => { for (const a of [1, 2]) for (const k in { x: 1 }) return k + a }; return f()", r#""x1""#),
    ]);
}

#[test]
fn what_a_catch_throws_goes_through_finally() {
    check(&[
        (
            "const quiet = () => { try { throw 3 } catch {} }; try { try { throw 1 } catch (e) { throw 2 } finally { quiet() } } catch (e) { return e }",
            "2",
        ),
        ("try { try { throw 1 } catch { throw 2 } finally { try { throw 3 } catch {} } } catch (e) { return e }", "2"),
        (
            "const f = () => { try { throw 1 } catch (e) { return 2 } finally { try { throw 3 } catch {} } }; return f()",
            "2",
        ),
        (
            "const f = () => { for (const x of [1, 2]) { try { throw x } catch (e) { if (x === 1) continue; return e } finally { try { throw 3 } catch {} } } }; return f()",
            "2",
        ),
        ("try { throw 1 } catch { throw 2 } finally { return 3 }", "3"),
    ]);
}

#[test]
fn var_that_repeats_a_parameter() {
    check(&[
        ("function g(a, b = 1) { var a; return [a, b] } return g(3)", "[3,1]"),
        ("function g(a, b = 1) { var a = a ?? 7, c = a + b; return [a, c] } return [g(3), g()]", "[[3,4],[7,8]]"),
        (
            "const g = ({ a, b = 1 }) => { var { a, d = 4 } = { a: a + 1 }; for (var b of [5]); for (var a in { k: 1 }); return [a, b, d] }; return g({ a: 1 })",
            r#"["k",5,4]"#,
        ),
        (
            "function g(a, b = 1) { for (var a = 0, i = 1; a < 3; a++); if (b) { var b } return [a, b, i] } return g(9)",
            "[3,1,1]",
        ),
        ("function g(a, b = 1) { const h = () => { var a = 5; return a }; return [h(), a] } return g(2)", "[5,2]"),
        ("function g(a) { var a = a + 1; return a } return g(2)", "3"),
    ]);
}

#[test]
fn the_name_using() {
    check(&[
        ("const using = 1; return { using }", r#"{"using":1}"#),
        ("class using { using() { return 2 } } return new using().using()", "2"),
        ("const { using = 3, a: { using: b } } = { a: { using: 4 } }; return [using, b]", "[3,4]"),
        (
            "let using; ({ using } = { using: 5 }); ({ using = 6 } = {}); return [using, (using => using + 1)(7)]",
            "[6,8]",
        ),
        ("const r = []; for (const using of [1, 2]) r.push(using); const $using = 0; return [r, $using]", "[[1,2],0]"),
        ("let s = ''; for (const using of 'ab') s += using; return s", r#""ab""#),
    ]);
}

#[test]
fn the_name_async() {
    check(&[
        ("return [[1].map(async => async + 1), ((async) => async)(2), ((a, async = 3) => async)(1)]", "[[2],2,3]"),
        ("const async = 1, o = { async, f: async () => async }; return [o.async, await o.f()]", "[1,1]"),
        ("async function g(async) { await 0; return async } return await g(4)", "4"),
        ("function async(x) { return x } return [async(5), { async() { return 6 } }.async()]", "[5,6]"),
        ("const { async } = { async: 7 }; const $async = 8; return [async, $async]", "[7,8]"),
        (
            "return async(1)",
            "SyntaxError Line 1, column 8: `async` is no name that is declared. An `async` function is written `async () => …` or `async function () { … }`.",
        ),
    ]);
}

#[test]
fn nesting_that_other_forms_add_is_counted() {
    let deep = |levels: usize| {
        let (open, close) = ("try{}catch{".repeat(levels), "}finally{}".repeat(levels));
        format!("{open}{close}")
    };
    check(&[(&format!("{} return 1", deep(20)), "1")]);
    let refused = countersign::lower::lower(&deep(200), &countersign::limits::Limits::default()).unwrap_err();
    assert!(refused.message.contains("nests too deep"), "{}", refused.message);
}

#[test]
fn fields_whose_values_change_their_class() {
    check(&[
        ("class C { static n = 0; id = ++C.n } return [new C().id, new C().id, C.n]", "[1,2,2]"),
        (
            "class C { static #n = 0; id = ++C.#n; static n() { return C.#n } } new C(); return [new C().id, C.n()]",
            "[2,2]",
        ),
        ("class C { static n = 0; id = ++this.constructor.n } return new C().id", "1"),
        (
            "class C { static n = 0; ok = this.init(); init() { C.n++; return true } } return [new C().ok, C.n]",
            "[true,1]",
        ),
        (
            "class A { static n = 0; b = new B() } class B { constructor() { A.n++ } } return [new A().b instanceof B, A.n]",
            "[true,1]",
        ),
        ("class A { static inst = null; me = (A.inst ??= this) } return new A() === A.inst", "true"),
        ("class A { static n = 0 } class B extends A { id = ++B.n } return [new B().id, A.n]", "[1,0]"),
        ("class C { id = (C.last = 5) } return [new C().id, C.last]", "[5,5]"),
        ("class C { static z = 1; id = delete C.z } return [new C().id, 'z' in C]", "[true,false]"),
        (
            "class E extends Error { static n = 0; code = 'E' + ++E.n } const e = new E('x'); return [e.code, e.message, Object.keys(e)]",
            r#"["E1","x",["code"]]"#,
        ),
        (
            "const mk = () => (C.cache ??= new Map()); class C { c = mk() } return [new C().c.size, C.cache.size]",
            "[0,0]",
        ),
    ]);
}

#[test]
fn fields_with_types() {
    crate::check_as(
        &[
            (
                "class T { private static next: number = 1; readonly id: number = T.next++ } return [new T().id, T.next]",
                "[1,2]",
            ),
            (
                "class T { declare n: number; constructor(private readonly m: number = 1, protected k = '2') {} sum: number = [1].length } return Object.entries(new T()).join()",
                r#""sum,1,m,1,k,2""#,
            ),
        ],
        true,
    );
}

#[test]
fn fields_whose_values_have_a_parent() {
    check(&[
        (
            "class A { m() { return 'am' } } class B extends A { k = () => super.m() + 'b' } return new B().k()",
            r#""amb""#,
        ),
        (
            "class A { get size() { return 3 } } class B extends A { twice = super.size * 2; #own = super.size; own() { return this.#own } } const b = new B(); return [b.twice, b.own()]",
            "[6,3]",
        ),
        (
            "class A { m() { return 1 } } class B extends A { f = () => super.m(); #g = () => super.m(); g() { return [this.#g.name, this.#g()] } } const b = new B(); return [b.f.name, b.f(), ...b.g()]",
            r##"["f",1,"#g",1]"##,
        ),
    ]);
}

#[test]
fn fields_that_do_something_keep_their_order() {
    check(&[
        (
            "const t = v => (r.push(v), v), r = []; class A { a = t(1); b = 2; seen = [this.a, this.b, this.c, Object.keys(this).join('')]; c = t(3); 'd e' = t(4); 5 = t(5) } const a = new A(); return [r, a.seen, Object.keys(a), a['d e'], a[5]]",
            r#"[[1,3,4,5],[1,2,null,"ab"],["5","a","b","seen","c","d e"],4,5]"#,
        ),
        (
            "const r = [], t = v => (r.push(v), v); class A { a = t('A.a'); constructor() { t('A') } } class B extends A { b = t('B.b'); constructor(x) { t('before'); const go = () => super(); go(); t('after ' + this.b) } } class C extends B { c = t('C.c') } const c = new C(); return [r, c.constructor.length, B.length]",
            r#"[["before","A.a","A","B.b","after B.b","C.c"],0,1]"#,
        ),
        (
            "class A { set v(x) { throw 1 } } class B extends A { n = [].length; v = Math.max(1, 2) } return Object.keys(new B())",
            r#"["n","v"]"#,
        ),
        (
            "const o = { kept: 1 }; class A { constructor() { return o } } class B extends A { x = String(2); #y = String(3); static y(b) { return b.#y } } const b = new B(); return [b === o, o, B.y(o)]",
            r#"[true,{"kept":1,"x":"2"},"3"]"#,
        ),
        (
            "class A { x = String(1); get = String(2); static; later = 3; #own; own() { return this.#own } } const a = new A(); return Object.entries(a).join() + a.own()",
            r#""x,1,get,2,static,,later,3undefined""#,
        ),
        (
            "class A { constructor() { this.x = 1; this.y = 2 } set z(v) { throw v } } class B extends A { x = Number(this.x) + 1; y = this.y; z = this.x; __proto__ = this.z } return JSON.stringify(Object.entries(new B()))",
            r#""[[\"x\",2],[\"y\",2],[\"z\",2],[\"__proto__\",2]]""#,
        ),
        ("class A { x = Math.min(1); constructor(y = this.x) { this.y = y } } return [new A().y, new A(2).y]", "[1,2]"),
        (
            "class A { f = [].map(String); g = function () {}; h = class {}; i = class { static name = 'own' } } const a = new A(); return [a.g.name, a.h.name, a.i.name]",
            r#"["g","h","own"]"#,
        ),
        (
            "const f = () => { throw new Error('x') }; class A { a = f() } try { new A() } catch (e) { return e.message }",
            r#""x""#,
        ),
        (
            "class A { outer = (class { inner = String(1) }, new (class { inner = String(2) })().inner) } return new A().outer",
            r#""2""#,
        ),
    ]);
}
