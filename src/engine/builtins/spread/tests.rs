//! Tests that a spread in an array literal is what the standard says: through helpers, in a whole run.

use crate::engine::testing::result;

#[test]
fn spreads_give_what_iterating_gives() {
    for (code, expected) in [
        ("const a = [1, 2]; return [...a, 3, ...a]", "[1,2,3,1,2]"),
        ("return [...'a😀', ...new Set([1, 1]), ...new Map([[1, 2]])]", r#"["a","😀",1,[1,2]]"#),
        ("const a = [1, , 3]; return [...a].map(x => x ?? 0)", "[1,0,3]"),
        ("const a = [1]; const b = [...a]; b.push(2); return [a, b]", "[[1],[1,2]]"),
        ("const s = new Set([1, 2, 3]); s.delete(2); return [...s, s.size]", "[1,3,2]"),
        ("function* f() { yield 1; yield 2 } return [...f(), ...f()]", "[1,2,1,2]"),
        ("return [...[1, 2].entries(), ...new Map([[3, 4]]).values()]", "[[0,1],[1,2],4]"),
        ("return [...[...[...[1], 2], 3], [...[4]]]", "[1,2,3,[4]]"),
        (
            "const o = []; const one = n => ({ *[Symbol.iterator]() { o.push(n); yield n } }); return [[...one(1), o.push('x'), ...one(2)], o]",
            r#"[[1,2,2],[1,"x",2]]"#,
        ),
        (
            "const f = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function* () { yield 'mine' }; const a = [...[1, 2]]; Array.prototype[Symbol.iterator] = f; return [a, ...[1]]",
            r#"[["mine"],1]"#,
        ),
        (
            "const of = Object.getPrototypeOf([][Symbol.iterator]()); const f = of.next; let n = 0; of.next = function () { n++; return f.call(this) }; const a = [...[1, 2]]; of.next = f; return [a, n]",
            "[[1,2],3]",
        ),
        (
            "class A extends Array { *[Symbol.iterator]() { yield 9 } } return [...new A(3), ...Object.assign([1], { [Symbol.iterator]: function* () { yield 8 } })]",
            "[9,8]",
        ),
        ("return [1, 2, 3, 4].reduce((all, x) => x % 2 ? [...all, x] : all, [])", "[1,3]"),
        ("const a = (...b) => [...b, b.length]; return a(1, 2)", "[1,2,2]"),
        (
            "let r = []; const f = x => [...x] && 1\nr = [...[1]]\nreturn [typeof[...r], [...r][0], f([])]",
            r#"["object",1,1]"#,
        ),
        ("return await (async () => [...await Promise.resolve([1])])()", "[1]"),
    ] {
        assert_eq!(result(code), expected, "{code}");
    }
}

#[test]
fn what_cannot_be_spread_is_named() {
    for (code, expected) in [
        ("const rows = undefined\nreturn [1, ...rows]", "rows is not iterable: it is null or undefined"),
        ("const o = { a: {} }\nreturn [...o.a, 1]", "o.a is not iterable: it is an object. Use Object.values(o.a)"),
        ("return [...5]", "5 is not iterable"),
        ("const f = async () => []\nreturn [...f()]", "f() is not iterable: it is a promise. Await it first"),
    ] {
        let text = result(code);
        assert!(text.contains(expected), "{code}\n{text}");
    }
}
