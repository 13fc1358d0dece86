//! Things that are said and not pointed at.

use super::super::predicates::Table;
use super::super::tokens::Token;

/// A few words, none of which points at what was said elsewhere or restricts what is said here.
pub fn is_thing(table: &Table, tokens: &[Token]) -> bool {
    let words = tokens.iter().filter(|token| token.word).count();
    let marks_fit = tokens.iter().all(|token| token.word || matches!(token.text.as_str(), "&" | "'" | "."));
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return false };
    (1..=8).contains(&words)
        && marks_fit
        && first.word
        && last.word
        && !table.set("pointers").any(tokens)
        && table.set("loose ends").whole(core::slice::from_ref(last)).is_none()
}
