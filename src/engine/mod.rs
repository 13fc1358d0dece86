//! The one door. Each command is: check, stage, commit, return; each read is: view, stage, return.
//!
//! | file | question it answers |
//! |---|---|
//! | `open` | how does a store come to be, or come back? |
//! | `commands` | which calls change it? |
//! | `observing` | what comes of a turn? |
//! | `reads` | which calls look at it? |
//! | `policies` | which policy is in force, and what would another do? |
//! | `tools` | what may a model call, and what is it told? |
//! | `transfer` | what leaves as lines, and what becomes of lines that come in? |
//! | `drain` | what has the host to do, and what came of it? |
//! | `seen` | what did this instance see of recall, to be counted? |
//! | `errands` | what does a read want of the host? |

mod commands;
mod drain;
mod errands;
mod observing;
mod open;
mod policies;
mod reads;
mod seen;
mod tools;
mod transfer;

use crate::gather::Map;
use crate::index::Index;
use crate::log::{self, Event, Frame, Origin, Outcome, Person};
use crate::stage::{Decision, Mint, View};
use crate::state::{AuditEntry, State};
use crate::types::{Failure, Labels, Opened, Result, Timestamp};
use core::cell::{Cell, RefCell};

/// One tenant's memories.
#[derive(Debug)]
pub struct Engine {
    state: State,
    index: Index,
    opened: Opened,
    seed: [u8; 32],
    device: String,
    model: bool,
    outbox: drain::Outbox,
    /// Replies refused so far, by ticket.
    refusals: Map<u64, u32>,
    /// Times that a question could not be put, by ticket.
    failures: Map<u64, u32>,
    journal_bytes: u64,
    seen: Cell<seen::Seen>,
    /// Reads open tasks: borrowed for one expression at a time, so never twice.
    errands: RefCell<errands::Errands>,
}

impl Engine {
    /// What was found when the store was opened.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    fn view<'a>(&'a self, labels: &'a Labels, now: Timestamp) -> View<'a> {
        let mint = Mint { seed: self.seed, sequence: self.state.sequence + 1, now, offset: 0 };
        View { state: &self.state, index: &self.index, labels, now, mint, model: self.model }
    }

    /// Takes a decision in: journal, state and index, in that order. A decision without events leaves
    /// everything as it is.
    fn commit(&mut self, labels: &Labels, now: Timestamp, key: Option<&str>, decision: Decision) -> Result<Outcome> {
        self.outbox.ready()?;
        if decision.events.is_empty() && key.is_none() {
            return Ok(decision.outcome);
        }
        let mut frame = self.frame(labels, now, decision.op);
        (frame.code, frame.events) = (decision.code, decision.events);
        frame.key = self.keyed(labels, key, &decision.outcome);
        self.take(&frame)?;
        Ok(decision.outcome)
    }

    /// The next frame, with nothing in it yet.
    fn frame(&self, labels: &Labels, now: Timestamp, op: &str) -> Frame {
        let by = if labels.user.is_empty() { op } else { labels.user.as_str() };
        let sequence = self.state.sequence + 1;
        Frame {
            sequence,
            at: now,
            op: op.to_owned(),
            by: self.state.secret.person(by),
            code: op.to_owned(),
            policy: self.state.policy.version.clone(),
            origin: self.origin(now),
            salt: Mint { seed: self.seed, sequence, now, offset: 0 }.salt(),
            key: None,
            events: vec![],
        }
    }

    /// What a key will give again.
    fn keyed(&self, labels: &Labels, key: Option<&str>, outcome: &Outcome) -> Option<(Person, Outcome)> {
        key.map(|key| (self.state.secret.key(&labels.user, key), outcome.clone()))
    }

    fn take(&mut self, frame: &Frame) -> Result<()> {
        let (bytes, payload) = log::encode_frame(frame)?;
        let touches = self.state.apply(frame, &bytes[payload..]);
        self.index.follow(&self.state, &touches);
        self.journal_bytes += bytes.len() as u64;
        self.outbox.append(frame.sequence, bytes);
        if frame.events.iter().any(|event| matches!(event, Event::Erased { .. } | Event::Withdrawn { .. })) {
            self.errands.get_mut().forget();
        }
        Ok(())
    }

    /// What a key gave before to the same command. A key that another command used is `conflict`.
    fn before(&self, labels: &Labels, key: Option<&str>, op: &str) -> Result<Option<Outcome>> {
        Ok(self.used_before(labels, key, op)?.map(|(_, outcome)| outcome.clone()))
    }

    /// The same with the audit's entry of the command that used it.
    fn used_before(&self, labels: &Labels, key: Option<&str>, op: &str) -> Result<Option<(&AuditEntry, &Outcome)>> {
        let Some(key) = key else { return Ok(None) };
        crate::stage::check_key(key)?;
        let Some((at, outcome)) = self.state.outcomes.get(&self.state.secret.key(&labels.user, key)) else {
            return Ok(None);
        };
        match self.state.audit_entry(*at) {
            Some(entry) if entry.op == op => Ok(Some((entry, outcome))),
            entry => Err(reused(entry.map_or("", |entry| &entry.op))),
        }
    }

    /// The hybrid logical clock's next reading: never behind what it has seen.
    fn origin(&self, now: Timestamp) -> Origin {
        let last = &self.state.origin;
        let time = last.time.max(now);
        let counter = if time == last.time { last.counter.saturating_add(1) } else { 0 };
        Origin { time, counter, device: self.device.clone() }
    }
}

fn reused(op: &str) -> Failure {
    Failure::Conflict(format!("key: used by another command, {op}; a key is for one command"))
}
