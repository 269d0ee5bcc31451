//! Tests of what the log shows of every kind of value, on which level and line, and that showing runs no guest code.

use crate::engine::testing::Bench;

/// The lines this code logs.
fn lines(code: &str) -> Vec<String> {
    let mut bench = Bench::new();
    let outcome = bench.run(code);
    assert_eq!(outcome, "undefined", "{code}");
    bench.log(false)
}

/// What one value looks like, logged alone.
#[track_caller]
fn shows(expression: &str, expected: &str) {
    let lines = lines(&format!("console.log({expression})"));
    assert_eq!(lines, [format!("Log: {expected}")], "{expression}");
}

#[test]
fn methods_map_to_levels_and_lines() {
    let mut bench = Bench::new();
    bench.run("console.debug(1);\nconsole.log(2);\nconsole.info(3);\nconsole.warn(4);\nconsole.error(5); [6].forEach(\nconsole.log)");
    assert_eq!(
        bench.log(true),
        ["Debug: 1 @1", "Log: 2 @2", "Info: 3 @3", "Warn: 4 @4", "Error: 5 @5", "Log: 6 0 [ 6 ] @5"]
    );
}

#[test]
fn formats_are_filled() {
    assert_eq!(
        lines(
            "console.log('%s is %d, %i, %f, %o %O %j %c%% %x', 'a', '4.5', 4.9, '1e3', 'q', { a: 1 }, [2], 'css', 'rest', 1)"
        ),
        ["Log: a is 4.5, 4, 1000, 'q' { a: 1 } [ 2 ] % %x rest 1"]
    );
    assert_eq!(
        lines(
            "console.log('100%', 5); console.log('%d', {}); console.log('%s'); console.log(); console.log('%d %s', 5n)"
        ),
        ["Log: 100% 5", "Log: NaN", "Log: %s", "Log: ", "Log: 5n %s"]
    );
}

#[test]
fn groups_indent_every_line() {
    assert_eq!(
        lines(
            "console.group('g'); console.log('a\\nb'); console.groupCollapsed(); console.warn('c'); console.groupEnd(); console.groupEnd(); console.groupEnd(); console.log('d')"
        ),
        ["Log: g", "Log:   a\n  b", "Warn:     c", "Log: d"]
    );
}

#[test]
fn counting_timing_asserting() {
    assert_eq!(
        lines("console.count(); console.count('x'); console.count(); console.countReset(); console.count()"),
        ["Info: default: 1", "Info: x: 1", "Info: default: 2", "Info: default: 1"]
    );
    assert_eq!(
        lines("console.time('t'); console.timeLog('t', 5); console.timeEnd('t'); console.timeEnd('t')"),
        ["Log: t: 0ms 5", "Info: t: 0ms", "Info: Timer 't' does not exist"]
    );
    assert_eq!(
        lines("console.assert(1, 'no'); console.assert(0, 'x is %d', 5); console.assert()"),
        ["Error: Assertion failed: x is 5", "Error: Assertion failed"]
    );
    assert_eq!(
        lines("function f() { console.trace('here') }\nf()"),
        ["Log: Trace: here\n    at f (guest.js:1:58)\n    at guest.js:2:2\n    at guest.js:3:3"]
    );
}

#[test]
fn tables_are_drawn() {
    assert_eq!(
        lines("console.table([{ id: 1, name: 'a' }, { id: 2, ok: true }])"),
        ["Log: ┌─────────┬────┬──────┬──────┐
│ (index) │ id │ name │ ok   │
├─────────┼────┼──────┼──────┤
│ 0       │ 1  │ 'a'  │      │
│ 1       │ 2  │      │ true │
└─────────┴────┴──────┴──────┘"]
    );
    assert_eq!(
        lines("console.table({ x: 5, y: { a: 1 } }, ['a'])"),
        ["Log: ┌─────────┬───┬────────┐
│ (index) │ a │ Values │
├─────────┼───┼────────┤
│ x       │   │ 5      │
│ y       │ 1 │        │
└─────────┴───┴────────┘"]
    );
    assert_eq!(lines("console.table('text')"), ["Log: text"]);
}

#[test]
fn primitives() {
    for (expression, expected) in [
        ("'text', \"it's\"", "text it's"),
        ("['a', \"it's\", `it's \"q\"`, 'n\\n\\t\\x01']", "[ 'a', \"it's\", `it's \"q\"`, 'n\\n\\t\\x01' ]"),
        (
            "[1, -0, 1.5, 1e21, NaN, -Infinity, 5n, true, null, undefined, Symbol('s')]",
            "[ 1, -0, 1.5, 1e+21, NaN, -Infinity, 5n, true, null, undefined, Symbol(s) ]",
        ),
        ("'\\ud800'", "\u{fffd}"),
    ] {
        shows(expression, expected);
    }
}

#[test]
fn objects() {
    for (expression, expected) in [
        (
            "{ a: 1, 'b c': { d: [] }, 5: 'x', [Symbol('k')]: 1, f() {}, get g() { throw 1 }, set s(v) {} }",
            "{\n  5: 'x',\n  a: 1,\n  'b c': { d: [] },\n  f: [Function: f],\n  g: [Getter],\n  s: [Setter],\n  [Symbol(k)]: 1\n}",
        ),
        ("{}", "{}"),
        ("[]", "[]"),
        ("[1, , , 4, ,]", "[ 1, <2 empty items>, 4, <1 empty item> ]"),
        ("Object.assign([1], { x: 2 })", "[ 1, x: 2 ]"),
        ("Object.create(null)", "[Object: null prototype] {}"),
        ("new (class Foo { x = 1 })()", "Foo { x: 1 }"),
        ("new (class List extends Array {})(3)", "List(3) [ <3 empty items> ]"),
        ("new Map([[{ a: 1 }, 'b']]), new Set([1, [2]])", "Map(1) { { a: 1 } => 'b' } Set(2) { 1, [ 2 ] }"),
        ("new Map(), new WeakMap(), new WeakSet()", "Map(0) {} WeakMap {} WeakSet {}"),
        (
            "class A {}, class extends Object {}, function f() {}, () => {}, Math.max, async () => {}",
            "[class A] [class (anonymous)] [Function: f] [Function (anonymous)] [Function: max] [Function (anonymous)]",
        ),
        ("new Date(0), new Date(NaN), /a\\/b/gi", "1970-01-01T00:00:00.000Z Invalid Date /a\\/b/gi"),
        ("Object(1), Object('s'), Object(true)", "[Number: 1] [String: 's'] [Boolean: true]"),
        ("new Uint8Array([1, 2]), new ArrayBuffer(3)", "Uint8Array(2) [ 1, 2 ] ArrayBuffer { byteLength: 3 }"),
        ("Promise.resolve(5), new Promise(() => {})", "Promise { 5 } Promise { <pending> }"),
        ("Math, JSON", "Object [Math] {} Object [JSON] {}"),
        (
            "new Proxy({}, { get() { throw 1 }, ownKeys() { throw 1 } }), new Proxy(() => {}, {})",
            "[Proxy] [Function (proxy)]",
        ),
        (
            "new URL('https://a.b/c'), new URLSearchParams('a=1&b=2')",
            "URL { href: 'https://a.b/c' } URLSearchParams { 'a' => '1', 'b' => '2' }",
        ),
    ] {
        shows(expression, expected);
    }
}

#[test]
fn errors_show_name_message_and_line() {
    shows("new TypeError('bad')", "TypeError: bad (line 1)");
    shows("[new Error('in')]", "[ [Error: in (line 1)] ]");
    shows(
        "Object.assign(new Error('x', { cause: new RangeError('why') }), { code: 5 })",
        "Error: x (line 1) { [cause]: [RangeError: why (line 1)], code: 5 }",
    );
    shows(
        "new AggregateError([new Error('a')], 'all')",
        "AggregateError: all (line 1) { [errors]: [ [Error: a (line 1)] ] }",
    );
}

#[test]
fn cycles_depths_and_lengths_end() {
    let lines = lines(
        "const o = { a: [] }; o.self = o; o.a.push(o); console.log(o);
        let d = 'end'; for (let i = 0; i < 10; i++) d = { d }; console.log(d);
        console.log(Array.from({ length: 1000 }, () => 7));
        const many = {}; for (let i = 0; i < 200; i++) many['k' + i] = i; console.log(many);
        const long = []; long.length = 4e9; long[3e9] = 1; console.log(long);
        console.log(['x'.repeat(10000)]); console.log('y'.repeat(1e6)); console.log(new Set(Array.from({ length: 500 }, (_, i) => i)));
        const wide = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 'z'.repeat(1000))); console.log(wide, wide)",
    );
    assert_eq!(lines[0], "Log: { a: [ [Circular] ], self: [Circular] }");
    assert_eq!(lines[1].replace(['\n', ' '], ""), "Log:{d:{d:{d:{d:{d:[Object]}}}}}");
    assert!(lines[2].ends_with("... 900 more items\n]"));
    assert!(lines[3].ends_with("... 100 more items\n}"));
    assert_eq!(lines[4], "Log: [ <empty items> ]");
    assert!(lines[5].ends_with("'... 5904 more characters\n]"));
    assert!(lines[6].len() < 17_000 && lines[6].ends_with("more bytes)"), "{}", lines[6].len());
    assert!(lines[7].starts_with("Log: Set(500) {") && lines[7].ends_with("... 400 more items\n}"));
    assert!(lines[8].len() < 17_000);
}

/// As Node has them, where they do not fit on one line.
#[test]
fn long_lists_are_shown_in_columns() {
    let lines = lines(
        "console.log(Array.from({ length: 7 }, (_, i) => i));
        console.log(Array.from({ length: 102 }, (_, i) => i));
        console.log({ a: Array.from({ length: 30 }, (_, i) => 'ab' + i) });
        console.log(Array.from({ length: 30 }, (_, i) => ({ a: 'x'.repeat(20), i })));
        console.log(new Uint8Array(101))",
    );
    assert_eq!(lines[0], "Log: [ 0, 1, 2, 3, 4, 5, 6 ]");
    assert!(
        lines[1].starts_with("Log: [\n   0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11,\n  12, 13,"),
        "{}",
        lines[1]
    );
    assert!(lines[1].ends_with(",\n  96, 97, 98, 99,\n  ... 2 more items\n]"), "{}", lines[1]);
    assert!(lines[2].starts_with("Log: {\n  a: [\n    'ab0',  'ab1',  'ab2',  'ab3',\n    'ab4',"), "{}", lines[2]);
    assert!(lines[2].ends_with("\n    'ab28', 'ab29'\n  ]\n}"), "{}", lines[2]);
    assert!(lines[3].contains(" },\n  { a: 'xxxxxxxxxxxxxxxxxxxx', i: 1 },\n"), "{}", lines[3]);
    assert!(lines[4].ends_with(",\n  0, 0, 0, 0,\n  ... 1 more item\n]"), "{}", lines[4]);
}

#[test]
fn showing_a_value_runs_no_guest_code() {
    let code = "let ran = 0; const m = new Map([]), spy = () => { ran++; return 'x' };
        const o = { toString: spy, valueOf: spy, toJSON: spy, [Symbol.toPrimitive]: spy, inspect: spy, get a() { return spy() } };
        Object.defineProperty(o, 'constructor', { get: spy }); Object.defineProperty(o, Symbol.toStringTag, { get: spy });
        const e = new Error('m'); Object.defineProperty(e, 'message', { get: spy }); Object.defineProperty(e, 'stack', { get: spy });
        Object.defineProperty(Object.prototype, 'then', { get: spy, configurable: true });
        RegExp.prototype.toString = RegExp.prototype.exec = spy; Object.defineProperty(RegExp.prototype, 'flags', { get: spy });
        Date.prototype.toISOString = Map.prototype.forEach = Map.prototype[Symbol.iterator] = Array.prototype[Symbol.iterator] = spy;
        const p = new Proxy(o, new Proxy({}, { get: spy }));
        const c = Object.setPrototypeOf({}, p), f = Object.defineProperty(() => {}, 'name', { get: spy });
        console.log(o, e, /x/g, new Date(0), m, p, c, f, [o, p]); console.table([o, p, c]); console.log('%s %d %o', o, o, p); console.dir(o);
        delete Object.prototype.then; console.log(ran)";
    let lines = lines(code);
    assert_eq!(lines.last().map(String::as_str), Some("Log: 0"), "{lines:?}");
}

#[test]
fn the_guest_may_replace_a_method() {
    let mut bench = Bench::new();
    assert_eq!(
        bench.run("const kept = []; console.log = x => kept.push(x); console.log(1); return [kept, String(console)]"),
        "[ [ 1 ], '[object console]' ]"
    );
}
