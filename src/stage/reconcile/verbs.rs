//! The caller's own decisions on a memory: supersede, end, invalidate, restore, archive, approve,
//! quarantine, pin, hold, correct.

use super::place::retire;
use crate::log::{Event, Life, Outcome, Record};
use crate::policy::Authority;
use crate::stage::admit::{draft_revision, rule};
use crate::stage::lifecycle::{allowed, live};
use crate::stage::{Decision, View, check};
use crate::text::normalise;
use crate::types::{Failure, Hold, Kind, Pin, Result, Revision, Source, State, Timestamp};

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
    fn name(&self) -> &'static str {
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
            life.hold = Some(Hold { owner: by.clone(), reason: reason.to_owned() });
        }
        Act::Release { by } => release(record, &mut life, by)?,
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
        return Err(Failure::Conflict(format!("memory {id} is {}; only what is current can be superseded", state.name())));
    }
    let draft = draft_revision(view, old, revision)?;
    if normalise(&draft.claim.text) == normalise(&old.claim.text) && draft.claim.value == old.claim.value {
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
            let author = crate::policy::Author { source, correction: false, approved: false, procedure: false, uris: &uris };
            view.state.policy.authority(author)
        }
    };
    if view.state.authority(old) > authority {
        return Err(Failure::Authority(format!("memory {id} has more authority than this source")));
    }
    let new = draft.claim.id;
    let retired = retire(view, old, draft.life.valid_from, new);
    Ok(Decision::new("supersede", vec![draft.into_event("superseding"), retired], Outcome::Id(new)))
}

/// Somebody found a memory false or misleading.
pub fn corrected(view: &View<'_>, id: &str, by: &str) -> Result<Decision> {
    check::label("by", by)?;
    let record = view.writable(id)?;
    Ok(Decision::new("corrected", vec![Event::Corrected { id: record.claim.id }], Outcome::Done))
}

fn end(view: &View<'_>, record: &Record, life: &mut Life, at: Option<Timestamp>) -> Result<()> {
    own(view, record)?;
    let at = at.unwrap_or(view.now);
    if at < life.valid_from {
        return Err(Failure::invalid("at", "at or after the time when the memory began to hold"));
    }
    if at <= view.now {
        go(view, record, life, State::Ended)?;
    } else if !live(view.state.seen_state(record, view.now)) {
        return Err(wrong_state(record, "ended"));
    }
    life.valid_to = Some(at);
    life.retracted_at = Some(view.now);
    Ok(())
}

fn restore(view: &View<'_>, record: &Record, life: &mut Life) -> Result<()> {
    own(view, record)?;
    if record.past(view.now) {
        return Err(Failure::Conflict(format!("memory {} is past its time", record.claim.id)));
    }
    go(view, record, life, State::Active)?;
    if let Some(other) = rival(view, record) {
        return Err(Failure::Conflict(format!("memory {} is current in its place", other.claim.id)));
    }
    life.valid_to = None;
    life.retracted_at = None;
    life.superseded_by = None;
    Ok(())
}

fn approve(view: &View<'_>, record: &Record, life: &mut Life, by: &str) -> Result<Vec<Event>> {
    check::label("by", by)?;
    if !live(record.state()) {
        go(view, record, life, State::Active)?;
    }
    life.state = State::Active;
    life.approved_by = Some(view.state.secret.person(by));
    let rival = rival(view, record);
    life.supersedes.extend(rival.map(|other| other.claim.id));
    life.contradicts.retain(|id| rival.is_none_or(|other| other.claim.id != *id));
    Ok(rival.map(|other| retire(view, other, life.valid_from.max(other.life().valid_from), record.claim.id)).into_iter().collect())
}

fn release(record: &Record, life: &mut Life, by: &str) -> Result<()> {
    check::label("by", by)?;
    let hold = life.hold.take().ok_or_else(|| Failure::Conflict(format!("memory {} is not held", record.claim.id)))?;
    if hold.owner != by {
        return Err(Failure::Denied("a hold is released by its owner".into()));
    }
    Ok(())
}

/// What else is current at the record's address, or replaced it.
fn rival<'a>(view: &View<'a>, record: &Record) -> Option<&'a Record> {
    let (claim, now) = (&record.claim, view.now);
    let current = |other: &&Record| other.claim.id != claim.id && live(view.state.seen_state(other, now));
    let successor = record.life().superseded_by.and_then(|id| view.state.record(id)).filter(current);
    let address = claim.address.as_ref().filter(|_| claim.kind != Kind::Episode);
    let there = address.and_then(|address| {
        view.state.at_address(&claim.user, claim.project.as_deref(), claim.kind, address).find(current)
    });
    successor.or(there)
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
        return Err(Failure::Authority(format!("memory {} is approved policy; quarantine it for review", record.claim.id)));
    }
    Ok(())
}

fn wrong_state(record: &Record, to: &str) -> Failure {
    Failure::Conflict(format!("memory {} is {}, which cannot become {to}", record.claim.id, record.state().name()))
}
