//! Tests that sorting ends for every comparator and length, and else behaves as the standard says.

use crate::engine::testing::check;

/// Rust's own sort panics on these.
#[test]
fn careless_comparators_give_some_order() {
    let careless = "let s = 1; const c = () => { s = (s * 16807) % 2147483647; return (s % 3) - 1 };";
    for array in
        ["Array.from({ length: 600 }, (_, i) => (i * 37) % 101)", "new Float64Array(600).map((_, i) => i % 101)"]
    {
        for call in ["a.sort(c)", "a.toSorted(c)"] {
            check(
                &format!(
                    "{careless} const a = {array}; const sum = x => x.reduce((a, b) => a + b); return sum({call}) === sum({array})"
                ),
                "true",
            );
        }
    }
    check(
        "const a = Array.from({ length: 50 }, (_, i) => ({ w: i % 5 ? (i * 13) % 50 : undefined })); return a.sort((x, y) => x.w - y.w).length",
        "50",
    );
    check(
        "let n = 0; const a = Array.from({ length: 80 }, (_, i) => ({ toString: () => String(n++ * 7919 % 13) })); return a.sort().length",
        "80",
    );
}

/// As in V8, which never asks these whether the second comes first.
#[test]
fn a_comparator_that_gives_booleans_does_what_it_does_elsewhere() {
    check("return [3, 1, 2].sort((a, b) => a > b)", "[ 3, 1, 2 ]");
    check("return [3, 1, 2].sort((a, b) => (a > b ? 1 : -1))", "[ 1, 2, 3 ]");
    check("return [1, 2, 3].sort(() => -1)", "[ 3, 2, 1 ]");
    check(
        "const log = []; [1, 2, 3, 0].sort((a, b) => { log.push(a + '' + b); return a - b }); return log.join()",
        "'21,32,03,02,01'",
    );
}

#[test]
fn giant_lengths_are_a_range_error() {
    for code in [
        "Array.prototype.sort.call({ length: 2 ** 32 - 1 }, () => 0)",
        "Array.prototype.toSorted.call({ length: 2 ** 32 - 1 })",
        "(() => { const a = []; a.length = 2 ** 32 - 1; return a.sort() })()",
    ] {
        check(&format!("try {{ return {code} }} catch (e) {{ return e.name }}"), "'RangeError'");
    }
}

#[test]
fn it_is_stable_and_leaves_an_array_whole_when_the_comparator_throws() {
    check(
        "const a = Array.from({ length: 500 }, (_, i) => ({ k: (i * 7) % 3, i })); a.sort((x, y) => x.k - y.k); return a.every((e, j) => !j || a[j - 1].k < e.k || (a[j - 1].k === e.k && a[j - 1].i < e.i))",
        "true",
    );
    check(
        "const a = Array.from({ length: 300 }, (_, i) => -i); let n = 0; try { a.sort((x, y) => { if (++n > 400) throw new TypeError('x'); return (x * 7919) % 31 - (y * 7919) % 31 }) } catch (e) { return [e.name, n, a.every((x, i) => x === -i)] }",
        "[ 'TypeError', 401, true ]",
    );
}

#[test]
fn they_do_what_the_standard_says() {
    check("return [3, , 1, undefined, 2].sort()", "[ 1, 2, 3, undefined, <1 empty item> ]");
    check("return [3, , 1, undefined, 2].toSorted((a, b) => b - a)", "[ 3, 2, 1, undefined, undefined ]");
    check(
        "return [[10, 9, 1].sort(), ['b', undefined, 'a', null, true].sort()]",
        "[ [ 1, 10, 9 ], [ 'a', 'b', null, true, undefined ] ]",
    );
    check("return ['\\u{1F600}', '\\uFFFD'].sort().map(c => c.codePointAt(0).toString(16))", "[ '1f600', 'fffd' ]");
    check("return Array.prototype.sort.call({ length: 3, 0: 'c', 2: 'a' })", "{ 0: 'a', 1: 'c', length: 3 }");
    check(
        "return [1].sort(null)",
        "throws TypeError: a comparator is a function of two elements that returns a negative number, 0 or a positive one",
    );
    check("return [Symbol('a'), Symbol('b')].sort()", "throws TypeError: can't convert symbol to string");
    check("return Object.freeze([2, 1]).sort().length", "throws TypeError: cannot set non-writable property: 0");
    check(
        "return [[].sort.length, [].sort.name, [].toSorted.length, new Int8Array().sort.length]",
        "[ 1, 'sort', 1, 1 ]",
    );
    check("const a = [2, 1]; return [a.sort() === a, a.toSorted() === a]", "[ true, false ]");
    check(
        "const b = new BigInt64Array([3n, 1n, 2n]); return [b.toSorted((x, y) => Number(y - x)).join(), b.sort().join()]",
        "[ '3,2,1', '1,2,3' ]",
    );
    check(
        "const f = new Float64Array([3, NaN, 1, -0, 0]); return [f.toSorted((a, b) => b - a).join(), Object.is(f.sort()[0], -0)]",
        "[ '3,NaN,1,0,0', true ]",
    );
    check("return Uint8Array.prototype.sort.call([2, 1], () => 0)", "throws TypeError: object is not a TypedArray");
}
