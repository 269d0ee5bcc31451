//! What is refused and in which words, limits, depth, and what a reader makes of text.

use super::{LIMIT, decode, encode, eval, in_words, realm, seen, text, text_within};
use crate::engine::convert::{EncodeError, MAX_DEPTH, decode_error};
use crate::value::{Data, ErrorData};

#[test]
fn what_cannot_cross_is_refused_with_its_path() {
    let cases = [
        ("() => 1", "input: a function"),
        ("{ items: [0, 1, { onClick() {} }] }", "input.items[2].onClick: a function"),
        ("{ 'odd key': { a: class {} } }", "input[\"odd key\"].a: a function"),
        ("{ 5: Symbol('q') }", "input[5]: a symbol"),
        ("{ a: { [Symbol('q')]: 1 } }", "input.a[Symbol(q)]: a property whose key is a symbol"),
        ("new Map([['k', { f() {} }]])", "input.get(\"k\").f: a function"),
        ("new Map([[1, Symbol()]])", "input.get(1): a symbol"),
        ("new Map([[{}, Symbol()]])", "input.entries()[0][1]: a symbol"),
        ("new Map([[0, 0], [() => 1, 2]])", "input.keys()[1]: a function"),
        ("new Set([1, [Symbol()]])", "input.values()[1][0]: a symbol"),
        ("{ p: Promise.resolve(1) }", "input.p: a promise"),
        ("(function* () {})()", "input: a generator"),
        ("(async function* () {})()", "input: a generator"),
        ("new WeakMap()", "input: a WeakMap"),
        ("new WeakSet()", "input: a WeakSet"),
        ("new DataView(new ArrayBuffer(1))", "input: a DataView"),
        ("[Object(1)]", "input[0]: a Number object"),
        ("Object('s')", "input: a String object"),
        ("Object(true)", "input: a Boolean object"),
        ("Object(1n)", "input: a BigInt object"),
        ("Object(Symbol())", "input: a Symbol object"),
        ("new (class Person { name = 1 })()", "input: a Person instance"),
        ("new (class Item {})()", "input: an Item instance"),
        ("new (class {})()", "input: an instance of a class without a name"),
        ("new (class Stack extends Array {})()", "input: a Stack instance"),
        ("new (class Cache extends Map {})()", "input: a Cache instance"),
        ("new (class Day extends Date {})()", "input: a Day instance"),
        ("Object.create({ a: 1 })", "input: an object with a prototype of its own"),
        ("[1].values()", "input: an iterator"),
        ("new Map().entries()", "input: an iterator"),
        ("'a'.matchAll(/a/g)", "input: an iterator"),
        ("new Proxy(() => 1, {})", "input: a function"),
        ("new Proxy(new Map(), {})", "input: a Map instance"),
        ("new Proxy(new (class Person {})(), {})", "input: a Person instance"),
        ("2n ** 300000n", "input: a bigint of more than 262,144 bits"),
    ];
    for (code, refused) in cases {
        assert_eq!(text(code), refused, "{code}");
    }
}

#[test]
fn an_error_may_be_of_any_class_and_keeps_no_stack() {
    let class = "class HttpError extends TypeError { name = 'HttpError'; status = 404 }";
    let code = format!("(() => {{ {class}; const e = new HttpError('gone'); e.stack = 'x'; return e }})()");
    assert_eq!(text(&code), "~[[\"Fill\",1],[2,2,6],[\"Error\",3],[4,5],\"HttpError\",\"gone\",[7,8],\"status\",404]");
}

#[test]
fn what_an_error_holds_must_cross_too() {
    assert_eq!(text("Object.assign(new Error('m'), { f() {} })"), "input.f: a function");
    assert_eq!(text("new Error('m', { cause: { f() {} } })"), "input.cause.f: a function");
}

#[test]
fn the_limit_is_exact_in_both_forms() {
    for code in ["'x'.repeat(998)", "[1, 2, { a: null }]", "[undefined, 'é']", "new Uint8Array(30)", "[[[]], 0.1]"] {
        let whole = text(code);
        assert_eq!(text_within(code, whole.len()), whole, "{code}");
        assert_eq!(text_within(code, whole.len() - 1), format!("over {}", whole.len() - 1), "{code}");
    }
}

#[test]
fn an_endless_looking_value_is_given_up_early() {
    assert_eq!(text_within("new Proxy([], { ownKeys: () => ['length'] })", 100), "[]");
    assert_eq!(text_within("Array.from({ length: 1e5 }, () => 'x')", 1000), "over 1000");
    assert_eq!(text_within("(() => { const s = 'x'.repeat(1e6); return Array(1000).fill(s) })()", 1000), "over 1000");
}

#[test]
fn depth_is_allowed_to_its_limit_and_refused_beyond() {
    let deep = |levels: usize, leaf: &str| {
        format!("(() => {{ let v = {leaf}; for (let i = 1; i < {levels}; i++) v = {{ v }}; return v }})()")
    };
    for leaf in ["[1]", "[undefined]"] {
        let context = &mut realm();
        let value = eval(&deep(MAX_DEPTH, leaf), context);
        let data = encode(&value, "input", LIMIT, context).unwrap();
        let back = decode(&data, context).unwrap();
        assert_eq!(encode(&back, "input", LIMIT, context).unwrap().text(), data.text());
        boa_gc::force_collect();
    }
    let ten = ".v".repeat(10);
    let twenty = ".v".repeat(20);
    let refused = format!("input{ten}…{twenty}: a value nested more than 10,000 levels deep");
    assert_eq!(text(&deep(MAX_DEPTH + 1, "[1]")), refused);
}

#[test]
fn no_chain_of_references_is_long_however_deep_the_value() {
    // Each of 3,000 linked objects is met in the array first, and again through the one before it.
    let linked = text("(() => { const n = []; for (let i = 0; i < 3000; i++) n.unshift({ next: n[0] }); return n })()");
    assert!(linked.starts_with("~[[\"Fill\",1],[2,"), "{}", linked.get(..200).unwrap_or_default());
    let context = &mut realm();
    let back = decode(&Data::from_text(linked.as_str()), context).unwrap();
    assert_eq!(encode(&back, "input", LIMIT, context).unwrap().text(), linked);
}

#[test]
fn references_and_identity_come_back() {
    assert_eq!(seen("~[[1,1],{\"a\":2},1]", "v[0] === v[1]"), "true");
    assert_eq!(seen("~[{\"a\":1,\"self\":0},1]", "v.self === v && v.a === 1"), "true");
    assert_eq!(seen("~[[\"Map\",1,2],{},[0]]", "[...v.values()][0][0] === v"), "true");
    assert_eq!(seen("~[[1,-2,2],1,2]", "`${v.length} ${1 in v} ${0 in v}`"), "\"3 false true\"");
    assert_eq!(seen("~[[-7,4294967295,4294967294,1],1]", "`${v.length} ${v[4294967294]}`"), "\"4294967295 1\"");
    assert_eq!(seen("{\"__proto__\":{\"x\":1},\"x\":2}", "Object.keys(v).join() + v.x"), "\"__proto__,x2\"");
    assert_eq!(seen("[\"\\ud800\"]", "v[0].length + ' ' + v[0].charCodeAt(0)"), "\"1 55296\"");
    assert_eq!(seen("{\"a\":1,\"b\":2,\"a\":3}", "JSON.stringify(v)"), "\"{\\\"a\\\":3,\\\"b\\\":2}\"");
    assert_eq!(seen(" [ 1 , -0 , 1e3 ] ", "`${v} ${Object.is(v[1], -0)}`"), "\"1,0,1000 true\"");
    assert_eq!(seen("~[[\"Uint16Array\",1,2,1],[\"ArrayBuffer\",\"AAABAA==\"]]", "v[0] + v.byteOffset"), "3");
}

#[test]
fn an_error_comes_back_as_one_of_its_class() {
    let text =
        "~[[\"Fill\",1],[2,2,6],[\"Error\",3],[4,5],\"RangeError\",\"m\",[7,8,9,10],\"cause\",\"why\",\"code\",7]";
    let shown =
        "[v instanceof RangeError, Object.keys(v), v.message, v.cause, v.code, v.name, String(v.stack)].join('|')";
    assert_eq!(seen(text, shown), "\"true|code|m|why|7|RangeError|RangeError: m\"");
    assert_eq!(
        seen("~[[\"Error\",1],[2,3],\"HttpError\",\"m\"]", "v + ' ' + Object.keys(v).length"),
        "\"HttpError: m 0\""
    );
}

#[test]
fn a_hosts_error_keeps_what_it_says() {
    let context = &mut realm();
    let error = ErrorData {
        name: "RangeError".to_owned(),
        message: "too far".to_owned(),
        data: Some(Data::from_text("{\"code\":\"E7\",\"data\":{\"id\":1},\"name\":\"forged\",\"stack\":\"at host\"}")),
        cause: Some(Data::from_text("~[[\"Error\",1],[2,3],\"Error\",\"why\"]")),
    };
    let value = decode_error(&error, context).unwrap();
    let key = boa_engine::js_string!("e");
    context.register_global_property(key, value, boa_engine::property::Attribute::all()).unwrap();
    let code = "[e instanceof RangeError, e.name, e.message, e.code, e.data.id, e.cause.message, e.stack, Object.keys(e)].join('|')";
    let shown = eval(code, context).display().to_string();
    assert_eq!(shown, "\"true|RangeError|too far|E7|1|why|RangeError: too far|code,data\"");
}

#[test]
fn malformed_text_is_a_type_error() {
    let texts = [
        "",
        " ",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,}",
        "{a:1}",
        "tru",
        "nul",
        "01",
        "1.",
        ".5",
        "-",
        "1e",
        "+1",
        "\"",
        "\"\\",
        "\"\\u12\"",
        "\"\\x41\"",
        "\"\n\"",
        "1 2",
        "[]]",
        "undefined",
        "'a'",
        "\u{feff}1",
        "\"\\u+123\"",
        "~",
        "~-2",
        "~-8",
        "~1",
        "~{}",
        "~[]",
        "~[[1]]",
        "~[[0.5]]",
        "~[{\"a\":9}]",
        "~[{\"__proto__\":-1}]",
        "~[[[]]]",
        "~[[null]]",
        "~[[\"Nope\"]]",
        "~[[\"URL\",\"https://a\"]]",
        "~[[\"Object\",1],1]",
        "~[[\"Date\",\"soon\"]]",
        "~[[\"Date\",\"2024-02-30T00:00:00.000Z\"]]",
        "~[[\"Date\",1],1]",
        "~[[\"RegExp\",\"(\"]]",
        "~[[\"RegExp\",\"a\",\"zz\"]]",
        "~[[\"BigInt\",\"1x\"]]",
        "~[[\"BigInt\",\"\"]]",
        "~[[\"BigInt\",\"0x1\"]]",
        "~[[\"ArrayBuffer\",\"a\"]]",
        "~[[\"ArrayBuffer\",\"a===\"]]",
        "~[[\"Uint8Array\",1],1]",
        "~[[\"Uint8Array\",0]]",
        "~[[\"Uint16Array\",1],[\"ArrayBuffer\",\"AAA=\"],1]x",
        "~[[\"Uint16Array\",1,1,1],[\"ArrayBuffer\",\"AAAA\"]]",
        "~[[\"Uint8Array\",1,0,99],[\"ArrayBuffer\",\"AAAA\"]]",
        "~[[\"Map\",1],1]",
        "~[[\"Map\",\"a\",\"b\"]]",
        "~[[\"null\",1,2],1,1]",
        "~[[\"null\",\"a\"]]",
        "~[[-7]]",
        "~[[-7,2,5,1],1]",
        "~[[-7,-1]]",
        "~[[-7,4294967296]]",
        "~[[1,-7],1]",
        "~[[\"Error\",1],[2],\"a\"]",
        "~[[\"Error\",1],[2,2],1]",
        "~[[\"Error\",0]]",
        "~[[\"Error\",9]]",
        "~[[\"Fill\",1]]",
        "~[[\"Fill\",1],[]]",
        "~[[\"Fill\",1],[2,2],{}]",
        "~[[\"Fill\",1],[2,2,9],{}]",
        "~[[\"Fill\",1],[2,2,3],1,[]]",
        "~[[\"Fill\",1],[2,2,3],{},[4],\"a\"]",
        "~[[\"Fill\",1],[2,2,3],{},[4,4],1]",
        "~[[\"Fill\",2],[],[]]",
        "~[[1],[\"Fill\",1]]",
        "~[[\"Fill\",1],[0]]",
        "~[[1e300]]",
        "~[[-1e300]]",
    ];
    for text in texts {
        let context = &mut realm();
        let error = decode(&Data::from_text(text), context).expect_err(text);
        assert!(error.to_string().starts_with("TypeError: malformed value text"), "{text}: {error}");
    }
}

#[test]
fn what_a_getter_throws_is_told_and_what_cannot_be_caught_is_handed_on() {
    assert_eq!(text("{ get a() { throw new RangeError('no') } }"), "threw RangeError: no");
    assert_eq!(text("{ get a() { throw 'no' } }"), "threw Error: no");
    assert_eq!(text("{ get a() { throw { get message() { throw 1 } } } }"), "threw Error: an object was thrown");
    assert_eq!(text("{ get a() { null.b } }").split(':').next(), Some("threw TypeError"));
    assert_eq!(
        text("(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()")
            .split(':')
            .next(),
        Some("threw TypeError")
    );
    let context = &mut realm();
    context.runtime_limits_mut().set_loop_iteration_limit(10);
    let value = eval("({ get a() { for (;;); } })", context);
    match encode(&value, "input", LIMIT, context) {
        Err(EncodeError::Engine(error)) => assert!(error.as_engine().is_some(), "{error}"),
        Err(EncodeError::Border(error)) => panic!("{}", in_words(&error)),
        Ok(data) => panic!("{}", data.text()),
    }
}
