//! Claims of one reply are decided on side by side: each sees what was there before the reply.

use crate::gather;
use crate::log::Event;
use crate::text::normalise;
use crate::types::Candidate;

/// Claims of one reply make room side by side: what leaves, leaves once, and stays where the reply touches it.
pub fn room_once(events: Vec<Event>) -> Vec<Event> {
    let mut touched = gather::set(events.iter().filter(|event| !makes_room(event)).filter_map(Event::id));
    let mut keep = |event: &Event| !makes_room(event) || event.id().is_some_and(|id| touched.insert(id));
    events.into_iter().filter(|event| keep(event)).collect()
}

/// Whether something leaves because the store is full.
pub fn makes_room(event: &Event) -> bool {
    matches!(event, Event::Moved { code, .. } if code == "capacity")
}

/// Each may say a thing once.
pub fn once(candidate: &Candidate, seen: &mut Vec<String>) -> Result<(), String> {
    let address = candidate.entity.as_deref().zip(candidate.attribute.as_deref());
    let keys = [
        address.map(|(entity, attribute)| format!("{}\u{0}{}", normalise(entity), normalise(attribute))),
        Some(normalise(&candidate.text)),
    ];
    for key in keys.into_iter().flatten() {
        if seen.contains(&key) {
            return Err("this reply has claimed it already".into());
        }
        seen.push(key);
    }
    Ok(())
}
