//! Episodes folded into a synthesis, and back when the synthesis goes.

use super::View;
use super::lifecycle::live;
use crate::gather;
use crate::log::{Event, Life, Record};
use crate::types::{Id, State};

/// Reason code of an episode that comes back.
pub const UNFOLDED: &str = "unfolded";

/// Folds live episodes into what they support.
pub fn fold(view: &View<'_>, episodes: &[&Record]) -> Vec<Event> {
    let current = episodes.iter().filter(|record| live(view.state.seen_state(record, view.now)));
    current.map(|record| moved(record, State::Consolidated, "folded")).collect()
}

/// Folds what a synthesis was made of, when it holds again or for the first time.
pub fn refold(view: &View<'_>, synthesis: &Record) -> Vec<Event> {
    let episodes: Vec<&Record> = synthesis.claim.supports.iter().filter_map(|id| view.state.record(*id)).collect();
    fold(view, &episodes)
}

/// Brings back the episodes of syntheses that go, but for those that go too, and those that another
/// synthesis still stands for.
pub fn unfold(view: &View<'_>, going: &[&Record], gone: impl Fn(Id) -> bool) -> Vec<Event> {
    let leaving = gather::set(going.iter().map(|record| record.claim.id));
    let stands = |record: &Record| {
        live(view.state.seen_state(record, view.now)) && !leaving.contains(&record.claim.id) && !gone(record.claim.id)
    };
    let episodes = gather::set(going.iter().flat_map(|record| record.claim.supports.iter().copied()));
    let folded = episodes.into_iter().filter(|id| !gone(*id)).filter_map(|id| view.state.record(id));
    let folded = folded.filter(|record| record.state() == State::Consolidated);
    let free = folded.filter(|record| !view.state.derived_from(record.claim.id).any(stands));
    free.map(|record| {
        let over = view.state.past(record, view.now) && record.life().hold.is_none();
        moved(record, if over { State::Expired } else { State::Active }, UNFOLDED)
    })
    .collect()
}

fn moved(record: &Record, state: State, code: &str) -> Event {
    let life = Life { state, ..record.life().clone() };
    Event::Moved { id: record.claim.id, life, code: code.into(), reason: None }
}
