//! Whether a claim in somebody else's words can come from a sentence at all: the weaker of the two questions,
//! see `support` for the stronger. It says nothing about words that the claim adds.

use super::languages::{self, Language};
use super::mood::{Manner, Mood, Subject, mood};
use super::vocabulary::is_relation;
use super::whom::is_of_user;
use super::words::words;

/// Why a claim does not come from a sentence: another negation, another mood or somebody else.
pub fn could_say(said: &str, told: &str) -> Result<(), &'static str> {
    let (language, sentence) = manner(said);
    let (_, claim) = manner(told);
    if sentence.mood != Mood::States && sentence.content.is_none() {
        return Err("the sentence states nothing");
    }
    if claim.mood != Mood::States || claim.reported && !sentence.reported {
        return Err("it states nothing");
    }
    if matches!(claim.subject, Subject::Me | Subject::Us | Subject::Mine) {
        return Err("it speaks as the user does");
    }
    if sentence.negated != claim.negated {
        return Err("one of the two is negated");
    }
    if is_of_user(told) && is_of_another(said, language, &sentence) {
        return Err("the sentence is about somebody else");
    }
    Ok(())
}

/// Whether a sentence is about the speaker: `I`, `we`, or no subject at all.
#[must_use]
pub fn is_of_speaker(said: &str) -> bool {
    matches!(manner(said).1.subject, Subject::Me | Subject::Us | Subject::None)
}

/// Whether a sentence is negated.
#[must_use]
pub fn is_negated(said: &str) -> bool {
    manner(said).1.negated
}

/// Whether a claim ends by pointing at what was said elsewhere: `The user is new here`.
#[must_use]
pub fn points(told: &str) -> bool {
    let words = words(told);
    let last = words.last().map(|word| word.text.as_str());
    last.is_some_and(|last| languages::likeliest(told).entries("pointers").contains(&last))
}

fn manner(text: &str) -> (&'static Language, Manner) {
    let language = languages::likeliest(text);
    (language, mood(text, language))
}

/// Whether a sentence is about somebody near the speaker, or about others without a word of the speaker.
fn is_of_another(said: &str, language: &'static Language, manner: &Manner) -> bool {
    let words = words(said);
    let first_person = |section: &str| words.iter().any(|word| language.entries(section).contains(&word.text.as_str()));
    match manner.subject {
        Subject::Mine => words.iter().take(4).any(|word| is_relation(&word.text)),
        Subject::Other | Subject::You => !first_person("i") && !first_person("we"),
        Subject::Me | Subject::Us | Subject::None => false,
    }
}
