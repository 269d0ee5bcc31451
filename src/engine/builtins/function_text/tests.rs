//! Tests that a function's text is the user's, whatever lowering made of it.

use crate::engine::testing::{check, result};

#[test]
fn the_text_is_what_the_user_wrote() {
    for text in [
        "function f(a, b) { try { return a?.b() } catch (e) { return [...b, e] } finally { b.length = 0 } }",
        "(a, { [b]: c = 1 }) => { let n = 1; return `${n + n++}` /* all of it */ }",
        "async function* g() { one: for (const x of y) for (const z of x) break one; }",
        "(s, list) => { for (const x of list) s += x; return s }",
        "function (using) { return using }",
    ] {
        let code = format!("return String(({text}))");
        assert_eq!(result(&code), format!("{text:?}"), "{text}");
    }
    assert_eq!(result("return String((f = (n: number) => n) => f)"), "\"(f = (n: number) => n) => f\"");
    assert_eq!(
        result("const o = { get x() { return [...[]] } }\nreturn String(Object.getOwnPropertyDescriptor(o, 'x').get)"),
        "\"get x() { return [...[]] }\""
    );
}

#[test]
fn the_rest_is_as_it_was() {
    check("return [].map + '' + (() => {}).bind()", "'function map() { [native code] }function () { [native code] }'");
    check("return Function.prototype.toString.call({})", "throws TypeError: not a function");
    check("return Function.prototype.toString.length + Function.prototype.toString.name", "'0toString'");
}
