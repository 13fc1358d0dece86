//! A session's working memory.

use super::State;
use crate::text;
use crate::types::{Message, Role, Timestamp, Window};
use serde::{Deserialize, Serialize};

/// Recent turns and task state.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Oldest first, each with the sequence that brought it as its number.
    pub turns: Vec<(u64, Message)>,
    /// The turns up to this number have been extracted from.
    pub extracted: u64,
    /// Checkpoints, oldest first.
    pub checkpoints: Vec<Checkpoint>,
    /// When something was last heard.
    pub touched_at: Timestamp,
}

/// A task's state at a decision boundary.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Sequence of the command that saved it.
    pub sequence: u64,
    /// When.
    pub at: Timestamp,
    /// The task's state, in the caller's own form.
    pub state: String,
    /// Numbers of the turns that the window held then.
    pub turns: Vec<u64>,
}

impl Session {
    /// The evidence uri of a turn: the one that it came with, or its place in the session.
    pub fn uri(session: &str, number: u64, turn: &Message) -> String {
        turn.ref_.clone().unwrap_or_else(|| format!("session:{session}#{number}"))
    }

    /// What a speaker of the user's role said last before a turn.
    pub fn own_before(&self, number: u64, actor: Option<&str>) -> Option<&(u64, Message)> {
        let own =
            |(at, turn): &&(u64, Message)| *at < number && turn.role == Role::User && turn.actor.as_deref() == actor;
        self.turns.iter().rev().find(own)
    }

    /// What a speaker of the user's role said next after a turn.
    pub fn own_after(&self, number: u64, actor: Option<&str>) -> Option<&(u64, Message)> {
        let own =
            |(at, turn): &&(u64, Message)| *at > number && turn.role == Role::User && turn.actor.as_deref() == actor;
        self.turns.iter().find(own)
    }

    /// Its size.
    pub fn window(&self) -> Window {
        let tokens = self.turns.iter().fold(0u32, |sum, (_, turn)| sum.saturating_add(text::tokens(&turn.text)));
        Window { turns: u32::try_from(self.turns.len()).unwrap_or(u32::MAX), tokens, ticket: None }
    }
}

impl State {
    /// When a turn was said: as it says itself, or when it was brought.
    pub fn said_at(&self, number: u64, turn: &Message) -> Option<Timestamp> {
        turn.at.or_else(|| self.audit_entry(number).map(|entry| entry.at))
    }
}

impl core::fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Checkpoint({})", self.sequence)
    }
}

impl core::fmt::Debug for Session {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Session({} turns)", self.turns.len())
    }
}
