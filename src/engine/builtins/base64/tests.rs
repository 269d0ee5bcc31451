//! Tests of `atob` and `btoa` by the WHATWG rules.

use crate::engine::testing::check;

#[test]
fn bytes_survive_both_ways() {
    check(
        "return [btoa('hello'), btoa(''), btoa('\\xff\\x00'), atob('aGVsbG8='), atob('/wA=') === '\\xff\\x00', btoa(5)]",
        "[ 'aGVsbG8=', '', '/wA=', 'hello', true, 'NQ==' ]",
    );
    check("let s = ''; for (let i = 0; i < 256; i++) s += String.fromCharCode(i); return atob(btoa(s)) === s", "true");
}

#[test]
fn decoding_forgives_what_the_standard_forgives() {
    check(
        "return [atob(' aGVs\\nbG8 '), atob('aGVsbG8'), atob('YQ'), atob('YR=='), atob('')]",
        "[ 'hello', 'hello', 'a', 'a', '' ]",
    );
    for code in
        ["atob('a')", "atob('YQ=')", "atob('====')", "atob('YQ==YQ==')", "atob('a€==')", "atob('ab-_')", "btoa('€')"]
    {
        check(
            &format!("try {{ return {code} }} catch (e) {{ return [e.name, e instanceof Error] }}"),
            "[ 'InvalidCharacterError', true ]",
        );
    }
    check("return btoa()", "throws TypeError: btoa needs a string");
}
