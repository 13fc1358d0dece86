//! Working memory as callers see it.

use super::*;
use crate::read::reads;
use serde::{Deserialize, Serialize};

/// One turn of a session.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// Who spoke.
    pub role: Role,
    /// By name.
    pub actor: Option<String>,
    /// The words.
    pub text: String,
    /// When.
    pub at: Option<Timestamp>,
    /// An evidence uri, by which an erasure finds the turn.
    #[serde(rename = "ref")]
    pub ref_: Option<String>,
}

/// The session's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Window {
    /// Turns held now.
    pub turns: u32,
    /// Their size.
    pub tokens: u32,
    /// The question that was opened to extract claims from them, when it was due.
    pub ticket: Option<u64>,
}

/// What a session resumes from.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckpointState {
    /// Sequence of the checkpoint.
    pub sequence: u64,
    /// When.
    pub at: Timestamp,
    /// The task's state.
    pub state: Option<String>,
    /// The turns held now, oldest first.
    pub turns: Vec<Message>,
}

reads! {
    Message open required { role: "role", actor: "actor", text: "text", at: "at", ref_: "ref" }
}

redacted! {
    Message { role, at }
    CheckpointState { sequence, at }
}
