//! Times: UTC milliseconds inside, RFC 3339 with a zone outside. A naive time is refused.

use jiff::Timestamp;
use serde_json::Value;

use crate::failure::{Failure, Outcome};

const ALLOWED: &str = "give UTC milliseconds, or RFC 3339 with a zone, such as 2026-07-12T09:00:00Z";

/// What a person or a chat log gives and is fewer counts seconds: as milliseconds it were in the first years after
/// 1970. Times that programs give are the engine's to judge.
pub const LEAST_MILLISECONDS: u64 = 100_000_000_000;

/// The host's clock.
pub fn now() -> u64 {
    u64::try_from(Timestamp::now().as_millisecond()).unwrap_or(0)
}

/// Reads a time from JSON; `name` is what the failure calls it.
pub fn from_json(value: &Value, name: &str) -> Outcome<u64> {
    match value {
        Value::Number(number) => number
            .as_u64()
            .or_else(|| number.as_f64().and_then(whole))
            .ok_or_else(|| Failure::invalid(format!("{name}: {number} is no time: {ALLOWED}"))),
        Value::String(text) => parse(text, name),
        _ => Err(Failure::invalid(format!("{name}: {ALLOWED}"))),
    }
}

/// Reads RFC 3339 with a zone, or milliseconds written as digits.
pub fn parse(text: &str, name: &str) -> Outcome<u64> {
    let text = text.trim();
    if let Ok(milliseconds) = text.parse::<u64>() {
        return Ok(milliseconds);
    }
    let time: Timestamp = text.parse().map_err(|_| {
        let naive = text.parse::<jiff::civil::DateTime>().is_ok();
        let what = if naive { "has no zone" } else { "is no time" };
        Failure::invalid(format!("{name}: `{text}` {what}: {ALLOWED}"))
    })?;
    u64::try_from(time.as_millisecond()).map_err(|_| Failure::invalid(format!("{name}: `{text}` is before 1970")))
}

/// RFC 3339 in UTC, to the second; milliseconds only where there are some.
pub fn show(milliseconds: u64) -> String {
    i64::try_from(milliseconds)
        .ok()
        .and_then(|ms| Timestamp::from_millisecond(ms).ok())
        .map_or_else(|| milliseconds.to_string(), |time| time.to_string())
}

/// As `show`, without seconds where they say nothing: what a table has room for.
pub fn show_short(milliseconds: u64) -> String {
    let full = show(milliseconds);
    match full.get(..16) {
        Some(minute) => format!("{}Z", minute.trim_end_matches("T00:00").trim_end_matches('Z')),
        None => full,
    }
    .replace('T', " ")
}

fn whole(number: f64) -> Option<u64> {
    (number >= 0.0 && number.fract() == 0.0 && number < 9e15).then_some(number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_time_needs_a_zone() {
        assert_eq!(from_json(&json!("1970-01-01T00:00:01Z"), "now"), Ok(1000));
        assert_eq!(from_json(&json!("1970-01-01T02:00:01+02:00"), "now"), Ok(1000));
        assert_eq!(from_json(&json!(1000), "now"), Ok(1000));
        for bad in [json!("2026-07-12T09:00:00"), json!("2026-07-12"), json!("soon"), json!(-5), json!(1.5), json!([])]
        {
            let failure = from_json(&bad, "now").unwrap_err();
            assert_eq!(failure.tag, "invalid");
            assert!(failure.text.starts_with("now: "), "{failure}");
        }
    }

    #[test]
    fn short_times_leave_out_midnight() {
        assert_eq!(show_short(1_783_814_400_000), "2026-07-12Z");
        assert_eq!(show_short(1_783_846_800_000), "2026-07-12 09:00Z");
    }
}
