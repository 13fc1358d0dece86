//! Predicates as data: what the tables say can be stated, and how people say it.

mod matcher;
mod pattern;
mod phrases;
mod table;
mod tail;

pub use matcher::{Capture, Match, Matcher};
#[cfg(test)]
pub use pattern::Node;
pub use pattern::Slot;
pub use phrases::PhraseSet;
pub use table::{Rule, Settings, Table, table};

/// What the form of a verb says of when, and whether.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It holds: `live`, `am living`.
    Present,
    /// It does since then, or for so long: `have lived`. The time must be said.
    Lasting,
    /// It held: `lived`.
    Past,
    /// It will: `am moving`.
    Future,
    /// It does not: `do not live`.
    Negated,
    /// It does no longer: `no longer live`, `stopped living`.
    Ended,
    /// It never did: `never lived`.
    Denied,
}

impl Status {
    const ALL: [(&'static str, Self); 7] = [
        ("present", Self::Present),
        ("lasting", Self::Lasting),
        ("past", Self::Past),
        ("future", Self::Future),
        ("negated", Self::Negated),
        ("ended", Self::Ended),
        ("denied", Self::Denied),
    ];

    /// The status of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, status)| *status)
    }

    /// One bit each.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What a line of a predicate does with what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It holds, unless the verb's form says otherwise.
    State,
    /// It began: a date says since when.
    Begin,
    /// It holds no longer.
    End,
    /// It never did.
    Deny,
    /// It held.
    Past,
    /// It will.
    Future,
}

impl Deed {
    /// The deed of that name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "state" => Self::State,
            "begin" => Self::Begin,
            "end" => Self::End,
            "deny" => Self::Deny,
            "past" => Self::Past,
            "future" => Self::Future,
            _ => return None,
        })
    }
}
