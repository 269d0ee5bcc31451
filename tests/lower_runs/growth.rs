//! Probes make a program longer and deeper, but not faster than it grows.

use crate::on_a_large_stack;
use countersign::limits::Limits;
use countersign::lower::{lower, lower_probed};

/// What nests, as what stands before and after the inside.
const NESTS: [(&str, &str); 24] = [
    ("!(", ")"),
    ("!!", ""),
    ("u && (", ")"),
    ("(", ") && u"),
    ("u ? 1 : ", ""),
    ("(u ? ", " : 1)"),
    ("(f(), ", ")"),
    ("u === (", ")"),
    ("(", ") === f()"),
    ("typeof (", ")"),
    ("new (", ")()"),
    ("new u(", ")"),
    ("u?.[f(", ")]"),
    ("u?.(f(", "))"),
    ("u.a?.(f(", "))"),
    ("u?.a.b?.(f(", "))"),
    ("f`${", "}`"),
    ("u ??= ", ""),
    ("u.a ??= ", ""),
    ("u[", "] ??= 1"),
    ("({ done: ", " })"),
    ("((a = 1) => ", ")"),
    ("([u.a = ", "] = u)"),
    ("({ valueOf: () => ", " }).a"),
];

fn nested((before, after): (&str, &str), count: usize) -> String {
    format!("let u = f(); if ({}u{}) f()", before.repeat(count), after.repeat(count))
}

/// The most levels that are accepted.
fn most(nest: (&str, &str), way: crate::lowered::Way) -> usize {
    let (mut fits, mut over) = (0, 2_000);
    while over - fits > 1 {
        let middle = usize::midpoint(fits, over);
        if way(&nested(nest, middle), &Limits::default()).is_ok() { fits = middle } else { over = middle }
    }
    fits
}

fn depth(text: &str) -> usize {
    let (mut now, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => now += 1,
            b')' | b']' | b'}' => now -= 1,
            _ => {}
        }
        most = most.max(now);
    }
    most
}

#[test]
fn what_is_nested_is_refused_before_its_probes_nest_too_deep() {
    on_a_large_stack(|| {
        for nest in NESTS {
            let count = most(nest, lower_probed);
            assert!(count >= 20, "{nest:?} can be nested {count} times");
            // The wrapper is made once more, which takes two levels; the guard before the parser may stop sooner, but is not what is asked.
            // What calls have no place is put into an assignment each time it is lowered.
            let most = if nest.0.contains(['?', '`']) { count * 2 / 3 } else { count - 3 };
            let (code, probed, refusal) = (0..most)
                .rev()
                .map(|count| {
                    let code = nested(nest, count);
                    let probed = lower_probed(&code, &Limits::default()).unwrap().source;
                    let refusal = lower(&probed, &Limits::default()).err().map(|error| error.message);
                    (code, probed, refusal)
                })
                .find(|(.., refusal)| !refusal.as_ref().is_some_and(|message| message.contains("brackets")))
                .unwrap();
            assert_eq!(refusal, None, "{nest:?}, {count} times\n{probed}");
            assert!(probed.contains('$'), "{nest:?} has no probe");
            assert!(depth(&probed) <= depth(&code) + 4 * count + 8, "{nest:?}\n{probed}");
        }
    });
}

#[test]
fn text_grows_with_the_program() {
    let lines = [
        "if (u && u.a || !u.b) u = f()\n",
        "u.a ??= u === f() ? u : typeof u\n",
        "u[u] ||= u?.a.b?.(f())\n",
        "{ const { a = 1, b: [c = 2] = [] } = u; f(a, c) }\n",
        "for (const { a = 1 } of u) switch (u) { case f(): f(a) }\n",
        "u = new u({ done: u, valueOf() { return u } })\n",
        "u = ((a = 1, {}) => a)`x`\n",
    ];
    for line in lines {
        let sizes = [50, 500].map(|count| {
            let code = format!("let u = f()\n{}", line.repeat(count));
            let probed = lower_probed(&code, &Limits::default()).unwrap().source;
            assert!(probed.len() < 9 * code.len(), "{line} becomes {} times as long", probed.len() / code.len());
            assert!(depth(&probed) < 16, "{line}");
            probed.len()
        });
        assert!(sizes[1] < 11 * sizes[0], "{line} {sizes:?}");
    }
}

#[test]
fn long_chains_stay_flat() {
    on_a_large_stack(|| {
        for operator in ["&&", "||", "??"] {
            let code = format!("let u = f(); if (u{}) f()", format!(" {operator} u").repeat(500));
            let probed = lower_probed(&code, &Limits::default()).unwrap().source;
            assert_eq!(probed.matches("$look(").count(), 501);
            assert!(depth(&probed) < 6);
        }
        let code = format!("let u = f(); u{}", " === f()".repeat(400));
        lower_probed(&code, &Limits::default()).unwrap();
        let code = format!("let u = f(); u{}", ".a(u)".repeat(900));
        lower_probed(&code, &Limits::default()).unwrap();
    });
}
