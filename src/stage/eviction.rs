//! Why a memory would leave: its priority, its place in the order of eviction, and when its time is over.

use super::View;
use super::forget::{Leaving, least, priority_of, priority_parts};
use super::lifecycle::live;
use super::score::{named, priority};
use crate::log::Record;
use crate::policy::{Formula, days_to_ms};
use crate::types::{DAY, EvictionState, Result, State, Timestamp};

/// How far ahead decay is looked for.
const HORIZON: u64 = 36_500 * DAY;

/// What a sweep at the view's time would go by for a memory.
pub fn eviction(view: &View<'_>, id: &str) -> Result<EvictionState> {
    let record = view.readable(id)?;
    let leaving = Leaving::of(view);
    let order = least(view, leaving.counted(view, &record.claim.user));
    let order: Vec<&Record> = order.collect();
    let place = order.iter().position(|other| other.claim.id == record.claim.id);
    let parts = priority_parts(view, record);
    Ok(EvictionState {
        priority: priority(&parts),
        parts: named(Formula::Priority, &parts),
        place: place.map(|place| place as u32 + 1),
        of: order.len() as u32,
        exempt: exempt(record, &leaving).map(str::to_owned),
        leaves_at: leaves_at(view, record),
    })
}

/// Why a memory has no place.
fn exempt(record: &Record, leaving: &Leaving) -> Option<&'static str> {
    let life = record.life();
    if leaving.takes(record) {
        Some("leaving")
    } else if !leaving.leaves_counted(record) {
        Some("state")
    } else if life.pinned.is_some() {
        Some("pinned")
    } else {
        life.hold.as_ref().map(|_| "held")
    }
}

/// The earliest of a memory's ends.
fn leaves_at(view: &View<'_>, record: &Record) -> Option<Timestamp> {
    let life = record.life();
    let (current, held) = (live(life.state), life.hold.is_some());
    let waits = current || life.state == State::Quarantined;
    let ends = [
        view.state.deadline(record).filter(|_| !held),
        record.claim.expires_at.filter(|_| waits && !held),
        life.valid_to.filter(|_| current),
        if current && !held && life.pinned.is_none() { decays_at(view, record) } else { None },
    ];
    ends.into_iter().flatten().min()
}

/// When a memory that stays unused and unverified falls below the floor: from then on a sweep archives it.
fn decays_at(view: &View<'_>, record: &Record) -> Option<Timestamp> {
    let decay = &view.state.policy.decay;
    let touched = record.usage.last_used_at.max(record.usage.last_verified_at);
    let mut from = touched.saturating_add(days_to_ms(decay.after_days)).max(view.now);
    let mut until = from.saturating_add(HORIZON);
    let decayed = |now: Timestamp| priority_of(&View { now, ..*view }, record) < decay.floor;
    if !decayed(until) {
        return None;
    }
    while from < until {
        let middle = from + (until - from) / 2;
        if decayed(middle) {
            until = middle;
        } else {
            from = middle + 1;
        }
    }
    Some(until)
}
