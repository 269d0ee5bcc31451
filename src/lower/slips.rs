//! Owns slips of those who write several languages: what the parser cannot read because it is written so elsewhere, or was made
//! beautiful on its way. What must hold: asked only of what does not parse, since each word here is a name in some program.

use super::nesting;
use super::syntax::is_word;

/// Quotes that no string begins or ends with.
pub(super) const QUOTES: [char; 5] = ['“', '”', '‘', '’', '„'];

/// A sign that is none of the language's: the byte it is at, what it is, and what to write.
pub(super) fn sign(text: &str, at: usize) -> Option<(usize, String, String)> {
    let (before, after) = text.split_at_checked(at)?;
    let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let code = text.get(line..)?.trim_start();
    // A private name begins with it too, in a class.
    if code.starts_with('#') && nesting::unclosed(before).is_empty() {
        return Some((
            text.len() - code.len(),
            "a `#` that begins nothing".into(),
            "A comment starts with `//`.".into(),
        ));
    }
    let found = after.chars().next()?;
    let meant = match found {
        _ if QUOTES.contains(&found) => {
            return Some((at, "a typographic quote".into(), "Use straight quotes: \" or '.".into()));
        }
        '–' | '—' | '−' => '-',
        '×' => '*',
        '÷' => '/',
        '…' => return Some((at, "a typographic `…`".into(), "Write `...`.".into())),
        // Signs as wide as an ideograph.
        '！'..='～' => char::from_u32(u32::from(found) - 0xfee0).filter(|plain| !plain.is_alphanumeric())?,
        _ => return None,
    };
    Some((at, format!("a typographic `{found}`"), format!("Write `{meant}`.")))
}

/// What to write instead, where `token` follows `last`, which ends `before`.
pub(super) fn hint(before: &str, last: &str, token: &str) -> Option<&'static str> {
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default().trim_start();
    let first = line.split(|char| !is_word(char)).next().unwrap_or_default();
    Some(match (last, token) {
        ("=" | "-", ">") => "It is written `=>`, without a space.",
        (":", "=") if before.ends_with(':') => "There is no `:=`: write `=`.",
        (".", _) if token.starts_with(['"', '\'']) => "Texts are joined with `+`.",
        ("f", "\"" | "'") => "A text with values in it is written `…${value}…`, in backticks.",
        ("\"", "\"") | ("'", "'") if before.ends_with(&last.repeat(2)) => {
            "A text of several lines stands in backticks."
        }
        _ => {
            let between = word(token).filter(|_| ["and", "or", "not", "then"].contains(&token));
            let begun = word(first).filter(|_| first.starts_with("el") || first == "def");
            return word(last).or(between).or(begun);
        }
    })
}

/// Whether a word can only begin a statement.
pub(super) fn begins_statement(word: &str) -> bool {
    ["const", "let", "var", "return", "if", "for", "while", "throw", "try", "switch"].contains(&word)
}

/// What a word of another language is here.
fn word(word: &str) -> Option<&'static str> {
    Some(match word {
        "def" | "fn" | "func" | "fun" | "async" => {
            "A function is written `function name(…) { … }` or `async function name(…) { … }`."
        }
        "elif" | "elsif" | "elseif" => "It is written `else if (…)`.",
        "then" => "There is no `then`: what is to be done follows the parentheses.",
        "and" => "It is written `&&`.",
        "or" => "It is written `||`.",
        "not" => "It is written `!`.",
        "lambda" => "A function is written `(x) => …`.",
        "print" | "echo" | "puts" => "It is written `console.log(…)`.",
        _ => return None,
    })
}
