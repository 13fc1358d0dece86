//! The order of episodes in sessions: what stands next to what.

use crate::gather::Map;
use crate::types::Timestamp;

/// No row, no session.
const NONE: u32 = u32::MAX;

/// The episodes of every session. A session has a number, and an episode is linked to those beside it,
/// so that a recall compares no names and searches nothing.
#[derive(Default)]
pub(super) struct Sessions {
    /// By user and name.
    numbers: Map<(String, String), u32>,
    /// By number, earliest first.
    places: Vec<Vec<Place>>,
    free: Vec<u32>,
    /// By row.
    links: Vec<Link>,
}

/// One episode of a session: observed time, sequence of admission, row.
type Place = (Timestamp, u64, u32);

#[derive(Clone, Copy)]
struct Link {
    session: u32,
    before: u32,
    after: u32,
    /// The episode holds a question mark.
    asks: bool,
}

impl Link {
    const NONE: Self = Self { session: NONE, before: NONE, after: NONE, asks: false };
}

/// Where an episode sits: kept so that it can be taken out when the record is gone.
#[derive(Clone)]
pub(super) struct Seat {
    pub session: String,
    /// Observed time and sequence of admission.
    pub order: (Timestamp, u64),
    /// It holds a question mark.
    pub asks: bool,
}

impl Sessions {
    /// Puts an episode into its session.
    pub fn insert(&mut self, user: &str, row: u32, seat: &Seat) {
        let number = *self.numbers.entry((user.to_owned(), seat.session.clone())).or_insert_with(|| {
            self.free.pop().unwrap_or_else(|| {
                self.places.push(Vec::new());
                self.places.len() as u32 - 1
            })
        });
        let place = (seat.order.0, seat.order.1, row);
        let places = &mut self.places[number as usize];
        let at = places.partition_point(|other| *other < place);
        places.insert(at, place);
        let beside = |at: Option<usize>| at.and_then(|at| places.get(at)).map_or(NONE, |place| place.2);
        let (before, after) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
        if self.links.len() <= row as usize {
            self.links.resize(row as usize + 1, Link::NONE);
        }
        self.links[row as usize] = Link { session: number, before, after, asks: seat.asks };
        self.join(before, row);
        self.join(row, after);
    }

    /// Takes an episode out.
    pub fn remove(&mut self, user: &str, row: u32, seat: &Seat) {
        let Some(link) = self.link(row) else { return };
        self.links[row as usize] = Link::NONE;
        self.join(link.before, link.after);
        let places = &mut self.places[link.session as usize];
        if let Ok(at) = places.binary_search(&(seat.order.0, seat.order.1, row)) {
            places.remove(at);
        }
        if places.is_empty() {
            *places = Vec::new();
            self.numbers.remove(&(user.to_owned(), seat.session.clone()));
            self.free.push(link.session);
        }
    }

    /// The number of a row's session.
    #[inline(always)]
    pub fn session(&self, row: u32) -> Option<u32> {
        Some(self.link(row)?.session)
    }

    /// The episodes next to one: up to two before it, up to two after it.
    #[inline(always)]
    pub fn around(&self, row: u32) -> Neighbours {
        let Some(link) = self.link(row) else {
            return Neighbours::default();
        };
        let (before, after) = (self.link(link.before), self.link(link.after));
        let some = |row: u32| (row != NONE).then_some(row);
        Neighbours {
            before: [some(link.before), before.and_then(|link| some(link.before))],
            after: [some(link.after), after.and_then(|link| some(link.after))],
            asked: before.is_some_and(|link| link.asks),
        }
    }

    #[inline(always)]
    fn link(&self, row: u32) -> Option<Link> {
        self.links.get(row as usize).copied().filter(|link| link.session != NONE)
    }

    fn join(&mut self, before: u32, after: u32) {
        if let Some(link) = self.links.get_mut(before as usize) {
            link.after = after;
        }
        if let Some(link) = self.links.get_mut(after as usize) {
            link.before = before;
        }
    }
}

/// The episodes around one, nearest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// One and two places before.
    pub before: [Option<u32>; 2],
    /// One and two places after.
    pub after: [Option<u32>; 2],
    /// The one before asks a question.
    pub asked: bool,
}

/// Sizes only: names of sessions are what people wrote.
impl core::fmt::Debug for Sessions {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Sessions").field("sessions", &self.numbers.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(session: &str, at: u64, asks: bool) -> Seat {
        Seat { session: session.into(), order: (at, 0), asks }
    }

    #[test]
    fn neighbours_are_those_of_the_same_user_and_session_by_time() {
        let mut sessions = Sessions::default();
        let seats = [seat("a", 30, false), seat("a", 10, true), seat("a", 20, false), seat("a", 15, false)];
        let users = ["ana", "ana", "ana", "bo"];
        (0..4).for_each(|row| sessions.insert(users[row], row as u32, &seats[row]));
        let around = Neighbours { before: [Some(1), None], after: [Some(0), None], asked: true };
        assert_eq!(sessions.around(2), around);
        assert_eq!((sessions.around(0).before, sessions.around(1).after), ([Some(2), Some(1)], [Some(2), Some(0)]));
        assert_eq!((sessions.around(3), sessions.around(9)), (Neighbours::default(), Neighbours::default()));
        sessions.remove("ana", 2, &seats[2]);
        assert_eq!((sessions.around(0).before, sessions.session(2)), ([Some(1), None], None));
    }

    #[test]
    fn an_empty_session_leaves_no_name_and_its_number_is_used_again() {
        let mut sessions = Sessions::default();
        sessions.insert("ana", 0, &seat("a", 1, false));
        sessions.remove("ana", 0, &seat("a", 1, false));
        assert!(sessions.numbers.is_empty());
        sessions.insert("ana", 1, &seat("b", 2, false));
        assert_eq!((sessions.session(1), sessions.places.len()), (Some(0), 1));
    }
}
