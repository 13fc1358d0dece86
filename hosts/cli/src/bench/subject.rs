//! The component as a host in Rust calls it: typed, without JSON.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::anyhow;
use wasmtime::component::ResourceAny;
use wasmtime::{Store, StoreLimits};

use super::corpus::Corpus;
use super::floor::Floor;
use super::measure::START;
use crate::component::Runtime;
use crate::component::bindings::Memolet;
use crate::component::bindings::exports::memolet::memory::memory::{
    Answer, Candidate, EmbedderInfo, Failure, Kind, Labels, Options, Outcome, Scalar, Task,
};
use crate::component::bindings::exports::memolet::memory::recall::{Hit, Query};

/// Milliseconds between two memories.
const APART: u64 = 3_600_000;
/// Episodes of a session.
const SESSION: u32 = 25;

/// An open store.
pub struct Subject {
    store: Store<StoreLimits>,
    api: Memolet,
    memory: ResourceAny,
    scopes: BTreeMap<Option<u32>, ResourceAny>,
    /// Every append, one after another.
    pub journal: Vec<u8>,
}

/// The embedder that the store is made for.
pub fn embedder(dimensions: u32) -> EmbedderInfo {
    EmbedderInfo { name: "drawn".into(), dimensions }
}

/// Room for every memory, so that none is archived while filling.
pub fn policy(rows: u32) -> String {
    let policy =
        serde_json::json!({"capacity": {"count": 2 * rows.max(20_000), "bytes": 1u64 << 32, "tokens": 1u64 << 32}});
    policy.to_string()
}

impl Subject {
    /// A fresh instance and a store opened in it.
    pub fn open(
        runtime: &Runtime,
        dimensions: u32,
        policy: Option<String>,
        kept: (Option<&[u8]>, &[u8]),
    ) -> anyhow::Result<Self> {
        let (mut store, exports) = runtime.enter()?;
        store.set_epoch_deadline(u64::MAX / 2);
        let api = Memolet::new(&mut store, &exports).map_err(trapped)?;
        let options = Options {
            tenant: "bench".into(),
            seed: vec![7; 32],
            policy,
            embedder: Some(embedder(dimensions)),
            model: false,
            device: None,
        };
        let stores = api.memolet_memory_memory().store();
        let memory =
            stores.call_open(&mut store, &options, kept.0, kept.1, START).map_err(trapped)?.map_err(refused)?;
        Ok(Self { store, api, memory, scopes: BTreeMap::new(), journal: Vec::new() })
    }

    /// Remembers as many memories as the floor has rows: facts, and episodes in sessions, in turn.
    /// Gives how long each call took, and each drain after it, in seconds.
    pub fn fill(&mut self, corpus: &Corpus, floor: &mut Floor, rows: u32) -> anyhow::Result<(Vec<f64>, Vec<f64>)> {
        let (mut calls, mut drains) = (Vec::new(), Vec::new());
        self.drain(START)?;
        for row in 0..rows {
            let episode = row % 2 == 1;
            let scope = self.scope(episode.then_some(row / (2 * SESSION)))?;
            let candidate = candidate(row, corpus.sentence(row), floor.vector(row)?);
            let now = time(row);
            let scopes = self.api.memolet_memory_memory().scope();
            let started = Instant::now();
            let admission = scopes.call_remember(&mut self.store, scope, &candidate, now, None);
            calls.push(started.elapsed().as_secs_f64());
            let admission = admission.map_err(trapped)?.map_err(refused)?;
            anyhow::ensure!(admission.outcome == Outcome::Active, "row {row} was not stored: {:?}", admission.rules);
            let started = Instant::now();
            self.drain(now)?;
            drains.push(started.elapsed().as_secs_f64());
        }
        Ok((calls, drains))
    }

    /// Recalls.
    pub fn recall(&mut self, query: &Query, now: u64) -> anyhow::Result<Vec<Hit>> {
        let scope = self.scope(None)?;
        let recalled = self.api.memolet_memory_recall().call_recall(&mut self.store, scope, query, now);
        Ok(recalled.map_err(trapped)?.map_err(refused)?.hits)
    }

    /// The whole state as bytes.
    pub fn snapshot(&mut self) -> anyhow::Result<Vec<u8>> {
        let stores = self.api.memolet_memory_memory().store();
        stores.call_snapshot(&mut self.store, self.memory).map_err(trapped)?.map_err(refused)
    }

    /// Carries out every task as a host with an instant disk would.
    fn drain(&mut self, now: u64) -> anyhow::Result<()> {
        let stores = self.api.memolet_memory_memory().store();
        while let Some(work) = stores.call_poll(&mut self.store, self.memory, now).map_err(trapped)?.map_err(refused)? {
            let Task::Append(bytes) = work.task else { anyhow::bail!("a task that nothing here causes") };
            self.journal.extend(bytes);
            let answered = stores.call_answer(&mut self.store, self.memory, work.ticket, &Answer::Stored, now);
            answered.map_err(trapped)?.map_err(refused)?;
        }
        Ok(())
    }

    fn scope(&mut self, session: Option<u32>) -> anyhow::Result<ResourceAny> {
        if let Some(scope) = self.scopes.get(&session) {
            return Ok(*scope);
        }
        let labels = Labels {
            user: "ana".into(),
            project: None,
            agent: None,
            session: session.map(|session| format!("session-{session}")),
            purpose: None,
            shared_writer: false,
        };
        let stores = self.api.memolet_memory_memory().store();
        let scope = stores.call_scope(&mut self.store, self.memory, &labels).map_err(trapped)?.map_err(refused)?;
        self.scopes.insert(session, scope);
        Ok(scope)
    }
}

/// When a row was remembered.
pub fn time(row: u32) -> u64 {
    START + u64::from(row) * APART
}

fn candidate(row: u32, text: String, vector: Vec<f32>) -> Candidate {
    Candidate {
        text,
        kind: Some(if row % 2 == 1 { Kind::Episode } else { Kind::Fact }),
        actor: (row % 2 == 1).then(|| if row % 4 == 1 { "Ana".into() } else { "Bo".into() }),
        source: None,
        mode: None,
        entity: None,
        attribute: None,
        value: None,
        several: None,
        importance: None,
        sensitivity: None,
        observed_at: Some(time(row)),
        valid_from: None,
        valid_to: None,
        expires_at: None,
        evidence: vec![],
        metadata: vec![
            ("topic".into(), Scalar::Number(f64::from(row % 10))),
            ("row".into(), Scalar::Number(f64::from(row))),
        ],
        applies_to: None,
        extractor: None,
        shared: false,
        embedding: Some(vector),
    }
}

fn trapped(error: wasmtime::Error) -> anyhow::Error {
    anyhow!("the component stopped: {error:#}")
}

fn refused(failure: Failure) -> anyhow::Error {
    anyhow!("the engine refused: {failure:?}")
}
