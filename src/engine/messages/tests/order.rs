//! Tests that the order of `lower/sites` is the engine's, and its sizes near enough: in one program with every kind of statement and
//! expression, each of many like instructions fails once.

use crate::engine::testing::uncaught_with;

/// `§(x)` is `x`, and can be made to fail.
const PROGRAM: &str = "
const list = [§(1), ...§([2, §(3)])], o = { a: §(1), [§('b')]: { c: §(2) }, ...§({ d: 4 }) }
let n = §(0), m = §(5), { a, b: { c: deep = §(7) } } = §(o)
const [first, [second = §(2)] = §([])] = §([1]), wrap = x => §(x), add = (x, y = §(2)) => { return §(x) + §(y) }
function sum(xs, { start = §(0), step: [by] = §([1]) } = §({})) {
  let t = §(start)
  for (const x of §(xs)) t += §(x) * §(by)
  for (const k in §(o)) { if (§(k) === 'zz') continue; t += §(1) }
  for (let i = §(0); §(i) < §(3); i += §(1)) t = §(t) + §(i)
  while (§(t) > §(1000)) t--
  do { t += §(1) } while (§(t) < §(20))
  return §(t)
}
if (§(n) > §(m)) n = §(m)
else if (§(n) === §(m)) m = §(n)
else n = §(1) ? §(2) : §(3)
switch (§(m)) { case §(4): n = §(1); break; case §(5): n = §(9); default: m = §(6) }
n = §(sum)(§(list))
try { m } catch (e) { n = §(0) } finally { m = §(wrap)(§(m)) }
label: for (const [k, v] of §(Object).entries(§(o))) { if (§(v)) continue label }
class A { x = §(1); static s = 2; [§('m')]() { return §(this).x } get y() { return §(this).m() } static { this.t = §(3) } }
class B extends §(A) { constructor(q) { super(§(q)); this.z = §(q); this.z += §(1); this.w ??= §(2) } }
const it = new B(§(1)), text = `${§(n)} and ${§(m)}`, deepest = §(o)?.b?.[§('c')]
const more = [...§(list), §(it).y, §(it).m(), ...§([it.z])], { d, ...others } = §(o)
;[n, o.e = §(3), { f: o.g } = §({ f: §(8) })] = §([1])
const made = §(list).map(x => §(x) + §(1)).filter(function (x) { return §(x) > §(2) }).reduce((s, x) => §(s) + §(x), §(0))
const all = §(await Promise.all([§(wrap)(§(1)), add(§(1)), §(add)(§(1), §(2))]))
async function later() { await §(null); const { length } = §('abc'); return §(length) }
function* gen() { yield §(1); const got = yield §(2); yield* §([§(3)]) }
o.h = §(n) || §(m) && §(1)
delete §(o).h
const last = (§(1), §(2)), neg = -§(n), not = !§(n), kind = typeof §(n), minus = §(n) - §(m), up = §(n) ** §(2)
n = §([...§(gen)()]).length + (§(await §(later)()))
return §(`${§(last)}${§(made)}${§(all)}`)
";

/// Wherever an instruction fails that the engine gives no place to, the place is found among all that could have failed.
#[test]
fn one_of_many_instructions_is_told_from_the_others() {
    let count = PROGRAM.matches("§(").count();
    let (mut wrong, mut failed) = (Vec::new(), 0);
    for bad in 0..count {
        let mut code = String::new();
        let mut place = String::new();
        for (index, part) in PROGRAM.split("§(").enumerate() {
            if index > 0 {
                code.push_str("(0 in ");
                let failing = index == bad + 1;
                if failing {
                    let line = code.matches('\n').count() + 1;
                    let column = code.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                    place = format!("@{line}:{column}");
                }
                code.push_str(if failing { "55, " } else { "{}, " });
            }
            code.push_str(part);
        }
        let found = uncaught_with(&code, &[]);
        if found == "ends" || found == "waits" {
            continue;
        }
        failed += 1;
        if !found.ends_with(&place) || !found.contains("'in' on 55") {
            wrong.push(format!("{place} is {found}"));
        }
    }
    assert!(failed > 110, "{failed} of {count} ran");
    assert!(wrong.is_empty(), "{} of {failed} wrong\n{}", wrong.len(), wrong.join("\n"));
}
