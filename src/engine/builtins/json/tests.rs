//! Tests that JSON is read and written to any depth, and as the standard says.

use crate::engine::testing::check;

/// The engine's own reader takes 127 levels; its writer runs the native stack out.
#[test]
fn depth_costs_no_stack() {
    for depth in [500, 3000, 200_000] {
        check(&format!("return JSON.parse('['.repeat({depth}) + ']'.repeat({depth})).length"), "1");
        check(
            &format!("let d = []; for (let i = 0; i < {depth}; i++) d = [d]; return JSON.stringify(d).length"),
            &(2 * (depth + 1)).to_string(),
        );
    }
    check(
        "const text = '{\"a\":'.repeat(50000) + '1' + '}'.repeat(50000); let n = 0; const made = JSON.parse(text, (k, v) => { n++; return v }); return [n, JSON.stringify(made) === text]",
        "[ 50001, true ]",
    );
    check(
        "try { JSON.parse('['.repeat(100000)) } catch (e) { return e.message }",
        "'this is not JSON: at line 1, column 100001 the text ends, where a value is expected'",
    );
}

/// The engine's refuses each of these texts.
#[test]
fn lone_surrogates_are_kept() {
    check("return JSON.parse('\"\\\\ud800\"').charCodeAt(0)", "55296");
    check(
        "return JSON.parse('[\"\\ud800\", \"é中\"]').map(s => [...s].map(c => c.codePointAt(0)))",
        "[ [ 55296 ], [ 233, 20013 ] ]",
    );
    check(
        "return JSON.stringify(['\\ud800', '\\udc00x', '\\ud83d\\ude00', 'é\\u2028'])",
        "'[\"\\\\ud800\",\"\\\\udc00x\",\"😀\",\"é\u{2028}\"]'",
    );
}

#[test]
fn proto_is_a_key_like_others() {
    check(
        "const o = JSON.parse('{\"__proto__\":{\"x\":1},\"a\":2,\"a\":3}'); return [o.x, Object.keys(o), o.a, JSON.stringify(o), Object.getPrototypeOf(o) === Object.prototype]",
        "[ undefined, [ '__proto__', 'a' ], 3, '{\"__proto__\":{\"x\":1},\"a\":3}', true ]",
    );
}

#[test]
fn an_error_says_where_and_what() {
    for (text, message) in [
        ("", "at line 1, column 1 the text ends, where a value is expected"),
        ("{a:1}", "at line 1, column 2 there is \"a:1}\", where a key in double quotes or '}' is expected"),
        ("[1,]", "at line 1, column 4 there is \"]\", where a value is expected"),
        ("{\"a\":1,}", "at line 1, column 8 there is \"}\", where a key in double quotes is expected"),
        ("{\"a\" 1}", "at line 1, column 6 there is \"1}\", where ':' after the key is expected"),
        ("[1\\n 2]", "at line 2, column 2 there is \"2]\", where ',' or ']' is expected"),
        ("1 2", "at line 1, column 3 there is \"2\", where the end of the text is expected"),
        ("01", "at line 1, column 2 there is \"1\", where the end of the text is expected"),
        ("1.", "at line 1, column 3 the text ends, where a digit is expected"),
        ("-", "at line 1, column 2 the text ends, where a digit is expected"),
        ("nul", "at line 1, column 4 the text ends, where null is expected"),
        ("undefined", "at line 1, column 1 there is \"undefined\", where a value is expected"),
        ("\"a", "at line 1, column 3 the text ends, where '\"' at the end of a string is expected"),
    ] {
        let message = format!("{:?}", format!("SyntaxError: this is not JSON: {message}"));
        check(
            &format!("try {{ JSON.parse('{text}') }} catch (e) {{ return String(e) === {message} || String(e) }}"),
            "true",
        );
    }
}

#[test]
fn a_cycle_is_a_type_error_with_its_place() {
    check(
        "const o = { a: { b: [1] } }; o.a.b.push(o.a); try { JSON.stringify(o) } catch (e) { return e.name + e.message }",
        "'TypeErrora cycle has no JSON: the value at .a.b[1] is the one at .a, which holds it'",
    );
    check(
        "const o = {}; o.self = o; try { JSON.stringify(o) } catch (e) { return e.message }",
        "'a cycle has no JSON: the value at .self is the one at the root, which holds it'",
    );
    check("const o = {}; return JSON.stringify([o, o, { o }])", "'[{},{},{\"o\":{}}]'");
}

#[test]
fn writing_does_what_the_standard_says() {
    for (value, text) in [
        ("undefined", "undefined"),
        ("() => 1", "undefined"),
        (
            "[undefined, () => 1, Symbol(), NaN, -0, Infinity, 1e21, null, true]",
            "'[null,null,null,null,0,null,1e+21,null,true]'",
        ),
        ("{ u: undefined, f() {}, [Symbol()]: 1, a: 1, 2: 3, get g() { return 4 } }", "'{\"2\":3,\"a\":1,\"g\":4}'"),
        ("[new Number(1), new String('a'), new Boolean(false), Object(Symbol())]", "'[1,\"a\",false,{}]'"),
        (
            "[new Date(0), new Map([[1, 2]]), new Set([1]), /a/, new Error('x'), new Uint8Array(2)]",
            "'[\"1970-01-01T00:00:00.000Z\",{},{},{},{},{\"0\":0,\"1\":0}]'",
        ),
        ("new Proxy([1, { a: 2 }], {})", "'[1,{\"a\":2}]'"),
        (
            "new Proxy({ a: 1 }, { ownKeys: () => ['b', 'a'], getOwnPropertyDescriptor: (t, k) => ({ enumerable: k === 'a', configurable: true, value: 1 }) })",
            "'{\"a\":1}'",
        ),
        ("{ toJSON: k => 'k' + k }", "'\"k\"'"),
        ("{ x: { toJSON(k) { return k + typeof this } } }", "'{\"x\":\"xobject\"}'"),
        ("JSON.rawJSON ? [JSON.rawJSON('12345678901234567890')] : 0", "'[12345678901234567890]'"),
        ("'\\u0000\\u001f\\b\\t\\n\\f\\r\"\\\\/'", "'\"\\\\u0000\\\\u001f\\\\b\\\\t\\\\n\\\\f\\\\r\\\\\"\\\\\\\\/\"'"),
    ] {
        check(&format!("return JSON.stringify(({value}))"), text);
    }
    check(
        "return JSON.stringify({ a: [1, {}], b: [] }, null, 2)",
        "'{\\n  \"a\": [\\n    1,\\n    {}\\n  ],\\n  \"b\": []\\n}'",
    );
    check(
        "return [JSON.stringify([1], null, '--'), JSON.stringify([1], null, 99).length, JSON.stringify([1], null, new Number(1))]",
        "[ '[\\n--1\\n]', 15, '[\\n 1\\n]' ]",
    );
    check(
        "return JSON.stringify({ a: 1, b: { a: 2, c: 3 }, 1: 4 }, ['b', 'a', 1, 'a', new String('c')])",
        "'{\"b\":{\"a\":2,\"c\":3},\"a\":1,\"1\":4}'",
    );
    check(
        "const log = []; JSON.stringify({ a: [1] }, function (k, v) { log.push([k, this === undefined, Array.isArray(this)]); return v }); return log",
        "[ [ '', false, false ], [ 'a', false, false ], [ '0', false, true ] ]",
    );
    check("return JSON.stringify({ a: 1, b: 'x' }, (k, v) => (k === 'b' ? undefined : v))", "'{\"a\":1}'");
    check(
        "return JSON.stringify({ a: { n: 1n } })",
        "throws TypeError: a bigint has no JSON at .a.n: write it as a string, or as a number",
    );
    check(
        "BigInt.prototype.toJSON = function () { return String(this) + typeof this }; return JSON.stringify([1n])",
        "'[\"1bigint\"]'",
    );
    check(
        "const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return JSON.stringify(proxy)",
        "throws TypeError: Proxy object has empty handler and target",
    );
    check(
        "return JSON.stringify({ length: 2 ** 32 - 1 }).length + [JSON.stringify.length, JSON.parse.length].join()",
        "'213,2'",
    );
    check(
        "const a = []; a.length = 2 ** 32 - 1; try { return JSON.stringify(a).length } catch (e) { return e.name }",
        "'RangeError'",
    );
}

#[test]
fn reading_does_what_the_standard_says() {
    check(
        "return JSON.stringify(JSON.parse(' [1, -0, 1.5e3, -2E-2, 123456789012, \"\\\\u00e9\\\\n\", true, false, null, {}, [], 1e400] '))",
        "'[1,0,1500,-0.02,123456789012,\"é\\\\n\",true,false,null,{},[],null]'",
    );
    check(
        "return [Object.is(JSON.parse('-0'), -0), JSON.parse('1e400'), JSON.parse('2147483648')]",
        "[ true, Infinity, 2147483648 ]",
    );
    check(
        "return [JSON.parse('1'), JSON.parse(' \"a\" '), JSON.parse(null), JSON.parse(true)]",
        "[ 1, 'a', null, true ]",
    );
    check("return JSON.parse('{\"1\":\"a\",\"b\":{\"\":[]},\"0\":0}')", "{ 0: 0, 1: 'a', b: { '': [] } }");
    check(
        "return JSON.parse('[1,2,{\"a\":3,\"b\":4}]', (k, v) => (k === 'a' || k === '0' ? undefined : typeof v === 'number' ? v * 2 : v))",
        "[ <1 empty item>, 4, { b: 8 } ]",
    );
    check(
        "const log = []; JSON.parse('{\"a\":[1.0,\"x\"],\"b\":{}}', function (k, v, c) { log.push(k + '=' + c.source); return v }); return log",
        "[ '0=1.0', '1=\"x\"', 'a=undefined', 'b=undefined', '=undefined' ]",
    );
    check(
        "return JSON.parse('[1,2]', function (k, v) { if (k === '0') this[1] = { c: 9 }; return v })",
        "[ 1, { c: 9 } ]",
    );
    check("return JSON.parse('[1]', () => undefined)", "undefined");
    check(
        "return JSON.parse('[1,[]]', function (k, v) { if (k === '0') this[1].length = 2 ** 32 - 1; return v })",
        "throws RangeError: there would be 4294967295 elements, and the memory limit is 67108864 bytes",
    );
    check("return JSON.parse('{\"a\":1}', 5).a", "1");
}
