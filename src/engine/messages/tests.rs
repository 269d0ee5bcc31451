//! Tests of the engine's errors as a run gives them: program, then name, message, line and column.

mod awaits;
mod order;
mod thrown;
mod usual;

use crate::engine::testing::uncaught_with;

/// Functions of the app that the programs have.
const FUNCTIONS: [&str; 4] = ["tools.list", "tools.del", "fetchRows", "mail.inbox.read"];

#[track_caller]
fn check(rows: &[(&str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(code, expected)| {
            let found = uncaught_with(code, &FUNCTIONS);
            (found != *expected).then(|| format!("{code}\n  is       {found}\n  expected {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn what_is_null_or_undefined_is_named_with_the_property() {
    check(&[
        ("const o = {}\nconst x = o.a.b", "TypeError: cannot read 'b' of o.a, which is null or undefined @2:15"),
        (
            "const o = {}\nconst y = 1\nconst x = o.a.b.c()",
            "TypeError: cannot read 'b' of o.a, which is null or undefined @3:15",
        ),
        (
            "const o = {}\nconst x = 1; const z = o.a.b()",
            "TypeError: cannot read 'b' of o.a, which is null or undefined @2:28",
        ),
        (
            "const data = {}\nconst list = data.items.map(x => x)\nconst total = data.rows.reduce((a, b) => a)",
            "TypeError: cannot read 'map' of data.items, which is null or undefined @2:25",
        ),
        (
            "const data = { items: [] }\nconst list = data.items.map(x => x)\nconst total = data.rows.reduce((a, b) => a)",
            "TypeError: cannot read 'reduce' of data.rows, which is null or undefined @3:25",
        ),
        (
            "const rows = [1, 2]\nfunction total(xs) {\n  return xs.reduce((a, x) => a + x.price.value, 0)\n}\nreturn total(rows)",
            "TypeError: cannot read 'value' of x.price, which is null or undefined @3:42",
        ),
        ("let o\no.x = 5", "TypeError: cannot set 'x' of o, which is null or undefined @2:3"),
        ("let o = {}\no.a.b = 5", "TypeError: cannot set 'b' of o.a, which is null or undefined @2:5"),
        (
            "let o = {}\nconst k = 'z'\no[k][k + 1] = 5",
            "TypeError: cannot set [k + 1] of o[k], which is null or undefined @3:6",
        ),
        ("const o = {}\ndelete o.a.b", "TypeError: cannot delete 'b' of o.a, which is null or undefined @2:12"),
        ("const a = {}\na?.b.c.d", "TypeError: cannot read 'c' of a?.b, which is null or undefined @2:6"),
        ("const a = { b: {} }\na?.b.c.d", "TypeError: cannot read 'd' of a?.b.c, which is null or undefined @2:8"),
        ("const a = { b: {} }\na.b?.c.d()", "TypeError: cannot read 'd' of a.b?.c, which is null or undefined @2:8"),
        (
            "const x = undefined\nswitch (x.a) { case 1: break }",
            "TypeError: cannot read 'a' of x, which is null or undefined @2:11",
        ),
        ("const x = {}\nif (x.a.b.c) { x }", "TypeError: cannot read 'b' of x.a, which is null or undefined @2:9"),
        ("const x = {}\nwhile (x.a.b()) { x }", "TypeError: cannot read 'b' of x.a, which is null or undefined @2:12"),
        (
            "const x = {}\nfor (let i = 0; i < x.len.a; i++) {}",
            "TypeError: cannot read 'a' of x.len, which is null or undefined @2:27",
        ),
        (
            "const x = {}\nfor (let i = 0; i < 5; i += x.a.b()) { i }",
            "TypeError: cannot read 'b' of x.a, which is null or undefined @2:33",
        ),
        (
            "const x = {}\ndo { x.z } while (x.a.b())",
            "TypeError: cannot read 'b' of x.a, which is null or undefined @2:23",
        ),
        (
            "const x = {}\ntry { null.z } catch ({ message }) { x.y.w() }",
            "TypeError: cannot read 'w' of x.y, which is null or undefined @2:42",
        ),
        (
            "const x = {}\nconst y = x.foo ?? x.bar.baz()",
            "TypeError: cannot read 'baz' of x.bar, which is null or undefined @2:26",
        ),
        (
            "const x = { y: {} }\nreturn x.y.z.w ? 1 : 2",
            "TypeError: cannot read 'w' of x.y.z, which is null or undefined @2:14",
        ),
        (
            "const { data } = await Promise.resolve({})\nreturn data.rows.length",
            "TypeError: cannot read 'rows' of data, which is null or undefined @2:13",
        ),
        (
            "const results = await Promise.all([1].map(async n => { await 1; return n.a.b }))",
            "TypeError: cannot read 'b' of n.a, which is null or undefined @1:76",
        ),
        (
            "return Object.keys(undefined)",
            "TypeError: Object.keys(…) was given null or undefined where it needs an object @1:15",
        ),
        (
            "const rows = null\nreturn Object.entries(rows.data ?? null)",
            "TypeError: cannot read 'data' of rows, which is null or undefined @2:28",
        ),
        (
            "class A { constructor() { this.x.y = 1 } }\nnew A()",
            "TypeError: cannot set 'y' of this.x, which is null or undefined @1:34",
        ),
        ("class A { v = this.q.r }\nnew A()", "TypeError: cannot read 'r' of this.q, which is null or undefined @1:22"),
        ("class A { static { null.x } }", "TypeError: cannot read 'x' of null @1:25"),
        ("return (() => { undefined.foo })()", "TypeError: cannot read 'foo' of undefined @1:27"),
        (
            "const o = { get x() { return this.y.z } }\nreturn o.x",
            "TypeError: cannot read 'z' of this.y, which is null or undefined @1:37",
        ),
        (
            "const fn = x => x.price.value\nreturn [1].map(fn)",
            "TypeError: cannot read 'value' of x.price, which is null or undefined @1:25",
        ),
        ("null.x", "TypeError: cannot read 'x' of null @1:6"),
        (
            "let a, o = {}\n;({ a, b: o.x.y } = { b: 1 })",
            "TypeError: cannot set 'y' of o.x, which is null or undefined @2:15",
        ),
        (
            "const user = undefined\nreturn `Hello ${user.name}`",
            "TypeError: cannot read 'name' of user, which is null or undefined @2:22",
        ),
        (
            "const x = { a: [] }\nreturn x.a[0].name",
            "TypeError: cannot read 'name' of x.a[0], which is null or undefined @2:15",
        ),
        (
            "const i = 3\nconst rows = [{}]\nreturn rows[i].name.first",
            "TypeError: cannot read 'name' of rows[i], which is null or undefined @3:16",
        ),
        (
            "const i = 3\nconst rows = [{}]\nreturn rows[i].getName()",
            "TypeError: cannot read 'getName' of rows[i], which is null or undefined @3:16",
        ),
        ("function f() { return this.x }\nf()", "TypeError: cannot read 'x' of this, which is null or undefined @1:28"),
    ]);
}

#[test]
fn what_is_not_a_function_is_named() {
    check(&[
        (
            "const rows = [1,2]\nconst r = rows\n  .filter(r => r > 0)\n  .mapp(r => r)",
            "TypeError: rows.filter(r => r > 0).mapp is not a function; did you mean map? @4:4",
        ),
        ("class A {}\nA()", "TypeError: A is a class; call it with `new`: new A(…) @2:1"),
        ("const o = { f: 1 }\nnew o.f()", "TypeError: o.f is not a constructor @2:7"),
        ("const D = () => 1\nnew D()", "TypeError: D is not a constructor @2:1"),
        ("tools.nope(1)", "TypeError: tools.nope is not a function; tools has list, del @1:7"),
        ("tools.lst()", "TypeError: tools.lst is not a function; did you mean list? @1:7"),
        (
            "await tools.list.all()",
            "TypeError: tools.list.all is not a function; tools.list is a function: call it and await what it gives, (await tools.list(…)).all @1:18",
        ),
        ("new tools.list()", "TypeError: tools.list is not a constructor; call it without `new` @1:11"),
        ("Math.flor(1.5)", "TypeError: Math.flor is not a function; did you mean floor? @1:6"),
        ("JSON.stringfy({})", "TypeError: JSON.stringfy is not a function; did you mean stringify? @1:6"),
        ("Object.kys({})", "TypeError: Object.kys is not a function; did you mean keys? @1:8"),
        ("'abc'.toUppercase()", "TypeError: 'abc'.toUppercase is not a function; did you mean toUpperCase? @1:7"),
        ("const s = 'abc'\ns.trmi().x()", "TypeError: s.trmi is not a function; did you mean trim? @2:3"),
        ("const m = new Map()\nm.ad(1)", "TypeError: m.ad is not a function @2:3"),
        (
            "const user = { name: 'x', getName() {} }\nuser.getNam()",
            "TypeError: user.getNam is not a function; did you mean getName? @2:6",
        ),
        ("const a = { b: {} }\na?.b.c()", "TypeError: a?.b.c is not a function @2:6"),
        ("const a = { b: 1 }\na.b?.()", "TypeError: a.b is not a function @2:3"),
        ("const a = {}\na.b`x${1}`", "TypeError: a.b is not a function @2:3"),
        (
            "(async () => { throw 1 })().foo()",
            "TypeError: (async () => { throw 1 })().foo is not a function; (async () => { throw 1 })() is a promise: await it first @1:29",
        ),
        ("const x = {}\ntry { x.y() } finally { 5 }", "TypeError: x.y is not a function @2:9"),
        ("const f = 1\nreturn f?.(2)", "TypeError: f is not a function @2:8"),
        (
            "class A extends Array { constructor() { this.x = 1 } }\nnew A()",
            "ReferenceError: Must call super constructor in derived class before accessing 'this' or returning from derived constructor @1:41",
        ),
        ("undefined()", "TypeError: undefined is not a function @1:1"),
        ("return (await tools).list2()", "TypeError: (await tools).list2 is not a function; did you mean list? @1:22"),
        (
            "const rows = fetchRows()\nreturn rows.map(r => r.id)",
            "TypeError: rows.map is not a function; rows is a promise: await it first @2:13",
        ),
        (
            "return tools.list().map(r => r.id)",
            "TypeError: tools.list().map is not a function; tools.list() is a promise: await it first @1:21",
        ),
        (
            "const f = async () => [1]\nf().filter(x => x)",
            "TypeError: f().filter is not a function; f() is a promise: await it first @2:5",
        ),
    ]);
}

#[test]
fn what_is_taken_apart_is_named() {
    check(&[
        ("const x = null\nconst { a, b } = x", "TypeError: cannot destructure x: it is null @2:18"),
        (
            "const y = { c: 1 }\nconst { a } = y\nconst { c: { d } } = y\nconst { e: { f } } = y",
            "TypeError: cannot destructure y.e: it is undefined @4:22",
        ),
        (
            "const f = ({ a }, { b }) => a + b\nconst g = 1\nf({}, undefined)",
            "TypeError: cannot destructure argument 2: it is undefined @1:19",
        ),
        (
            "function f({ a: { b } }) { return b }\nf({})",
            "TypeError: cannot destructure argument 1.a: it is undefined @1:17",
        ),
        ("const [p, q] = undefined", "TypeError: cannot destructure undefined: it is undefined @1:16"),
        (
            "const y = { c: 1 }, z = [1, 2]\nlet n = 0, m = 5\nconst { c } = y\nconst { e: { f } } = y\nconst [q] = z",
            "TypeError: cannot destructure y.e: it is undefined @4:22",
        ),
        (
            "const y = { c: 1 }, z = [1, 2]\nlet n = 0, m = 5\nconst { c } = y\nif (n < m) n += 2\nconst s = { ...y, n, m }\nconst { e } = z[0].q",
            "TypeError: cannot destructure z[0].q: it is undefined @6:15",
        ),
        (
            "for (const { id, tags: [first] } of [{ id: 1, tags: ['a'] }, { id: 2 }]) first",
            "TypeError: cannot destructure [{ id: 1, tags: ['a'] }, { id: 2 }][…].tags: it is undefined @1:37",
        ),
        (
            "const { a: [x, y], b: { c: z } } = { a: [1, 2], b: null }",
            "TypeError: cannot destructure { a: [1, 2], b: null }.b: it is null @1:36",
        ),
        (
            "function f(a, { b, c: [d] } = {}, ...[e]) { return d }\nf(1, { b: 1, c: [1] }, 2)\nf(1)",
            "TypeError: cannot destructure argument 2.c: it is undefined @1:23",
        ),
    ]);
}

#[test]
fn what_is_not_iterable_is_named() {
    check(&[
        ("const rows = 5\nfor (const r of rows) { r }", "TypeError: rows is not iterable: it is a number @2:17"),
        (
            "const rows = { a: 1 }\nlet n = 0\nfor (const r of rows) n++",
            "TypeError: rows is not iterable: it is an object. Use Object.values(rows) or Object.entries(rows), or await it if it is a promise @3:17",
        ),
        ("const a = [], b = 7\nconst c = [...a, ...b]", "TypeError: b is not iterable: it is a number @2:21"),
        ("const a = 7\nMath.max(...a)", "TypeError: a is not iterable: it is a number @2:13"),
        ("const [p, q] = 5", "TypeError: 5 is not iterable: it is a number @1:16"),
        (
            "const m = new Map(5)",
            "TypeError: new Map(…) was given a number where it needs something to iterate over @1:11",
        ),
        ("for (const [k, v] of [1]) k", "TypeError: [1][…] is not iterable: it is a number @1:22"),
        ("function* g() { yield* 5 }\n[...g()]", "TypeError: 5 is not iterable: it is a number @1:24"),
        ("let a = 1, b\n;[a, b] = 5", "TypeError: 5 is not iterable: it is a number @2:11"),
        (
            "const a = [1], b = [2], c = 3, d = []\nconst all = [...a, ...b, ...c, ...d]",
            "TypeError: c is not iterable: it is a number @2:29",
        ),
        (
            "async function load() { return [1] }\nconst rows = load()\nfor (const r of rows) r",
            "TypeError: rows is not iterable: it is a promise. Await it first @3:17",
        ),
        ("for (const x of null) x", "TypeError: null is not iterable: it is null or undefined @1:17"),
        ("return [...undefined]", "TypeError: undefined is not iterable: it is null or undefined @1:12"),
        ("Math.max(...null)", "TypeError: null is not iterable: it is null or undefined @1:13"),
        ("return new Map(5)", "TypeError: new Map(…) was given a number where it needs something to iterate over @1:8"),
    ]);
}

#[test]
fn names_are_found() {
    check(&[
        ("let n = 1\nlet m = total + n", "ReferenceError: total is not defined @2:9"),
        ("console.log(lenght)", "ReferenceError: lenght is not defined @1:13"),
        (
            "const f = () => { return cnt + 1 }\nconst cnt2 = 1\nf()",
            "ReferenceError: cnt is not defined; did you mean cnt2? @1:26",
        ),
        ("const a = b\nconst b = 1", "ReferenceError: b is used before its declaration has run @1:11"),
        ("f()\nlet z = 1\nfunction f() { return z }", "ReferenceError: z is used before its declaration has run @3:23"),
        ("n = 5", "ReferenceError: n is not declared; write `let n = …` first @1:1"),
        (
            "const users = []\nuser = users",
            "ReferenceError: user is not declared; write `let user = …` first. Did you mean users? @2:1",
        ),
        ("new Dat()", "ReferenceError: Dat is not defined; did you mean Date? @1:5"),
        ("const rows = await fetchRow()", "ReferenceError: fetchRow is not defined; did you mean fetchRows? @1:20"),
        ("super_()", "ReferenceError: super_ is not defined @1:1"),
        ("return nope?.x", "ReferenceError: nope is not defined @1:8"),
        ("return typeof nope + nope", "ReferenceError: nope is not defined @1:22"),
    ]);
}

#[test]
fn assignments_that_cannot_be_are_named() {
    check(&[
        (
            "const n = 1\nn = 2",
            "TypeError: cannot assign to n: it is a constant. Declare it with `let`, or use another name @2:1",
        ),
        (
            "const n = 1\nn++",
            "TypeError: cannot assign to n: it is a constant. Declare it with `let`, or use another name @2:1",
        ),
        (
            "const o = Object.freeze({ a: 1 })\no.a = 2",
            "TypeError: cannot set 'a' of o: it is read-only or frozen @2:3",
        ),
        (
            "'use strict'; const o = Object.freeze([1])\no.push(2)",
            "TypeError: cannot set non-writable property: 1 @2:3",
        ),
        (
            "const o = Object.freeze({ a: 1 })\ndelete o.a",
            "TypeError: cannot delete 'a' of o: it cannot be removed @2:10",
        ),
    ]);
}

#[test]
fn operands_are_named() {
    check(&[
        (
            "const k = 'a'\nreturn k in 'abc'",
            "TypeError: cannot use 'in' on 'abc': it is a string, not an object @2:13",
        ),
        ("return 'a' in undefined", "TypeError: cannot use 'in' on undefined: it is undefined, not an object @1:15"),
        ("return [] instanceof 5", "TypeError: cannot use 'instanceof' with 5: it is not a class @1:22"),
        ("return [] instanceof {}", "TypeError: cannot use 'instanceof' with {}: it is not a class @1:22"),
        (
            "const big = 5n\nconst t = 1\nreturn t + big * 2",
            "TypeError: cannot mix a BigInt and another type in big * 2: convert one with BigInt(…) or Number(…) @3:12",
        ),
        (
            "const s = Symbol('q')\nconst n = 2\nreturn `x ${s}`",
            "TypeError: cannot make a text or a number of a symbol in `x ${s}`: use String(…) @3:13",
        ),
        (
            "const s = Symbol('q')\nreturn s + ''",
            "TypeError: cannot make a text or a number of a symbol in s + '': use String(…) @2:8",
        ),
        (
            "return +Symbol('q')",
            "TypeError: cannot make a text or a number of a symbol in +Symbol('q'): use String(…) @1:8",
        ),
        (
            "const x = Object.create(null)\nreturn `${x}`",
            "TypeError: cannot make a text or a number of an object in `${x}` @2:11",
        ),
        (
            "class A { #x = 1; static get(o) { return o.#x } }\nA.get({})",
            "TypeError: cannot read #x of o, which is no object of the class that declares #x @1:44",
        ),
        (
            "class A { #x = 1; set(o) { o.#x = 1 } }\nnew A().set({})",
            "TypeError: cannot set #x of o, which is no object of the class that declares #x @1:30",
        ),
        ("class B extends 5 {}", "TypeError: cannot extend 5: it is not a class @1:17"),
        (
            "const a = 1, b = 2n, c = 3\nconst d = a + c, e = a * c, f = b - a, g = c + c",
            "TypeError: cannot mix a BigInt and another type in b - a: convert one with BigInt(…) or Number(…) @2:33",
        ),
        (
            "const a = 1, b = { x: 1 }, c = 'x'\nconst d = 'x' in b\nconst e = 'y' in c\nconst f = 'z' in b",
            "TypeError: cannot use 'in' on c: it is a string, not an object @3:18",
        ),
    ]);
}

#[test]
fn built_ins_name_themselves() {
    check(&[
        ("return new Array(-1)", "RangeError: invalid array length @1:8"),
        (
            "const x = 1\nreturn JSON.parse('{a')",
            "SyntaxError: this is not JSON: at line 1, column 2 there is \"a\", where a key in double quotes or '}' is expected @2:13",
        ),
        (
            "const x = 1\nreturn new RegExp('(')",
            "SyntaxError: new RegExp(…) was given no valid pattern: Unbalanced parenthesis @2:8",
        ),
        ("return [1, 2].map(undefined)", "TypeError: [1, 2].map(…) needs a function as its first argument @1:15"),
        (
            "return [].reduce((a, b) => a)",
            "TypeError: Array.prototype.reduce: called on an empty array and with no initial value @1:11",
        ),
        (
            "return JSON.parse(undefined)",
            "SyntaxError: this is not JSON: at line 1, column 1 there is \"undefined\", where a value is expected @1:13",
        ),
        (
            "return new RegExp('(')",
            "SyntaxError: new RegExp(…) was given no valid pattern: Unbalanced parenthesis @1:8",
        ),
    ]);
}

/// What the code itself sees of an error, however it takes it up.
#[test]
fn caught_errors_have_their_words() {
    let words = "cannot read 'b' of o.a, which is null or undefined";
    for code in [
        "try { o.a.b } catch (e) { throw new Error(e.message) }",
        "try { o.a.b } catch ({ message }) { throw new Error(message) }",
        "try { o.a.b }\ncatch (\n  { message: m, name }\n)\n{ var m2 = m; throw new Error(m2) }",
        "try { o.a.b } catch (e) { e.name = 'Error'; throw e }",
        "const f = async () => o.a.b; await f().catch(e => { throw new Error(e.message) })",
        "const f = async () => { await 1; return o.a.b }; throw new Error(await f().catch(e => e.message))",
        "const f = async () => { await 1; return o.a.b }; throw new Error(await f().then(x => x, function (e) { return e.message }))",
        "const f = async () => o.a.b; const [r] = await Promise.allSettled([f()]); throw new Error(r.reason.message)",
        "let m; try { try { o.a.b } finally { m = 1 } } catch (e) { m = e } throw new Error(m.message)",
        "throw new Error(`${await (async () => o.a.b)().catch(String)}`.replace('TypeError: ', ''))",
    ] {
        let code = format!("const o = {{}}\n{code}");
        let found = uncaught_with(&code, &[]);
        let message = found.split_once(": ").and_then(|(_, rest)| rest.rsplit_once(" @")).map(|(message, _)| message);
        assert_eq!(message, Some(words), "{code}: {found}");
    }
}

#[test]
fn what_the_code_throws_keeps_its_words() {
    check(&[
        ("throw new TypeError('not a callable function')", "TypeError: not a callable function @1:7"),
        (
            "try { throw new TypeError('not a constructor') } catch (e) { throw e }",
            "TypeError: not a constructor @1:13",
        ),
        ("const e = new ReferenceError('x is not defined')\nthrow e", "ReferenceError: x is not defined @1:11"),
        (
            "class E extends TypeError {}\nthrow new E('not a callable function')",
            "TypeError: not a callable function @2:7",
        ),
        (
            "const e = new TypeError('x')\ne.message = 'cannot convert \\'null\\' or \\'undefined\\' to object'\nthrow e",
            "TypeError: cannot convert 'null' or 'undefined' to object @1:11",
        ),
        ("const e = Object.freeze(new TypeError('not a constructor'))\nthrow e", "TypeError: not a constructor @1:25"),
        (
            "throw { message: 'not a callable function' }",
            "GuestError: the code threw { message: 'not a callable function' }, which is not an Error @1:1",
        ),
    ]);
}

/// Code may catch as many errors as it likes; the words of the last are there, and the time is not that of all.
#[test]
fn catching_many_errors_does_not_take_the_time_of_all() {
    let padding: String = (0..300).map(|n| format!("const a{n} = [1].map(x => x); ")).collect();
    let code = format!(
        "{padding}const o = {{}}; let named = 0
        for (let i = 0; i < 5000; i++) try {{ o.x.y }} catch (e) {{ if (e.message.includes('o.x')) named++ }}
        if (named > 0 && named < 5000) o.a.b"
    );
    check(&[(&code, "TypeError: cannot read 'b' of o.a, which is null or undefined @3:44")]);
}

#[test]
fn deep_in_calls_the_program_is_not_read() {
    check(&[
        (
            "const o = {}\nconst f = n => { if (n > 0) return f(n - 1); try { o.x.y } catch (e) { throw new Error(e.message) } }\nf(200)",
            "Error: cannot convert 'null' or 'undefined' to object @2:78",
        ),
        (
            "const o = {}\nconst f = n => n > 0 ? f(n - 1) : o.x.y\nf(200)",
            "TypeError: cannot read 'y' of o.x, which is null or undefined @2:39",
        ),
    ]);
}
