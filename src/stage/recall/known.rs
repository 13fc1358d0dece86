//! What the host has said of what recalls wanted, and what one wants still.

use crate::gather::Map;
use crate::log::Shown;
use crate::state::Secret;
use crate::text::normalise;
use crate::types::{CountTask, redacted};

/// Numbers that are kept, of each sort.
const MOST_KEPT: usize = 8_192;

/// A reranker's scores and a tokenizer's counts, by keyed hashes: no text is kept.
#[derive(Default)]
pub struct Known {
    scores: Numbers,
    counts: Numbers,
    /// Counts of notes, whatever their numbers.
    unnumbered: Numbers,
}

/// What a recall has to wait for.
#[derive(Clone, PartialEq, Eq)]
pub enum Wanted {
    /// Scores of memories, as they were, by a query's text.
    Scores {
        /// The text.
        query: String,
        /// The memories.
        documents: Vec<Shown>,
    },
    /// Tokens of texts.
    Counts(CountTask),
}

impl Known {
    /// What is known of memories under a query's text, in their order.
    pub fn scores(&self, secret: &Secret, query: &str, documents: &[Shown]) -> Vec<Option<f64>> {
        let query = normalise(query);
        documents.iter().map(|shown| self.scores.get(&secret.reranked(&query, shown.id, shown.version))).collect()
    }

    /// What a counter said of a text.
    pub fn count(&self, secret: &Secret, counter: &str, text: &str) -> Option<u32> {
        self.counts.get(&secret.counted(counter, text)).map(|count| count as u32)
    }

    /// What a counter is likely to say of a text: what it said of the same note under another number.
    /// Without it every note that is passed over would cost a round of its own.
    pub fn likely(&self, secret: &Secret, counter: &str, text: &str) -> Option<u32> {
        let note = unnumbered(text)?;
        self.unnumbered.get(&secret.counted(counter, &note)).map(|count| count as u32)
    }

    /// Takes in the scores of documents, in their order.
    pub fn take_scores(&mut self, secret: &Secret, query: &str, documents: &[Shown], scores: &[f64]) {
        let query = normalise(query);
        self.scores.make_room(scores.len());
        for (shown, score) in documents.iter().zip(scores) {
            self.scores.0.insert(secret.reranked(&query, shown.id, shown.version), *score);
        }
    }

    /// Takes in the counts of texts, in their order.
    pub fn take_counts(&mut self, secret: &Secret, task: &CountTask, counts: &[u32]) {
        self.counts.make_room(counts.len());
        self.unnumbered.make_room(counts.len());
        for (text, count) in task.texts.iter().zip(counts) {
            self.counts.0.insert(secret.counted(&task.counter, text), f64::from(*count));
            if let Some(note) = unnumbered(text) {
                self.unnumbered.0.insert(secret.counted(&task.counter, &note), f64::from(*count));
            }
        }
    }
}

/// A note without its number.
fn unnumbered(text: &str) -> Option<String> {
    let (_, rest) = text.strip_prefix("- [m")?.split_once(']')?;
    Some(format!("- [m]{rest}"))
}

/// Numbers by hash. Emptied when full; one answer is kept whole, however long.
#[derive(Default)]
struct Numbers(Map<[u8; 32], f64>);

impl Numbers {
    fn get(&self, key: &[u8; 32]) -> Option<f64> {
        self.0.get(key).copied()
    }

    fn make_room(&mut self, more: usize) {
        if self.0.len() + more > MOST_KEPT {
            self.0 = Map::new();
        }
    }
}

redacted! { Known {} }

impl core::fmt::Debug for Wanted {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Scores { documents, .. } => write!(f, "Scores({} documents)", documents.len()),
            Self::Counts(task) => write!(f, "Counts({} texts)", task.texts.len()),
        }
    }
}
