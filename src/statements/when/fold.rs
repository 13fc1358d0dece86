//! A text as it is compared: lower case, without accents, one form of each sign; each character knows
//! the byte that it came from.

use crate::text::{flatten, lower};

/// A folded text.
pub(super) struct Folded {
    chars: Vec<char>,
    bytes: Vec<usize>,
    length: usize,
}

impl Folded {
    pub(super) fn of(text: &str) -> Self {
        let (mut chars, mut bytes) = (Vec::with_capacity(text.len()), Vec::with_capacity(text.len()));
        for (at, c) in text.char_indices() {
            each_folded(c, |folded| {
                chars.push(folded);
                bytes.push(at);
            });
        }
        Self { chars, bytes, length: text.len() }
    }

    pub(super) fn len(&self) -> usize {
        self.chars.len()
    }

    pub(super) fn get(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    /// The byte of the text at which a character begins.
    pub(super) fn byte(&self, at: usize) -> usize {
        self.bytes.get(at).copied().unwrap_or(self.length)
    }

    /// The byte behind the character before a place.
    pub(super) fn byte_behind(&self, text: &str, at: usize) -> usize {
        let last = at.checked_sub(1).map_or(0, |last| self.byte(last));
        text.get(last..).and_then(|rest| rest.chars().next()).map_or(last, |c| last + c.len_utf8())
    }

    /// Where a word may begin or end.
    pub(super) fn is_edge(&self, at: usize) -> bool {
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
        !(at > 0 && joins(self.get(at - 1)) && joins(self.get(at)))
    }

    /// The place after spaces, with at most one comma before them.
    pub(super) fn skip_gap(&self, mut at: usize) -> usize {
        if matches!(self.get(at), Some(',' | '、')) {
            at += 1;
        }
        while self.get(at).is_some_and(char::is_whitespace) {
            at += 1;
        }
        at
    }

    /// The place behind a word, if it stands here.
    pub(super) fn skip(&self, at: usize, word: &[char]) -> Option<usize> {
        let found = self.chars.get(at..at + word.len())? == word;
        // Digits do not go on: `1月` is not in `11月`, and 5 is not in 50.
        let splits = |at: usize| at > 0 && is_digit(self.get(at - 1)) && is_digit(self.get(at));
        (found && !splits(at) && !splits(at + word.len())).then_some(at + word.len())
    }

    /// A number of so many digits, and the place behind it.
    pub(super) fn digits(&self, at: usize, most: usize) -> Option<(i64, usize)> {
        let (mut end, mut number) = (at, 0);
        while let Some(digit) = self.get(end).and_then(|c| c.to_digit(10)) {
            (end, number) = (end + 1, number * 10 + i64::from(digit));
            if end - at > most {
                return None;
            }
        }
        let begins = at == 0 || !is_digit(self.get(at - 1));
        (end > at && begins).then_some((number, end))
    }
}

/// A word of a table, folded. Capitals of a pattern are its slots, and stay.
pub(super) fn fold(word: &str, keep_capitals: bool) -> Vec<char> {
    let mut folded = Vec::new();
    for c in word.chars() {
        match c {
            'A'..='Z' if keep_capitals => folded.push(c),
            c => each_folded(c, |c| folded.push(c)),
        }
    }
    folded
}

fn each_folded(c: char, mut take: impl FnMut(char)) {
    if c.is_ascii() {
        return take(c.to_ascii_lowercase());
    }
    let mut bytes = [0; 4];
    lower(&flatten(c.encode_utf8(&mut bytes))).chars().for_each(take);
}

fn is_digit(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_digit())
}

/// Scripts that put no spaces between words.
const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}
