//! What a sentence does to the one before it: takes it back, or puts another value in its place.

use super::clauses::{Clause, Sentence};
use super::predicates::{PhraseSet, Table};
use super::tokens::{Token, tokens};
use super::words::is_sign;

/// A sentence that speaks about the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// `Just kidding`.
    TakesBack,
    /// `I meant`: what follows is meant, whatever it is.
    Corrects,
    /// `Sorry`, `no,`: so where what follows fits.
    MayCorrect,
}

/// A marker, and where the words after it begin.
#[derive(Clone, Copy, Debug)]
pub struct Marked {
    /// Which.
    pub marker: Marker,
    /// First byte of it.
    pub at: usize,
    /// First byte after it.
    pub rest: usize,
}

const KINDS: [(&str, Marker); 5] = [
    ("takebacks alone", Marker::TakesBack),
    ("takebacks", Marker::TakesBack),
    ("doubts", Marker::TakesBack),
    ("corrections", Marker::Corrects),
    ("weak corrections", Marker::MayCorrect),
];

/// Those that are markers only where nothing but a closer follows.
const ALONE: [&str; 2] = ["doubts", "takebacks alone"];

/// The marker with which a sentence begins.
pub fn at_start(text: &str, table: &Table) -> Option<Marked> {
    let tokens = tokens(text, &table.contractions);
    let first = tokens.iter().position(|token| token.word)?;
    // `Nah, just messing with you`.
    let opened = ["openings", "lead-ins"].iter().filter_map(|name| length(table.set(name), &tokens, first)).max();
    let after = || opened.and_then(|length| (first + length..tokens.len()).find(|at| tokens[*at].word));
    marked(&tokens, first, text, table).or_else(|| marked(&tokens, after()?, text, table))
}

/// Where the words begin that say what is so now: `It's Leeds now`.
pub fn update(text: &str, table: &Table) -> Option<usize> {
    let at = restated(text, table)?;
    table.set("updated").any(&tokens(text.get(at..)?, &table.contractions)).then_some(at)
}

/// Past `it's`, with which a sentence begins that says something again.
pub fn restated(text: &str, table: &Table) -> Option<usize> {
    let tokens = tokens(text, &table.contractions);
    let length = length(table.set("restated"), &tokens, 0)?;
    tokens.get(length).map(|token| token.start)
}

/// What was meant, and what it was not: `not Oli, I meant Olly`, `Olly, not Oli`.
pub fn instead<'t>(text: &'t str, table: &Table) -> Option<(&'t str, &'t str)> {
    let tokens = tokens(text, &table.contractions);
    let negated = |at: usize| table.set("negators").length(&tokens, at);
    let words = |from: usize, end: usize| {
        let inside = tokens.get(from..end)?;
        let (first, last) = (inside.iter().find(|token| token.word)?, inside.iter().rfind(|token| token.word)?);
        text.get(first.start..last.end)
    };
    let comma = tokens.iter().position(|token| matches!(token.text.as_str(), "," | "-" | "–" | "—" | ";"))?;
    if negated(0) > 0 {
        let right = marked(&tokens, comma + 1, text, table).map_or(tokens.get(comma + 1)?.start, |marked| marked.rest);
        return Some((text.get(right..)?.trim_end_matches(['.', '!', ' ']), words(negated(0), comma)?));
    }
    let not = negated(comma + 1);
    (not > 0).then(|| Some((words(0, comma)?, words(comma + 1 + not, tokens.len())?)))?
}

/// The marker inside a sentence, after a comma or a dash: `York, no wait, Leeds`.
pub fn inside(text: &str, table: &Table) -> Option<Marked> {
    let tokens = tokens(text, &table.contractions);
    let joins =
        |token: &Token| matches!(token.text.as_str(), "," | ";" | "-" | "–" | "—" | "…" | "." | "(" | "，" | "、");
    (1..tokens.len()).find_map(|at| {
        let found = joins(&tokens[at - 1]).then(|| marked(&tokens, at, text, table)).flatten()?;
        Some(Marked { at: tokens[at - 1].start, ..found })
    })
}

/// Markers in a row are the strongest of them: `sorry, no, I meant`.
fn marked(tokens: &[Token], first: usize, text: &str, table: &Table) -> Option<Marked> {
    let (mut at, mut strongest) = (first, None);
    while at < tokens.len() {
        // `Spaß!` takes back, `Spaß macht mir Schach` does not.
        let stands = |length: &usize| {
            let next = tokens.get(at + *length);
            next.is_none_or(|next| !next.word) || table.set("closers").length(tokens, at + *length) > 0
        };
        let longest = |(name, marker): &(&str, Marker)| {
            let found = length(table.set(name), tokens, at).filter(|length| !ALONE.contains(name) || stands(length));
            Some((found?, *marker))
        };
        let found = KINDS.iter().filter_map(longest).max_by_key(|(length, _)| *length);
        if let Some((length, marker)) = found {
            at += length;
            strongest = match strongest {
                Some(Marker::TakesBack | Marker::Corrects) => strongest,
                _ => Some(marker),
            };
        } else if strongest.is_some() && !tokens[at].word {
            at += 1;
        } else if let Some(length) = length(table.set("restated"), tokens, at).filter(|_| strongest.is_some()) {
            // `Correction: it's Hannah`.
            at += length;
        } else {
            break;
        }
    }
    let rest = tokens.get(at).map_or(text.len(), |token| token.start);
    strongest.map(|marker| Marked { marker, at: tokens[first].start, rest })
}

fn length(set: &PhraseSet, tokens: &[Token], at: usize) -> Option<usize> {
    Some(set.length(tokens, at)).filter(|length| *length > 0)
}

/// The clause with its last value replaced by other words, as a text: with `at Bolt`, `I work at Acme` is `i work
/// at Bolt`. The likeliest first. Where a language has its verb behind (`in Köln gewohnt`, `仙台に住んでいます`), that
/// follows.
pub fn replaced(clause: &Clause, sentence: &Sentence<'_>, by: &str) -> Vec<String> {
    let Some((slot, end)) = clause.last_slot(sentence) else { return Vec::new() };
    let (by, after) = (by.trim(), joined(&clause.tokens[end..]));
    let mut texts: Vec<String> = (0..=2)
        .filter_map(|less| Some(format!("{} {by}", joined(clause.tokens.get(..slot.checked_sub(less)?)?))))
        .collect();
    if clause.tokens[end..].iter().any(|token| token.word) {
        let bare = without_closers(by, sentence.table);
        let behind = texts.iter().map(|text| format!("{}{bare} {after}", text.strip_suffix(by).unwrap_or(text)));
        let behind: Vec<String> = behind.collect();
        texts.splice(0..0, behind);
    }
    texts
}

/// Tokens as a text; between signs stands no space.
fn joined(tokens: &[Token]) -> String {
    let apart = |token: &Token| if token.text.contains(is_sign) { "" } else { " " };
    tokens.iter().flat_map(|token| [apart(token), token.text.as_str()]).collect()
}

/// Without what closes a sentence: `山形です。` is `山形`.
fn without_closers<'t>(text: &'t str, table: &Table) -> &'t str {
    let tokens = tokens(text, &table.contractions);
    let closes = |from: &usize| {
        let mut at = *from;
        while at < tokens.len() {
            match if tokens[at].word { table.set("closers").length(&tokens, at) } else { 1 } {
                0 => return false,
                length => at += length,
            }
        }
        true
    };
    let end = (1..tokens.len()).find(closes).map(|at| tokens[at].start);
    text.get(..end.unwrap_or(text.len())).unwrap_or(text).trim()
}
