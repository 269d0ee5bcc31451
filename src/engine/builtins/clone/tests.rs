//! Tests of `structuredClone`: every kind of data, sharing and cycles, refusals with their place, depth.

use crate::engine::testing::check;

#[test]
fn every_kind_of_data_is_cloned() {
    check(
        "const o = { a: [1, , 3], m: new Map([[{ k: 1 }, new Set([1, 'x'])]]), d: new Date(5), r: /a\\/b/giv, n: null, u: undefined, b: 10n, s: 'x', z: -0 }; const c = structuredClone(o); return [c, c !== o, c.a !== o.a, 1 in c.a, c.r.flags, c.r !== o.r, c.d - 0]",
        "[
  {
    a: [ 1, <1 empty item>, 3 ],
    m: Map(1) { { k: 1 } => Set(2) { 1, 'x' } },
    d: 1970-01-01T00:00:00.005Z,
    r: /a\\/b/giv,
    n: null,
    u: undefined,
    b: 10n,
    s: 'x',
    z: -0
  },
  true,
  true,
  false,
  'giv',
  true,
  5
]",
    );
    check(
        "const c = structuredClone([Object(1), Object('s'), Object(true), Object(2n)]); return [c, c[0] instanceof Number]",
        "[ [ [Number: 1], [String: 's'], [Boolean: true], [BigInt: 2n] ], true ]",
    );
}

#[test]
fn identity_and_cycles_are_kept() {
    check(
        "const o = { list: [] }; o.self = o; o.list.push(o, o.list); const m = new Map(); m.set(m, o); o.m = m; const c = structuredClone(o); return [c.self === c, c.list[0] === c, c.list[1] === c.list, c.m.get(c.m) === c, c !== o]",
        "[ true, true, true, true, true ]",
    );
}

#[test]
fn errors_keep_class_name_and_message() {
    check(
        "const e = new RangeError('r', { cause: { a: [1] } }); e.cause.e = e; const c = structuredClone(e); return [c.cause.a, c.cause.a === e.cause.a, c.cause.e === c, Object.keys(c), 'cause' in structuredClone(new Error())]",
        "[ [ 1 ], false, true, [], false ]",
    );
    check(
        "class Mine extends RangeError {} const c = structuredClone([new TypeError('t'), Object.assign(new Mine('m'), { x: 1 }), new Error()]); return c.map(e => [e.constructor.name, e.name, e.message, e.x, 'message' in Object(e) && Object.hasOwn(e, 'message')].join())",
        "[ 'TypeError,TypeError,t,,true', 'RangeError,RangeError,m,,true', 'Error,Error,,,false' ]"
            .replace(", '", ",\n  '")
            .replace("[ '", "[\n  '")
            .replace(" ]", "\n]")
            .as_str(),
    );
}

#[test]
fn buffers_and_views_share_what_they_shared() {
    check(
        "const b = new Uint8Array([1, 2, 3, 4]).buffer, o = { b, v: new Uint8Array(b, 1, 2), w: new Uint16Array(b), d: new DataView(b, 2) }; const c = structuredClone(o); c.v[0] = 9; return [[...new Uint8Array(c.b)].join(), c.v.buffer === c.b, c.w.buffer === c.b, c.d.byteOffset, c.d.byteLength, c.v.length, new Uint8Array(b)[1], c.v.constructor.name]",
        "[ '1,9,3,4', true, true, 2, 2, 2, 2, 'Uint8Array' ]",
    );
    check(
        "const b = new ArrayBuffer(8), c = structuredClone(b, { transfer: [b] }); return [b.byteLength, c.byteLength]",
        "[ 0, 8 ]",
    );
    check(
        "return structuredClone(1, { transfer: [{}] })",
        "throws DataCloneError: transfer[0] cannot be transferred: only an ArrayBuffer can",
    );
}

#[test]
fn what_cannot_be_cloned_is_named_with_its_place() {
    for (code, message) in [
        ["() => 1", "value: a function"],
        ["{ a: { 'b c': [1, { f() {} }] } }", "value.a.b c[1].f: a function"],
        ["{ s: Symbol('x') }", "value.s: a symbol"],
        ["[Promise.resolve()]", "value[0]: a Promise"],
        ["new WeakMap()", "value: a WeakMap"],
        ["new Proxy({}, {})", "value: a proxy"],
        ["{ u: new URL('a:b') }", "value.u: a URL"],
        ["(function* () {})()", "value: a Generator"],
    ]
    .map(|[code, message]| (code, message))
    {
        let code = format!(
            "try {{ structuredClone({}) }} catch (e) {{ return [e.name, e.message] }}",
            if code.starts_with('{') { format!("({code})") } else { code.to_owned() }
        );
        let outcome = crate::engine::testing::Bench::new().run(&code);
        assert!(outcome.contains("DataCloneError") && outcome.contains(message), "{code}: {outcome}");
    }
}

#[test]
fn the_error_has_its_number() {
    check("try { structuredClone(() => 1) } catch (e) { return [e.code, Object.keys(e)] }", "[ 25, [] ]");
}

#[test]
fn classes_and_inherited_properties_are_left_behind() {
    check(
        "class P { x = 1; #y = 2; get z() { return 3 } } const c = structuredClone(Object.assign(new P(), { w: 4 })); return [c, c.constructor.name]",
        "[ { x: 1, w: 4 }, 'Object' ]",
    );
    check(
        "const c = structuredClone(JSON.parse('{\"__proto__\":{\"a\":1}}')); return [Object.keys(c), c.a]",
        "[ [ '__proto__' ], undefined ]",
    );
    check("let n = 0; const c = structuredClone({ get a() { n++; return 5 } }); return [c, n]", "[ { a: 5 }, 1 ]");
    check("return structuredClone()", "throws TypeError: structuredClone needs a value");
}

#[test]
fn depth_costs_no_native_stack() {
    check(
        "let d = null; for (let i = 0; i < 100000; i++) d = { d }; let c = structuredClone(d), n = 0; while (c) { c = c.d; n++ } return n",
        "100000",
    );
}
