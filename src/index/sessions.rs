//! The order of episodes in sessions: what stands next to what.

use crate::types::Timestamp;
use std::collections::BTreeMap;

/// The episodes of every session. A session has a number, so that a recall compares no names.
#[derive(Default)]
pub(super) struct Sessions {
    /// By user and name.
    numbers: BTreeMap<(String, String), u32>,
    /// By number, earliest first.
    places: Vec<Vec<Place>>,
    free: Vec<u32>,
}

/// One episode of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// Observed time and sequence of admission.
    pub order: (Timestamp, u64),
    pub row: u32,
    /// It holds a question mark.
    pub asks: bool,
}

/// Where an episode sits.
#[derive(Clone)]
pub(super) struct Seat {
    pub session: String,
    pub place: Place,
    /// Of its session, once it is in.
    pub number: u32,
}

impl Sessions {
    /// Puts an episode into its session, and notes the session's number.
    pub fn insert(&mut self, user: &str, seat: &mut Seat) {
        let number = *self.numbers.entry((user.to_owned(), seat.session.clone())).or_insert_with(|| {
            self.free.pop().unwrap_or_else(|| {
                self.places.push(Vec::new());
                self.places.len() as u32 - 1
            })
        });
        let places = &mut self.places[number as usize];
        places.insert(places.partition_point(|other| *other < seat.place), seat.place);
        seat.number = number;
    }

    /// Takes an episode out.
    pub fn remove(&mut self, user: &str, seat: &Seat) {
        let places = &mut self.places[seat.number as usize];
        if let Ok(at) = places.binary_search(&seat.place) {
            places.remove(at);
        }
        if places.is_empty() {
            self.places[seat.number as usize] = Vec::new();
            self.numbers.remove(&(user.to_owned(), seat.session.clone()));
            self.free.push(seat.number);
        }
    }

    /// The episodes next to one: up to two before it, up to two after it.
    pub fn around(&self, seat: &Seat) -> Neighbours {
        let places = &self.places[seat.number as usize];
        let Ok(at) = places.binary_search(&seat.place) else {
            return Neighbours::default();
        };
        let row = |at: Option<usize>| Some(places.get(at?)?.row);
        Neighbours {
            before: [row(at.checked_sub(1)), row(at.checked_sub(2))],
            after: [row(Some(at + 1)), row(Some(at + 2))],
            asked: at.checked_sub(1).is_some_and(|before| places[before].asks),
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

    fn seat(session: &str, at: u64, row: u32) -> Seat {
        Seat { session: session.into(), place: Place { order: (at, u64::from(row)), row, asks: row == 1 }, number: 0 }
    }

    #[test]
    fn neighbours_are_those_of_the_same_user_and_session_by_time() {
        let mut sessions = Sessions::default();
        let mut seats = [seat("a", 30, 0), seat("a", 10, 1), seat("a", 20, 2), seat("a", 15, 3)];
        let users = ["ana", "ana", "ana", "bo"];
        seats.iter_mut().zip(users).for_each(|(seat, user)| sessions.insert(user, seat));
        let around = Neighbours { before: [Some(1), None], after: [Some(0), None], asked: true };
        assert_eq!(sessions.around(&seats[2]), around);
        assert_eq!(sessions.around(&seats[3]), Neighbours::default());
        sessions.remove("ana", &seats[1]);
        assert_eq!(sessions.around(&seats[2]).before, [None, None]);
    }

    #[test]
    fn an_empty_session_leaves_no_name_and_its_number_is_used_again() {
        let mut sessions = Sessions::default();
        let (mut first, mut second) = (seat("a", 1, 0), seat("b", 2, 1));
        sessions.insert("ana", &mut first);
        sessions.remove("ana", &first);
        assert!(sessions.numbers.is_empty());
        sessions.insert("ana", &mut second);
        assert_eq!((second.number, sessions.places.len()), (0, 1));
    }
}
