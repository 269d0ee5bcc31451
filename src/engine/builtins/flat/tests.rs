//! Tests that flattening ends for cycles and depth, and else behaves as the standard says.

use crate::engine::testing::check;

/// The engine's own runs the native stack out here.
#[test]
fn cycles_and_depth_are_a_range_error() {
    let message = "'RangeError: arrays nested more than 10000 deep, or in themselves, cannot be flattened'";
    check("const a = [1]; a.push(a); try { return a.flat(Infinity) } catch (e) { return String(e) }", message);
    check(
        "let d = [1]; for (let i = 0; i < 50000; i++) d = [d]; try { return d.flat(Infinity) } catch (e) { return String(e) }",
        message,
    );
    check("let d = [1]; for (let i = 0; i < 9000; i++) d = [d, i]; return d.flat(Infinity).length", "9001");
}

#[test]
fn it_does_what_the_standard_says() {
    check("const a = [1]; a.push(a); return a.flat(2).length", "4");
    check(
        "return [[1, , [2, [3, [4]]]].flat(), [1, [2, [3]]].flat(2), [[1]].flat(0), [[1]].flat(-1), [[[1]]].flat('1')]",
        "[ [ 1, 2, [ 3, [ 4 ] ] ], [ 1, 2, 3 ], [ [ 1 ] ], [ [ 1 ] ], [ [ 1 ] ] ]",
    );
    check(
        "return [[new Proxy([1], {}), 'ab', { length: 1 }].flat().length, [].flat.length, [].flat.name]",
        "[ 3, 0, 'flat' ]",
    );
    check(
        "class A extends Array {} return [new A([1], [2]).flat() instanceof A, Array.prototype.flat.call({ length: 1, 0: [5] })]",
        "[ true, [ 5 ] ]",
    );
    check(
        "const a = [1, [2]]; a.constructor = { [Symbol.species]: function () { return { made: 1 } } }; return a.flat()",
        "{ 0: 1, 1: 2, made: 1 }",
    );
    check(
        "const log = []; new Proxy([[1]], { get(t, k) { log.push(String(k)); return t[k] } }).flat(); return log.slice(1, 3)",
        "[ 'length', 'constructor' ]",
    );
}
