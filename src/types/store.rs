//! A store, its scopes, and the tasks that its host does.

use super::*;
use crate::read::{self, Fields, Node, Read, reads};
use serde::{Deserialize, Serialize};

/// Who asks.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Labels {
    /// Whose memories.
    pub user: String,
    /// Restricts reading to this project's memories and those of none.
    pub project: Option<String>,
    /// Labels what is written.
    pub agent: Option<String>,
    /// Labels what is written; names the working memory.
    pub session: Option<String>,
    /// Memories kept for other purposes are not eligible.
    pub purpose: Option<String>,
    /// May write the shared partition.
    pub shared_writer: bool,
}

/// Which embedder makes a store's vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EmbedderInfo {
    /// Its name.
    pub name: String,
    /// Length of its vectors, 1..4096.
    pub dimensions: u32,
}

/// How a store is opened.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Whose store.
    pub tenant: String,
    /// Entropy, at least 16 bytes.
    pub seed: Vec<u8>,
    /// A policy as JSON.
    pub policy: Option<String>,
    /// Which embedder.
    pub embedder: Option<EmbedderInfo>,
    /// The host answers `ask` tasks.
    pub model: bool,
    /// Names this device.
    pub device: Option<String>,
}

/// What was found when a store was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    /// Whose store.
    pub tenant: String,
    /// Its last journal sequence.
    pub sequence: u64,
    /// Memories in any state.
    pub memories: u32,
    /// Bytes of a torn last frame that were dropped.
    pub dropped_bytes: u32,
    /// Its embedder.
    pub embedder: Option<EmbedderInfo>,
}

/// A question for a model.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Ask {
    /// What it is for.
    pub purpose: String,
    /// The words to give to the model.
    pub prompt: String,
    /// JSON schema of the reply.
    pub schema: String,
    /// The aliases that the prompt shows.
    pub shown: Vec<String>,
}

/// Candidates of a recall for a reranker.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RerankTask {
    /// The text of the recall's query.
    pub query: String,
    /// What each memory says, with who said it before it.
    pub documents: Vec<String>,
}

/// Texts for a tokenizer.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CountTask {
    /// The tokenizer's name.
    pub counter: String,
    /// Each as it would be emitted.
    pub texts: Vec<String>,
}

/// An act that the host does for the engine.
#[derive(Clone, PartialEq, Serialize)]
#[serde(tag = "tag", content = "val", rename_all = "kebab-case")]
pub enum Task {
    /// Append these bytes to the journal, durably.
    Append(#[serde(with = "serde_bytes")] Vec<u8>),
    /// Replace the snapshot by these bytes and empty the journal.
    Replace(#[serde(with = "serde_bytes")] Vec<u8>),
    /// Embed each text.
    Embed(Vec<String>),
    /// Ask a model.
    Ask(Ask),
    /// Score each document by the query.
    Rerank(RerankTask),
    /// Count the tokens of each text.
    Count(CountTask),
}

/// A task and the ticket that its answer must carry.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The journal sequence that opened it, or a number from 2^52 on for what a read wants.
    pub ticket: u64,
    /// What to do.
    pub task: Task,
}

/// What the host says of a task.
#[derive(Clone, PartialEq)]
pub enum Answer {
    /// An append or a replace is durable.
    Stored,
    /// One vector a text, in order.
    Vectors(Vec<Vec<f32>>),
    /// The model's words as they came.
    Reply(String),
    /// One score a document, in order, 0..1.
    Scores(Vec<f64>),
    /// One count a text, in order.
    Counts(Vec<u32>),
    /// It could not be done.
    Failed(String),
}

/// What became of one operation of a reply.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Applied {
    /// `add`, `update`, `delete` or `noop`.
    pub op: String,
    /// The alias that it named.
    pub target: Option<String>,
    /// Whether it was done.
    pub applied: bool,
    /// Why not.
    pub reason: Option<String>,
    /// The memory that it made, changed or kept.
    pub id: Option<String>,
}

/// What became of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// `stored`, `embedded`, `reconciled`, `extracted`, `consolidated`, `declined`, `scored`, `counted`,
    /// `fell-back` or `failed`.
    pub verdict: String,
    /// One an operation.
    pub results: Vec<Applied>,
}

reads! {
    Labels open optional {
        user: "user", project: "project", agent: "agent", session: "session", purpose: "purpose",
        shared_writer: "sharedWriter",
    }
    EmbedderInfo open required { name: "name", dimensions: "dimensions" }
    Options open optional {
        tenant: "tenant", seed: "seed", policy: "policy", embedder: "embedder", model: "model",
        device: "device",
    }
}

impl Read for Answer {
    fn read(from: &dyn Node) -> read::Result<Self> {
        let fields = Fields::of(from, None)?;
        Ok(match fields.tag(&["stored", "vectors", "reply", "scores", "counts", "failed"])? {
            0 => Self::Stored,
            1 => Self::Vectors(fields.take("val")?),
            2 => Self::Reply(fields.take("val")?),
            3 => Self::Scores(fields.take("val")?),
            4 => Self::Counts(fields.take("val")?),
            _ => Self::Failed(fields.take("val")?),
        })
    }
}

redacted! {
    Applied { op, applied, reason, id }
    Labels { shared_writer }
    Options { embedder, model }
    Ask { purpose, shown }
    RerankTask {}
    CountTask { counter }
    Request { ticket }
}

impl core::fmt::Debug for Task {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Append(bytes) => write!(f, "Append({} bytes)", bytes.len()),
            Self::Replace(bytes) => write!(f, "Replace({} bytes)", bytes.len()),
            Self::Embed(texts) => write!(f, "Embed({} texts)", texts.len()),
            Self::Ask(ask) => write!(f, "{ask:?}"),
            Self::Rerank(task) => write!(f, "Rerank({} documents)", task.documents.len()),
            Self::Count(task) => write!(f, "Count({} texts)", task.texts.len()),
        }
    }
}

impl core::fmt::Debug for Answer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Stored => write!(f, "Stored"),
            Self::Vectors(vectors) => write!(f, "Vectors({})", vectors.len()),
            Self::Reply(reply) => write!(f, "Reply({} bytes)", reply.len()),
            Self::Scores(scores) => write!(f, "Scores({})", scores.len()),
            Self::Counts(counts) => write!(f, "Counts({})", counts.len()),
            Self::Failed(_) => write!(f, "Failed"),
        }
    }
}
