//! Chat transcripts: reading them, and having them observed turn by turn.

mod formats;
mod identity;
mod ingest;
mod told;
mod turn;

use std::path::Path;

use anyhow::Context;
use serde_json::Value;

pub use formats::Unread;
pub use ingest::{Listener, Plan, ingest};
pub use told::{Decision, decisions, passages};
pub use turn::{Role, Turn};

/// A file of turns.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// The file's name, which evidence refers to.
    pub name: String,
    /// Oldest first.
    pub turns: Vec<Turn>,
    /// What in it is no turn.
    pub unread: Vec<Unread>,
}

/// Reads a transcript, finding its format out.
pub fn read(path: &Path) -> anyhow::Result<Transcript> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.file_name().map_or_else(|| "transcript".into(), |name| name.to_string_lossy().into_owned());
    let read = formats::read(&bytes).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Transcript { name, turns: read.turns, unread: read.unread })
}

/// One conversation of LoCoMo's, under a name.
pub fn conversation(name: &str, sample: &Value) -> anyhow::Result<Transcript> {
    Ok(Transcript { name: name.into(), turns: formats::locomo(sample)?.turns, unread: vec![] })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What fuzzing kept; `fuzz/fuzz_targets/transcript.rs` gives the readers the same.
    #[test]
    fn no_transcript_makes_a_reader_panic() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/transcript");
        let files: Vec<_> = std::fs::read_dir(corpus).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(files.len() > 2);
        for file in files {
            let read = std::panic::catch_unwind(|| drop(read(&file)));
            assert!(read.is_ok(), "{}", file.display());
        }
    }
}
