//! Tests of the places of what is thrown and no error, and of what a stack tells of causes.

use super::check;
use crate::engine::testing::stack_of;

#[test]
fn what_is_no_error_has_the_place_of_its_throw() {
    check(&[
        ("const f = () => { throw 'no rows' }\nf()", "GuestError: the code threw no rows, which is not an Error @1:19"),
        (
            "const code = 4\nif (code) {\n  throw { code }\n}",
            "GuestError: the code threw { code: 4 }, which is not an Error @3:3",
        ),
        (
            "const f = async n => { await n; throw `at ${n}` }\ntry { await f(1) } catch (e) { throw e }",
            "GuestError: the code threw at 1, which is not an Error @1:33",
        ),
        (
            "const name = 'fs'\nconst fs = await import(name)",
            "TypeError: cannot import 'fs': there are no modules here; use the functions you were given @2:18",
        ),
        ("const why = 'x'\nthrow why", "GuestError: the code threw x, which is not an Error @2:1"),
        (
            "try { throw 'a' } catch {}\nawait Promise.reject('b')",
            "GuestError: the code threw b, which is not an Error",
        ),
    ]);
}

#[test]
fn a_stack_tells_what_an_error_came_of() {
    let code = "try {\n  tools.x()\n} catch (cause) {\n  throw new Error('no rows', { cause })\n}";
    assert_eq!(
        stack_of(code),
        "Error: no rows\n    at guest.js:4:9\nCaused by: ReferenceError: tools is not defined\n    at guest.js:2:3"
    );
    let several = "const fail = text => Promise.reject(new TypeError(text))\nawait Promise.any([fail('a'), fail('b')])";
    let told = stack_of(several);
    let heads: Vec<_> = told.lines().filter(|line| line.starts_with("Caused")).collect();
    assert_eq!(heads, ["Caused by: TypeError: a", "Caused by: TypeError: b"], "{told}");
    let round = "const a = new Error('a'), b = new Error('b', { cause: a }); a.cause = b; throw a";
    assert_eq!(stack_of(round).matches("Caused by").count(), 4);
    assert!(stack_of("throw new Error('a', { cause: 'the disk' })").ends_with("\nCaused by: the disk"));
}
