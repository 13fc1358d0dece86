//! What a speaker's own words say, read without a model: pure, and the same on every host.
//!
//! It reads in stages. *Framing* finds the words that are the speaker's own; *sentences* cuts them;
//! *reading* finds the subject, negation, mood and time of each, and a predicate that says it whole.
//! What is not read with certainty is not read: it stays in the episode.

mod clauses;
mod could_say;
mod faces;
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
mod steps;
mod support;
mod tokens;
#[cfg(test)]
mod tongues;
mod vocabulary;
mod when;
mod whom;
mod words;

#[cfg(test)]
mod tests;

pub(crate) use sentences::{begins_anew, is_abbreviation, is_initials, is_ordinal, last_word};

pub use could_say::{could_say, is_negated, is_of_speaker};
pub use support::{Claimed, revokes, support};
pub use vocabulary::{counts, relates, tells_change, tells_when};
pub use whom::{is_of_user, relation, who};

use crate::types::{Failure, Reading, Result, Statement, Timestamp, Utterance};

/// Reads an utterance.
#[must_use]
pub fn read(utterance: &Utterance) -> Reading {
    reading::read(utterance)
}

/// The end of the stretch in which a statement of an utterance says that it began: `last month` is over on the
/// first of this one. None: it names a day, or no start.
#[must_use]
pub fn began_by(utterance: &Utterance, said: &Statement) -> Option<Timestamp> {
    let sentence = utterance.text.get(said.span.start as usize..said.span.end as usize)?;
    let language = languages::all().iter().find(|language| language.code == said.language)?;
    let clock = when::Clock { at: utterance.at, utc_offset: utterance.utc_offset.unwrap_or(0) };
    let found = when::find(sentence, language, clock, when::Lean::Past);
    let is_start = |when: &&when::When| when.start() == said.valid_from && when.precision >= when::Precision::Week;
    found.iter().find(is_start)?.end()
}

/// Adds a language by its table (its form: `languages/mod.rs`), and gives its code. One that is there stays as it
/// is.
pub fn load_language(table: &str) -> Result<&'static str> {
    if table.len() > languages::MOST_BYTES {
        return Err(Failure::TooLarge(format!("table: at most {} bytes", languages::MOST_BYTES)));
    }
    let no_table =
        || Failure::invalid("table", "a language's table, which begins with `[language]`, a code and a rank");
    languages::load(table).ok_or_else(no_table)
}
