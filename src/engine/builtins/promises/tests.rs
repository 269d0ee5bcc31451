//! Tests that promises of what cannot be iterated over say so, with a line.

use crate::engine::testing::{check, result};

/// The engine's errors name nothing, and have no line.
#[test]
fn what_is_no_list_is_named() {
    for (code, expected) in [
        (
            "\nawait Promise.all(5)",
            "TypeError: Promise.all(…) was given a number where it needs something to iterate over @2:15",
        ),
        (
            "await Promise.race({})",
            "TypeError: Promise.race(…) was given an object where it needs something to iterate over @1:15",
        ),
        (
            "await Promise.allSettled()",
            "TypeError: Promise.allSettled(…) was given undefined where it needs something to iterate over @1:15",
        ),
        (
            "await Promise.all(null)",
            "TypeError: Promise.all(…) was given null where it needs something to iterate over",
        ),
        ("const f = async () => 1\nawait Promise.any(f())", "TypeError: Promise.any(…) was given"),
    ] {
        let text = result(code);
        assert!(text.starts_with(expected), "{code}\n{text}");
    }
}

#[test]
fn they_are_what_they_were() {
    for (code, expected) in [
        ("return await Promise.all([1, Promise.resolve(2)])", "[ 1, 2 ]"),
        ("return await Promise.all('ab')", "[ 'a', 'b' ]"),
        ("return (await Promise.allSettled(new Set([1])))[0].status", "'fulfilled'"),
        ("return await Promise.race([1, new Promise(() => {})])", "1"),
        (
            "return [Promise.all.name, Promise.any.length, await Promise.all(5).catch(e => e instanceof TypeError)]",
            "[ 'all', 1, true ]",
        ),
        ("class P extends Promise {} return P.all([]) instanceof P", "true"),
        ("return await Promise.all({ get [Symbol.iterator]() { return () => [1].values() } })", "[ 1 ]"),
        ("return await Promise.all(new Proxy([3], {}))", "[ 3 ]"),
        ("try { Promise.all.call(undefined, 5) } catch (e) { return e.name }", "'TypeError'"),
    ] {
        check(code, expected);
    }
}
