//! JSON Lines of role, text, at; and where known actor, session, ref.

use anyhow::{Context, bail};
use serde::Deserialize;
use serde_json::Value;

use super::{Role, Turn};
use crate::time;

#[derive(Deserialize)]
struct Line {
    role: Option<String>,
    #[serde(alias = "content")]
    text: String,
    #[serde(default, alias = "timestamp")]
    at: Value,
    #[serde(default, alias = "name")]
    actor: Option<String>,
    #[serde(default)]
    session: Option<String>,
    #[serde(default, rename = "ref")]
    reference: Option<String>,
}

/// Reads every line that is not blank.
pub fn read(text: &str) -> anyhow::Result<Vec<Turn>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| turn(line, number).with_context(|| format!("line {number}"))).collect()
}

fn turn(line: &str, number: u64) -> anyhow::Result<Turn> {
    let line: Line = serde_json::from_str(line).context("must be an object with role and text")?;
    Ok(Turn {
        role: role(line.role.as_deref())?,
        actor: line.actor,
        text: line.text,
        at: match &line.at {
            Value::Null => None,
            at => Some(time::from_json(at, "at")?),
        },
        session: line.session,
        place: line.reference.unwrap_or_else(|| number.to_string()),
    })
}

fn role(name: Option<&str>) -> anyhow::Result<Role> {
    Ok(match name.unwrap_or("user") {
        "user" | "human" => Role::User,
        "assistant" | "ai" | "model" => Role::Assistant,
        "system" | "developer" => Role::System,
        "tool" | "function" => Role::Tool,
        other => bail!("role: `{other}` is none of user, assistant, system, tool"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_turns() {
        let turns = read(
            "{\"role\":\"user\",\"text\":\"hi\",\"at\":\"1970-01-01T00:00:01Z\"}\n\n{\"role\":\"ai\",\"text\":\"yes\"}",
        )
        .unwrap();
        assert_eq!((turns[0].at, turns[0].place.as_str()), (Some(1000), "1"));
        assert_eq!((turns[1].role, turns[1].at, turns[1].place.as_str()), (Role::Assistant, None, "3"));
    }

    #[test]
    fn a_bad_line_is_named() {
        for (bad, why) in [
            ("nonsense", "must be an object"),
            ("{\"role\":\"user\"}", "must be an object"),
            ("{\"role\":\"dog\",\"text\":\"\"}", "role: `dog`"),
            ("{\"text\":\"hi\",\"at\":\"2026-01-01T00:00:00\"}", "has no zone"),
        ] {
            let error = format!("{:#}", read(&format!("{{\"text\":\"a\"}}\n{bad}")).unwrap_err());
            assert!(error.contains("line 2") && error.contains(why), "{error}");
        }
    }
}
