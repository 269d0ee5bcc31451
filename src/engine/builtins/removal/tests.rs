//! Tests that what is deleted from large Maps and Sets is gone, in its order, whoever is iterating over them.

use crate::engine::testing::check;
use std::time::Instant;

/// Each with a Map and with a Set of 0 to 999; `list` gives their keys.
fn both(code: &str, expected: &str) {
    for make in ["new Map(keys.map(k => [k, k]))", "new Set(keys)"] {
        check(
            &format!(
                "const keys = Array.from({{ length: 1000 }}, (_, i) => i), list = c => [...c.keys()].join(); const c = {make}; const put = k => c.set ? c.set(k, k) : c.add(k); {code}"
            ),
            expected,
        );
    }
}

#[test]
fn what_is_left_is_what_was_not_deleted() {
    both(
        "for (const k of keys) if (k % 7) c.delete(k); return [c.size, list(c) === keys.filter(k => !(k % 7)).join()]",
        "[ 143, true ]",
    );
    both(
        "for (const k of keys) c.delete(k); put('x'); return [c.size, list(c), c.has(1), c.delete(1), c.delete('x'), c.size]",
        "[ 1, 'x', false, false, true, 0 ]",
    );
    both(
        "for (let k = 0; k < 5000; k++) { c.delete(k); put(k + 1000) } return [c.size, list(c).slice(0, 9), c.has(4999), c.has(5000)]",
        "[ 1000, '5000,5001', false, true ]",
    );
    both(
        "for (const k of keys) c.delete(k); for (const k of keys) put(k); c.delete(0); return [c.size, list(c).length]",
        "[ 999, 3887 ]",
    );
    both(
        "for (let k = 0; k < 900; k++) c.delete(k); c.clear(); put(1); put(2); c.delete(1); return [c.size, list(c)]",
        "[ 1, '2' ]",
    );
    both("let n = 0; while (c.size) { const k = c.keys().next().value; c.delete(k); n += k } return n", "499500");
    both(
        "const all = [0, 1, 2, 3, 4, 5].map(i => new Set(keys)); for (const k of keys) for (const s of all) if (k % 2) s.delete(k); return all.map(s => s.size).join()",
        "'500,500,500,500,500,500'",
    );
}

#[test]
fn iterators_go_on_as_they_did() {
    both(
        "const seen = []; for (const k of c.keys()) { seen.push(k); c.delete(k); if (k < 500) c.delete(k + 500) } return [seen.length, c.size]",
        "[ 500, 0 ]",
    );
    both(
        "const i = c.keys(); i.next(); for (let k = 1; k < 900; k++) c.delete(k); const a = i.next().value; for (let k = 900; k < 999; k++) c.delete(k); put('z'); return [a, ...i]",
        "[ 900, 999, 'z' ]",
    );
    both(
        "const seen = []; c.forEach((v, k) => { if (k % 3) c.delete(k); else seen.push(k); if (k < 10) c.delete(998 - k) }); return [seen.length, c.size]",
        "[ 331, 331 ]",
    );
    both(
        "const i = c.keys(), j = c.keys(); for (const k of keys) { if (k === 500) i.next(); c.delete(k) } put(1); return [...i, ...j].join()",
        "'1,1'",
    );
}

/// The engine's own moves all entries each time: this takes minutes.
#[test]
fn deleting_from_the_front_does_not_move_the_rest() {
    let start = Instant::now();
    check(
        "const s = new Set(Array.from({ length: 60000 }, (_, i) => i)); for (let k = 0; k < 30000; k++) s.delete(k); return s.size",
        "30000",
    );
    assert!(start.elapsed().as_secs() < 40, "{:?}", start.elapsed());
}

#[test]
fn they_are_as_they_were() {
    check(
        "return [Map.prototype.delete.name, Set.prototype.delete.length, new Map([[1, 2]]).delete(1), new Set().delete()].join()",
        "'delete,1,true,false'",
    );
    check("try { Map.prototype.delete.call(new Set(), 1) } catch (e) { return e.name }", "'TypeError'");
    check("try { Set.prototype.delete.call(null, 1) } catch (e) { return e.name }", "'TypeError'");
}
