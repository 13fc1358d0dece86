//! A record as callers see it.

use super::State;
use crate::gather::Set;
use crate::log::{Life, Record, SCHEMA};
use crate::policy::{Author, Authority};
use crate::types::{Change, Id, Memory, Retention, Standing, Timestamp};

impl State {
    /// The memory that callers see at `now`.
    pub fn memory(&self, record: &Record, now: Timestamp) -> Memory {
        let (claim, life, usage) = (&record.claim, record.life(), &record.usage);
        let confidence = self.confidence(record, now);
        Memory {
            id: claim.id.to_string(),
            user: claim.user.clone(),
            shared: claim.shared(),
            project: claim.project.clone(),
            agent: claim.agent.clone(),
            session: claim.session.clone(),
            actor: claim.actor.clone(),
            kind: claim.kind,
            text: claim.text.clone(),
            address: claim.address.clone(),
            value: claim.value.clone(),
            several: claim.several,
            embedder: self.embedder.as_ref().filter(|_| record.embedded).map(|info| info.name.clone()),
            source: claim.source,
            mode: claim.mode,
            evidence: record.evidence.iter().map(|(_, piece)| piece.clone()).collect(),
            importance: claim.importance,
            confidence,
            standing: self.standing(confidence),
            sensitivity: claim.sensitivity,
            observed_at: claim.observed_at,
            recorded_at: claim.recorded_at,
            retracted_at: life.retracted_at,
            valid_from: life.valid_from,
            start_stated: life.stated,
            valid_to: life.valid_to,
            last_used_at: usage.last_used_at,
            last_verified_at: usage.last_verified_at,
            uses: usage.uses,
            corrections: usage.corrections,
            expires_at: claim.expires_at,
            review_at: life.review_at,
            retention: Retention {
                purpose: claim.purpose.clone(),
                policy: claim.policy.clone(),
                deadline: self.deadline(record),
                hold: life.hold.clone(),
            },
            pinned: life.pinned.clone(),
            supersedes: life.supersedes.iter().map(ToString::to_string).collect(),
            superseded_by: life.superseded_by.map(|id| id.to_string()),
            supports: claim.supports.iter().map(ToString::to_string).collect(),
            contradicts: life.contradicts.iter().map(ToString::to_string).collect(),
            applies_to: claim.applies_to.clone(),
            approved_by: life.approved_by.map(|person| person.to_string()),
            extractor: claim.extractor.clone(),
            schema: SCHEMA,
            metadata: claim.metadata.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
            state: self.seen_state(record, now),
            version: record.version,
        }
    }

    /// Its state as readers see it at `now`: past its time it is expired, past its validity it is
    /// superseded or ended, swept or not.
    pub fn seen_state(&self, record: &Record, now: Timestamp) -> crate::types::State {
        use crate::types::State::{Active, Ended, Expired, Provisional, Superseded};
        let life = record.life();
        match life.state {
            Active | Provisional if self.past(record, now) => Expired,
            Active | Provisional if life.valid_to.is_some_and(|to| to <= now) => {
                if life.superseded_by.is_some() {
                    Superseded
                } else {
                    Ended
                }
            }
            state => state,
        }
    }

    /// When retention wants it gone: by the policy that it was admitted under, or by the one in force
    /// where that is earlier. A longer one lengthens nothing that is stored.
    #[inline(never)]
    pub fn deadline(&self, record: &Record) -> Option<Timestamp> {
        let claim = &record.claim;
        let ruled = self.policy.deadline(claim.purpose.as_deref(), claim.recorded_at);
        ruled.into_iter().chain(claim.deadline).min()
    }

    /// Whether it is past its time at `now`.
    #[inline(never)]
    pub fn past(&self, record: &Record, now: Timestamp) -> bool {
        record.claim.expires_at.is_some_and(|at| at <= now) || self.deadline(record).is_some_and(|at| at <= now)
    }

    /// Confidence, 0..1; a derived memory's never exceeds the least confident it came from.
    pub fn confidence(&self, record: &Record, now: Timestamp) -> f64 {
        let own = |record: &Record| {
            let verified = record.usage.last_verified_at;
            self.policy.confidence(record.claim.source, record.independent(), verified, now)
        };
        self.sources(&record.claim.supports, |_| true).into_iter().map(own).fold(own(record), f64::min)
    }

    /// Whether a memory of this confidence may be stated as fact.
    pub fn standing(&self, confidence: f64) -> Standing {
        if confidence >= self.policy.assert_at { Standing::Assert } else { Standing::Context }
    }

    /// Memories that contradict it and stand: what waits in quarantine takes nothing from it.
    pub fn contradictions(&self, record: &Record, now: Timestamp) -> u32 {
        use crate::types::State::{Active, Provisional};
        let others = record.life().contradicts.iter().filter_map(|id| self.record(*id));
        others.filter(|other| matches!(self.seen_state(other, now), Active | Provisional)).count() as u32
    }

    /// A record's authority now: a derived memory's is no higher than the least of what it came from,
    /// unless a person approved it.
    pub fn authority(&self, record: &Record) -> Authority {
        let own = self.own_authority(record);
        if approved(record) { own } else { self.lineage(&record.claim.supports, own) }
    }

    /// The least authority of some memories and of what they came from; a person's approval stands for
    /// what is behind it.
    pub fn lineage(&self, supports: &[Id], own: Authority) -> Authority {
        let sources = self.sources(supports, |source| !approved(source));
        sources.into_iter().map(|source| self.own_authority(source)).fold(own, Authority::min)
    }

    fn own_authority(&self, record: &Record) -> Authority {
        let uris: Vec<&str> = record.evidence.iter().map(|(_, piece)| piece.uri.as_str()).collect();
        self.policy.authority(Author {
            source: record.claim.source,
            correction: record.claim.correction,
            approved: approved(record),
            procedure: record.claim.kind == crate::types::Kind::Procedure,
            uris: &uris,
        })
    }

    /// Some memories and what they came from, `beyond` those that it lets pass. Each once, without
    /// recursion: in a damaged store lineage may be deep, or a circle.
    fn sources(&self, supports: &[Id], beyond: impl Fn(&Record) -> bool) -> Vec<&Record> {
        let (mut todo, mut known, mut found) = (supports.to_vec(), Set::new(), Vec::new());
        while let Some(id) = todo.pop() {
            if let Some(record) = self.record(id).filter(|_| known.insert(id)) {
                if beyond(record) {
                    todo.extend(&record.claim.supports);
                }
                found.push(record);
            }
        }
        found
    }

    /// A record's steps as callers see them.
    pub fn changes(&self, record: &Record) -> Vec<Change> {
        let change = |step: &crate::log::Step| {
            let Life { state, valid_from, valid_to, superseded_by, .. } = &step.life;
            Change {
                sequence: step.sequence,
                at: step.at,
                code: step.code.clone(),
                reason: step.reason.clone(),
                by: step.by.to_string(),
                policy: step.policy.clone(),
                state: *state,
                valid_from: *valid_from,
                valid_to: *valid_to,
                superseded_by: superseded_by.map(|id| id.to_string()),
            }
        };
        record.steps.iter().map(change).collect()
    }
}

fn approved(record: &Record) -> bool {
    record.life().approved_by.is_some()
}
