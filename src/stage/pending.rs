//! Erasures that wait for a person. What a model asks to forget leaves recall at once, and nothing of it is
//! lost: a person confirms, and it is erased, or drops it, and it is as before.

use super::admit::Draft;
use super::current::rivals;
use super::fold::{refold, unfold};
use super::lifecycle::{believed, live};
use super::reconcile::retire;
use super::{Decision, View, check, erase};
use crate::gather::{self, Set};
use crate::log::{Event, Life, Outcome, Pending, Record};
use crate::policy::Authority;
use crate::text::normalise;
use crate::types::{Erasure, Failure, Id, PendingErasure, Result, Source, State};

/// Reason code of what leaves recall, and of its return.
const PENDING: &str = "pending-erasure";
const DROPPED: &str = "dropped-erasure";
/// Reason code of an erasure that a person confirmed.
const CONFIRMED: &str = "confirmed-erasure";

/// Takes a memory out of recall, and what would be erased with it, as far as the caller may put that away.
/// Once more for the same memory changes nothing.
pub fn open(view: &View<'_>, record: &Record, quote: Option<&str>) -> Decision {
    let target = record.claim.id;
    let outcome = |events| Decision::new(PENDING, events, Outcome::Done);
    if asked_for(view, record) {
        return outcome(vec![]);
    }
    let most = if quote.is_some() { Authority::UserCorrection } else { Authority::Inferred };
    let goes = |other: &&Record| {
        other.claim.id == target
            || other.state() != State::PendingErasure && may_go(view, other) && view.state.authority(other) <= most
    };
    let reached = erase::reach(view, target);
    let going: Vec<&Record> = reached.iter().filter_map(|id| view.state.record(*id)).filter(goes).collect();
    let hidden = gather::set(going.iter().map(|record| record.claim.id));
    let mut events: Vec<Event> = going
        .iter()
        .map(|record| {
            let pending = Pending { with: target, was: record.life().pending.map_or(record.state(), |life| life.was) };
            let life = Life { state: State::PendingErasure, pending: Some(pending), ..record.life().clone() };
            let reason = quote.filter(|_| record.claim.id == target).map(str::to_owned);
            Event::Moved { id: record.claim.id, life, code: PENDING.into(), reason }
        })
        .collect();
    let leaving: Vec<&Record> = going.into_iter().filter(|record| believed(record.state())).collect();
    events.extend(unfold(view, &leaving, |id| hidden.contains(&id)));
    events.extend(erase::questions(view, &hidden));
    outcome(events)
}

/// What waits for a person, as the scope may see and change it; the longest first.
pub fn erasures(view: &View<'_>) -> Vec<PendingErasure> {
    let mine = view.state.partition(&view.labels.user).iter().filter_map(|row| view.state.at(*row));
    let seen = mine.filter(|record| asked_for(view, record) && view.in_project(record) && view.for_purpose(record));
    let mut found: Vec<(u64, PendingErasure)> = seen
        .filter_map(|record| {
            let step = record.waits_since()?;
            let erasure = PendingErasure {
                memory: view.state.memory(record, view.now),
                since: step.at,
                quote: quote(record),
                others: others(view, record).map(|other| other.claim.id.to_string()).collect(),
            };
            Some((step.sequence, erasure))
        })
        .collect();
    gather::sort_by_key(&mut found, |(sequence, _)| *sequence);
    found.into_iter().map(|(_, erasure)| erasure).collect()
}

/// Erases what waits, at a person's word.
pub fn confirm(view: &View<'_>, id: &str, by: &str) -> Result<Decision> {
    check::label("by", by)?;
    waiting(view, id)?;
    let erasure =
        Erasure { ids: vec![id.to_owned()], authority: by.to_owned(), reason: CONFIRMED.into(), ..Erasure::default() };
    Ok(Decision { op: "confirm-erasure", ..erase::erase(view, &erasure)? })
}

/// Brings back what waits, at a person's word.
pub fn drop(view: &View<'_>, id: &str, by: &str, reason: Option<&str>) -> Result<Decision> {
    check::label("by", by)?;
    check::reason(reason)?;
    let record = waiting(view, id)?;
    let events = brought_back(view, record, DROPPED, reason);
    Ok(Decision::new("drop-erasure", events, Outcome::Done).coded(DROPPED))
}

/// The events that bring a pending erasure's memories back. Where something else has become current in a
/// memory's place since, that stands, and the memory is its past.
pub fn brought_back(view: &View<'_>, target: &Record, code: &str, reason: Option<&str>) -> Vec<Event> {
    let back: Vec<Record> =
        core::iter::once(target).chain(others(view, target)).map(|record| before(view, record)).collect();
    let mut events = Vec::new();
    for record in &back {
        let id = record.claim.id;
        let rival = if live(record.state()) { rivals(view, record, record.life()).first().copied() } else { None };
        let Some(rival) = rival else {
            let reason = reason.filter(|_| id == target.claim.id).map(str::to_owned);
            events.push(Event::Moved { id, life: record.life().clone(), code: code.into(), reason });
            if live(record.state()) {
                events.extend(refold(view, record));
            }
            continue;
        };
        let mut life = rival.life().clone();
        life.supersedes.push(id);
        events.push(retire(view, record, rival.life().valid_from, rival.claim.id));
        events.push(Event::Moved { id: rival.claim.id, life, code: "preceded".into(), reason: None });
    }
    events
}

/// What waited with an erased memory and is kept, by a hold, waits for a person by itself.
pub fn left_behind(view: &View<'_>, removed: &Set<Id>) -> Vec<Event> {
    let records = view.state.records.iter().flatten();
    let waits = records.filter(|record| record.state() == State::PendingErasure && !removed.contains(&record.claim.id));
    waits
        .filter_map(|record| {
            let (id, pending) = (record.claim.id, record.life().pending?);
            let life = Life { pending: Some(Pending { with: id, ..pending }), ..record.life().clone() };
            removed.contains(&pending.with).then(|| Event::Moved { id, life, code: PENDING.into(), reason: None })
        })
        .collect()
}

/// Whether a memory is itself what was to be forgotten, or what was is not here, and no person has decided yet.
pub fn asked_for(view: &View<'_>, record: &Record) -> bool {
    let itself = |with: Id| with == record.claim.id || view.state.record(with).is_none();
    record.state() == State::PendingErasure && record.life().pending.is_some_and(|pending| itself(pending.with))
}

/// Refuses to decide otherwise on what waits for its erasure.
pub fn decided(record: &Record) -> Result<()> {
    match record.state() == State::PendingErasure {
        true => Err(Failure::Conflict(format!(
            "memory {} waits for its erasure to be confirmed or dropped",
            record.claim.id
        ))),
        false => Ok(()),
    }
}

/// What waits for its erasure and says the same as a draft: by its words, or by its address and value.
pub fn same<'a>(view: &View<'a>, draft: &Draft) -> Option<&'a Record> {
    let claim = &draft.claim;
    let content = view.state.secret.content(&claim.user, &claim.text);
    let value = claim.value.as_deref().map(normalise);
    let there = claim
        .address
        .iter()
        .flat_map(|address| view.state.at_address(&claim.user, claim.project.as_deref(), claim.kind, address));
    let mut there = there.filter(|record| value.is_some() && record.claim.value.as_deref().map(normalise) == value);
    let waits = |record: &&Record| record.state() == State::PendingErasure;
    view.state.same_content(&content).find(waits).or_else(|| there.find(waits))
}

/// The user's words that the last call for it quoted.
fn quote(record: &Record) -> Option<String> {
    let waits = record.steps.iter().rev().take_while(|step| step.life.state == State::PendingErasure);
    waits.filter(|step| step.code == PENDING).find_map(|step| step.reason.clone())
}

/// Whether a draft is the user's own word, said after the erasure was asked for.
pub fn said_since(waiting: &Record, draft: &Draft) -> bool {
    let since = waiting.waits_since().map_or(0, |step| step.at);
    draft.claim.source == Source::UserSaid && (!draft.dated || draft.claim.observed_at > since)
}

/// The memory that an erasure waits for; for one that would be erased with it, that one.
pub fn asked_about<'a>(view: &View<'a>, record: &'a Record) -> &'a Record {
    record.life().pending.and_then(|pending| view.state.record(pending.with)).unwrap_or(record)
}

/// A memory whose erasure waits.
fn waiting<'a>(view: &View<'a>, id: &str) -> Result<&'a Record> {
    let record = view.writable(id)?;
    if asked_for(view, record) {
        return Ok(record);
    }
    let id = record.claim.id;
    Err(Failure::Conflict(match record.life().pending.filter(|_| record.state() == State::PendingErasure) {
        Some(pending) => format!("memory {id} would be erased with memory {}: decide on that", pending.with),
        None => format!("no erasure of memory {id} waits"),
    }))
}

/// What waits with a memory.
fn others<'a>(view: &View<'a>, target: &Record) -> impl Iterator<Item = &'a Record> {
    let id = target.claim.id;
    let rows = view.state.partition(&target.claim.user).iter().filter_map(|row| view.state.at(*row));
    let with = move |record: &&Record| {
        record.state() == State::PendingErasure && record.life().pending.is_some_and(|pending| pending.with == id)
    };
    rows.filter(with).filter(move |record| record.claim.id != id)
}

/// What a model may put away: neither pinned nor held, of the scope's own user, project and purpose.
fn may_go(view: &View<'_>, record: &Record) -> bool {
    let life = record.life();
    let free = life.pinned.is_none() && life.hold.is_none() && record.claim.user == view.labels.user;
    free && view.in_project(record) && view.for_purpose(record)
}

/// A record with the life that it had before it waited. What has been decided of it since stays: a hold.
fn before(view: &View<'_>, record: &Record) -> Record {
    let mut record = record.clone();
    let Some(pending) = record.life().pending else { return record };
    let stands = |other: &Record| match other.life().pending {
        Some(with) if other.state() == State::PendingErasure => with.with == pending.with && live(with.was),
        _ => live(other.state()),
    };
    let folded = view.state.derived_from(record.claim.id).any(stands);
    let state = match pending.was {
        // Its question is closed, and its synthesis may be gone.
        State::Provisional => State::Active,
        State::Consolidated if !folded => State::Active,
        state => state,
    };
    if let Some(step) = record.steps.last_mut() {
        step.life = Life { state, pending: None, ..step.life.clone() };
    }
    record
}
