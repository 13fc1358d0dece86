//! One user's part of the index: words and actors.
//!
//! How rare a word is, is counted inside the partition, so that one user's memories can neither
//! shift another's scores nor be guessed from them.

use super::keyword::{Hints, KeywordIndex, Tokens};
use super::sessions::Seat;
use crate::gather::Map;
use crate::log::Record;
use crate::text::fold_name;
use crate::types::Kind;

/// Where a row belongs: kept so that it can be taken out when the record is gone.
#[derive(Clone)]
pub(super) struct Home {
    pub user: String,
    /// Its seat in a session; none for what is no episode of one.
    pub seat: Option<Seat>,
    actor: Option<String>,
}

impl Home {
    pub fn of(record: &Record) -> Self {
        let claim = &record.claim;
        let session = claim.session.clone().filter(|_| claim.kind == Kind::Episode);
        let order = (claim.observed_at, record.steps.first().map_or(0, |step| step.sequence));
        Self {
            user: claim.user.clone(),
            seat: session.map(|session| Seat { session, order, asks: claim.text.contains('?') }),
            actor: claim.actor.as_deref().map(fold_name).filter(|name| !name.is_empty()),
        }
    }
}

impl core::fmt::Debug for Home {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Home")
    }
}

/// The index of one partition.
#[derive(Default)]
pub struct PartitionIndex {
    keywords: KeywordIndex,
    /// Actors' folded names, and how many memories each has.
    actors: Map<String, u32>,
}

impl PartitionIndex {
    pub(super) fn insert(&mut self, row: u32, home: &Home, tokens: &Tokens, hints: &mut Hints) {
        self.keywords.insert_with(row, tokens, hints);
        if let Some(actor) = &home.actor {
            *self.actors.entry(actor.clone()).or_default() += 1;
        }
    }

    pub(super) fn remove(&mut self, row: u32, home: &Home) {
        self.keywords.remove(row);
        if let Some(actor) = &home.actor
            && let Some(count) = self.actors.get_mut(actor)
        {
            *count -= 1;
            if *count == 0 {
                self.actors.remove(actor);
            }
        }
    }

    /// Words.
    pub fn keywords(&self) -> &KeywordIndex {
        &self.keywords
    }

    /// Folded names of everybody who said or did something here.
    pub fn actors(&self) -> impl Iterator<Item = &str> {
        self.actors.keys().map(String::as_str)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.keywords.is_empty()
    }
}

impl core::fmt::Debug for PartitionIndex {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PartitionIndex").field("rows", &self.keywords.len()).finish_non_exhaustive()
    }
}
