//! Tests that what makes large things looks at the memory first, and does what it did.

use crate::engine::state;
use crate::engine::testing::{Bench, check, result};
use std::cell::Cell;

thread_local!(static READS: Cell<usize> = const { Cell::new(0) });

/// How often the memory was read while this ran.
fn reads(code: &str) -> usize {
    let mut bench = Bench::new();
    state::state(&mut bench.context).unwrap().measure_memory(|| {
        READS.set(READS.get() + 1);
        0
    });
    READS.set(0);
    let said = bench.run(&format!("const list = [1, [2]], map = new Map(), object = {{ a: 1 }}; {code}"));
    assert!(!said.starts_with("throws"), "{code}: {said}");
    READS.get()
}

/// Without it a run that makes arrays for nothing ends as MemoryLimit although little of it is in use.
#[test]
fn they_look_at_the_memory() {
    for code in [
        "list.slice()",
        "list.concat(list)",
        "list.map(x => x)",
        "list.filter(x => x)",
        "list.flat()",
        "list.flatMap(x => x)",
        "list.splice(0, 1)",
        "list.unshift(1)",
        "list.toSorted()",
        "list.toReversed()",
        "list.toSpliced(0, 1)",
        "list.with(0, 1)",
        "list.push(1)",
        "Array.from(list)",
        "Array.of(1)",
        "Object.keys(object)",
        "Object.values(object)",
        "Object.entries(object)",
        "Object.fromEntries([])",
        "Object.assign(object, object)",
        "Object.groupBy([], x => x)",
        "Map.groupBy([], x => x)",
        "map.set(1, 2)",
        "new Set().add(1)",
    ] {
        assert!(reads(code) > reads(""), "{code}");
    }
}

#[test]
fn they_are_as_they_were() {
    check(
        "return [[].slice.name, [].slice.length, [].push.length, new Map().set.name, Array.from.length, Object.keys.name].join()",
        "'slice,2,1,set,1,keys'",
    );
    check("return [].push.call({ length: 1 }, 'a')", "2");
    check(
        "class L extends Array {} const l = new L(); l.push(1, 2); return [l.length, l.slice() instanceof L]",
        "[ 2, true ]",
    );
    check("return new Map().set('a') instanceof Map", "true");
    check("try { new Set().add.call({}, 1) } catch (e) { return e.name }", "'TypeError'");
    check("try { new Map().set.call(new Set(), 1, 2) } catch (e) { return e.name }", "'TypeError'");
    check(
        "return Object.freeze([1]).length + (() => { try { Object.freeze([1]).push(2) } catch (e) { return e.name } })()",
        "'1TypeError'",
    );
}

#[test]
fn spreads_of_objects_are_what_they_were() {
    for (code, expected) in [
        ("return [1, 2].reduce((all, x) => ({ ...all, ['k' + x]: x }), {})", r#"{"k1":1,"k2":2}"#),
        (
            "const f = o => ({ a: 1, ...o, ...(o ? { b: 2 } : null), c: 3 }); return [f({ a: 0 }), f()]",
            r#"[{"a":0,"b":2,"c":3},{"a":1,"c":3}]"#,
        ),
        ("for (const $room of [{ a: 1 }]) return { ...$room }", r#"{"a":1}"#),
        ("const f = () => ({ ...'ab', ...[1] }); return f()", r#"{"0":1,"1":"b"}"#),
    ] {
        assert_eq!(result(code), expected, "{code}");
    }
}
