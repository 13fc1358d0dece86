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
    if regions.len() > 2 || regions.iter().any(|region| !(is_known(table, region) || written(table, region, 1))) {
        return false;
    }
    let known = is_known(table, first)
        || is_known(table, without_article(table, first))
        || table.set("places").whole(first).is_some();
    // `portland oregon`
    let known = known || (1..first.len()).any(|at| is_known(table, &first[..at]) && is_known(table, &first[at..]));
    let known = known || table.set("place ends").ends_signs(first);
    let numbered = first.iter().any(|token| token.text.contains(|letter: char| letter.is_ascii_digit()));
    let written = !numbered
        && marks_fit(first)
        && first.iter().filter(|token| token.word).count() <= 5
        && !first.iter().any(|token| token.text.contains(|letter| matches!(letter, 'ぁ'..='ゖ')))
        && written(table, first, 1);
    known || (written && (!certain || regions.iter().any(|region| is_known(table, region))))
}

fn marks_fit(tokens: &[Token]) -> bool {
    let inside =
        |at: usize| at > 0 && tokens[at].text == "." && tokens[at].start == tokens[at - 1].end && at + 1 < tokens.len();
    tokens.iter().enumerate().all(|(at, token)| token.word || inside(at) || token.text == "'")
}

/// A place of the gazetteer. It takes one of many names for one that it has not: what cannot be a name is not asked.
fn is_known(table: &Table, tokens: &[Token]) -> bool {
    const MOST: usize = 4;
    let written = written(table, tokens, 1);
    let typed = !tokens.iter().any(|token| token.capital) && !table.set("pointers").any(tokens);
    if !(written || typed) || tokens.len() > 2 * MOST {
        return false;
    }
    let words: Vec<&str> = tokens.iter().filter(|token| token.word).map(|token| token.text.as_str()).collect();
    super::super::gazetteer::knows(&words.join(" "))
}
