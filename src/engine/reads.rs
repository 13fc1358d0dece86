//! Calls that look at a store.

use super::Engine;
use crate::gather;
use crate::log::Record;
use crate::stage::recall::{self, Eligibility};
use crate::stage::{audit, check, check_utterance, erase, eviction, pending, working};
use crate::statements;
use crate::types::{
    CheckpointState, Counters, Entry, EvictionState, Failure, History, Id, Labels, Listing, Memory, Page,
    PendingErasure, PromptContext, Query, Reading, Recalled, Receipt, Result, Timestamp, Utterance, Verified, Why,
};

impl Engine {
    /// One memory.
    pub fn get(&self, labels: &Labels, id: &str, now: Timestamp) -> Result<Memory> {
        let record = self.view(labels, now).readable(id)?;
        Ok(self.state.memory(record, now))
    }

    /// A memory's changes, and every version of its claim.
    pub fn history(&self, labels: &Labels, id: &str, now: Timestamp) -> Result<History> {
        let view = self.view(labels, now);
        let record = view.readable(id)?;
        let mut versions = vec![record.claim.id];
        let mut at = 0;
        while let Some(known) = versions.get(at).and_then(|id| self.state.record(*id)) {
            let life = known.life();
            let linked = life.supersedes.iter().chain(life.superseded_by.iter());
            let new: Vec<Id> = linked.filter(|id| !versions.contains(id)).copied().collect();
            versions.extend(new);
            at += 1;
            while versions.get(at).is_some_and(|id| self.state.record(*id).is_none()) {
                versions.remove(at);
            }
        }
        let mut versions: Vec<_> = versions.iter().filter_map(|id| self.state.record(*id)).collect();
        versions.retain(|version| view.readable(&version.claim.id.to_string()).is_ok());
        // By sequence where they begin together: ids of one millisecond are in no order.
        let admitted = |record: &Record| record.steps.first().map(|step| step.sequence);
        gather::sort_by_key(&mut versions, |version| (version.life().valid_from, admitted(version), version.claim.id));
        Ok(History {
            memory: self.state.memory(record, now),
            changes: self.state.changes(record),
            versions: versions.into_iter().map(|version| self.state.memory(version, now)).collect(),
        })
    }

    /// A page of memories, newest first.
    pub fn list(&self, labels: &Labels, listing: &Listing, now: Timestamp) -> Result<Page> {
        let view = self.view(labels, now);
        let limit = listing.limit.unwrap_or(50);
        if limit == 0 || limit > 1_000 {
            return Err(Failure::invalid("limit", "1 to 1000"));
        }
        let after = listing.after.as_deref().map(|id| view.readable(id)).transpose()?;
        let eligible = Eligibility::listing(&view, listing)?.rows();
        let mut records: Vec<_> = eligible.ones().filter_map(|row| self.state.at(row)).collect();
        // By sequence: the clock may have gone back. A reply may bring several memories at once.
        let admitted = |record: &Record| Some((record.steps.first()?.sequence, record.claim.id));
        gather::sort_by_key(&mut records, |record| core::cmp::Reverse(admitted(record)));
        let after = after.and_then(admitted);
        let mut rest = records.into_iter().filter(|record| after.is_none_or(|after| admitted(record) < Some(after)));
        let memories: Vec<Memory> =
            rest.by_ref().take(limit as usize).map(|record| self.state.memory(record, now)).collect();
        let next = rest.next().and_then(|_| memories.last()).map(|memory| memory.id.clone());
        Ok(Page { memories, next })
    }

    /// Recalls. Changes nothing that is stored: this instance counts, and opens a task where the answer
    /// has a ticket.
    pub fn recall(&self, labels: &Labels, query: &Query, now: Timestamp) -> Result<Recalled> {
        Ok(self.run(labels, query, now)?.recalled)
    }

    /// Recalls, as delimited data for a prompt.
    pub fn context(&self, labels: &Labels, query: &Query, now: Timestamp) -> Result<PromptContext> {
        let run = self.run(labels, query, now)?;
        let Recalled { hits, tokens, ticket } = run.recalled;
        Ok(PromptContext { text: run.text, tokens, ids: hits.into_iter().map(|hit| hit.id).collect(), ticket })
    }

    /// The step of a recall that dropped a memory.
    pub fn why_not(&self, labels: &Labels, id: &str, query: &Query, now: Timestamp) -> Result<Why> {
        check::query_times(now, query)?;
        recall::why_not(&self.view(labels, now), id, query, self.errands.borrow().known())
    }

    /// The words of a query that are worth embedding.
    pub fn query_text(&self, labels: &Labels, text: &str) -> String {
        recall::query_text(&self.view(labels, 0), text)
    }

    /// What a speaker's own words say. Looks at no store.
    pub fn read_statements(utterance: &Utterance) -> Result<Reading> {
        check_utterance(utterance)?;
        Ok(statements::read(utterance))
    }

    /// Adds a language to those that statements are read in, and gives its code.
    pub fn load_language(table: &str) -> Result<String> {
        statements::load_language(table).map(str::to_owned)
    }

    /// Why a memory would leave, when, and after how many others of its user.
    pub fn eviction(&self, labels: &Labels, id: &str, now: Timestamp) -> Result<EvictionState> {
        eviction::eviction(&self.view(labels, now), id)
    }

    /// Erasures that wait for a person, the longest first.
    pub fn pending_erasures(&self, labels: &Labels, now: Timestamp) -> Vec<PendingErasure> {
        pending::erasures(&self.view(labels, now))
    }

    /// Every receipt, oldest first.
    pub fn receipts(&self) -> Vec<Receipt> {
        self.state.receipts.iter().map(erase::receipt).collect()
    }

    /// The last checkpoint and the turns held now.
    pub fn resume(&self, labels: &Labels) -> Result<CheckpointState> {
        working::resume(&self.view(labels, 0))
    }

    /// What the agent had before it at a checkpoint.
    pub fn replay(&self, labels: &Labels, sequence: u64) -> Result<CheckpointState> {
        working::replay(&self.view(labels, 0), sequence)
    }

    /// Audit entries after a sequence, oldest first.
    pub fn audit(&self, after: Option<u64>, limit: Option<u32>) -> Result<Vec<Entry>> {
        audit::entries(&self.view(&Labels::default(), 0), after, limit)
    }

    /// Recomputes the audit's chain.
    pub fn verify(&self) -> Result<Verified> {
        audit::verify(&self.view(&Labels::default(), 0))
    }

    /// What can be counted.
    pub fn stats(&self, now: Timestamp) -> Counters {
        let counted = audit::counters(&self.view(&Labels::default(), now));
        self.seen.get().beside(Counters { journal_bytes: self.journal_bytes, ..counted })
    }

    /// The whole state as bytes.
    pub fn snapshot(&self) -> Result<Vec<u8>> {
        self.state.to_snapshot()
    }

    /// Hash of the whole state.
    pub fn state_hash(&self) -> String {
        self.state.hash()
    }

    fn run(&self, labels: &Labels, query: &Query, now: Timestamp) -> Result<recall::Run> {
        check::query_times(now, query)?;
        let mut run = recall::recall(&self.view(labels, now), query, self.errands.borrow().known())?;
        if let Some(wanted) = run.wanted.take() {
            run.recalled.ticket = Some(self.errands.borrow_mut().open(wanted));
            return Ok(run);
        }
        self.seen.set(self.seen.get().with_recall(&self.state, query, &run));
        Ok(run)
    }
}
