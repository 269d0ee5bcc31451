//! Owns [`Fault`]: what is wrong with a program, in plain words, and how the parser's own diagnostics become one.
//! What must hold: a fault's place is a byte of the text it was found in and leads back to the user's line; the words
//! are for whoever must repair the code, often a model: what is there, where, and what to do instead.

use super::{nesting, slips};
use crate::error::{ErrorName, RunError};
use crate::position::Position;
use oxc_diagnostics::OxcDiagnostic;
use std::borrow::Cow;

/// One thing wrong with a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// The byte it is about.
    pub(super) at: u32,
    /// A sentence without its full stop.
    pub(super) message: Cow<'static, str>,
    /// What to do about it: whole sentences.
    pub(super) hint: Option<Cow<'static, str>>,
    /// The limit that was met, if it is one.
    pub(super) limit: Option<usize>,
}

impl Fault {
    pub(super) fn new(at: u32, message: impl Into<Cow<'static, str>>) -> Self {
        Self { at, message: message.into(), hint: None, limit: None }
    }

    pub(super) fn hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same fault, found in a text whose bytes came from elsewhere.
    pub(super) fn moved(mut self, place: impl FnOnce(u32) -> u32) -> Self {
        self.at = place(self.at);
        self
    }

    /// The error of the run. `code` is the user's text.
    pub(super) fn into_error(self, code: &str) -> RunError {
        let position = Position::of(code, self.at as usize);
        let mut message = format!("Line {}, column {}: {}.", position.line, position.column, self.message);
        if let Some(hint) = &self.hint {
            message.push(' ');
            message.push_str(hint);
        }
        let mut error = RunError::new(ErrorName::SyntaxError, message).at(Some(position));
        error.source_line = Some(source_line(code, self.at as usize));
        error.limit = self.limit;
        error
    }
}

/// Longest line that is quoted whole; of a longer one, what is around the place.
const LINE_CHARS: usize = 240;

fn source_line(code: &str, at: usize) -> String {
    let at = code.floor_char_boundary(at);
    let (before, after) = code.split_at_checked(at).unwrap_or((code, ""));
    let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let end = at + after.find(['\n', '\r']).unwrap_or(after.len());
    let line = code.get(start..end).unwrap_or_default();
    if line.chars().count() <= LINE_CHARS {
        return line.to_owned();
    }
    let from = code.floor_char_boundary(start.max(at.saturating_sub(LINE_CHARS / 2)));
    let part: String = code.get(from..end).unwrap_or_default().chars().take(LINE_CHARS).collect();
    let cut_after = from + part.len() < end;
    format!("{}{part}{}", if from > start { "…" } else { "" }, if cut_after { "…" } else { "" })
}

/// Says in plain words what the parser found.
pub(super) fn from_diagnostic(diagnostic: &OxcDiagnostic, text: &str) -> Fault {
    let spans: Vec<(usize, usize)> = (diagnostic.labels.iter())
        .map(|label| (label.offset() as usize, (label.offset() + label.len()) as usize))
        .collect();
    let (start, end) = spans.first().copied().unwrap_or((text.len(), text.len()));
    let message = diagnostic.message.as_ref();
    if let Some((at, said, hint)) = slips::sign(text, start) {
        return Fault::new(size(at), said).hint(hint);
    }
    if message.starts_with("Unexpected token") || message.starts_with("Unexpected end of file") {
        return unexpected(text, start, end);
    }
    if message.starts_with("Expected a semicolon") {
        return missing_separator(text, end);
    }
    if let Some(expected) = message.strip_prefix("Expected ").and_then(|rest| Some(rest.split_once(" but found")?.0)) {
        return expecting(expected, text, start, spans.get(1).map(|&(opened, _)| opened));
    }
    if message.starts_with("Identifier expected") {
        return no_name(text, start);
    }
    // What is said of the part behind a value in it is about all of it.
    let continued = message == "Unterminated string" && text.get(start..).is_some_and(|rest| rest.starts_with('}'));
    let at = size(nesting::open_template(text).filter(|_| continued).unwrap_or(start));
    match special(message, text, start) {
        Some((said, hint)) => Fault::new(at, said).hint(hint),
        None => {
            let said = plain(message);
            match &diagnostic.help {
                Some(help) => Fault::new(at, said).hint(format!("{}.", help.trim_end_matches(['.', '?']))),
                None => Fault::new(at, said),
            }
        }
    }
}

fn unexpected(text: &str, start: usize, end: usize) -> Fault {
    let rest = text.get(start..).unwrap_or_default();
    if rest.trim_start().is_empty() {
        return ended_early(text);
    }
    let token = text.get(start..end).filter(|token| !token.is_empty()).unwrap_or_else(|| first_token(rest));
    let fault = Fault::new(size(start), format!("unexpected {}", quote(token)));
    if has_fence(text) {
        return fault.hint(FENCE_HINT);
    }
    let before = text.get(..start).unwrap_or_default().trim_end();
    let last = last_token(before);
    if let Some(hint) = slips::hint(text.get(..start).unwrap_or_default(), last, token) {
        return fault.hint(hint);
    }
    match token {
        "=" if last == "enum" => no_name(text, before.len() - last.len()),
        ")" | "]" | "}" if !nesting::unclosed(before).is_empty() && !is_operator(last) => {
            fault.hint(format!("It closes nothing that is open here{}.", open_bracket(text, before)))
        }
        ")" | "]" | "}" if !is_operator(last) => fault.hint("There is one closing bracket too many."),
        "<" => fault.hint("JSX is not available here; build plain data instead."),
        "@" => fault.hint("Decorators are not available; call the function on the value instead."),
        "=" if last == ")" => fault.hint("Only a variable, a property or a pattern can be assigned to."),
        "=>" => fault.hint("What stands before `=>` is no list of parameters."),
        ":" => fault.hint("To give an object as the result, write `return { … }` or put the object in parentheses."),
        _ if is_operator(last) => fault.hint(format!("An expression is missing after {}.", quote(last))),
        "." | "?." | "," | ";" => fault.hint("An expression is missing before it."),
        "else" | "catch" | "finally" => {
            fault.hint("What it belongs to has ended before it: look for a bracket or a semicolon too many.")
        }
        _ if starts_word(token) && (starts_word(last) || ends_value(last)) => {
            fault.hint(format!("An operator, a comma or a semicolon is missing after {}.", quote(last)))
        }
        _ if !nesting::unclosed(before).is_empty() => {
            fault.hint(format!("It stands in brackets that are open{}.", open_bracket(text, before)))
        }
        _ => fault,
    }
}

const FENCE_HINT: &str = "Send the code alone or in one Markdown fence, without other text before or after it.";

/// Some line starts a Markdown fence, which program text hardly ever does.
fn has_fence(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("```") || line.starts_with("~~~"))
}

fn open_bracket(text: &str, before: &str) -> String {
    let stack = nesting::unclosed(before);
    stack.last().map_or_else(String::new, |&at| {
        let line = Position::of(text, at).line;
        format!(": the last bracket opened is the {} of line {line}", quote(text.get(at..=at).unwrap_or("(")))
    })
}

/// The code ends inside something: says what was never closed.
fn ended_early(text: &str) -> Fault {
    let fault = Fault::new(size(text.trim_end().len()), "the code ends too early");
    match nesting::unclosed(text).last() {
        Some(&at) => {
            let line = Position::of(text, at).line;
            let bracket = text.get(at..=at).unwrap_or("{");
            fault.hint(format!("The {} opened on line {line} is never closed.", quote(bracket)))
        }
        None if is_operator(last_token(text)) => {
            fault.hint(format!("An expression is missing after {}.", quote(last_token(text))))
        }
        None => fault.hint("Something is missing after the last line."),
    }
}

/// A name must stand where there is none.
fn no_name(text: &str, start: usize) -> Fault {
    let rest = text.get(start..).unwrap_or_default();
    if rest.strip_prefix("?.").unwrap_or(rest).trim_start().is_empty() {
        return ended_early(text);
    }
    let token = first_token(rest);
    let fault = Fault::new(size(start), format!("{} is a reserved word", quote(token)));
    match (last_token(text.get(..start).unwrap_or_default()), token) {
        (",", "const" | "let" | "var") => fault
            .hint("A comma continues the declaration: leave the word out, or end the declaration before it with `;`."),
        _ => fault.hint("Use another name."),
    }
}

/// Two things stand side by side that can't.
fn missing_separator(text: &str, end: usize) -> Fault {
    let rest = text.get(end..).unwrap_or_default();
    let at = end + (rest.len() - rest.trim_start().len());
    let rest = text.get(at..).unwrap_or_default();
    if rest.is_empty() {
        return ended_early(text);
    }
    if let Some((at, said, hint)) = slips::sign(text, at) {
        return Fault::new(size(at), said).hint(hint);
    }
    let token = first_token(rest);
    let before = text.get(..end).unwrap_or_default();
    let last = last_token(before);
    let fault = Fault::new(size(at), format!("unexpected {} after {}", quote(token), quote(last)));
    if has_fence(text) {
        return fault.hint(FENCE_HINT);
    }
    if let Some(hint) = slips::hint(before, last, token) {
        return fault.hint(hint);
    }
    match (last, token) {
        (_, ")" | "]" | "}") => match nesting::unclosed(before).last() {
            Some(_) => fault.hint(format!("Something is not closed before it{}.", open_bracket(text, before))),
            None => fault.hint("There is one closing bracket too many."),
        },
        (_, _) if slips::begins_statement(token) => {
            fault.hint(format!("A `;` or a line break is missing before {}, which begins a statement.", quote(token)))
        }
        (")", "{") => fault.hint("A function without a name is written `(a, b) => { … }` or `function (a, b) { … }`."),
        ("'" | "\"" | "`", _) if starts_word(token) => {
            fault.hint("A quote inside a string ends it: write `\\` before it, or use other quotes around the string.")
        }
        ("await", _) => fault.hint("`await` needs an `async` function around it."),
        (_, ":") => {
            fault.hint("To give an object as the result, write `return { … }` or put the object in parentheses.")
        }
        _ if starts_word(last) && starts_word(token) => fault
            .hint("An operator, a comma or a semicolon is missing between them; if this is prose, make it a comment."),
        _ => fault.hint("An operator, a comma or a semicolon is missing between them."),
    }
}

/// One certain sign is missing. `opened` is the bracket that it would close.
fn expecting(expected: &str, text: &str, start: usize, opened: Option<usize>) -> Fault {
    let rest = text.get(start..).unwrap_or_default();
    if rest.trim_start().is_empty() {
        return ended_early(text);
    }
    let token = first_token(rest);
    let before = text.get(..start).unwrap_or_default();
    let last = last_token(before);
    if expected == "`Identifier`" && starts_word(token) {
        return no_name(text, start);
    }
    let fault = Fault::new(size(start), format!("expected {expected}, but found {}", quote(token)));
    if let Some(hint) = slips::hint(before, last, token) {
        return fault.hint(hint);
    }
    match expected {
        "`(`" if matches!(last, "if" | "while" | "switch" | "for") => {
            return fault.hint(format!("What follows {} stands in parentheses: `{last} (…)`.", quote(last)));
        }
        "`(`" => return fault.hint("The parameters stand in parentheses, `()` without any."),
        "`:`" if token == "}" => {
            return fault.hint(format!("{} is a reserved word: give it another name, `{last}: name`.", quote(last)));
        }
        "`;`" if last == "function" => return fault.hint("A method is written without `function`: `name(…) { … }`."),
        "`;`" if token == ")" => return fault.hint("A `for` has three parts: `for (let i = 0; i < n; i++)`."),
        _ => {}
    }
    let around = || nesting::unclosed(before).pop().filter(|_| matches!(expected, "`}`" | "`)`" | "`]`"));
    let Some(opened) = opened.or_else(around) else { return fault };
    let line = Position::of(text, opened).line;
    let bracket = quote(first_token(text.get(opened..).unwrap_or_default()));
    fault.hint(format!("{bracket} was opened on line {line}."))
}

/// Faults that deserve better words than the parser's: how its words begin, what is wrong, and what to do.
const BETTER: [(&str, &str, &str); 19] = [
    (
        "`await` is only allowed",
        "`await` inside a function that is not `async`",
        "Write `async` before the function around it.",
    ),
    (
        "`for await` loops are only",
        "`for await` inside a function that is not `async`",
        "Write `async` before the function around it.",
    ),
    (
        "Unterminated string",
        "a string is not closed on its line",
        "Close it with the same quote, or use a template literal with backticks for text of several lines.",
    ),
    (
        "Unterminated regular expression",
        "a regular expression is not closed",
        "Close it with `/`, and each `[` in it with `]`; a division has a value before it.",
    ),
    (
        "Expected function name",
        "a function without a name",
        "Write a name after `function`, or give it to one: `const f = function () { … }`.",
    ),
    (
        "Missing catch or finally",
        "a `try` without `catch`",
        "Write `catch (error) { … }` or `finally { … }` after its block.",
    ),
    (
        "Expected switch clause",
        "a statement outside of the cases of a `switch`",
        "Put it behind `case …:` or `default:`.",
    ),
    (
        "Invalid characters after number",
        "letters after a number",
        "A name cannot begin with a digit, and a number has no unit.",
    ),
    ("A class member cannot have the 'const'", "`const` in a class", "A field is written `name = value`."),
    ("Illegal newline after throw", "a line break after `throw`", "Put what is thrown on the line of `throw`."),
    ("HTML comments are not allowed in modules", "an HTML comment", "A comment starts with `//`."),
    ("Unterminated multiline comment", "a comment is not closed", "Close it with `*/`."),
    ("Unexpected JSX", "JSX is not available", "Build plain data instead."),
    (
        "Missing initializer in const declaration",
        "a `const` without a value",
        "Give it a value, or declare it with `let`.",
    ),
    (
        "Missing initializer in destructuring declaration",
        "a destructuring declaration without a value",
        "Give it the value to take apart: `= …`.",
    ),
    (
        "Cannot assign to this expression",
        "this cannot be assigned to",
        "Only a variable, a property or a pattern can be assigned to; to compare, write `===`.",
    ),
    (
        "Line terminator not permitted before arrow",
        "a line break before `=>`",
        "Put `=>` on the line of the parameters.",
    ),
    ("Logical expressions and coalesce", "`??` mixed with `||` or `&&`", "Put one of the two in parentheses."),
    ("Invalid assignment in object literal", "`=` after a name in an object", "Write `name: value`."),
];

fn special(message: &str, text: &str, start: usize) -> Option<(&'static str, &'static str)> {
    let rest = text.get(start..).unwrap_or_default();
    Some(match message {
        "Unterminated string" if rest.starts_with(['`', '}']) => {
            ("a template literal is not closed", "Close it with a backtick, and each `${` in it with `}`.")
        }
        "Unterminated string" if rest.lines().next().is_some_and(|line| line.contains(slips::QUOTES)) => (
            "a string is not closed on its line",
            "A typographic quote does not close it: use straight quotes, \" or '.",
        ),
        "Missing initializer in const declaration" if after_name(rest).starts_with("==") => {
            ("a comparison where a `const` is given its value", "A value is given with one `=`.")
        }
        "Missing initializer in const declaration" if after_name(rest).starts_with('-') => {
            ("a `-` in a name", "Names have letters, digits, `_` and `$`.")
        }
        _ => {
            let (_, said, hint) = BETTER.iter().find(|(begin, ..)| message.starts_with(begin))?;
            (*said, *hint)
        }
    })
}

/// What follows the name at the start of `text`.
fn after_name(text: &str) -> &str {
    text.trim_start_matches(is_word).trim_start()
}

/// The parser's words without capital and full stop, so that they fit into ours.
fn plain(message: &str) -> String {
    let message = message.trim_end_matches('.').replace("Invalid Character", "Invalid character");
    let mut chars = message.chars();
    match chars.next() {
        Some(first) if !chars.as_str().starts_with(|next: char| next.is_ascii_uppercase()) => {
            std::iter::once(first.to_ascii_lowercase()).chain(chars).collect()
        }
        _ => message,
    }
}

fn quote(token: &str) -> String {
    if token.contains('`') { format!("\" {token} \"") } else { format!("`{token}`") }
}

pub(super) fn is_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || !char.is_ascii() || char == '_' || char == '$' || char == '#'
}

fn starts_word(token: &str) -> bool {
    token.starts_with(is_word)
}

fn ends_value(token: &str) -> bool {
    token.ends_with([')', ']', '}', '"', '\'', '`'])
}

fn is_operator(token: &str) -> bool {
    if matches!(token, "++" | "--") {
        return false;
    }
    token.ends_with(['=', '+', '-', '*', '/', '%', '&', '|', '^', '!', '~', '<', '>', '?', ':', ',', '(', '[', '.'])
        || matches!(token, "return" | "await" | "typeof" | "new" | "in" | "of" | "instanceof" | "void" | "delete")
}

/// The word or sign at the start of `text`.
fn first_token(text: &str) -> &str {
    let word = text.find(|char| !is_word(char)).unwrap_or(text.len());
    let end = if word > 0 { word } else { text.chars().next().map_or(0, char::len_utf8) };
    text.get(..end).unwrap_or_default()
}

/// The word or sign at the end of `text`.
fn last_token(text: &str) -> &str {
    let text = text.trim_end();
    let word = text
        .rfind(|char| !is_word(char))
        .map_or(0, |at| at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
    if word < text.len() {
        return text.get(word..).unwrap_or_default();
    }
    let signs = ["===", "!==", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "**"];
    if let Some(sign) = signs.iter().find(|sign| text.ends_with(**sign)) {
        return text.get(text.len() - sign.len()..).unwrap_or_default();
    }
    text.char_indices().next_back().and_then(|(at, _)| text.get(at..)).unwrap_or_default()
}

fn size(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
