//! Which other memories are current where one would be: at most one may be at an
//! address, or of each value where the address holds several.

use super::View;
use super::lifecycle::{believed, live};
use crate::log::{Claim, Life, Record};
use crate::text::normalise;
use crate::types::Kind;

/// What is current at the record's address while `life` says that the record holds.
pub fn overlapping<'a>(view: &View<'a>, record: &Record, life: &Life) -> Vec<&'a Record> {
    beside(view, record, life).into_iter().filter(|other| current(view, other)).collect()
}

/// The same, and what replaced the record, by however many steps.
pub fn rivals<'a>(view: &View<'a>, record: &Record, life: &Life) -> Vec<&'a Record> {
    let mut found = overlapping(view, record, life);
    if let Some(successor) = successor(view, record).filter(|other| current(view, other))
        && found.iter().all(|other| other.claim.id != successor.claim.id)
    {
        found.push(successor);
    }
    found
}

/// What is or was believed at the record's address while `life` says that the record holds.
pub fn beside<'a>(view: &View<'a>, record: &Record, life: &Life) -> Vec<&'a Record> {
    let claim = &record.claim;
    let address = claim.address.as_ref().filter(|_| claim.kind != Kind::Episode);
    let there = address
        .into_iter()
        .flat_map(|address| view.state.at_address(&claim.user, claim.project.as_deref(), claim.kind, address));
    let others = there.filter(|other| other.claim.id != claim.id && believed(other.state()));
    let others = others.filter(|other| on_one_line(claim, &other.claim));
    others.filter(|other| overlap(life, other.life())).collect()
}

/// Whether two claims at one address say the same, be it in another spelling.
pub fn same_value(one: &Claim, other: &Claim) -> bool {
    match (&one.value, &other.value) {
        (Some(one), Some(other)) => normalise(one) == normalise(other),
        _ => normalise(&one.text) == normalise(&other.text),
    }
}

/// Whether of two claims at one address only one can hold at a time: values of an address that holds
/// several stand side by side.
pub fn on_one_line(one: &Claim, other: &Claim) -> bool {
    !(one.several || other.several) || same_value(one, other)
}

fn current(view: &View<'_>, record: &Record) -> bool {
    live(view.state.seen_state(record, view.now))
}

/// The last of those that replaced a record, one after another.
fn successor<'a>(view: &View<'a>, record: &Record) -> Option<&'a Record> {
    let next = |record: &Record| record.life().superseded_by.and_then(|id| view.state.record(id));
    let mut last = next(record)?;
    // A chain is no longer than the store; links that were approved and restored may form a ring.
    for _ in 0..view.state.records.len() {
        match next(last).filter(|_| !live(last.state())) {
            Some(later) => last = later,
            None => break,
        }
    }
    Some(last)
}

fn overlap(a: &Life, b: &Life) -> bool {
    let before_end = |from: u64, to: Option<u64>| to.is_none_or(|to| from < to);
    !a.is_empty() && !b.is_empty() && before_end(a.valid_from, b.valid_to) && before_end(b.valid_from, a.valid_to)
}
