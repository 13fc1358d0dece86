//! Episodes folded into a synthesis, and back when the synthesis goes.

use super::View;
use super::lifecycle::live;
use crate::log::{Event, Life, Record};
use crate::types::{Id, State};

/// Folds live episodes into what they support.
pub fn fold(view: &View<'_>, episodes: &[&Record]) -> Vec<Event> {
    let current = episodes.iter().filter(|record| live(view.state.seen_state(record, view.now)));
    current.map(|record| moved(record, State::Consolidated, "folded")).collect()
}

/// Brings back the episodes of syntheses that go, but for those that go too, and those that another
/// synthesis still stands for.
pub fn unfold(view: &View<'_>, going: &[&Record], gone: impl Fn(Id) -> bool) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    for id in going.iter().flat_map(|record| &record.claim.supports) {
        let folded = view.state.record(*id).filter(|record| record.state() == State::Consolidated && !gone(*id));
        let still = view
            .state
            .derived_from(*id)
            .any(|other| live(other.state()) && going.iter().all(|record| record.claim.id != other.claim.id));
        let known = events.iter().any(|event| event.id() == Some(*id));
        events.extend(folded.filter(|_| !still && !known).map(|record| moved(record, State::Active, "unfolded")));
    }
    events
}

fn moved(record: &Record, state: State, code: &str) -> Event {
    let life = Life { state, ..record.life().clone() };
    Event::Moved { id: record.claim.id, life, code: code.into(), reason: None }
}
