//! What a value may be.

mod names;
mod places;
mod things;

use super::predicates::{Capture, Matcher, Slot};
use super::tokens::Token;

/// Kinds of values that have rules of their own; any other is a `slot` section of the table.
pub const KINDS: [&str; 11] =
    ["place", "city", "name", "org", "thing", "number", "when", "date", "words", "email", "phone"];

/// Whether these tokens are a value for a slot.
pub fn fits(slot: &Slot, clause: &Matcher<'_>, first: usize, end: usize) -> bool {
    if slot.list {
        let parts = parts(clause, first, end);
        return !parts.is_empty() && parts.iter().all(|(first, end)| is_one(slot, clause, *first, *end));
    }
    is_one(slot, clause, first, end)
}

/// The most tokens that a slot's value takes.
pub fn widest(slot: &Slot) -> usize {
    match slot.kind {
        "number" | "email" => 1,
        "phone" => 6,
        "words" | "org" | "thing" | "when" | "date" => usize::MAX,
        _ if slot.list => usize::MAX,
        _ => 7,
    }
}

/// The values of a slot, as first token and one past the last of each.
pub fn values(capture: &Capture<'_>, clause: &Matcher<'_>) -> Vec<(usize, usize)> {
    match capture.slot.list {
        true => parts(clause, capture.first, capture.end),
        false => vec![(capture.first, capture.end)],
    }
}

/// What a value stands for in an address: of a table's entry the canonical word.
pub fn canonical(slot: &Slot, clause: &Matcher<'_>, first: usize, end: usize) -> String {
    let known = clause.table.has_set(slot.kind).then(|| clause.table.set(slot.kind).whole(&clause.tokens[first..end]));
    known.flatten().map_or_else(|| said(clause.text, &clause.tokens[first..end]).to_lowercase(), str::to_string)
}

/// The words of a value as they were said, with single spaces.
pub fn said(text: &str, tokens: &[Token]) -> String {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return String::new() };
    let words: Vec<&str> = text.get(first.start..last.end).unwrap_or_default().split_whitespace().collect();
    words.join(" ")
}

fn is_one(slot: &Slot, clause: &Matcher<'_>, first: usize, end: usize) -> bool {
    let tokens = &clause.tokens[first..end];
    if ["any more", "no longer"].iter().any(|name| clause.table.set(name).any(tokens)) {
        return false;
    }
    let timed = || clause.whens.iter().any(|(start, until)| *start < end && *until > first);
    match slot.kind {
        "place" => !timed() && places::is_place(clause.table, tokens, clause.text, false),
        "city" => !timed() && places::is_place(clause.table, tokens, clause.text, true),
        "name" => names::is_name(clause.table, tokens),
        "org" => !timed() && names::is_org(clause.table, tokens),
        "thing" => !timed() && things::is_thing(clause.table, tokens),
        "number" => clause.table.set("number").whole(tokens).is_some() || is_number(tokens),
        "when" | "date" => is_when(clause, first, end),
        "words" => !tokens.is_empty(),
        "email" => tokens.len() == 1 && tokens[0].text.contains('@') && tokens[0].text.contains('.'),
        "phone" => is_phone(tokens),
        table => clause.table.has_set(table) && clause.table.set(table).whole(tokens).is_some(),
    }
}

fn is_number(tokens: &[Token]) -> bool {
    tokens.len() == 1 && tokens[0].text.chars().all(|letter| letter.is_ascii_digit()) && tokens[0].text.len() < 10
}

/// One time expression, or several on end; their first preposition may be a word of the pattern.
fn is_when(clause: &Matcher<'_>, first: usize, end: usize) -> bool {
    let mut at = first;
    while at < end {
        let Some((_, until)) = clause.whens.iter().find(|(start, until)| *start <= at && at < *until) else {
            return false;
        };
        at = *until;
    }
    at == end
}

fn is_phone(tokens: &[Token]) -> bool {
    let digits: usize = tokens.iter().map(|token| token.text.chars().filter(char::is_ascii_digit).count()).sum();
    let plain = |token: &Token| token.text.chars().all(|letter| letter.is_ascii_digit() || "+-().".contains(letter));
    (6..=15).contains(&digits) && tokens.iter().all(plain)
}

/// The parts of a list: `peanuts, walnuts and shellfish`. Empty where a part is.
fn parts(clause: &Matcher<'_>, first: usize, end: usize) -> Vec<(usize, usize)> {
    let (mut parts, mut start, mut at) = (Vec::new(), first, first);
    while at < end {
        // `mac and cheese` is one thing.
        let compound = clause.table.set("compounds").length(clause.tokens, at);
        let next = clause.past_joins(at).min(end);
        if compound > 0 && at == start {
            at = (at + compound).min(end);
        } else if next > at {
            parts.push((start, at));
            (start, at) = (next, next);
        } else {
            at += 1;
        }
    }
    parts.push((start, end));
    // "Aux noix et *au* soja": each further part may have the preposition or article again.
    for (start, end) in parts.iter_mut().skip(1) {
        *start = (*start + clause.table.set("heads").length(clause.tokens, *start)).min(*end);
    }
    match parts.iter().any(|(start, end)| start >= end) {
        true => Vec::new(),
        false => parts,
    }
}
