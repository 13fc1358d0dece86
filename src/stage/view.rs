//! What a stage may see.

use crate::index::Index;
use crate::log::Record;
use crate::state::{State, not_found};
use crate::types::{Failure, Id, Labels, Result, Timestamp};

/// A scope's view of a store at one moment.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// What the store knows.
    pub state: &'a State,
    /// How it finds it.
    pub index: &'a Index,
    /// Who asks.
    pub labels: &'a Labels,
    /// The host's time.
    pub now: Timestamp,
    /// Where new ids come from.
    pub mint: Mint,
    /// The host answers questions to a model.
    pub model: bool,
}

impl<'a> View<'a> {
    /// A memory that the scope may see: its user's own, or a shared one, of its project or of none,
    /// kept for its purpose or for none.
    pub fn readable(&self, id: &str) -> Result<&'a Record> {
        let (_, record) = self.state.visible(&self.labels.user, id)?;
        if self.in_project(record) && self.for_purpose(record) { Ok(record) } else { Err(not_found(id)) }
    }

    /// A memory that the scope may change.
    pub fn writable(&self, id: &str) -> Result<&'a Record> {
        let record = self.readable(id)?;
        if record.claim.shared() && !self.labels.shared_writer {
            return Err(Failure::Denied("the shared partition is changed only by a scope with sharedWriter".into()));
        }
        Ok(record)
    }

    /// Whether the scope's project lets it see a record.
    pub fn in_project(&self, record: &Record) -> bool {
        self.labels.project.is_none() || record.claim.project.is_none() || self.labels.project == record.claim.project
    }

    /// Whether a record is kept for the scope's purpose, or for none in particular.
    pub fn for_purpose(&self, record: &Record) -> bool {
        self.labels.purpose.is_none() || record.claim.purpose.is_none() || self.labels.purpose == record.claim.purpose
    }
}

/// Makes ids from the time, the next sequence and the seed: the same call gives the same id, and no
/// acknowledged one is ever given twice.
#[derive(Clone, Copy)]
pub struct Mint {
    /// The host's entropy, hashed.
    pub seed: [u8; 32],
    /// The sequence that the command will have.
    pub sequence: u64,
    /// The host's time.
    pub now: Timestamp,
    /// Where its numbers begin: one command may make several claims.
    pub offset: u32,
}

impl Mint {
    /// The command's id number `place`.
    pub fn id(&self, place: u32) -> Id {
        Id::new(self.now, u128::from_le_bytes(self.bytes("id", self.offset + place)))
    }

    /// The salt of the command's frame.
    pub fn salt(&self) -> [u8; 16] {
        self.bytes("salt", 0)
    }

    fn bytes(&self, what: &str, place: u32) -> [u8; 16] {
        let mut hasher = blake3::Hasher::new_keyed(&self.seed);
        hasher.update(what.as_bytes());
        hasher.update(&self.sequence.to_le_bytes());
        hasher.update(&place.to_le_bytes());
        let hash = hasher.finalize();
        core::array::from_fn(|at| hash.as_bytes()[at])
    }
}

impl core::fmt::Debug for Mint {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Mint({})", self.sequence)
    }
}
