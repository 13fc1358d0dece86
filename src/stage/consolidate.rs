//! Consolidation: episodes that say the same become one claim that names them. Disagreement is kept,
//! and what was found wrong is not derived again.

use super::admit::{Draft, detect, draft, rule};
use super::current::{on_one_line, same_value};
use super::fold::fold;
use super::lifecycle::live;
use super::reconcile::{self, Placing};
use super::{Answered, Decision, View};
use crate::ask::consolidate::{Synthesis, read};
use crate::gather::{self, Map, Set};
use crate::index::keyword::Tokens;
use crate::log::{Event, Outcome, Person, Question, Record, Shown};
use crate::state::{OpenAsk, State as Store};
use crate::types::{Applied, Candidate, Id, Kind, Labels, Mode, Result, Scalar, Source, State, Timestamp};

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
    let events = questions(view, view.state.users(), &Map::new());
    let tickets = (0u32..).zip(&events).map(|(place, _)| Store::ticket(view.mint.sequence, place)).collect();
    Decision::new("consolidate", events, Outcome::Tickets(tickets))
}

/// Questions of users for whom enough has come in since the last time, given what the same command
/// does besides.
pub fn due(view: &View<'_>, besides: &[Event]) -> Vec<Event> {
    let policy = &view.state.policy.consolidation;
    let enough =
        |(_, (count, importance)): &(&String, &(u32, f64))| *count >= policy.count || *importance >= policy.importance;
    let users: Vec<&str> = view.state.unfolded.iter().filter(enough).map(|(user, _)| user.as_str()).collect();
    if users.is_empty() { vec![] } else { questions(view, users.into_iter(), &changed(view, besides)) }
}

/// Takes a reply.
pub fn take(view: &View<'_>, ticket: u64, open: &OpenAsk, reply: &str) -> Result<Answered> {
    let synthesis = read(reply, open.shown.len())?;
    let close = Event::AskClosed { ticket };
    let declined = || Event::Declined { cluster: fingerprint(view, &open.shown) };
    if synthesis.supporting.is_empty() {
        return Ok(answered("declined", vec![close, declined()], vec![]));
    }
    match derive(view, open, &synthesis) {
        Ok(made) => {
            let asked_again = if made.folded { None } else { Some(declined()) };
            let result = applied(made.op, Ok(made.id), made.note);
            let events = made.events.into_iter().chain([close]).chain(asked_again).collect();
            Ok(answered("consolidated", events, vec![result]))
        }
        // The cluster is another one by now, or was not meant: it may be asked of again.
        Err(Not::Stale(reason)) => {
            Ok(answered("declined", vec![close], vec![applied("add", Err(()), Some(reason.into()))]))
        }
        Err(Not::Refused(reason)) => {
            Ok(answered("declined", vec![close, declined()], vec![applied("add", Err(()), Some(reason))]))
        }
    }
}

/// When no reply can be used: the episodes stay as they are, and are not asked of until more come.
pub fn give_up(view: &View<'_>, ticket: u64, open: &OpenAsk) -> Decision {
    let declined = Event::Declined { cluster: fingerprint(view, &open.shown) };
    Decision::new("answer", vec![Event::AskClosed { ticket }, declined], Outcome::Done).coded("fell-back")
}

fn answered(verdict: &'static str, events: Vec<Event>, results: Vec<Applied>) -> Answered {
    Answered { decision: Decision::new("answer", events, Outcome::Done).coded(verdict), verdict, results }
}

fn applied(op: &str, id: core::result::Result<Id, ()>, reason: Option<String>) -> Applied {
    Applied { op: op.into(), target: None, applied: id.is_ok(), reason, id: id.ok().map(|id| id.to_string()) }
}

/// What a command does to memories besides: whether each is current after it.
type Changed = Map<Id, bool>;

fn changed(view: &View<'_>, events: &[Event]) -> Changed {
    let mut changed = Changed::new();
    for event in events {
        match event {
            Event::Moved { id, life, .. } => drop(changed.insert(*id, live(life.state))),
            Event::Erased { receipt, .. } => changed.extend(receipt.removed.iter().map(|id| (*id, false))),
            Event::EvidenceDropped { id, .. } => {
                let record = view.state.record(*id);
                let current = record.is_some_and(|record| live(view.state.seen_state(record, view.now)));
                changed.entry(*id).or_insert(current);
            }
            _ => {}
        }
    }
    changed
}

fn questions<'a>(view: &View<'a>, users: impl Iterator<Item = &'a str>, changed: &Changed) -> Vec<Event> {
    if !view.model {
        return vec![];
    }
    let open = view.state.asks.values().filter(|open| matches!(open.question, Question::Consolidate { .. }));
    let asked = gather::set(open.flat_map(|open| open.shown.iter().map(|shown| shown.id)));
    let mut events = Vec::new();
    for user in users {
        for cluster in clusters(view, user, changed) {
            let version = |record: &Record| match changed.get(&record.claim.id) {
                Some(_) => view.mint.sequence,
                None => record.version,
            };
            let shown: Vec<Shown> =
                cluster.iter().map(|record| Shown { id: record.claim.id, version: version(record) }).collect();
            let known = shown.iter().any(|shown| asked.contains(&shown.id));
            if !known && !view.state.declined.contains(&fingerprint(view, &shown)) {
                let project = cluster.first().and_then(|record| record.claim.project.clone());
                let question = Question::Consolidate { user: user.to_owned(), project };
                events.push(Event::AskOpened { question, shown });
            }
        }
    }
    events
}

/// Which episodes: it changes when one joins or leaves.
fn fingerprint(view: &View<'_>, shown: &[Shown]) -> Person {
    let mut names: Vec<String> = shown.iter().map(|shown| shown.id.to_string()).collect();
    gather::sort(&mut names, Ord::cmp);
    view.state.secret.key("cluster", &names.join(" "))
}

/// Independent episodes that a synthesis needs; one alone says nothing together.
fn needed(view: &View<'_>) -> usize {
    view.state.policy.consolidation.episodes.max(2) as usize
}

/// Live episodes that are about the same, of one project, from enough independent places.
fn clusters<'a>(view: &View<'a>, user: &str, changed: &Changed) -> Vec<Vec<&'a Record>> {
    let episodes = members(view, user, changed);
    let mut taken = Set::new();
    let mut clusters = Vec::new();
    for first in &episodes {
        if taken.contains(&first.row) {
            continue;
        }
        let near: Vec<&Member<'a>> =
            episodes.iter().filter(|other| !taken.contains(&other.row) && alike(view, first, other)).collect();
        let cluster = varied(near, needed(view));
        if cluster.len() >= needed(view) && independent(cluster.iter().map(|member| member.record)) >= needed(view) {
            taken.extend(cluster.iter().map(|member| member.row));
            clusters.push(cluster.into_iter().map(|member| member.record).collect());
        }
    }
    clusters
}

struct Member<'a> {
    row: u32,
    record: &'a Record,
    /// Its words as numbers, in order.
    words: Vec<u32>,
}

/// The latest live episodes of a user.
fn members<'a>(view: &View<'a>, user: &str, changed: &Changed) -> Vec<Member<'a>> {
    let current = |record: &Record| match changed.get(&record.claim.id) {
        Some(current) => *current,
        None => live(view.state.seen_state(record, view.now)),
    };
    let rows = view.state.partition(user).iter().filter_map(|row| Some((*row, view.state.at(*row)?)));
    let mut episodes: Vec<(u32, &Record)> =
        rows.filter(|(_, record)| record.claim.kind == Kind::Episode && current(record)).collect();
    gather::sort_by_key(&mut episodes, |(_, record)| core::cmp::Reverse((record.claim.observed_at, record.claim.id)));
    episodes.truncate(MOST_EPISODES);
    let mut numbers: Map<String, u32> = Map::new();
    let mut number = |word: &str| {
        let next = numbers.len() as u32;
        *numbers.entry(word.to_owned()).or_insert(next)
    };
    let mut words = |record: &Record| {
        let mut words: Vec<u32> = Tokens::of(&record.claim.text).terms().map(|(word, _)| number(word)).collect();
        gather::sort(&mut words, Ord::cmp);
        words
    };
    episodes.into_iter().map(|(row, record)| Member { row, record, words: words(record) }).collect()
}

/// As many as one question shows, so that no one occasion takes all the room; in their order.
fn varied<'m, 'a>(near: Vec<&'m Member<'a>>, needed: usize) -> Vec<&'m Member<'a>> {
    let most = MOST_SHOWN.max(needed);
    if near.len() <= most {
        return near;
    }
    let each = (most / needed).max(1);
    let mut of: Map<String, usize> = Map::new();
    let (few, more): (Vec<_>, Vec<_>) = near.into_iter().partition(|member| {
        let count = of.entry(occasion(member.record)).or_default();
        *count += 1;
        *count <= each
    });
    few.into_iter().chain(more).take(most).collect()
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
fn common(one: &[u32], other: &[u32]) -> f64 {
    let (mut a, mut b, mut both) = (0, 0, 0usize);
    while let (Some(left), Some(right)) = (one.get(a), other.get(b)) {
        both += usize::from(left == right);
        a += usize::from(left <= right);
        b += usize::from(right <= left);
    }
    if both == 0 { 0.0 } else { both as f64 / (one.len() + other.len() - both) as f64 }
}

/// How many of the episodes stand for themselves: what is of one occasion, or cites the same evidence,
/// is one remark, however often it is repeated.
fn independent<'a>(records: impl Iterator<Item = &'a Record>) -> usize {
    let mut groups: Vec<Set<String>> = Vec::new();
    for record in records {
        let cited = record.evidence.iter().map(|(_, piece)| format!("uri {}", piece.uri));
        let mut keys = gather::set(cited.chain([occasion(record)]));
        let (same, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| !group.is_disjoint(&keys));
        keys.extend(same.into_iter().flatten());
        groups = others;
        groups.push(keys);
    }
    groups.len()
}

/// The session that an episode comes from, or its day where there is none.
fn occasion(record: &Record) -> String {
    match &record.claim.session {
        Some(session) => format!("session {session}"),
        None => format!("day {}", record.claim.observed_at / crate::types::DAY),
    }
}

/// Why there is no synthesis.
enum Not {
    /// The reply is about something else than what is there.
    Stale(&'static str),
    /// There is none to be made of these episodes.
    Refused(String),
}

/// What a reply made.
struct Made {
    id: Id,
    op: &'static str,
    note: Option<String>,
    /// Its episodes went into it.
    folded: bool,
    events: Vec<Event>,
}

/// The events that make a synthesis, or why there can be none.
fn derive(view: &View<'_>, open: &OpenAsk, synthesis: &Synthesis) -> core::result::Result<Made, Not> {
    let refused = |reason: &str| Not::Refused(reason.to_owned());
    let supporting = current(view, open, &synthesis.supporting)?;
    let contradicting = current(view, open, &synthesis.contradicting)?;
    if supporting.iter().any(|record| contradicting.iter().any(|other| other.claim.id == record.claim.id)) {
        return Err(refused("an episode cannot support and contradict"));
    }
    if independent(supporting.iter().copied()) < needed(view) {
        return Err(refused("too few independent episodes support it"));
    }
    let labels = labels(&supporting);
    let view = View { labels: &labels, ..*view };
    let candidate = candidate(synthesis, &supporting);
    let mut draft = draft(&view, &candidate).map_err(|failure| refused(failure.parts().0))?;
    draft.claim.supports = supporting.iter().map(|record| record.claim.id).collect();
    draft.claim.deadline =
        supporting.iter().filter_map(|record| view.state.deadline(record)).chain(draft.claim.deadline).min();
    draft.life.contradicts = contradicting.iter().map(|record| record.claim.id).collect();
    let ruling = rule(&view, &draft);
    if let Some(rule) = ruling.refused.first() {
        return Err(refused(rule));
    }
    if retired(&view, &draft) {
        return Err(refused("it was retired before"));
    }
    if at_place(&view, &draft).any(|record| record.state() == State::Quarantined && says_the_same(record, &draft)) {
        return Err(refused("it waits for review already"));
    }
    let commands = !ruling.quarantined.is_empty() || words(synthesis).any(detect::is_instruction);
    if commands {
        return Ok(waiting(&view, draft, "quarantined:instruction-in-content"));
    }
    if synthesis.kind == Kind::Procedure {
        return Ok(waiting(&view, draft, "awaits-approval"));
    }
    stored(&view, draft, &supporting, &contradicting)
}

fn words(synthesis: &Synthesis) -> impl Iterator<Item = &str> {
    let parts = [&synthesis.exceptions, &synthesis.address.0, &synthesis.address.1, &synthesis.value];
    core::iter::once(synthesis.statement.as_str()).chain(parts.into_iter().flatten().map(String::as_str))
}

/// The episodes at places, if none of them has changed since it was shown.
fn current<'a>(
    view: &View<'a>,
    open: &OpenAsk,
    places: &[Option<usize>],
) -> core::result::Result<Vec<&'a Record>, Not> {
    let mut records: Vec<&'a Record> = Vec::new();
    for place in places {
        let shown = place.and_then(|place| open.shown.get(place)).ok_or(Not::Stale("not-shown"))?;
        let record = view.state.record(shown.id).ok_or(Not::Stale("an episode was erased since it was shown"))?;
        if record.version != shown.version || !live(view.state.seen_state(record, view.now)) {
            return Err(Not::Stale("an episode changed since it was shown"));
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

/// A statement that was retired blocks its own return, by its words or by its address and value: for
/// good where it was wrong, else until something new was seen.
fn retired(view: &View<'_>, draft: &Draft) -> bool {
    let latest = draft.claim.observed_at;
    let gone = |record: &Record| match record.state() {
        State::Invalidated => true,
        // What a person is asked to erase is not written anew meanwhile.
        State::PendingErasure => true,
        State::Ended | State::Superseded | State::Archived => latest <= left_at(record),
        _ => false,
    };
    let at_any_kind = Kind::ALL.iter().flat_map(|kind| at_address(view, draft, *kind));
    let content = view.state.secret.content(&draft.claim.user, &draft.claim.text);
    view.state.same_content(&content).any(gone)
        || at_any_kind.into_iter().any(|record| gone(record) && says_the_same(record, draft))
}

fn left_at(record: &Record) -> Timestamp {
    record.life().retracted_at.unwrap_or(record.steps[record.steps.len() - 1].at)
}

fn at_address<'a>(view: &View<'a>, draft: &Draft, kind: Kind) -> Vec<&'a Record> {
    let claim = &draft.claim;
    let address = claim.address.iter();
    address.flat_map(|address| view.state.at_address(&claim.user, claim.project.as_deref(), kind, address)).collect()
}

/// What is at the draft's address, or has its words.
fn at_place<'a>(view: &View<'a>, draft: &Draft) -> impl Iterator<Item = &'a Record> {
    let content = view.state.secret.content(&draft.claim.user, &draft.claim.text);
    let same: Vec<&Record> =
        view.state.same_content(&content).filter(|record| record.claim.kind == draft.claim.kind).collect();
    at_address(view, draft, draft.claim.kind).into_iter().chain(same)
}

fn says_the_same(record: &Record, draft: &Draft) -> bool {
    same_value(&record.claim, &draft.claim)
}

/// A synthesis that waits for review. What says otherwise at its address is named on both sides.
fn waiting(view: &View<'_>, mut draft: Draft, code: &str) -> Made {
    let id = draft.claim.id;
    let open = |record: &&Record| {
        let state = view.state.seen_state(record, view.now);
        live(state) || state == State::Quarantined
    };
    let others: Vec<&Record> = at_address(view, &draft, draft.claim.kind)
        .into_iter()
        .filter(open)
        .filter(|record| !says_the_same(record, &draft) && on_one_line(&record.claim, &draft.claim))
        .collect();
    draft.life.state = State::Quarantined;
    draft.life.contradicts.extend(others.iter().map(|record| record.claim.id));
    let mut events = vec![draft.into_event(code)];
    events.extend(others.iter().map(|record| contradicted(record, id)));
    Made { id, op: "add", note: Some("quarantined".into()), folded: false, events }
}

fn stored(
    view: &View<'_>,
    draft: Draft,
    supporting: &[&Record],
    contradicting: &[&Record],
) -> core::result::Result<Made, Not> {
    let id = draft.claim.id;
    let placement = reconcile::place(view, draft).map_err(|failure| Not::Refused(failure.parts().0.to_owned()))?;
    Ok(match placement {
        Placing::Known { id, events } => Made { id, op: "noop", note: None, folded: false, events },
        Placing::Conflict { draft, events, .. } => {
            let events = core::iter::once(draft.into_event("conflict")).chain(events).collect();
            Made { id, op: "add", note: Some("quarantined".into()), folded: false, events }
        }
        Placing::Stored { draft, events, .. } if live(draft.life.state) => {
            let mut all = vec![draft.into_event("consolidated")];
            all.extend(events);
            all.extend(fold(view, supporting));
            all.extend(contradicting.iter().map(|record| contradicted(record, id)));
            Made { id, op: "add", note: None, folded: true, events: all }
        }
        Placing::Stored { draft, events, .. } => overtaken(view, *draft, events),
    })
}

/// Something later is known at its address. Where the episodes were seen before that, it was so until
/// then; where they are later, one of the two is wrong.
fn overtaken(view: &View<'_>, mut draft: Draft, events: Vec<Event>) -> Made {
    let id = draft.claim.id;
    let later = draft.life.superseded_by.and_then(|id| view.state.record(id));
    let disputed = later.filter(|later| draft.claim.observed_at >= later.life().valid_from);
    let Some(other) = disputed else {
        let events = core::iter::once(draft.into_event("consolidated")).chain(events).collect();
        return Made { id, op: "add", note: None, folded: false, events };
    };
    draft.life.state = State::Quarantined;
    (draft.life.valid_to, draft.life.superseded_by) = (None, None);
    draft.life.supersedes.clear();
    draft.life.contradicts.push(other.claim.id);
    let events = vec![draft.into_event("conflict"), contradicted(other, id)];
    Made { id, op: "add", note: Some("quarantined".into()), folded: false, events }
}

fn contradicted(record: &Record, by: Id) -> Event {
    let mut life = record.life().clone();
    life.contradicts.push(by);
    Event::Moved { id: record.claim.id, life, code: "contradicted".into(), reason: None }
}
