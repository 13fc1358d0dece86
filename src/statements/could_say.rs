//! Whether a claim in somebody else's words can come from a sentence at all: the weaker of the two questions,
//! see `support` for the stronger. It says nothing about words that the claim adds.

use super::languages::{self, Language};
use super::mood::{Manner, Mood, Subject, mood};
use super::vocabulary::{relates, tells_change};
use super::words::words;

/// Why a claim does not come from a sentence: another negation, another mood or somebody else.
pub fn could_say(said: &str, told: &str) -> Result<(), &'static str> {
    let (language, sentence) = manner(said);
    let (_, claim) = manner(told);
    if sentence.mood != Mood::States && sentence.content.is_none() {
        return Err("the sentence states nothing");
    }
    if claim.mood != Mood::States {
        return Err("it states nothing");
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

fn manner(text: &str) -> (&'static Language, Manner) {
    let language = languages::candidates(text).into_iter().next().unwrap_or_else(|| languages::all()[0]);
    (language, mood(text, language))
}

/// Whether a claim is about the user and not about what is the user's.
#[must_use]
pub fn is_of_user(told: &str) -> bool {
    let told = crate::text::lowered(told);
    let rest = told.strip_prefix("the user").or_else(|| told.strip_prefix("user"));
    rest.is_some_and(|rest| rest.starts_with(' '))
}

/// The relation of somebody whom a claim is about: `sister` of `The user's older sister moved`, of `my sister`.
#[must_use]
pub fn relation(told: &str) -> Option<String> {
    /// The words of a subject: an owner of two, `older`, who.
    const MOST: usize = 5;
    let language = manner(told).0;
    let words: Vec<String> = told.split_whitespace().take(MOST).map(crate::text::lowered).collect();
    let bare = |word: &String| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let owns = |word: &String| {
        let owner = ["my", "their"].iter().any(|section| language.entries(section).contains(&word.as_str()));
        owner || word.ends_with("'s") || word.ends_with("\u{2019}s")
    };
    let after = words.iter().position(owns)? + 1;
    words.iter().skip(after).map(bare).find(|word| is_relation(word))
}

/// The name with which a claim about somebody begins: `Tom` of `Tom left`, none of `Moved to Leith`.
#[must_use]
pub fn who(told: &str) -> Option<&str> {
    let mut words = told.split_whitespace();
    let (first, second) = (words.next()?, crate::text::lowered(words.next()?));
    let named = first.chars().count() > 1
        && first.chars().all(char::is_alphabetic)
        && first.starts_with(char::is_uppercase)
        && !is_of_user(told);
    let does =
        second == "no" || second.ends_with('s') || second.ends_with("ed") || tells_change(&second) || relates(&second);
    let other = matches!(manner(told).1.subject, Subject::Other | Subject::None);
    (named && does && other).then_some(first)
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

/// Whether a word names a relation of the speaker's: `sister, sis = sister` is an entry of it.
fn is_relation(word: &str) -> bool {
    let is = |entry: &str| entry.split('=').next().unwrap_or_default().split(',').any(|one| one.trim() == word);
    let entries =
        languages::all().iter().flat_map(|language| RELATIONS.iter().flat_map(|section| language.entries(section)));
    entries.copied().any(is)
}

/// The sections that hold them.
const RELATIONS: [&str; 3] = ["slot relation", "slot relative", "slot kin"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_about_the_user_a_relation_or_a_name() {
        assert_eq!(relation("The user's sister no longer works at Boots.").as_deref(), Some("sister"));
        assert_eq!(relation("My older sister moved.").as_deref(), Some("sister"));
        assert_eq!(relation("The user has a sister."), None);
        assert_eq!(relation("The user's car was sold."), None);
        assert_eq!(who("Tom left Acme."), Some("Tom"));
        assert_eq!(who("The user left Acme."), None);
        assert_eq!(who("I left Acme."), None);
        assert_eq!(who("Moved to Leith."), None);
    }
}
