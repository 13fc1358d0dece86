//! What a speaker's own words say, read without a model: pure, and the same on every host.
//!
//! It reads in stages. *Framing* finds the words that are the speaker's own; *sentences* cuts them;
//! *reading* finds the subject, negation, mood and time of each, and a predicate that says it whole.
//! What is not read with certainty is not read: it stays in the episode.

mod clauses;
mod framing;
mod gazetteer;
mod languages;
mod lift;
mod mood;
mod neighbours;
mod predicates;
mod reading;
mod sentences;
mod slots;
mod tokens;
#[cfg(test)]
mod tongues;
mod when;
mod words;

#[cfg(test)]
mod tests;

use crate::types::{Reading, Span, Utterance};

/// Reads an utterance.
#[must_use]
pub fn read(utterance: &Utterance) -> Reading {
    reading::read(utterance)
}

/// The sentence of the speaker's own that says just what a claim says: with its subject, negation, mood
/// and time, and the claim's content words in it.
#[must_use]
pub fn support(_utterance: &Utterance, _claim: &str, _value: Option<&str>) -> Option<Span> {
    None
}
