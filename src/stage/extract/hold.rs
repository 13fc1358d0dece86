//! A claim held to the sentence that a model was asked about. Whatever the sentence does not say has to go.

use crate::ask::extract::{Claimed, Holds};
use crate::stage::quote;
use crate::statements;
use crate::text::{holds_words, normalise};
use crate::types::Kind;
use unicode_segmentation::UnicodeSegmentation;

/// Why a claim does not come from its sentence.
pub fn to_sentence(claim: &Claimed, said: &str) -> Result<(), &'static str> {
    statements::could_say(said, &claim.text)?;
    if !telling(&claim.text).all(|word| has(said, word)) {
        return Err("it has a name or a number that is not in the sentence");
    }
    if !quote::shares(said, &claim.text.replacen("The user", "", 1)) {
        return Err("most of its words are not in the sentence");
    }
    // `The user likes coffee` is not in `coffee keeps me awake`; `lives in York` is in `moved to York`.
    let said_so = |word: &str| !statements::relates(word) || quote::holds_all(said, word);
    if claim.kind == Kind::Preference && !claim.text.unicode_words().all(said_so) {
        return Err("it relates things as the sentence does not");
    }
    Ok(())
}

/// The attribute and the value of a claim, where it holds now and is of the speaker, and the value is one that was
/// said.
pub fn address(claim: &Claimed, said: &str) -> Option<(String, Option<String>)> {
    let was_said = claim.value.as_ref().is_none_or(|value| has(said, value));
    let now = claim.holds == Holds::Is && was_said && statements::is_of_speaker(said);
    let attribute = claim.attribute.clone().filter(|attribute| now && !normalise(attribute).is_empty())?;
    Some((attribute, claim.value.clone()))
}

/// The kind of a claim: what it says of the user is no way to do something, whatever a model calls it.
pub fn kind(claim: &Claimed) -> Kind {
    match claim.kind {
        Kind::Procedure if statements::is_of_user(&claim.text) => Kind::Fact,
        kind => kind,
    }
}

/// A claim about `The user` told of the speaker by name.
pub fn named(text: &str, actor: Option<&str>) -> String {
    match actor {
        Some(name) => text.replacen("The user", name, 1).replacen("the user", name, 1),
        None => text.to_owned(),
    }
}

fn has(said: &str, part: &str) -> bool {
    holds_words(&normalise(said), &normalise(part))
}

/// Words that a claim may not make up: with a digit, or a capital that the first word of a sentence has not.
fn telling(text: &str) -> impl Iterator<Item = &str> {
    let told = |word: &&str| word.contains(char::is_numeric) || word.starts_with(char::is_uppercase);
    text.unicode_words().skip(1).filter(told)
}
