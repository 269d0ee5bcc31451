//! Replaces `toExponential` and `toPrecision` of numbers: the engine's round halves down or to even (`(25).toExponential(0)`) and take
//! subnormals for 0. What must hold: of two texts equally near the number, the larger is given, as the standard says; the digits are
//! those of the number itself, which a double has up to 767 of.

use super::{Method, define};
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsValue};

/// Digits after the first that every double ends within.
const ALL: usize = 766;

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().number().prototype();
    let methods = [Method::new("toExponential", 1, to_exponential), Method::new("toPrecision", 1, to_precision)];
    define(&prototype, methods, context)
}

/// The number that a method of numbers is called on.
pub(super) fn this_number(this: &JsValue, method: &str) -> JsResult<f64> {
    let boxed = this.as_object().and_then(|object| object.downcast_ref::<f64>().map(|number| *number));
    let number = this.as_number().or(boxed);
    let message = || format!("Number.prototype.{method} needs a number");
    number.ok_or_else(|| JsNativeError::typ().with_message(message()).into())
}

/// A count of digits within the range the standard gives.
fn count(given: &IntegerOrInfinity, least: i64, method: &str) -> JsResult<usize> {
    match given {
        IntegerOrInfinity::Integer(count) if (least..=100).contains(count) => Ok(usize::try_from(*count).unwrap_or(0)),
        _ => {
            let message = format!("{method} takes a number of digits from {least} to 100");
            Err(JsNativeError::range().with_message(message).into())
        }
    }
}

fn to_exponential(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = this_number(this, "toExponential")?;
    let given = args.get_or_undefined(0);
    let wanted = given.to_integer_or_infinity(context)?;
    if !number.is_finite() {
        return Ok(JsValue::new(number).to_string(context)?.into());
    }
    let after = count(&wanted, 0, "toExponential")?;
    let (digits, exponent) =
        if given.is_undefined() { shortest(number.abs()) } else { rounded(number.abs(), after + 1) };
    Ok(JsString::from(sign(number) + &exponential(&digits, exponent)).into())
}

fn to_precision(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = this_number(this, "toPrecision")?;
    let given = args.get_or_undefined(0);
    if given.is_undefined() {
        return Ok(JsValue::new(number).to_string(context)?.into());
    }
    let wanted = given.to_integer_or_infinity(context)?;
    if !number.is_finite() {
        return Ok(JsValue::new(number).to_string(context)?.into());
    }
    let precision = count(&wanted, 1, "toPrecision")?;
    let (digits, exponent) = rounded(number.abs(), precision);
    let text = match usize::try_from(exponent) {
        Ok(exponent) if exponent < precision => {
            let (whole, part) = digits.split_at(exponent + 1);
            if part.is_empty() { whole.to_owned() } else { format!("{whole}.{part}") }
        }
        Err(_) if exponent >= -6 => {
            let zeros = usize::try_from(-exponent - 1).unwrap_or(0);
            format!("0.{}{digits}", "0".repeat(zeros))
        }
        _ => exponential(&digits, exponent),
    };
    Ok(JsString::from(sign(number) + &text).into())
}

fn sign(number: f64) -> String {
    if number < 0.0 { "-".to_owned() } else { String::new() }
}

fn exponential(digits: &str, exponent: i32) -> String {
    let (first, rest) = digits.split_at(1.min(digits.len()));
    let point = if rest.is_empty() { "" } else { "." };
    format!("{first}{point}{rest}e{exponent:+}")
}

/// The fewest digits that tell the number from its neighbours, and the exponent of the first.
fn shortest(number: f64) -> (String, i32) {
    split(&format!("{number:e}"))
}

/// That many digits of the number, halves rounded up, and the exponent of the first.
pub(super) fn rounded(number: f64, count: usize) -> (String, i32) {
    let (digits, exponent) = split(&format!("{:.*e}", count, number));
    // Cut to one digit too many, only a 5 at the end may be a half, or just below one.
    if !digits.ends_with('5') {
        return split(&format!("{:.*e}", count - 1, number));
    }
    let (all, exponent) = match split(&format!("{number:.ALL$e}")) {
        (all, exponent) if !all.is_empty() => (all, exponent),
        _ => (digits, exponent),
    };
    let (kept, rest) = all.split_at(count.min(all.len()));
    if !rest.starts_with(|digit| digit >= '5') {
        return (kept.to_owned(), exponent);
    }
    let (kept, carried) = one_more(kept);
    (kept, exponent + i32::from(carried))
}

/// The next larger number of as many digits, and whether that is 10 times the power: `999` gives `100`.
fn one_more(digits: &str) -> (String, bool) {
    let nines = digits.len() - digits.trim_end_matches('9').len();
    let head = digits.get(..digits.len() - nines).unwrap_or_default();
    let mut head: Vec<char> = head.chars().collect();
    let carried = match head.last_mut() {
        Some(last) => {
            *last = char::from_digit(last.to_digit(10).unwrap_or(0) + 1, 10).unwrap_or('0');
            false
        }
        None => true,
    };
    let zeros = "0".repeat(nines - usize::from(carried));
    let first = if carried { "1" } else { "" };
    (format!("{first}{}{zeros}", head.into_iter().collect::<String>()), carried)
}

/// The digits and the exponent of Rust's form.
fn split(text: &str) -> (String, i32) {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    (digits.replace('.', ""), exponent.parse().unwrap_or(0))
}

#[cfg(test)]
mod tests;
