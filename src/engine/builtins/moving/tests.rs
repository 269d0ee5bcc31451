//! Tests `unshift` and `splice` against V8, kept in `tests/fixtures/arrays.json`, and what may not take the short way.

use crate::engine::testing::check;

#[test]
fn they_do_what_another_engine_does() {
    let table = include_str!("../../../../tests/fixtures/arrays.json");
    let cases: Vec<(String, String)> = serde_json::from_str(table).unwrap();
    let cases: Vec<String> =
        cases.iter().map(|(code, expected)| format!("[() => {code}, {expected:?}, {code:?}]")).collect();
    let body = format!(
        "const wrong = []; for (const [f, expected, code] of [{}]) {{
           const is = JSON.stringify(f()); if (is !== expected) wrong.push(code + ' is ' + is + ', not ' + expected);
         }} return wrong.length ? wrong.length + ': ' + wrong.slice(0, 8).join('\\n') : 'all'",
        cases.join(",\n")
    );
    check(&body, "'all'");
}

/// With the engine's own these take seconds.
#[test]
fn long_arrays_are_moved_fast() {
    check(
        "const a = []; for (let i = 0; i < 3000; i++) a.unshift(i); for (let i = 0; i < 3000; i++) a.splice(i, 1, i, 'x'); for (let i = 0; i < 3000; i++) a.splice(10, 1); return [a.length, a[0], a[2999]]",
        "[ 3000, 0, 0 ]",
    );
}

#[test]
fn arrays_that_are_watched_get_the_standard_s_steps() {
    check("try { Object.freeze([1]).unshift(2) } catch (e) { return e.name }", "'TypeError'");
    check("const a = Object.preventExtensions([1]); return a.splice(0, 1).length + a.length", "1");
    check(
        "const a = [1]; Object.defineProperty(a, 'length', { writable: false }); try { a.unshift(2) } catch (e) { return e.name }",
        "'TypeError'",
    );
    check(
        "class A extends Array {} const a = new A(1, 2, 3); return [a.splice(0, 1) instanceof A, a.unshift(9), a instanceof A, [...a]]",
        "[ true, 3, true, [ 9, 2, 3 ] ]",
    );
    check(
        "const a = [1, 2]; Object.defineProperty(a, 0, { get: () => 5, configurable: true, set(v) { this.seen = v } }); a.unshift(7); return [a.seen, a[1], a[2]]",
        "[ 7, 5, 2 ]",
    );
    check(
        "const o = { length: 1, 0: 'a' }; Array.prototype.unshift.call(o, 'b'); return o",
        "{ 0: 'b', 1: 'a', length: 2 }",
    );
    check("const a = [1, 2, 3]; return [a.splice({ valueOf() { a.push(4); return 1 } }, 1), a]", "[ [ 2 ], [ 1, 3 ] ]");
    check("return [[].unshift.length, [].splice.length, [].unshift(), [1].unshift()]", "[ 1, 2, 0, 1 ]");
}
