//! LoCoMo's format: `conversation.session_N` lists of turns with `session_N_date_time` beside them.
//! Both speakers are people.

use anyhow::{Context, bail};
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use crate::transcript::turn::{Role, Turn};

/// Whether a JSON value is one conversation or a list of them.
pub fn is_locomo(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty() && items.iter().all(is_locomo),
        Value::Object(object) => {
            object.contains_key("conversation") || object.keys().any(|key| session_number(key).is_some())
        }
        _ => false,
    }
}

/// Reads all conversations. Where there are several, each turn's place begins with its conversation.
pub fn read(value: &Value) -> anyhow::Result<Vec<Turn>> {
    let samples = match value {
        Value::Array(samples) => samples.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut turns = Vec::new();
    for (index, sample) in samples.iter().enumerate() {
        let name = sample["sample_id"].as_str().map_or_else(|| format!("conversation-{}", index + 1), String::from);
        let prefix = if samples.len() > 1 { format!("{name}/") } else { String::new() };
        conversation(sample, &prefix, &mut turns).with_context(|| name.clone())?;
    }
    Ok(turns)
}

fn conversation(sample: &Value, prefix: &str, turns: &mut Vec<Turn>) -> anyhow::Result<()> {
    let sessions = sample.get("conversation").unwrap_or(sample).as_object().context("a conversation is an object")?;
    let mut numbers: Vec<u32> = sessions.keys().filter_map(|key| session_number(key)).collect();
    numbers.sort_unstable();
    for number in numbers {
        session(sessions, number, prefix, turns).with_context(|| format!("session_{number}"))?;
    }
    Ok(())
}

fn session(sessions: &Map<String, Value>, number: u32, prefix: &str, turns: &mut Vec<Turn>) -> anyhow::Result<()> {
    let date = sessions.get(&format!("session_{number}_date_time")).and_then(Value::as_str);
    let at = date.map(date_time).transpose()?;
    let name = format!("session_{number}");
    let list = sessions.get(&name).and_then(Value::as_array).context("must be a list of turns")?;
    for (index, turn) in list.iter().enumerate() {
        let place = turn["dia_id"].as_str().map_or_else(|| format!("D{number}:{}", index + 1), String::from);
        turns.push(Turn {
            role: Role::User,
            actor: turn["speaker"].as_str().map(String::from),
            text: text(turn),
            at,
            utc_offset: None,
            session: Some(format!("{prefix}{name}")),
            place: format!("{prefix}{place}"),
        });
    }
    Ok(())
}

/// What was said, and what the picture shows that came with it.
fn text(turn: &Value) -> String {
    let said = turn["text"].as_str().unwrap_or_default().trim();
    match turn["blip_caption"].as_str() {
        Some(caption) if said.is_empty() => format!("[shares {caption}]"),
        Some(caption) => format!("{said} [shares {caption}]"),
        None => said.into(),
    }
}

fn session_number(key: &str) -> Option<u32> {
    key.strip_prefix("session_")?.parse().ok()
}

/// `1:56 pm on 8 May, 2023`, taken as UTC.
fn date_time(text: &str) -> anyhow::Result<u64> {
    let Some((time, date)) = text.split_once(" on ") else {
        bail!("`{text}` is no time such as `1:56 pm on 8 May, 2023`");
    };
    let time = Time::strptime("%I:%M %p", time.trim()).with_context(|| format!("time `{time}`"))?;
    let date = Date::strptime("%d %B, %Y", date.trim()).with_context(|| format!("date `{date}`"))?;
    let moment = date.to_datetime(time).to_zoned_datetime(TimeZone::UTC)?;
    Ok(u64::try_from(moment.timestamp().as_millisecond())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn sessions_become_turns() {
        let sample = json!({"sample_id": "conv-1", "conversation": {
            "speaker_a": "Ana",
            "session_2": [{"speaker": "Ana", "dia_id": "D2:1", "text": "Look!", "blip_caption": "a dog"}],
            "session_2_date_time": "12:05 am on 10 January, 2024",
            "session_1": [{"speaker": "Bo", "dia_id": "D1:1", "text": "Hi"}],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
        }});
        assert!(is_locomo(&sample) && is_locomo(&json!([sample])));
        let turns = read(&sample).unwrap();
        assert_eq!(turns[0].at, Some(1_683_554_160_000));
        assert_eq!((turns[0].actor.as_deref(), turns[0].place.as_str()), (Some("Bo"), "D1:1"));
        assert_eq!(turns[1].at, Some(1_704_845_100_000));
        assert_eq!(turns[1].text, "Look! [shares a dog]");
        let both = read(&json!([sample, sample])).unwrap();
        assert_eq!(both[3].place, "conv-1/D2:1");
    }

    #[test]
    fn a_role_transcript_is_not_locomo() {
        assert!(!is_locomo(&json!({"role": "user", "text": "hi"})));
        assert!(!is_locomo(&json!([])));
    }
}
