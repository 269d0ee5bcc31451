//! Owns random programs: small, always ending, made of what models write. What must hold: the same seed gives the same program.
//! Every value a program sees goes into `seen`, and `seen` into the inputs of later calls, so a repeat that met anything in another
//! order makes another call. Deliberately absent: what functions answer and what the person says.

use crate::queue::Chance;
use std::fmt::Write as _;

/// What a program may do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// Everything: side by side, races, timers, time and chance observed, work nobody awaits.
    Wild,
    /// What comes out does not depend on when calls settle, nor on the time.
    Calm,
}

const HEAD: &str = "\
let seen = 1;
const trace = [];
const use = (value) => {
  for (const c of JSON.stringify(value) ?? 'undefined') seen = (seen * 31 + c.codePointAt(0)) % 9973;
  trace.push(seen);
  return value;
};
const fail = (error) => use(error.name);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const t0 = Date.now();
";

/// Functions `r1`, `r2` and marked ones `w1`, `w2` are what it calls.
pub(crate) fn program(seed: u64, kind: Kind) -> String {
    let mut writer = Writer { chance: Chance::new(seed), kind, code: HEAD.to_owned(), calls: 0, names: 0 };
    let statements = 3 + writer.chance.below(4);
    writer.block(statements, 0);
    writer.code.push_str("return { seen, trace };\n");
    writer.code
}

struct Writer {
    chance: Chance,
    kind: Kind,
    code: String,
    calls: usize,
    names: usize,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.code, "{}{text}", "  ".repeat(depth));
    }

    fn block(&mut self, statements: usize, depth: usize) {
        for _ in 0..statements {
            self.statement(depth);
        }
    }

    /// Each has a number of its own, so that no two are the same call.
    fn call(&mut self) -> String {
        self.calls += 1;
        let name = *self.chance.pick(&["r1", "r2", "w1", "w2"]);
        format!("{name}({{ n: {}, seen }})", self.calls)
    }

    fn calls(&mut self) -> String {
        let count = 2 + self.chance.below(3);
        let calls: Vec<_> = (0..count).map(|_| self.call()).collect();
        calls.join(", ")
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn statement(&mut self, depth: usize) {
        let deep = depth >= 2 || self.calls > 12;
        match (self.kind, self.chance.below(if deep { 7 } else { 10 })) {
            (_, 0..=1) => self.sequence(depth),
            (_, 2) => self.caught(depth),
            (_, 3) => self.side_by_side(depth),
            (_, 4) => {
                let ms = self.chance.below(40);
                self.line(depth, &format!("await sleep({ms});"));
            }
            (Kind::Wild, 5) => self.observe(depth),
            (Kind::Wild, 6) => self.nobody_waits(depth),
            (Kind::Calm, 5..=6) => {
                let call = self.call();
                self.line(depth, &format!("{call}.catch(() => {{}});"));
            }
            (_, 7) => self.branch(depth),
            (_, 8) => self.repeat(depth),
            (Kind::Wild, _) => self.task(depth),
            (Kind::Calm, _) => self.timeout(depth),
        }
    }

    fn sequence(&mut self, depth: usize) {
        let call = self.call();
        let text = if self.chance.percent(15) && self.kind == Kind::Wild {
            format!("use(await {call});")
        } else {
            format!("use(await {call}.catch((e) => e.name));")
        };
        self.line(depth, &text);
    }

    fn caught(&mut self, depth: usize) {
        let (first, second) = (self.call(), self.call());
        self.line(depth, "try {");
        self.line(depth + 1, &format!("use(await {first});"));
        if self.chance.percent(30) {
            self.line(depth + 1, "if (seen % 3 === 0) throw new RangeError('by the code');");
        }
        self.line(depth, "} catch (error) {");
        self.line(depth + 1, "fail(error);");
        self.line(depth + 1, &format!("use(await {second}.catch(() => 'again'));"));
        self.line(depth, "} finally {");
        self.line(depth + 1, "use('finally');");
        self.line(depth, "}");
    }

    fn side_by_side(&mut self, depth: usize) {
        let calls = self.calls();
        let combine = match self.kind {
            Kind::Wild => *self.chance.pick(&["all", "allSettled", "race", "any"]),
            Kind::Calm => "allSettled",
        };
        match combine {
            "allSettled" => {
                self.line(
                    depth,
                    &format!("for (const s of await Promise.allSettled([{calls}])) use(s.value ?? s.reason.name);"),
                );
            }
            _ => self.line(depth, &format!("await Promise.{combine}([{calls}]).then(use, fail);")),
        }
    }

    fn observe(&mut self, depth: usize) {
        let what = *self.chance.pick(&[
            "Date.now() - t0",
            "Math.random()",
            "performance.now()",
            "new Date().toISOString()",
            "crypto.randomUUID()",
        ]);
        self.line(depth, &format!("use({what});"));
    }

    fn nobody_waits(&mut self, depth: usize) {
        let call = self.call();
        let ms = self.chance.below(30);
        let text = match self.chance.below(5) {
            0 => format!("{call}.then(use, fail);"),
            1 => format!("{call};"),
            2 => format!("setTimeout(() => {{ use('timer'); {call}.then(use, fail); }}, {ms});"),
            3 => format!("queueMicrotask(() => {{ use('job'); {call}.then(use, fail); }});"),
            _ => {
                let name = self.name();
                format!(
                    "const {name} = setInterval(() => {{ use('tick'); if (seen % 3 === 0) clearInterval({name}); }}, {ms});"
                )
            }
        };
        self.line(depth, &text);
    }

    fn branch(&mut self, depth: usize) {
        self.line(depth, "if (seen % 2) {");
        self.block(1, depth + 1);
        self.line(depth, "} else {");
        self.block(1, depth + 1);
        self.line(depth, "}");
    }

    fn repeat(&mut self, depth: usize) {
        let times = 2 + self.chance.below(2);
        self.line(depth, &format!("for (let i = 0; i < {times}; i++) {{"));
        self.block(1, depth + 1);
        self.line(depth, "}");
    }

    /// Work beside the main line, awaited later or never.
    fn task(&mut self, depth: usize) {
        let name = self.name();
        self.line(depth, &format!("const {name} = (async () => {{"));
        self.block(2, depth + 1);
        self.line(depth, "})().catch(fail);");
        self.block(1, depth);
        if self.chance.percent(60) {
            self.line(depth, &format!("await {name};"));
        }
    }

    /// A timer that makes a call nobody sees the outcome of, awaited, so that it is made in the same place whenever it fires.
    fn timeout(&mut self, depth: usize) {
        let call = self.call();
        let ms = self.chance.below(30);
        self.line(
            depth,
            &format!("await new Promise((done) => setTimeout(() => {{ {call}.catch(() => {{}}); done(); }}, {ms}));"),
        );
    }
}
