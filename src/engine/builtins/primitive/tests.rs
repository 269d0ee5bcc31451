//! Tests that conversions that go round in circles end in an error, and that nothing else is seen of the means.

use crate::engine::testing::check;

/// With the engine's own, each of these gives 0, '' or false.
#[test]
fn a_conversion_that_needs_itself_is_a_range_error() {
    for object in [
        "const o = { valueOf() { return +o } }; o + 1",
        "const o = { valueOf() { return o < 1 } }; o < 1",
        "const o = { toString() { return `<${o}>` } }; `${o}`",
        "const o = { toString() { return '' + this } }; String(o)",
        "const o = { get [Symbol.toStringTag]() { return String(o) } }; String(o)",
        "class A { toString() { return `A(${this})` } } ({})[new A()]",
        "const a = { toString: () => `${b}` }, b = { toString: () => `${a}` }; `${a}`",
    ] {
        check(&format!("try {{ {object}; return 'none' }} catch (e) {{ return e.name }}"), "'RangeError'");
    }
    check(
        "const o = { toString() { return `${o}` } }; try { `${o}` } catch {} const p = { toString: () => 'fine' }; return `${p}`",
        "'fine'",
    );
}

/// The engine's gives '<>' here.
#[test]
fn a_conversion_inside_itself_that_ends_is_right() {
    check("let n = 0; const o = { toString() { return n++ < 3 ? `<${o}>` : 'end' } }; return `${o}`", "'<<<end>>>'");
    check("const a = [1]; a.push(a); return String(a)", "'1,'");
}

#[test]
fn it_looks_as_if_it_were_not_there() {
    check(
        "return [({})[Symbol.toPrimitive], [][Symbol.toPrimitive], (() => 1)[Symbol.toPrimitive]]",
        "[ undefined, undefined, undefined ]",
    );
    check(
        "const o = {}; o[Symbol.toPrimitive] = h => h; return [`${o}`, +o, o + '', Object.getOwnPropertyDescriptor(o, Symbol.toPrimitive).writable]",
        "[ 'string', NaN, 'default', true ]",
    );
    check(
        "const o = Object.freeze({}); o[Symbol.toPrimitive] = 1",
        "throws TypeError: cannot redefine property: Symbol(Symbol.toPrimitive)",
    );
    check("const k = []; for (const key in {}) k.push(key); return [k, Reflect.ownKeys({})]", "[ [], [] ]");
    check(
        "return [+new Date(5), `${Object(1n)}`, Object('a') + 'b', `${[1, [2]]}`, `${{}}`]",
        "[ 5, '1', 'ab', '1,2', '[object Object]' ]",
    );
    check("return `${Object.create(null)}`", "throws TypeError: cannot convert object to primitive value");
}
