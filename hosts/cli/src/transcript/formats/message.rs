//! One message, as chat applications write it: OpenAI's form and its relatives. Names of fields are read in
//! any case, and fields that say nothing here are passed over.

use serde_json::{Map, Value};

use super::{content, moment};
use crate::json;
use crate::transcript::turn::{Role, Turn};

const ROLE: &[&str] = &["role", "from", "author"];
const TEXT: &[&str] = &["text", "content", "value"];
const AT: &[&str] = &["at", "timestamp", "created_at", "createdat", "create_time", "date", "time"];
const ACTOR: &[&str] = &["actor", "name", "speaker"];
const SESSION: &[&str] = &["session", "session_id", "sessionid"];

/// Reads a message; `place` is where it stands, unless it says so itself.
pub fn read(value: &Value, place: String) -> Result<Turn, String> {
    if let Some(key) = json::twice(value) {
        return Err(format!("the key `{key}` is there twice"));
    }
    let Value::Object(object) = value else {
        return Err("must be an object with role and text".into());
    };
    let text = match named(object, TEXT) {
        Some((_, content)) => content::words(content)?,
        None if field(object, &["tool_calls", "function_call"]).is_some() => String::new(),
        None => return Err("must be an object with role and text".into()),
    };
    let at = named(object, AT).filter(|(_, at)| !at.is_null());
    let moment = at.map(|(name, at)| moment::read(at, name)).transpose()?;
    Ok(Turn {
        role: role(field(object, ROLE))?,
        actor: label(object, ACTOR)?,
        text,
        at: moment.map(|(at, _)| at),
        utc_offset: moment.and_then(|(_, offset)| offset),
        session: label(object, SESSION)?,
        place: label(object, &["ref"])?.unwrap_or(place),
    })
}

/// The first of these fields that is there, whatever its case.
pub fn field<'a>(object: &'a Map<String, Value>, names: &[&str]) -> Option<&'a Value> {
    named(object, names).map(|(_, value)| value)
}

fn named<'a>(object: &'a Map<String, Value>, names: &[&str]) -> Option<(&'a str, &'a Value)> {
    let found = names.iter().find_map(|name| object.iter().find(|(key, _)| key.to_lowercase() == *name));
    found.map(|(key, value)| (key.as_str(), value))
}

fn label(object: &Map<String, Value>, names: &[&str]) -> Result<Option<String>, String> {
    match named(object, names) {
        None | Some((_, Value::Null)) => Ok(None),
        Some((_, Value::String(text))) if text.is_empty() => Ok(None),
        Some((_, Value::String(text))) => Ok(Some(text.clone())),
        Some((_, Value::Number(number))) => Ok(Some(number.to_string())),
        Some((name, _)) => Err(format!("{name}: must be a text")),
    }
}

/// Who speaks; the user where nothing is said.
fn role(value: Option<&Value>) -> Result<Role, String> {
    let name = match value {
        None | Some(Value::Null) => return Ok(Role::User),
        Some(Value::Object(author)) => field(author, &["role"]).and_then(Value::as_str),
        Some(other) => other.as_str(),
    };
    let name = name.ok_or("role: must be a text")?;
    Ok(match name.trim().to_lowercase().as_str() {
        "user" | "human" | "person" | "customer" => Role::User,
        "assistant" | "ai" | "model" | "bot" | "chatbot" | "agent" | "gpt" => Role::Assistant,
        "system" | "developer" => Role::System,
        "tool" | "function" | "tool_result" => Role::Tool,
        _ => return Err(format!("role: `{name}` is none of user, assistant, system, tool")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn turn(value: &Value) -> Turn {
        read(value, "1".into()).unwrap()
    }

    #[test]
    fn names_and_roles_are_read_in_any_case() {
        for value in [
            json!({"role": "user", "text": "hi"}),
            json!({"Role": "User", "Text": "hi"}),
            json!({"ROLE": " HUMAN ", "content": "hi", "model": "x", "usage": {"tokens": 1}}),
            json!({"from": "human", "value": "hi"}),
            json!({"author": {"role": "user", "name": null}, "content": {"parts": ["hi"]}}),
            json!({"content": [{"type": "text", "text": "hi"}]}),
        ] {
            let turn = turn(&value);
            assert_eq!((turn.role, turn.text.as_str()), (Role::User, "hi"), "{value}");
        }
        for (name, role) in
            [("AI", Role::Assistant), ("bot", Role::Assistant), ("Developer", Role::System), ("function", Role::Tool)]
        {
            assert_eq!(turn(&json!({"role": name, "content": "x"})).role, role);
        }
    }

    #[test]
    fn a_message_without_words_is_an_empty_turn() {
        for value in [
            json!({"role": "assistant", "content": null, "tool_calls": [{"id": "1"}]}),
            json!({"role": "assistant", "tool_calls": [{"id": "1"}]}),
            json!({"role": "user", "content": []}),
        ] {
            assert_eq!(turn(&value).text, "", "{value}");
        }
    }

    #[test]
    fn where_and_when_are_read_by_any_name() {
        let when = "2026-07-12T09:00:00Z";
        for name in ["at", "timestamp", "created_at", "createdAt", "create_time", "date"] {
            assert_eq!(turn(&json!({"text": "hi", name: when})).at, Some(1_783_846_800_000), "{name}");
        }
        let said = turn(&json!({"text": "hi", "name": "Ana", "session_id": 7, "ref": "a1", "at": null}));
        assert_eq!(
            (said.actor.as_deref(), said.session.as_deref(), said.place.as_str()),
            (Some("Ana"), Some("7"), "a1")
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (value, why) in [
            (json!([]), "must be an object"),
            (json!({"role": "user"}), "must be an object"),
            (json!({"role": "dog", "text": ""}), "role: `dog`"),
            (json!({"role": 5, "text": ""}), "role: must be"),
            (json!({"text": "hi", "created_at": 1_783_846_800}), "created_at: 1783846800 can only be seconds"),
            (json!({"text": "hi", "at": "2026-01-01T00:00:00"}), "has no zone"),
            (json!({"text": 5}), "content: must be"),
            (json!({"text": "hi", "name": ["x"]}), "name: must be"),
        ] {
            let told = read(&value, "1".into()).unwrap_err();
            assert!(told.contains(why), "{told}");
        }
    }
}
