//! The fold of all events: what the store knows. Changed by `apply` only, which cannot fail and
//! decides nothing.

mod apply;
mod audit;
mod codec;
mod lookup;
mod present;
mod secret;
mod sessions;
mod vectors;

pub use apply::Touch;
pub use audit::AuditEntry;
pub use lookup::{Partition, not_found};
pub use secret::Secret;
pub use sessions::{Checkpoint, Session};
pub use vectors::Vectors;

use crate::gather::{Map, Set};
use crate::log::{Origin, Outcome, Person, Question, ReceiptRecord, Record, Shown};
use crate::policy::Policy;
use crate::types::{EmbedderInfo, Id};
use serde::{Deserialize, Serialize};

/// Everything that a store knows.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct State {
    /// Whose store.
    pub tenant: String,
    /// The key of every keyed hash.
    pub secret: Secret,
    /// Which embedder makes its vectors.
    pub embedder: Option<EmbedderInfo>,
    /// The policy in force, as JSON.
    pub policy_json: String,
    /// Sequence of the last frame.
    pub sequence: u64,
    /// Where the last frame was made.
    pub origin: Origin,
    /// Memories by row; a freed row is used again.
    pub records: Vec<Option<Record>>,
    /// What erased memories left, by content hash.
    pub tombstones: Map<[u8; 32], Id>,
    /// Receipts, oldest first.
    pub receipts: Vec<ReceiptRecord>,
    /// Copies outside that erasures must reach.
    pub copies: Set<String>,
    /// Open questions by ticket.
    pub asks: Map<u64, OpenAsk>,
    /// The audit, oldest first.
    pub audit: Vec<AuditEntry>,
    /// Outcomes by idempotency key, with the sequence that gave them.
    pub outcomes: Map<Person, (u64, Outcome)>,
    /// Working memory by user and session.
    pub sessions: Map<(String, String), Session>,
    /// Episodes that came in since the last consolidation, by user: how many, and how important.
    pub unfolded: Map<String, (u32, f64)>,
    /// Clusters of episodes of which a model had nothing to say.
    pub declined: Set<Person>,
    /// Candidates refused so far.
    pub refused: u32,
    /// Uses recorded so far.
    pub used: u32,
    /// Vectors by row.
    #[serde(skip)]
    pub vectors: Vectors,
    /// `policy_json`, read.
    #[serde(skip)]
    pub policy: Policy,
    /// Ways to find a row.
    #[serde(skip)]
    lookup: lookup::Lookup,
}

/// A question that waits for a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenAsk {
    /// What is asked.
    pub question: Question,
    /// What is shown, in the order of the aliases.
    pub shown: Vec<Shown>,
}

impl core::fmt::Debug for State {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("State").field("sequence", &self.sequence).finish_non_exhaustive()
    }
}
