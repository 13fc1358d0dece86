//! Chat transcripts: reading them, and remembering them turn by turn.

mod ingest;
mod jsonl;
mod locomo;
mod rules;

use std::path::Path;

use anyhow::Context;
use serde_json::Value;

pub use ingest::{Decision, Plan, ingest};

/// Who spoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A person.
    User,
    /// The agent.
    Assistant,
    /// The application's instructions.
    System,
    /// What a tool gave back.
    Tool,
}

impl Role {
    /// Its name in transcripts.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::System => "system",
            Self::Tool => "tool",
        }
    }
}

/// One turn of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who spoke.
    pub role: Role,
    /// By name, where it is known.
    pub actor: Option<String>,
    /// What was said.
    pub text: String,
    /// UTC milliseconds.
    pub at: Option<u64>,
    /// The session it belongs to.
    pub session: Option<String>,
    /// Its place in the file: a line's number or a dialogue id.
    pub place: String,
}

/// A file of turns.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// The file's name, which evidence refers to.
    pub name: String,
    /// Oldest first.
    pub turns: Vec<Turn>,
}

/// Reads a transcript, finding its format out. Errors name the line.
pub fn read(path: &Path) -> anyhow::Result<Transcript> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.file_name().map_or_else(|| "transcript".into(), |name| name.to_string_lossy().into_owned());
    let whole = serde_json::from_str::<Value>(&text).ok().filter(locomo::is_locomo);
    let turns = match whole {
        Some(whole) => locomo::read(&whole),
        None => jsonl::read(&text),
    };
    let turns = turns.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Transcript { name, turns })
}

/// One conversation of LoCoMo's, under a name.
pub fn conversation(name: &str, sample: &Value) -> anyhow::Result<Transcript> {
    Ok(Transcript { name: name.into(), turns: locomo::read(sample)? })
}
