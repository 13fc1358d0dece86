//! Reading a packed table: every length is checked on load, so look-ups after it cannot fail.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::checksum;

use super::format::{HEADER_BYTES, MAGIC, MAX_DIMENSIONS, MAX_NAME_BYTES, MAX_SCALE, VERSION};

/// Why bytes are not a usable table. Load the shipped asset, or rebuild it with the xtask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableError {
    /// The first bytes are not a table's: another file was given.
    NotATable,
    /// A table of another version: use the asset that came with this release.
    UnsupportedVersion(u16),
    /// Fewer bytes than the header promises: the file was cut short.
    Truncated {
        /// Bytes the table should have.
        expected: u64,
        /// Bytes it has.
        actual: u64,
    },
    /// The bytes were changed after they were written: fetch the file again.
    Checksum,
    /// The bytes are as written, but break a rule of the layout, which the text names.
    Malformed(&'static str),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATable => write!(f, "not a table of token vectors"),
            Self::UnsupportedVersion(version) => {
                write!(f, "table version {version} is not supported, only {VERSION}")
            }
            Self::Truncated { expected, actual } => {
                write!(f, "the table is cut short: {actual} bytes of {expected}")
            }
            Self::Checksum => write!(f, "the table's checksum does not match its bytes"),
            Self::Malformed(rule) => write!(f, "malformed table: {rule}"),
        }
    }
}

impl std::error::Error for TableError {}

/// Which of the two word lists to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// At the beginning of a word.
    Beginning,
    /// After another piece of the same word.
    Continuation,
}

/// A checked table: the bytes as they came, and four bytes a word to find each word in them.
pub(super) struct Table {
    bytes: Cow<'static, [u8]>,
    layout: Layout,
    /// Where each word starts in `bytes`, and at the end where the last one stops.
    word_starts: Vec<u32>,
}

/// A row as packed: `value = scale × (four bits − 8)`.
pub(super) struct PackedRow<'a> {
    pub(super) scale: f32,
    pub(super) bytes: &'a [u8],
}

impl Table {
    pub(super) fn parse(bytes: Cow<'static, [u8]>) -> Result<Self, TableError> {
        let layout = Layout::read(&bytes)?;
        check_sum(&bytes)?;
        layout.check(&bytes)?;
        let word_starts = word_starts(&bytes, &layout)?;
        let table = Self { bytes, layout, word_starts };
        table.check_words()?;
        Ok(table)
    }

    pub(super) fn name(&self) -> &str {
        str::from_utf8(&self.bytes[self.layout.name.clone()]).unwrap_or_default()
    }

    pub(super) fn dimensions(&self) -> usize {
        self.layout.dimensions
    }

    /// How many words the table holds.
    pub(super) fn len(&self) -> usize {
        self.layout.tokens
    }

    pub(super) fn row(&self, token: u32) -> PackedRow<'_> {
        let (token, width) = (token as usize, self.layout.dimensions / 2);
        let start = self.layout.rows.start + token * width;
        PackedRow {
            scale: scale(&self.bytes[self.layout.scales.start + 4 * token..]),
            bytes: &self.bytes[start..start + width],
        }
    }

    pub(super) fn place(&self, token: u32) -> Place {
        if (token as usize) < self.layout.beginnings { Place::Beginning } else { Place::Continuation }
    }

    pub(super) fn word(&self, token: u32) -> &[u8] {
        let token = token as usize;
        &self.bytes[self.word_starts[token] as usize..self.word_starts[token + 1] as usize]
    }

    /// The longest word of a list that `text` starts with, and its length in bytes, at least 1.
    ///
    /// Narrows the sorted list by one byte of `text` at a time, so all lengths are tried in one go.
    /// Words are whole UTF-8, so a match in whole UTF-8 never ends inside a character.
    pub(super) fn longest_match(&self, place: Place, text: &[u8]) -> Option<(u32, usize)> {
        let (mut low, mut high) = match place {
            Place::Beginning => (0, self.layout.beginnings as u32),
            Place::Continuation => (self.layout.beginnings as u32, self.layout.tokens as u32),
        };
        let mut best = None;
        for (depth, byte) in text.iter().enumerate() {
            low = first(low, high, |token| self.word(token).get(depth) >= Some(byte));
            high = first(low, high, |token| self.word(token).get(depth) > Some(byte));
            if low == high {
                break;
            }
            if self.word(low).len() == depth + 1 {
                best = Some((low, depth + 1));
            }
        }
        best
    }

    fn check_words(&self) -> Result<(), TableError> {
        let tokens = self.layout.tokens as u32;
        if (0..tokens).any(|token| str::from_utf8(self.word(token)).is_err()) {
            return Err(TableError::Malformed("a word is not UTF-8"));
        }
        let ascending = (1..tokens)
            .filter(|&token| token as usize != self.layout.beginnings)
            .all(|token| self.word(token - 1) < self.word(token));
        if ascending { Ok(()) } else { Err(TableError::Malformed("words are not strictly ascending")) }
    }
}

/// Where each section lies. Built only when the bytes are exactly as many as the header says.
struct Layout {
    dimensions: usize,
    beginnings: usize,
    tokens: usize,
    name: Range<usize>,
    lengths: Range<usize>,
    words: Range<usize>,
    scales: Range<usize>,
    rows: Range<usize>,
}

impl Layout {
    fn read(bytes: &[u8]) -> Result<Self, TableError> {
        let header = header(bytes)?;
        let half = |at: usize| u64::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let full = |at: usize| half(at) | half(at + 2) << 16;
        let (dimensions, beginnings, tokens) = (half(10), full(12), full(12) + full(16));
        // Each term is below 2^49: the sum cannot overflow.
        let sizes = [half(24), tokens, full(20), 4 * tokens, dimensions / 2 * tokens];
        let expected = HEADER_BYTES as u64 + sizes.iter().sum::<u64>() + 4;
        let actual = bytes.len() as u64;
        if actual < expected {
            return Err(TableError::Truncated { expected, actual });
        }
        if actual > expected {
            return Err(TableError::Malformed("bytes after the end"));
        }
        // From here on every number is at most `bytes.len()`, so a usize holds it.
        let mut end = HEADER_BYTES;
        let [name, lengths, words, scales, rows] = sizes.map(|size| {
            let start = end;
            end += size as usize;
            start..end
        });
        let (beginnings, tokens) = (beginnings as usize, tokens as usize);
        Ok(Self { dimensions: dimensions as usize, beginnings, tokens, name, lengths, words, scales, rows })
    }

    /// The rules that lengths alone do not settle.
    fn check(&self, bytes: &[u8]) -> Result<(), TableError> {
        let dimensions = self.dimensions;
        if dimensions == 0 || dimensions % 2 == 1 || dimensions > MAX_DIMENSIONS {
            return Err(TableError::Malformed("dimensions are odd, zero or too many"));
        }
        let name = &bytes[self.name.clone()];
        if name.is_empty() || name.len() > MAX_NAME_BYTES || str::from_utf8(name).is_err() {
            return Err(TableError::Malformed("the name is empty, too long or not UTF-8"));
        }
        if bytes[26..HEADER_BYTES].iter().any(|&byte| byte != 0) {
            return Err(TableError::Malformed("reserved bytes are not zero"));
        }
        if u32::try_from(bytes.len()).is_err() {
            return Err(TableError::Malformed("larger than 4 GiB"));
        }
        let scales = bytes[self.scales.clone()].chunks_exact(4);
        if scales.map(scale).any(|scale| !(0.0..=MAX_SCALE).contains(&scale)) {
            return Err(TableError::Malformed("a scale is out of range"));
        }
        Ok(())
    }
}

fn header(bytes: &[u8]) -> Result<&[u8; HEADER_BYTES], TableError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(TableError::NotATable);
    }
    let Some(header) = bytes.first_chunk() else {
        return Err(TableError::Truncated { expected: HEADER_BYTES as u64, actual: bytes.len() as u64 });
    };
    match u16::from_le_bytes([header[8], header[9]]) {
        VERSION => Ok(header),
        other => Err(TableError::UnsupportedVersion(other)),
    }
}

fn check_sum(bytes: &[u8]) -> Result<(), TableError> {
    match bytes.split_last_chunk() {
        Some((body, stored)) if checksum::of(body) == u32::from_le_bytes(*stored) => Ok(()),
        _ => Err(TableError::Checksum),
    }
}

fn word_starts(bytes: &[u8], layout: &Layout) -> Result<Vec<u32>, TableError> {
    let lengths = &bytes[layout.lengths.clone()];
    if lengths.contains(&0) {
        return Err(TableError::Malformed("a word is empty"));
    }
    let total: u64 = lengths.iter().map(|&length| u64::from(length)).sum();
    if total != layout.words.len() as u64 {
        return Err(TableError::Malformed("word lengths do not add up"));
    }
    let mut starts = Vec::with_capacity(layout.tokens + 1);
    let mut start = layout.words.start as u32;
    starts.push(start);
    for &length in lengths {
        start += u32::from(length);
        starts.push(start);
    }
    Ok(starts)
}

/// The f32 at the start of `bytes`; zero where there are fewer than four, which no caller passes.
fn scale(bytes: &[u8]) -> f32 {
    bytes.first_chunk().map_or(0.0, |four| f32::from_le_bytes(*four))
}

/// The first number in `low..high` for which `holds` is true, or `high`. `holds` must not turn back.
fn first(mut low: u32, mut high: u32, holds: impl Fn(u32) -> bool) -> u32 {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}
