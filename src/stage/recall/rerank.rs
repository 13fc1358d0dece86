//! Rerank: the best of what is relevant enough, in the order of the host's reranker.

use super::known::{Known, Wanted};
use super::rank::{Ranked, order};
use crate::log::{Record, Shown};
use crate::policy::Profile;
use crate::stage::View;
use crate::types::Query;

/// Memories that are reranked for each hit that is wanted; how many at least, and at most.
const FOR_EACH: usize = 4;
const FEWEST: usize = 20;
const MOST: usize = 100;

/// A query that is reranked.
pub struct Reranking<'a> {
    query: &'a str,
    known: &'a Known,
    most: usize,
}

impl<'a> Reranking<'a> {
    /// Of a query that asks for it, and so many hits.
    pub fn of(query: &'a Query, known: &'a Known, k: u32) -> Option<Self> {
        let text = query.text.as_deref().filter(|_| query.rerank == Some(true))?;
        Some(Self { query: text, known, most: (FOR_EACH * k as usize).clamp(FEWEST, MOST) })
    }

    /// Puts the best in the reranker's order, before the rest. Where scores are missing the order stays,
    /// and they are wanted.
    pub fn apply(&self, view: &View<'_>, profile: &Profile, ranked: &mut Vec<(Ranked, &Record)>) -> Option<Wanted> {
        let rest = ranked.split_off(self.most.min(ranked.len()));
        let shown = |record: &Record| Shown { id: record.claim.id, version: record.version };
        let documents: Vec<Shown> = ranked.iter().map(|(_, record)| shown(record)).collect();
        let scores = self.known.scores(&view.state.secret, self.query, &documents);
        let missing = documents.into_iter().zip(&scores).filter(|(_, score)| score.is_none());
        let missing: Vec<Shown> = missing.map(|(shown, _)| shown).collect();
        if missing.is_empty() {
            ranked.iter_mut().zip(scores).for_each(|((ranked, _), score)| ranked.rerank = score);
            order(view, profile, ranked);
        }
        ranked.extend(rest);
        (!missing.is_empty()).then(|| Wanted::Scores { query: self.query.to_owned(), documents: missing })
    }
}
