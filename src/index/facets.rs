//! What decides eligibility now, in one small piece a row, so that ten thousand memories are looked
//! through without opening one.

use crate::log::Record;
use crate::state::State as Store;
use crate::types::{Kind, State, Timestamp};

/// A row's facets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facet {
    /// Governance state; none in a free row.
    pub state: Option<State>,
    /// Kind of the claim.
    pub kind: Kind,
    /// It belongs to a project: ask the record which.
    pub in_project: bool,
    /// It is kept for a purpose: ask the record which.
    pub for_purpose: bool,
    /// It rests on a part of something that other memories may rest on: ask the state which.
    pub cites: bool,
    /// It holds from here on; 0 where it held when it was recorded, by whatever clock.
    pub valid_from: Timestamp,
    /// It holds until here; `u64::MAX` for no end.
    pub valid_to: Timestamp,
    /// It is past its time from here on; `u64::MAX` for never.
    pub gone_at: Timestamp,
}

impl Facet {
    /// A free row's.
    pub const EMPTY: Self = Self {
        state: None,
        kind: Kind::Episode,
        in_project: false,
        for_purpose: false,
        cites: false,
        valid_from: 0,
        valid_to: 0,
        gone_at: 0,
    };

    /// A record's.
    pub fn of(state: &Store, record: &Record) -> Self {
        let (claim, life) = (&record.claim, record.life());
        let expires_at = claim.expires_at.unwrap_or(u64::MAX);
        Self {
            state: Some(life.state),
            kind: claim.kind,
            in_project: claim.project.is_some(),
            for_purpose: claim.purpose.is_some(),
            cites: record.evidence.iter().any(|(_, piece)| piece.uri.contains('#')),
            valid_from: if life.valid_from <= claim.recorded_at { 0 } else { life.valid_from },
            valid_to: life.valid_to.unwrap_or(u64::MAX),
            gone_at: expires_at.min(state.deadline(record).unwrap_or(u64::MAX)),
        }
    }

    /// Whether it is current from its beginning on, for everybody who may see it.
    pub fn is_plain(&self) -> bool {
        let endless = self.valid_to == u64::MAX && self.gone_at == u64::MAX;
        matches!(self.state, Some(State::Provisional | State::Active))
            && endless
            && !self.in_project
            && !self.for_purpose
    }
}
