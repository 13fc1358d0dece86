//! A session's working memory.

use crate::text;
use crate::types::{Message, Timestamp, Window};
use serde::{Deserialize, Serialize};

/// Recent turns and task state.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Oldest first.
    pub turns: Vec<Message>,
    /// Sequence, time and text of the last checkpoint.
    pub checkpoint: Option<(u64, Timestamp, String)>,
}

impl Session {
    /// Its size.
    pub fn window(&self) -> Window {
        let tokens = self.turns.iter().fold(0u32, |sum, turn| sum.saturating_add(text::tokens(&turn.text)));
        Window { turns: u32::try_from(self.turns.len()).unwrap_or(u32::MAX), tokens }
    }
}

impl core::fmt::Debug for Session {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Session({} turns)", self.turns.len())
    }
}
