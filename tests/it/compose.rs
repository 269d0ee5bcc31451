//! Owns random programs that use what calls give in every way the language has, so that a pass is cut in the middle of anything.
//! What must hold: the same choices give the same program, every program ends, and none reads the clock; the first choice is
//! always the simplest. Deliberately absent: the forms themselves (`forms.rs`), what functions answer, and who decides.

mod forms;

use crate::queue::Chance;

/// `say` looks at what it gets and keeps what it saw in `seen`, which later calls pass on: another sight makes another call.
/// Messages of the engine name things as the code does that it runs, and with probes that is another code.
const HEAD: &str = "\
let seen = 1, turns = 0, v1, v2, v3, v4;
const kept = [];
const say = (...values) => {
  for (const value of values) {
    const text = typeof value === 'string' ? value : typeof value === 'bigint' ? `${value}n` : JSON.stringify(value) ?? 'none';
    for (const c of text) seen = (seen * 31 + c.codePointAt(0)) % 9973;
  }
};
const note = (e) => { say(e?.name ?? e, e instanceof TypeError ? 0 : e?.message); };
const more = () => { if (++turns > 20) throw new RangeError('enough'); return true; };
";

/// A program over the functions `w1 w2` (marked), `m1` (an effect that needs no decision), `r1 r2` and `f1` (a read that is fresh).
pub(crate) fn composed(chance: &mut Chance) -> String {
    let mut writer = Writer { chance, scope: names(), number: 0, calls: 0, statements: 0 };
    let start = writer.choose(forms::STARTS, 0);
    let statements = 2 + writer.chance.below(8);
    let body: Vec<_> = (0..statements).map(|_| writer.statement(0)).collect();
    let end = writer.choose(forms::ENDS, 0);
    let lines: Vec<_> = [start].into_iter().chain(body).chain([end]).filter(|line| !line.is_empty()).collect();
    format!("{HEAD}{}\n", lines.join("\n"))
}

fn names() -> Vec<String> {
    ["v1", "v2", "v3", "v4"].map(ToOwned::to_owned).into()
}

struct Writer<'a> {
    chance: &'a mut Chance,
    /// What can be read here.
    scope: Vec<String>,
    number: usize,
    calls: usize,
    statements: usize,
}

impl Writer<'_> {
    fn choose(&mut self, forms: &[(u32, &str)], depth: usize) -> String {
        let weights: u32 = forms.iter().map(|(weight, _)| weight).sum();
        let mut at = self.chance.below(weights as usize) as u32;
        for (weight, form) in forms {
            if at < *weight {
                return self.fill(form, depth);
            }
            at -= weight;
        }
        String::new()
    }

    /// Puts something in each place of a form: `$x` an expression, `$v` one that may await, `$c` a call, `$o` a variable to be assigned,
    /// `$b` statements; `@` is a number of its own, and from `§` to `¶` `q@` can be read.
    fn fill(&mut self, form: &str, depth: usize) -> String {
        self.number += 1;
        let (number, known) = (self.number, self.scope.len());
        let mut text = String::new();
        let mut chars = form.chars();
        while let Some(c) = chars.next() {
            match c {
                '@' => text.push_str(&number.to_string()),
                '§' => self.scope.push(format!("q{number}")),
                '¶' => self.scope.truncate(known),
                '$' => match chars.next() {
                    Some('x') => text.push_str(&closed(self.expression(depth + 1))),
                    Some('v') => text.push_str(&closed(self.awaited(depth + 1))),
                    Some('c') => text.push_str(&self.call(depth + 1)),
                    Some('o') => text.push_str(&format!("v{}", 1 + self.chance.below(4))),
                    Some('b') => text.push_str(&self.block(depth + 1)),
                    Some(other) => text.extend(['$', other]),
                    None => text.push('$'),
                },
                c => text.push(c),
            }
        }
        self.scope.truncate(known);
        text
    }

    fn statement(&mut self, depth: usize) -> String {
        self.statements += 1;
        let text = match depth {
            _ if self.statements > 30 => String::new(),
            0..=2 => self.choose(forms::STATEMENTS, depth),
            _ => self.choose(forms::SIMPLE_STATEMENTS, depth),
        };
        if text.len() > 16 && self.chance.percent(85) { self.tried(&text) } else { text }
    }

    fn tried(&mut self, text: &str) -> String {
        // What is declared in it can't be read behind it, and nothing does.
        self.number += 1;
        format!("try {{ {text} }} catch (e{0}) {{ note(e{0}); }}", self.number)
    }

    fn block(&mut self, depth: usize) -> String {
        let statements: Vec<_> = (0..self.chance.below(3)).map(|_| self.statement(depth)).collect();
        statements.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth >= 5 || self.chance.percent(if depth > 1 { 65 } else { 40 }) {
            if self.chance.percent(35) {
                return self.choose(forms::LITERALS, depth);
            }
            let at = self.chance.below(self.scope.len());
            return self.scope[at].clone();
        }
        self.choose(forms::EXPRESSIONS, depth)
    }

    fn awaited(&mut self, depth: usize) -> String {
        if depth >= 5 {
            let call = self.call(depth);
            return format!("await {call}");
        }
        self.choose(forms::AWAITED, depth)
    }

    fn call(&mut self, depth: usize) -> String {
        if self.calls >= 14 {
            return "Promise.resolve(7)".to_owned();
        }
        self.calls += 1;
        let number = self.calls;
        let name = *self.chance.pick(&["w1", "w1", "w2", "r1", "r2", "w1", "w2", "f1", "m1", "r1"]);
        let of = if self.chance.percent(20) { format!(", of: {}", self.expression(depth + 1)) } else { String::new() };
        let seen = if self.chance.percent(60) { ", seen" } else { "" };
        format!("{name}({{ n: {number}{seen}{of} }})")
    }
}

/// As one operand of anything.
fn closed(text: String) -> String {
    let simple = text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(|c| c.is_ascii_alphanumeric());
    if simple { text } else { format!("({text})") }
}
