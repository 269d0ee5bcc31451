//! Tests that patterns over long texts take one pass. What they give is tested beside the search for text.

use crate::engine::testing::check;

/// With the engine's own these take seconds each.
#[test]
fn long_texts_take_one_pass() {
    check(
        "const t = 'ab '.repeat(60000); let n = 0; for (const _ of t.matchAll(/\\w+/g)) n++; return [n, t.match(/\\w+/g).length, t.replace(/ /g, '').length]",
        "[ 60000, 60000, 120000 ]",
    );
    check(
        "const s = 'some line of text\\r\\n'.repeat(5000); const r = /\\w+/y; let n = 0; while (r.test(s)) n++; return [s.split(/\\r?\\n/).length, n]",
        "[ 5001, 1 ]",
    );
}

/// A string of two bytes a character would make all text it is joined to twice as large.
#[test]
fn matches_are_what_they_are_for_short_texts() {
    check(
        "const t = 'ab12 '.repeat(30), m = /(?<w>[a-z]+)(\\d+)(x)?/d.exec(t); return [m.index, [...m], m.groups.w, m.indices[2], m.input === t, m.indices.groups.w, Object.keys(m)]",
        "[\n  0,\n  [ 'ab12', 'ab', '12', undefined ],\n  'ab',\n  [ 2, 4 ],\n  true,\n  [ 0, 2 ],\n  [ '0', '1', '2', '3', 'index', 'input', 'groups', 'indices' ]\n]",
    );
    check(
        "const t = 'ab12 '.repeat(30), r = /\\d/g; r.exec(t); t.concat(1).match(/a/); return [r.exec(t).index, r.lastIndex, r.exec('1'), r.lastIndex]",
        "[ 3, 4, null, 0 ]",
    );
}

#[test]
fn what_the_guest_changed_counts() {
    check("const r = /,/; r.exec = () => null; return r.test(',') || 'a,b'.split(r)", "[ 'a', 'b' ]");
    check("class R extends RegExp { exec() { return null } } return 'a,b'.split(new R(','))", "[ 'a,b' ]");
    check("RegExp.prototype.exec = () => null; return ['a,b'.split(/,/), /a/.test('a')]", "[ [ 'a,b' ], false ]");
    check(
        "const r = /,/; r.constructor = { [Symbol.species]: class { constructor() { return { exec: () => null, lastIndex: 0 } } } }; return 'a,b'.split(r)",
        "[ 'a,b' ]",
    );
    check(
        "return [/a/.exec.name, /a/.exec.length, RegExp.prototype[Symbol.split].name, RegExp.prototype[Symbol.split].length, ''.split(/a/), ''.split(/(?:)/)]",
        "[ 'exec', 1, '[Symbol.split]', 2, [ '' ], [] ]",
    );
    check(
        "return RegExp.prototype.exec.call({}, 'a')",
        "throws TypeError: RegExp.prototype.exec called with invalid value",
    );
    check(
        "const log = []; 'a,b,c'.split(/,/, { valueOf() { log.push(1); return 2 } }); return [log, 'a,b,c'.split(/(,)/, 3)]",
        "[ [ 1 ], [ 'a', ',', 'b' ] ]",
    );
    check("const r = /b/; return 'xaybz'.split(r, { valueOf() { r.compile('a'); return 9 } })", "[ 'xay', 'z' ]");
    check("return 'xaybz'.split(/b/, { valueOf() { RegExp.prototype.exec = () => null; return 9 } })", "[ 'xaybz' ]");
    check(
        "const { indices: i } = /(?<p>a|)(b|)(?<q>b|)(?<r>c)?/d.exec(''); return [i.groups.p === i[1], i.groups.q === i[3], i.groups.r]",
        "[ true, true, undefined ]",
    );
}

#[test]
fn sticky_patterns_match_where_they_stand() {
    for (code, expected) in [
        (
            "const r = /a(b)?/y; r.lastIndex = 2; const m = r.exec(t); return [m[0], m.length, m.index, m.input === t, r.lastIndex]",
            "[ 'ab', 2, 2, true, 4 ]",
        ),
        ("const r = /b/y; return [r.exec(t), r.lastIndex, r.test(t)]", "[ null, 0, false ]"),
        ("const r = /x*/y; r.lastIndex = 3; const m = r.exec(t); return [m[0], m.index, r.lastIndex]", "[ '', 3, 3 ]"),
        (
            "const r = /b/y; r.lastIndex = 1; return [r.test(t), r.lastIndex, r.test(t), r.lastIndex]",
            "[ true, 2, false, 0 ]",
        ),
        (
            "const r = /(?<x>a)(?<y>b)/dy; const m = r.exec(t); return [m.length, m.groups.y, m.indices.length, m.indices.groups.y]",
            "[ 3, 'b', 3, [ 1, 2 ] ]",
        ),
        (
            "const r = /a|b/gy; return [t.match(r).length, t.replace(/ab/y, '-').length, t.split(/b/y).length]",
            "[ 200, 199, 101 ]",
        ),
        ("const r = /b/y; r.lastIndex = 1000; return [r.test(t), r.lastIndex]", "[ false, 0 ]"),
        ("const r = /^b/my; r.lastIndex = 1; return r.test(t)", "false"),
        ("const r = /(?<=a)b/y; r.lastIndex = 1; return r.test(t)", "true"),
        (
            r"return [/\1/y.test(t), /(a)\2/y.test(t), /(a)\1?b/y.test(t), /\1/y.exec('\x01')[0].length]",
            "[ false, false, true, 1 ]",
        ),
        ("const r = /b/uy; r.lastIndex = 1; return [r.test(t), r.lastIndex]", "[ true, 2 ]"),
        ("const r = Object.freeze(/b/y); try { r.test(t) } catch (e) { return e.name }", "'TypeError'"),
        (
            "const r = /a/y; let n = 0; r.lastIndex = { valueOf() { n++; return 2 } }; return [r.test(t), r.lastIndex, n]",
            "[ true, 3, 1 ]",
        ),
        ("const r = /b/y; r.lastIndex = 1; r.compile('a', 'y'); return r.test(t)", "true"),
    ] {
        check(&format!("const t = 'ab'.repeat(100); {code}"), expected);
    }
}

/// The engine's looks through all of the text each time: this takes minutes.
#[test]
fn a_sticky_pattern_that_is_not_there_is_not_looked_for() {
    let start = std::time::Instant::now();
    check(
        "const t = 'a'.repeat(1e5), r = /b/y; let n = 0; for (let i = 0; i < 5000; i++) if (!r.test(t)) n++; return n",
        "5000",
    );
    assert!(start.elapsed().as_secs() < 60);
}
