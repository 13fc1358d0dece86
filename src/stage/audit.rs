//! Audit and observation: what happened, and what can be counted.

use super::View;
use super::forget::needs_review;
use super::lifecycle::live;
use super::pending;
use crate::log::Record;
use crate::state::AuditEntry;
use crate::types::{Counters, Entry, Failure, Kind, Result, State, Verified};

/// Entries after a sequence, oldest first.
pub fn entries(view: &View<'_>, after: Option<u64>, limit: Option<u32>) -> Result<Vec<Entry>> {
    let limit = limit.unwrap_or(100);
    if limit == 0 || limit > 1_000 {
        return Err(Failure::invalid("limit", "1 to 1000"));
    }
    let after = usize::try_from(after.unwrap_or(0)).unwrap_or(usize::MAX);
    Ok(view.state.audit.iter().skip(after).take(limit as usize).map(entry).collect())
}

/// Recomputes the chain.
pub fn verify(view: &View<'_>) -> Result<Verified> {
    view.state.verify_audit()?;
    Ok(Verified { entries: view.state.audit.len() as u32, head: hex(&view.state.audit_head()) })
}

/// What the state can count; the engine adds what it saw itself.
pub fn counters(view: &View<'_>) -> Counters {
    let state = view.state;
    let records = || state.records.iter().flatten();
    let in_state =
        |wanted: State| records().filter(|record| state.seen_state(record, view.now) == wanted).count() as u32;
    let of_kind = |wanted: Kind| records().filter(|record| record.claim.kind == wanted).count() as u32;
    let open = || state.receipts.iter().filter(|receipt| !receipt.confirmed());
    let pending = || records().filter(|record| pending::asked_for(view, record)).filter_map(Record::waits_since);
    let contested = |record: &&Record| record.state() == State::Quarantined && !record.life().contradicts.is_empty();
    Counters {
        memories: records().count() as u32,
        by_state: State::ALL.iter().map(|state| (state.name().to_owned(), in_state(*state))).collect(),
        by_kind: Kind::ALL.iter().map(|kind| (kind.name().to_owned(), of_kind(*kind))).collect(),
        users: state.users().filter(|user| !user.is_empty()).count() as u32,
        sequence: state.sequence,
        vectors: records().filter(|record| record.embedded).count() as u32,
        used: state.used,
        used_stale: records().filter(|record| record.usage.uses > 0 && went_stale(view, record)).count() as u32,
        pending_embeddings: pending_embeddings(view),
        pending_reconciliations: state.asks.len() as u32,
        conflicts: records().filter(contested).count() as u32,
        pending_erasures: pending().count() as u32,
        oldest_pending_erasure: pending().map(|step| step.at).min(),
        open_receipts: open().count() as u32,
        oldest_open_receipt: open().map(|receipt| receipt.at).min(),
        reviews_due: records().filter(|record| needs_review(record, view.now)).count() as u32,
        tombstones: state.tombstones.len() as u32,
        refused: state.refused,
        ..Counters::default()
    }
}

/// Whether a memory was superseded, ended or found wrong after it was last used.
fn went_stale(view: &View<'_>, record: &Record) -> bool {
    let (life, state) = (record.life(), view.state.seen_state(record, view.now));
    let past = matches!(state, State::Superseded | State::Ended | State::Invalidated);
    past && life.retracted_at.or(life.valid_to).is_some_and(|at| at >= record.usage.last_used_at)
}

fn pending_embeddings(view: &View<'_>) -> u32 {
    let waiting = |record: &&Record| !record.embedded && live(record.state());
    if view.state.embedder.is_none() { 0 } else { view.state.records.iter().flatten().filter(waiting).count() as u32 }
}

fn entry(entry: &AuditEntry) -> Entry {
    Entry {
        sequence: entry.sequence,
        at: entry.at,
        op: entry.op.clone(),
        ids: entry.ids.iter().map(ToString::to_string).collect(),
        by: entry.by.to_string(),
        code: entry.code.clone(),
        policy: entry.policy.clone(),
        hash: hex(&entry.hash),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
