//! Where a store's bytes are kept: a snapshot, and the journal since.

mod directory;
mod memory;
mod view;

pub use directory::Directory;
pub use memory::Memory;
pub use view::View;

use crate::failure::Outcome;

/// What was kept of a store. Both empty: it is new.
#[derive(Debug, Default)]
pub struct Kept {
    /// The last snapshot.
    pub snapshot: Option<Vec<u8>>,
    /// The journal since, perhaps with a torn last frame.
    pub journal: Vec<u8>,
}

impl Kept {
    /// Whether nothing was ever kept.
    pub fn is_empty(&self) -> bool {
        self.snapshot.is_none() && self.journal.is_empty()
    }
}

/// Five verbs. A write that returns is durable.
pub trait Storage {
    /// Everything that was kept.
    fn load(&mut self) -> Outcome<Kept>;
    /// Adds to the journal. When it fails, the journal is as before or has a torn end.
    fn append(&mut self, bytes: &[u8]) -> std::io::Result<()>;
    /// Replaces the snapshot and empties the journal, in one step. No copy of the old bytes is left.
    fn replace(&mut self, snapshot: &[u8]) -> std::io::Result<()>;
    /// Cuts so many bytes off the journal's end: a torn frame.
    fn cut(&mut self, bytes: u64) -> std::io::Result<()>;
    /// Bytes of the snapshot and of the journal.
    fn sizes(&self) -> (u64, u64);
    /// Whether it takes no writes.
    fn is_view(&self) -> bool {
        false
    }
}
