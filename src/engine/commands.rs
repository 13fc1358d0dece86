//! Calls that change a store.

use super::{Engine, reused};
use crate::log::{Event, Outcome};
use crate::stage::reconcile::{self, Act};
use crate::stage::{
    Decision, View, admit, check, check_labels, consolidate, erase, extract, forget, pending, recall, undo, working,
};
use crate::types::{
    Admission, Candidate, Erasure, Failure, Id, Labels, Message, Placement, Receipt, Result, Revision, Swept,
    Timestamp, Window,
};

impl Engine {
    /// Offers a claim. Refusal is an outcome, not a failure.
    pub fn remember(
        &mut self,
        labels: &Labels,
        candidate: &Candidate,
        now: Timestamp,
        key: Option<&str>,
    ) -> Result<Admission> {
        check::candidate_times(now, candidate)?;
        let outcome = self.command("remember", labels, now, key, |view| admit::remember(view, candidate))?;
        admission(outcome).ok_or_else(|| reused("remember"))
    }

    /// Replaces a claim by a new version of it. Gives the new id.
    pub fn supersede(
        &mut self,
        labels: &Labels,
        id: &str,
        revision: &Revision,
        version: Option<u64>,
        now: Timestamp,
        key: Option<&str>,
    ) -> Result<String> {
        check::milliseconds(now, &[("validFrom", revision.valid_from)])?;
        check::evidence_times(now, &revision.evidence)?;
        match self.command("supersede", labels, now, key, |view| reconcile::supersede(view, id, revision, version))? {
            Outcome::Id(id) => Ok(id.to_string()),
            _ => Err(reused("supersede")),
        }
    }

    /// Decides on one memory.
    pub fn act(
        &mut self,
        labels: &Labels,
        id: &str,
        act: &Act,
        reason: Option<&str>,
        now: Timestamp,
        key: Option<&str>,
    ) -> Result<()> {
        check::milliseconds(now, &act.times())?;
        self.done(act.name(), labels, now, key, |view| reconcile::act(view, id, act, reason))
    }

    /// Somebody found a memory false or misleading.
    pub fn corrected(&mut self, labels: &Labels, id: &str, by: &str, now: Timestamp, key: Option<&str>) -> Result<()> {
        self.done("corrected", labels, now, key, |view| reconcile::corrected(view, id, by))
    }

    /// The answer used these memories. Gives how many were counted.
    pub fn used(&mut self, labels: &Labels, ids: &[String], now: Timestamp, key: Option<&str>) -> Result<u32> {
        let mut counted: Vec<Id> = Vec::new();
        let count = self.count("used", labels, now, key, |view| {
            let decision = recall::used(view, ids)?;
            counted.extend(decision.events.iter().filter_map(Event::id));
            Ok(decision)
        })?;
        self.seen.set(self.seen.get().with_used(&self.state, &counted));
        Ok(count)
    }

    /// Takes a command back. Gives how many memories it touched.
    pub fn undo(&mut self, labels: &Labels, sequence: u64, now: Timestamp, key: Option<&str>) -> Result<u32> {
        self.count("undo", labels, now, key, |view| undo::undo(view, sequence))
    }

    /// The forgetting job, over every user. A dry run changes nothing.
    pub fn sweep(&mut self, dry_run: bool, now: Timestamp) -> Result<Swept> {
        let labels = Labels::default();
        let (swept, decision) = forget::sweep(&self.view(&labels, now));
        if !dry_run {
            self.commit(&labels, now, None, decision)?;
            self.outbox.expect_erasures(&self.state);
        }
        Ok(swept)
    }

    /// Erases for good.
    pub fn erase(&mut self, labels: &Labels, erasure: &Erasure, now: Timestamp, key: Option<&str>) -> Result<Receipt> {
        let outcome = self.command("erase", labels, now, key, |view| erase::erase(view, erasure))?;
        self.erased(outcome, "erase")
    }

    /// A person confirms a pending erasure: it is erased for good.
    pub fn confirm_erasure(
        &mut self,
        labels: &Labels,
        id: &str,
        by: &str,
        now: Timestamp,
        key: Option<&str>,
    ) -> Result<Receipt> {
        let outcome = self.command("confirm-erasure", labels, now, key, |view| pending::confirm(view, id, by))?;
        self.erased(outcome, "confirm-erasure")
    }

    /// A person drops a pending erasure: the memory is back as it was.
    pub fn drop_erasure(
        &mut self,
        labels: &Labels,
        id: &str,
        by: &str,
        reason: Option<&str>,
        now: Timestamp,
        key: Option<&str>,
    ) -> Result<()> {
        self.done("drop-erasure", labels, now, key, |view| pending::drop(view, id, by, reason))
    }

    /// A registered copy has erased what a receipt names.
    pub fn confirm(&mut self, receipt: &str, copy: &str, now: Timestamp) -> Result<Receipt> {
        self.system(now, |view| erase::confirm(view, receipt, copy))?;
        self.receipt(receipt)
    }

    /// Names a copy outside that later erasures must reach.
    pub fn register_copy(&mut self, name: &str, now: Timestamp) -> Result<()> {
        self.system(now, |view| erase::register_copy(view, name))
    }

    /// Lets an erased text be remembered again.
    pub fn lift_tombstone(
        &mut self,
        labels: &Labels,
        text: &str,
        by: &str,
        reason: &str,
        now: Timestamp,
    ) -> Result<()> {
        self.done("lift-tombstone", labels, now, None, |view| erase::lift_tombstone(view, text, by, reason))
    }

    /// Appends a turn to the session's window.
    pub fn turn(&mut self, labels: &Labels, message: &Message, now: Timestamp, key: Option<&str>) -> Result<Window> {
        check::milliseconds(now, &[("at", message.at)])?;
        match self.command("turn", labels, now, key, |view| working::turn(view, message))? {
            Outcome::Window { turns, tokens, ticket } => Ok(Window { turns, tokens, ticket }),
            _ => Err(reused("turn")),
        }
    }

    /// Opens a question that extracts claims from the turns that none was asked of yet.
    pub fn extract(&mut self, labels: &Labels, now: Timestamp, key: Option<&str>) -> Result<Option<u64>> {
        match self.command("extract", labels, now, key, extract::extract)? {
            Outcome::Tickets(tickets) => Ok(tickets.first().copied()),
            _ => Err(reused("extract")),
        }
    }

    /// Opens a question for each cluster of episodes that say the same. Gives the tickets.
    pub fn consolidate(&mut self, now: Timestamp) -> Result<Vec<u64>> {
        self.outbox.ready()?;
        let labels = Labels::default();
        let decision = consolidate::consolidate(&self.view(&labels, now));
        match self.commit(&labels, now, None, decision)? {
            Outcome::Tickets(tickets) => Ok(tickets),
            _ => Ok(vec![]),
        }
    }

    /// Saves the task's state. Gives the checkpoint's sequence.
    pub fn checkpoint(&mut self, labels: &Labels, state: &str, now: Timestamp, key: Option<&str>) -> Result<u64> {
        match self.command("checkpoint", labels, now, key, |view| working::checkpoint(view, state))? {
            Outcome::Sequence(sequence) => Ok(sequence),
            _ => Err(reused("checkpoint")),
        }
    }

    fn erased(&mut self, outcome: Outcome, op: &str) -> Result<Receipt> {
        self.outbox.expect_erasures(&self.state);
        match outcome {
            Outcome::Id(id) => self.receipt(&id.to_string()),
            _ => Err(reused(op)),
        }
    }

    pub(super) fn receipt(&self, id: &str) -> Result<Receipt> {
        let found = Id::parse(id).and_then(|id| self.state.receipts.iter().find(|receipt| receipt.id == id));
        found.map(erase::receipt).ok_or_else(|| Failure::NotFound(format!("receipt {id}")))
    }

    fn done(
        &mut self,
        op: &str,
        labels: &Labels,
        now: Timestamp,
        key: Option<&str>,
        decide: impl FnOnce(&View<'_>) -> Result<Decision>,
    ) -> Result<()> {
        match self.command(op, labels, now, key, decide)? {
            Outcome::Done => Ok(()),
            _ => Err(reused(op)),
        }
    }

    fn count(
        &mut self,
        op: &str,
        labels: &Labels,
        now: Timestamp,
        key: Option<&str>,
        decide: impl FnOnce(&View<'_>) -> Result<Decision>,
    ) -> Result<u32> {
        match self.command(op, labels, now, key, decide)? {
            Outcome::Count(count) => Ok(count),
            _ => Err(reused(op)),
        }
    }

    /// A command of the host's own, for no user.
    pub(super) fn system(&mut self, now: Timestamp, decide: impl FnOnce(&View<'_>) -> Result<Decision>) -> Result<()> {
        self.outbox.ready()?;
        let labels = Labels::default();
        let decision = decide(&self.view(&labels, now))?;
        self.commit(&labels, now, None, decision).map(drop)
    }

    /// Check, stage, commit, return.
    fn command(
        &mut self,
        op: &str,
        labels: &Labels,
        now: Timestamp,
        key: Option<&str>,
        decide: impl FnOnce(&View<'_>) -> Result<Decision>,
    ) -> Result<Outcome> {
        self.outbox.ready()?;
        check_labels(labels)?;
        if let Some(outcome) = self.before(labels, key, op)? {
            return Ok(outcome);
        }
        let decision = decide(&self.view(labels, now))?;
        self.commit(labels, now, key, decision)
    }
}

/// An admission as callers see it; none where the outcome is another command's.
pub(super) fn admission(outcome: Outcome) -> Option<Admission> {
    let Outcome::Admission { outcome, id, rules, related, placed } = outcome else { return None };
    Some(Admission {
        outcome,
        id: id.map(|id| id.to_string()),
        rules,
        related: related.iter().map(ToString::to_string).collect(),
        placed: placed.as_ref().map(|placed| Placement {
            tense: placed.tense,
            above: placed.above.iter().map(ToString::to_string).collect(),
        }),
    })
}
