//! The caller's own decisions on a memory: supersede, end, invalidate, restore, archive, approve,
//! quarantine, pin, hold, correct.

use super::place::retire;
use crate::log::{Event, Life, Outcome, Record};
use crate::policy::Authority;
use crate::stage::admit::{Draft, draft_revision, rule};
use crate::stage::current::{on_one_line, overlapping, rivals, same_value};
use crate::stage::fold::{refold, unfold};
use crate::stage::lifecycle::{allowed, believed, live};
use crate::stage::{Decision, View, check, pending};
use crate::text::spelling;
use crate::types::{Failure, Hold, Id, Kind, Pin, Result, Revision, Source, State, Timestamp};

/// A decision on one memory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Act {
    End { at: Option<Timestamp> },
    Invalidate,
    Restore,
    Archive,
    Approve { by: String },
    Quarantine { by: String },
    Pin { by: String, review_at: Option<Timestamp> },
    Unpin { by: String },
    Hold { by: String },
    Release { by: String },
}

impl Act {
    /// The times that it gives, by name.
    pub fn times(&self) -> [(&'static str, Option<Timestamp>); 2] {
        let (at, review_at) = match self {
            Self::End { at } => (*at, None),
            Self::Pin { review_at, .. } => (None, *review_at),
            _ => (None, None),
        };
        [("at", at), ("reviewAt", review_at)]
    }

    /// The command's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::End { .. } => "end",
            Self::Invalidate => "invalidate",
            Self::Restore => "restore",
            Self::Archive => "archive",
            Self::Approve { .. } => "approve",
            Self::Quarantine { .. } => "quarantine",
            Self::Pin { .. } => "pin",
            Self::Unpin { .. } => "unpin",
            Self::Hold { .. } => "hold",
            Self::Release { .. } => "release",
        }
    }
}

/// Decides on one memory.
pub fn act(view: &View<'_>, id: &str, act: &Act, reason: Option<&str>) -> Result<Decision> {
    check::reason(reason)?;
    let record = view.writable(id)?;
    if !matches!(act, Act::Hold { .. } | Act::Release { .. } | Act::Unpin { .. }) {
        pending::decided(record)?;
    }
    let mut life = record.life().clone();
    let mut events = Vec::new();
    match act {
        Act::End { at } => end(view, record, &mut life, *at)?,
        Act::Invalidate => {
            own(view, record)?;
            go(view, record, &mut life, State::Invalidated)?;
            life.retracted_at = Some(view.now);
        }
        Act::Restore => restore(view, record, &mut life)?,
        Act::Archive => go(view, record, &mut life, State::Archived)?,
        Act::Approve { by } => events = approve(view, record, &mut life, by)?,
        Act::Quarantine { by } => {
            check::label("by", by)?;
            go(view, record, &mut life, State::Quarantined)?;
        }
        Act::Pin { by, review_at } => {
            check::label("by", by)?;
            let reason = reason.ok_or_else(|| Failure::invalid("reason", "a pin says why"))?;
            life.pinned = Some(Pin { by: by.clone(), reason: reason.to_owned(), review_at: *review_at });
        }
        Act::Unpin { by } => {
            check::label("by", by)?;
            life.pinned.take().ok_or_else(|| Failure::Conflict(format!("memory {id} is not pinned")))?;
        }
        Act::Hold { by } => {
            check::label("by", by)?;
            let reason = reason.ok_or_else(|| Failure::invalid("reason", "a hold says why"))?;
            if life.hold.as_ref().is_some_and(|hold| hold.owner != *by) {
                return Err(Failure::Conflict(format!("memory {} is held by another owner", record.claim.id)));
            }
            life.hold = Some(Hold { owner: by.clone(), reason: reason.to_owned() });
        }
        Act::Release { by } => release(record, &mut life, by)?,
    }
    if believed(record.state()) && !live(life.state) {
        events.extend(unfold(view, &[record], |_| false));
    } else if live(life.state) && !live(record.state()) {
        events.extend(refold(view, record));
    }
    let name = act.name();
    let moved = Event::Moved { id: record.claim.id, life, code: name.into(), reason: reason.map(str::to_owned) };
    events.insert(0, moved);
    Ok(Decision::new(name, events, Outcome::Done))
}

/// The world changed, or the claim is refined: the new record and the old one's retirement are one
/// command.
pub fn supersede(view: &View<'_>, id: &str, revision: &Revision, version: Option<u64>) -> Result<Decision> {
    let old = view.writable(id)?;
    if version.is_some_and(|version| version != old.version) {
        return Err(Failure::Conflict(format!("memory {id} is at version {}; read it again", old.version)));
    }
    let state = view.state.seen_state(old, view.now);
    if !live(state) {
        return Err(Failure::Conflict(format!(
            "memory {id} is {}; only what is current can be superseded",
            state.name()
        )));
    }
    let mut draft = draft_revision(view, old, revision)?;
    let value = &draft.claim.value;
    if spelling(&draft.claim.text) == spelling(&old.claim.text) && (value.is_none() || *value == old.claim.value) {
        return Err(Failure::invalid("text", "it says the same as the memory that it would supersede"));
    }
    let ruling = rule(view, &draft);
    if let Some(rule) = ruling.refused.first().or(ruling.quarantined.first()) {
        return Err(Failure::invalid("text", format!("refused by the admission rule {rule}")));
    }
    let authority = match draft.claim.source {
        Source::UserSaid => Authority::UserCorrection,
        source => {
            let uris: Vec<&str> = draft.evidence.iter().map(|piece| piece.uri.as_str()).collect();
            let author =
                crate::policy::Author { source, correction: false, approved: false, procedure: false, uris: &uris };
            view.state.policy.authority(author)
        }
    };
    if view.state.authority(old) > authority {
        return Err(Failure::Authority(format!("memory {id} has more authority than this source")));
    }
    if let Some(known) = said_beside(view, old, &draft) {
        return Err(Failure::Conflict(format!("memory {} says that already, beside this one", known.claim.id)));
    }
    let (new, from) = (draft.claim.id, draft.life.valid_from);
    let mut retired = vec![retire(view, old, from, new)];
    for covered in covered(view, old, from) {
        if view.state.authority(covered) > authority {
            return Err(Failure::Authority(format!("memory {} has more authority than this source", covered.claim.id)));
        }
        draft.life.supersedes.push(covered.claim.id);
        retired.push(retire(view, covered, from, new));
    }
    if let Some(later) = old.life().superseded_by.filter(|_| old.life().valid_to.is_some()) {
        if old.life().valid_to.is_some_and(|to| from >= to) {
            return Err(Failure::invalid("validFrom", "before the memory that comes next at this address begins"));
        }
        (draft.life.valid_to, draft.life.superseded_by) = (old.life().valid_to, Some(later));
    }
    let events = core::iter::once(draft.into_event("superseding")).chain(retired).collect();
    Ok(Decision::new("supersede", events, Outcome::Id(new)))
}

/// What is believed at a memory's address from a time on that is before the memory's own: a new version
/// that is dated back takes its place as well.
fn covered<'a>(view: &View<'a>, old: &Record, from: Timestamp) -> Vec<&'a Record> {
    let (claim, until) = (&old.claim, old.life().valid_from);
    let address = claim.address.iter().filter(|_| claim.kind != Kind::Episode);
    let there =
        address.flat_map(|address| view.state.at_address(&claim.user, claim.project.as_deref(), claim.kind, address));
    let within = |other: &&Record| {
        let life = other.life();
        believed(life.state) && life.valid_from < until && life.valid_to.is_none_or(|to| to > from)
    };
    let met = there.filter(|other| other.claim.id != claim.id && on_one_line(claim, &other.claim));
    met.filter(within).collect()
}

/// Of several values at an address, another current one that says what a new version would.
fn said_beside<'a>(view: &View<'a>, old: &Record, draft: &Draft) -> Option<&'a Record> {
    let claim = &old.claim;
    let address = claim.address.iter().filter(|_| claim.several);
    let mut there =
        address.flat_map(|address| view.state.at_address(&claim.user, claim.project.as_deref(), claim.kind, address));
    there.find(|other| {
        let current = live(view.state.seen_state(other, view.now));
        current && other.claim.id != claim.id && same_value(&other.claim, &draft.claim)
    })
}

/// Somebody found a memory false or misleading.
pub fn corrected(view: &View<'_>, id: &str, by: &str) -> Result<Decision> {
    check::label("by", by)?;
    let record = view.writable(id)?;
    Ok(Decision::new("corrected", vec![Event::Corrected { id: record.claim.id }], Outcome::Done))
}

fn end(view: &View<'_>, record: &Record, life: &mut Life, at: Option<Timestamp>) -> Result<()> {
    own(view, record)?;
    let at = at.unwrap_or(view.now.max(life.valid_from));
    if at < life.valid_from && life.stated {
        return Err(Failure::invalid("at", "at or after the time since when the memory is stated to hold"));
    }
    if at <= view.now || at <= life.valid_from {
        go(view, record, life, State::Ended)?;
    } else if !live(view.state.seen_state(record, view.now)) {
        return Err(wrong_state(record, "ended"));
    }
    if life.valid_to.is_some_and(|to| at > to) {
        return Err(Failure::invalid("at", "no later than when the memory stops to hold as it is"));
    }
    life.cut(at);
    life.retracted_at = Some(view.now);
    Ok(())
}

fn restore(view: &View<'_>, record: &Record, life: &mut Life) -> Result<()> {
    own(view, record)?;
    if view.state.past(record, view.now) {
        return Err(Failure::Conflict(format!("memory {} is past its time", record.claim.id)));
    }
    go(view, record, life, State::Active)?;
    if life.is_empty() && !life.stated {
        life.valid_from = record.claim.observed_at;
    }
    life.valid_to = None;
    life.retracted_at = None;
    life.superseded_by = None;
    if let Some(other) = rivals(view, record, life).first() {
        return Err(Failure::Conflict(format!("memory {} is current in its place", other.claim.id)));
    }
    Ok(())
}

fn approve(view: &View<'_>, record: &Record, life: &mut Life, by: &str) -> Result<Vec<Event>> {
    check::label("by", by)?;
    let state = view.state.seen_state(record, view.now);
    if view.state.past(record, view.now)
        || !matches!(state, State::Provisional | State::Active | State::Quarantined | State::Archived)
    {
        return Err(wrong_state(record, "approved"));
    }
    life.state = State::Active;
    life.approved_by = Some(view.state.secret.person(by));
    // What held only in the past replaces nothing that holds now, and nothing what comes after it.
    let over = life.valid_to.is_some_and(|to| to <= view.now);
    let rivals = if over { vec![] } else { overlapping(view, record, life) };
    let known = |id: &Id| rivals.iter().any(|other| other.claim.id == *id);
    life.contradicts.retain(|id| !known(id));
    life.supersedes.retain(|id| !known(id));
    life.supersedes.extend(rivals.iter().map(|other| other.claim.id));
    Ok(rivals.into_iter().map(|other| retire(view, other, life.valid_from, record.claim.id)).collect())
}

fn release(record: &Record, life: &mut Life, by: &str) -> Result<()> {
    check::label("by", by)?;
    let hold = life.hold.take().ok_or_else(|| Failure::Conflict(format!("memory {} is not held", record.claim.id)))?;
    if hold.owner != by {
        return Err(Failure::Denied("a hold is released by its owner".into()));
    }
    Ok(())
}

fn go(view: &View<'_>, record: &Record, life: &mut Life, to: State) -> Result<()> {
    let from = view.state.seen_state(record, view.now);
    if !allowed(from, to) {
        return Err(wrong_state(record, to.name()));
    }
    life.state = to;
    Ok(())
}

/// A scope speaks with its user's voice, which approved policy outranks.
fn own(view: &View<'_>, record: &Record) -> Result<()> {
    if view.state.authority(record) > Authority::UserCorrection {
        return Err(Failure::Authority(format!(
            "memory {} is approved policy; quarantine it for review",
            record.claim.id
        )));
    }
    Ok(())
}

fn wrong_state(record: &Record, to: &str) -> Failure {
    Failure::Conflict(format!("memory {} is {}, which cannot become {to}", record.claim.id, record.state().name()))
}
