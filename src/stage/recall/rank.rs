//! Rank: the profile's score decides, near-duplicates collapse into the better one.

use super::known::Wanted;
use super::relevance::Candidate;
use super::rerank::Reranking;
use crate::gather;
use crate::log::Record;
use crate::policy::{Formula, Profile};
use crate::stage::View;
use crate::stage::score::{self, Parts, Signals};
use crate::text::normalise;

/// Cosine from which two memories of one actor and kind say the same.
const SAME: f32 = 0.985;

/// A candidate with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// What was scored.
    pub candidate: Candidate,
    /// What its score is made of.
    pub parts: Parts,
    /// By the profile.
    pub score: f64,
    /// What the reranker said: it stands in place of the relevance.
    pub rerank: Option<f64>,
}

/// Scores candidates and orders them. Near-duplicates are looked for until `k` are found that are
/// none; what comes after those stays in order. Gives what is kept, what was taken out and what stands
/// for it, and what a reranker has to say first.
pub fn rank(
    view: &View<'_>,
    profile: &Profile,
    candidates: Vec<Candidate>,
    k: usize,
    reranking: Option<Reranking<'_>>,
) -> (Vec<Ranked>, Vec<(u32, u32)>, Option<Wanted>) {
    let ranked = |candidate: Candidate| {
        let unscored = Ranked { candidate, parts: Parts::default(), score: 0.0, rerank: None };
        Some((unscored, view.state.at(candidate.row)?))
    };
    let mut ranked: Vec<(Ranked, &Record)> = candidates.into_iter().filter_map(ranked).collect();
    order(view, profile, &mut ranked);
    let wanted = reranking.and_then(|reranking| reranking.apply(view, profile, &mut ranked));
    let (kept, collapsed) = collapse(view, ranked, k);
    (kept, collapsed, wanted)
}

/// Scores by the profile, and orders by that, then by newer, then by id.
pub fn order(view: &View<'_>, profile: &Profile, ranked: &mut Vec<(Ranked, &Record)>) {
    let half_lives = &view.state.policy.half_life_days;
    let parts = |(ranked, record): &(Ranked, &Record)| {
        let relevance = ranked.rerank.unwrap_or(ranked.candidate.order);
        score::parts(profile.formula, &signals(view, record, profile.formula, relevance), half_lives, view.now)
    };
    let mut parts: Vec<Parts> = ranked.iter().map(parts).collect();
    if profile.formula == Formula::GenerativeAgents {
        score::stretch(&mut parts);
    }
    for ((ranked, _), parts) in ranked.iter_mut().zip(parts) {
        (ranked.parts, ranked.score) = (parts, score::weigh(profile, &parts));
    }
    gather::sort(ranked, |(a, left), (b, right)| {
        let newer = right.claim.observed_at.cmp(&left.claim.observed_at);
        b.score.total_cmp(&a.score).then(newer).then(left.claim.id.cmp(&right.claim.id))
    });
}

/// A record's signals, at a relevance. What only one formula reads is looked up for that one.
fn signals(view: &View<'_>, record: &Record, formula: Formula, relevance: f64) -> Signals {
    let (confidence, contradictions) = match formula {
        Formula::Priority => (view.state.confidence(record, view.now), view.state.contradictions(record, view.now)),
        _ => (1.0, 0),
    };
    Signals {
        kind: record.claim.kind,
        relevance,
        importance: record.claim.importance,
        confidence,
        last_used_at: record.usage.last_used_at,
        last_verified_at: record.usage.last_verified_at,
        uses: record.usage.uses,
        corrections: record.usage.corrections,
        contradictions,
    }
}

fn collapse(view: &View<'_>, ranked: Vec<(Ranked, &Record)>, k: usize) -> (Vec<Ranked>, Vec<(u32, u32)>) {
    let (mut kept, mut collapsed) = (Vec::<Ranked>::new(), Vec::new());
    let mut seen: Vec<(String, &Record, u32)> = Vec::new();
    for (ranked, record) in ranked {
        let row = ranked.candidate.row;
        if seen.len() < k {
            let words = normalise(&record.claim.text);
            if let Some((_, _, better)) = seen.iter().find(|(have, other, better)| {
                let same = record.claim.kind == other.claim.kind && record.claim.actor == other.claim.actor;
                let near = || view.state.vectors.between(row, *better).is_some_and(|near| near >= SAME);
                same && (have == &words || near())
            }) {
                collapsed.push((row, *better));
                continue;
            }
            seen.push((words, record, row));
        }
        kept.push(ranked);
    }
    (kept, collapsed)
}
