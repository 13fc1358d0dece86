//! What a sentence does to the one before it: takes it back, or puts another value in its place.

use super::clauses::{Clause, Sentence};
use super::predicates::{PhraseSet, Table};
use super::tokens::{Token, tokens};

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

const KINDS: [(&str, Marker); 3] =
    [("takebacks", Marker::TakesBack), ("corrections", Marker::Corrects), ("weak corrections", Marker::MayCorrect)];

/// The marker with which a sentence begins.
pub fn at_start(text: &str, table: &Table) -> Option<Marked> {
    let tokens = tokens(text, &table.contractions);
    marked(&tokens, 0, text, table)
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
        let longest = |(name, marker): &(&str, Marker)| Some((length(table.set(name), tokens, at)?, *marker));
        let found = KINDS.iter().filter_map(longest).max_by_key(|(length, _)| *length);
        if let Some((length, marker)) = found {
            at += length;
            strongest = match strongest {
                Some(Marker::TakesBack | Marker::Corrects) => strongest,
                _ => Some(marker),
            };
        } else if strongest.is_some() && !tokens[at].word {
            at += 1;
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
/// at Bolt`. The likeliest first.
pub fn replaced(clause: &Clause, sentence: &Sentence<'_>, by: &str) -> Vec<String> {
    let Some(slot) = clause.last_slot(sentence) else { return Vec::new() };
    let words: Vec<&str> = clause.tokens[..slot].iter().map(|token| token.text.as_str()).collect();
    let by = by.trim();
    (0..=2)
        .filter_map(|less| Some(format!("{} {by}", words.get(..words.len().checked_sub(less)?)?.join(" "))))
        .collect()
}
