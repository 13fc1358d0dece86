//! Consolidation: episodes that say the same become one claim that names them. Disagreement is kept,
//! and what was found wrong is not derived again.

use super::admit::{Draft, draft, rule};
use super::fold::fold;
use super::lifecycle::live;
use super::reconcile::{self, Placement};
use super::{Answered, Decision, View};
use crate::ask::consolidate::{Synthesis, read};
use crate::index::keyword::Tokens;
use crate::log::{Event, Outcome, Person, Question, Record, Shown};
use crate::state::OpenAsk;
use crate::types::{Applied, Candidate, Failure, Id, Kind, Labels, Mode, Result, Scalar, Source, State};
use std::collections::BTreeSet;

/// Name and version of this way of consolidating.
const EXTRACTOR: &str = "memolet-consolidate/1";
/// Episodes of one user that are looked at, latest first.
const MOST_EPISODES: usize = 512;
/// Episodes that one question shows.
const MOST_SHOWN: usize = 20;
/// Without vectors: share of words in common from which two episodes are about the same.
const COMMON: f64 = 0.4;

/// Opens a question for each cluster of each user.
pub fn consolidate(view: &View<'_>) -> Decision {
    let users: Vec<&str> = view.state.users().collect();
    let events: Vec<Event> = users.into_iter().flat_map(|user| questions(view, user)).collect();
    let tickets = (0u64..).zip(&events).map(|(place, _)| view.mint.sequence | place << 48).collect();
    Decision::new("consolidate", events, Outcome::Tickets(tickets))
}

/// Questions of users for whom enough has come in since the last time.
pub fn due(view: &View<'_>) -> Vec<Event> {
    let policy = &view.state.policy.consolidation;
    let enough = view
        .state
        .unfolded
        .iter()
        .filter(|(_, (count, importance))| *count >= policy.count || *importance >= policy.importance);
    enough.flat_map(|(user, _)| questions(view, user)).collect()
}

/// Takes a reply.
pub fn take(view: &View<'_>, ticket: u64, open: &OpenAsk, reply: &str) -> Result<Answered> {
    let synthesis = read(reply, open.shown.len())?;
    let close = Event::AskClosed { ticket };
    if synthesis.supporting.is_empty() {
        let events = vec![close, Event::Declined { cluster: fingerprint(view, &open.shown) }];
        return Ok(answered("declined", events, vec![]));
    }
    if synthesis.supporting.iter().chain(&synthesis.contradicting).any(Option::is_none) {
        return Err(Failure::NotShown("the reply names an alias that it was not shown".into()));
    }
    match derive(view, open, &synthesis) {
        Ok((id, mut events)) => {
            events.push(close);
            Ok(answered("consolidated", events, vec![result(Ok(id))]))
        }
        Err(reason) => {
            let events = vec![close, Event::Declined { cluster: fingerprint(view, &open.shown) }];
            Ok(answered("declined", events, vec![result(Err(reason))]))
        }
    }
}

fn answered(verdict: &'static str, events: Vec<Event>, results: Vec<Applied>) -> Answered {
    Answered { decision: Decision::new("answer", events, Outcome::Done).coded(verdict), verdict, results }
}

fn result(outcome: core::result::Result<Id, String>) -> Applied {
    Applied {
        op: "consolidate".into(),
        target: None,
        applied: outcome.is_ok(),
        reason: outcome.as_ref().err().cloned(),
        id: outcome.ok().map(|id| id.to_string()),
    }
}

fn questions(view: &View<'_>, user: &str) -> Vec<Event> {
    if !view.model {
        return vec![];
    }
    let clusters = clusters(view, user).into_iter().map(|cluster| {
        let project = cluster.first().and_then(|record| record.claim.project.clone());
        let shown = cluster.iter().map(|record| Shown { id: record.claim.id, version: record.version }).collect();
        (project, shown)
    });
    let new = clusters.filter(|(_, shown): &(_, Vec<Shown>)| {
        let asked = view
            .state
            .asks
            .values()
            .any(|open| shown.iter().all(|one| open.shown.iter().any(|other| other.id == one.id)));
        !asked && !view.state.declined.contains(&fingerprint(view, shown))
    });
    new.map(|(project, shown)| Event::AskOpened {
        question: Question::Consolidate { user: user.to_owned(), project },
        shown,
    })
    .collect()
}

/// Which episodes, and in which version.
fn fingerprint(view: &View<'_>, shown: &[Shown]) -> Person {
    let mut names: Vec<String> = shown.iter().map(|shown| shown.id.to_string()).collect();
    names.sort_unstable();
    view.state.secret.key("cluster", &names.join(" "))
}

/// Live episodes that are about the same, of one project, from enough independent places.
fn clusters<'a>(view: &View<'a>, user: &str) -> Vec<Vec<&'a Record>> {
    let rows = view.state.partition(user).iter().filter_map(|row| Some((*row, view.state.at(*row)?)));
    let mut episodes: Vec<Member<'a>> = rows
        .filter(|(_, record)| record.claim.kind == Kind::Episode && live(view.state.seen_state(record, view.now)))
        .map(|(row, record)| Member { row, record, words: Tokens::of(&record.claim.text) })
        .collect();
    episodes.sort_by_key(|member| core::cmp::Reverse((member.record.claim.observed_at, member.record.claim.id)));
    episodes.truncate(MOST_EPISODES);
    let mut taken = BTreeSet::new();
    let mut clusters = Vec::new();
    for first in &episodes {
        if taken.contains(&first.row) {
            continue;
        }
        let near = episodes.iter().filter(|other| !taken.contains(&other.row) && alike(view, first, other));
        let cluster: Vec<&Member<'a>> = near.take(MOST_SHOWN).collect();
        if independent(cluster.iter().map(|member| member.record)) >= view.state.policy.consolidation.episodes as usize
        {
            taken.extend(cluster.iter().map(|member| member.row));
            clusters.push(cluster.into_iter().map(|member| member.record).collect());
        }
    }
    clusters
}

struct Member<'a> {
    row: u32,
    record: &'a Record,
    words: Tokens,
}

fn alike(view: &View<'_>, one: &Member<'_>, other: &Member<'_>) -> bool {
    let (a, b) = (&one.record.claim, &other.record.claim);
    if a.project != b.project || a.purpose != b.purpose || a.actor != b.actor {
        return false;
    }
    if one.row == other.row {
        return true;
    }
    match view.state.vectors.between(one.row, other.row) {
        Some(cosine) => f64::from(cosine) >= view.state.policy.consolidation.similarity,
        None => common(&one.words, &other.words) >= COMMON,
    }
}

/// Words in common over all words of both.
fn common(one: &Tokens, other: &Tokens) -> f64 {
    let (a, b): (BTreeSet<&str>, BTreeSet<&str>) =
        (one.terms().map(|(term, _)| term).collect(), other.terms().map(|(term, _)| term).collect());
    let both = a.intersection(&b).count();
    if both == 0 { 0.0 } else { both as f64 / (a.len() + b.len() - both) as f64 }
}

/// Occasions that the episodes come from: sessions, and days where there is none. One remark, however
/// often it is repeated on one occasion, is one.
fn independent<'a>(records: impl Iterator<Item = &'a Record>) -> usize {
    let occasion = |record: &Record| match &record.claim.session {
        Some(session) => session.clone(),
        None => (record.claim.observed_at / crate::types::DAY).to_string(),
    };
    records.map(occasion).collect::<BTreeSet<String>>().len()
}

/// The events that make a synthesis, or why there can be none.
fn derive(view: &View<'_>, open: &OpenAsk, synthesis: &Synthesis) -> core::result::Result<(Id, Vec<Event>), String> {
    let supporting = current(view, open, &synthesis.supporting)?;
    let contradicting = current(view, open, &synthesis.contradicting)?;
    if supporting.iter().any(|record| contradicting.iter().any(|other| other.claim.id == record.claim.id)) {
        return Err("an episode cannot support and contradict".into());
    }
    if independent(supporting.iter().copied()) < view.state.policy.consolidation.episodes as usize {
        return Err("too few independent episodes support it".into());
    }
    let labels = labels(&supporting);
    let view = View { labels: &labels, ..*view };
    let mut draft = draft(&view, &candidate(synthesis, &supporting)).map_err(|failure| failure.parts().0.to_owned())?;
    draft.claim.supports = supporting.iter().map(|record| record.claim.id).collect();
    draft.claim.deadline =
        supporting.iter().filter_map(|record| record.claim.deadline).chain(draft.claim.deadline).min();
    draft.life.contradicts = contradicting.iter().map(|record| record.claim.id).collect();
    let ruling = rule(&view, &draft);
    if let Some(rule) = ruling.refused.first() {
        return Err(rule.clone());
    }
    if was_wrong(&view, &draft) {
        return Err("it was found wrong before".into());
    }
    let id = draft.claim.id;
    let waits = synthesis.kind == Kind::Procedure || !ruling.quarantined.is_empty();
    if waits {
        draft.life.state = State::Quarantined;
        return Ok((id, vec![draft.into_event("awaits-approval")]));
    }
    Ok(stored(&view, draft, &supporting, &contradicting))
}

/// The episodes at places, if none of them has changed since it was shown.
fn current<'a>(
    view: &View<'a>,
    open: &OpenAsk,
    places: &[Option<usize>],
) -> core::result::Result<Vec<&'a Record>, String> {
    let mut records: Vec<&'a Record> = Vec::new();
    for shown in places.iter().filter_map(|place| open.shown.get((*place)?)) {
        let record = view.state.record(shown.id).ok_or("an episode was erased since it was shown")?;
        if record.version != shown.version || !live(view.state.seen_state(record, view.now)) {
            return Err("an episode changed since it was shown".into());
        }
        if records.iter().all(|other| other.claim.id != record.claim.id) {
            records.push(record);
        }
    }
    Ok(records)
}

/// The labels that the episodes have in common.
fn labels(supporting: &[&Record]) -> Labels {
    let first = &supporting[0].claim;
    Labels {
        user: first.user.clone(),
        project: first.project.clone(),
        purpose: first.purpose.clone(),
        shared_writer: first.shared(),
        ..Labels::default()
    }
}

/// Sensitivity is the highest of the episodes, expiry the earliest.
fn candidate(synthesis: &Synthesis, supporting: &[&Record]) -> Candidate {
    let claims = || supporting.iter().map(|record| &record.claim);
    let exceptions = synthesis.exceptions.clone().filter(|words| !words.trim().is_empty());
    Candidate {
        text: synthesis.statement.clone(),
        kind: Some(synthesis.kind),
        actor: claims().next().and_then(|claim| claim.actor.clone()),
        source: Some(Source::Consolidated),
        mode: Some(if synthesis.kind == Kind::Procedure { Mode::Prescribed } else { Mode::Inferred }),
        entity: synthesis.address.0.clone(),
        attribute: synthesis.address.1.clone(),
        value: synthesis.value.clone(),
        sensitivity: claims().map(|claim| claim.sensitivity).max(),
        importance: claims().map(|claim| claim.importance).reduce(f64::max),
        observed_at: claims().map(|claim| claim.observed_at).max(),
        valid_from: supporting.iter().map(|record| record.life().valid_from).min(),
        expires_at: claims().filter_map(|claim| claim.expires_at).min(),
        metadata: exceptions.map(|words| ("exceptions".to_owned(), Scalar::Text(words))).into_iter().collect(),
        extractor: Some(EXTRACTOR.into()),
        shared: claims().any(|claim| claim.shared()),
        ..Candidate::default()
    }
}

/// A statement that was retired as wrong blocks its own return: by its words, or its address and value.
fn was_wrong(view: &View<'_>, draft: &Draft) -> bool {
    let claim = &draft.claim;
    let wrong = |record: &&Record| record.state() == State::Invalidated;
    let content = view.state.secret.content(&claim.user, &claim.text);
    let address = claim.address.as_ref().zip(claim.value.as_deref());
    view.state.same_content(&content).any(|record| wrong(&record))
        || address.is_some_and(|(address, value)| {
            let there = view.state.at_address(&claim.user, claim.project.as_deref(), claim.kind, address);
            let same = |record: &&Record| {
                record
                    .claim
                    .value
                    .as_deref()
                    .is_some_and(|have| crate::text::normalise(have) == crate::text::normalise(value))
            };
            there.filter(wrong).any(|record| same(&record))
        })
}

fn stored(view: &View<'_>, draft: Draft, supporting: &[&Record], contradicting: &[&Record]) -> (Id, Vec<Event>) {
    let id = draft.claim.id;
    match reconcile::place(view, draft) {
        Ok(Placement::Known { id, events }) => (id, events),
        Ok(Placement::Conflict { draft, events, .. }) => {
            (id, core::iter::once(draft.into_event("conflict")).chain(events).collect())
        }
        Ok(Placement::Stored { draft, events, .. }) => {
            let mut all = vec![draft.into_event("consolidated")];
            all.extend(events);
            all.extend(fold(view, supporting));
            all.extend(contradicting.iter().map(|record| contradicted(record, id)));
            (id, all)
        }
        Err(_) => (id, vec![]),
    }
}

fn contradicted(record: &Record, by: Id) -> Event {
    let mut life = record.life().clone();
    life.contradicts.push(by);
    Event::Moved { id: record.claim.id, life, code: "contradicted".into(), reason: None }
}
