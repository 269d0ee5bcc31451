//! Tests that strings too long for the heap are errors, and that others are as the standard says.

use crate::engine::testing::check;

/// The engine's own end the instance here: they reserve 16 GiB and more.
#[test]
fn a_string_that_cannot_fit_is_a_range_error() {
    for code in [
        "'x'.repeat(2 ** 30)",
        "'xy'.repeat(2 ** 26)",
        "'é€'.repeat(1e15)",
        "'x'.padEnd(2 ** 31)",
        "'x'.padStart(2 ** 32 - 1, 'ab')",
        "'x'.padEnd(Infinity)",
    ] {
        check(
            &format!(
                "try {{ return {code}.length }} catch (e) {{ return [e.name, /memory limit is 67108864 bytes/.test(e.message)] }}"
            ),
            "[ 'RangeError', true ]",
        );
    }
    check("return 'x'.repeat(-1)", "throws RangeError: the count of repeat must be 0 or more, and finite");
    check("return 'x'.repeat(Infinity)", "throws RangeError: the count of repeat must be 0 or more, and finite");
}

#[test]
fn they_do_what_the_standard_says() {
    check(
        "return ['ab'.repeat(3), 'ab'.repeat(0), ''.repeat(1e9), '€x'.repeat(2), 'a'.repeat('2.9'), 'x'.repeat(), 'é'.repeat(2)].join('|')",
        "'ababab|||€x€x|aa||éé'",
    );
    check(
        "return ['5'.padStart(3, '0'), 'ab'.padEnd(7, 'xyz'), 'ab'.padStart(7, 'xyz'), 'abc'.padEnd(2), 'a'.padEnd(3) + '|', 'a'.padEnd(9, ''), 'a'.padStart(4, '€é')].join(',')",
        "'005,abxyzxy,xyzxyab,abc,a  |,a,€é€a'",
    );
    check(
        "return String.prototype.repeat.call(null, 1)",
        "throws TypeError: cannot convert null or undefined to Object",
    );
    check(
        "return [String.prototype.repeat.name, ''.padEnd.length, 'repeat' in Object('')].join() + Object.keys(String.prototype).length",
        "'repeat,1,true0'",
    );
}
