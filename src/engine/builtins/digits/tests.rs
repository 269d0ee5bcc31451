//! Tests number texts against those of V8, kept in `tests/fixtures/numbers.json`, and what is left of the standard.

use crate::engine::testing::check;

/// With the engine's own, many of these differ.
#[test]
fn digits_are_those_of_another_engine() {
    let table = include_str!("../../../../tests/fixtures/numbers.json");
    check(
        &format!(
            "const wrong = []; for (const [text, d, e, p] of {table}) {{
               const x = Number(text), f = x.toExponential(d), q = d ? x.toPrecision(d) : '';
               if (f !== e || q !== p) wrong.push([text, d, f, e, q, p].join(' '));
             }} return wrong.length ? wrong.slice(0, 5).join('; ') : 'all'"
        ),
        "'all'",
    );
}

#[test]
fn they_do_what_the_standard_says() {
    check(
        "return [(25).toExponential(), (0).toExponential(), (-1.5e-7).toExponential(), (5e-324).toExponential()].join()",
        "'2.5e+1,0e+0,-1.5e-7,5e-324'",
    );
    check(
        "return [NaN.toExponential(), Infinity.toPrecision(1000), (-Infinity).toExponential(-1), (1.5).toPrecision()].join()",
        "'NaN,Infinity,-Infinity,1.5'",
    );
    for call in ["(1).toExponential(101)", "(1).toExponential(-1)", "(1).toPrecision(0)", "(1).toPrecision(Infinity)"] {
        check(&format!("try {{ return {call} }} catch (e) {{ return e.name }}"), "'RangeError'");
    }
    check(
        "return [new Number(99.99).toPrecision(3), (1).toPrecision.length, (1).toExponential.length, (0).toPrecision(1)].join()",
        "'100,1,1,0'",
    );
    check(
        "return Number.prototype.toPrecision.call('1', 2)",
        "throws TypeError: Number.prototype.toPrecision needs a number",
    );
}
