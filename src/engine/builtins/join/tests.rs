//! Tests that joining ends for giant lengths, cycles and depth, and else behaves as the standard says.

use crate::engine::testing::check;

/// The engine's own ends the instance here: it reserves two references per element.
#[test]
fn an_array_like_of_giant_length_is_a_range_error() {
    check(
        "const a = []; a.length = 2 ** 32 - 1; try { return a.join('-').length } catch (e) { return e.name }",
        "'RangeError'",
    );
    check(
        "try { return Array.prototype.join.call({ length: 2 ** 53 - 1 }, 'ab') } catch (e) { return e.name }",
        "'RangeError'",
    );
    check(
        "const a = []; a.length = 2 ** 32 - 1; try { return String(a).length } catch (e) { return e.name }",
        "'RangeError'",
    );
    check(
        "const s = 'x'.repeat(2 ** 24); try { return [s, s, s, s, s].join('').length } catch (e) { return e.name }",
        "'RangeError'",
    );
}

#[test]
fn arrays_inside_themselves_are_empty() {
    check(
        "const a = [1]; a.push(a, 2); const b = [a]; a.push(b); return [String(a), a.join('-'), b.toLocaleString()]",
        "[ '1,,2,', '1--2-', '1,,2,' ]",
    );
    check(
        "const a = [{ toString() { throw new Error('x') } }]; try { a.join() } catch {} return [1, 2].join()",
        "'1,2'",
    );
    check(
        "const a = [{ toString() { throw new Error('x') } }]; try { a.join() } catch {} a[0] = 5; return a.join()",
        "'5'",
    );
}

#[test]
fn nesting_too_deep_is_a_range_error() {
    check(
        "let d = [1]; for (let i = 0; i < 100000; i++) d = [d]; return String(d)",
        "throws RangeError: arrays nested more than 200 deep cannot be joined",
    );
    check("let d = [1]; for (let i = 0; i < 150; i++) d = [d]; return String(d)", "'1'");
}

#[test]
fn they_do_what_the_standard_says() {
    check(
        "return [[1, null, undefined, 'a', [2, 3]].join(), [1, 2].join('€'), [1, , 3].join('-'), [].join(), [1, 2].join(undefined), [1, 2].join(null)].join('|')",
        "'1,,,a,2,3|1€2|1--3||1,2|1null2'",
    );
    check(
        "return [Array.prototype.join.call({ length: 2, 0: 'a', 1: 'b' }, '+'), Array.prototype.join.call('xyz', '-')]",
        "[ 'a+b', 'x-y-z' ]",
    );
    check("return [[1.5, { toLocaleString: () => 'q' }].toLocaleString(), [null].toLocaleString()]", "[ '1.5,q', '' ]");
    check("return [Symbol()].join()", "throws TypeError: can't convert symbol to string");
}
