//! Replaces `toLocaleString` of numbers, bigints and dates, and `localeCompare`: without `Intl`, which takes more room than the rest of the engine,
//! the engine's give the plain form and compare code units. What must hold: American English, whatever locale is asked for, as
//! V8 has it for the options that are read here; the zone is UTC; an option that would change the text and is not known here is
//! an error rather than another text. Deliberately absent: `Intl`, other languages, other calendars.

mod collate;
mod dates;
mod numbers;

use super::{Method, define, option};
use boa_engine::object::JsObject;
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsResult, JsString, JsValue};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (number, bigint) = (constructors.number().prototype(), constructors.bigint().prototype());
    let (date, string) = (constructors.date().prototype(), constructors.string().prototype());
    define(&number, [Method::new("toLocaleString", 0, numbers::of_number)], context)?;
    define(&bigint, [Method::new("toLocaleString", 0, numbers::of_bigint)], context)?;
    define(&string, [collate::method(&string)?], context)?;
    let methods = [
        Method::new("toLocaleString", 0, |this, args, context| dates::of_date(this, args, dates::Parts::Both, context)),
        Method::new("toLocaleDateString", 0, |this, args, context| {
            dates::of_date(this, args, dates::Parts::Date, context)
        }),
        Method::new("toLocaleTimeString", 0, |this, args, context| {
            dates::of_date(this, args, dates::Parts::Time, context)
        }),
    ];
    define(&date, methods, context)
}

/// The options a method was given, which come after the locales.
struct Options(Option<JsObject>);

impl Options {
    fn new(args: &[JsValue], at: usize, context: &mut Context) -> JsResult<Self> {
        match args.get_or_undefined(at) {
            none if none.is_undefined() => Ok(Self(None)),
            options => options.to_object(context).map(|options| Self(Some(options))),
        }
    }

    fn value(&self, name: &'static str, context: &mut Context) -> JsResult<Option<JsValue>> {
        let Some(options) = &self.0 else { return Ok(None) };
        let value = option(options, name, context)?;
        Ok((!value.is_undefined()).then_some(value))
    }

    fn text(&self, name: &'static str, context: &mut Context) -> JsResult<Option<String>> {
        let Some(value) = self.value(name, context)? else { return Ok(None) };
        Ok(Some(value.to_string(context)?.to_std_string_lossy()))
    }

    /// One of these words.
    fn word(
        &self,
        name: &'static str,
        known: &[&'static str],
        context: &mut Context,
    ) -> JsResult<Option<&'static str>> {
        let Some(given) = self.text(name, context)? else { return Ok(None) };
        let found = known.iter().find(|word| **word == given);
        found.copied().map(Some).ok_or_else(|| unknown(name, &given, &known.join(", ")))
    }

    fn count(
        &self,
        name: &'static str,
        range: std::ops::RangeInclusive<u32>,
        context: &mut Context,
    ) -> JsResult<Option<usize>> {
        let Some(value) = self.value(name, context)? else { return Ok(None) };
        let number = value.to_number(context)?;
        if number >= f64::from(*range.start()) && number <= f64::from(*range.end()) {
            return Ok(Some(number.floor() as usize));
        }
        let wanted = format!("a number from {} to {}", range.start(), range.end());
        Err(unknown(name, &number.to_string(), &wanted))
    }

    fn truth(&self, name: &'static str, context: &mut Context) -> JsResult<Option<bool>> {
        Ok(self.value(name, context)?.map(|value| value.to_boolean()))
    }
}

fn unknown(name: &str, given: &str, known: &str) -> JsError {
    let message = format!("the option {name} cannot be '{given}' here: it can be {known}");
    JsNativeError::range().with_message(message).into()
}

fn text(text: &str) -> JsValue {
    JsString::from(text).into()
}

#[cfg(test)]
mod tests;
