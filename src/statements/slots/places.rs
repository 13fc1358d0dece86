//! Places where people live.

use super::super::predicates::Table;
use super::super::tokens::Token;
use super::names::{without_article, written};

/// A place. `certain`: one that is known as such, since people move to Linux, Plan B and the next chapter
/// as well.
pub fn is_place(table: &Table, tokens: &[Token], certain: bool) -> bool {
    if table.set("no places").any(tokens) {
        return false;
    }
    let mut parts = tokens.split(|token| token.text == ",");
    let Some(first) = parts.next().filter(|first| !first.is_empty()) else { return false };
    // `Portland, Oregon`
    let regions: Vec<&[Token]> = parts.collect();
    if regions.len() > 2 || regions.iter().any(|region| !(is_known(region) || written(table, region, 1))) {
        return false;
    }
    let known =
        is_known(first) || is_known(without_article(table, first)) || table.set("places").whole(first).is_some();
    let known = known || table.set("place ends").ends_signs(first);
    let numbered = first.iter().any(|token| token.text.contains(|letter: char| letter.is_ascii_digit()));
    let written = !numbered
        && marks_fit(first)
        && first.iter().filter(|token| token.word).count() <= 5
        && !first.iter().any(|token| token.text.contains(|letter| matches!(letter, 'ぁ'..='ゖ')))
        && written(table, first, 1);
    known || (written && (!certain || regions.iter().any(|region| is_known(region))))
}

fn marks_fit(tokens: &[Token]) -> bool {
    let inside =
        |at: usize| at > 0 && tokens[at].text == "." && tokens[at].start == tokens[at - 1].end && at + 1 < tokens.len();
    tokens.iter().enumerate().all(|(at, token)| token.word || inside(at) || token.text == "'")
}

/// A place of the gazetteer.
fn is_known(tokens: &[Token]) -> bool {
    let words: Vec<&str> = tokens.iter().filter(|token| token.word).map(|token| token.text.as_str()).collect();
    super::super::gazetteer::knows(&words.join(" ").replace('.', ""))
}
