//! A text as words, and the phrases of the tables met in it.

use super::languages::Language;
use crate::gather::Map;
use crate::text::nfc;

/// A word: lower case, composed, its apostrophe straight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// First byte in the text.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

/// The words of a text. Apostrophes inside a word belong to it (`don't`), but a short elided word stands
/// alone (`j` `habite`). Of scripts that write no spaces each ideograph or kana is a word.
pub fn words(text: &str) -> Vec<Word> {
    super::steps::add(text.len());
    let mut words = Vec::new();
    let mut start = None;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let joins = is_apostrophe(letter) && start.is_some() && next.is_some_and(char::is_alphanumeric);
        if joins && is_elision(text, start.unwrap_or(at), at + letter.len_utf8()) {
            push(text, start.take(), at, &mut words);
        } else if !joins && is_sign(letter) {
            push(text, start.take(), at, &mut words);
            push(text, Some(at), at + letter.len_utf8(), &mut words);
        } else if joins || letter.is_alphanumeric() || is_mark(letter) {
            start = start.or(Some(at));
        } else {
            push(text, start.take(), at, &mut words);
        }
    }
    push(text, start, text.len(), &mut words);
    words
}

fn push(text: &str, start: Option<usize>, end: usize, words: &mut Vec<Word>) {
    let Some(start) = start.filter(|start| *start < end) else { return };
    let found = &text[start..end];
    let lower = crate::text::lowered(found);
    let lower = if lower.is_ascii() { lower } else { nfc(&lower).replace(is_apostrophe, "'") };
    words.push(Word { text: lower, start, end });
}

/// Whether what ends before an apostrophe is a word of its own: `l'`, `j'`, `qu'`, `o'`; not the `I` of `I'm`.
fn is_elision(text: &str, start: usize, after: usize) -> bool {
    const CONTRACTED: [&str; 7] = ["m", "s", "d", "t", "ll", "re", "ve"];
    let rest = &text[after..];
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    let before = text[start..after].chars().take(4).count();
    before < 4 && !CONTRACTED.iter().any(|known| rest[..end].eq_ignore_ascii_case(known))
}

pub fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{02BC}' | '\u{FF07}' | '\u{2018}')
}

/// Ideographs and kana: a word each.
pub fn is_sign(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' | '々')
}

/// Marks that letters carry, and joiners inside words.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0487}' | '\u{0591}'..='\u{05C7}' | '\u{064B}'..='\u{065F}'
        | '\u{0900}'..='\u{0903}' | '\u{093A}'..='\u{094F}' | '\u{0E31}'..='\u{0E4E}' | '\u{17B4}'..='\u{17D3}'
        | '\u{200C}' | '\u{200D}')
}

/// Phrases of some sections of the tables, found by their first word.
#[derive(Debug, Default)]
pub struct Phrases {
    by_first: Map<String, Vec<Phrase>>,
}

#[derive(Debug)]
struct Phrase {
    section: &'static str,
    rest: Vec<String>,
}

impl Phrases {
    /// The phrases of these sections.
    pub fn new<'a>(languages: impl Iterator<Item = &'a Language>, sections: &[&'static str]) -> Self {
        let mut phrases = Self::default();
        for language in languages {
            for section in sections {
                language.entries(section).iter().for_each(|entry| phrases.add(section, entry));
            }
        }
        phrases
    }

    fn add(&mut self, section: &'static str, entry: &str) {
        let mut parts = words(entry).into_iter().map(|word| word.text);
        let Some(first) = parts.next() else { return };
        self.by_first.entry(first).or_default().push(Phrase { section, rest: parts.collect() });
    }

    /// How many words the longest phrase of a section takes that begins at the first of `words`; 0: none does.
    pub fn begins(&self, section: &str, words: &[Word]) -> usize {
        self.beginning(words).filter(|(found, _)| *found == section).map(|(_, length)| length).max().unwrap_or(0)
    }

    /// The sections of which a phrase begins at the first of `words`, with the words that each takes.
    pub fn beginning<'a>(&'a self, words: &'a [Word]) -> impl Iterator<Item = (&'static str, usize)> + 'a {
        let known = words.first().and_then(|word| self.by_first.get(word.text.as_str()));
        let fits = |phrase: &&Phrase| {
            let after = words.get(1..=phrase.rest.len());
            after.is_some_and(|after| after.iter().zip(&phrase.rest).all(|(word, part)| word.text == *part))
        };
        known.into_iter().flatten().filter(fits).map(|phrase| (phrase.section, phrase.rest.len() + 1))
    }

    /// The first place where a phrase of a section stands, and how many words it takes.
    pub fn find(&self, section: &str, words: &[Word]) -> Option<(usize, usize)> {
        (0..words.len()).find_map(|at| match self.begins(section, &words[at..]) {
            0 => None,
            length => Some((at, length)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn a_word_is_what_is_written_as_one() {
        assert_eq!(texts("I’m in St. Louis, don't!"), ["i'm", "in", "st", "louis", "don't"]);
        assert_eq!(texts("J'habite à l'hôtel"), ["j", "habite", "à", "l", "hôtel"]);
        assert_eq!(texts("James' dog 'Rex'"), ["james", "dog", "rex"]);
        assert_eq!(texts("我住在York市"), ["我", "住", "在", "york", "市"]);
        assert_eq!(texts("role-play"), ["role", "play"]);
        assert_eq!(texts("Cafe\u{301}"), ["café"]);
        assert_eq!(texts(" ... "), [""; 0]);
    }

    proptest! {
        #[test]
        fn words_stand_where_they_say(text in any::<String>()) {
            let mut last = 0;
            for word in words(&text) {
                prop_assert!(last <= word.start && word.start < word.end && text.get(word.start..word.end).is_some());
                last = word.end;
            }
        }
    }
}
