//! Random programs that say what they do: every step they take is a call of `t`, which keeps its first argument and gives its second,
//! or of `call`, which keeps both and gives nothing. They end, whatever the variable `p` holds.

/// The functions the programs use.
pub(crate) const PRELUDE: &str = r"
const log = [];
const t = (name, value) => { note(log, name); return value };
const call = (name, value) => { tell(log, name, value) };
class Plain { constructor(x) { this.x = x } get y() { t('y'); return this.x } set y(x) { t('set y'); this.x = x } }
class Given { constructor(x) { return x } }
class Hidden { #h; constructor(h) { this.#h = h } has(x) { return #h in x } of(x) { return x.#h } fill(x) { return this.#h ??= x } call(x) { return this.#h?.(t('h', x)) } }
class Derived extends Plain { get y() { return super.y } set y(x) { super.y = x } put(x) { return super.y ||= x } run(x) { return super.y?.(t('y?', x)) } at(k, x) { return super[k] &&= x } }
const list = (...items) => ({ [Symbol.iterator]() { let n = 0; return { next() { t('next'); const done = n >= items.length; return { value: items[n++], done } }, return() { t('closed'); return {} } } } });
";

/// A small generator of pseudo-random numbers.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// Writes one program.
pub(crate) struct Writer {
    chance: Chance,
    steps: usize,
    loops: usize,
    names: usize,
    /// Whether `await` may be written here.
    awaits: bool,
}

impl Writer {
    pub(crate) fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed), steps: 0, loops: 0, names: 0, awaits: true }
    }

    /// A program that uses `p`.
    pub(crate) fn program(mut self) -> String {
        let mut code = PRELUDE.replace('\n', " ");
        code.push_str("\nconst p = given(); let a = p, b = 1, c = { k: p, n: null, f: x => t('f', x), o: { m(x) { t('m', this.k); return x }, k: p }, get g() { return t('g', p) }, set g(x) { t('set g') } }, d, e = [p, 2]\n");
        code.push_str("try {\n");
        let count = 1 + self.chance.below(4);
        for _ in 0..count {
            code.push_str(&self.statement(3));
            code.push('\n');
        }
        code.push_str("call('end', 1)\n} catch (error) { call('caught', error instanceof Error ? error.name + error.message : error) }\nreturn log");
        code
    }

    fn step(&mut self) -> usize {
        self.steps += 1;
        self.steps
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn block(&mut self, depth: usize) -> String {
        let count = 1 + self.chance.below(2);
        let inner: String = (0..count).map(|_| self.statement(depth) + " ").collect();
        format!("{{ {inner}}}")
    }

    fn statement(&mut self, depth: usize) -> String {
        if depth == 0 {
            let step = self.step();
            return format!("call('{step}', {});", self.chance.one(&["1", "b", "typeof d"]));
        }
        let x = self.expression(depth);
        match self.chance.below(22) {
            0..=4 => format!("{x};").replacen('{', "({", usize::from(x.starts_with('{'))).replace("({;", "({};"),
            5 => format!("if ({x}) {} else {}", self.block(depth - 1), self.block(depth - 1)),
            6 => {
                self.loops += 1;
                let n = self.loops;
                format!("let i{n} = 0; while (i{n}++ < 2 && {x}) {}", self.block(depth - 1))
            }
            7 => {
                self.loops += 1;
                let n = self.loops;
                format!("for (let i{n} = 0; i{n} < 2; i{n}++) {{ if ({x}) continue; {} }}", self.statement(depth - 1))
            }
            8 => {
                self.loops += 1;
                let n = self.loops;
                format!("let i{n} = 0; do {} while (({x}) && i{n}++ < 1)", self.block(depth - 1))
            }
            9 => {
                let (first, second) = (self.expression(depth - 1), self.expression(depth - 1));
                let (one, two) = (self.statement(depth - 1), self.statement(depth - 1));
                format!(
                    "switch ({x}) {{ case {first}: {one} break; case {second}: {two} default: t({}) }}",
                    self.step()
                )
            }
            10 | 11 => {
                let kind = self.chance.one(&["const", "let", "var"]);
                let (pattern, names) = self.pattern(2, false);
                format!("{kind} {pattern} = {x}; t({}); {}", self.step(), self.use_of(&names))
            }
            12 => {
                let (pattern, _) = self.pattern(2, true);
                format!("({pattern} = {x});")
            }
            13 => {
                let (pattern, names) = self.pattern(2, false);
                let used = self.use_of(&names);
                format!("for (const {pattern} of [{x}, {{}}]) {{ t({}); {used} }}", self.step())
            }
            14 => {
                let (pattern, _) = self.pattern(2, true);
                format!("for ({pattern} of list({x}, c)) t({});", self.step())
            }
            15 => format!(
                "try {{ {} }} catch {} finally {{ t({}) }}",
                self.statement(depth - 1),
                self.block(depth - 1),
                self.step()
            ),
            16 => {
                let (pattern, names) = self.pattern(2, false);
                format!("try {{ throw {x} }} catch ({pattern}) {{ t({}); {} }}", self.step(), self.use_of(&names))
            }
            17 => {
                self.awaits = false;
                let (pattern, names) = self.pattern(2, false);
                let name = self.name();
                let (default, used) = (self.expression(1), self.use_of(&names));
                self.awaits = true;
                let star = self.chance.one(&["", "*"]);
                let call = if star == "*" { format!("[...{name}({x})]") } else { format!("{name}({x})") };
                format!("function {star}{name}(z = {default}, {pattern} = z) {{ t({}); {used} }} {call};", self.step())
            }
            18 => format!("if ({x}) {}", self.block(depth - 1)),
            19 => format!("{{ const {} = {x}; {} }}", self.name(), self.statement(depth - 1)),
            20 => format!("await ({});", self.expression(depth - 1)),
            _ => format!("for (const x of list({x}, 1)) {{ if (x) break; t({}) }}", self.step()),
        }
    }

    fn use_of(&mut self, names: &[String]) -> String {
        let step = self.step();
        match names {
            [] => format!("t({step});"),
            names => {
                let name = &names[self.chance.below(names.len())];
                match self.chance.below(4) {
                    0 => format!("t({step}, {name} ? t('yes') : t('no'));"),
                    1 => format!("call({step}, {name});"),
                    2 => format!("a = {name};"),
                    _ => format!("t({step}, {name} ?? t('nothing'));"),
                }
            }
        }
    }

    /// A pattern and the names it binds.
    fn pattern(&mut self, depth: usize, assigned: bool) -> (String, Vec<String>) {
        let mut names = Vec::new();
        let text = self.pattern_into(depth, assigned, &mut names);
        (text, names)
    }

    fn pattern_into(&mut self, depth: usize, assigned: bool, names: &mut Vec<String>) -> String {
        let count = self.chance.below(3);
        let object = self.chance.below(3) > 0;
        let mut parts = Vec::new();
        for _ in 0..count {
            let target = if depth > 1 && self.chance.below(4) == 0 {
                self.pattern_into(depth - 1, assigned, names)
            } else if assigned {
                self.chance.one(&["a", "b", "c.k", "d", "c['m']", "e[t('i', 0)]", "c.g", "t('target', c).k"]).to_owned()
            } else {
                let name = self.name();
                names.push(name.clone());
                name
            };
            let default = match self.chance.below(3) {
                0 => String::new(),
                _ => format!(" = {}", self.expression(1)),
            };
            parts.push(match (object, self.chance.below(5)) {
                (true, 0) => format!("[t({}, 'k')]: {target}{default}", self.step()),
                (true, n) => format!("{}: {target}{default}", ["k", "n", "g", "z"][n - 1]),
                (false, _) => format!("{target}{default}"),
            });
        }
        if self.chance.below(5) == 0 {
            let rest = if assigned { "d".to_owned() } else { self.name() };
            parts.push(format!("...{rest}"));
        }
        let inside = parts.join(", ");
        if object { format!("{{ {inside} }}") } else { format!("[{inside}]") }
    }

    /// A value.
    pub(crate) fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self
                .chance
                .one(&[
                    "p",
                    "p",
                    "p",
                    "a",
                    "b",
                    "c",
                    "d",
                    "e",
                    "c.k",
                    "c.n",
                    "c.g",
                    "e[0]",
                    "null",
                    "undefined",
                    "0",
                    "1",
                    "'a'",
                    "''",
                    "true",
                    "{ k: p }",
                    "[p]",
                    "[]",
                    "(x => p)",
                    "missing",
                ])
                .to_owned();
        }
        let kind = self.chance.below(42);
        let outside = self.awaits;
        self.awaits &= !matches!(kind, 22 | 24..=26 | 28 | 31 | 36..=39);
        let made = self.made(kind, depth - 1);
        self.awaits = outside;
        made
    }

    fn made(&mut self, kind: usize, depth: usize) -> String {
        let x = self.expression(depth);
        let y = self.expression(depth);
        let step = self.step();
        match kind {
            0..=2 => format!("t({step}, {x})"),
            3 => format!("!({x})"),
            4 => format!("typeof ({x})"),
            5 => format!("({x}) {} ({y})", self.chance.one(&["===", "!==", "==", "!="])),
            6 => format!("(({x}) {} ({y}))", self.chance.one(&["&&", "||", "??"])),
            7 => format!("(({x}) ? t({step}, {y}) : t('{step}b'))"),
            8 => format!("(t({step}), {x})"),
            9 => {
                format!("({} {} {x})", self.chance.one(&["a", "b", "d"]), self.chance.one(&["=", "||=", "&&=", "??="]))
            }
            10 => format!(
                "({} {} t({step}, {x}))",
                self.chance.one(&["c.k", "c.n", "c.g", "c[t('key', 'k')]", "e[0]", "t('object', c).m", "c[a]"]),
                self.chance.one(&["=", "||=", "&&=", "??="])
            ),
            11 => format!("c.f?.(t({step}, {x}))"),
            12 => format!("({x})?.[t({step}, 'k')]"),
            13 => format!("({x})?.(t({step}, {y}))"),
            14 => format!("({x})?.k"),
            15 => format!("c.{}?.(t({step}, {x}))", self.chance.one(&["k", "n", "m", "g"])),
            16 => format!(
                "new {}({x})",
                self.chance.one(&["Plain", "Given", "Derived", "Hidden", "Map", "(t('class', Given))"])
            ),
            17 => format!("new Hidden({x}).{}({y})", self.chance.one(&["has", "of", "fill", "call"])),
            18 => format!("new Derived({x}).{}", self.chance.one(&["put(a)", "at('y', b)", "run(a)", "y"])),
            19 => format!("({{ __proto__: {x}, k: 1 }}).z"),
            20 => format!("`${{{x}}}`"),
            21 => format!("t`${{{x}}}`"),
            22 => {
                let (pattern, names) = self.pattern(2, false);
                let used = names.first().cloned().unwrap_or_else(|| "1".to_owned());
                format!("(({pattern}, z = {y}) => t({step}, {used}))({x})")
            }
            23 => {
                let (pattern, _) = self.pattern(2, true);
                format!("({pattern} = {x})")
            }
            24 => format!("+{{ valueOf() {{ t({step}); return {x} }} }}"),
            25 => format!("`${{{{ [Symbol.toPrimitive]: () => {x}, toString: () => {y} }}}}`"),
            26 => format!(
                "[...{{ [Symbol.iterator]: () => ({{ n: 0, next() {{ t({step}); return {{ value: 1, done: this.n++ > 1 || {x} }} }} }}) }}]"
            ),
            27 if self.awaits => format!("(await ({x}))"),
            28 => format!("({x}) instanceof {{ [Symbol.hasInstance]: x => {y} }}"),
            29 => format!("({x}) {} ({y})", self.chance.one(&["+", "<", "in", "instanceof", "-", "**"])),
            30 => format!("[{x}, ({y})]"),
            31 => format!("(() => {{ if ({x}) return t({step}); return {y} }})()"),
            32 => format!("({x}).k"),
            34 => format!(
                "{}?.({x})",
                self.chance.one(&[
                    "(c?.k)",
                    "c?.f",
                    "c?.o?.m",
                    "(c?.o).m",
                    "c.f?.(c)?.k",
                    "c.f?.(c).m",
                    "c?.f(c).f", "c.f?.(t('k', c)).f", "c?.f?.(t('l', c))?.o?.m",
                    "c.o?.[t('i', 'm')]",
                    "c?.[t('j', 'k')]"
                ])
            ),
            35 => format!(
                "c?.o{}?.(t({step}, {x}))",
                self.chance.one(&[".m", "?.m", "['m']", "?.['k']", ".k", "?.q.m", ".o?.k"])
            ),
            36 => format!("[...(function* () {{ const z = (c.k ??= yield t({step}, {x})); if (yield z) t('{step}b') }})()]"),
            37 => format!("(function again(n) {{ return n > 2 ? {x} : (c.n ||= again(n + 1)) }})(0)"),
            38 => format!("(class {{ static q = {x}; static [t({step}, 'r')] = 1; static {{ this.s = {y} ? 1 : 2 }} }}).q"),
            39 => format!("(({{ k: z = {x} }} = {y}, ...{{ length: n }}) => {{ if (arguments.length > 9) t({step}); return z }})()").replace("arguments.length > 9", "n"),
            _ => format!("delete ({x})?.[t({step}, 'k')]"),
        }
    }
}
