//! Where calls are: each row is a program that calls `at` and, for each call in its order, what stands in the program at the place
//! the engine tells for it.

use crate::lowered::{BOTH, Way, blind, start};
use boa_engine::builtins::promise::PromiseState;
use boa_engine::value::TryFromJs as _;
use boa_engine::{Context, JsValue, Source, js_string};
use countersign::limits::Limits;
use countersign::lower::Lowered;

/// Keeps the place of each call of `at`: the second frame of an error made there.
const AT: &str = r"
    globalThis.places = [];
    globalThis.at = value => {
        const frame = new Error().stack.split('\n').filter(line => line.includes('guest.js'))[0] ?? '';
        places.push(frame.match(/:(\d+):(\d+)\)?$/)?.slice(1).map(Number) ?? [0, 0]);
        return value;
    };
";

/// A program that was run.
struct Ran<'c> {
    code: &'c str,
    lowered: Lowered,
    context: Context,
    promise: JsValue,
}

fn run<'c>(code: &'c str, way: Way) -> Ran<'c> {
    let lowered = way(code, &Limits::default()).unwrap_or_else(|error| panic!("{code}\n{}", error.message));
    let mut context = Context::default();
    context.eval(Source::from_bytes(AT)).unwrap();
    let promise = start(&lowered, blind, &mut context).unwrap_or_else(|error| panic!("{error}\n{}", lowered.source));
    context.run_jobs().unwrap();
    Ran { code, lowered, context, promise }
}

impl Ran<'_> {
    /// What stands in the program at a place of the engine.
    fn text_at(&self, line: u32, column: u32) -> String {
        let user = self.lowered.positions.to_user(line, column);
        let user = user.unwrap_or_else(|| panic!("{line}:{column} leads nowhere\n{}", self.lowered.source));
        let line = self.code.lines().nth(user.line as usize - 1).unwrap_or_default();
        line.chars().skip(user.column as usize - 1).collect()
    }
}

/// What stands in a program at the place of each call.
fn places(code: &str, way: Way) -> Vec<String> {
    let mut ran = run(code, way);
    let found = ran.context.global_object().get(js_string!("places"), &mut ran.context).unwrap();
    let found: Vec<(u32, u32)> = Vec::<Vec<u32>>::try_from_js(&found, &mut ran.context)
        .unwrap()
        .into_iter()
        .map(|place| (place[0], place[1]))
        .collect();
    found.into_iter().map(|(line, column)| ran.text_at(line, column)).collect()
}

/// What stands where the error came from that a program ended with: the first place of its stack that leads anywhere.
fn fault(code: &str, way: Way) -> String {
    let mut ran = run(code, way);
    let Some(PromiseState::Rejected(error)) = ran.promise.as_promise().map(|promise| promise.state()) else {
        panic!("no error: {code}");
    };
    let stack = error.as_object().unwrap().get(js_string!("stack"), &mut ran.context).unwrap();
    let stack = stack.as_string().unwrap().to_std_string_lossy();
    let mut places = stack.lines().filter_map(|line| {
        let (_, place) = line.trim_end_matches(')').split_once("guest.js:")?;
        let (line, column) = place.split_once(':')?;
        let (line, column) = (line.parse().ok()?, column.parse().ok()?);
        ran.lowered.positions.to_user(line, column).map(|_| ran.text_at(line, column))
    });
    places.next().unwrap_or_else(|| panic!("no place: {stack}\n{}", ran.lowered.source))
}

#[track_caller]
fn check(rows: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (code, expected) in rows {
        for way in BOTH {
            let found = places(code, way);
            let same = found.len() == expected.len()
                && found.iter().zip(*expected).all(|(found, start)| found.starts_with(start));
            if !same {
                let source = way(code, &Limits::default()).map(|lowered| lowered.source).unwrap_or_default();
                wrong.push(format!("{code}\n  gives    {found:?}\n  expected {expected:?}\n  lowered  {source}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_call_is_where_its_bracket_is() {
    check(&[
        ("at(1)", &["(1)"]),
        ("const o = { at }\no.at(1)\n  .then?.(2)", &["(1)"]),
        ("const f = at\nlet x = 1; f?.(1)", &["(1)"]),
        ("const o = { at }; const r = [1,\n await o.at?.(1), o?.at(2), o?.['at']?.(3)]", &["(1)", "(2)", "(3)"]),
        ("const o = { at, o: null }\no.o = o\nreturn o?.o.at(1)?.b", &["(1)"]),
        ("function f(x) {\n  return [at`1`, (at?.(2), 3)] }\nf()", &["`1`", "(2)"]),
        ("const g = (x = at?.(1)) => at?.(2)\ng()", &["(1)", "(2)"]),
        (
            "class A { x = at?.(1); static y = at`2`; static { at?.(3) } m() { return at?.(4) } }\nnew A().m()",
            &["`2`", "(3)", "(1)", "(4)"],
        ),
        ("const a = at\na?.(a?.(1), [a`2`])", &["(1)", "`2`", "(a?.(1)"]),
    ]);
}

#[test]
fn a_call_inside_a_probe_keeps_its_place() {
    check(&[
        ("if (at(1)) at(2)\nelse at(3)", &["(1)", "(2)"]),
        ("while (at(0)) {}\nfor (;at(0);) {}\ndo {} while (at(0))", &["(0)", "(0)", "(0)"]),
        ("const x = at(1) === at(2), y = at(3) == null, z = 1 !== at(4)", &["(1)", "(2)", "(3)", "(4)"]),
        ("typeof at(1); !at(2); at(3) && at(4) || at(5)", &["(1)", "(2)", "(3)", "(4)"]),
        ("at(0) ?? at(1); at(1) ? at(2) : at(3)", &["(0)", "(1)", "(2)"]),
        ("switch (at(1)) { case at(2): case at(1): at(3) }", &["(1)", "(2)", "(1)", "(3)"]),
        (
            "const o = {}; o.a ??= at(1); o[at('b')] ||= at(2); at(o).a &&= at(3)",
            &["(1)", "('b')", "(2)", "(o)", "(3)"],
        ),
        (
            "let a; a ??= at(1); ({ a = at(2) } = {}); [a = at(3), { b: a = at(4) }] = [, {}]",
            &["(1)", "(2)", "(3)", "(4)"],
        ),
        ("const f = (a = at(1), { b = at(2) } = at({}), c = a) => at(3)\nf()", &["(1)", "({})", "(2)", "(3)"]),
        ("for (const { a = at(1) } of [{}]) at(2)", &["(1)", "(2)"]),
        (
            "const o = { m: at }; o.m?.(at(1)); o?.[at('m')](2); at?.(...[at(3)])",
            &["(1)", "(at(1))", "('m')", "(2)", "(3)", "(...["],
        ),
        ("const x = new (class { constructor() { at(1) } })(at(2))", &["(2)", "(1)"]),
        ("const o = { valueOf() { return at(1) }, [Symbol.toPrimitive]: () => at(2) }; +o", &["(2)"]),
        ("const o = { get a() { at(1); return 0 }, set a(x) { at(2) } }; o.a ||= at(3)", &["(1)", "(3)", "(2)"]),
    ]);
}

#[test]
fn an_error_is_where_it_was_made() {
    let rows = [
        ("const o = null\nif (o.a) at(1)", "a) at"),
        ("const o = { f: {} }\nconst x =\n  o.f?.a.b(1)", "(1)"),
        ("const o = { f: 1 }\nconst x = 1,\n  y = o.f?.(2)", "(2)"),
        ("const o = { a: null }\nlet n = 1\nn = o?.a.b.c", "b.c"),
        ("const t = 1\nat(2)\nreturn [\n  t`x`]", "`x`"),
        ("const o = null\n\no.a ??= 1", "o.a"),
        ("const o = Object.freeze({ a: null }), k = 'a'\n\no[k] ??= 1", "o[k]"),
        ("class A { static #p = 1; m(o) {\n  o.#p ||= 2 } }\nnew A().m({})", "o.#p"),
        ("const o = { get a() {\n throw new Error('a') } }\no.a ||= 1", "new Error"),
        ("const o = {}\nwhile (o.a.b) at(1)", "b) at"),
    ];
    let mut wrong = Vec::new();
    for (code, expected) in rows {
        for way in BOTH {
            let found = fault(code, way);
            if !found.starts_with(expected) {
                wrong.push(format!(
                    "{code}\n  gives    {found}\n  expected {expected}\n{}",
                    way(code, &Limits::default()).unwrap().source
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
