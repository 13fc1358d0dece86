//! What a sentence does with what it says, whose word it is and whom it is about.

use super::languages::Language;
use crate::types::Span;

/// What a sentence does with what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// It says that it is so.
    States,
    /// It asks whether, where, who.
    Asks,
    /// It would like it to be so.
    Wishes,
    /// It says what would be if, or that it may be so.
    Supposes,
    /// It tells somebody to do something.
    Commands,
}

/// Whom a sentence is about: its grammatical subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// I.
    Me,
    /// We.
    Us,
    /// What or who is mine: my dog, our house.
    Mine,
    /// You: the assistant.
    You,
    /// Somebody or something else.
    Other,
    /// None is said: `Live in York`, `moved to Leeds`.
    None,
}

/// How a sentence says what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manner {
    /// What it does with what it says.
    pub mood: Mood,
    /// A word of it negates.
    pub negated: bool,
    /// It says what somebody else says.
    pub reported: bool,
    /// Its end takes it back: `just kidding`, `/s`, `said no one ever`.
    pub doubted: bool,
    /// Its subject.
    pub subject: Subject,
    /// What is stated, where that is a part of the sentence: what follows `remember that`. The other
    /// fields are then of that part.
    pub content: Option<Span>,
}

/// How a sentence says what it says, read in one language.
#[must_use]
pub fn mood(sentence: &str, _language: &Language) -> Manner {
    let mood = if sentence.trim_end().ends_with(['?', '？']) { Mood::Asks } else { Mood::States };
    Manner { mood, negated: false, reported: false, doubted: false, subject: Subject::None, content: None }
}
