//! The deterministic part: where a claim stands on the time line of its address.

use crate::gather;
use crate::log::{Event, Life, Record};
use crate::policy::{Author, Authority};
use crate::stage::View;
use crate::stage::admit::Draft;
use crate::stage::lifecycle::{believed, live};
use crate::text::normalise;
use crate::types::{Evidence, Id, Kind, Result, State, Timestamp};

/// What is to become of a draft.
#[derive(Debug)]
pub enum Placement {
    /// It is known already; the events keep what is new about it.
    Known {
        /// The memory that says so.
        id: Id,
        /// What to note there.
        events: Vec<Event>,
    },
    /// It contradicts something of more authority, and waits for review.
    Conflict {
        /// To be stored in quarantine.
        draft: Box<Draft>,
        /// Marks on the other side.
        events: Vec<Event>,
        /// What it is in conflict with.
        with: Vec<Id>,
    },
    /// It is stored.
    Stored {
        /// With its place in time.
        draft: Box<Draft>,
        /// Retirements that go with it, in the same command.
        events: Vec<Event>,
        /// What it retires.
        retired: Vec<Id>,
    },
}

/// Places a draft on the time line of its address. A claim without an address, and a happening,
/// stand for themselves.
pub fn place(view: &View<'_>, mut draft: Draft) -> Result<Placement> {
    let from = draft.life.valid_from;
    let (ahead, line): (Vec<&Record>, Vec<&Record>) =
        time_line(view, &draft).into_iter().partition(|record| by_a_clock_ahead(record, &draft));
    let holder = line.iter().rev().find(|record| covers(record.life(), from)).copied();
    let later = line.iter().find(|record| record.life().valid_from > from).copied();
    if let Some(known) = ahead.last().copied().or(holder).filter(|record| same_value(record, &draft)) {
        return Ok(Placement::Known {
            id: known.claim.id,
            events: vec![corroborated(view, known, draft.evidence.iter())],
        });
    }
    let authority = authority(view, &draft);
    let replaced: Vec<&Record> = holder.into_iter().chain(ahead).collect();
    let blocking = replaced.iter().find(|record| outranks(view, record, authority) || inside(record, &draft));
    if let Some(blocking) = blocking.copied().or(later.filter(|record| around(record, &draft))) {
        return Ok(conflict(draft, blocking));
    }
    if let Some(known) = later.filter(|record| draft.life.valid_to.is_none() && same_value(record, &draft)) {
        return Ok(earlier_start(view, draft, holder, known, authority));
    }
    let mut events = Vec::new();
    if let Some(later) = later {
        events.extend(before(view, &mut draft, later));
    }
    let retired: Vec<Id> = replaced.iter().map(|record| record.claim.id).collect();
    events.extend(replaced.iter().map(|record| retire(view, record, from, draft.claim.id)));
    draft.life.supersedes.extend(&retired);
    Ok(Placement::Stored { draft: Box::new(draft), events, retired })
}

/// Ends a record's validity at `at`, where it is not over by then, in favour of `successor`.
pub fn retire(view: &View<'_>, record: &Record, at: Timestamp, successor: Id) -> Event {
    let mut life = record.life().clone();
    life.valid_to = Some(life.cut(at));
    life.retracted_at = Some(view.now);
    life.superseded_by = Some(successor);
    // Nothing is left of it when it ends where it began, whatever the clock says.
    if live(life.state) && (at <= view.now || at <= life.valid_from) {
        life.state = State::Superseded;
    }
    Event::Moved { id: record.claim.id, life, code: "superseded".into(), reason: None }
}

/// What was ever believed at the draft's address, earliest first.
fn time_line<'a>(view: &View<'a>, draft: &Draft) -> Vec<&'a Record> {
    let claim = &draft.claim;
    let Some(address) = claim.address.as_ref().filter(|_| claim.kind != Kind::Episode) else {
        return vec![];
    };
    let at = view.state.at_address(&claim.user, claim.project.as_deref(), claim.kind, address);
    let holds = |record: &&Record| covers(record.life(), record.life().valid_from);
    let mut line: Vec<_> =
        at.filter(|record| believed(record.state()) && !view.state.past(record, view.now)).filter(holds).collect();
    gather::sort_by_key(&mut line, |record| (record.life().valid_from, record.version, record.claim.id));
    line
}

/// Whether a record held when it was recorded and yet begins after a draft that is said now: the clock
/// went back. Order comes from the sequence, so the draft replaces it.
fn by_a_clock_ahead(record: &Record, draft: &Draft) -> bool {
    let from = record.life().valid_from;
    !draft.dated && from > draft.life.valid_from && from <= record.claim.recorded_at
}

fn covers(life: &Life, at: Timestamp) -> bool {
    life.valid_from <= at && life.valid_to.is_none_or(|to| to > at)
}

fn same_value(record: &Record, draft: &Draft) -> bool {
    match (&record.claim.value, &draft.claim.value) {
        (Some(have), Some(new)) => normalise(have) == normalise(new),
        _ => normalise(&record.claim.text) == normalise(&draft.claim.text),
    }
}

fn authority(view: &View<'_>, draft: &Draft) -> Authority {
    let uris: Vec<&str> = draft.evidence.iter().map(|piece| piece.uri.as_str()).collect();
    let (source, correction) = (draft.claim.source, draft.claim.correction);
    let author = Author { source, correction, approved: false, procedure: false, uris: &uris };
    view.state.lineage(&draft.claim.supports, view.state.policy.authority(author))
}

fn outranks(view: &View<'_>, record: &Record, authority: Authority) -> bool {
    // A correction stands above plain words only when it corrects; the same person's next plain
    // statement about the same thing is at least as good.
    view.state.authority(record).min(Authority::UserSaid.max(authority)) > authority
        || view.state.authority(record) == Authority::Approved && authority < Authority::Approved
}

/// A stretch with an end, within something that holds longer: "this week in Rome" does not end York.
fn inside(record: &Record, draft: &Draft) -> bool {
    draft.life.valid_to.is_some_and(|to| record.life().valid_to.is_none_or(|end| end > to))
}

/// A stretch with an end, around something shorter: cut short there, it would lose what came after.
fn around(record: &Record, draft: &Draft) -> bool {
    draft.life.valid_to.zip(record.life().valid_to).is_some_and(|(to, end)| to > end)
}

fn conflict(mut draft: Draft, other: &Record) -> Placement {
    let mut life = other.life().clone();
    draft.life.state = State::Quarantined;
    draft.life.contradicts.push(other.claim.id);
    life.contradicts.push(draft.claim.id);
    let id = other.claim.id;
    let events = vec![Event::Moved { id, life, code: "contradicted".into(), reason: None }];
    Placement::Conflict { draft: Box::new(draft), events, with: vec![id] }
}

/// The same value was so from an earlier time on than was known.
fn earlier_start(
    view: &View<'_>,
    draft: Draft,
    holder: Option<&Record>,
    known: &Record,
    authority: Authority,
) -> Placement {
    if outranks(view, known, authority) {
        return conflict(draft, known);
    }
    let (id, from) = (known.claim.id, draft.life.valid_from);
    let mut life = known.life().clone();
    life.valid_from = from;
    life.supersedes.extend(holder.map(|record| record.claim.id).filter(|old| !known.life().supersedes.contains(old)));
    let moved = Event::Moved { id, life, code: "earlier-start".into(), reason: None };
    let closed = holder.map(|record| retire(view, record, from, id));
    let events =
        core::iter::once(moved).chain(closed).chain([corroborated(view, known, draft.evidence.iter())]).collect();
    Placement::Known { id, events }
}

/// Something later is known: the draft held until then.
fn before(view: &View<'_>, draft: &mut Draft, later: &Record) -> Option<Event> {
    let until = later.life().valid_from;
    if draft.life.valid_to.is_some_and(|to| to < until) {
        return None;
    }
    draft.life.valid_to = Some(until);
    draft.life.superseded_by = Some(later.claim.id);
    if until <= view.now {
        draft.life.state = State::Superseded;
    }
    let mut life = later.life().clone();
    life.supersedes.push(draft.claim.id);
    Some(Event::Moved { id: later.claim.id, life, code: "preceded".into(), reason: None })
}

/// What is new of the evidence, as far as a memory keeps any.
pub fn corroborated<'a>(view: &View<'_>, known: &Record, evidence: impl Iterator<Item = &'a Evidence>) -> Event {
    let room = (view.state.policy.admission.max_evidence as usize).saturating_sub(known.evidence.len());
    let new = evidence.filter(|piece| known.evidence.iter().all(|(_, have)| have.uri != piece.uri));
    Event::Corroborated { id: known.claim.id, evidence: new.take(room).cloned().collect() }
}
