//! Tests looking for text and patterns in text against V8, kept in `tests/fixtures/texts.json`, and that it takes one pass.

use crate::engine::testing::check;

#[test]
fn they_do_what_another_engine_does() {
    let table = include_str!("../../../../tests/fixtures/texts.json");
    let cases: Vec<(String, String)> = serde_json::from_str(table).unwrap();
    let cases: Vec<String> =
        cases.iter().map(|(code, expected)| format!("[() => {code}, {expected:?}, {code:?}]")).collect();
    // Rust writes `\u{301}` as JavaScript does.
    let body = format!(
        "const wrong = []; for (const [f, expected, code] of [{}]) {{
           let is; try {{ is = JSON.stringify(f()) ?? 'undefined' }} catch (e) {{ is = e.name }}
           if (is !== expected) wrong.push(code + ' is ' + is + ', not ' + expected);
         }} return wrong.length ? wrong.length + ': ' + wrong.slice(0, 8).join('\\n') : 'all'",
        cases.join(",\n")
    );
    check(&body, "'all'");
}

/// With the engine's own these take seconds each.
#[test]
fn long_texts_take_one_pass() {
    check(
        "const s = 'some line of text\\n'.repeat(20000); let n = 0; for (let i = -1; (i = s.indexOf('\\n', i + 1)) >= 0; ) n++; return [s.split('\\n').length, s.replaceAll('\\n', '').length, n]",
        "[ 20001, 340000, 20000 ]",
    );
    check(
        "const s = 'é中,'.repeat(20000); return [s.split(',').length, s.replaceAll(',', '-').split('-').length]",
        "[ 20001, 20001 ]",
    );
}

#[test]
fn they_keep_the_standard_s_shape() {
    check("return [''.split.length, ''.replaceAll.length, ''.indexOf.length, ''.includes.length]", "[ 2, 2, 1, 1 ]");
    check(
        "return String.prototype.split.call(null, 'a')",
        "throws TypeError: cannot convert null or undefined to Object",
    );
    check(
        "return ['a1b'.split(1), 'anullb'.split(null), 'ab'.split(), 'ab'.split(undefined, 0), ''.split(','), ''.split('')]",
        "[ [ 'a', 'b' ], [ 'a', 'b' ], [ 'ab' ], [], [ '' ], [] ]",
    );
    check("return 'a-b'.split({ [Symbol.split]: (s, l) => [s, l] }, 3)", "[ 'a-b', 3 ]");
    check(
        "return 'a'.replaceAll(/a/, 'b')",
        "throws TypeError: String.prototype.replaceAll called with a non-global RegExp argument",
    );
    check(
        "return 'ab'.includes(/a/)",
        "throws TypeError: First argument to String.prototype.includes must not be a regular expression",
    );
    check(
        "const s = 'x'.repeat(2 ** 13); try { return s.replaceAll('x', s).length } catch (e) { return e.name }",
        "67108864",
    );
    check(
        "const s = 'x'.repeat(2 ** 14); try { return s.replaceAll('x', s).length } catch (e) { return e.name }",
        "'RangeError'",
    );
}
