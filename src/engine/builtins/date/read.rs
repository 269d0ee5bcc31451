//! Owns dates as people write them, to the rules other engines have for texts that are not ISO dates: numbers before a colon are
//! a time, other numbers day, month and year in the order that their size allows, words before the first number are ignored, and so
//! is what stands in brackets. What must hold: no text panics; what cannot be read is `None`, never a guess at half of it.

use crate::engine::convert::date::days;

/// ms in a day.
const DAY_MS: f64 = 86_400_000.0;
/// The farthest time from the epoch that a date can have.
const FARTHEST_MS: f64 = 8.64e15;
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/// Zones by name, in hours.
const ZONES: [(&str, i64); 12] = [
    ("utc", 0),
    ("gmt", 0),
    ("ut", 0),
    ("z", 0),
    ("est", -5),
    ("edt", -4),
    ("cst", -6),
    ("cdt", -5),
    ("mst", -7),
    ("mdt", -6),
    ("pst", -8),
    ("pdt", -7),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'t> {
    /// Its value, and how many digits it has.
    Number(i64, usize),
    Word(&'t str),
    Symbol(char),
    Space,
}

/// ms since the epoch.
pub(super) fn read(text: &str) -> Option<f64> {
    let text = text.to_ascii_lowercase();
    let mut reader = Reader { tokens: tokens(&text)?, at: 0, ..Reader::default() };
    reader.iso_date();
    while let Some(token) = reader.next() {
        reader.token(token)?;
    }
    let (year, month, day) = reader.date()?;
    let time = reader.time()?;
    let zone = reader.zone_minutes()?;
    let time = days(year, month, day) as f64 * DAY_MS + time - zone * 60_000.0;
    (time.abs() <= FARTHEST_MS).then_some(time)
}

/// The text cut up; what stands in brackets is left out, but for the bracket that opens it.
fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let run = |same: fn(char) -> bool| rest.find(|c: char| !same(c)).unwrap_or(rest.len());
        let length = match first {
            '0'..='9' => run(|c| c.is_ascii_digit()),
            c if c.is_whitespace() => run(char::is_whitespace),
            c if is_of_word(c) => run(is_of_word),
            '(' => in_brackets(rest),
            c => c.len_utf8(),
        };
        let (part, after) = rest.split_at_checked(length)?;
        tokens.push(match first {
            // More digits than nine name nothing of a date.
            '0'..='9' => Token::Number(part.get(..9).unwrap_or(part).parse().ok()?, part.len()),
            c if c.is_whitespace() => Token::Space,
            c if is_of_word(c) => Token::Word(part),
            c => Token::Symbol(c),
        });
        rest = after;
    }
    Some(tokens)
}

/// Whether a `t` and a time with two digits each follow, and nothing else but a zone.
fn is_iso_time(after: &[Token<'_>]) -> bool {
    let starts = matches!(after, [Token::Word("t"), Token::Number(_, 2), Token::Symbol(':'), Token::Number(_, 2), ..]);
    let more = |token: &Token<'_>| {
        matches!(token, Token::Number(..) | Token::Word("z") | Token::Symbol(':' | '.' | '+' | '-'))
    };
    starts && after.iter().skip(1).all(more)
}

fn is_of_word(c: char) -> bool {
    c > 'A' && !c.is_whitespace()
}

fn in_brackets(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

#[derive(Debug, Default)]
struct Reader<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
    /// Numbers of the date, as they came.
    numbers: Vec<i64>,
    iso: bool,
    month: Option<i64>,
    /// Hour, minute, second, ms.
    clock: Vec<i64>,
    clock_ended: bool,
    /// Hours that `am` or `pm` adds.
    half: Option<i64>,
    sign: i64,
    zone_hour: Option<i64>,
    zone_minute: Option<i64>,
    number_read: bool,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at).copied()
    }

    fn next(&mut self) -> Option<Token<'t>> {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn skip(&mut self, symbol: char) -> bool {
        let there = self.peek() == Some(Token::Symbol(symbol));
        self.at += usize::from(there);
        there
    }

    /// A date as ISO has it, which something other than an ISO time follows.
    fn iso_date(&mut self) {
        while self.peek() == Some(Token::Space) {
            self.at += 1;
        }
        let Some(rest) = self.tokens.get(self.at..) else { return };
        if let [
            Token::Number(year, 4),
            Token::Symbol('-'),
            Token::Number(month, 2),
            Token::Symbol('-'),
            Token::Number(day, 2),
            after @ ..,
        ] = rest
            && (1..=12).contains(month)
            && (1..=31).contains(day)
        {
            self.numbers = vec![*year, *month, *day];
            self.iso = true;
            self.number_read = true;
            self.at += 5 + usize::from(is_iso_time(after));
        }
    }

    fn token(&mut self, token: Token<'t>) -> Option<()> {
        match token {
            Token::Number(number, _) => {
                self.number_read = true;
                self.number(number)
            }
            Token::Word(word) => self.word(word),
            Token::Symbol(sign @ ('+' | '-'))
                if self.sign != 0 || self.zone_hour.is_some() || !self.clock.is_empty() =>
            {
                self.offset(sign)
            }
            Token::Symbol('+' | '-' | ')') if self.number_read => None,
            Token::Symbol('(') => {
                self.number_read = true;
                Some(())
            }
            Token::Symbol(_) | Token::Space => Some(()),
        }
    }

    fn number(&mut self, number: i64) -> Option<()> {
        if self.skip(':') {
            if self.clock_ended || self.clock.len() >= 4 {
                return None;
            }
            self.clock.push(number);
            if self.skip(':') {
                if self.clock.len() > 1 {
                    return None;
                }
                self.clock.push(0);
            }
            return Some(());
        }
        if self.peek() == Some(Token::Symbol('.')) && self.expects(number) {
            self.at += 1;
            self.clock.push(number);
            let Some(Token::Number(part, digits)) = self.next() else { return None };
            let scale = 10_f64.powi(3 - i32::try_from(digits.min(9)).ok()?);
            self.end_clock((part as f64 * scale).trunc() as i64);
            return Some(());
        }
        if self.zone_hour.is_some() && self.zone_minute.is_none() && (0..60).contains(&number) {
            self.zone_minute = Some(number);
            return Some(());
        }
        if self.expects(number) {
            self.end_clock(number);
            return match self.peek() {
                None | Some(Token::Space | Token::Word("z") | Token::Symbol('+' | '-')) => Some(()),
                Some(Token::Number(..) | Token::Word(_) | Token::Symbol(_)) => None,
            };
        }
        if self.numbers.len() >= 3 {
            return None;
        }
        self.numbers.push(number);
        self.skip('-');
        self.skip('.');
        Some(())
    }

    /// Whether the clock goes on with this number.
    fn expects(&self, number: i64) -> bool {
        let most = if self.clock.len() == 3 { 1000 } else { 60 };
        !self.clock_ended && (1..=3).contains(&self.clock.len()) && (0..most).contains(&number)
    }

    fn end_clock(&mut self, last: i64) {
        self.clock.push(last);
        self.clock_ended = true;
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let month = MONTHS.iter().position(|month| word.starts_with(month));
        let zone = ZONES.iter().find(|(name, _)| *name == word);
        match (word, month, zone) {
            ("am", ..) if !self.clock.is_empty() => self.half = Some(0),
            ("pm", ..) if !self.clock.is_empty() => self.half = Some(12),
            (_, Some(month), _) => {
                self.month = i64::try_from(month).ok().map(|month| month + 1);
                self.skip('-');
            }
            (_, _, Some((_, hours))) if self.number_read => {
                self.sign = if *hours < 0 { -1 } else { 1 };
                self.zone_hour = Some(hours.abs());
                self.zone_minute = Some(0);
            }
            // Other words are ignored before the first number, if something stands between.
            _ if self.number_read || matches!(self.peek(), Some(Token::Number(..))) => return None,
            _ => {}
        }
        Some(())
    }

    /// What follows a sign: `+02:00`, `-0800`, `+1`.
    fn offset(&mut self, sign: char) -> Option<()> {
        self.sign = if sign == '-' { -1 } else { 1 };
        self.number_read = true;
        let (number, digits) = match self.peek() {
            Some(Token::Number(number, digits)) => {
                self.at += 1;
                (number, digits)
            }
            _ => (0, 0),
        };
        if self.peek() == Some(Token::Symbol(':')) {
            (self.zone_hour, self.zone_minute) = (Some(number), None);
            return Some(());
        }
        (self.zone_hour, self.zone_minute) = match digits {
            1 | 2 => (Some(number), Some(0)),
            3 | 4 => (Some(number / 100), Some(number % 100)),
            _ => return None,
        };
        Some(())
    }

    /// Year, month and day.
    fn date(&self) -> Option<(i64, i64, i64)> {
        let first = *self.numbers.first()?;
        let second = self.numbers.get(1).copied().unwrap_or(1);
        let third = self.numbers.get(2).copied().unwrap_or(1);
        let may_be_day = (1..=31).contains(&first);
        let (year, month, day) = match self.month {
            Some(month) if may_be_day => (second, month, first),
            Some(month) => (first, month, second),
            None if self.iso || !may_be_day => (first, second, third),
            None => (third, first, second),
        };
        let year = match year {
            0..50 if !self.iso => year + 2000,
            50..100 if !self.iso => year + 1900,
            _ => year,
        };
        ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some((year, month, day))
    }

    /// ms of the day.
    fn time(&self) -> Option<f64> {
        let part = |at: usize| self.clock.get(at).copied().unwrap_or(0);
        let (mut hour, minute, second, ms) = (part(0), part(1), part(2), part(3));
        if let Some(half) = self.half {
            if !(0..=12).contains(&hour) {
                return None;
            }
            hour = hour % 12 + half;
        }
        let whole_day = hour == 24 && minute == 0 && second == 0 && ms == 0;
        let within = (0..24).contains(&hour) && (0..60).contains(&minute) && (0..60).contains(&second) && ms < 1000;
        (within || whole_day).then_some((((hour * 60 + minute) * 60 + second) * 1000 + ms) as f64)
    }

    fn zone_minutes(&self) -> Option<f64> {
        let minutes = self.zone_hour.unwrap_or(0) * 60 + self.zone_minute.unwrap_or(0);
        Some((self.sign * minutes) as f64)
    }
}
