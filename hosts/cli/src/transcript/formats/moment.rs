//! When a message was said. What may be another time than it seems is refused by name.

use serde_json::Value;

use crate::time;

/// UTC milliseconds, and the speaker's clock in minutes east of UTC where the text says it.
pub fn read(value: &Value, name: &str) -> Result<(u64, Option<i32>), String> {
    let seconds = |number: f64| number > 0.0 && number < time::LEAST_MILLISECONDS as f64;
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse::<f64>().ok());
    if number.is_some_and(seconds) {
        return Err(format!("{name}: {value} can only be seconds; give milliseconds"));
    }
    let at = time::from_json(value, name).map_err(|failure| failure.text)?;
    Ok((at, value.as_str().and_then(offset)))
}

/// The offset at a text's end, such as `+02:00`. `Z` says nothing of the speaker's clock.
fn offset(text: &str) -> Option<i32> {
    let text = text.trim();
    let tail = text.get(text.len().checked_sub(6)?..)?;
    let sign = match tail.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hours, minutes) = tail.get(1..)?.split_once(':')?;
    let minutes = hours.parse::<i32>().ok()? * 60 + minutes.parse::<i32>().ok()?;
    Some(sign * minutes).filter(|minutes| minutes.abs() <= 1_080)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn times_keep_their_clock() {
        assert_eq!(read(&json!("2026-07-12T09:00:00Z"), "at"), Ok((1_783_846_800_000, None)));
        assert_eq!(read(&json!("2026-07-12T11:00:00+02:00"), "at"), Ok((1_783_846_800_000, Some(120))));
        assert_eq!(read(&json!("2026-07-12T05:30:00-03:30"), "at"), Ok((1_783_846_800_000, Some(-210))));
        assert_eq!(read(&json!(1_783_846_800_000_u64), "at"), Ok((1_783_846_800_000, None)));
    }

    #[test]
    fn seconds_and_naive_times_are_refused_by_name() {
        for seconds in [json!(1_783_846_800), json!(1_783_846_800.5), json!("1783846800"), json!(99_999_999_999_u64)] {
            let why = read(&seconds, "created_at").unwrap_err();
            assert!(why.starts_with("created_at: ") && why.contains("seconds"), "{why}");
        }
        for naive in [json!("2026-07-12T09:00:00"), json!("2026-07-12")] {
            assert!(read(&naive, "at").unwrap_err().contains("has no zone"));
        }
        assert!(read(&json!("soon"), "at").is_err() && read(&json!(true), "at").is_err());
    }
}
