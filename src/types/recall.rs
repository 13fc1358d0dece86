//! Recall and scoring as callers see them.

use super::*;
use crate::read::reads;
use serde::Serialize;

/// What to recall. See `wit/recall.wit` for each field.
#[derive(Clone, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Query {
    pub text: Option<String>,
    pub embedding: Option<Vec<f32>>,
    pub k: Option<u32>,
    pub kinds: Vec<Kind>,
    pub states: Vec<State>,
    pub min_relevance: Option<f64>,
    pub profile: Option<String>,
    pub max_tokens: Option<u32>,
    pub as_of: Option<Timestamp>,
    pub known_as_of: Option<Timestamp>,
    pub filter: Option<String>,
    pub mode: Option<RecallMode>,
    pub preferences: Option<bool>,
    pub rerank: Option<bool>,
    pub counter: Option<String>,
}

/// One recalled memory. See `wit/recall.wit` for each field.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Hit {
    pub id: String,
    pub text: String,
    pub kind: Kind,
    pub actor: Option<String>,
    pub state: State,
    pub source: Source,
    pub mode: Mode,
    pub confidence: f64,
    pub standing: Standing,
    pub score: f64,
    pub parts: Vec<(String, f64)>,
    pub observed_at: Timestamp,
    pub recorded_at: Timestamp,
    pub valid_from: Timestamp,
    pub valid_to: Option<Timestamp>,
    pub evidence: Vec<Evidence>,
    pub supersedes: Vec<String>,
}

/// What a recall gave.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Recalled {
    /// Best first.
    pub hits: Vec<Hit>,
    /// Tokens that `context` would take for them.
    pub tokens: u32,
    /// The task that this answer waits for.
    pub ticket: Option<u64>,
}

/// Hits rendered for a prompt.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PromptContext {
    /// Empty when nothing is relevant.
    pub text: String,
    /// Its size.
    pub tokens: u32,
    /// What is in it.
    pub ids: Vec<String>,
    /// The task that this answer waits for.
    pub ticket: Option<u64>,
}

/// The step of recall that dropped a memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// `recalled`, or the first step that failed.
    pub step: String,
    /// What it was held against.
    pub detail: String,
}

/// What a score is made of. See `wit/recall.wit` for each field.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Features {
    pub kind: Kind,
    pub source: Option<Source>,
    pub relevance: f64,
    pub importance: f64,
    pub confidence: Option<f64>,
    pub last_used_at: Option<Timestamp>,
    pub last_verified_at: Option<Timestamp>,
    pub uses: u32,
    pub corrections: u32,
    pub contradictions: u32,
}

/// A score and its parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scored {
    /// By the profile's formula.
    pub score: f64,
    /// By name.
    pub parts: Vec<(String, f64)>,
}

reads! {
    Query open optional {
        text: "text", embedding: "embedding", k: "k", kinds: "kinds", states: "states",
        min_relevance: "minRelevance", profile: "profile", max_tokens: "maxTokens", as_of: "asOf",
        known_as_of: "knownAsOf", filter: "filter", mode: "mode", preferences: "preferences",
        rerank: "rerank", counter: "counter",
    }
    Features open required {
        kind: "kind", source: "source", relevance: "relevance", importance: "importance",
        confidence: "confidence", last_used_at: "lastUsedAt", last_verified_at: "lastVerifiedAt",
        uses: "uses", corrections: "corrections", contradictions: "contradictions",
    }
}

redacted! {
    Query { k, kinds, states, as_of, known_as_of }
    Hit { id, kind, state, score }
    PromptContext { tokens, ids }
}
