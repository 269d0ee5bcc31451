//! Tests `concat` and `slice`.

use crate::engine::testing::check;

#[test]
fn arrays_are_copied_as_the_standard_says() {
    check(
        "const a = [1, 'b']; return [a.concat([2], 3, [[4]]), a.concat(), a.concat() === a]",
        "[ [ 1, 'b', 2, 3, [ 4 ] ], [ 1, 'b' ], false ]",
    );
    check(
        "const a = [1, 2, 3]; return [a.slice(), a.slice(1), a.slice(-2, -1), a.slice(2, 1), a.slice(0, 9), a.slice(-9, 1)]",
        "[ [ 1, 2, 3 ], [ 2, 3 ], [ 2 ], [], [ 1, 2, 3 ], [ 1 ] ]",
    );
    check(
        "return [[1, 2, 3].slice('1'), [1, 2].slice(0.9), [1, 2].slice(undefined, Infinity)]",
        "[ [ 2, 3 ], [ 1, 2 ], [ 1, 2 ] ]",
    );
    check("return [0 in [, 1].slice(), 1 in [0].concat([, 1]), [0].concat([, 1]).length]", "[ false, false, 3 ]");
    check(
        "const o = { length: 1, 0: 'x', [Symbol.isConcatSpreadable]: true }; return [[].concat(o), [].concat({ length: 1 }).length]",
        "[ [ 'x' ], 1 ]",
    );
    check("const a = [1]; a[Symbol.isConcatSpreadable] = false; return [0].concat(a).length + a.concat(2).length", "4");
    check(
        "class A extends Array {} const a = A.from([1]); return [a.concat(2) instanceof A, a.slice() instanceof A, [0].concat(a)]",
        "[ true, true, [ 0, 1 ] ]",
    );
    check("return [Array.prototype.slice.call('abc', 1), [].concat.length, [].slice.length]", "[ [ 'b', 'c' ], 1, 2 ]");
    check(
        "Array.prototype[Symbol.isConcatSpreadable] = false; const n = [1].concat([2]).length; delete Array.prototype[Symbol.isConcatSpreadable]; return n",
        "2",
    );
}
