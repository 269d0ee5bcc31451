//! Owns numbers as American English writes them: grouped by thousands, three decimals at most unless told otherwise.

use super::super::digits::this_number;
use super::{Options, text};
use boa_engine::{Context, JsBigInt, JsNativeError, JsResult, JsValue};

/// Symbols that stand alone for a currency; others are written by their code.
const SYMBOLS: [(&str, &str); 14] = [
    ("USD", "$"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("JPY", "¥"),
    ("INR", "₹"),
    ("CNY", "CN¥"),
    ("KRW", "₩"),
    ("BRL", "R$"),
    ("CAD", "CA$"),
    ("AUD", "A$"),
    ("NZD", "NZ$"),
    ("MXN", "MX$"),
    ("ILS", "₪"),
    ("VND", "₫"),
];
/// Currencies without hundredths.
const WHOLE: [&str; 3] = ["JPY", "KRW", "VND"];

struct Form {
    style: &'static str,
    currency: String,
    whole: usize,
    least: usize,
    most: usize,
    /// Least and most significant digits, which go before decimals.
    significant: Option<(usize, usize)>,
    grouped: bool,
}

pub(super) fn of_number(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = this_number(this, "toLocaleString")?;
    let form = form(args, context)?;
    Ok(text(&form.number(number)))
}

pub(super) fn of_bigint(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let boxed = this.as_object().and_then(|object| object.downcast_ref::<JsBigInt>().map(|number| number.clone()));
    let number = this.as_bigint().or(boxed);
    let missing = || JsNativeError::typ().with_message("BigInt.prototype.toLocaleString needs a bigint");
    let digits = number.ok_or_else(missing)?.to_string();
    let form = form(args, context)?;
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |digits| ("-", digits));
    let decimals = "0".repeat(form.least);
    Ok(text(&form.dressed(sign, &form.joined(digits, &decimals))))
}

fn form(args: &[JsValue], context: &mut Context) -> JsResult<Form> {
    let options = Options::new(args, 1, context)?;
    let style = options.word("style", &["decimal", "percent", "currency"], context)?.unwrap_or("decimal");
    options.word("notation", &["standard"], context)?;
    options.word("signDisplay", &["auto"], context)?;
    options.word("currencyDisplay", &["symbol"], context)?;
    options.word("currencySign", &["standard"], context)?;
    let currency = options.text("currency", context)?.map(|code| code.to_ascii_uppercase());
    if style == "currency" && currency.is_none() {
        let message = "the style 'currency' needs the option currency, such as 'USD'";
        return Err(JsNativeError::typ().with_message(message).into());
    }
    let currency = currency.unwrap_or_default();
    let (usual_least, usual_most) = match style {
        "currency" if WHOLE.contains(&currency.as_str()) => (0, 0),
        "currency" => (2, 2),
        "percent" => (0, 0),
        _ => (0, 3),
    };
    let whole = options.count("minimumIntegerDigits", 1..=21, context)?.unwrap_or(1);
    let least = options.count("minimumFractionDigits", 0..=100, context)?;
    let most = options.count("maximumFractionDigits", 0..=100, context)?;
    let (least, most) = match (least, most) {
        (Some(least), Some(most)) if least > most => {
            let message = "maximumFractionDigits is less than minimumFractionDigits";
            return Err(JsNativeError::range().with_message(message).into());
        }
        (Some(least), Some(most)) => (least, most),
        (Some(least), None) => (least, usual_most.max(least)),
        (None, Some(most)) => (usual_least.min(most), most),
        (None, None) => (usual_least, usual_most),
    };
    let fewest = options.count("minimumSignificantDigits", 1..=21, context)?;
    let greatest = options.count("maximumSignificantDigits", 1..=21, context)?;
    let significant = match (fewest, greatest) {
        (None, None) => None,
        (fewest, greatest) => Some((fewest.unwrap_or(1), greatest.unwrap_or(21))),
    };
    let grouped = match options.value("useGrouping", context)? {
        Some(value) if value.is_string() => value.to_string(context)? != "false",
        Some(value) => value.to_boolean(),
        None => true,
    };
    Ok(Form { style, currency, whole, least, most, significant, grouped })
}

impl Form {
    fn number(&self, number: f64) -> String {
        let sign = if number.is_sign_negative() && !number.is_nan() { "-" } else { "" };
        let size = number.abs();
        let body = if size.is_nan() {
            "NaN".to_owned()
        } else if size.is_infinite() {
            "∞".to_owned()
        } else {
            let (whole, decimals) = self.digits(size);
            self.joined(&whole, &decimals)
        };
        self.dressed(sign, &body)
    }

    /// The digits before and after the point, as many as the form has.
    fn digits(&self, size: f64) -> (String, String) {
        // The shortest digits that tell the number from others, moved by two places for a percentage: halves are halves as one reads them.
        let shortest = format!("{size:e}");
        let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
        let all = mantissa.replace('.', "");
        let moved = if self.style == "percent" { 2 } else { 0 };
        let point = exponent.parse::<i64>().unwrap_or(0) + 1 + moved;
        if let Some((fewest, most)) = self.significant {
            if size == 0.0 {
                return ("0".to_owned(), "0".repeat(fewest - 1));
            }
            let (digits, point) = cut(&all, point, i64::try_from(most).unwrap_or(i64::MAX) - point);
            let (whole, mut decimals) = place(&digits, point);
            let before = whole.trim_start_matches('0').len();
            let zeros = if before == 0 { decimals.len() - decimals.trim_start_matches('0').len() } else { 0 };
            let kept = fewest.saturating_sub(before) + zeros;
            trim(&mut decimals, if before >= fewest { 0 } else { kept });
            return (whole, decimals);
        }
        if size == 0.0 {
            return ("0".to_owned(), "0".repeat(self.least));
        }
        let (digits, point) = cut(&all, point, i64::try_from(self.most).unwrap_or(i64::MAX));
        let (whole, mut decimals) = place(&digits, point);
        trim(&mut decimals, self.least);
        (whole, decimals)
    }

    fn joined(&self, whole: &str, decimals: &str) -> String {
        let padded = format!("{whole:0>width$}", width = self.whole);
        let mut body = String::new();
        for (at, digit) in padded.chars().enumerate() {
            if self.grouped && at > 0 && (padded.len() - at).is_multiple_of(3) {
                body.push(',');
            }
            body.push(digit);
        }
        if !decimals.is_empty() {
            body.push('.');
            body.push_str(decimals);
        }
        body
    }

    /// With its sign, and what the style adds.
    fn dressed(&self, sign: &str, body: &str) -> String {
        match self.style {
            "percent" => format!("{sign}{body}%"),
            "currency" => {
                let symbol = SYMBOLS.iter().find(|(code, _)| *code == self.currency);
                let (symbol, space) = symbol.map_or((self.currency.as_str(), "\u{a0}"), |(_, symbol)| (*symbol, ""));
                format!("{sign}{symbol}{space}{body}")
            }
            _ => format!("{sign}{body}"),
        }
    }
}

/// Digits with the point after the first `point` of them, rounded to so many decimals, halves away from zero.
fn cut(digits: &str, point: i64, decimals: i64) -> (String, i64) {
    let kept = point.saturating_add(decimals);
    let Ok(kept) = usize::try_from(kept) else { return ("0".to_owned(), 1) };
    let Some((head, rest)) = digits.split_at_checked(kept) else { return (digits.to_owned(), point) };
    if !rest.starts_with(|digit| digit >= '5') {
        return if head.is_empty() { ("0".to_owned(), 1) } else { (head.to_owned(), point) };
    }
    let mut up: Vec<u8> = head.bytes().collect();
    for digit in up.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return (String::from_utf8_lossy(&up).into_owned(), point);
        }
        *digit = b'0';
    }
    (format!("1{}", String::from_utf8_lossy(&up)), point + 1)
}

/// The digits before and after the point.
fn place(digits: &str, point: i64) -> (String, String) {
    let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    if point <= 0 {
        let zeros = "0".repeat(usize::try_from(-point).unwrap_or(0));
        return ("0".to_owned(), zeros + digits);
    }
    let zeros = "0".repeat(usize::try_from(point - length).unwrap_or(0));
    let (whole, decimals) = digits.split_at(usize::try_from(point.min(length)).unwrap_or(0));
    (whole.to_owned() + &zeros, decimals.to_owned())
}

/// Takes zeros off the end, down to so many digits, or adds some.
fn trim(decimals: &mut String, least: usize) {
    while decimals.len() > least && decimals.ends_with('0') {
        decimals.pop();
    }
    while decimals.len() < least {
        decimals.push('0');
    }
}
