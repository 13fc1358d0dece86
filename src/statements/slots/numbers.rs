//! Numbers, measures and times of day.

use super::super::predicates::Table;
use super::super::tokens::Token;

/// A date that names its day is kept as it was said; `yesterday` is none.
pub fn has_digit(tokens: &[Token]) -> bool {
    let digit = |letter: char| letter.is_numeric() || "一二三四五六七八九十".contains(letter);
    tokens.iter().any(|token| token.text.contains(digit))
}

/// A number in signs: `三十五`.
pub fn is_numeral(tokens: &[Token]) -> bool {
    let digit = |letter: char| "一二三四五六七八九十".contains(letter);
    tokens.len() <= 3 && tokens.iter().all(|token| token.text.chars().all(digit))
}

/// Two words for one number: `seventy-eight`, `forty two`.
pub fn is_spelt(table: &Table, tokens: &[Token]) -> bool {
    let words: Vec<&str> = tokens.iter().flat_map(|token| token.text.split('-')).collect();
    let known = |word: &&str| table.set("number").has(word);
    words.len() == 2 && words[0].ends_with("ty") && !words[1].ends_with("ty") && words.iter().all(known)
}

/// A number in digits.
pub fn is_number(tokens: &[Token]) -> bool {
    tokens.len() == 1 && tokens[0].text.len() < 10 && tokens[0].text.chars().all(|letter| letter.is_ascii_digit())
}

/// `12/03/1990`: whichever is the month, it is kept as it was said.
pub fn is_date(tokens: &[Token]) -> bool {
    let [token] = tokens else { return false };
    let parts: Vec<&str> = token.text.split(['/', '.', '-']).collect();
    (2..=3).contains(&parts.len())
        && parts.iter().all(|part| (1..=4).contains(&part.len()) && part.chars().all(|letter| letter.is_ascii_digit()))
}

/// `180 cm`, `5'11"`, `43.5`.
pub fn is_measure(table: &Table, tokens: &[Token]) -> bool {
    let fits = |token: &Token| is_numeric(token) || table.set("units").whole(core::slice::from_ref(token)).is_some();
    let counts = |token: &Token| is_numeric(token) || table.set("number").whole(core::slice::from_ref(token)).is_some();
    tokens.first().is_some_and(counts) && tokens[1..].iter().all(fits) && (is_numeric(&tokens[0]) || tokens.len() > 1)
}

/// `6`, `6:30 am`, `six in the morning`.
pub fn is_clock(table: &Table, tokens: &[Token]) -> bool {
    let numeric =
        |token: &Token| is_numeric(token) || table.set("number").whole(core::slice::from_ref(token)).is_some();
    let fits = |token: &Token| numeric(token) || table.set("clock words").whole(core::slice::from_ref(token)).is_some();
    let first = tokens
        .first()
        .is_some_and(|token| numeric(token) || matches!(token.text.as_str(), "noon" | "midnight" | "half" | "quarter"));
    first && tokens.iter().all(fits)
}

/// Digits in groups, with a country's prefix.
pub fn is_phone(tokens: &[Token]) -> bool {
    let digits: usize = tokens.iter().map(|token| token.text.chars().filter(char::is_ascii_digit).count()).sum();
    let plain = |token: &Token| token.text.chars().all(|letter| letter.is_ascii_digit() || "+-().".contains(letter));
    (6..=15).contains(&digits) && tokens.iter().all(plain)
}

/// Begins with a digit, with at most a short unit written on: `6am`, `180cm`, `1.80`.
fn is_numeric(token: &Token) -> bool {
    let letters = token.text.chars().filter(|letter| letter.is_alphabetic()).count();
    token.text.starts_with(|letter: char| letter.is_ascii_digit()) && letters <= 3
}
