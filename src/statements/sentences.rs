//! A passage cut into sentences.

use crate::types::Span;

/// The sentences of a passage, in order, without the spaces and list markers around them.
#[must_use]
pub fn sentences(text: &str, within: Span) -> Vec<Span> {
    let (mut at, end) = (within.start as usize, (within.end as usize).min(text.len()));
    let mut found = Vec::new();
    while let Some(rest) = text.get(at..end).filter(|rest| !rest.is_empty()) {
        let next = at + end_of_piece(rest);
        found.extend(trimmed(text, at, next));
        at = next;
    }
    found
}

fn end_of_piece(text: &str) -> usize {
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let ends = match letter {
            '\n' | '\r' | '。' | '！' | '？' => true,
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
            _ => false,
        };
        if ends {
            return at + letter.len_utf8();
        }
    }
    text.len()
}

fn trimmed(text: &str, start: usize, end: usize) -> Option<Span> {
    let piece = &text[start..end];
    let body = piece.trim();
    let start = start + (piece.len() - piece.trim_start().len());
    let span = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    (!body.is_empty()).then(|| Span { start: span(start), end: span(start + body.len()) })
}
