//! Tests texts and orders of American English against V8, kept in `tests/fixtures/locale.json`; there, a plain space stands where
//! V8 puts a narrow one before AM and PM.

use crate::engine::testing::check;

#[test]
fn they_do_what_another_engine_does() {
    let table = include_str!("../../../../tests/fixtures/locale.json");
    let cases: Vec<(String, String)> = serde_json::from_str(table).unwrap();
    let cases: Vec<String> =
        cases.iter().map(|(code, expected)| format!("[() => {code}, {expected:?}, {code:?}]")).collect();
    let body = format!(
        "const wrong = []; for (const [f, expected, code] of [{}]) {{
           let is; try {{ is = JSON.stringify(f()) }} catch (e) {{ is = e.name }}
           if (is !== expected) wrong.push(code + ' is ' + is + ', not ' + expected);
         }} return wrong.length ? wrong.length + ': ' + wrong.slice(0, 40).join('\\n') : 'all'",
        cases.join(",\n")
    );
    check(&body, "'all'");
}

#[test]
fn what_is_not_known_is_an_error() {
    check(
        "return (5).toLocaleString('en-US', { notation: 'compact' })",
        "throws RangeError: the option notation cannot be 'compact' here: it can be standard",
    );
    check(
        "return new Date(0).toLocaleString('en-US', { timeZone: 'America/New_York' })",
        "throws RangeError: the option timeZone cannot be 'America/New_York' here: it can be UTC, the only zone there is",
    );
    check(
        "return 'a'.localeCompare('b', 'en', { sensitivity: 'x' })",
        "throws RangeError: the option sensitivity cannot be 'x' here: it can be variant, accent, base, case",
    );
}

#[test]
fn they_keep_the_standard_s_shape() {
    check(
        "return [(0).toLocaleString.length, ''.localeCompare.length, new Date().toLocaleDateString.length, (0n).toLocaleString.name]",
        "[ 0, 1, 0, 'toLocaleString' ]",
    );
    check(
        "return Number.prototype.toLocaleString.call('1')",
        "throws TypeError: Number.prototype.toLocaleString needs a number",
    );
    check("return Date.prototype.toLocaleString.call({})", "throws TypeError: toLocaleString needs a Date");
    check(
        "return String.prototype.localeCompare.call(undefined, '')",
        "throws TypeError: cannot convert null or undefined to Object",
    );
    check(
        "return ['e\\u0301'.localeCompare('é'), 'a\\u0000'.localeCompare('a'), '\\ud800'.localeCompare('\\ud801')]",
        "[ 0, 0, -1 ]",
    );
}
