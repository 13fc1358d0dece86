//! A sentence as tokens: what the patterns of the tables are matched against.

use super::faces::face_at;
use super::languages::Language;
use super::words::{is_apostrophe, is_sign};
use crate::gather::Map;
use crate::text;

/// A word or a mark. A contraction is several: `don't` is `do` `not`, of which the first spans it whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Lower case, without accents, its apostrophe straight.
    pub text: String,
    /// First byte in the sentence.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// It begins with a capital letter.
    pub capital: bool,
    /// A word, not a mark.
    pub word: bool,
}

/// What a language writes in one word and reads as several.
#[derive(Debug, Default)]
pub struct Contractions {
    whole: Map<String, Vec<String>>,
    elided: Vec<String>,
}

impl Contractions {
    /// Of a language's sections `contractions` (`don't dont = do not`) and `elisions` (`j'`).
    pub fn of(language: &Language) -> Self {
        let mut whole = Map::new();
        for line in language.entries("contractions") {
            let Some((forms, words)) = line.split_once('=') else { continue };
            let words: Vec<String> = words.split_whitespace().map(folded).collect();
            for form in forms.split_whitespace() {
                whole.insert(folded(form), words.clone());
            }
        }
        Self { whole, elided: language.entries("elisions").iter().map(|entry| (*entry).to_string()).collect() }
    }
}

/// A word as tokens hold it: chat leaves accents out.
pub fn folded(word: &str) -> String {
    let lower = crate::text::lowered(word);
    if lower.is_ascii() { lower } else { text::lower(&text::flatten(&lower)) }
}

/// The tokens of a sentence. Spaces and emoji are none.
pub fn tokens(text: &str, contractions: &Contractions) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) {
        // A pattern's `'s` stands alone.
        if text[at..].starts_with("'s")
            && !text[at + 2..].starts_with(char::is_alphanumeric)
            && found.last().is_none_or(|last: &Token| last.end < at)
        {
            found.push(Token { text: "'s".into(), start: at, end: at + 2, capital: false, word: true });
            at += 2;
            continue;
        }
        if let Some(face) = face_at(text, at) {
            at += face;
            continue;
        }
        let end = if letter.is_alphanumeric() || (letter == '+' && digit_follows(text, at + 1)) {
            end_of_word(text, at)
        } else {
            at + letter.len_utf8()
        };
        let end = past_elision(text, at, end, contractions);
        if letter.is_alphanumeric() || letter == '+' {
            push_word(text, at, end, contractions, &mut found);
        } else if !letter.is_whitespace() && is_mark(letter) && !is_abbreviating(text, at) {
            let text = match letter {
                mark if is_apostrophe(mark) => "'".into(),
                // Either is written in Chinese.
                '，' => ",".into(),
                mark => mark.to_string(),
            };
            found.push(Token { text, start: at, end, capital: false, word: false });
        }
        at = end;
    }
    found
}

/// Past the apostrophe of an elided word that stands alone, as in a table.
fn past_elision(text: &str, at: usize, end: usize, contractions: &Contractions) -> usize {
    let mark = text[end..].chars().next().filter(|letter| is_apostrophe(*letter)).map_or(0, char::len_utf8);
    let elided =
        |elided: &String| elided.strip_suffix('\'').is_some_and(|word| word == crate::text::lowered(&text[at..end]));
    if mark > 0 && contractions.elided.iter().any(elided) { end + mark } else { end }
}

/// A full stop before a small letter, which ends no sentence: `Acme Inc. any more`.
fn is_abbreviating(text: &str, at: usize) -> bool {
    text[at..].strip_prefix(". ").is_some_and(|rest| rest.trim_start().starts_with(char::is_lowercase))
}

/// Punctuation and signs that mean something; emoji and ornaments say nothing.
fn is_mark(letter: char) -> bool {
    let code = u32::from(letter);
    !letter.is_control()
        && !matches!(code, 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2069 | 0x2190..=0x2BFF | 0xFE00..=0xFE0F | 0xFEFF | 0x1F000..)
}

fn digit_follows(text: &str, at: usize) -> bool {
    text[at..].starts_with(|letter: char| letter.is_ascii_digit())
}

/// Letters and digits, and the marks that stand between two of them: `O'Brien`, `gluten-free`, `3:30`,
/// `sam@example.org`. A sign of a script without spaces stands alone.
fn end_of_word(text: &str, start: usize) -> usize {
    let mut letters = text[start..].char_indices().peekable();
    let mut last = ' ';
    while let Some((at, letter)) = letters.next() {
        let end = start + at + letter.len_utf8();
        if is_sign(letter) {
            return if at == 0 { end } else { start + at };
        }
        let next = letters.peek().map_or(' ', |(_, next)| *next);
        let inside = letter.is_alphanumeric() || matches!(u32::from(letter), 0x300..=0x36F) || at == 0;
        if !inside && !(joins(letter, last, next)) {
            return start + at;
        }
        last = letter;
    }
    text.len()
}

fn joins(mark: char, before: char, after: char) -> bool {
    let between_digits = before.is_ascii_digit() && after.is_ascii_digit();
    before.is_alphanumeric()
        && after.is_alphanumeric()
        && !is_sign(after)
        && (is_apostrophe(mark)
            || matches!(mark, '-' | '.' | '@' | '_' | '&' | '+')
            || (between_digits && matches!(mark, ':' | ',' | '/')))
        || (mark == '@' && before.is_alphanumeric())
        || (matches!(mark, '+' | '#') && (before.is_alphabetic() || before == mark) && !after.is_alphanumeric())
}

fn push_word(text: &str, start: usize, end: usize, contractions: &Contractions, found: &mut Vec<Token>) {
    let said = &text[start..end];
    let lower = folded(said);
    let capital = said.starts_with(char::is_uppercase);
    let mut push = |text: &str, start, end| {
        found.push(Token { text: text.into(), start, end, capital, word: true });
    };
    if let Some(words) = contractions.whole.get(&lower) {
        for (nth, word) in words.iter().enumerate() {
            push(word, if nth == 0 { start } else { end }, end);
        }
        return;
    }
    let elided =
        contractions.elided.iter().find(|elided| lower.len() > elided.len() && lower.starts_with(elided.as_str()));
    // An apostrophe of the text may take more bytes than the straight one.
    let cut = said
        .char_indices()
        .find(|(_, letter)| is_apostrophe(*letter))
        .map(|(at, letter)| start + at + letter.len_utf8());
    if let (Some(elided), Some(cut)) = (elided, cut) {
        push(elided, start, cut);
        push_word(text, cut, end, contractions, found);
        return;
    }
    let owner = lower.strip_suffix("'s").filter(|owner| !owner.is_empty());
    let owner_end = said.char_indices().rev().find(|(_, letter)| is_apostrophe(*letter)).map(|(at, _)| start + at);
    match (owner, owner_end) {
        (Some(owner), Some(cut)) => {
            push(owner, start, cut);
            push("'s", cut, end);
        }
        _ => push(&lower, start, end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn english() -> Contractions {
        let mut whole = Map::new();
        whole.insert("don't".into(), vec!["do".into(), "not".into()]);
        Contractions { whole, elided: vec!["j'".into()] }
    }

    fn texts(text: &str) -> Vec<String> {
        tokens(text, &english()).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn contractions_are_words_and_marks_inside_words_belong_to_them() {
        assert_eq!(texts("I don’t live in St. Louis!"), ["i", "do", "not", "live", "in", "st", ".", "louis", "!"]);
        assert_eq!(texts("J'habite; O'Brien"), ["j'", "habite", ";", "o'brien"]);
        assert_eq!(texts("my dog's name: Rex 🐶"), ["my", "dog", "'s", "name", ":", "rex"]);
        assert_eq!(
            texts("a@b.org, gluten-free at 3:30 +44 7911"),
            ["a@b.org", ",", "gluten-free", "at", "3:30", "+44", "7911"]
        );
        assert_eq!(texts("我住在York市"), ["我", "住", "在", "york", "市"]);
        assert_eq!(texts("C++ R&B AT&T"), ["c++", "r&b", "at&t"]);
    }

    proptest! {
        #[test]
        fn tokens_stand_where_they_say(text in "\\PC{0,60}|[a-z'’ .@+-]{0,40}") {
            let mut last = 0;
            for token in tokens(&text, &english()) {
                prop_assert!(last <= token.start && token.start <= token.end && text.get(token.start..token.end).is_some());
                last = token.end;
            }
        }
    }
}
