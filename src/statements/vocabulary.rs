//! What a single word tells, whatever the language: by the words of all tables.

use super::languages;
use super::words::{Phrases, words};
use crate::gather::Set;
use crate::text::lowered;
use core::ops::Range;

/// Whether a word tells how things are related and not which things: `likes`, `works`, `called`.
/// Two claims that share no other word are about two things.
#[must_use]
pub fn relates(word: &str) -> bool {
    let words = languages::shelf().relating.get_or_init(|| {
        let forms = of("verbs", &[' ', '_']).chain(of("relating", &[]));
        forms.filter(|form| !is_relation(form)).collect()
    });
    has_form(words, word)
}

/// Whether a word names a relation of the speaker's, or several: `sister`, `mum`, `dogs`.
#[must_use]
pub fn is_relation(word: &str) -> bool {
    const SECTIONS: [&str; 3] = ["slot relation", "slot relative", "slot kin"];
    let relations = languages::shelf()
        .relations
        .get_or_init(|| SECTIONS.into_iter().flat_map(|section| of(section, &[',', '='])).collect());
    has_form(relations, word)
}

/// Whether a word is one of these, or one of them with an ending of the plural or the third person.
fn has_form(words: &Set<String>, word: &str) -> bool {
    let word = lowered(word);
    let bare = |ending: &&str| word.strip_suffix(*ending).is_some_and(|bare| words.contains(bare));
    words.contains(&word) || ["s", "es"].iter().any(bare)
}

/// Whether a word names a month or a day of the week.
#[must_use]
pub fn is_date_word(word: &str) -> bool {
    let words = languages::shelf().dates.get_or_init(|| of("months", &[';']).chain(of("weekdays", &[';'])).collect());
    words.contains(&lowered(word))
}

/// Whether a word tells when and not what: a month, a day of the week, a part of the day, a unit of time.
#[must_use]
pub fn tells_when(word: &str) -> bool {
    let times = languages::shelf().times.get_or_init(|| {
        let parts = languages::all()
            .iter()
            .flat_map(|language| language.entries("time"))
            .filter(|line| line.starts_with("part+"));
        let units = languages::all().iter().flat_map(|language| language.entries("time.units"));
        let forms = parts.chain(units).filter_map(|line| line.split_once(':')).flat_map(|(_, forms)| forms.split(';'));
        forms.map(|form| lowered(form.trim())).collect()
    });
    is_date_word(word) || times.contains(&lowered(word))
}

/// Whether a word is a number: in digits, or spelt.
#[must_use]
pub fn counts(word: &str) -> bool {
    let numbers = languages::shelf().numbers.get_or_init(|| of("slot number", &[',', '=']).collect());
    word.contains(char::is_numeric) || numbers.contains(&lowered(word))
}

/// Whether words tell that something is otherwise than it was: `now`, `no longer`, `sold`, `switched`.
#[must_use]
pub fn tells_change(text: &str) -> bool {
    !changes(text).is_empty()
}

/// Where words tell that, in bytes.
#[must_use]
pub fn changes(text: &str) -> Vec<Range<usize>> {
    let shelf = languages::shelf();
    let phrases = shelf.changes.get_or_init(|| Phrases::new(shelf.languages(), &["changes"]));
    let (words, mut found, mut at) = (words(text), Vec::new(), 0);
    while let Some(word) = words.get(at) {
        let length = phrases.begins("changes", &words[at..]);
        let last = (at + length).checked_sub(1).and_then(|last| words.get(last)).filter(|_| length > 0);
        found.extend(last.map(|last| word.start..last.end));
        at += length.max(1);
    }
    found
}

/// The parts of a section's entries in every language, lower case.
fn of(section: &'static str, between: &'static [char]) -> impl Iterator<Item = String> {
    let entries = languages::all().iter().flat_map(move |language| language.entries(section));
    let parts = entries.flat_map(move |entry| entry.split(between)).map(|part| lowered(part.trim()));
    parts.filter(|part| !part.is_empty())
}
