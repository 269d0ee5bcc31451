//! Tests that what stands in a Map or Set that is cleared goes on as the standard says.

use crate::engine::testing::check;

/// With the engine's own, each of these misses entries.
#[test]
fn iterators_go_on_with_what_is_added_after_a_clear() {
    check(
        "const m = new Map([[1, 'a'], [2, 'b']]), s = []; for (const [k] of m) { s.push(k); if (k === 1) { m.clear(); m.set(7, 'z') } } return s",
        "[ 1, 7 ]",
    );
    check(
        "const m = new Set([1, 2]), s = []; m.forEach(k => { s.push(k); if (k === 1) { m.clear(); m.add(7); m.add(8) } }); return s",
        "[ 1, 7, 8 ]",
    );
    check(
        "const m = new Map([[1, 1], [2, 2]]), s = []; m.forEach((v, k) => { s.push(k); if (k === 1) { m.clear(); m.set(7); m.set(8) } }); return s",
        "[ 1, 7, 8 ]",
    );
    check(
        "const m = new Set([1, 2, 3]), a = m.values(), b = m.values(); a.next(); a.next(); b.next(); m.delete(2); m.clear(); m.add(5); m.clear(); m.add(6); m.add(5); return [[...a], [...b], [...m], m.size]",
        "[ [ 6, 5 ], [ 6, 5 ], [ 6, 5 ], 2 ]",
    );
    check(
        "const m = new Map([[1, 1]]), i = m.keys(); i.next(); m.clear(); const done = i.next().done; m.set(2, 2); return [done, i.next().done, m.size]",
        "[ true, true, 1 ]",
    );
}

#[test]
fn it_does_what_the_standard_says() {
    check(
        "const m = new Map([[NaN, 1], [-0, 2]]); return [m.clear(), m.size, m.has(NaN), [...m]]",
        "[ undefined, 0, false, [] ]",
    );
    check(
        "const m = new Set([1]); m.clear(); m.add(2); return [m.size, [...m], Set.prototype.clear.length]",
        "[ 1, [ 2 ], 0 ]",
    );
    check("return Map.prototype.clear.call(new Set())", "throws TypeError: Map.prototype.clear needs a Map");
    check("return Set.prototype.clear.call({})", "throws TypeError: Set.prototype.clear needs a Set");
    check("Map.prototype.forEach = () => { throw 1 }; const m = new Map([[1, 1]]); m.clear(); return m.size", "0");
    check("const m = new Map(); for (let i = 0; i < 50000; i++) m.set(i, i); m.clear(); return m.size", "0");
}
