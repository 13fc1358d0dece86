//! The languages that are at hand: English from the start, others as they are loaded.

use super::super::words::Phrases;
use super::{Language, head};
use crate::gather::Set;
use crate::packed;
use std::sync::{OnceLock, PoisonError, RwLock};

/// Bytes of a table that is loaded, at most.
pub const MOST_BYTES: usize = 1 << 20;
/// Languages at a time.
const MOST_LANGUAGES: usize = 64;

/// The languages at hand, and what is made of all of them together. A further language is another shelf: what
/// was made of the old one goes with it.
#[derive(Debug, Default)]
pub struct Shelf {
    languages: Vec<&'static Language>,
    /// Of `framing`.
    pub vocabulary: OnceLock<Phrases>,
    /// Of `sentences`.
    pub abbreviations: OnceLock<Phrases>,
    /// Of `vocabulary`.
    pub relations: OnceLock<Set<String>>,
    /// Of `vocabulary`.
    pub relating: OnceLock<Set<String>>,
    /// Of `vocabulary`.
    pub changes: OnceLock<Phrases>,
    /// Of `vocabulary`.
    pub times: OnceLock<Set<String>>,
    /// Of `vocabulary`.
    pub numbers: OnceLock<Set<String>>,
    /// Of `vocabulary`.
    pub dates: OnceLock<Set<String>>,
}

impl Shelf {
    /// The languages, by rank.
    pub fn languages(&self) -> impl Iterator<Item = &'static Language> {
        self.languages.iter().copied()
    }
}

/// What lives as long as the instance is leaked: a table a language at most.
static CURRENT: RwLock<Option<&'static Shelf>> = RwLock::new(None);

/// The shelf as it is now.
pub fn shelf() -> &'static Shelf {
    if let Some(shelf) = *CURRENT.read().unwrap_or_else(PoisonError::into_inner) {
        return shelf;
    }
    CURRENT.write().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(built_in)
}

/// Every language at hand, by rank.
pub fn all() -> &'static [&'static Language] {
    &shelf().languages
}

/// Adds a language by its table, and gives its code. One that is there stays as it is. None: the text is no
/// table, or there are too many.
pub fn load(table: &str) -> Option<&'static str> {
    let (code, _) = head(table)?;
    let mut current = CURRENT.write().unwrap_or_else(PoisonError::into_inner);
    let known = &current.get_or_insert_with(built_in).languages;
    if let Some(language) = known.iter().find(|language| language.code == code) {
        return Some(language.code);
    }
    if known.len() >= MOST_LANGUAGES {
        return None;
    }
    let language = made(String::from(table).leak())?;
    let at = known.partition_point(|other| (other.rank, other.code) <= (language.rank, language.code));
    let mut languages = known.clone();
    languages.insert(at, language);
    *current = Some(shelved(languages));
    Some(language.code)
}

fn built_in() -> &'static Shelf {
    let tables = [
        packed::text!("en.txt"),
        // The engine's own tests read in all of them.
        #[cfg(test)]
        include_str!("de.txt"),
        #[cfg(test)]
        include_str!("fr.txt"),
        #[cfg(test)]
        include_str!("es.txt"),
        #[cfg(test)]
        include_str!("pt.txt"),
        #[cfg(test)]
        include_str!("it.txt"),
        #[cfg(test)]
        include_str!("nl.txt"),
        #[cfg(test)]
        include_str!("ru.txt"),
        #[cfg(test)]
        include_str!("zh.txt"),
        #[cfg(test)]
        include_str!("ja.txt"),
    ];
    shelved(tables.into_iter().filter_map(made).collect())
}

fn made(table: &'static str) -> Option<&'static Language> {
    Language::new(table).map(|language| &*Box::leak(Box::new(language)))
}

fn shelved(languages: Vec<&'static Language>) -> &'static Shelf {
    Box::leak(Box::new(Shelf { languages, ..Shelf::default() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_its_language_first() {
        for text in [
            "",
            "# German",
            "[openings]\nhallo",
            "[language]",
            "[language]\nde",
            "[language]\ndeu | 1",
            "[language]\nDE | 1",
        ] {
            assert_eq!(load(text), None, "{text}");
        }
    }

    #[test]
    fn a_language_that_is_there_stays_as_it_is() {
        let before: Vec<_> = all().iter().map(|language| language.code).collect();
        assert_eq!(before, ["en", "de", "fr", "es", "pt", "it", "nl", "ru", "zh", "ja"]);
        assert_eq!(load("[language]\nde | 99\n[stop words]\ni"), Some("de"));
        assert_eq!(all().len(), before.len());
    }
}
