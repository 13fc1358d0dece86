//! Taking a command back: every memory that it touched is as it was before.

use super::current::beside;
use super::lifecycle::believed;
use super::{Decision, View};
use crate::log::{ELSEWHERE, Event, Outcome, Record};
use crate::types::{Failure, Id, Result};

/// Takes back the command of a sequence. `conflict` where something that it touched has changed since
/// or was erased; `not-found` where the command is not this scope's to see.
pub fn undo(view: &View<'_>, sequence: u64) -> Result<Decision> {
    let entry = view
        .state
        .audit_entry(sequence)
        .ok_or_else(|| Failure::NotFound(format!("no command has the sequence {sequence}")))?;
    let mut events = Vec::new();
    for id in &entry.ids {
        events.extend(taken_back(view, *id, sequence, &entry.ids)?);
    }
    if entry.op == "observe" {
        events.extend(unheard(view, sequence));
    }
    if events.is_empty() {
        return Err(Failure::Conflict(format!("the command {} changed no memory's life", entry.op)));
    }
    let count = entry.ids.len() as u32;
    Ok(Decision::new("undo", events, Outcome::Count(count)))
}

fn taken_back(view: &View<'_>, id: Id, sequence: u64, with: &[Id]) -> Result<Vec<Event>> {
    let record = view.writable(&id.to_string()).map_err(|failure| match failure {
        Failure::NotFound(_) => Failure::Conflict(format!("memory {id} is not there any more")),
        other => other,
    })?;
    if record.version != sequence && touched(record, sequence) && changed_since(record, sequence) {
        return Err(Failure::Conflict(format!("memory {id} has changed since")));
    }
    let mut events = Vec::new();
    if record.steps.iter().any(|step| step.sequence == sequence) {
        let Some(before) = record.steps.iter().rev().find(|step| step.sequence < sequence) else {
            return Ok(vec![Event::Withdrawn { id }]);
        };
        let life = before.life.clone();
        if record.life().hold.is_some() && life.hold != record.life().hold {
            return Err(Failure::Denied("a hold is released by its owner".into()));
        }
        let beside = if believed(life.state) { beside(view, record, &life) } else { vec![] };
        if let Some(other) = beside.iter().find(|other| !with.contains(&other.claim.id)) {
            return Err(Failure::Conflict(format!("memory {} has taken its place since", other.claim.id)));
        }
        events.push(Event::Moved { id, life, code: "undone".into(), reason: None });
    }
    if told(record, sequence) {
        events.push(Event::Uncorroborated { id, sequence });
    }
    Ok(events)
}

/// The turn that a command brought leaves the windows of this user's sessions.
fn unheard(view: &View<'_>, sequence: u64) -> impl Iterator<Item = Event> {
    let own = view.state.sessions.iter().filter(|((user, _), _)| *user == view.labels.user);
    let held = own.filter(move |(_, held)| held.turns.iter().any(|(number, _)| *number == sequence));
    held.map(move |((user, session), _)| Event::TurnsErased {
        user: user.clone(),
        session: session.clone(),
        turns: vec![sequence],
    })
}

/// Whether a record is otherwise now than after a command. What was taken back since has left no trace in it.
fn changed_since(record: &Record, sequence: u64) -> bool {
    let after = record.steps.iter().rev().find(|step| step.sequence <= sequence);
    let told = record.said.iter().any(|(brought, _)| (sequence + 1..ELSEWHERE).contains(brought));
    told || after.is_none_or(|step| step.life != *record.life())
}

fn touched(record: &Record, sequence: u64) -> bool {
    record.steps.iter().any(|step| step.sequence == sequence) || told(record, sequence)
}

/// Whether a command found a memory confirmed.
fn told(record: &Record, sequence: u64) -> bool {
    record.said.iter().any(|(brought, _)| *brought == sequence)
}
