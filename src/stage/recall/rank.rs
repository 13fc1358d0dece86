//! Rank: the profile's score decides, near-duplicates collapse into the better one.

use super::relevance::Candidate;
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
}

/// Scores candidates and orders them. Near-duplicates are looked for until `k` are found that are
/// none; what comes after those stays in order.
pub fn rank(
    view: &View<'_>,
    profile: &Profile,
    candidates: Vec<Candidate>,
    k: usize,
) -> (Vec<Ranked>, Vec<(u32, u32)>) {
    let known: Vec<(Candidate, &Record)> =
        candidates.into_iter().filter_map(|candidate| Some((candidate, view.state.at(candidate.row)?))).collect();
    let half_lives = &view.state.policy.half_life_days;
    let mut parts: Vec<Parts> = known
        .iter()
        .map(|(candidate, record)| {
            score::parts(
                profile.formula,
                &signals(view, record, profile.formula, candidate.order),
                half_lives,
                view.now,
            )
        })
        .collect();
    if profile.formula == Formula::GenerativeAgents {
        score::stretch(&mut parts);
    }
    let mut ranked: Vec<(Ranked, &Record)> = known
        .into_iter()
        .zip(parts)
        .map(|((candidate, record), parts)| (Ranked { candidate, parts, score: score::weigh(profile, &parts) }, record))
        .collect();
    gather::sort(&mut ranked, |(a, left), (b, right)| {
        let newer = right.claim.observed_at.cmp(&left.claim.observed_at);
        b.score.total_cmp(&a.score).then(newer).then(left.claim.id.cmp(&right.claim.id))
    });
    collapse(view, ranked, k)
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
