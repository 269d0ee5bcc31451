//! Owns dates and times as American English writes them, in UTC; and numeric dates as Canada and Sweden have them, whose locales code asks for
//! where it means the form of ISO 8601.

use super::{Options, text, unknown};
use crate::engine::convert::date::civil;
use crate::engine::look;
use boa_engine::builtins::date::Date;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsDate;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];
const DAY_MS: i64 = 86_400_000;
const LENGTHS: [&str; 3] = ["long", "short", "narrow"];
const DIGITS: [&str; 2] = ["numeric", "2-digit"];

/// What a method shows where no option says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parts {
    Date,
    Time,
    Both,
}

/// What is shown, and how.
#[derive(Debug, Default)]
struct Form {
    weekday: Option<&'static str>,
    year: Option<&'static str>,
    month: Option<&'static str>,
    day: Option<&'static str>,
    hour: Option<&'static str>,
    minute: Option<&'static str>,
    second: Option<&'static str>,
    /// Digits of a fraction of a second.
    fraction: usize,
    half_days: bool,
    /// Year, month and day as numbers are written `2024-03-07`.
    iso: bool,
    /// The day goes from 0 to 23, and no comma is before the time.
    swedish: bool,
    /// Midnight is 24:00, as V8 has it for `hour12: false`.
    late_midnight: bool,
    zone: bool,
}

pub(super) fn of_date(this: &JsValue, args: &[JsValue], parts: Parts, context: &mut Context) -> JsResult<JsValue> {
    let date = this.as_object().filter(JsObject::is::<Date>);
    let date = date.ok_or_else(|| JsNativeError::typ().with_message("toLocaleString needs a Date"))?;
    let time = JsDate::from_object(date)?.get_time(context)?.as_number().unwrap_or(f64::NAN);
    let form = form(args, parts, context)?;
    if time.is_nan() {
        return Ok(text("Invalid Date"));
    }
    Ok(text(&form.write(time as i64)))
}

fn form(args: &[JsValue], parts: Parts, context: &mut Context) -> JsResult<Form> {
    let options = Options::new(args, 1, context)?;
    let locale = locale(args.get_or_undefined(0));
    let swedish = locale == "sv" || locale == "sv-se";
    if let Some(zone) = options.text("timeZone", context)?
        && !["utc", "gmt", "etc/utc", "etc/gmt", "+00:00"].contains(&zone.to_ascii_lowercase().as_str())
    {
        return Err(unknown("timeZone", &zone, "UTC, the only zone there is"));
    }
    let cycle = options.word("hourCycle", &["h12", "h23"], context)?;
    let hour12 = options.truth("hour12", context)?;
    let half_days = hour12.unwrap_or(cycle.map_or(!swedish, |cycle| cycle != "h23"));
    let date_style = options.word("dateStyle", &["full", "long", "medium", "short"], context)?;
    let time_style = options.word("timeStyle", &["full", "long", "medium", "short"], context)?;
    let mut form = Form {
        weekday: options.word("weekday", &LENGTHS, context)?,
        year: options.word("year", &DIGITS, context)?,
        month: options.word("month", &["numeric", "2-digit", "long", "short", "narrow"], context)?,
        day: options.word("day", &DIGITS, context)?,
        hour: options.word("hour", &DIGITS, context)?,
        minute: options.word("minute", &DIGITS, context)?,
        second: options.word("second", &DIGITS, context)?,
        fraction: options.count("fractionalSecondDigits", 1..=3, context)?.unwrap_or(0),
        half_days,
        iso: swedish || locale == "en-ca",
        swedish,
        late_midnight: hour12 == Some(false) && !swedish,
        zone: options.word("timeZoneName", &["short"], context)?.is_some(),
    };
    for name in ["era", "dayPeriod"] {
        if let Some(given) = options.text(name, context)? {
            return Err(unknown(name, &given, "left out"));
        }
    }
    if date_style.is_some() || time_style.is_some() {
        form.styles(date_style, time_style);
        return Ok(form);
    }
    form.defaults(parts);
    Ok(form)
}

/// The locale that is asked for first, in small letters.
fn locale(given: &JsValue) -> String {
    let first = given.as_object().and_then(|list| look::own_value(&list, 0u32));
    let text = first.as_ref().unwrap_or(given).as_string();
    text.map(|text| text.to_std_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

impl Form {
    fn has_date(&self) -> bool {
        self.weekday.or(self.year).or(self.month).or(self.day).is_some()
    }

    fn has_time(&self) -> bool {
        self.hour.or(self.minute).or(self.second).is_some() || self.fraction > 0
    }

    fn defaults(&mut self, parts: Parts) {
        let needs_date = match parts {
            Parts::Date => !self.has_date(),
            Parts::Both => !self.has_date() && !self.has_time(),
            Parts::Time => false,
        };
        let needs_time = match parts {
            Parts::Time => !self.has_time(),
            Parts::Both => needs_date,
            Parts::Date => false,
        };
        if needs_date {
            (self.year, self.month, self.day) = (Some("numeric"), Some("numeric"), Some("numeric"));
        }
        if needs_time {
            (self.hour, self.minute, self.second) = (Some("numeric"), Some("2-digit"), Some("2-digit"));
        }
    }

    fn styles(&mut self, date: Option<&'static str>, time: Option<&'static str>) {
        let (numeric, two) = (Some("numeric"), Some("2-digit"));
        if let Some(style) = date {
            self.weekday = (style == "full").then_some("long");
            self.month = match style {
                "short" => numeric,
                "medium" => Some("short"),
                _ => Some("long"),
            };
            (self.day, self.year) = (numeric, if style == "short" && !self.iso { two } else { numeric });
        }
        if let Some(style) = time {
            (self.hour, self.minute) = (numeric, two);
            self.second = if style == "short" { None } else { two };
            self.zone = style == "full" || style == "long";
        }
    }

    fn write(&self, time: i64) -> String {
        let (date, clock) = (self.date(time.div_euclid(DAY_MS)), self.clock(time.rem_euclid(DAY_MS)));
        let between = match self.month {
            _ if date.is_empty() || clock.is_empty() => "",
            _ if self.swedish => " ",
            Some("long") => " at ",
            None if self.year.or(self.day).is_none() => " ",
            _ => ", ",
        };
        let zone = if self.zone { if clock.is_empty() { ", UTC" } else { " UTC" } } else { "" };
        format!("{date}{between}{clock}{zone}")
    }

    fn date(&self, days: i64) -> String {
        let (year, month, day) = civil(days);
        let year_text = match self.year {
            Some("2-digit") => format!("{:02}", year.rem_euclid(100)),
            Some(_) if year > 0 => year.to_string(),
            // There is no year 0: before 1 comes 1 BC.
            Some(_) => (1 - year).to_string(),
            None => String::new(),
        };
        let day_text = self.day.map_or_else(String::new, |form| number(day, form));
        let weekday = usize::try_from(days.rem_euclid(7)).ok().and_then(|at| DAYS.get(at)).copied().unwrap_or_default();
        let weekday = self.weekday.map_or_else(String::new, |form| shortened(weekday, form));
        let name = usize::try_from(month - 1).ok().and_then(|at| MONTHS.get(at)).copied().unwrap_or_default();
        let named = self.month.is_some_and(|form| LENGTHS.contains(&form));
        let date = if named {
            let month = self.month.map_or_else(String::new, |form| shortened(name, form));
            let month_day = joined(&[month, day_text], " ");
            joined(&[month_day, year_text], if self.day.is_some() { ", " } else { " " })
        } else if self.iso {
            let two = |part: Option<_>, number: i64| part.map_or_else(String::new, |_| format!("{number:02}"));
            joined(&[year_text, two(self.month, month), two(self.day, day)], "-")
        } else {
            let month = self.month.map_or_else(String::new, |form| number(month, form));
            joined(&[month, day_text, year_text], "/")
        };
        joined(&[weekday, date], ", ")
    }

    fn clock(&self, ms: i64) -> String {
        let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
        // Minutes and seconds beside something larger always have two digits.
        let beside = |part: Option<&'static str>, larger: bool| part.map(|form| if larger { "2-digit" } else { form });
        let shown = match hour {
            hour if self.half_days => (hour + 11) % 12 + 1,
            0 if self.late_midnight => 24,
            hour => hour,
        };
        let hour_form = if self.half_days { self.hour } else { self.hour.map(|_| "2-digit") };
        let minute_form = beside(self.minute, self.hour.is_some() || self.second.is_some());
        let second_form = beside(self.second, self.minute.is_some());
        let mut seconds = second_form.map_or_else(String::new, |form| number(second, form));
        if self.fraction > 0 {
            let fraction = format!("{:03}", ms % 1000);
            let point = if self.second.is_some() { "." } else { "" };
            seconds.push_str(point);
            seconds.push_str(fraction.get(..self.fraction).unwrap_or_default());
        }
        let parts = [
            hour_form.map_or_else(String::new, |form| number(shown, form)),
            minute_form.map_or_else(String::new, |form| number(minute, form)),
            seconds,
        ];
        let half = match (self.hour, self.half_days) {
            (Some(_), true) => match (self.iso, hour < 12) {
                (true, true) => " a.m.",
                (true, false) => " p.m.",
                (false, true) => " AM",
                (false, false) => " PM",
            },
            _ => "",
        };
        joined(&parts, ":") + half
    }
}

fn number(number: i64, form: &str) -> String {
    if form == "2-digit" { format!("{number:02}") } else { number.to_string() }
}

fn shortened(name: &str, form: &str) -> String {
    let length = match form {
        "long" => name.len(),
        "short" => 3,
        _ => 1,
    };
    name.get(..length).unwrap_or(name).to_owned()
}

fn joined(parts: &[String], with: &str) -> String {
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(with)
}
