//! The state as bytes, and its hash.

use super::{State, Vectors};
use crate::log::{self, FORMAT};
use crate::policy::Policy;
use crate::types::{Failure, Result};

impl State {
    /// A snapshot of everything. Equal states give equal bytes.
    pub fn to_snapshot(&self) -> Result<Vec<u8>> {
        Ok(log::encode_snapshot(self.sequence, &self.section()?, self.vectors.block()))
    }

    /// The state that a snapshot holds, ready for use.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Self> {
        let (header, section, block) = log::decode_snapshot(bytes)?;
        let mut state: Self = postcard::from_bytes(section)
            .map_err(|_| Failure::Corrupt(format!("snapshot: state section, format {FORMAT}")))?;
        if state.sequence != header.sequence {
            return Err(Failure::Corrupt("snapshot: sequence of header and state differ".into()));
        }
        if state.sequence != state.audit.len() as u64 {
            return Err(Failure::Corrupt("snapshot: the audit has not one entry a frame".into()));
        }
        let dimensions = state.embedder.as_ref().map_or(0, |embedder| embedder.dimensions as usize);
        if block.len() > state.records.len().saturating_mul(dimensions) || block.iter().any(|value| !value.is_finite())
        {
            return Err(Failure::Corrupt("snapshot: vector block".into()));
        }
        if state.records.iter().flatten().any(|record| record.steps.is_empty()) {
            return Err(Failure::Corrupt("snapshot: a memory without its first step".into()));
        }
        state.vectors = Vectors::from_block(dimensions, block);
        state.policy = Policy::from_json(&state.policy_json)
            .map_err(|failure| Failure::Corrupt(format!("snapshot: {}", failure.parts().1)))?;
        if !state.rebuild_lookup() {
            return Err(Failure::Corrupt("snapshot: two memories of one id".into()));
        }
        Ok(state)
    }

    /// Hash of the whole state, 64 hexadecimal digits.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        // Invariant: the state holds only what postcard can hold.
        hasher.update(&self.section().unwrap_or_default());
        for value in self.vectors.block() {
            hasher.update(&value.to_le_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }

    fn section(&self) -> Result<Vec<u8>> {
        postcard::to_allocvec(self).map_err(|_| Failure::Other("the state could not be encoded".into()))
    }
}
