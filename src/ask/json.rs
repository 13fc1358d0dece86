//! A reply, read strictly: anything that is not the JSON that was asked for is an error.

use crate::types::{Failure, Result};
use serde::de::DeserializeOwned;

/// Bytes of a reply that are looked at.
const MOST_BYTES: usize = 64 * 1024;

/// Reads a reply. A fence of Markdown around the JSON is taken off; nothing else is mended. The error
/// says where, never what.
pub fn read<T: DeserializeOwned>(reply: &str) -> Result<T> {
    if reply.len() > MOST_BYTES {
        return Err(Failure::MalformedReply(format!("over {MOST_BYTES} bytes")));
    }
    serde_json::from_str(unfenced(reply)).map_err(|error| {
        Failure::MalformedReply(format!("line {} column {}: {}", error.line(), error.column(), sort(&error)))
    })
}

/// Refuses a list of another length than `1..=most`.
pub fn at_most(found: usize, most: usize, what: &str) -> Result<()> {
    if (1..=most).contains(&found) {
        return Ok(());
    }
    Err(Failure::MalformedReply(format!("1 to {most} {what} are wanted")))
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
