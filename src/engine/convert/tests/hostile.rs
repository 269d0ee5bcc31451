//! Whatever the guest patches, what crosses is what its values hold; what comes in is made of intrinsics.

use super::{LIMIT, decode, encode, eval, realm};
use crate::value::Data;
use boa_engine::{Context, js_string, property::Attribute};

/// Replaces everything an encoder or decoder could be tempted to look up.
const PATCHES: &str = "
  const evil = function () { throw new Error('the guest was asked') };
  const classes = [Object, Array, Map, Set, Date, RegExp, Error, TypeError, ArrayBuffer, Uint8Array, Uint8Array.__proto__, BigInt, Number, String, Boolean, Function, Symbol, Promise, Proxy];
  for (const C of classes) {
    for (const holder of [C.prototype, C]) {
      if (!holder) continue;
      for (const key of Reflect.ownKeys(holder)) {
        if (['prototype', 'constructor', 'length', 'name', 'message'].includes(key)) continue;
        const d = Reflect.getOwnPropertyDescriptor(holder, key);
        if (!d.configurable && !d.writable) continue;
        const changed = 'value' in d ? { value: evil } : { get: evil, set: evil };
        patches.push([holder, key, changed]);
      }
    }
  }
  const proto = Object.prototype;
  for (const key of ['a', '0', 'toJSON', 'get', 'set', 'value', 'enumerable', 'x', 'code', 'then'])
    patches.push([proto, key, { set: evil, get: evil, configurable: true }]);
  patches.push([Array.prototype, '0', { set: evil, get: evil, configurable: true }]);
  for (const [holder, key] of [[JSON, 'stringify'], [JSON, 'parse'], [Reflect, 'ownKeys'], [Reflect, 'getPrototypeOf'], [Array, 'isArray'], [globalThis, 'Map'], [globalThis, 'Date']])
    patches.push([holder, key, { value: evil }]);
  const define = Object.defineProperty;
  for (const patch of patches) patch[2] = Object.assign(Object.create(null), patch[2]);
  for (let i = 0; i < patches.length; i++) define(patches[i][0], patches[i][1], patches[i][2]);
";

fn patched() -> Context {
    let mut context = realm();
    let everything = "
      var patches = [];
      var v = {
        a: [1, 'x', null, true, undefined, NaN], map: new Map([['k', { x: 1 }]]), set: new Set([1, [2]]), date: new Date(5), re: /a\\/b/gi,
        bytes: new Uint8Array([1, 2, 3]), big: 12n, error: Object.assign(new TypeError('bad', { cause: 1 }), { code: 7 }), proxy: new Proxy([1], Object.create(null)), object: new Proxy({ x: 1 }, Object.create(null)),
      };
      v.self = v;
    ";
    eval(everything, &mut context);
    context
}

#[test]
fn nothing_patched_decides_what_crosses() {
    let clean = &mut patched();
    let value = eval("v", clean);
    let before = encode(&value, "input", LIMIT, clean).unwrap();
    let context = &mut patched();
    let value = eval("v", context);
    eval(PATCHES, context);
    let after = encode(&value, "input", LIMIT, context).unwrap();
    assert_eq!(after.text(), before.text());
    let back = decode(&after, context).unwrap();
    assert_eq!(encode(&back, "input", LIMIT, context).unwrap().text(), before.text());
}

#[test]
fn what_comes_in_has_intrinsic_prototypes() {
    let context = &mut patched();
    let value = eval("v", context);
    let data = encode(&value, "input", LIMIT, context).unwrap();
    eval("var keep = { Map, Date, RegExp, Uint8Array, TypeError, proto: Object.getPrototypeOf }", context);
    eval(PATCHES, context);
    let back = decode(&data, context).unwrap();
    context.register_global_property(js_string!("w"), back, Attribute::all()).unwrap();
    let code = "
      const prototypeOf = keep.proto;
      '' + (prototypeOf(w.map) === keep.Map.prototype) + (prototypeOf(w.date) === keep.Date.prototype) + (prototypeOf(w.re) === keep.RegExp.prototype)
         + (prototypeOf(w.bytes) === keep.Uint8Array.prototype) + (prototypeOf(w.error) === keep.TypeError.prototype) + (prototypeOf(w) === prototypeOf({})) + (w.self === w)";
    assert_eq!(eval(code, context).display().to_string(), format!("\"{}\"", "true".repeat(7)));
}

#[test]
fn getters_and_traps_run_once_each_and_in_order() {
    let context = &mut realm();
    let code = "
      var asked = [];
      var target = { b: 1, a: [2] };
      var v = [
        { get x() { asked.push('x'); return { get y() { asked.push('y'); return 1 } } }, get z() { asked.push('z'); return 2 } },
        new Proxy(target, {
          ownKeys(t) { asked.push('ownKeys'); return Reflect.ownKeys(t) },
          getOwnPropertyDescriptor(t, k) { asked.push('descriptor ' + k); return Reflect.getOwnPropertyDescriptor(t, k) },
          get(t, k) { asked.push('get ' + k); return t[k] },
          getPrototypeOf(t) { asked.push('prototype'); return Reflect.getPrototypeOf(t) },
        }),
      ];
      v";
    let value = eval(code, context);
    let data = encode(&value, "input", LIMIT, context).unwrap();
    assert_eq!(data.text(), "[{\"x\":{\"y\":1},\"z\":2},{\"b\":1,\"a\":[2]}]");
    let asked = eval("asked.join()", context).display().to_string();
    assert_eq!(asked, "\"x,z,y,prototype,ownKeys,descriptor b,get b,descriptor a,get a\"");
}

#[test]
fn a_value_that_changes_while_it_is_read_is_still_a_value() {
    let codes = [
        ("(() => { const o = { get a() { delete o.b; o.c = 1; return 1 }, b: 2 }; return o })()", "{\"a\":1}"),
        (
            "(() => { const a = [0, 1, 2]; Object.defineProperty(a, 0, { get() { a.length = 1; return 7 } }); return a })()",
            "~[[1,-2,-2],7]",
        ),
        (
            "(() => { const m = new Map(); m.set('a', { get x() { m.clear(); return 1 } }); m.set('b', 2); return m })()",
            "~[[\"Map\",1,2,4,5],\"a\",{\"x\":3},1,\"b\",2]",
        ),
        // An iterator left half way keeps the places of what is deleted: the engine's own walk over a Map never ends there.
        (
            "(() => { const m = new Map([[1, 1], [2, 2], [3, 3]]); const i = m.keys(); i.next(); m.delete(2); return m })()",
            "~[[\"Map\",1,1,2,2],1,3]",
        ),
        (
            "(() => { const s = new Set([1, 2, 3]); const i = s.values(); i.next(); s.delete(2); return s })()",
            "~[[\"Set\",1,2],1,3]",
        ),
    ];
    for (code, text) in codes {
        assert_eq!(super::text(code), text, "{code}");
    }
}

#[test]
fn malformed_proxies_are_what_they_say_and_no_more() {
    assert_eq!(super::text("new Proxy([], { get: (t, k) => k === 'length' ? 4e6 : t[k] })"), "~[[-7,4000000]]");
    assert_eq!(super::text("new Proxy([], { get: (t, k) => k === 'length' ? 4e9 : t[k] })"), "over 4194304");
    assert_eq!(super::text("new Proxy([], { get: (t, k) => k === 'length' ? NaN : t[k] })"), "[]");
    assert_eq!(super::text("new Proxy({}, { getPrototypeOf: () => null })"), "~[[\"null\"]]");
    assert_eq!(super::text("new Proxy({}, { ownKeys() { throw new Error('no') } })"), "threw Error: no");
    assert_eq!(decode(&Data::undefined(), &mut realm()).unwrap(), boa_engine::JsValue::undefined());
}

/// Some 20 bytes of text would be an array that takes whoever loops over it minutes.
#[test]
fn holes_count_against_the_limit() {
    assert_eq!(super::text_within("Object.assign([], { 900: 1 })", 1000), "~[[-7,901,900,1],1]");
    assert_eq!(super::text_within("Object.assign([], { 4294967294: 1 })", 1000), "over 1000");
    assert_eq!(super::text_within("[new Array(600), new Array(600)]", 1000), "over 1000");
}
