//! One user's part of the index: words, actors, and the order of turns in sessions.
//!
//! How rare a word is, is counted inside the partition, so that one user's memories can neither
//! shift another's scores nor be guessed from them.

use super::keyword::{KeywordIndex, Tokens};
use crate::log::Record;
use crate::text::fold_name;
use crate::types::{Kind, Timestamp};
use std::collections::BTreeMap;

/// Where a row belongs: kept so that it can be taken out when the record is gone.
#[derive(Clone)]
pub(super) struct Home {
    pub user: String,
    session: Option<String>,
    actor: Option<String>,
    /// Observed time and sequence of admission.
    order: (Timestamp, u64),
}

impl Home {
    pub fn of(record: &Record) -> Self {
        let claim = &record.claim;
        let in_session = claim.kind == Kind::Episode;
        Self {
            user: claim.user.clone(),
            session: claim.session.clone().filter(|_| in_session),
            actor: claim.actor.as_deref().map(fold_name).filter(|name| !name.is_empty()),
            order: (claim.observed_at, record.steps.first().map_or(0, |step| step.sequence)),
        }
    }
}

impl core::fmt::Debug for Home {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Home")
    }
}

/// One episode of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    order: (Timestamp, u64),
    row: u32,
}

/// The index of one partition.
#[derive(Default)]
pub struct PartitionIndex {
    keywords: KeywordIndex,
    /// Episodes of each session, earliest first.
    sessions: BTreeMap<String, Vec<Place>>,
    /// Actors' folded names, and how many memories each has.
    actors: BTreeMap<String, u32>,
}

impl PartitionIndex {
    pub(super) fn insert(&mut self, row: u32, home: &Home, text: &str) {
        self.keywords.insert(row, &Tokens::of(text));
        if let Some(session) = &home.session {
            let places = self.sessions.entry(session.clone()).or_default();
            let place = Place { order: home.order, row };
            places.insert(places.partition_point(|other| *other < place), place);
        }
        if let Some(actor) = &home.actor {
            *self.actors.entry(actor.clone()).or_default() += 1;
        }
    }

    pub(super) fn remove(&mut self, row: u32, home: &Home) {
        self.keywords.remove(row);
        if let Some(session) = &home.session
            && let Some(places) = self.sessions.get_mut(session)
        {
            places.retain(|place| place.row != row);
            if places.is_empty() {
                self.sessions.remove(session);
            }
        }
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

    /// Rows of a session's episodes, earliest first.
    pub fn session(&self, session: &str) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.sessions.get(session).map_or(&[][..], Vec::as_slice).iter().map(|place| place.row)
    }

    /// The episodes next to one of a session: up to two before it, up to two after it.
    pub fn neighbours(&self, session: &str, record: &Record, row: u32) -> Neighbours {
        let Some(places) = self.sessions.get(session) else {
            return Neighbours::default();
        };
        let place = Place { order: Home::of(record).order, row };
        let Ok(at) = places.binary_search(&place) else {
            return Neighbours::default();
        };
        let row = |at: Option<usize>| Some(places.get(at?)?.row);
        Neighbours {
            before: [row(at.checked_sub(1)), row(at.checked_sub(2))],
            after: [row(Some(at + 1)), row(Some(at + 2))],
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.keywords.is_empty()
    }
}

/// The episodes around one, nearest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// One and two places before.
    pub before: [Option<u32>; 2],
    /// One and two places after.
    pub after: [Option<u32>; 2],
}

impl core::fmt::Debug for PartitionIndex {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PartitionIndex").field("rows", &self.keywords.len()).finish_non_exhaustive()
    }
}
