//! Tests that a forgotten `await` is named: which expression is a promise, and that it was not awaited.

use super::check;

#[test]
fn what_was_read_from_a_promise_is_told() {
    check(&[
        (
            "const list = tools.list()\nreturn list[0].id.x",
            "TypeError: cannot read 'id' of list[0], which is null or undefined; list is a promise: await it first @2:16",
        ),
        (
            "const list = tools.list()\nreturn list.items.map(x => x)",
            "TypeError: cannot read 'map' of list.items, which is null or undefined; list is a promise: await it first @2:19",
        ),
        (
            "const { items } = tools.list()\nreturn items.map(x => x)",
            "TypeError: cannot read 'map' of items, which is null or undefined; tools.list() on line 1 is a promise: await it first @2:14",
        ),
        (
            "const { items: { a } } = tools.list()",
            "TypeError: cannot destructure tools.list().items: it is undefined; tools.list() is a promise: await it first @1:26",
        ),
        (
            "const [first] = tools.list()",
            "TypeError: tools.list() is not iterable: it is a promise. Await it first @1:17",
        ),
        (
            "const [a, b] = Promise.all([tools.list(), tools.del()])",
            "TypeError: Promise.all([tools.list(), tools.del()]) is not iterable: it is a promise. Await it first @1:16",
        ),
        (
            "for (const x of tools.list().items) x",
            "TypeError: tools.list().items is not iterable: it is null or undefined; tools.list() is a promise: await it first @1:17",
        ),
        ("return [...tools.list()]", "TypeError: tools.list() is not iterable: it is a promise. Await it first @1:12"),
        (
            "return new Set(tools.list())",
            "TypeError: new Set(…) was given an object where it needs something to iterate over; tools.list() is a promise: await it first @1:8",
        ),
        (
            "return Object.fromEntries(tools.list())",
            "TypeError: Object.fromEntries(…) was given an object where it needs something to iterate over; tools.list() is a promise: await it first @1:15",
        ),
        (
            "return Object.entries(tools.list().a)",
            "TypeError: Object.entries(…) was given null or undefined where it needs an object; tools.list() is a promise: await it first @1:15",
        ),
        (
            "const load = tools.list().then(r => r.length)\nload.toFixed(2)",
            "TypeError: load.toFixed is not a function; load is a promise: await it first @2:6",
        ),
        (
            "const rows = (tools.list() || []).map(x => x)",
            "TypeError: (tools.list() || []).map is not a function; tools.list() || [] is a promise: await it first @1:35",
        ),
        (
            "let rows\ntry { rows = tools.list() } catch {}\nrows.forEach(r => r)",
            "TypeError: rows.forEach is not a function; rows is a promise: await it first @3:6",
        ),
        ("let rows = tools.list()\nrows = await rows\nrows.forEach(r => r)", "waits"),
        (
            "const p = fetchRows()\nconst { a, ...rest } = p\na.b",
            "TypeError: cannot read 'b' of a, which is null or undefined; p on line 2 is a promise: await it first @3:3",
        ),
        (
            "class Api { async load() { return [1] } }\nconst api = new Api()\nreturn api.load().map(x => x)",
            "TypeError: api.load().map is not a function; api.load() is a promise: await it first @3:19",
        ),
        (
            "const api = { async load() { return [1] } }\nconst rows = api.load()\nreturn rows.filter(x => x)",
            "TypeError: rows.filter is not a function; rows is a promise: await it first @3:13",
        ),
        (
            "class Api { async load() { return [1] } }\nclass Other { load() { return 1 } }\nreturn new Other().load().map(x => x)",
            "TypeError: new Other().load().map is not a function; new Other().load() is no array: await it if it is a promise @3:27",
        ),
        (
            "await main()\nasync function main() { const rows = load(); return rows.map(x => x) }\nasync function load() { return [1] }",
            "TypeError: rows.map is not a function; rows is a promise: await it first @2:58",
        ),
        (
            "tools.list.map(x => x)",
            "TypeError: tools.list.map is not a function; tools.list is a function: call it and await what it gives, (await tools.list(…)).map @1:12",
        ),
        (
            "(await tools.list).map(x => x)",
            "TypeError: (await tools.list).map is not a function; tools.list is a function: call it and await what it gives, (await tools.list(…)).map @1:20",
        ),
        (
            "function f(rows) { return rows.map(x => x) }\nf(tools.list())",
            "TypeError: rows.map is not a function; rows is no array: await it if it is a promise @1:32",
        ),
    ]);
}

#[test]
fn a_list_of_promises_is_told() {
    check(&[
        (
            "const all = [1, 2].map(id => tools.list({ id }))\nreturn all.map(r => r.name.toUpperCase())",
            "TypeError: cannot read 'toUpperCase' of r.name, which is null or undefined; all is a list of promises: await Promise.all(…) of it first @2:28",
        ),
        (
            "const all = [1, 2].map(id => { return tools.list({ id }) })\nall.forEach(function (r) { r.name.first })",
            "TypeError: cannot read 'first' of r.name, which is null or undefined; all is a list of promises: await Promise.all(…) of it first @2:35",
        ),
        (
            "const all = [1, 2].map(tools.list)\nreturn all[0].name.first",
            "TypeError: cannot read 'first' of all[0].name, which is null or undefined; all is a list of promises: await Promise.all(…) of it first @2:20",
        ),
        (
            "const all = [1, 2].map(async id => 1)\nfor (const r of all) r.name.x",
            "TypeError: cannot read 'x' of r.name, which is null or undefined; all is a list of promises: await Promise.all(…) of it first @2:29",
        ),
        (
            "const all = [1, 2].map(async id => 1)\nreturn all.filter(r => r.ok()).length",
            "TypeError: r.ok is not a function; all is a list of promises: await Promise.all(…) of it first @2:26",
        ),
        (
            "const [a, b] = [tools.list(), fetchRows()]\nreturn a.concat(b)",
            "TypeError: a.concat is not a function; [tools.list(), fetchRows()] on line 1 is a list of promises: await Promise.all(…) of it first @2:10",
        ),
        (
            "const all = [1, 2].map(id => ({ id }))\nreturn all.map(r => r.name.first)",
            "TypeError: cannot read 'first' of r.name, which is null or undefined @2:28",
        ),
    ]);
}

/// Where the program does not tell, nothing is said.
#[test]
fn what_is_awaited_or_not_known_is_not_called_a_promise() {
    check(&[
        (
            "const m = new Map([['x', 1]])\nclass Api { async get() {} }\nm.get('x').foo()",
            "TypeError: m.get('x').foo is not a function @3:12",
        ),
        (
            "for await (const r of [1].map(async id => ({ id }))) r.name.first",
            "TypeError: cannot read 'first' of r.name, which is null or undefined @1:61",
        ),
    ]);
}
