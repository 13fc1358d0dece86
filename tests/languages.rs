//! English is read from the start; another language is read from its table on, whatever the order of loading.

#![allow(clippy::unwrap_used, clippy::panic)]

use memolet::Engine;
use memolet::types::{Failure, Utterance};

const GERMAN: &str = include_str!("../src/statements/languages/de.txt");
const SPANISH: &str = include_str!("../src/statements/languages/es.txt");

fn values(text: &str) -> Vec<(String, Option<String>)> {
    let utterance =
        Utterance { text: text.into(), at: 1_783_846_800_000, utc_offset: None, speaker: None, before: None };
    let reading = Engine::read_statements(&utterance).unwrap();
    reading.statements.into_iter().map(|statement| (statement.language, statement.value)).collect()
}

fn one(language: &str, value: &str) -> Vec<(String, Option<String>)> {
    vec![(language.into(), Some(value.into()))]
}

/// One test: the languages are the process's.
#[test]
fn a_language_is_read_from_its_table_on() {
    assert_eq!(values("I live in York."), one("en", "York"));
    assert_eq!(values("Ich wohne in Bonn."), []);
    assert_eq!(values("Vivo en Madrid."), []);

    for text in ["", "Guten Tag", "[openings]\nhallo", "[language]\nde"] {
        assert!(matches!(Engine::load_language(text), Err(Failure::Invalid(_))), "{text}");
    }
    let long = format!("[language]\nde | 1\n{}", "#\n".repeat(1 << 19));
    assert!(matches!(Engine::load_language(&long), Err(Failure::TooLarge(_))));
    assert_eq!(values("Ich wohne in Bonn."), []);

    // What was made of the languages before follows, in any order.
    assert_eq!(Engine::load_language(SPANISH).unwrap(), "es");
    assert_eq!(Engine::load_language(GERMAN).unwrap(), "de");
    assert_eq!(values("Ich wohne in Bonn."), one("de", "Bonn"));
    assert_eq!(values("Vivo en Madrid."), one("es", "Madrid"));
    assert_eq!(values("I live in York."), one("en", "York"));
    // A frame's words, too: what is to be translated is not said.
    assert_eq!(values("Übersetze ins Englische: Ich wohne in Bonn."), []);

    // One that is there stays as it is.
    assert_eq!(Engine::load_language("[language]\nde | 99\n[stop words]\nich").unwrap(), "de");
    assert_eq!(values("Ich wohne in Bonn."), one("de", "Bonn"));
}
