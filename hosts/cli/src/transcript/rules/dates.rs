//! Dates as people say them: "last month", "in July", "on 3 July 2024", "two years ago".

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan};

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];

const NUMBERS: [&str; 13] =
    ["a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Words that begin a date after a value: "York *last* month".
const STARTS: [&str; 5] = ["last", "yesterday", "today", "since", "this"];

/// Words of the future: what they stand in is no fact yet.
const FUTURE: [&str; 4] = ["tomorrow", "next", "soon", "later"];

/// A clause as its value and the date said after it.
#[derive(Debug, PartialEq, Eq)]
pub struct Dated<'a> {
    /// The words before the date.
    pub value: &'a str,
    /// The date, where one was said that can be read.
    pub date: Option<u64>,
}

/// Splits a date off a clause's end. None: the clause is about the future.
pub fn split(clause: &str, at: Option<u64>) -> Option<Dated<'_>> {
    let lower = clause.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    if words.iter().any(|word| FUTURE.contains(word)) {
        return None;
    }
    let start = (0..words.len()).find(|start| begins_date(&words[*start..]));
    let Some(start) = start else {
        return Some(Dated { value: clause.trim(), date: None });
    };
    let today = at.and_then(|at| Timestamp::from_millisecond(i64::try_from(at).ok()?).ok());
    let today = today.map(|now| now.to_zoned_datetime(TimeZone::UTC).date());
    let date = read(&words[start..], today).filter(|date| today.is_none_or(|today| *date <= today));
    Some(Dated { value: before_word(clause, start), date: date.and_then(milliseconds) })
}

/// The month that a text names, 1 to 12.
pub fn month(word: &str) -> Option<i8> {
    let word = word.trim_end_matches([',', '.']).to_ascii_lowercase();
    let index = MONTHS.iter().position(|month| *month == word || (word.len() == 3 && month.starts_with(&word)))?;
    i8::try_from(index + 1).ok()
}

fn begins_date(words: &[&str]) -> bool {
    match words {
        [word, ..] if STARTS.contains(word) => true,
        ["in", next, ..] => month(next).is_some() || year(next).is_some(),
        ["back", "in", ..] => true,
        ["on", next, after, ..] => {
            month(next).is_some() || day(next).is_some() && month(after).is_some() || weekday(next).is_some()
        }
        ["on", next] => weekday(next).is_some(),
        [count, unit, "ago", ..] => number(count).is_some() && span(1, unit).is_some(),
        _ => false,
    }
}

/// Reads a date as of a day. The most recent one is meant where no year is said.
fn read(words: &[&str], today: Option<Date>) -> Option<Date> {
    match words {
        ["since" | "on" | "in", rest @ ..] | ["back", "in", rest @ ..] => read(rest, today),
        ["today", ..] => today,
        ["yesterday", ..] => today?.yesterday().ok(),
        ["last", unit, ..] => last(unit, today?),
        ["this", unit, ..] => first_of(unit, today?),
        [count, unit, "ago", ..] => today?.checked_sub(span(number(count)?, unit)?).ok(),
        [a, b, c, ..] if year(c).is_some() => {
            month_day(a, b).and_then(|(month, day)| Date::new(year(c)?, month, day).ok())
        }
        [a, b, ..] if year(b).is_some() => Date::new(year(b)?, month(a)?, 1).ok(),
        [a, b, ..] if month_day(a, b).is_some() => month_day(a, b).and_then(|(month, day)| recent(month, day, today?)),
        [a, ..] if year(a).is_some() => Date::new(year(a)?, 1, 1).ok(),
        [a, ..] if month(a).is_some() => recent(month(a)?, 1, today?),
        [a, ..] => today?.nth_weekday(-1, weekday(a)?).ok(),
        [] => None,
    }
}

fn last(unit: &str, today: Date) -> Option<Date> {
    match unit {
        "week" => today.checked_sub(1.week()).ok(),
        "month" => today.first_of_month().checked_sub(1.month()).ok(),
        "year" => today.first_of_year().checked_sub(1.year()).ok(),
        "night" => today.yesterday().ok(),
        other => match month(other) {
            Some(month) => recent(month, 1, today),
            None => today.nth_weekday(-1, weekday(other)?).ok(),
        },
    }
}

fn first_of(unit: &str, today: Date) -> Option<Date> {
    match unit {
        "month" => Some(today.first_of_month()),
        "year" => Some(today.first_of_year()),
        "week" => today.tomorrow().ok()?.nth_weekday(-1, Weekday::Monday).ok(),
        "morning" | "afternoon" | "evening" => Some(today),
        _ => None,
    }
}

/// The last time that a day of the year was.
fn recent(month: i8, day: i8, today: Date) -> Option<Date> {
    let this_year = Date::new(today.year(), month, day).ok().filter(|date| *date <= today);
    this_year.or_else(|| Date::new(today.year() - 1, month, day).ok())
}

fn month_day(a: &str, b: &str) -> Option<(i8, i8)> {
    match (month(a), day(b)) {
        (Some(month), Some(day)) => Some((month, day)),
        _ => Some((month(b)?, day(a)?)),
    }
}

fn day(word: &str) -> Option<i8> {
    let word = word.trim_end_matches([',', '.']);
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    digits.parse().ok().filter(|day| (1..=31).contains(day))
}

fn year(word: &str) -> Option<i16> {
    word.trim_end_matches([',', '.']).parse().ok().filter(|year| (1900..=2200).contains(year))
}

fn weekday(word: &str) -> Option<Weekday> {
    WEEKDAYS.iter().find(|(name, _)| *name == word.trim_end_matches([',', '.'])).map(|(_, day)| *day)
}

fn number(word: &str) -> Option<i64> {
    let named = NUMBERS.iter().position(|name| *name == word).map(|index| i64::try_from(index.max(1)).unwrap_or(1));
    named.or_else(|| word.parse().ok()).filter(|count| (1..=200).contains(count))
}

fn span(count: i64, unit: &str) -> Option<Span> {
    Some(match unit.trim_end_matches('s') {
        "day" => count.days(),
        "week" => count.weeks(),
        "month" => count.months(),
        "year" => count.years(),
        _ => return None,
    })
}

fn milliseconds(date: Date) -> Option<u64> {
    let midnight = date.to_zoned_datetime(TimeZone::UTC).ok()?;
    u64::try_from(midnight.timestamp().as_millisecond()).ok()
}

/// The text before its nth word.
fn before_word(text: &str, nth: usize) -> &str {
    let start = text.split_whitespace().nth(nth).map(|word| word.as_ptr() as usize - text.as_ptr() as usize);
    text[..start.unwrap_or(text.len())].trim().trim_end_matches(',')
}
