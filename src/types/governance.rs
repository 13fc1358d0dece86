//! Forgetting and auditing as callers see them.

use super::*;
use crate::read::reads;
use serde::{Deserialize, Serialize};

/// What a sweep did, or would do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Swept {
    /// Past `expires_at`.
    pub expired: Vec<String>,
    /// Evicted by decay or capacity.
    pub archived: Vec<String>,
    /// Erased: past their retention deadline, and what an erasure takes with them.
    pub purged: Vec<String>,
    /// Sessions whose working memory was forgotten.
    pub sessions: u32,
    /// Reviews and pins that are due.
    pub due: Vec<String>,
}

/// A copy of a store's bytes, and what is known of its erasure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CopyState {
    /// `journal`, `snapshot`, or a registered copy's name.
    pub name: String,
    /// When it confirmed.
    pub confirmed_at: Option<Timestamp>,
    /// Milliseconds from the erasure to the confirmation.
    pub took: Option<u64>,
}

/// A memory that came from an erased one, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Derived {
    /// Which.
    pub id: String,
    /// `erased` or `kept`.
    pub became: String,
}

/// The proof of an erasure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    /// Names it.
    pub id: String,
    /// When.
    pub at: Timestamp,
    /// Who asked, as a keyed hash.
    pub authority: String,
    /// Reason code.
    pub code: String,
    /// The ids that were there and are gone.
    pub removed: Vec<String>,
    /// What became of the memories derived from them.
    pub derived: Vec<Derived>,
    /// Turns of working memory that were taken out.
    pub turns: u32,
    /// Every copy of the bytes.
    pub copies: Vec<CopyState>,
    /// What was asked for, or would have gone with it, and was kept.
    pub kept: Vec<Kept>,
    /// Every copy has confirmed, and nothing was kept.
    pub complete: bool,
}

/// A memory that an erasure left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// Which.
    pub id: String,
    /// Why: `hold`.
    pub why: String,
    /// Whose hold it is, as a keyed hash.
    pub owner: String,
}

/// A memory that is out of recall, and erased when a person confirms it.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PendingErasure {
    /// What was to be forgotten.
    pub memory: Memory,
    /// When the tool was called.
    pub since: Timestamp,
    /// The user's words that the model quoted.
    pub quote: Option<String>,
    /// What else is out of recall with it, since it would be erased with it.
    pub others: Vec<String>,
}

/// What to erase: exactly one of `ids`, `filter` and `user`.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Erasure {
    /// These.
    pub ids: Vec<String>,
    /// All that match.
    pub filter: Option<String>,
    /// Everything of the scope's own user.
    pub user: Option<String>,
    /// Who asks for it.
    pub authority: String,
    /// Why: a short code, kept in the receipt.
    pub reason: String,
}

/// One entry of the audit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The journal sequence of the command.
    pub sequence: u64,
    /// When.
    pub at: Timestamp,
    /// The command.
    pub op: String,
    /// What it touched.
    pub ids: Vec<String>,
    /// Who, as a keyed hash.
    pub by: String,
    /// Reason code or outcome.
    pub code: String,
    /// Policy version in force.
    pub policy: String,
    /// Chains this entry to the one before.
    pub hash: String,
}

/// A chain that holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    /// How many entries.
    pub entries: u32,
    /// The last one's hash.
    pub head: String,
}

/// What can be counted. See `wit/governance.wit` for each field.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Counters {
    pub memories: u32,
    pub by_state: Vec<(String, u32)>,
    pub by_kind: Vec<(String, u32)>,
    pub users: u32,
    pub sequence: u64,
    pub journal_bytes: u64,
    pub vectors: u32,
    pub recalls: u32,
    pub recalls_with_hits: u32,
    pub hits: u32,
    pub contradicting: u32,
    pub used: u32,
    pub used_stale: u32,
    pub crowding: f64,
    pub tokens_recalled: u64,
    pub tokens_allowed: u64,
    pub tokens_within: u64,
    pub tokens_used: u64,
    pub net_value: i64,
    pub pending_embeddings: u32,
    pub pending_reconciliations: u32,
    pub conflicts: u32,
    pub pending_erasures: u32,
    pub oldest_pending_erasure: Option<Timestamp>,
    pub open_receipts: u32,
    pub oldest_open_receipt: Option<Timestamp>,
    pub reviews_due: u32,
    pub tombstones: u32,
    pub refused: u32,
}

reads! {
    Erasure open optional {
        ids: "ids", filter: "filter", user: "user", authority: "authority", reason: "reason",
    }
}

redacted! {
    Erasure { ids }
    PendingErasure { since, others }
}
