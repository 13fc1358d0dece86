//! Languages as data: a language is a file of sections beside this one. Adding a language is adding a
//! file and naming it in `FILES`.
//!
//! ```text
//! # a comment
//! [hedges]
//! maybe | perhaps
//! i think
//! ```
//!
//! A section's entries stand on lines of their own or between bars. A section name may come twice.

use crate::gather::Map;
use std::sync::OnceLock;

/// ISO 639-1 code and table of each language, the likeliest first.
const FILES: [(&str, &str); 10] = [
    ("en", include_str!("en.txt")),
    ("de", include_str!("de.txt")),
    ("fr", include_str!("fr.txt")),
    ("es", include_str!("es.txt")),
    ("pt", include_str!("pt.txt")),
    ("it", include_str!("it.txt")),
    ("nl", include_str!("nl.txt")),
    ("ru", include_str!("ru.txt")),
    ("zh", include_str!("zh.txt")),
    ("ja", include_str!("ja.txt")),
];

/// One language's table.
#[derive(Debug)]
pub struct Language {
    /// ISO 639-1.
    pub code: &'static str,
    sections: Map<&'static str, Vec<&'static str>>,
}

impl Language {
    fn parse(code: &'static str, table: &'static str) -> Self {
        let mut sections: Map<&'static str, Vec<&'static str>> = Map::new();
        let mut section = "";
        for line in table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                Some(name) => section = name,
                None => sections.entry(section).or_default().extend(line.split('|').map(str::trim)),
            }
        }
        Self { code, sections }
    }

    /// The entries of a section, in the order of the file; none where the language has no such section.
    pub fn entries(&self, section: &str) -> &[&'static str] {
        self.sections.get(section).map_or(&[], Vec::as_slice)
    }
}

/// Every language, parsed once an instance.
pub fn all() -> &'static [Language] {
    static ALL: OnceLock<Vec<Language>> = OnceLock::new();
    ALL.get_or_init(|| FILES.iter().map(|(code, table)| Language::parse(code, table)).collect())
}

/// The languages that a text may be in, the likeliest first; never none.
#[must_use]
pub fn candidates(_text: &str) -> Vec<&'static Language> {
    all().iter().take(1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_hold_their_entries() {
        let table = "# x\n[a]\none | two words\nthree\n[b]\n[a]\nfour";
        let language = Language::parse("xx", table);
        assert_eq!(language.entries("a"), ["one", "two words", "three", "four"]);
        assert!(language.entries("b").is_empty() && language.entries("c").is_empty());
    }
}
