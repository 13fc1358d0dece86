//! A model's reply, read strictly: anything that is not the JSON that was asked for is an error.

use super::prompt::alias;
use crate::types::{Failure, Result};
use serde::Deserialize;

/// Bytes of a reply that are looked at.
const MOST_BYTES: usize = 64 * 1024;

/// What a model wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Op {
    /// The claim stands beside what is known.
    Add,
    /// The claim replaces the target.
    Update,
    /// The target is no longer true.
    Delete,
    /// The target says it already.
    Noop,
}

impl Op {
    /// Its name in a verdict.
    pub fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Update => "update",
            Self::Delete => "delete",
            Self::Noop => "noop",
        }
    }
}

/// One operation of a reply.
#[derive(Clone, PartialEq, Eq)]
pub struct Operation {
    /// What is wanted.
    pub op: Op,
    /// The alias that it names.
    pub named: Option<String>,
    /// The place of that alias among what was shown.
    pub place: Option<usize>,
}

crate::types::redacted! { Operation { op, place } }

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    operations: Vec<Wanted>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    op: Op,
    target: Option<String>,
}

/// Reads a reply to a question that showed so many memories. A fence of Markdown around the JSON is
/// taken off; nothing else is mended.
pub fn read(reply: &str, shown: usize) -> Result<Vec<Operation>> {
    if reply.len() > MOST_BYTES {
        return Err(Failure::MalformedReply(format!("over {MOST_BYTES} bytes")));
    }
    let reply: Reply = serde_json::from_str(unfenced(reply)).map_err(|error| {
        Failure::MalformedReply(format!("line {} column {}: {}", error.line(), error.column(), sort(&error)))
    })?;
    if reply.operations.is_empty() || reply.operations.len() > shown + 1 {
        return Err(Failure::MalformedReply(format!("1 to {} operations are wanted", shown + 1)));
    }
    let place = |name: &String| (0..shown).find(|place| alias(*place) == *name);
    let wanted = reply.operations.into_iter();
    Ok(wanted
        .map(|Wanted { op, target }| Operation { op, place: target.as_ref().and_then(place), named: target })
        .collect())
}

fn unfenced(reply: &str) -> &str {
    let inner = reply.trim().strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    inner.map_or(reply.trim(), |inner| inner.strip_prefix("json").unwrap_or(inner).trim())
}

/// The sort of a mistake, without the reply's words.
fn sort(error: &serde_json::Error) -> &'static str {
    match error.classify() {
        serde_json::error::Category::Data => "not of the schema",
        serde_json::error::Category::Eof => "it ends early",
        _ => "not JSON",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_schema_is_read() {
        let read = |reply| read(reply, 2);
        let operations = read("```json\n{\"operations\":[{\"op\":\"UPDATE\",\"target\":\"m2\"},{\"op\":\"NOOP\",\"target\":\"m9\"}]}\n```").unwrap();
        assert_eq!((operations[0].op, operations[0].place), (Op::Update, Some(1)));
        assert_eq!(operations[1].place, None);
        for bad in [
            "",
            "ok",
            "{}",
            "{\"operations\":[]}",
            "{\"operations\":[{\"op\":\"ERASE\"}]}",
            "[]",
            "{\"operations\":[{\"op\":\"ADD\",\"user\":\"bo\"}]}",
        ] {
            assert!(matches!(read(bad), Err(Failure::MalformedReply(_))), "{bad}");
        }
        let many = format!("{{\"operations\":[{}]}}", ["{\"op\":\"ADD\"}"; 4].join(","));
        assert!(matches!(read(&many), Err(Failure::MalformedReply(_))));
    }
}
