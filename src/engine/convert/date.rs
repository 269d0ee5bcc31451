//! Owns dates as text: ISO 8601 in UTC, as `Date.prototype.toISOString` writes it. Ours, because the guest can patch
//! that method, and strict in reading.

const DAY_MS: i64 = 86_400_000;
/// The largest distance from 1970 a Date can have.
const MAX_MS: i64 = 8_640_000_000_000_000;

/// The text of a time value; an invalid date is empty text.
pub(super) fn write(time: f64) -> String {
    if !time.is_finite() || time.abs() > MAX_MS as f64 {
        return String::new();
    }
    let time = time as i64;
    let (year, month, day) = civil(time.div_euclid(DAY_MS));
    let ms = time.rem_euclid(DAY_MS);
    let (hour, minute, second, ms) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60, ms % 1000);
    let year = match year {
        0..=9999 => format!("{year:04}"),
        _ => format!("{}{:06}", if year < 0 { '-' } else { '+' }, year.abs()),
    };
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z")
}

/// The time value of text that [`write`] wrote; `None` for any other text.
pub(super) fn read(text: &str) -> Option<f64> {
    if text.is_empty() {
        return Some(f64::NAN);
    }
    let year_len = if text.starts_with(['+', '-']) { 7 } else { 4 };
    let number = |from: usize, len: usize| -> Option<i64> {
        let digits = text.get(from..from + len)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let sign = text.starts_with('-');
    let year = if year_len == 7 { number(1, 6)? * if sign { -1 } else { 1 } } else { number(0, 4)? };
    let at = |offset: usize, len: usize| number(year_len + offset, len);
    let (month, day) = (at(1, 2)?, at(4, 2)?);
    let (hour, minute, second, ms) = (at(7, 2)?, at(10, 2)?, at(13, 2)?, at(16, 3)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let time = days(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + ms;
    // Written again it must be the same text: that also refuses February 30 and wrong punctuation.
    (write(time as f64) == text).then_some(time as f64)
}

/// Year, month and day of a day counted from 1970-01-01, in the Gregorian calendar. Years begin in March here, so the
/// leap day is the last of its year; 400 years are 146,097 days.
pub(in crate::engine) fn civil(day: i64) -> (i64, i64, i64) {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// The inverse of [`civil`]; days past the end of a month run on.
pub(in crate::engine) fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = if month > 2 { month - 3 } else { month + 9 };
    let of_year = (153 * month_from_march + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year - 719_468
}
