//! How many claims a text could be.

use crate::statements::{begins_anew, is_abbreviation, is_initials, is_ordinal, last_word};

/// The number of sentences of a text that hold a letter; none for a text without any.
///
/// Sentences end at their marks, those of Chinese, Japanese, Hindi and Arabic among them, close to how
/// UAX 29 cuts them (whose tables would be 30 kB for this alone); they are rejoined after
/// abbreviations, initials and German dates, and cut also before a small letter, since chat is often
/// all small letters. A new line begins a sentence; a list marker is none.
///
/// A floor for "one claim": a sentence may hold three (`vegetarian, lives in Leeds and prefers
/// mornings`), and Thai has no marks to count. After `U.S.` or `a.m.` a sentence is taken to end
/// only before a word that commonly begins one, so `at 9 a.m. Parking is free` counts as one.
pub fn sentences(text: &str) -> usize {
    let mut count = 0;
    let mut is_open = false;
    for piece in pieces(text) {
        if !piece.contains(char::is_alphabetic) {
            continue;
        }
        if !is_open || begins_anew(piece) {
            count += 1;
        }
        count += inner_ends(piece);
        is_open = is_left_open(piece);
    }
    count
}

/// The text, cut after each sentence's mark and what closes with it.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, after) = rest.split_at(end_of_piece(rest));
        rest = after;
        Some(piece)
    })
}

/// Where the first piece ends: after a line, or after marks, closing quotes and brackets, and spaces.
/// A full stop ends nothing inside a word or number, nor before a small letter.
fn end_of_piece(text: &str) -> usize {
    const STOPS: [char; 14] = ['!', '?', '。', '！', '？', '｡', '।', '॥', '؟', '۔', '։', '။', '።', '។'];
    let closes = |c: char| "\"'”’»)]}」』）".contains(c);
    let is_line = |c: char| ['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}'].contains(&c);
    for (at, mark) in text.char_indices() {
        let after = &text[at + mark.len_utf8()..];
        if is_line(mark) {
            return text.len() - after.len();
        }
        if mark != '.' && !STOPS.contains(&mark) {
            continue;
        }
        let closed = after.trim_start_matches(|c| c == '.' || STOPS.contains(&c)).trim_start_matches(closes);
        let next = closed.trim_start_matches(|c: char| c.is_whitespace() && !is_line(c));
        let spaced = next.len() < closed.len() || next.is_empty() || next.starts_with(is_line);
        let goes_on = next.chars().find(|c| c.is_alphabetic() || is_line(*c)).is_some_and(char::is_lowercase);
        if mark != '.' || (spaced && !goes_on) {
            return text.len() - next.strip_prefix(is_line).unwrap_or(next).len();
        }
    }
    text.len()
}

/// Set by the last word of a piece; how it is resolved depends on the next piece's first.
fn is_left_open(piece: &str) -> bool {
    if piece.ends_with(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']) {
        return false;
    }
    let Some(body) = piece.trim_end().strip_suffix('.') else { return false };
    let word = last_word(body);
    is_abbreviation(word) || is_initials(word) || is_ordinal(word)
}

/// Sentence ends inside a piece: a mark, a space, a small letter, and no abbreviation before.
fn inner_ends(piece: &str) -> usize {
    let mut count = 0;
    for (at, _) in piece.match_indices(". ") {
        let is_small = piece[at + 2..].chars().next().is_some_and(char::is_lowercase);
        let word = last_word(&piece[..at]);
        let is_word = word.chars().take(2).count() == 2 && word.chars().all(char::is_alphanumeric);
        if is_small && is_word && !is_abbreviation(word) && !word.ends_with(char::is_numeric) {
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn counts(expected: usize, text: &str) {
        assert_eq!(sentences(text), expected, "{text:?}");
    }

    #[test]
    fn one_claim_is_one_sentence() {
        for text in [
            "The user lives in York",
            "The user lives in York.",
            "Dr. Smith is the user's dentist.",
            "The user works for the U.S. Army.",
            "Meetings start at 9 a.m. on Mondays.",
            "The tank holds 3.5 litres.",
            "She likes fruit, e.g. apples and pears.",
            "J. R. R. Tolkien is her favourite author.",
            "Version 2.0.1 is installed.",
            "Mr. and Mrs. Jones live at 5 St. James St. in Bath.",
            "The address is example.com.",
            "Is the user vegetarian?!",
            "She said \"No.\"",
            "Das Treffen ist am 3. Mai um 10 Uhr.",
            "Er mag Obst, z.B. Äpfel.",
            "用户住在北京。",
            "ユーザーは東京に住んでいます。",
            "वह दिल्ली में रहता है।",
            "Wait... what",
            "1. Milk",
            "The user prefers Acme Inc. as supplier.",
        ] {
            counts(1, text);
        }
    }

    #[test]
    fn more_claims_are_more_sentences() {
        counts(2, "The user lives in York. She is vegetarian.");
        counts(2, "i moved to york. i like tea.");
        counts(2, "She lives in the U.S. She works in a bank.");
        counts(2, "用户住在北京。他喜欢茶。");
        counts(2, "東京に住んでいる。猫が好き！");
        counts(2, "Really? Yes!");
        counts(3, "One thing. Another thing! And a third?");
        counts(2, "Likes tea\nHates coffee");
        counts(2, "Likes Dr.\nHates coffee");
        counts(2, "He is from Bonn. Er mag Bier.");
    }

    #[test]
    fn no_letters_no_sentence() {
        counts(0, "");
        counts(0, " \n ... 1. 42!");
    }
}
