//! Tests of `URLSearchParams` by the WHATWG rules.

use crate::engine::testing::check;

#[test]
fn it_is_made_of_text_pairs_and_objects() {
    check(
        "return ['?a=1&b=%20+x&a=é', [['a', 1], ['b', 2]], { a: 1, b: [2, 3] }, new Map([['m', 1]]), new URLSearchParams('c=1'), undefined, ''].map(i => new URLSearchParams(i).toString())",
        "[ 'a=1&b=++x&a=%C3%A9', 'a=1&b=2', 'a=1&b=2%2C3', 'm=1', 'c=1', '', '' ]",
    );
    check("Array.from = () => []; return new URLSearchParams(new Set([['a', 1]]).values()).toString()", "'a=1'");
    check(
        "return new URLSearchParams([['a']])",
        "throws TypeError: URLSearchParams needs pairs, as in [['page', '2']]",
    );
}

#[test]
fn pairs_can_be_read_and_changed() {
    check(
        "const p = new URLSearchParams('a=1&b=2&a=3'); return [p.get('a'), p.get('x'), p.getAll('a'), p.has('a'), p.has('a', '9'), p.size]",
        "[ '1', null, [ '1', '3' ], true, false, 3 ]",
    );
    check(
        "const p = new URLSearchParams('a=1&b=2&a=3'); p.set('a', 5); p.set('c', 6); p.append('b', 7); const one = `${p}`; p.delete('b', '2'); const two = `${p}`; p.delete('b'); return [one, two, `${p}`]",
        "[ 'a=5&b=2&c=6&b=7', 'a=5&c=6&b=7', 'a=5&c=6' ]",
    );
    check(
        "const p = new URLSearchParams('z=1&a=2&z=0&ﬃ=3&🌈=4'); p.sort(); return [...p.keys()].join()",
        "'a,z,z,🌈,ﬃ'",
    );
}

#[test]
fn it_can_be_iterated() {
    check(
        "const p = new URLSearchParams('a=1&b=2'), seen = []; p.forEach((v, k, o) => seen.push(k + v + (o === p))); return [[...p], Object.fromEntries(p), [...p.keys()], [...p.values()], [...p.entries()].length, seen, p[Symbol.iterator] === p.entries]",
        "[
  [ [ 'a', '1' ], [ 'b', '2' ] ],
  { a: '1', b: '2' },
  [ 'a', 'b' ],
  [ '1', '2' ],
  2,
  [ 'a1true', 'b2true' ],
  true
]",
    );
}
