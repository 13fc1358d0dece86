//! The WIT component. Its types are the engine's own, so the compiler refuses a wrong, missing or
//! extra field or case.

#![allow(unsafe_code)]

use crate::Engine;
use crate::embed;
use crate::stage::reconcile::Act;
use crate::stage::score;
use crate::types;
use core::cell::RefCell;
use std::rc::Rc;

wit_bindgen::generate!({
    path: "wit",
    world: "memolet",
    with: {
        "memolet:memory/memory@0.1.0/kind": crate::types::Kind,
        "memolet:memory/memory@0.1.0/source": crate::types::Source,
        "memolet:memory/memory@0.1.0/mode": crate::types::Mode,
        "memolet:memory/memory@0.1.0/sensitivity": crate::types::Sensitivity,
        "memolet:memory/memory@0.1.0/state": crate::types::State,
        "memolet:memory/memory@0.1.0/standing": crate::types::Standing,
        "memolet:memory/memory@0.1.0/outcome": crate::types::Outcome,
        "memolet:memory/memory@0.1.0/tense": crate::types::Tense,
        "memolet:memory/memory@0.1.0/scalar": crate::types::Scalar,
        "memolet:memory/memory@0.1.0/failure": crate::types::Failure,
        "memolet:memory/memory@0.1.0/address": crate::types::Address,
        "memolet:memory/memory@0.1.0/span": crate::types::Span,
        "memolet:memory/memory@0.1.0/evidence": crate::types::Evidence,
        "memolet:memory/memory@0.1.0/pin": crate::types::Pin,
        "memolet:memory/memory@0.1.0/hold": crate::types::Hold,
        "memolet:memory/memory@0.1.0/retention": crate::types::Retention,
        "memolet:memory/memory@0.1.0/applies-to": crate::types::AppliesTo,
        "memolet:memory/memory@0.1.0/memory": crate::types::Memory,
        "memolet:memory/memory@0.1.0/candidate": crate::types::Candidate,
        "memolet:memory/memory@0.1.0/admission": crate::types::Admission,
        "memolet:memory/memory@0.1.0/placement": crate::types::Placement,
        "memolet:memory/memory@0.1.0/change": crate::types::Change,
        "memolet:memory/memory@0.1.0/history": crate::types::History,
        "memolet:memory/memory@0.1.0/listing": crate::types::Listing,
        "memolet:memory/memory@0.1.0/page": crate::types::Page,
        "memolet:memory/memory@0.1.0/revision": crate::types::Revision,
        "memolet:memory/memory@0.1.0/labels": crate::types::Labels,
        "memolet:memory/memory@0.1.0/embedder-info": crate::types::EmbedderInfo,
        "memolet:memory/memory@0.1.0/options": crate::types::Options,
        "memolet:memory/memory@0.1.0/opened": crate::types::Opened,
        "memolet:memory/memory@0.1.0/ask": crate::types::Ask,
        "memolet:memory/memory@0.1.0/rerank-task": crate::types::RerankTask,
        "memolet:memory/memory@0.1.0/count-task": crate::types::CountTask,
        "memolet:memory/memory@0.1.0/task": crate::types::Task,
        "memolet:memory/memory@0.1.0/request": crate::types::Request,
        "memolet:memory/memory@0.1.0/answer": crate::types::Answer,
        "memolet:memory/memory@0.1.0/applied": crate::types::Applied,
        "memolet:memory/memory@0.1.0/verdict": crate::types::Verdict,
        "memolet:memory/recall@0.1.0/recall-mode": crate::types::RecallMode,
        "memolet:memory/recall@0.1.0/query": crate::types::Query,
        "memolet:memory/recall@0.1.0/hit": crate::types::Hit,
        "memolet:memory/recall@0.1.0/recalled": crate::types::Recalled,
        "memolet:memory/recall@0.1.0/prompt-context": crate::types::PromptContext,
        "memolet:memory/recall@0.1.0/why": crate::types::Why,
        "memolet:memory/scoring@0.1.0/features": crate::types::Features,
        "memolet:memory/scoring@0.1.0/scored": crate::types::Scored,
        "memolet:memory/forgetting@0.1.0/swept": crate::types::Swept,
        "memolet:memory/forgetting@0.1.0/copy-state": crate::types::CopyState,
        "memolet:memory/forgetting@0.1.0/derived": crate::types::Derived,
        "memolet:memory/forgetting@0.1.0/kept": crate::types::Kept,
        "memolet:memory/forgetting@0.1.0/receipt": crate::types::Receipt,
        "memolet:memory/forgetting@0.1.0/pending-erasure": crate::types::PendingErasure,
        "memolet:memory/forgetting@0.1.0/erasure": crate::types::Erasure,
        "memolet:memory/forgetting@0.1.0/eviction-state": crate::types::EvictionState,
        "memolet:memory/policies@0.1.0/policy-trial": crate::types::PolicyTrial,
        "memolet:memory/auditing@0.1.0/entry": crate::types::Entry,
        "memolet:memory/auditing@0.1.0/verified": crate::types::Verified,
        "memolet:memory/auditing@0.1.0/counters": crate::types::Counters,
        "memolet:memory/statements@0.1.0/utterance": crate::types::Utterance,
        "memolet:memory/statements@0.1.0/frame": crate::types::Frame,
        "memolet:memory/statements@0.1.0/passage": crate::types::Passage,
        "memolet:memory/statements@0.1.0/act": crate::types::Act,
        "memolet:memory/statements@0.1.0/statement": crate::types::Statement,
        "memolet:memory/statements@0.1.0/reading": crate::types::Reading,
        "memolet:memory/observing@0.1.0/turn-said": crate::types::TurnSaid,
        "memolet:memory/observing@0.1.0/part": crate::types::Part,
        "memolet:memory/observing@0.1.0/effect": crate::types::Effect,
        "memolet:memory/observing@0.1.0/carried": crate::types::Carried,
        "memolet:memory/observing@0.1.0/observed": crate::types::Observed,
        "memolet:memory/transfer@0.1.0/exported": crate::types::Exported,
        "memolet:memory/transfer@0.1.0/lines-brought": crate::types::LinesBrought,
        "memolet:memory/transfer@0.1.0/refused-line": crate::types::RefusedLine,
        "memolet:memory/transfer@0.1.0/imported": crate::types::Imported,
        "memolet:memory/working@0.1.0/role": crate::types::Role,
        "memolet:memory/working@0.1.0/message": crate::types::Message,
        "memolet:memory/working@0.1.0/window": crate::types::Window,
        "memolet:memory/working@0.1.0/checkpoint-state": crate::types::CheckpointState,
    },
});

use exports::memolet::memory::{
    auditing, consolidation, embedding, forgetting, memory, observing, policies, recall, reconciliation, scoring,
    statements, tools, transfer, working,
};
use types::{Result, Timestamp};

struct Component;
export!(Component);

/// A store, shared by its scopes.
struct StoreHandle(Rc<RefCell<Engine>>);

/// A user's view of a store.
struct ScopeHandle {
    engine: Rc<RefCell<Engine>>,
    labels: types::Labels,
}

impl ScopeHandle {
    fn act(&self, id: &str, act: &Act, reason: Option<&str>, now: Timestamp, key: Option<&str>) -> Result<()> {
        self.engine.borrow_mut().act(&self.labels, id, act, reason, now, key)
    }
}

impl memory::Guest for Component {
    type Store = StoreHandle;
    type Scope = ScopeHandle;
}

impl memory::GuestStore for StoreHandle {
    fn open(options: types::Options, snapshot: Option<Vec<u8>>, journal: Vec<u8>, now: u64) -> Result<memory::Store> {
        let engine = Engine::open(options, snapshot.as_deref(), &journal, now)?;
        Ok(memory::Store::new(Self(Rc::new(RefCell::new(engine)))))
    }

    fn opened(&self) -> types::Opened {
        self.0.borrow().opened().clone()
    }

    fn scope(&self, labels: types::Labels) -> Result<memory::Scope> {
        crate::stage::check_labels(&labels)?;
        Ok(memory::Scope::new(ScopeHandle { engine: Rc::clone(&self.0), labels }))
    }

    fn poll(&self, now: u64) -> Result<Option<types::Request>> {
        self.0.borrow_mut().poll(now)
    }

    fn answer(&self, ticket: u64, answer: types::Answer, now: u64) -> Result<types::Verdict> {
        self.0.borrow_mut().answer(ticket, answer, now)
    }

    fn compact(&self, now: u64) -> Result<()> {
        self.0.borrow_mut().compact(now)
    }

    fn snapshot(&self) -> Result<Vec<u8>> {
        self.0.borrow().snapshot()
    }

    fn state_hash(&self) -> String {
        self.0.borrow().state_hash()
    }
}

impl memory::GuestScope for ScopeHandle {
    fn remember(&self, candidate: types::Candidate, now: u64, key: Option<String>) -> Result<types::Admission> {
        self.engine.borrow_mut().remember(&self.labels, &candidate, now, key.as_deref())
    }

    fn get(&self, id: String, now: u64) -> Result<types::Memory> {
        self.engine.borrow().get(&self.labels, &id, now)
    }

    fn history(&self, id: String, now: u64) -> Result<types::History> {
        self.engine.borrow().history(&self.labels, &id, now)
    }

    fn list(&self, listing: types::Listing, now: u64) -> Result<types::Page> {
        self.engine.borrow().list(&self.labels, &listing, now)
    }

    fn supersede(
        &self,
        id: String,
        revision: types::Revision,
        version: Option<u64>,
        now: u64,
        key: Option<String>,
    ) -> Result<String> {
        self.engine.borrow_mut().supersede(&self.labels, &id, &revision, version, now, key.as_deref())
    }

    fn end(&self, id: String, at: Option<u64>, reason: Option<String>, now: u64, key: Option<String>) -> Result<()> {
        self.act(&id, &Act::End { at }, reason.as_deref(), now, key.as_deref())
    }

    fn invalidate(&self, id: String, reason: Option<String>, now: u64, key: Option<String>) -> Result<()> {
        self.act(&id, &Act::Invalidate, reason.as_deref(), now, key.as_deref())
    }

    fn restore(&self, id: String, reason: Option<String>, now: u64, key: Option<String>) -> Result<()> {
        self.act(&id, &Act::Restore, reason.as_deref(), now, key.as_deref())
    }

    fn archive(&self, id: String, reason: Option<String>, now: u64, key: Option<String>) -> Result<()> {
        self.act(&id, &Act::Archive, reason.as_deref(), now, key.as_deref())
    }

    fn corrected(&self, id: String, by: String, now: u64, key: Option<String>) -> Result<()> {
        self.engine.borrow_mut().corrected(&self.labels, &id, &by, now, key.as_deref())
    }
}

impl recall::Guest for Component {
    fn query_text(scope: memory::ScopeBorrow<'_>, text: String) -> String {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow().query_text(&scope.labels, &text)
    }

    fn recall(scope: memory::ScopeBorrow<'_>, query: types::Query, now: u64) -> Result<types::Recalled> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow().recall(&scope.labels, &query, now)
    }

    fn context(scope: memory::ScopeBorrow<'_>, query: types::Query, now: u64) -> Result<types::PromptContext> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow().context(&scope.labels, &query, now)
    }

    fn why_not(scope: memory::ScopeBorrow<'_>, id: String, query: types::Query, now: u64) -> Result<types::Why> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow().why_not(&scope.labels, &id, &query, now)
    }

    fn used(scope: memory::ScopeBorrow<'_>, ids: Vec<String>, now: u64, key: Option<String>) -> Result<u32> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().used(&scope.labels, &ids, now, key.as_deref())
    }
}

impl scoring::Guest for Component {
    fn profiles() -> Vec<String> {
        crate::policy::built_in_names().iter().map(|name| (*name).to_owned()).collect()
    }

    fn score(features: types::Features, profile: Option<String>, now: u64) -> Result<types::Scored> {
        score::score(&features, &score::profile(profile.as_deref())?, now)
    }
}

impl reconciliation::Guest for Component {
    fn approve(
        scope: memory::ScopeBorrow<'_>,
        id: String,
        by: String,
        reason: Option<String>,
        now: u64,
        key: Option<String>,
    ) -> Result<()> {
        scope.get::<ScopeHandle>().act(&id, &Act::Approve { by }, reason.as_deref(), now, key.as_deref())
    }

    fn quarantine(
        scope: memory::ScopeBorrow<'_>,
        id: String,
        by: String,
        reason: Option<String>,
        now: u64,
        key: Option<String>,
    ) -> Result<()> {
        scope.get::<ScopeHandle>().act(&id, &Act::Quarantine { by }, reason.as_deref(), now, key.as_deref())
    }

    fn undo(scope: memory::ScopeBorrow<'_>, sequence: u64, now: u64, key: Option<String>) -> Result<u32> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().undo(&scope.labels, sequence, now, key.as_deref())
    }
}

impl forgetting::Guest for Component {
    fn pin(
        scope: memory::ScopeBorrow<'_>,
        id: String,
        by: String,
        reason: Option<String>,
        review_at: Option<u64>,
        now: u64,
        key: Option<String>,
    ) -> Result<()> {
        scope.get::<ScopeHandle>().act(&id, &Act::Pin { by, review_at }, reason.as_deref(), now, key.as_deref())
    }

    fn unpin(
        scope: memory::ScopeBorrow<'_>,
        id: String,
        by: String,
        reason: Option<String>,
        now: u64,
        key: Option<String>,
    ) -> Result<()> {
        scope.get::<ScopeHandle>().act(&id, &Act::Unpin { by }, reason.as_deref(), now, key.as_deref())
    }

    fn hold(
        scope: memory::ScopeBorrow<'_>,
        id: String,
        by: String,
        reason: Option<String>,
        now: u64,
        key: Option<String>,
    ) -> Result<()> {
        scope.get::<ScopeHandle>().act(&id, &Act::Hold { by }, reason.as_deref(), now, key.as_deref())
    }

    fn release(
        scope: memory::ScopeBorrow<'_>,
        id: String,
        by: String,
        reason: Option<String>,
        now: u64,
        key: Option<String>,
    ) -> Result<()> {
        scope.get::<ScopeHandle>().act(&id, &Act::Release { by }, reason.as_deref(), now, key.as_deref())
    }

    fn sweep(store: memory::StoreBorrow<'_>, dry_run: bool, now: u64) -> Result<types::Swept> {
        store.get::<StoreHandle>().0.borrow_mut().sweep(dry_run, now)
    }

    fn eviction(scope: memory::ScopeBorrow<'_>, id: String, now: u64) -> Result<types::EvictionState> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow().eviction(&scope.labels, &id, now)
    }

    fn erase(
        scope: memory::ScopeBorrow<'_>,
        erasure: types::Erasure,
        now: u64,
        key: Option<String>,
    ) -> Result<types::Receipt> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().erase(&scope.labels, &erasure, now, key.as_deref())
    }

    fn pending_erasures(scope: memory::ScopeBorrow<'_>, now: u64) -> Vec<types::PendingErasure> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow().pending_erasures(&scope.labels, now)
    }

    fn confirm_erasure(
        scope: memory::ScopeBorrow<'_>,
        id: String,
        by: String,
        now: u64,
        key: Option<String>,
    ) -> Result<types::Receipt> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().confirm_erasure(&scope.labels, &id, &by, now, key.as_deref())
    }

    fn drop_erasure(
        scope: memory::ScopeBorrow<'_>,
        id: String,
        by: String,
        reason: Option<String>,
        now: u64,
        key: Option<String>,
    ) -> Result<()> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().drop_erasure(&scope.labels, &id, &by, reason.as_deref(), now, key.as_deref())
    }

    fn confirm(store: memory::StoreBorrow<'_>, receipt: String, copy: String, now: u64) -> Result<types::Receipt> {
        store.get::<StoreHandle>().0.borrow_mut().confirm(&receipt, &copy, now)
    }

    fn receipts(store: memory::StoreBorrow<'_>) -> Vec<types::Receipt> {
        store.get::<StoreHandle>().0.borrow().receipts()
    }

    fn register_copy(store: memory::StoreBorrow<'_>, name: String, now: u64) -> Result<()> {
        store.get::<StoreHandle>().0.borrow_mut().register_copy(&name, now)
    }

    fn lift_tombstone(
        scope: memory::ScopeBorrow<'_>,
        text: String,
        by: String,
        reason: String,
        now: u64,
    ) -> Result<()> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().lift_tombstone(&scope.labels, &text, &by, &reason, now)
    }
}

impl policies::Guest for Component {
    fn policy(store: memory::StoreBorrow<'_>) -> String {
        store.get::<StoreHandle>().0.borrow().policy()
    }

    fn try_policy(store: memory::StoreBorrow<'_>, policy: String, now: u64) -> Result<types::PolicyTrial> {
        store.get::<StoreHandle>().0.borrow_mut().try_policy(&policy, now)
    }

    fn adopt_policy(store: memory::StoreBorrow<'_>, policy: String, now: u64) -> Result<()> {
        store.get::<StoreHandle>().0.borrow_mut().adopt_policy(&policy, now)
    }
}

impl auditing::Guest for Component {
    fn audit(store: memory::StoreBorrow<'_>, after: Option<u64>, limit: Option<u32>) -> Result<Vec<types::Entry>> {
        store.get::<StoreHandle>().0.borrow().audit(after, limit)
    }

    fn verify(store: memory::StoreBorrow<'_>) -> Result<types::Verified> {
        store.get::<StoreHandle>().0.borrow().verify()
    }

    fn stats(store: memory::StoreBorrow<'_>, now: u64) -> types::Counters {
        store.get::<StoreHandle>().0.borrow().stats(now)
    }
}

impl working::Guest for Component {
    fn turn(
        scope: memory::ScopeBorrow<'_>,
        message: types::Message,
        now: u64,
        key: Option<String>,
    ) -> Result<types::Window> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().turn(&scope.labels, &message, now, key.as_deref())
    }

    fn checkpoint(scope: memory::ScopeBorrow<'_>, state: String, now: u64, key: Option<String>) -> Result<u64> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().checkpoint(&scope.labels, &state, now, key.as_deref())
    }

    fn replay(scope: memory::ScopeBorrow<'_>, sequence: u64) -> Result<types::CheckpointState> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow().replay(&scope.labels, sequence)
    }

    fn extract(scope: memory::ScopeBorrow<'_>, now: u64, key: Option<String>) -> Result<Option<u64>> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().extract(&scope.labels, now, key.as_deref())
    }

    fn resume(scope: memory::ScopeBorrow<'_>) -> Result<types::CheckpointState> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow().resume(&scope.labels)
    }
}

impl tools::Guest for Component {
    fn tool_definitions() -> String {
        Engine::tool_definitions().to_owned()
    }

    fn tool(
        scope: memory::ScopeBorrow<'_>,
        name: String,
        arguments: String,
        consent: Option<String>,
        embedding: Option<Vec<f32>>,
        now: u64,
        key: Option<String>,
    ) -> Result<String> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().tool(
            &scope.labels,
            &name,
            &arguments,
            consent.as_deref(),
            embedding,
            now,
            key.as_deref(),
        )
    }
}

impl statements::Guest for Component {
    fn read_statements(utterance: types::Utterance) -> Result<types::Reading> {
        Engine::read_statements(&utterance)
    }

    fn load_language(table: String) -> Result<String> {
        Engine::load_language(&table)
    }
}

impl transfer::Guest for Component {
    fn export_lines(scope: memory::ScopeBorrow<'_>, after: Option<String>, now: u64) -> Result<types::Exported> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow().export_lines(&scope.labels, after.as_deref(), now)
    }

    fn import_lines(scope: memory::ScopeBorrow<'_>, brought: types::LinesBrought, now: u64) -> Result<types::Imported> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().import_lines(&scope.labels, &brought, now)
    }
}

impl observing::Guest for Component {
    fn observe(
        scope: memory::ScopeBorrow<'_>,
        turn: types::TurnSaid,
        now: u64,
        key: Option<String>,
    ) -> Result<types::Observed> {
        let scope = scope.get::<ScopeHandle>();
        scope.engine.borrow_mut().observe(&scope.labels, &turn, now, key.as_deref())
    }
}

impl consolidation::Guest for Component {
    fn consolidate(store: memory::StoreBorrow<'_>, now: u64) -> Result<Vec<u64>> {
        store.get::<StoreHandle>().0.borrow_mut().consolidate(now)
    }
}

impl embedding::Guest for Component {
    type Embedder = embed::Embedder;
}

impl embedding::GuestEmbedder for embed::Embedder {
    fn load(table: Vec<u8>) -> Result<embedding::Embedder> {
        Ok(embedding::Embedder::new(super::embedder(table)?))
    }

    fn info(&self) -> types::EmbedderInfo {
        types::EmbedderInfo { name: self.name().to_owned(), dimensions: self.dimensions() as u32 }
    }

    fn embed(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>> {
        super::embed(self, &texts)
    }
}
