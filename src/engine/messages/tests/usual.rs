//! Tests of what is said of mistakes that models commonly make.

use super::check;

#[test]
fn usual_mistakes_are_told_with_what_to_do() {
    check(&[
        (
            "fetch('x')",
            "ReferenceError: fetch is not defined: there is no network here. Call the functions that were given @1:1",
        ),
        (
            "const fs = require('fs')",
            "ReferenceError: require is not defined: there are no modules here. The functions that were given are globals @1:12",
        ),
        (
            "Buffer.from('a')",
            "ReferenceError: Buffer is not defined: use Uint8Array, TextEncoder and TextDecoder, atob and btoa @1:1",
        ),
        (
            "const list = [1]\nlist.length()",
            "TypeError: list.length is not a function; length is a property: leave the parentheses out @2:6",
        ),
        (
            "const o = { a: 1 }\no.map(x => x)",
            "TypeError: o.map is not a function; o is an object: use Object.values(o) or Object.entries(o) @2:3",
        ),
        ("const s = 'a,b'\ns.push('c')", "TypeError: s.push is not a function; s is a string @2:3"),
        ("const s = '5'\ns.toFixed(2)", "TypeError: s.toFixed is not a function; s is a string @2:3"),
        ("undefinedFn()", "ReferenceError: undefinedFn is not defined @1:1"),
        ("[1].forEach(5)", "TypeError: [1].forEach(…) needs a function as its first argument @1:5"),
        (
            "new Date('x').toISOString()",
            "RangeError: new Date('x').toISOString(…) was called on an invalid date. Check what the date was made of: Number.isNaN(date.getTime()) tells @1:15",
        ),
        ("new Promise()", "TypeError: new Promise(…) needs a function: (resolve, reject) => … @1:1"),
        ("new Map([1])", "TypeError: new Map(…) was given an element that is not a [key, value] pair @1:1"),
        ("'a'.matchAll(/a/)", "TypeError: 'a'.matchAll(…) needs a pattern with the flag g, as in /x/g @1:5"),
        (
            "decodeURIComponent('100%')",
            "URIError: decodeURIComponent(…) was given a text with a % that starts no character; a % itself is written %25 @1:1",
        ),
        (
            "Number(Symbol())",
            "TypeError: cannot make a text or a number of a symbol in Number(Symbol()): use String(…) @1:1",
        ),
    ]);
}
