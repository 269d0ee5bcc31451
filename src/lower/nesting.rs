//! Owns the guard before the parser: how deep the tree of a text can become, found by reading its tokens once, so
//! that the parser, which recurses, is never given a text that could end the native stack.
//! What must hold: the estimate is never far below the truth for code that parses, and far above every limit of
//! `depth.rs` only for code that those limits would refuse too. Reads the text flat: its own stack is a vector.
//! Deliberately absent: being right about every `/`. A program made to be misread here meets the engine's contained
//! trap instead of a message.

/// Deeper than this is refused unparsed. The unit is a third of a prefix operator. Measured in Chromium's worker with
/// optimised code, whose frames are the largest: the parser and one walk end at 316 nested brackets (9 each), 592
/// arrows (6), 1,120 assignments (3), 1,392 `else if` (4) and 1,376 chained methods (2: a
/// property and a call).
pub(super) const MOST: u32 = 2_000;

/// What one bracket takes, `${` a little more.
pub(super) const BRACKET: u32 = 9;

/// The byte where the tree may become deeper than [`MOST`].
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let mut scan = Scan::new(text);
    scan.run();
    scan.too_deep
}

/// The offsets of brackets that are opened and not closed, outermost first.
pub(super) fn unclosed(text: &str) -> Vec<usize> {
    let mut scan = Scan::new(text);
    scan.run();
    scan.levels.iter().skip(1).map(|level| level.at).collect()
}

/// The backtick of the innermost template literal that is not closed.
pub(super) fn open_template(text: &str) -> Option<usize> {
    let mut scan = Scan::new(text);
    scan.run();
    scan.templates.last().copied()
}

/// One bracket that is open, and what has been nested in it without brackets.
struct Level {
    at: usize,
    opener: u8,
    /// The bracket belongs to `if (`, `for (`, `while (`, `with (`: a statement follows, not an operator.
    header: bool,
    /// Operators and the like since the expression began.
    run: u32,
    /// The `else`s since the statement began, four each.
    elses: u32,
    /// All levels outside together.
    outside: u32,
}

/// What came last, as far as the next token's meaning depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing, or something that must be followed by an operand.
    Operator,
    /// A word that must be followed by an operand: `typeof`, `return`.
    WordOperator,
    /// `if`, `for`, `while`, `with`.
    HeaderWord,
    Word,
    Value,
    /// `}`: may end a statement or a value.
    Brace,
}

struct Scan<'t> {
    text: &'t [u8],
    at: usize,
    levels: Vec<Level>,
    /// Backticks of template literals that are open.
    templates: Vec<usize>,
    last: Last,
    line_break: bool,
    /// A statement has ended: what follows starts at nothing, unless it is `else`.
    fresh: bool,
    deepest: u32,
    too_deep: Option<usize>,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str) -> Self {
        let outermost = Level { at: 0, opener: 0, header: false, run: 0, elses: 0, outside: 0 };
        Self {
            text: text.as_bytes(),
            at: 0,
            levels: vec![outermost],
            templates: Vec::new(),
            last: Last::Operator,
            line_break: false,
            fresh: true,
            deepest: 0,
            too_deep: None,
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn run(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' | b'\r' => {
                    self.line_break = true;
                    self.at += 1;
                }
                b' ' | b'\t' | 0x0B | 0x0C => self.at += 1,
                b'/' if self.peek(1) == b'/' => self.skip_line(),
                b'/' if self.peek(1) == b'*' => self.skip_comment(),
                b'/' if !self.ends_value() => self.regular_expression(),
                b'"' | b'\'' => self.string(byte),
                b'`' => self.template(),
                b'(' | b'[' | b'{' => self.open(byte),
                b')' | b']' | b'}' => self.close(byte),
                b';' | b',' => {
                    self.reset();
                    self.last = Last::Operator;
                    self.at += 1;
                }
                b'#' | b'$' | b'_' | b'\\' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0x80.. => self.word(),
                _ => self.operator(),
            }
        }
    }

    fn ends_value(&self) -> bool {
        match self.last {
            Last::Word | Last::Value | Last::Brace => true,
            Last::Operator | Last::WordOperator | Last::HeaderWord => false,
        }
    }

    fn skip_line(&mut self) {
        while !matches!(self.peek(0), b'\n' | b'\r') && self.at < self.text.len() {
            self.at += 1;
        }
    }

    fn skip_comment(&mut self) {
        self.at += 2;
        while self.at < self.text.len() && !(self.peek(0) == b'*' && self.peek(1) == b'/') {
            self.line_break |= self.peek(0) == b'\n';
            self.at += 1;
        }
        self.at += 2;
    }

    /// The parts of a statement that has ended do not count for the next.
    fn reset(&mut self) {
        self.fresh = true;
        if let Some(level) = self.levels.last_mut() {
            level.run = 0;
        }
    }

    /// A token begins that cannot go on with the expression before it on another line.
    fn start_operand(&mut self) {
        let ended = self.last == Last::Brace || (self.line_break && self.ends_value());
        if ended {
            self.reset();
        }
        self.line_break = false;
        if self.fresh {
            self.fresh = false;
            if let Some(level) = self.levels.last_mut() {
                level.elses = 0;
            }
        }
    }

    fn count(&mut self, weight: u32) {
        self.line_break = false;
        let at = self.at;
        if let Some(level) = self.levels.last_mut() {
            level.run += weight;
            let depth = level.outside + level.run + level.elses;
            self.deepest = self.deepest.max(depth);
            if depth > MOST {
                self.too_deep.get_or_insert(at);
            }
        }
    }

    fn operator(&mut self) {
        self.count(match (self.peek(0), self.peek(1)) {
            (b'=', b'>') => 6,
            (b':', _) => 4,
            (b'.', _) => 1,
            // Perhaps a list of types, which nests like a bracket.
            (b'<', _) => 5,
            _ => 3,
        });
        let twice = self.peek(1) == self.peek(0);
        let postfix = match self.peek(0) {
            b'+' | b'-' if twice => 2,
            b'!' if self.peek(1) != b'=' => 1,
            _ => 0,
        };
        if postfix > 0 && self.ends_value() {
            self.at += postfix;
            return;
        }
        self.at += 1;
        // One operator is one step, however many characters it has. `!` may be repeated.
        while matches!(self.peek(0), b'=' | b'>' | b'&' | b'|' | b'*' | b'?') {
            self.at += 1;
        }
        self.last = Last::Operator;
    }

    fn string(&mut self, quote: u8) {
        self.start_operand();
        self.at += 1;
        while self.at < self.text.len() {
            match self.peek(0) {
                b'\\' => self.at += 2,
                b'\n' | b'\r' => break,
                byte => {
                    self.at += 1;
                    if byte == quote {
                        break;
                    }
                }
            }
        }
        self.last = Last::Value;
    }

    fn regular_expression(&mut self) {
        self.start_operand();
        let mut class = false;
        self.at += 1;
        while self.at < self.text.len() {
            match self.peek(0) {
                b'\\' => self.at += 1,
                b'[' => class = true,
                b']' => class = false,
                b'\n' | b'\r' => break,
                b'/' if !class => {
                    self.at += 1;
                    break;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.last = Last::Value;
    }

    /// The text of a template up to its end or its next `${`.
    fn template(&mut self) {
        if self.peek(0) == b'`' {
            self.templates.push(self.at);
            if !self.ends_value() {
                self.start_operand();
            }
        }
        self.at += 1;
        while self.at < self.text.len() {
            match self.peek(0) {
                b'\\' => self.at += 2,
                b'`' => {
                    self.templates.pop();
                    self.at += 1;
                    break;
                }
                b'$' if self.peek(1) == b'{' => {
                    self.at += 1;
                    self.push(b'$', false);
                    return;
                }
                _ => self.at += 1,
            }
        }
        self.last = Last::Value;
    }

    fn open(&mut self, opener: u8) {
        let header = opener == b'(' && self.last == Last::HeaderWord;
        if opener == b'{' && (self.last == Last::Brace || (self.line_break && self.last == Last::Value)) {
            self.reset();
        }
        self.push(opener, header);
    }

    fn push(&mut self, opener: u8, header: bool) {
        // What is called or indexed becomes deeper by one node and stays so.
        self.count(u32::from(matches!(opener, b'(' | b'[') && self.ends_value()));
        let weight = if opener == b'$' { BRACKET + 2 } else { BRACKET };
        let outside = self.levels.last().map_or(0, |level| level.outside + level.run + level.elses) + weight;
        self.levels.push(Level { at: self.at, opener, header, run: 0, elses: 0, outside });
        self.count(0);
        self.last = Last::Operator;
        self.fresh = true;
        self.at += 1;
    }

    fn close(&mut self, closer: u8) {
        self.line_break = false;
        if self.levels.len() == 1 {
            self.at += 1;
            self.last = Last::Operator;
            return;
        }
        let Some(level) = self.levels.pop() else { return };
        self.fresh = false;
        if level.opener == b'$' {
            self.template();
            return;
        }
        self.last = match closer {
            b'}' => Last::Brace,
            _ if level.header => Last::Operator,
            _ => Last::Value,
        };
        self.at += 1;
    }

    fn word(&mut self) {
        let start = self.at;
        while matches!(self.peek(0), b'#' | b'$' | b'_' | b'\\' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0x80..) {
            self.at += 1;
        }
        let word = self.text.get(start..self.at).unwrap_or_default();
        match word {
            b"else" => {
                if let Some(level) = self.levels.last_mut() {
                    level.elses += 4;
                    level.run = 0;
                }
                self.fresh = false;
                self.count(0);
                self.last = Last::Operator;
                return;
            }
            b"in" | b"of" | b"instanceof" | b"as" | b"satisfies" | b"extends" | b"is" => {
                self.count(3);
                self.last = Last::WordOperator;
                return;
            }
            b"case" | b"default" => self.reset(),
            _ => {}
        }
        self.start_operand();
        if self.last == Last::Word {
            self.count(1);
        }
        self.last = match word {
            b"if" | b"for" | b"while" | b"with" => {
                self.count(3);
                Last::HeaderWord
            }
            b"class" => {
                self.count(3);
                Last::Word
            }
            b"typeof" | b"void" | b"delete" | b"await" | b"new" | b"yield" | b"return" | b"throw" | b"do" | b"case"
            | b"keyof" | b"unique" | b"readonly" | b"infer" | b"asserts" => {
                self.count(3);
                Last::WordOperator
            }
            _ => Last::Word,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(text: &str) -> u32 {
        let mut scan = Scan::new(text);
        scan.run();
        assert_eq!(scan.too_deep.is_some(), scan.deepest > MOST);
        scan.deepest
    }

    #[test]
    fn statements_beside_each_other_are_not_deep() {
        let lines = "const a = f(x) + 1\nlet b = [1, { c: -2 }]\nif (a) { b() } else { c() }\n`t ${a + b}`\nfor (const x of y) z(x)\n";
        assert!(depth(&lines.repeat(500)) < 60, "{}", depth(&lines.repeat(500)));
        let semicolons = "a = b + c * d; switch (e) { case 1: case 2: f(); break; default: g() }";
        assert!(depth(&semicolons.repeat(500)) < 60);
        let table = format!("const t = [{}]", "{ name: 'a', size: -1, on: !x },\n".repeat(2_000));
        assert!(depth(&table) < 60);
    }

    #[test]
    fn whatever_nests_is_counted() {
        let cases = [
            "[",
            "(",
            "{",
            "f(",
            "!",
            "-",
            "typeof ",
            "await ",
            "new ",
            "a => ",
            "a = ",
            "a ? b : ",
            "a ** ",
            "a + ",
            "if (a) ",
            "if (a) b; else ",
            "if (a) { b } else ",
            "a: ",
            "`${",
            "while (a) ",
            "do ",
            "a as ",
            "keyof ",
            "A<",
            "x!",
            "for (;;) ",
            "a\n=>\n",
            "if (a)\n",
            "void\n",
            "a ?\nb :\n",
            "+\n",
            "{ a: ",
            "[{ a: [",
            "() => {",
        ];
        for case in cases {
            let found = depth(&case.repeat(3_000));
            assert!(found >= 5_900, "{case:?} counts {found}");
        }
        for case in [".m()", "[0][1]", "()()"] {
            assert_eq!(depth(&format!("x{}", case.repeat(3_000))).div_ceil(6_000), 2, "{case:?}");
        }
    }

    #[test]
    fn brackets_in_text_do_not_count() {
        for text in ["\"(((\"", "'[[['", "/[(]{/", "// (((((\n", "/* [[[[ */", "`((( ${ 1 } [[[`"] {
            assert!(depth(&format!("x = {text};\n").repeat(300)) < 40, "{text}");
        }
    }

    #[test]
    fn open_brackets_are_named() {
        assert_eq!(unclosed("f(a, [1, { b: ')' }"), [1, 5]);
        assert_eq!(unclosed("`${a}` + (b)"), [] as [usize; 0]);
    }
}
