//! What this instance saw of recall: counted, never stored.

use crate::stage::recall::Run;
use crate::state::State;
use crate::text::tokens;
use crate::types::{Counters, Id, Query};

/// Sums since the store was opened.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    recalls: u32,
    with_hits: u32,
    hits: u32,
    collapsed: u32,
    contradicting: u32,
    recalled: u64,
    allowed: u64,
    within: u64,
    used: u64,
}

impl Seen {
    /// With one more recall.
    pub fn with_recall(self, state: &State, query: &Query, run: &Run) -> Self {
        let (hits, tokens) = (&run.recalled.hits, u64::from(run.recalled.tokens));
        let ids: Vec<Id> = hits.iter().filter_map(|hit| Id::parse(&hit.id)).collect();
        let against = |id: &Id| {
            let mut against = state.record(*id).into_iter().flat_map(|record| &record.life().contradicts);
            against.any(|other| ids.contains(other))
        };
        Self {
            recalls: self.recalls.saturating_add(1),
            with_hits: self.with_hits.saturating_add(u32::from(!hits.is_empty())),
            hits: self.hits.saturating_add(hits.len() as u32),
            collapsed: self.collapsed.saturating_add(run.collapsed.len() as u32),
            contradicting: self.contradicting.saturating_add(u32::from(ids.iter().any(against))),
            recalled: self.recalled.saturating_add(tokens),
            allowed: self.allowed.saturating_add(query.max_tokens.map_or(0, u64::from)),
            within: self.within.saturating_add(query.max_tokens.map_or(0, |_| tokens)),
            ..self
        }
    }

    /// With memories that an answer used.
    pub fn with_used(self, state: &State, ids: &[Id]) -> Self {
        let sizes = ids.iter().filter_map(|id| state.record(*id)).map(|record| u64::from(tokens(&record.claim.text)));
        Self { used: self.used.saturating_add(sizes.sum()), ..self }
    }

    /// Beside what the state can count.
    pub fn beside(self, counted: Counters) -> Counters {
        let found = f64::from(self.hits) + f64::from(self.collapsed);
        Counters {
            recalls: self.recalls,
            recalls_with_hits: self.with_hits,
            hits: self.hits,
            contradicting: self.contradicting,
            crowding: if found > 0.0 { f64::from(self.collapsed) / found } else { 0.0 },
            tokens_recalled: self.recalled,
            tokens_allowed: self.allowed,
            tokens_within: self.within,
            tokens_used: self.used,
            net_value: (self.used as i64).saturating_sub(self.recalled as i64),
            ..counted
        }
    }
}
