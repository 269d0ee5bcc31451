//! Tests that calls with giant argument lists end in an error, and that others behave as the standard says.

use crate::engine::testing::check;

/// The engine's own end the instance here: they reserve room for 2^32 arguments.
#[test]
fn too_many_arguments_are_a_range_error() {
    for code in [
        "Math.max.apply(null, { length: 2 ** 32 - 1 })",
        "Reflect.apply(Math.max, null, { length: 2 ** 53 })",
        "Reflect.construct(Array, { length: 1e9 })",
        "Math.max.apply(null, { length: 500001 })",
    ] {
        check(
            &format!(
                "try {{ return {code} }} catch (e) {{ return [e.name, /loop over the array instead/.test(e.message)] }}"
            ),
            "[ 'RangeError', true ]",
        );
    }
}

#[test]
fn they_do_what_the_standard_says() {
    check(
        "return [Math.max.apply(null, [1, 5, 2]), Math.max.apply(null), Reflect.apply(Math.min, null, { length: 2, 0: 4, 1: 3 }), (function () { 'use strict'; return this }).apply(7)]",
        "[ 5, -Infinity, 3, 7 ]",
    );
    check(
        "class A { constructor(...xs) { this.xs = xs; this.t = new.target.name } } class B extends A {} return [Reflect.construct(A, [1, 2]), Reflect.construct(A, [3], B) instanceof B]",
        "[ A { xs: [ 1, 2 ], t: 'A' }, true ]",
    );
    check("return (() => 1).apply(null, 5)", "throws TypeError: 5 is not an array of arguments");
    check("return Reflect.apply(5, null, [])", "throws TypeError: 5 is not a function");
    check("return Reflect.construct(() => 1, [])", "throws TypeError: [Function (anonymous)] is not a constructor");
    check("return Reflect.construct(Date, [], Math.max)", "throws TypeError: [Function: max] is not a constructor");
    check("let n = 0; Math.max.apply(null, { get length() { n++; return 2 } }); return n", "1");
}
