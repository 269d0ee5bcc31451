//! Owns the list of guarded built-ins and where each looks. Deliberately absent: what a guard does.

use super::{Guard, Key, arrays, looks, maps, objects, patterns, proxies, sets};
use boa_engine::JsSymbol;

/// Functions of one object that look in the same places. Of an accessor `get size`, of a symbol `@@match`.
pub(super) type Row = (&'static str, Guard);

/// Guards by what they are found on.
pub(super) const GUARDS: &[(&str, &[Row])] = &[
    (
        "",
        &[
            ("Array", looks().only_arg()),
            ("Boolean, DataView, Object, eval", looks().arg(0)),
            ("Proxy", looks().arg(0).arg(1).instead(proxies::make, "what its traps answer").always()),
            ("RegExp", looks().key(MATCH).instead(patterns::make, "`Symbol.match`").always()),
            ("clearInterval, clearTimeout, queueMicrotask, setInterval, setTimeout", looks().arg(0)),
        ],
    ),
    ("%AsyncGenerator%", &[("next, return, throw", THIS)]),
    (
        "%TypedArray%.prototype",
        &[
            (
                "at, copyWithin, entries, fill, get @@toStringTag, get buffer, get byteLength, get byteOffset, \
                 get length, join, keys, reverse, set, slice, subarray, toLocaleString, toReversed, values, with",
                THIS,
            ),
            ("forEach, includes, indexOf, lastIndexOf, map, reduce, reduceRight, sort, toSorted", THIS.arg(0)),
            ("every, filter, find, findIndex, findLast, findLastIndex, some", THIS.result(0)),
        ],
    ),
    ("Array", &[("from", looks().arg(1)), ("isArray", looks().arg(0))]),
    (
        "Array.prototype",
        &[
            ("concat", looks().instead(arrays::concat, "`Symbol.isConcatSpreadable`")),
            ("every, filter, find, findIndex, findLast, findLastIndex, some", looks().result(0)),
            ("flat", looks().itself("its elements, as deep as it goes")),
            ("flatMap", looks().arg(0).instead(arrays::flat_map, "what argument 1 gives")),
            ("forEach, map, reduce, reduceRight", looks().arg(0)),
            ("includes", looks().arg(0).instead(arrays::includes, "its elements, up to a match")),
            ("indexOf", looks().arg(0).instead(arrays::index_of, "its elements, up to a match")),
            ("lastIndexOf", looks().arg(0).instead(arrays::last_index_of, "its elements, up to a match")),
            ("sort, toSorted", looks().arg(0).itself("its elements, where there are several")),
            ("toString", looks().gives()),
        ],
    ),
    ("ArrayBuffer", &[("isView", looks().arg(0))]),
    ("ArrayBuffer.prototype", &[("get byteLength, get maxByteLength, get resizable, resize, slice", THIS)]),
    ("BigInt.prototype", &[("toLocaleString, toString, valueOf", THIS)]),
    ("Boolean.prototype", &[("toString, valueOf", THIS)]),
    (
        "DataView.prototype",
        &[
            (
                "getBigInt64, getBigUint64, getFloat32, getFloat64, getInt16, getInt32, getUint16, getUint32",
                looks().arg(1),
            ),
            (
                "setBigInt64, setBigUint64, setFloat32, setFloat64, setInt16, setInt32, setUint16, setUint32",
                looks().arg(2),
            ),
        ],
    ),
    (
        "Date.prototype",
        &[
            ("@@toPrimitive", THIS.arg(0)),
            (
                "getDate, getDay, getFullYear, getHours, getMilliseconds, getMinutes, getMonth, getSeconds, \
                 getTime, getTimezoneOffset, getUTCDate, getUTCDay, getUTCFullYear, getUTCHours, \
                 getUTCMilliseconds, getUTCMinutes, getUTCMonth, getUTCSeconds, getYear, setDate, setFullYear, \
                 setHours, setMilliseconds, setMinutes, setMonth, setSeconds, setTime, setUTCDate, \
                 setUTCFullYear, setUTCHours, setUTCMilliseconds, setUTCMinutes, setUTCMonth, setUTCSeconds, \
                 setYear, toDateString, toISOString, toLocaleDateString, toLocaleString, toLocaleTimeString, \
                 toString, toTimeString, toUTCString, valueOf",
                THIS,
            ),
        ],
    ),
    (
        "Function.prototype",
        &[
            ("@@hasInstance", looks().instead(objects::has_instance, "its `prototype`")),
            ("bind", looks().instead(objects::bind, "its `name` and `length`")),
            ("toString", THIS),
        ],
    ),
    (
        "Iterator.prototype",
        &[
            ("drop, take, toArray", THIS),
            ("every, find, some", THIS.result(0)),
            ("filter", THIS.result(0).always()),
            ("flatMap, forEach, map, reduce", THIS.arg(0)),
        ],
    ),
    (
        "JSON",
        &[
            ("parse", looks().result(1)),
            ("stringify", looks().arg(1).arg(2).itself("what `toJSON` and the replacer give")),
        ],
    ),
    ("Map", &[("groupBy", looks().result(1))]),
    (
        "Map.prototype",
        &[
            ("clear, entries, get size, keys, values", THIS),
            ("delete, forEach, getOrInsert", THIS.arg(0)),
            ("get", THIS.arg(0).instead(maps::get, "").always()),
            ("getOrInsertComputed", THIS.arg(0).arg(1)),
            ("has", THIS.arg(0).instead(maps::has_key, "").always()),
            ("set", THIS.arg(0).instead(maps::set, "").always()),
        ],
    ),
    ("Number", &[("isFinite, isInteger, isNaN, isSafeInteger", looks().arg(0))]),
    ("Number.prototype", &[("toExponential, toFixed, toLocaleString, toPrecision, toString, valueOf", THIS)]),
    (
        "Object",
        &[
            ("assign", looks().arg(0)),
            (
                "create, defineProperties",
                looks().arg(0).instead(objects::define_properties, "all of a property but its `value`"),
            ),
            ("defineProperty", looks().instead(objects::define_property, "all of a property but its `value`")),
            ("groupBy, setPrototypeOf", looks().arg(1)),
            ("is", looks().arg(0).arg(1)),
        ],
    ),
    (
        "Object.prototype",
        &[
            ("__defineGetter__, __defineSetter__", looks().arg(1)),
            ("isPrototypeOf, valueOf", THIS),
            ("set __proto__", THIS.arg(0)),
            ("toString", looks().key(Key::Symbol(JsSymbol::to_string_tag))),
        ],
    ),
    ("Promise", &[("all, allSettled, any, race", looks().key(Key::Text("resolve")))]),
    ("Promise.prototype", &[("finally", looks().arg(0)), ("then", THIS.arg(0).arg(1))]),
    ("Proxy", &[("revocable", looks().arg(0).arg(1).instead(proxies::make, "what its traps answer").always())]),
    (
        "Reflect",
        &[
            ("construct", looks().arg(2).gives()),
            ("defineProperty", looks().instead(objects::define_property, "all of a property but its `value`")),
            ("get", looks().arg(2)),
            ("set", looks().arg(3)),
            ("setPrototypeOf", looks().arg(1)),
        ],
    ),
    ("RegExp", &[("escape", looks().arg(0))]),
    (
        "RegExp.prototype",
        &[
            ("@@match", looks().gives()),
            ("compile", THIS.arg(0).arg(1)),
            (
                "exec, get dotAll, get global, get hasIndices, get ignoreCase, get multiline, get source, \
                 get sticky, get unicode, get unicodeSets",
                THIS,
            ),
            ("get flags", THIS.instead(patterns::flags, "the properties that say which flags are set")),
            ("test", THIS.instead(patterns::test, "what `exec` gives")),
        ],
    ),
    (
        "Set.prototype",
        &[
            ("add", THIS.arg(0).instead(maps::add, "").always()),
            ("delete, forEach", THIS.arg(0)),
            ("has", THIS.arg(0).instead(maps::has_member, "").always()),
            ("clear, entries, get size, values", THIS),
            (
                "difference, intersection, isDisjointFrom, isSubsetOf, isSupersetOf, symmetricDifference, union",
                THIS.instead(sets::with_other, "members of the other, and what its `has` answers"),
            ),
        ],
    ),
    (
        "String.prototype",
        &[
            ("endsWith, includes, startsWith", looks().instead(patterns::part, "`Symbol.match`")),
            ("matchAll", looks().key(MATCH)),
            ("replace", looks().arg(1)),
            ("replaceAll", looks().arg(1).key(MATCH)),
            ("toString, valueOf", THIS),
        ],
    ),
    ("TextDecoder.prototype", &[("decode", THIS.arg(0))]),
    (
        "WeakMap.prototype",
        &[("delete, get, getOrInsert, has, set", THIS.arg(0)), ("getOrInsertComputed", THIS.arg(0).arg(1))],
    ),
    ("WeakSet.prototype", &[("add, delete, has", THIS.arg(0))]),
    ("crypto", &[("getRandomValues", looks().arg(0))]),
];

/// What it is called on, which the engine knows by what is inside of it.
const THIS: Guard = looks().this();
/// Whether something is a pattern.
const MATCH: Key = Key::Symbol(JsSymbol::r#match);
