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

/// Also where the code looks at it itself.
#[test]
fn none_of_several_promises_says_so() {
    check(&[
        ("await Promise.any([Promise.reject(1)])", "AggregateError: All promises were rejected"),
        (
            "try { await Promise.any([Promise.reject(1)]) } catch (e) { throw new Error(e.message + e.errors) }",
            "Error: All promises were rejected1 @1:66",
        ),
    ]);
}

#[test]
fn names_of_other_languages_are_told_as_they_are_here() {
    check(&[
        ("[1].append(2)", "TypeError: [1].append is not a function; here that is push(…) @1:5"),
        (
            "const x = JSON.parse('[1]')\nx.append(3)",
            "TypeError: x.append is not a function; here that is push(…) @2:3",
        ),
        ("'a'.strip()", "TypeError: 'a'.strip is not a function; here that is trim() @1:5"),
        ("'a'.startswith('a')", "TypeError: 'a'.startswith is not a function; did you mean startsWith? @1:5"),
        (
            "[1, 2].size()",
            "TypeError: [1, 2].size is not a function; use length, or size of a Map or Set, without parentheses @1:8",
        ),
        ("[1].len()", "TypeError: [1].len is not a function; here that is length, without parentheses @1:5"),
        (
            "new Map().size()",
            "TypeError: new Map().size is not a function; size is a property: leave the parentheses out @1:11",
        ),
        ("'a'.contains('a')", "TypeError: 'a'.contains is not a function; here that is includes(…) @1:5"),
        ("new Set().add2(1)", "TypeError: new Set().add2 is not a function; did you mean add? @1:11"),
        ("JSON.dumps({})", "TypeError: JSON.dumps is not a function; here that is stringify(…) @1:6"),
        ("const id = 5\nid.toLowerCase()", "TypeError: id.toLowerCase is not a function; id is a number @2:4"),
        ("const o = JSON.parse('{}')\no.trim()", "TypeError: o.trim is not a function; o is no text @2:3"),
        ("print('x')", "ReferenceError: print is not defined: use console.log(…) @1:1"),
        ("sleep(1)", "ReferenceError: sleep is not defined: use await new Promise(done => setTimeout(done, ms)) @1:1"),
        ("let a = None", "ReferenceError: None is not defined: use null @1:9"),
        (
            "const fs = 1; path.join('a')",
            "ReferenceError: path is not defined: there are no packages here. The language's own objects are there, and the functions that were given @1:15",
        ),
        ("del({ id: 1 })", "ReferenceError: del is not defined; did you mean tools.del? @1:1"),
        (
            "mail.inbx.read()",
            "TypeError: cannot read 'read' of mail.inbx, which is null or undefined; did you mean inbox? @1:11",
        ),
        (
            "tools.lists.find(1)",
            "TypeError: cannot read 'find' of tools.lists, which is null or undefined; did you mean list? @1:13",
        ),
        (
            "const { a } = mail.inbx",
            "TypeError: cannot destructure mail.inbx: it is undefined; did you mean inbox? @1:15",
        ),
        (
            "for (const x of mail.inbx) x",
            "TypeError: mail.inbx is not iterable: it is null or undefined; did you mean inbox? @1:17",
        ),
        ("const send = mail.inbx\nsend()", "TypeError: send is not a function; did you mean inbox? @2:1"),
        (
            "JSON.parse({ a: 1 })",
            "SyntaxError: JSON.parse was given an object, not a text: use it as it is, and await it first if it is a promise @1:6",
        ),
        ("const box = mail.inbox\nbox.reed()", "TypeError: box.reed is not a function; did you mean read? @2:5"),
        ("mail.inbox.reed()", "TypeError: mail.inbox.reed is not a function; did you mean read? @1:12"),
    ]);
}
