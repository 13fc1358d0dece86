//! The deterministic part: where a claim stands on the time line of its address.

use crate::gather;
use crate::log::{Claim, Event, Life, Placed, Record, Said};
use crate::policy::{Author, Authority};
use crate::stage::View;
use crate::stage::admit::Draft;
use crate::stage::current::same_value;
use crate::stage::lifecycle::{believed, live};
use crate::text;
use crate::types::{Evidence, Id, Kind, Result, Source, State, Tense, Timestamp};

/// What is to become of a draft.
#[derive(Debug)]
pub enum Placing {
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
/// stand for themselves. `docs/time.md` has the table that this carries out.
pub fn place(view: &View<'_>, mut draft: Draft) -> Result<Placing> {
    let from = draft.life.valid_from;
    let line = time_line(view, &draft.claim);
    let (ahead, line): (Vec<&Record>, Vec<&Record>) =
        line.iter().copied().partition(|record| gives_way(record, &draft, &line));
    let holders = holders(&line, &draft);
    let later = line.iter().find(|record| record.life().valid_from > from).copied();
    let latest = ahead.last().or(holders.last()).copied();
    // A claim to be the only value replaces the others, and what says the same with them.
    if let Some(known) = latest.filter(|known| holders.len() < 2 && same_value(&known.claim, &draft.claim)) {
        return Ok(known_or_respelt(view, draft, known));
    }
    let authority = authority(view, &draft);
    let over = line.iter().rev().find(|record| overrules(view, record, &draft, authority));
    if let Some(over) = over.copied() {
        return Ok(beneath(draft, over));
    }
    let replaced: Vec<&Record> = holders.into_iter().chain(ahead).collect();
    let blocking = replaced.iter().find(|record| outranks(view, record, authority) || inside(record, &draft));
    if let Some(blocking) = blocking.copied().or(later.filter(|record| around(record, &draft))) {
        return Ok(conflict(draft, blocking));
    }
    let same = later.filter(|record| draft.life.valid_to.is_none() && same_value(&record.claim, &draft.claim));
    if let Some(known) = same {
        return Ok(earlier_start(view, draft, &replaced, known, authority));
    }
    let mut events = Vec::new();
    if let Some(later) = later {
        events.extend(before(view, &mut draft, later));
    }
    let retired: Vec<Id> = replaced.iter().map(|record| record.claim.id).collect();
    events.extend(replaced.iter().map(|record| retire(view, record, from, draft.claim.id)));
    reopen(view, &mut events, &line, &retired);
    draft.life.supersedes.extend(&retired);
    Ok(Placing::Stored { draft: Box::new(draft), events, retired })
}

/// What is to become of a draft that says what is known: new evidence of it, or its spelling set right.
pub fn known_or_respelt(view: &View<'_>, draft: Draft, known: &Record) -> Placing {
    if corrects_spelling(view, &draft, known) {
        return respelt(view, draft, known);
    }
    let events = vec![corroborated(view, known, draft.evidence.iter(), draft.said(view))];
    Placing::Known { id: known.claim.id, events }
}

/// Ends a record's validity at `at`, where it is not over by then, in favour of `successor`.
pub fn retire(view: &View<'_>, record: &Record, at: Timestamp, successor: Id) -> Event {
    let mut life = record.life().clone();
    life.cut(at);
    life.retracted_at = Some(view.now);
    life.superseded_by = Some(successor);
    // Nothing is left of it when it ends where it began, whatever the clock says.
    if live(life.state) && (at <= view.now || life.is_empty()) {
        life.state = State::Superseded;
    }
    Event::Moved { id: record.claim.id, life, code: "superseded".into(), reason: None }
}

/// What was ever believed at a claim's address, earliest first.
fn time_line<'a>(view: &View<'a>, claim: &Claim) -> Vec<&'a Record> {
    let Some(address) = claim.address.as_ref().filter(|_| claim.kind != Kind::Episode) else {
        return vec![];
    };
    let at = view.state.at_address(&claim.user, claim.project.as_deref(), claim.kind, address);
    let met = at.filter(|record| !claim.several || same_value(&record.claim, claim));
    let mut line: Vec<_> = met
        .filter(|record| believed(record.state()) && !view.state.past(record, view.now) && !record.life().is_empty())
        .collect();
    gather::sort_by_key(&mut line, |record| (record.life().valid_from, record.version, record.claim.id));
    line
}

/// What holds when a draft begins: one, but where an address held several values, or two stand by decree.
fn holders<'a>(line: &[&'a Record], draft: &Draft) -> Vec<&'a Record> {
    line.iter().copied().filter(|record| record.life().covers(draft.life.valid_from)).collect()
}

/// Whether a record that begins after a draft yields to it, since the draft is said later. One way: only
/// the draft says since when it holds, so the record was heard too late to tell the order. The other: the
/// clock went back between the two.
fn gives_way(record: &Record, draft: &Draft, line: &[&Record]) -> bool {
    let (from, life) = (draft.life.valid_from, record.life());
    if life.valid_from <= from || said_before(draft, record) {
        return false;
    }
    if !draft.life.stated {
        return !draft.dated && life.valid_from <= record.claim.recorded_at;
    }
    // The last of the line that says the same goes on, from the start that is now known.
    let last = line.last().is_some_and(|last| last.claim.id == record.claim.id);
    let goes_on = last && same_value(&record.claim, &draft.claim);
    !life.stated && draft.life.valid_to.is_none() && !goes_on
}

/// Whether a draft was said before a record was said for the last time.
fn said_before(draft: &Draft, record: &Record) -> bool {
    draft.dated && draft.claim.observed_at < record.last_said()
}

/// Whether a record leaves no room for a draft: it was said later, and of the very moment, or since a time
/// before it where only the record states one, or it holds then and was said again after the draft.
fn overrules(view: &View<'_>, record: &Record, draft: &Draft, authority: Authority) -> bool {
    let (from, life) = (draft.life.valid_from, record.life());
    if !said_before(draft, record)
        || life.valid_from > from
        || draft.life.valid_to.is_some()
        || view.state.authority(record) < authority.min(Authority::UserSaid)
    {
        return false;
    }
    let said_again = record.last_held().is_some_and(|at| at > from.max(draft.claim.observed_at));
    let by_its_start = life.valid_from == from || (life.stated && !draft.life.stated);
    (said_again && life.covers(from)) || (by_its_start && !had_an_end(record))
}

/// Whether a claim was said with an end.
fn had_an_end(record: &Record) -> bool {
    record.steps.first().is_some_and(|step| step.life.valid_to.is_some() && step.life.superseded_by.is_none())
}

/// Nothing is left of a draft beneath a record that was said later.
fn beneath(mut draft: Draft, over: &Record) -> Placing {
    let mut life = over.life().clone();
    draft.life.cut(life.valid_from);
    draft.life.superseded_by = Some(over.claim.id);
    draft.life.state = State::Superseded;
    life.supersedes.push(draft.claim.id);
    let events = vec![Event::Moved { id: over.claim.id, life, code: "preceded".into(), reason: None }];
    Placing::Stored { draft: Box::new(draft), events, retired: vec![] }
}

/// Whether a draft that says what is known writes it right: otherwise than by case alone it says nothing
/// new, and of two spellings the one said last counts.
fn corrects_spelling(view: &View<'_>, draft: &Draft, known: &Record) -> bool {
    let respells = match (&known.claim.value, &draft.claim.value) {
        // A sentence in capitals says nothing of how its value is written.
        (Some(known), Some(new)) => text::respells(known, new) && text::has_small(&draft.claim.text),
        (None, None) => text::respells_sentence(&known.claim.text, &draft.claim.text),
        _ => false,
    };
    respells && !said_before(draft, known) && !outranks(view, known, authority(view, draft))
}

/// The same claim in another spelling takes its place, for the whole of its time.
fn respelt(view: &View<'_>, mut draft: Draft, known: &Record) -> Placing {
    let (old, new) = (known.claim.id, draft.claim.id);
    let life = known.life();
    (draft.life.valid_from, draft.life.stated) = (life.valid_from, life.stated);
    (draft.life.valid_to, draft.life.superseded_by) = (life.valid_to, life.superseded_by);
    draft.life.state = view.state.seen_state(known, view.now);
    draft.life.supersedes.push(old);
    draft.claim.correction = draft.claim.source == Source::UserSaid;
    let events = vec![retire(view, known, life.valid_from, new)];
    Placing::Stored { draft: Box::new(draft), events, retired: vec![old] }
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

fn conflict(mut draft: Draft, other: &Record) -> Placing {
    let mut life = other.life().clone();
    draft.life.state = State::Quarantined;
    draft.life.contradicts.push(other.claim.id);
    life.contradicts.push(draft.claim.id);
    let id = other.claim.id;
    let events = vec![Event::Moved { id, life, code: "contradicted".into(), reason: None }];
    Placing::Conflict { draft: Box::new(draft), events, with: vec![id] }
}

/// The same value was so from an earlier time on than was known.
fn earlier_start(view: &View<'_>, draft: Draft, replaced: &[&Record], known: &Record, authority: Authority) -> Placing {
    if outranks(view, known, authority) {
        return conflict(draft, known);
    }
    let (id, from) = (known.claim.id, draft.life.valid_from);
    let mut life = known.life().clone();
    (life.valid_from, life.stated) = (from, draft.life.stated);
    let old = replaced.iter().map(|record| record.claim.id);
    life.supersedes.extend(old.filter(|old| !known.life().supersedes.contains(old)));
    let moved = Event::Moved { id, life, code: "earlier-start".into(), reason: None };
    let closed = replaced.iter().map(|record| retire(view, record, from, id));
    let told = corroborated(view, known, draft.evidence.iter(), draft.said(view));
    Placing::Known { id, events: core::iter::once(moved).chain(closed).chain([told]).collect() }
}

/// What ended in favour of something that is left no time goes on, until what comes next on the line.
fn reopen(view: &View<'_>, events: &mut Vec<Event>, line: &[&Record], gone: &[Id]) {
    for (place, record) in line.iter().enumerate() {
        let id = record.claim.id;
        if gone.contains(&id) || record.life().superseded_by.is_none_or(|next| !gone.contains(&next)) {
            continue;
        }
        let earlier = events.iter().rev().find_map(|event| match event {
            Event::Moved { id: moved, life, .. } if *moved == id => Some(life),
            _ => None,
        });
        let mut life = earlier.unwrap_or(record.life()).clone();
        let next = line.get(place + 1);
        (life.valid_to, life.superseded_by) = (next.map(|next| next.life().valid_from), next.map(|next| next.claim.id));
        if life.state == State::Superseded && life.valid_to.is_none_or(|to| to > view.now) {
            (life.state, life.retracted_at) = (State::Active, None);
        }
        events.push(Event::Moved { id, life, code: "reopened".into(), reason: None });
    }
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

/// A claim was said again: what is new of the evidence, as far as a memory keeps any. The same words of
/// the same moment by the same speaker are no other telling.
pub fn corroborated<'a>(
    view: &View<'_>,
    known: &Record,
    evidence: impl Iterator<Item = &'a Evidence>,
    said: Said,
) -> Event {
    let room = (view.state.policy.admission.max_evidence as usize).saturating_sub(known.evidence.len());
    let new = evidence.filter(|piece| known.evidence.iter().all(|(_, have)| have.uri != piece.uri));
    Event::Corroborated { id: known.claim.id, evidence: new.take(room).cloned().collect(), said }
}

/// Where a claim stands that does not hold now, and what stands above it: what replaced it, and what holds
/// at its address.
pub fn placed(view: &View<'_>, claim: &Claim, life: &Life) -> Option<Placed> {
    let tense = match life.valid_to {
        Some(to) if to <= view.now || life.is_empty() => Tense::Past,
        _ if life.valid_from > view.now.max(claim.recorded_at) => Tense::Ahead,
        _ => return None,
    };
    let holds = |record: &&Record| live(view.state.seen_state(record, view.now)) && record.life().covers(view.now);
    let there = time_line(view, claim).into_iter().filter(holds).map(|record| record.claim.id);
    let mut above: Vec<Id> = life.superseded_by.into_iter().collect();
    above.extend(there.filter(|id| Some(*id) != life.superseded_by && *id != claim.id));
    Some(Placed { tense, above })
}
