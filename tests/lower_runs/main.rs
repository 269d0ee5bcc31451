//! Lowered programs run: each row is a program as a user or a model writes it, and what it gives in the bare engine, with and
//! without probes.

#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test that fails should panic")]

mod cuts;
mod forms;
mod growth;
mod hostile;
mod lowered;
mod places;
mod probes;
mod programs;
mod random;
mod stage;

use boa_engine::{Context, Source};
use countersign::limits::Limits;
use countersign::lower::lower;
use lowered::{BOTH, check_positions, run};

fn check(rows: &[(&str, &str)]) {
    check_as(rows, false);
}

/// With any one character gone or doubled a program is refused, or is one the engine can parse.
fn check_damaged(rows: &[(&str, &str)]) {
    let mut context = Context::default();
    let mut wrong = Vec::new();
    for (code, _) in rows {
        for (at, char) in code.char_indices() {
            let (before, after) = (&code[..at], &code[at + char.len_utf8()..]);
            for damaged in [format!("{before}{after}"), format!("{before}{char}{char}{after}")] {
                for way in BOTH {
                    let Ok(lowered) = way(&damaged, &Limits::default()) else { continue };
                    let source = Source::from_bytes(lowered.source.as_bytes());
                    if let Err(error) = boa_engine::Script::parse(source, None, &mut context) {
                        wrong.push(format!("{damaged}\n  {error}\n  {}", lowered.source));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} programs\n{}", wrong.len(), wrong.join("\n"));
}

fn check_as(rows: &[(&str, &str)], typed: bool) {
    if rows.iter().all(|(code, _)| code.len() < 1_000) {
        check_damaged(rows);
    }
    for (code, _) in rows {
        for way in BOTH {
            check_positions(code, way, typed);
            check_positions(&format!("/* 😀é */ {code}"), way, true);
        }
    }
    let wrong: Vec<String> = rows
        .iter()
        .flat_map(|(code, expected)| BOTH.map(|way| (code, expected, way)))
        .filter_map(|(code, expected, way)| {
            let found = run(code, way);
            (found != *expected).then(|| {
                let source = way(code, &Limits::default()).map(|lowered| lowered.source).unwrap_or_default();
                format!("{code}\n  gives    {found}\n  expected {expected}\n  lowered  {source}\n")
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn forms_of_a_program() {
    check(&[
        ("return 1", "1"),
        ("await 0; return await Promise.resolve(2)", "2"),
        ("1 + 1", "2"),
        ("const a = 3\na", "3"),
        ("const a = 3\na // the result", "3"),
        ("const a = 3;\n({ a })\n;", r#"{"a":3}"#),
        ("if (true) { 1 }", "undefined"),
        ("const a = 1", "undefined"),
        ("", "undefined"),
        ("// nothing", "undefined"),
        ("'hello'", r#""hello""#),
        ("'use strict'; 5", "5"),
        ("'use strict'\n5", "5"),
        ("if (true) return 1; 2", "1"),
        ("if (false) return 1; 2", "undefined"),
        ("const f = () => { return 1 }; f() + 1", "2"),
        ("{ a: 1 }", "undefined"),
        ("async () => { return 4 }", "4"),
        ("async () => 4", "4"),
        ("() => 4;", "4"),
        ("(async () => { return 4 });", "4"),
        ("((() => 4))", "4"),
        ("// go\nasync () => { return 4 } // gone", "4"),
        ("async function main() { return 4 }", "4"),
        ("async function () { return 4 }", "4"),
        ("function () { return 4 };\n", "4"),
        ("// go\nasync function () { return 4 } // gone", "4"),
        ("(function () { return typeof this })", r#""undefined""#),
        ("export default async () => 4", "4"),
        ("export default async () => { return 4 };", "4"),
        ("export default async function () { return 4 }", "4"),
        ("export default async function main() { return await half() }\nasync function half() { return 2 }", "2"),
        ("const main = async () => 4\nexport default main", "4"),
        ("export default 4", "4"),
        ("export default { a: 1 }", r#"{"a":1}"#),
        ("export default (() => 4)", "4"),
        ("export default () => 4\nconst x = 1", "4"),
        ("const a = 1\nexport {}\na", "1"),
        ("(async () => { return 4 })()", "4"),
        ("function main() { return 1 }\nmain()", "1"),
        ("```js\nreturn 1\n```", "1"),
        ("\n```typescript\nconst a: number = 1\nreturn a\n```\n\n", "1"),
        ("~~~\r\nreturn 1\r\n~~~", "1"),
        ("```\nasync () => { return 4 }\n```", "4"),
        ("\u{FEFF}return 1", "1"),
        ("#!/usr/bin/env node\nreturn 1", "1"),
        ("const a = 1\r\n\r\nreturn a\r\n", "1"),
        ("debugger; return 1", "1"),
        ("`a${1}`", r#""a1""#),
        ("a: for (;;) { break a }\n7", "7"),
        ("let x; x = 5", "5"),
        ("1, 2", "2"),
        (
            "async\n=> 1",
            "SyntaxError Line 2, column 1: a line break before `=>`. Put `=>` on the line of the parameters.",
        ),
        ("return\n1", "undefined"),
        ("await Promise.all([1, 2].map(async x => x * 2))", "[2,4]"),
        ("for await (const x of [1]) { return x }", "1"),
        ("/* a */ () => /* b */ 4 /* c */", "4"),
        ("<!-- a", "SyntaxError Line 1, column 1: an HTML comment. A comment starts with `//`."),
    ]);
}

#[test]
fn strict_as_a_module() {
    check(&[
        ("x = 1", "ReferenceError: cannot assign to uninitialized global property `x`"),
        ("return typeof this", r#""undefined""#),
        ("return (() => this)() === undefined", "true"),
        ("const a = []\nthis\na.length", "0"),
        ("this?.x\n2", "2"),
        (
            "return [typeof this, class { static a = this }.a.name, typeof (class { static { this.b = 1 } }).b]",
            r#"["undefined","","number"]"#,
        ),
        ("return { f() { return this.a }, a: 3 }.f()", "3"),
        ("return new (class { a = this.b ?? 1 })().a", "1"),
        ("this.a", "TypeError: cannot convert 'null' or 'undefined' to object"),
        ("return typeof arguments", r#""undefined""#),
        ("return (() => arguments)()", "ReferenceError: arguments is not defined"),
        ("return (function () { return arguments.length })(1, 2)", "2"),
        ("const $this = 1; return [typeof this, $this]", r#"["undefined",1]"#),
        ("const \\u0024this = 1; return [typeof this, $this]", r#"["undefined",1]"#),
        ("return (function () { return this })() === undefined", "true"),
        ("Object.freeze([]).push(1)", "TypeError: cannot set non-writable property: 0"),
    ]);
}

#[test]
fn spreads_and_gathered_texts() {
    check(&[
        ("const a = [1, 2]; return [...a, 3, ...a]", "[1,2,3,1,2]"),
        ("const f = x => [...x]\nreturn[...f([1]), ...[...[2]],]", "[1,2]"),
        ("let a = [1], b = [2]; [a, ...b] = [...b, ...a, 3]; return [a, b]", "[2,[1,3]]"),
        ("const a = [[1]]; return [...a[0], ...(a, a[0])].length + [...[1, 2]][1]", "4"),
        ("return new ([...[class { x = 1 }]][0])().x", "1"),
        ("const $all = 1, $spread = 2; return [...[$all], $spread]", "[1,2]"),
        ("const u = 'ab'; return [...u ? [...u] : []].map(x => [...x, 1].length)", "[2,2]"),
        ("for (const x of [...[1, 2]]) if (x > 1) return [/* a */ ... /* b */ [x] /* c */, /* d */]", "[2]"),
        (
            "const f = a => { return [\n...a\n] }, g = a => { return [\n// a\n...a,\n1\n] }\nreturn [...f([1]), ...g([2]), typeof [\n...[]\n]]",
            r#"[1,2,1,"object"]"#,
        ),
        ("let s = ''; for (const x of [1, 2]) s += x\nreturn s", r#""12""#),
        (
            "let s = ''; for (const x of [1, 2]) { s = s + x; s = s + '-' + x; s /* + */ += /* + */ '.' } return { s, t: s, u: [s, `${s}`] }.s",
            r#""1-1.2-2.""#,
        ),
        (
            "let s = '', t = ''; [1, 2].forEach(x => t += s += x); return [s, t, s.length, t.length]",
            r#"["12","112",2,3]"#,
        ),
        (
            "let s = ''; const f = () => { s += 'f'; return s.length }; for (let i = 0; i < 2; i++) s += f() + (s += 'x'); return s",
            r#""1fx41fxfx""#,
        ),
        (
            "let s = 'a'; for (;;) { s += s; s += s ? 1 : 2; if (s) { const { length } = s; return [length, s['length'], s?.length, s.at(-1)] } }",
            r#"[3,3,3,"1"]"#,
        ),
        (
            "function add(s) { for (const x of 'ab') s += x; return s }\nlet s = ''\nreturn [add(''), add(1), s]",
            r#"["ab","1ab",""]"#,
        ),
        ("let s = ''; for (let i = 0; i < 2; i++) { s += i\n;(s) }\nconst $add = s, $text = s\ns", r#""01""#),
        (
            "let s = ''; const g = function* () { for (;;) s += yield s }; const i = g(); i.next(); i.next('a'); return [i.next('b').value, s]",
            r#"["ab","ab"]"#,
        ),
        ("let n = 0, s = ''; for (const x of [1, 2]) { n += x; s += n } return [n, s]", r#"[3,"13"]"#),
        ("let s = ''; for (const x of [1]) { s += x; s++ } return s > 1", "true"),
        ("let s = ''; for (const x of [1]) { s += x; [s] = ['b' + s] } return typeof s + s", r#""stringb1""#),
        (
            "let s = ''; try { for (const x of [1]) { s += 'a'; s = s + 'b' + (() => { throw 1 })() } } catch { return s }",
            r#""a""#,
        ),
        ("class A { static s = (() => { let s = ''; for (const x of [1]) s += x; return s })() } return A.s", r#""1""#),
    ]);
}

#[test]
fn what_the_engine_gets_wrong() {
    check(&[
        ("let n=4; return [n + n++, n, n * (n = 10), n]", "[8,5,50,10]"),
        ("const r=[]; let last=1; for (const x of [1,1,2,2,3]) if (last !== (last = x)) r.push(x); return r", "[2,3]"),
        ("let s=10; const a=s-(s=4); let m=1; const b=m<(m=5); const f=n=>n*(n-=1); return [a,b,f(5)]", "[6,true,20]"),
        ("let n = 1; const a = [n, n++, n]; return a", "[1,1,2]"),
        ("let n = 1; return ((a, b) => [a, b])(n, n = 2)", "[1,2]"),
        ("let n = 1; return n + (await 0, n = 5) + n", "11"),
        ("let n = 1; return n + [1].map(() => n++).length", "2"),
        ("let n = 1; return n + ([n] = [5], n)", "6"),
        (
            "const r = []; for (let i = 0; i < 3; i++) { const a = [1, 2, 3]; a.length = i; a.push(9); r.push(a) } return r",
            "[[9],[1,9],[1,2,9]]",
        ),
        (
            "const cut = [a => a.length--, a => --a . /* . */ length, a => a.length -= 1, a => { [a.length] = [1] }, a => { ({ n: a.length } = { n: 1 }) }, a => { for (a.length of [1]); }, a => { for (a.length in { 1: 0 }); }, a => { [...a.length] = [1] }, a => { [a.length = 1] = [] }, a => { ({ n: a.length = 1 } = {}) }, a => { a.length &&= 1 }, a => { a.length ||= 1 }, a => { a.length ??= 1 }]; return cut.map(f => [1, 2, 3].map(() => { const a = [7, 8]; try { f(a) } catch { a.length = 1 } return a[1] ?? a.length }).join())",
            r#"["1,1,1","1,1,1","1,1,1","1,1,1","1,1,1","1,1,1","1,1,1","1,1,1","1,1,1","1,1,1","1,1,1","8,8,8","8,8,8"]"#,
        ),
        (
            "class A extends Array { cut() { super.length = 1; this.length = 1; return this.join() } } return [new A(1, 2), new A(3, 4)].map(a => a.cut())",
            r#"["1","3"]"#,
        ),
        ("let n = 1; return n + ({ n } = { n: 5 }).n", "6"),
        ("const { list: [first], ...rest } = { list: [1], a: 2 }; return [first, rest]", r#"[1,{"a":2}]"#),
        (
            "const f = ({ 'a-b': { c = 1 } = {}, q: [d], ...r }) => [c, d, r]; return f({ 'a-b': { c: 3 }, q: [4], e: 6 })",
            r#"[3,4,{"e":6}]"#,
        ),
        ("let a, r; ({ p: { a }, q: [] = [], ...r } = { p: { a: 1 }, q: [2], s: 3 }); return [a, r]", r#"[1,{"s":3}]"#),
        (
            "for (const { a: { b: { c, ...d }, ...e }, ...f } of [{ a: { b: { c: 1, x: 2 }, y: 3 }, z: 4 }]) return [c, d, e, f]",
            r#"[1,{"x":2},{"y":3},{"z":4}]"#,
        ),
        ("try { throw { a: [1], b: 2 } } catch ({ a: [x = 5], ...rest }) { return [x, rest] }", r#"[1,{"b":2}]"#),
        ("let n = 1\nconst a = []\nn + n++\na.push(n)\nreturn a", "[2]"),
        ("let n = 1\nlet f = () => {}\nn + n++\nreturn n", "2"),
        ("let n = 1\nif (n) n\nn + n++\nreturn n", "2"),
        ("function f(n) {\n'use strict'\nn + n++\nreturn n }\nreturn f(1)", "2"),
        ("let n = 1; do n\nwhile (n > 5)\nn + n++\nn", "2"),
        ("let i = 0; const a = [5, 6]; return a[i] + a[++i] + i", "12"),
        ("let n = 1; return `${n}${n++}${n}`", r#""112""#),
        ("let n = 2; n += n++ * 10; return String(n)", r#""22""#),
        ("let n = 1; return n < n++ || n", "2"),
        ("let n = 1; if (n < (n = 5)) return n", "5"),
        ("let n = 1; switch (n) { case n++: return 'a'; default: return 'b' }", r#""a""#),
        ("let o = { v: 1 }; let p = o; o.v = (o = { v: 9 }, 5); return [p.v, o.v]", "[5,9]"),
        ("let k = 'a'; const o = {}; o[k] = (k = 'b'); return o", r#"{"a":"b"}"#),
        ("let s = '5', t = 'a', u = null; return String([s++, s, t++, t, u--, u])", r#""5,6,NaN,NaN,0,-1""#),
        ("let b = 5n, d = new Date(7); return String([b++, b, d++, d])", r#""5,6,7,8""#),
        (
            "let s = '2'; const f = () => s++; let n = '1'; const g = () => { let k = '3'; return () => k++ }; return String([f(), g()(), 2 ** n++])",
            r#""2,3,2""#,
        ),
        (
            "let n = '3', r = []; while (n--) r.push(n)\nn++ || r.push('end')\nfor (let i = '0'; i++ < 2; ) r.push(i); return String(r)",
            r#""2,1,0,1,2""#,
        ),
        (
            "let a = [], i = 0; a[i++] = i; a[i++] = i; for (let k = 0; k < 2; k++, i++) a.push(k); return String([a, i])",
            r#""1,2,0,1,4""#,
        ),
        ("let n = -0; return [Object.is(n++, -0), Object.is((n = 0, n++), 0), String(n)]", r#"[true,true,"1"]"#),
        ("try { class T { [T.name]() {} } return 'no' } catch (e) { return e.name }", r#""ReferenceError""#),
        (
            "const T = 'x'; try { (class T { static [T] = 1 }); return 'no' } catch (e) { return e.name }",
            r#""ReferenceError""#,
        ),
        (
            "const k = 'x'; class T { [k]() { return T.name } static t = [T.name]; get [`${k}y`]() { return typeof T } } return [new T().x(), T.t, new T().xy]",
            r#"["T",["T"],"function"]"#,
        ),
        (
            "class T { [(() => { try { return T.name } catch { return 'early' } })()]() { return 1 } } return new T().early ? 1 : 0",
            "1",
        ),
        ("const r=[]; one: two: for(let i=0;i<3;i++){ if(i===1) continue one; r.push(i) } return r", "[0,2]"),
        (
            "const r=[]; one: two: three: for(const i of [0,1,2]){ for (;;) { if(i===1) continue one; break two } } return r",
            "[]",
        ),
        (
            "const r=[]; one: two: for(const i of [0,1,2]){ for (;;) { if(i===1) continue one; r.push(i); continue two } } return r",
            "[0,2]",
        ),
        ("let i = 0; one: two: while (i < 5) { i++; if (i < 5) continue one; return i }", "5"),
        ("let i = 0; one: two: do { i++; if (i < 5) continue one } while (i < 5); return i", "5"),
        ("one: two: { break one } return 1", "1"),
    ]);
}

#[test]
fn what_the_parser_takes_the_engine_takes() {
    check(&[
        ("let n = 1; return n /* c */ --> 0", "true"),
        ("let n = 1; return n /*\n*/ > 0", "true"),
        ("let n = 2; const r = []; while (n --> 0) r.push(n)\nreturn r", "[1,0]"),
        ("let b = 2; return [1 <!--b, 1 << !--b, `<!--`, /<!--/.source, '-->']", r#"[false,2,"<!--","<!--","-->"]"#),
        (
            "class A { static #n = 0; static { A.#n = 2 } static has(x) { return #m in x } #m = 1; static get n() { return A.#n } }\nreturn [A.n, A.has(new A()), A.has({})]",
            "[2,true,false]",
        ),
        ("let a = null; a ??= 1; a ||= 2; a &&= 3; return a", "3"),
        ("try { throw 1 } catch { return 1_000 ** 2 }", "1000000"),
        (
            "const { a = 1, ...rest } = { b: 2 }, [c, , ...d] = [1, 2, 3]; return [a, rest, c, d]",
            r#"[1,{"b":2},1,[3]]"#,
        ),
        ("async function* g() { yield* [1, 2] } const r = []; for await (const x of g()) r.push(x); return r", "[1,2]"),
        ("const t = (s, ...v) => s.raw.join('|') + v; return t`a${1}\\n${2}`", r#""a|\\n|1,2""#),
        ("function F() { return new.target === F } return [typeof new F(), F()]", r#"["object",false]"#),
        ("return 10n ** 2n === 100n", "true"),
        (
            "return ['aXb'.replace(/(?<l>[a-z])x/giu, '$<l>'), /a.b/s.test('a\\nb'), /\\p{L}/v.test('é'), /a/d.exec('a').indices[0]]",
            r#"["ab",true,true,[0,1]]"#,
        ),
        ("let x = 1, a = 3, b = 2; return [a<!--b, b]", "[false,1]"),
        ("let x = 3\nx\n--\nx\nreturn x", "2"),
        (
            "const o = { get a() { return 1 }, set a(v) {}, ['b' + 1]: 2, async c() {}, *d() {}, async *e() {}, 3: 4, 'f g': 5 }\nreturn Object.keys(o)",
            r#"["3","a","b1","c","d","e","f g"]"#,
        ),
        ("return [1, 2, 3].at(-1) ?? ({}?.a?.[0]?.() ?? 5)", "3"),
        ("var f = async x => await x, g = async function* () {}, h = async () => {}; return await f(1)", "1"),
        ("const async = 1, of = 2, get = 3, let_ = 4; return async + of + get", "6"),
        (
            "outer: for (const a of [1, 2]) { switch (a) { case 1: continue outer; default: break outer } }\nreturn 1",
            "1",
        ),
        ("do return 1; while (0)", "1"),
        ("if (1) ; else ; for (;;) { break } while (0) ; return 1", "1"),
        ("var a = 1; var a = 2; return a", "2"),
        ("return ((a, b = a, [c] = [b], { d } = { d: c }) => d)(7)", "7"),
        ("return [..._()].length\nfunction* _() { yield 1 }", "1"),
        ("return { __proto__: null, a: 1 }", r#"{"a":1}"#),
        ("return '\\u{1F600}'.length + `\\x41`", r#""2A""#),
        ("const ñ = 1, \\u0061b = 2; return ñ + ab", "3"),
        (
            "class A extends (class { constructor() { this.x = 1 } }) { y = this.x + 1 }\nreturn new A()",
            r#"{"x":1,"y":2}"#,
        ),
        ("return typeof import('x').catch", r#""function""#),
        ("label: { break label }\n'done'", r#""done""#),
        ("a\n++\nb\nvar a = 1, b = 1\nreturn b", "1"),
        ("return (a => a)`x`[0]", r#""x""#),
        ("return 1 + +'2' - -3", "6"),
        ("throw new TypeError('t')", "TypeError: t"),
    ]);
}

#[test]
fn types_are_taken_away() {
    let rows = [
        ("const a: number = 1; return a", "1"),
        ("let a: string | undefined; return a ?? null", "null"),
        ("let a!: number; a = 2; return a", "2"),
        ("const f = (a: number, b?: string, ...c: any[]): number => a + c.length; return f(1, 'x', 2)", "2"),
        (
            "function f<T extends object = {}>(a: T, b: keyof T): T[keyof T] { return a[b] } return f({ x: 3 }, 'x')",
            "3",
        ),
        (
            "interface Row { id: number; f?(x: string): void; [key: string]: unknown }\nconst r: Row = { id: 1 }; return r.id",
            "1",
        ),
        ("type A = { a: 1 } | [string, number]; type B<T> = T extends infer U ? U : never\nreturn 1", "1"),
        ("const a = [{ id: 1 } as { id: number }]; return a[0]!.id satisfies number", "1"),
        ("const a = <any>{ b: 1 }; return a.b", "1"),
        ("const f = () => <any>{ b: 1 }; return f().b", "1"),
        ("const f = () => ({ b: 1 } as any); return f().b", "1"),
        ("return <{\n  a: number\n}>{ a: 1 }", r#"{"a":1}"#),
        ("const m = new Map<string, number>([['a', 1]]); return m.get('a')", "1"),
        ("const id = <T,>(x: T): T => x; return id<number>(5)", "5"),
        ("const f = async <T>(x: T): Promise<T> => x; return await f(5)", "5"),
        ("const f = async <\n  T\n>(x: T) => x; return await f(5)", "5"),
        ("const f = (x: number): {\n  a: number\n} => ({ a: x }); return f(1)", r#"{"a":1}"#),
        ("const f = (x: number): // => why\n  number => x; return f(1)", "1"),
        ("const f = async (x: number)\n  : Promise<number> =>\n x; return await f(1)", "1"),
        ("const f = (x: unknown): x is string => typeof x === 'string'; return f('')", "true"),
        ("function ok(x: unknown): asserts x is string {} ok(1); return 1", "1"),
        ("function f(this: void, a: number) { return a } return f(2)", "2"),
        ("function f(this: void) { return 2 } return f()", "2"),
        ("function f(this: void,) { return 2 } return f()", "2"),
        (
            "function f(a: string): string;\nfunction f(a: number): number;\nfunction f(a: any) { return a }\nreturn f(1)",
            "1",
        ),
        (
            "declare const x: number; declare function g(): void; declare class C {} ; declare enum E { A }\nreturn 1",
            "1",
        ),
        ("declare namespace N { const a: 1 }\nreturn 1", "1"),
        ("declare module 'x' { export const a: 1 }\ndeclare global { interface Window {} }\nreturn 1", "1"),
        ("import type { A } from 'x'; import { type B } from 'y'; export type { A }\nreturn 1", "1"),
        ("export interface A { a: 1 }\nexport type B = A\nreturn 1", "1"),
        ("enum E { A, B, C = 10, D }\nreturn [E.A, E.B, E.D, E[10], E['A']]", r#"[0,1,11,"C",0]"#),
        ("enum E { A = 'a', B = `b` } return [E.A, E.B, Object.keys(E)]", r#"["a","b",["A","B"]]"#),
        (
            "const enum E { A = 1 << 2, B = A | 1, C = E.B + 1, 'd-e' = C, default, G = -1, H } return [E.A, E.B, E.C, E['d-e'], E.default, E.G, E.H]",
            "[4,5,6,6,7,-1,0]",
        ),
        ("enum E { A = 'x'.length, B } return [E.A, E.B, E[1], E[2]]", r#"[1,2,"A","B"]"#),
        ("enum E { A = 1 as number, B = (2), }\nreturn E.B", "2"),
        ("enum E {} return Object.keys(E).length", "0"),
        ("enum A { A, B = A } return [A.A, A.B]", "[0,0]"),
        (
            "class P { constructor(private readonly x: number, public y = 2, z?: string) {} sum() { return this.x + this.y } } return new P(1).sum()",
            "3",
        ),
        (
            "class A { constructor(public a: number) {} } class B extends A { constructor(public b: number) { super(1); this.b += this.a } } return new B(2).b",
            "3",
        ),
        ("class B extends Array { constructor(public b: number) { super()\n } } return new B(2).b", "2"),
        ("class A { constructor(protected a: number) { 'x'\n this.a++ } } return (new A(1) as any).a", "2"),
        (
            "abstract class A { abstract f(): number; abstract x: string; static readonly n: number = 4; g(): number { return this.f() } }\nclass B extends A { override f() { return 7 } }\nreturn [new B().g(), A.n]",
            "[7,4]",
        ),
        (
            "interface I { a(): void } class C<T> extends Map<string, T> implements I, Iterable<[string, T]> { a() {} } return new C<number>().size",
            "0",
        ),
        ("class C implements Iterable<number> { *[Symbol.iterator]() { yield 1 } } return [...new C()]", "[1]"),
        (
            "class C { public a?: number; private b!: string; declare c: number; readonly d = 4; [key: string]: unknown; static e?: 1 }\nreturn [Object.keys(new C()), new C().d]",
            r#"[["a","b","d"],4]"#,
        ),
        (
            "class C { a = 1\n public ['b'] = 2\n private *g(): Generator<number> { yield 3 }\n protected async h?(): Promise<number> { return 4 }\n get i(): number { return 5 } }\nconst c = new C(); return [c.a, c.b, [...c.g()], await c.h!(), c.i]",
            "[1,2,[3],4,5]",
        ),
        ("class C { a = 1 as number\n ['b'] = 2 }\nreturn new C().b", "2"),
        ("class C { x(): void; x(a?: number): void {} static y<T>(a: T): T { return a } } return C.y<number>(1)", "1"),
        ("try { throw new Error('e') } catch (e: unknown) { return (e as Error).message }", r#""e""#),
        ("let x = 5 as any as number\n;[1].forEach(() => {})\nreturn x", "5"),
        ("const o = { a: 1 } as const\nreturn o.a", "1"),
        ("let a = [3]\nlet b = a as number[]\n[0].toString()\nreturn b", "[3]"),
        ("let a = 1\ninterface X {}\n(() => { a = 2 })()\nreturn a", "2"),
        ("let f = () => 1, a = f\ntype X = 1\n`x`\nreturn a === f", "true"),
        ("let o: any = { p: 1 }\nlet q = o.p! as any\n[q].length\nreturn q", "1"),
        ("let q = 1, r = (q as number) + 1\nif (q) r! as number\n(() => {})()\nreturn r", "2"),
        ("for (const x of [1, 2] as number[]) { return x as number }", "1"),
        ("let x: any = 0; (x as number) = 4; (<number>x)++; x!++; x! += 1; return x", "7"),
        ("const { a, b: { c } }: { a: number, b: { c: number } } = { a: 1, b: { c: 2 } }; return a + c", "3"),
        ("const f = ({ a }: { a: number } = { a: 3 }) => a; return f()", "3"),
        ("const f = function <T>(this: any, x: T) { return x }; return f(1)", "1"),
        ("const g = Math.max<number>; return 1", "1"),
        ("type F = typeof import('x'); let a: F | undefined; return 1", "1"),
        ("const t = ((s: TemplateStringsArray) => s[0]) as any; return t<string>`a`", r#""a""#),
        ("let a: Array<Array<Array<number>>> = [[[1]]]; return a[0][0][0]", "1"),
        ("let a: number[] = [], b = a as unknown as { length: number }; return b?.length! + a!.length", "0"),
        (
            "const a = { m<T>(x: T): T { return x }, get g(): number { return 1 }, async *n(): AsyncGenerator<number> {} }; return a.m(a.g)",
            "1",
        ),
        ("label: for (const x of [1]) { let y: number = x; continue label }\nreturn 1", "1"),
        ("const pick = <K extends string>(k: K) => k; return pick<'a'>('a')", r#""a""#),
        ("return String<string>(7)", r#""7""#),
        ("const string = 1, String_ = 2; return String_ < string > (0)", "false"),
        ("let a = 1, b = 2, c = 3; return a < b > (c)", "false"),
        (
            "abstract class A { private constructor() {} static make(): string { return 'm' } }\nreturn A.make()",
            r#""m""#,
        ),
        ("let x: unique symbol | undefined | `a${string}` | (new () => void) | ((a: number) => void); return 1", "1"),
        ("function f(a: number | undefined = undefined, { b = 1 }: { b?: number } = {}) { return b } return f()", "1"),
        ("export default async (): Promise<number> => { const a: number = 2; return a }", "2"),
        ("export default async function main(): Promise<number> { return 2 }", "2"),
        ("async (): Promise<number> => { return 3 }", "3"),
        ("async function (): Promise<number> { return 4 }", "4"),
        ("interface A { a: 1 }\nasync (): Promise<A> => ({ a: 1 })", r#"{"a":1}"#),
        ("type A = 1\n'text'", r#""text""#),
        ("const a = 'x' as string\na", r#""x""#),
        ("let n: number = 4; return [n + n++, (n as number) * (n = 10)]", "[8,50]"),
        ("const a = /* ? */ 1; function f(b /* ? */ ?: number, c?: /* : */ number) {} return a", "1"),
        ("let v = (await Promise.resolve(1)) as number; return v", "1"),
        (
            "const xs: { name: string, on: boolean }[] = [{ name: 'a', on: true }]; return xs.filter((x): x is { name: string, on: true } => x.on).map(x => x.name)",
            r#"["a"]"#,
        ),
    ];
    check_as(&rows, true);
}

/// The engine compiles by recursion, and unoptimised its frames are far larger than those of the module.
fn on_a_large_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn what_is_long_runs() {
    on_a_large_stack(|| {
        let functions = format!("return {}1{}", "(function(){return ".repeat(40), "})()".repeat(40));
        let objects =
            format!("const o = {}1{}; return JSON.stringify(o).length > 0", "{a:".repeat(100), "}".repeat(100));
        let chain = |count: usize| format!("return [0]{}.length", ".concat(1)".repeat(count));
        let branches = |count: usize| {
            let mut code = "const f = x => { if (x === 0) { return 0 }".to_owned();
            for n in 1..count {
                code.push_str(&format!(
                    " else if (x === {n}) {}",
                    if n % 2 == 0 { format!("{{ return {n} // {n}\n}}") } else { format!("return {n};") }
                ));
            }
            code + " else return -1\nreturn -2 }\n[f(0), f(47), f(48), f(49), f(333), f(1000)]"
        };
        let fallen = format!(
            "let r = 0\nconst x = 3\nif (x === 9) r = 9\n{} else r += 100\nr += 1\nr",
            "else if (x === 3) r += 2\n".repeat(120)
        );
        let calls = "const o = { n: 0, a() { this.n++; return this }, get b() { return this }, ['c'](x) { this.n += x.n; return this } }\nlet q = 1\n";
        let mixed = format!("{calls}o{}\n;[o.n]", ".a().b['a']().c({ n: 1 })".repeat(60));
        let inner = format!(
            "{calls}const f = async () => {{ 'x'\n o.a()\n o{}\n return (await o{}).n }}\nawait f()",
            ".a()".repeat(100),
            ".c({ n: await 1 })".repeat(3)
        );
        let arrow = format!("const f = o => o{}; return f([]).length", ".concat(1)".repeat(60));
        let optional =
            format!("const f = o => {{ return o?.a{}.n }}\nreturn [f(null), f(undefined)].length", ".b()".repeat(100));
        let nested =
            format!("return [0]{}.length", format!(".concat([1]{}.length)", ".concat(2)".repeat(60)).repeat(60));
        let text = format!("return ('a'{}).length", " + 'b'".repeat(600));
        let array = format!("return [{}].length", "[1, { a: 2 }],".repeat(5_000));
        check(&[
            (&functions, "1"),
            (&objects, "true"),
            (&chain(48), "49"),
            (&chain(49), "50"),
            (&chain(97), "98"),
            (&chain(800), "801"),
            (&branches(60), "[0,47,48,49,-1,-1]"),
            (&branches(400), "[0,47,48,49,333,-1]"),
            (&fallen, "3"),
            (&mixed, "[180]"),
            (&inner, "104"),
            (&arrow, "60"),
            (&optional, "2"),
            (&nested, "61"),
            (&text, "601"),
            (&array, "5000"),
        ]);
    });
}

#[test]
fn an_enum_keeps_the_places_of_its_names_and_values() {
    let code = "const z = 1; enum E { A = z + 1,\n  B = A * two,\n} return E.B";
    let lowered = lower(code, &Limits::default()).unwrap();
    for (word, line, column) in [("two", 2, 11), ("return", 3, 3)] {
        let at = lowered.source.rfind(word).unwrap();
        let before = &lowered.source[..at];
        let made_line = before.matches('\n').count() + 1;
        let made_column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        let place = lowered.positions.to_user(u32::try_from(made_line).unwrap(), u32::try_from(made_column).unwrap());
        assert_eq!(place.map(|place| (place.line, place.column)), Some((line, column)), "{word}");
    }
}

#[test]
fn what_is_caught_is_taken_up_as_it_was() {
    check(&[
        ("try { throw 1 } catch (e) { e + 1 }\n5", "5"),
        ("try { throw 1 } catch (e) { var e = 2; return e }", "2"),
        ("try { throw 1 } catch { return 3 }", "3"),
        (
            "try { throw { a: 1, b: [2] } } catch ({ a, b: [c], ...rest }) { const d = a + c; return [d, rest] }",
            "[3,{}]",
        ),
        ("try { throw [1] }\ncatch (\n[x = 5, y = x]\n)\n{\nlet z = y; return z }", "1"),
        ("try { throw [] } catch ([x = () => x]) { return typeof x() }", "\"function\""),
        ("return await Promise.reject(4).catch(e => e + 1)", "5"),
        ("return await Promise.reject(4).catch(e => ({ e }))", "{\"e\":4}"),
        ("return await Promise.reject(4).catch((e) => { return [e] })", "[4]"),
        ("return await Promise.reject(4).catch(function (e) { 'use strict'; return this === undefined && e })", "4"),
        ("return await Promise.reject(4).then(x => x, async e => (1, e))", "4"),
        ("const $told = 1\ntry { throw 2 } catch ($thrown) { return [$told, $thrown] }", "[1,2]"),
        ("const f = () => { try { throw 1 } catch (e) { return () => e } }; return f()()", "1"),
        ("try { try { throw 1 } catch (e) { throw e + 1 } } catch (e) { return e }", "2"),
    ]);
}
