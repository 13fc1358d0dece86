//! The words of all languages that open and close frames: an utterance may mix languages.

use crate::statements::languages::shelf;
use crate::statements::words::{Phrases, Word};

const SECTIONS: [&str; 51] = [
    "openings",
    "asking",
    "requests",
    "requests anywhere",
    "requests of any",
    "requests of this",
    "judged",
    "riddles",
    "received",
    "about",
    "song parts",
    "own heads",
    "of others",
    "that",
    "remember",
    "slot tongue",
    "slot language",
    "this",
    "texts",
    "no texts",
    "sayings",
    "reports",
    "announces",
    "shows",
    "closes",
    "roles",
    "fiction",
    "fiction inside",
    "supposed",
    "supposed inside",
    "no frame",
    "returns",
    "returns of texts",
    "labels",
    "answers",
    "own speakers",
    "assistants",
    "wrote",
    "forwards",
    "headers",
    "attached",
    "subjects",
    "greetings",
    "nobody",
    "sign-offs",
    "i",
    "we",
    "my",
    "you",
    "stop words",
    "starters",
];

/// The phrases of every language.
pub fn vocabulary() -> &'static Phrases {
    let shelf = shelf();
    shelf.vocabulary.get_or_init(|| Phrases::new(shelf.languages(), &SECTIONS))
}

/// Whether a phrase of a section is all of these words.
pub fn is_all(section: &str, words: &[Word]) -> bool {
    let mut lengths = vocabulary().beginning(words).filter(|(found, _)| *found == section);
    lengths.any(|(_, length)| length == words.len())
}

/// Whether a phrase of a section stands in these words.
pub fn holds(section: &str, words: &[Word]) -> bool {
    vocabulary().find(section, words).is_some()
}

/// Whether a phrase of any of these sections stands in these words.
pub fn holds_any(sections: &[&str], words: &[Word]) -> bool {
    sections.iter().any(|section| holds(section, words))
}

/// Whether these words begin with a phrase of any of these sections.
pub fn begins_any(sections: &[&str], words: &[Word]) -> bool {
    sections.iter().any(|section| vocabulary().begins(section, words) > 0)
}

/// The words after all phrases of these sections that they begin with.
pub fn after<'a>(sections: &[&str], mut words: &'a [Word]) -> &'a [Word] {
    loop {
        let length = sections.iter().map(|section| vocabulary().begins(section, words)).max().unwrap_or(0);
        if length == 0 || length >= words.len() {
            return words;
        }
        words = &words[length..];
    }
}
