//! Tests looking for elements.

use crate::engine::testing::check;

#[test]
fn elements_are_found_as_the_standard_says() {
    check(
        "return [[1, NaN].includes(NaN), [1, NaN].indexOf(NaN), [0].includes(-0), [-0].indexOf(0)]",
        "[ true, -1, true, 0 ]",
    );
    check(
        "return [['a', 'b', 'a'].lastIndexOf('a'), ['a'].indexOf('A'), [1.5, 2].indexOf(2), [].lastIndexOf(1)]",
        "[ 2, -1, 1, -1 ]",
    );
    check("return [[, 1].includes(undefined), [, 1].indexOf(undefined), [undefined].indexOf()]", "[ true, -1, 0 ]");
    check(
        "const o = {}; return [[1, o].indexOf(o), [{}].includes(o), [1, 2, 1].indexOf(1, 1), [1, 2].includes(1, 1)]",
        "[ 1, false, 2, false ]",
    );
    check(
        "return [Array.prototype.includes.call({ length: 1, 0: 'x' }, 'x'), [].indexOf.length, [].includes.name]",
        "[ true, 1, 'includes' ]",
    );
    check("const a = [1]; Object.defineProperty(a, 0, { get: () => 7 }); return a.includes(7)", "true");
    check("const a = [1, 2]; a.length = 3; return [a.includes(undefined), a.indexOf(undefined)]", "[ true, -1 ]");
    check("return [1n, '1', 1].map(x => [1, 2].indexOf(x))", "[ -1, -1, 0 ]");
}
