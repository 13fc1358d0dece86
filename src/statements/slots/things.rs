//! Things that are said and not pointed at.

use super::super::predicates::Table;
use super::super::tokens::Token;
use super::names;
use core::slice::from_ref;

/// A few words, none of which points at what was said elsewhere or restricts what is said here.
pub fn is_thing(table: &Table, tokens: &[Token]) -> bool {
    is_title(table, tokens) && table.set("loose starts").length(tokens, 0) == 0
}

/// The same, which may begin with any word: the title of a book.
pub fn is_title(table: &Table, tokens: &[Token]) -> bool {
    let words = tokens.iter().filter(|token| token.word).count();
    let marks_fit = tokens.iter().all(|token| token.word || matches!(token.text.as_str(), "&" | "'" | "." | "/"));
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return false };
    (1..=8).contains(&words)
        && marks_fit
        && first.word
        && last.word
        && !table.set("pointers").any(tokens)
        && table.set("loose ends").whole(from_ref(last)).is_none()
}

/// What somebody likes: no thing of the moment. A `noun` has no verbal form in it, a `verbal` begins with one, and
/// nobody `studies` what is one.
pub fn is_liked(table: &Table, tokens: &[Token], kind: &str) -> bool {
    let plain = is_thing(table, tokens) && table.set("liked starts").length(tokens, 0) == 0;
    let verbal = |token: &Token| table.set("gerunds").ends(&token.text);
    let fits = match kind {
        "noun" => !tokens.iter().any(verbal),
        "verbal" => tokens.first().is_some_and(verbal),
        "study" => tokens.len() <= 4,
        _ => true,
    };
    plain && fits
}

/// What a thing is by name: `MacBook Air`, `iPhone 15`.
pub fn is_model(table: &Table, tokens: &[Token]) -> bool {
    let named = |token: &Token| {
        token.capital || token.text.chars().any(|letter| letter.is_ascii_digit()) || token.text.starts_with("iph")
    };
    tokens.len() <= 5
        && tokens.first().is_some_and(|token| token.capital)
        && tokens.iter().all(named)
        && is_title(table, tokens)
}

/// A thing with a name or a number in it: `red Honda Civic`.
pub fn is_make(table: &Table, tokens: &[Token]) -> bool {
    let named = |token: &Token| token.capital || token.text.chars().any(|letter| letter.is_ascii_digit());
    tokens.len() <= 5 && tokens.iter().any(named) && is_thing(table, tokens)
}

/// A job, a workplace by its last word: `primary school teacher`, `village library`.
pub fn is_last(table: &Table, set: &str, tokens: &[Token]) -> bool {
    let longest = tokens.len().min(3);
    // `Sous-chef` is written as two words as well.
    let parts = tokens.last().filter(|last| last.text.contains('-')).map(parted).unwrap_or_default();
    let named = (1..=longest).any(|count| table.set(set).whole(&tokens[tokens.len() - count..]).is_some())
        || table.set(set).whole(&parts).is_some();
    let aged = tokens.iter().any(|token| token.text.starts_with(|letter: char| letter.is_ascii_digit()));
    named && !aged && tokens.len() <= 6 && is_thing(table, tokens) && !table.set("joins").any(tokens)
}

/// A word with hyphens as its parts.
fn parted(token: &Token) -> Vec<Token> {
    token.text.split('-').map(|part| Token { text: part.into(), ..token.clone() }).collect()
}

/// A year of studies and no subject: `second-year`.
pub fn is_counted(table: &Table, tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.text.contains("year")) || table.set("degree").length(tokens, 0) > 0
}

/// Where something is: `in the drawer`. `held`: in what holds things.
pub fn is_there(table: &Table, tokens: &[Token], held: bool) -> bool {
    let body = tokens.iter().filter(|token| !matches!(token.text.as_str(), "my" | "our"));
    let body: Vec<Token> = body.cloned().collect();
    // `On silent` is no place.
    let placed = body.len() >= 3
        || held
        || body.get(1).is_some_and(|token| token.capital || matches!(token.text.as_str(), "home" | "storage"));
    placed && is_title(table, &body) && !names::is_only_marks(&body)
}
