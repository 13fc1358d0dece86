//! The audit: one entry a frame, each chained to the one before. Ids and codes, never content.

use super::State;
use crate::log::{Frame, Person};
use crate::types::{Failure, Id, Result, Timestamp};
use serde::{Deserialize, Serialize};

/// One entry. Its hash covers the entry before, its own fields and the salted digest of the frame,
/// so the chain holds after the frame and its salt are gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct AuditEntry {
    pub sequence: u64,
    pub at: Timestamp,
    pub op: String,
    pub ids: Vec<Id>,
    pub by: Person,
    pub code: String,
    pub policy: String,
    /// Digest of the frame's payload, salt included.
    pub frame: [u8; 32],
    pub hash: [u8; 32],
}

impl AuditEntry {
    /// The entry of a frame with a payload, after an entry with the hash `before`.
    pub fn new(frame: &Frame, payload: &[u8], before: [u8; 32]) -> Self {
        let mut entry = Self {
            sequence: frame.sequence,
            at: frame.at,
            op: frame.op.clone(),
            ids: frame.ids(),
            by: frame.by,
            code: frame.code.clone(),
            policy: frame.policy.clone(),
            frame: *blake3::hash(payload).as_bytes(),
            hash: [0; 32],
        };
        entry.hash = entry.chained(before);
        entry
    }

    fn chained(&self, before: [u8; 32]) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&before);
        hasher.update(&self.frame);
        for number in [self.sequence, self.at, self.ids.len() as u64] {
            hasher.update(&number.to_le_bytes());
        }
        for id in &self.ids {
            hasher.update(&id.0.to_le_bytes());
        }
        hasher.update(&self.by.0);
        for text in [&self.op, &self.code, &self.policy] {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        *hasher.finalize().as_bytes()
    }
}

impl State {
    /// The hash that the next entry is chained to.
    pub fn audit_head(&self) -> [u8; 32] {
        self.audit.last().map_or([0; 32], |entry| entry.hash)
    }

    /// The entry of a sequence: there is one a frame, from 1 on.
    pub fn audit_entry(&self, sequence: u64) -> Option<&AuditEntry> {
        self.audit.get(usize::try_from(sequence).ok()?.checked_sub(1)?)
    }

    /// Recomputes the chain. `corrupt` names the first entry that does not follow.
    pub fn verify_audit(&self) -> Result<()> {
        let mut before = [0; 32];
        for (place, entry) in self.audit.iter().enumerate() {
            if entry.sequence != place as u64 + 1 || entry.hash != entry.chained(before) {
                return Err(Failure::Corrupt(format!("audit entry {} does not follow", place + 1)));
            }
            before = entry.hash;
        }
        Ok(())
    }
}
