//! Places that are known by name: countries, states, and the larger cities.

use super::tokens::folded;
use crate::gather::Set;
use std::sync::OnceLock;

/// One name a line, in lower case.
const NAMES: &str = include_str!("places.txt");

/// Whether a name in lower case and without accents is a known place's.
pub fn knows(name: &str) -> bool {
    static PLACES: OnceLock<Set<String>> = OnceLock::new();
    PLACES.get_or_init(|| NAMES.lines().map(folded).collect()).contains(name)
}
