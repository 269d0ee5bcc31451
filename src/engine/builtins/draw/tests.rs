//! Tests that a pattern inside a loop that catches is what the standard says: through the helper, in a whole run.

use super::{Element, elements};
use crate::engine::testing::result;

fn shown(plan: &str) -> String {
    elements(plan)
        .iter()
        .map(|element| match element {
            Element::One => "one ".to_owned(),
            Element::Pattern(inner) => format!("[{}]", shown(inner)),
            Element::Rest => "rest".to_owned(),
        })
        .collect()
}

#[test]
fn plans_are_read() {
    let rows = [("", ""), ("--*", "one one rest"), ("(-)-", "[one ]one "), ("((*))", "[[rest]]"), ("(-", "[one ]")];
    for (plan, expected) in rows {
        assert_eq!(shown(plan), expected, "{plan}");
    }
}

/// The engine ends the instance in the first three.
#[test]
fn the_loop_goes_on_after_an_iterator_threw_into_a_pattern() {
    let bad = "const o = [], dead = { [Symbol.iterator]: () => ({ next() { throw 1 }, return() { o.push('never') } }) }; function* late() { yield 1; throw 2 }";
    for (code, expected) in [
        ("for (const x of [1, 2]) { try { const [a] = dead } catch (e) { o.push(x, e) } } return o", "[1,1,2,1]"),
        (
            "for (const x in { p: 1, q: 2 }) { try { let a, b; [a, b] = late() } catch (e) { o.push(x, e) } } return o",
            r#"["p",2,"q",2]"#,
        ),
        (
            "for (const x of [1, 2]) { try { const [[a], [...b]] = [[1], late()] } catch (e) { o.push(x, e) } } return o",
            "[1,2,2,2]",
        ),
        (
            "for (const x of [1, 2]) { try { const [a, ...b] = 'xyz'; o.push(a, b) } finally { o.push(x) } } return o",
            r#"["x",["y","z"],1,"x",["y","z"],2]"#,
        ),
        (
            "const it = { [Symbol.iterator]: () => ({ n: 0, next() { return { value: ++this.n } }, return() { o.push('closed'); return {} } }) }; for (const x of [1]) { try { const [a, , b] = it; o.push(a, b) } catch {} } return o",
            r#"["closed",1,3]"#,
        ),
        (
            "for (const x of [1]) { try { const [a, b = 5] = new Map([[1, 2]]); o.push(a, b) } catch {} } return o",
            "[[1,2],5]",
        ),
        ("for (const x of [1]) { try { const [a] = x } catch (e) { o.push(e.name) } } return o", r#"["TypeError"]"#),
    ] {
        assert_eq!(result(&format!("{bad}; {code}")), expected, "{code}");
    }
}
