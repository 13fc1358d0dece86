//! What a value may be.

mod names;
mod numbers;
mod places;
mod things;

use super::predicates::{Capture, Matcher, Slot, Table};
use super::tokens::{Token, tokens};
use super::when::{Precision, Role, When};

/// Kinds of values that have rules of their own; any other is a `slot` section of the table.
#[cfg(test)]
pub const KINDS: &[&str] = &[
    "place", "city", "name", "proper", "title", "org", "employer", "left", "own", "make", "school", "thing", "liked",
    "noun", "verbal", "study", "what", "value", "model", "number", "digits", "measure", "clock", "when", "every",
    "date", "words", "address", "email", "phone", "trade", "staff", "post", "work", "where", "harm", "subject", "plan",
    "lead", "shut", "branded", "spoken", "years",
];

/// Whether these tokens are a value for a slot.
pub fn fits(slot: &Slot, clause: &Matcher<'_>, first: usize, end: usize) -> bool {
    if slot.list {
        let parts = parts(slot, clause, first, end);
        // `Called Tom, poor kid`: names of a list are written alike.
        let capital = |at: usize| clause.tokens[at].capital;
        let alike = slot.kind != "name" || parts.iter().all(|(at, _)| capital(*at) == capital(parts[0].0));
        return !parts.is_empty() && alike && parts.iter().all(|(first, end)| is_one(slot, clause, *first, *end));
    }
    is_one(slot, clause, first, end)
}

/// The most tokens that a slot's value takes.
pub fn widest(slot: &Slot) -> usize {
    match slot.kind {
        "email" | "digits" => 1,
        "phone" => 6,
        "measure" | "clock" | "what" | "proper" | "name" | "place" | "city" if !slot.list => 7,
        _ => usize::MAX,
    }
}

/// The values of a slot, as first token and one past the last of each.
pub fn values(capture: &Capture<'_>, clause: &Matcher<'_>) -> Vec<(usize, usize)> {
    match capture.slot.list {
        true => parts(capture.slot, clause, capture.first, capture.end),
        false => vec![(capture.first, capture.end)],
    }
}

/// What a value stands for in an address: of a table's entry the canonical word.
pub fn canonical(slot: &Slot, clause: &Matcher<'_>, first: usize, end: usize) -> String {
    let known = clause.table.has_set(slot.kind).then(|| clause.table.set(slot.kind).whole(&clause.tokens[first..end]));
    known.flatten().map_or_else(|| crate::text::lowered(&said(clause.text, &clause.tokens[first..end])), str::to_string)
}

/// The name of a place of the table that is said in another case: `Москве` is `Москва`.
pub fn place(slot: &Slot, table: &Table, tokens: &[Token]) -> Option<&'static str> {
    let named = table.set("places").whole(tokens)?;
    (matches!(slot.kind, "place" | "city") && named.starts_with(char::is_uppercase)).then_some(named)
}

/// Whether a text in signs, where no capitals tell names, is certainly a place.
pub fn is_known_place(text: &str, table: &Table) -> bool {
    places::is_place(table, &tokens(text, &table.contractions), true)
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
    let table = clause.table;
    let last = tokens.last().map_or(&[][..], core::slice::from_ref);
    match slot.kind {
        "place" => !timed() && places::is_place(table, tokens, false),
        "city" => !timed() && places::is_place(table, tokens, true),
        "name" => names::is_name(table, tokens),
        "proper" => !timed() && names::is_proper(table, tokens),
        "title" => names::is_name(table, tokens) || names::is_org(table, tokens),
        "org" => !timed() && names::is_org(table, tokens),
        "employer" => !timed() && names::is_org(table, tokens) && !table.set("no employers").any(tokens),
        "left" => !timed() && names::is_left(table, tokens),
        "own" => {
            !timed()
                && things::is_thing(table, tokens)
                && !is_relative(table, tokens)
                && table.set("no events").whole(tokens).is_none()
        }
        "make" => things::is_make(table, tokens),
        "school" => !timed() && names::is_org(table, tokens) && table.set("schools").any(tokens),
        "thing" => !timed() && things::is_thing(table, tokens),
        "liked" | "noun" | "verbal" | "study" => !timed() && things::is_liked(table, tokens, slot.kind),
        "what" => things::is_thing(table, tokens) && tokens.len() <= 4,
        "value" => things::is_title(table, tokens),
        "model" => things::is_model(table, tokens),
        "harm" => !timed() && things::is_liked(table, tokens, "liked") && !table.set("no harms").any(tokens),
        "subject" => !timed() && things::is_liked(table, tokens, "liked") && !things::is_counted(table, tokens),
        "plan" => {
            !timed()
                && !tokens[0].capital
                && things::is_title(table, tokens)
                && table.set("no plans").length(tokens, 0) == 0
        }
        "trade" => !timed() && things::is_last(table, "job", tokens),
        "staff" => !timed() && things::is_last(table, "job", tokens) && table.set("no staff").whole(last).is_none(),
        "post" => !timed() && things::is_last(table, "post", tokens),
        "lead" => is_lead(table, tokens),
        "branded" => tokens.len() <= 5 && table.set("branded").length(tokens, 0) > 0 && things::is_title(table, tokens),
        "spoken" => table.set("language").whole(tokens).is_some() || names::is_name(table, tokens) && tokens.len() == 1,
        "shut" => {
            table.set("where words").length(tokens, 0) > 0
                && things::is_there(table, tokens, true)
                && table.set("containers").whole(last).is_some()
        }
        "work" => !timed() && things::is_thing(table, tokens) && tokens.len() <= 6,
        "number" => {
            table.set("number").whole(tokens).is_some()
                || numbers::is_spelt(table, tokens)
                || numbers::is_number(tokens)
                || numbers::is_numeral(tokens)
        }
        "years" => {
            numbers::is_number(tokens) && tokens[0].text.parse().is_ok_and(|years: u8| (1..120).contains(&years))
        }
        "digits" => numbers::is_number(tokens),
        "measure" => numbers::is_measure(table, tokens),
        "clock" => numbers::is_clock(table, tokens),
        "when" => is_when(clause, first, end, |when| when.role.is_dated()),
        "every" => is_when(clause, first, end, |when| when.role == Role::Every),
        "date" => {
            numbers::is_date(tokens)
                || is_when(clause, first, end, |when| when.precision == Precision::Day && !when.bare)
                    && numbers::has_digit(tokens)
        }
        "words" => !tokens.is_empty(),
        "address" => {
            tokens.len() >= 3
                && tokens.iter().any(|token| token.text.starts_with(|letter: char| letter.is_ascii_digit()))
        }
        "where" => {
            tokens.len() >= 2
                && table.set("where words").length(tokens, 0) > 0
                && things::is_there(table, tokens, table.set("containers").whole(last).is_some())
        }
        "email" => tokens.len() == 1 && tokens[0].text.contains('@') && tokens[0].text.contains('.'),
        "phone" => numbers::is_phone(tokens),
        kind => table.has_set(kind) && table.set(kind).whole(tokens).is_some(),
    }
}

/// A rank: `head of sales`, `senior developer`.
fn is_lead(table: &Table, tokens: &[Token]) -> bool {
    let ranked = table.set("leaders").length(tokens, 0);
    let rest = tokens.get(ranked..).unwrap_or_default();
    let of = rest.first().is_some_and(|token| token.text == "of") && table.set("unit").whole(&rest[1..]).is_some();
    ranked > 0 && (of || !rest.is_empty() && things::is_last(table, "job", rest))
}

/// What belongs to somebody of the speaker's: `sister's birthday`.
fn is_relative(table: &Table, tokens: &[Token]) -> bool {
    ["relation", "relative"].iter().any(|name| table.set(name).length(tokens, 0) > 0)
}

/// One time expression, or several on end; their first preposition may be a word of the pattern.
fn is_when(clause: &Matcher<'_>, first: usize, end: usize, fits: impl Fn(&When) -> bool) -> bool {
    let mut at = first;
    while at < end {
        let found = clause.whens.iter().position(|(start, until)| *start <= at && at < *until);
        let Some(found) = found.filter(|found| clause.times.get(*found).is_some_and(|when| fits(when))) else {
            return false;
        };
        at = clause.whens[found].1;
    }
    at == end
}

/// The parts of a list: `peanuts, walnuts and shellfish`. Empty where a part is.
fn parts(slot: &Slot, clause: &Matcher<'_>, first: usize, end: usize) -> Vec<(usize, usize)> {
    let named = matches!(slot.kind, "name" | "proper");
    let first = first + clause.table.set("fillers").length(clause.tokens, first);
    let (mut parts, mut start, mut at) = (Vec::new(), first, first);
    while at < end {
        // `mac and cheese` is one thing.
        let compound = if named { 0 } else { clause.table.set("compounds").length(clause.tokens, at) };
        let joined = at + clause.table.set("list joins").length(clause.tokens, at);
        let joined = clause.past_joins(at.max(joined)).max(joined);
        let next = (joined + clause.table.set("fillers").length(clause.tokens, joined)).min(end);
        let next = if joined == at { at } else { next };
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
