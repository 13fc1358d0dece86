//! `apply`: events become state. It cannot fail and makes no choice; an event that names what is not
//! there changes nothing, so that replay of any journal that decodes is safe.

use super::lookup::uris;
use super::{AuditEntry, Checkpoint, OpenAsk, Session, State, Vectors};
use crate::gather;
use crate::log::{Claim, Event, Frame, Life, Question, Record, Shown, Step, Usage};
use crate::policy::Policy;
use crate::types::{Evidence, Id, Kind, Role, State as Governed};

/// Idempotency keys that are remembered; beyond it the oldest half is dropped.
const MOST_OUTCOMES: usize = 1 << 17;

/// Checkpoints that a session keeps.
const MOST_CHECKPOINTS: usize = 16;

/// Times of being said that a memory keeps.
const MOST_SAID: usize = 64;

/// Sessions in which a memory's use is remembered.
const MOST_SESSIONS: usize = 16;

/// What an event did to a row, for the indexes to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// A memory came or went.
    Content(u32),
    /// A memory's life changed.
    Life(u32),
    /// A memory got its vector.
    Vector(u32),
}

impl State {
    /// Takes a frame in. `payload` is its encoded form, for the audit's digest.
    pub fn apply(&mut self, frame: &Frame, payload: &[u8]) -> Vec<Touch> {
        let touched = self.apply_from(frame, 0);
        self.close(frame, payload);
        touched
    }

    /// Takes in a frame's events from a place on. A frame that is still being made is taken in as it grows,
    /// and then closed.
    pub fn apply_from(&mut self, frame: &Frame, from: usize) -> Vec<Touch> {
        let (before, events) = frame.events.split_at(from.min(frame.events.len()));
        let mut opened = before.iter().filter(|event| matches!(event, Event::AskOpened { .. })).count() as u32;
        let mut touched = Vec::new();
        for event in events {
            if let Event::AskOpened { question, shown } = event {
                self.open_ask(Self::ticket(frame.sequence, opened), question, shown);
                opened += 1;
            } else {
                touched.extend(self.apply_event(frame, event));
            }
        }
        touched
    }

    /// A frame is whole: it is in the audit, and its key is taken.
    pub fn close(&mut self, frame: &Frame, payload: &[u8]) {
        self.audit.push(AuditEntry::new(frame, payload, self.audit_head()));
        self.sequence = frame.sequence;
        self.origin = frame.origin.clone();
        if let Some((key, outcome)) = &frame.key {
            self.outcomes.insert(*key, (frame.sequence, outcome.clone()));
            self.forget_old_outcomes();
        }
    }

    fn apply_event(&mut self, frame: &Frame, event: &Event) -> Vec<Touch> {
        match event {
            Event::Created { tenant, secret, embedder } => {
                self.tenant.clone_from(tenant);
                self.secret.0 = *secret;
                self.embedder.clone_from(embedder);
                self.vectors = Vectors::new(embedder.as_ref().map_or(0, |info| info.dimensions as usize));
                vec![]
            }
            Event::PolicyAdopted { json } => {
                self.policy_json.clone_from(json);
                let policy = Policy::from_json(json).unwrap_or_default();
                let before = core::mem::replace(&mut self.policy, policy);
                // Deadlines follow the policy in force.
                let moved = before.retention != self.policy.retention;
                (0..self.records.len() as u32).filter(|_| moved).map(Touch::Life).collect()
            }
            // An id names one memory.
            Event::Admitted { claim, .. } if self.row(claim.id).is_some() => vec![],
            Event::Admitted { claim, life, evidence, vector, code } => {
                self.admit(frame, claim, life, evidence, vector.as_deref(), code)
            }
            Event::Restored { record } if self.row(record.claim.id).is_some() || record.steps.is_empty() => vec![],
            Event::Restored { record } => {
                let record = Record { version: frame.sequence, embedded: false, ..(**record).clone() };
                self.take_in(record, None)
            }
            Event::Moved { id, life, code, reason } => {
                if life.state != Governed::Provisional {
                    self.close_asks_of(*id);
                }
                self.change(*id, |record| {
                    record.steps.push(step(frame, life, code, reason.clone()));
                    record.version = frame.sequence;
                    Touch::Life
                })
            }
            Event::Corroborated { id, evidence, said } => self.change_evidence(*id, |record| {
                record.evidence.extend(evidence.iter().map(|piece| (frame.sequence, piece.clone())));
                // The first stays, and with it what the claim was at its admission.
                let extra = usize::from(record.said.len() >= MOST_SAID);
                record.said.drain(1..1 + extra);
                record.said.push((frame.sequence, *said));
                record.usage.last_verified_at = record.usage.last_verified_at.max(said.at);
                record.version = frame.sequence;
                Touch::Life
            }),
            Event::Uncorroborated { id, sequence } => self.change_evidence(*id, |record| {
                record.evidence.retain(|(brought, _)| brought != sequence);
                record.said.retain(|(brought, _)| brought != sequence);
                record.version = frame.sequence;
                Touch::Life
            }),
            Event::Embedded { id, vector } => {
                if let Some(row) = self.row(*id) {
                    self.vectors.set(row, vector);
                    self.set_embedded(row);
                }
                self.change(*id, |record| {
                    record.embedded = true;
                    Touch::Vector
                })
            }
            Event::Used { id, session } => {
                self.used = self.used.saturating_add(1);
                self.change(*id, |record| {
                    let usage = &mut record.usage;
                    usage.uses = usage.uses.saturating_add(1);
                    usage.last_used_at = usage.last_used_at.max(frame.at);
                    usage.counted_in.extend(session);
                    let extra = usage.counted_in.len().saturating_sub(MOST_SESSIONS);
                    usage.counted_in.drain(..extra);
                    Touch::Life
                })
            }
            Event::Corrected { id } => self.change(*id, |record| {
                record.usage.corrections = record.usage.corrections.saturating_add(1);
                Touch::Life
            }),
            Event::EvidenceDropped { id, uris } => self.change_evidence(*id, |record| {
                record.evidence.retain(|(_, piece)| !uris.contains(&piece.uri));
                record.version = frame.sequence;
                Touch::Life
            }),
            Event::Withdrawn { id } => self.drop_record(*id),
            Event::Refused { .. } => {
                self.refused = self.refused.saturating_add(1);
                vec![]
            }
            Event::Erased { tombstones, receipt } => {
                self.tombstones.extend(tombstones.iter().map(|stone| (stone.content, stone.id)));
                self.receipts.push(receipt.clone());
                receipt.removed.iter().flat_map(|id| self.drop_record(*id)).collect()
            }
            other => {
                self.apply_aside(frame, other);
                vec![]
            }
        }
    }

    /// Events that touch no memory.
    fn apply_aside(&mut self, frame: &Frame, event: &Event) {
        match event {
            Event::CopyConfirmed { receipt, copy } => {
                let known = self.receipts.iter_mut().filter(|known| known.id == *receipt);
                for (at, copies) in known.map(|known| (known.at, &mut known.copies)) {
                    for state in copies.iter_mut().filter(|state| state.name == *copy && state.confirmed_at.is_none()) {
                        state.confirmed_at = Some(frame.at);
                        state.took = Some(frame.at.saturating_sub(at));
                    }
                }
            }
            Event::Declined { cluster } => drop(self.declined.insert(*cluster)),
            Event::CopyRegistered { name } => drop(self.copies.insert(name.clone())),
            Event::TombstoneLifted { content } => drop(self.tombstones.remove(content)),
            Event::AskClosed { ticket } => drop(self.asks.remove(ticket)),
            Event::Turned { user, session, message, dropped } => {
                let held = self.session_mut(user, session);
                held.touched_at = held.touched_at.max(frame.at);
                held.turns.push((frame.sequence, message.clone()));
                held.turns.drain(..(*dropped as usize).min(held.turns.len()));
                self.close_extraction(user, session, |said| said);
            }
            Event::TurnsErased { user, session, turns } => {
                if let Some(held) = self.session_known(user, session) {
                    held.turns.retain(|(number, _)| !turns.contains(number));
                }
                // What was shown holds what is erased.
                self.close_extraction(user, session, |_| false);
            }
            Event::Extracted { user, session, up_to } => {
                if let Some(held) = self.session_known(user, session) {
                    held.extracted = held.extracted.max(*up_to);
                }
            }
            Event::Checkpointed { user, session, state } => {
                let held = self.session_mut(user, session);
                held.touched_at = held.touched_at.max(frame.at);
                let turns = held.turns.iter().map(|(number, _)| *number).collect();
                held.checkpoints.push(Checkpoint {
                    sequence: frame.sequence,
                    at: frame.at,
                    state: state.clone(),
                    turns,
                });
                let extra = held.checkpoints.len().saturating_sub(MOST_CHECKPOINTS);
                held.checkpoints.drain(..extra);
            }
            Event::CheckpointsErased { user, session, sequences } => {
                if let Some(held) = self.session_known(user, session) {
                    held.checkpoints.retain(|saved| !sequences.contains(&saved.sequence));
                }
            }
            Event::SessionErased { user, session } => {
                self.sessions.remove(&(user.clone(), session.clone()));
                self.close_extraction(user, session, |_| false);
            }
            _ => {}
        }
    }

    fn admit(
        &mut self,
        frame: &Frame,
        claim: &Claim,
        life: &Life,
        evidence: &[Evidence],
        vector: Option<&[f32]>,
        code: &str,
    ) -> Vec<Touch> {
        let record = Record {
            claim: claim.clone(),
            steps: vec![step(frame, life, code, None)],
            evidence: evidence.iter().map(|piece| (frame.sequence, piece.clone())).collect(),
            said: vec![(frame.sequence, self.secret.said(claim, life.stated))],
            usage: Usage {
                last_used_at: claim.observed_at,
                last_verified_at: claim.observed_at,
                uses: 0,
                corrections: 0,
                counted_in: vec![],
            },
            embedded: vector.is_some(),
            version: frame.sequence,
        };
        if claim.kind == Kind::Episode {
            let (count, importance) = self.unfolded.entry(claim.user.clone()).or_default();
            (*count, *importance) = (count.saturating_add(1), *importance + claim.importance);
        }
        self.take_in(record, vector)
    }

    /// A memory takes the next row.
    fn take_in(&mut self, record: Record, vector: Option<&[f32]>) -> Vec<Touch> {
        let row = self.next_row();
        match self.records.get_mut(row as usize) {
            Some(slot) => *slot = Some(record),
            None => self.records.push(Some(record)),
        }
        self.find_later(row);
        if let Some(vector) = vector {
            self.vectors.set(row, vector);
        }
        vec![Touch::Content(row)]
    }

    fn change(&mut self, id: Id, change: impl FnOnce(&mut Record) -> fn(u32) -> Touch) -> Vec<Touch> {
        let row = self.row(id);
        let record = row.and_then(|row| self.records.get_mut(row as usize)).and_then(Option::as_mut);
        match (row, record.map(change)) {
            (Some(row), Some(touch)) => vec![touch(row)],
            _ => vec![],
        }
    }

    fn change_evidence(&mut self, id: Id, change: impl FnOnce(&mut Record) -> fn(u32) -> Touch) -> Vec<Touch> {
        let rests = |state: &Self| state.record(id).map(|record| (record.claim.user.clone(), uris(record)));
        let (Some(row), Some((user, before))) = (self.row(id), rests(self)) else {
            return vec![];
        };
        let touched = self.change(id, change);
        let after = rests(self).map(|(_, after)| after).unwrap_or_default();
        self.rest_off(row, &user, before.into_iter().filter(|uri| !after.contains(uri)).collect());
        self.rest_on(row, &user, after);
        touched
    }

    fn drop_record(&mut self, id: Id) -> Vec<Touch> {
        self.close_asks_of(id);
        let shows = |ask: &OpenAsk| ask.shown.iter().any(|shown| shown.id == id);
        self.asks.retain(|_, ask| !matches!(ask.question, Question::Consolidate { .. }) || !shows(ask));
        let Some(row) = self.row(id) else { return vec![] };
        let Some(record) = self.records.get_mut(row as usize).and_then(Option::take) else { return vec![] };
        self.lose(row, &record);
        if self.partition(&record.claim.user).is_empty() {
            self.unfolded.remove(&record.claim.user);
        }
        self.vectors.clear(row);
        vec![Touch::Content(row)]
    }

    /// A question lasts no longer than its candidate is provisional.
    fn close_asks_of(&mut self, id: Id) {
        if self.record(id).is_some_and(|record| record.state() == Governed::Provisional) {
            self.asks.retain(|_, ask| ask.question != Question::Reconcile { candidate: id });
        }
    }

    /// The ticket of a question: the journal sequence that opened it. A second one of the same command
    /// has its place in the upper bits; together they stay exact in a JSON number.
    pub fn ticket(sequence: u64, place: u32) -> u64 {
        sequence.saturating_add(u64::from(place) << 32)
    }

    fn open_ask(&mut self, ticket: u64, question: &Question, shown: &[Shown]) {
        if let Question::Consolidate { user, .. } = question {
            self.unfolded.remove(user);
        }
        self.asks.insert(ticket, OpenAsk { question: question.clone(), shown: shown.to_vec() });
    }

    /// A question about a sentence lasts as long as its turn is held, and `keep` lets it.
    fn close_extraction(&mut self, user: &str, session: &str, keep: impl Fn(bool) -> bool) {
        let held = self.sessions.get(&(user.to_owned(), session.to_owned()));
        let said = |number: &u64| {
            held.is_some_and(|held| held.turns.iter().any(|(own, turn)| own == number && turn.role == Role::User))
        };
        self.asks.retain(|_, ask| match &ask.question {
            Question::Extract { labels, place: (turn, _) }
                if labels.user == user && labels.session.as_deref() == Some(session) =>
            {
                keep(said(turn))
            }
            _ => true,
        });
    }

    fn session_known(&mut self, user: &str, session: &str) -> Option<&mut Session> {
        self.sessions.get_mut(&(user.to_owned(), session.to_owned()))
    }

    fn session_mut(&mut self, user: &str, session: &str) -> &mut Session {
        self.sessions.entry((user.to_owned(), session.to_owned())).or_default()
    }

    fn forget_old_outcomes(&mut self) {
        if self.outcomes.len() > MOST_OUTCOMES {
            let mut sequences: Vec<u64> = self.outcomes.values().map(|(sequence, _)| *sequence).collect();
            gather::sort(&mut sequences, Ord::cmp);
            let middle = sequences[sequences.len() / 2];
            self.outcomes.retain(|_, (sequence, _)| *sequence >= middle);
        }
    }
}

fn step(frame: &Frame, life: &Life, code: &str, reason: Option<String>) -> Step {
    Step {
        sequence: frame.sequence,
        at: frame.at,
        code: code.to_owned(),
        reason,
        by: frame.by,
        policy: frame.policy.clone(),
        life: life.clone(),
    }
}
