//! Recall: eligibility first, then candidates, then relevance, then rank, then budget.
//!
//! | file | question it answers |
//! |---|---|
//! | `eligible` | which memories may be seen at all? |
//! | `question` | what does the query name: actors, dates, words? |
//! | `relevance` | how much has each candidate to do with it, on an absolute scale? |
//! | `rank` | in which order, without near-duplicates? |
//! | `rerank` | in which order does the host's reranker see the best of them? |
//! | `context` | how do the hits stand in a prompt, and what do they cost? |
//! | `known` | what has the host said of this, and what is wanted of it still? |
//! | `why` | at which step was a memory dropped? |

mod context;
mod eligible;
mod known;
mod question;
mod rank;
mod relevance;
mod rerank;
mod why;

pub use context::{echoes, render};
pub use eligible::Eligibility;
pub use known::{Known, Wanted};
pub use question::query_text;
pub use why::why_not;

use super::score::{Parts, named};
use super::{Decision, View, check};
use crate::gather;
use crate::index::Bitmap;
use crate::log::{Event, Outcome};
use crate::policy::Profile;
use crate::types::{CountTask, Failure, Hit, Query, RecallMode, Recalled, Result};
use context::{Counter, Fitted};
use rank::Ranked;
use relevance::Candidate;
use rerank::Reranking;

/// Hits of one recall, at most.
const MOST_HITS: u32 = 1_000;
/// Hits of one recall, unless told.
const USUAL_HITS: u32 = 10;
/// Bytes of a counter's name.
const MOST_COUNTER: usize = 128;

/// What a recall did, step by step.
pub struct Run {
    /// Rows that may be seen.
    pub eligible: Bitmap,
    /// What has to do with the question, and how much.
    pub candidates: Vec<Candidate>,
    /// The relevance that recall wanted of each, and of the best one.
    pub threshold: (f64, f64),
    /// What passed, best first, near-duplicates taken out.
    pub ranked: Vec<Ranked>,
    /// Near-duplicates: which row, and what stands for it.
    pub collapsed: Vec<(u32, u32)>,
    /// What is handed out.
    pub recalled: Recalled,
    /// What the host has to say before this is final.
    pub wanted: Option<Wanted>,
    /// The hits as a prompt has them; empty without hits.
    pub text: String,
}

crate::types::redacted! { Run { candidates, threshold, recalled } }

/// Recalls, by what the host has said so far. Changes nothing.
pub fn recall(view: &View<'_>, query: &Query, known: &Known) -> Result<Run> {
    let eligibility = Eligibility::new(view, query)?;
    let profile = profile(view, query)?;
    let limit = query.k.unwrap_or(USUAL_HITS);
    check_query(view, query, limit)?;
    let eligible = eligibility.rows();
    if query.mode == Some(RecallMode::Full) {
        return Ok(full(view, query, &eligibility, known, eligible));
    }
    let (candidates, threshold) = relevance::candidates(view, query, &eligible, limit);
    let passing = relevance::passing(&candidates, threshold);
    let reranking = Reranking::of(query, known, limit);
    let (ranked, collapsed, wanted) = rank::rank(view, &profile, passing, limit as usize, reranking);
    let (recalled, text) = (empty(), String::new());
    let mut run = Run { eligible, candidates, threshold, ranked, collapsed, recalled, wanted, text };
    cut(view, query, &eligibility, &profile, known, &mut run);
    Ok(run)
}

fn check_query(view: &View<'_>, query: &Query, limit: u32) -> Result<()> {
    if limit == 0 || limit > MOST_HITS {
        return Err(Failure::invalid("k", format!("1 to {MOST_HITS}")));
    }
    if let Some(relevance) = query.min_relevance {
        crate::policy::unit("minRelevance", relevance)?;
    }
    if let Some(vector) = &query.embedding {
        check::vector(view.state.embedder.as_ref(), vector)?;
    }
    if query.counter.as_ref().is_some_and(|counter| counter.is_empty() || counter.len() > MOST_COUNTER) {
        return Err(Failure::invalid("counter", format!("1 to {MOST_COUNTER} bytes")));
    }
    let worded = query.text.as_ref().is_some_and(|text| !text.trim().is_empty());
    if query.rerank == Some(true) && query.mode != Some(RecallMode::Full) && !worded {
        return Err(Failure::invalid("rerank", "the query needs a text to rerank by"));
    }
    Ok(())
}

/// The answer used these memories: each counts once a session.
pub fn used(view: &View<'_>, ids: &[String]) -> Result<Decision> {
    if ids.is_empty() || ids.len() > MOST_HITS as usize {
        return Err(Failure::invalid("ids", format!("1 to {MOST_HITS} ids")));
    }
    let session = view.labels.session.as_ref();
    let session = session.map(|session| view.state.secret.session(&view.labels.user, session));
    let mut events: Vec<Event> = Vec::new();
    for id in ids {
        let record = view.readable(id)?;
        let counted = session.is_some_and(|session| record.usage.counted_in.contains(&session));
        let id = record.claim.id;
        if !counted && events.iter().all(|event| event.id() != Some(id)) {
            events.push(Event::Used { id, session });
        }
    }
    let count = events.len() as u32;
    Ok(Decision::new("used", events, Outcome::Count(count)))
}

fn profile(view: &View<'_>, query: &Query) -> Result<Profile> {
    let policy = &view.state.policy;
    policy.profile(query.profile.as_deref().unwrap_or(&policy.profile))
}

fn empty() -> Recalled {
    Recalled { hits: vec![], tokens: 0, ticket: None }
}

/// Every eligible memory, oldest first.
fn full(view: &View<'_>, query: &Query, eligibility: &Eligibility<'_>, known: &Known, eligible: Bitmap) -> Run {
    let mut rows: Vec<_> = eligible.ones().filter_map(|row| Some((row, view.state.at(row)?))).collect();
    gather::sort_by_key(&mut rows, |(_, record)| (record.claim.observed_at, record.claim.id));
    let most = query.k.map_or(usize::MAX, |k| k as usize);
    let hits = rows.into_iter().take(most).filter_map(|(row, _)| hit(view, eligibility, row, 0.0, vec![]));
    let fitted = context::fit(hits, query.max_tokens, counter(view, query, known).as_ref());
    let mut run = Run {
        eligible,
        candidates: vec![],
        threshold: (0.0, 0.0),
        ranked: vec![],
        collapsed: vec![],
        recalled: empty(),
        wanted: None,
        text: String::new(),
    };
    hand_out(query, fitted, &mut run);
    run
}

/// Cuts the ranked to k and to the budget.
fn cut(view: &View<'_>, query: &Query, eligibility: &Eligibility<'_>, profile: &Profile, known: &Known, run: &mut Run) {
    let most = query.k.unwrap_or(USUAL_HITS) as usize;
    let hits = run.ranked.iter().take(most).filter_map(|ranked| {
        let mut parts = explained(profile, &ranked.parts);
        parts.extend(ranked.candidate.named());
        parts.extend(ranked.rerank.map(|score| ("rerank".to_owned(), score)));
        hit(view, eligibility, ranked.candidate.row, ranked.score, parts)
    });
    let fitted = context::fit(hits, query.max_tokens, counter(view, query, known).as_ref());
    hand_out(query, fitted, run);
}

fn counter<'a>(view: &View<'a>, query: &'a Query, known: &'a Known) -> Option<Counter<'a>> {
    query.counter.as_deref().map(|name| Counter { name, secret: &view.state.secret, known })
}

/// What fits is the answer. An order that is not final yet is not worth counting.
fn hand_out(query: &Query, fitted: Fitted, run: &mut Run) {
    let Fitted { hits, text, tokens, uncounted } = fitted;
    run.recalled = Recalled { hits, tokens, ticket: None };
    run.text = text;
    if let Some(counter) = query.counter.as_ref().filter(|_| run.wanted.is_none() && !uncounted.is_empty()) {
        run.wanted = Some(Wanted::Counts(CountTask { counter: counter.clone(), texts: uncounted }));
    }
}

fn explained(profile: &Profile, parts: &Parts) -> Vec<(String, f64)> {
    named(profile.formula, parts)
}

fn hit(view: &View<'_>, eligibility: &Eligibility<'_>, row: u32, score: f64, parts: Vec<(String, f64)>) -> Option<Hit> {
    let record = view.state.at(row)?;
    let claim = &record.claim;
    let life = eligibility.life(record)?;
    let confidence = view.state.confidence(record, view.now);
    Some(Hit {
        id: claim.id.to_string(),
        text: claim.text.clone(),
        kind: claim.kind,
        actor: claim.actor.clone(),
        state: eligibility.state(record)?,
        source: claim.source,
        mode: claim.mode,
        confidence,
        standing: view.state.standing(confidence),
        score,
        parts,
        observed_at: claim.observed_at,
        recorded_at: claim.recorded_at,
        valid_from: life.valid_from,
        valid_to: life.valid_to,
        evidence: record.evidence.iter().map(|(_, piece)| piece.clone()).collect(),
        supersedes: life.supersedes.iter().map(ToString::to_string).collect(),
    })
}
