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

pub use could_say::{could_say, is_negated, is_of_speaker, points};
pub use support::{Claimed, revokes, support, takes_back};
pub use vocabulary::{changes, counts, is_relation, relates, tells_change, tells_when};
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

/// Words with the days and times in them written out as dates, as far as each can be only one, whether it is past or
/// to come: `died last night` as `died on 11 July 2026`, but `on Friday` as it is.
#[must_use]
pub fn dated(text: &str, at: Timestamp, utc_offset: i32) -> String {
    let language = languages::likeliest(text);
    let clock = when::Clock { at, utc_offset };
    let past = when::find(text, language, clock, when::Lean::Past);
    let coming = when::find(text, language, clock, when::Lean::Future);
    let sure: Vec<when::When> = coming.into_iter().filter(|when| past.contains(when)).collect();
    when::written_out(text, &sure, language)
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
