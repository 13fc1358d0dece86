//! A store that lives as long as the process: for tests, case files and trying things out.

use super::{Kept, Storage};
use crate::failure::Outcome;

/// Bytes in memory, so that even such a store can be opened again after a trap.
#[derive(Debug, Default)]
pub struct Memory {
    snapshot: Option<Vec<u8>>,
    journal: Vec<u8>,
}

impl Storage for Memory {
    fn load(&mut self) -> Outcome<Kept> {
        Ok(Kept { snapshot: self.snapshot.clone(), journal: self.journal.clone() })
    }

    fn append(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.journal.extend_from_slice(bytes);
        Ok(())
    }

    fn replace(&mut self, snapshot: &[u8]) -> std::io::Result<()> {
        self.snapshot = Some(snapshot.to_vec());
        self.journal.clear();
        Ok(())
    }

    fn cut(&mut self, bytes: u64) -> std::io::Result<()> {
        let cut = usize::try_from(bytes).unwrap_or(usize::MAX);
        self.journal.truncate(self.journal.len().saturating_sub(cut));
        Ok(())
    }

    fn sizes(&self) -> (u64, u64) {
        (self.snapshot.as_ref().map_or(0, Vec::len) as u64, self.journal.len() as u64)
    }
}
