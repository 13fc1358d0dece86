//! The packed table of token vectors: the layout, byte by byte, and the function that writes it.
//!
//! This file stands alone (std and the checksum) so that the tool that builds the shipped table uses
//! the very same lines; reading is in `table.rs`. All numbers are little-endian.
//!
//! | at | bytes | what |
//! |---|---|---|
//! | 0 | 8 | magic, `MLEMBED` and a zero byte |
//! | 8 | 2 | version, 1 |
//! | 10 | 2 | dimensions `D`, even, 2 to 4,096 |
//! | 12 | 4 | number of words that may begin a word, `B` |
//! | 16 | 4 | number of words that only continue one, `C` |
//! | 20 | 4 | bytes of all words together, `W` |
//! | 24 | 2 | bytes of the name, `N`, 1 to 64 |
//! | 26 | 6 | zero |
//! | 32 | `N` | name, UTF-8 |
//! | | `B + C` | length of each word in bytes, 1 to 255 |
//! | | `W` | the words, UTF-8, end to end |
//! | | `4 (B + C)` | scale of each word's row, f32, finite, 0 to 1e30 |
//! | | `D/2 (B + C)` | rows: byte `i` holds dimension `i` in its low four bits, `D/2 + i` in its high |
//! | end − 4 | 4 | checksum of every byte before it |
//!
//! Words come in two lists, beginnings then continuations (without BERT's `##`), each strictly
//! ascending by bytes: a word's number is its place, and search needs no index. Four bits hold a
//! level plus eight, the level between −8 and 7; a dimension's value is `scale × level`. The two
//! halves of a row are split rather than interleaved so that unpacking is two straight loops.

use crate::checksum;

/// First bytes of a table.
pub const MAGIC: [u8; 8] = *b"MLEMBED\0";
/// Version that `pack` writes and `Embedder::load` reads.
pub const VERSION: u16 = 1;
/// Bytes before the name.
pub const HEADER_BYTES: usize = 32;
/// Longest name, in bytes.
pub const MAX_NAME_BYTES: usize = 64;
/// Most dimensions of a row.
pub const MAX_DIMENSIONS: usize = 4096;
/// Largest scale: with it, a full text's sum stays finite.
pub const MAX_SCALE: f32 = 1e30;

/// One word of the vocabulary and its vector.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The word without `##`, 1 to 255 bytes.
    pub word: String,
    /// Whether it only continues a word (`##` in BERT's notation).
    pub continues: bool,
    /// What one level is worth.
    pub scale: f32,
    /// One level a dimension, −8 to 7.
    pub levels: Vec<i8>,
}

/// Writes a table of `dimensions` columns. The order of `rows` does not matter: equal rows give
/// equal bytes. Errors say which rule of the layout the input breaks.
pub fn pack(name: &str, dimensions: usize, rows: &[Row]) -> Result<Vec<u8>, &'static str> {
    check(name, dimensions, rows)?;
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by(|a, b| (a.continues, a.word.as_bytes()).cmp(&(b.continues, b.word.as_bytes())));
    if rows.windows(2).any(|pair| pair[0].continues == pair[1].continues && pair[0].word == pair[1].word) {
        return Err("a word stands twice");
    }
    let mut bytes = header(name, dimensions, &rows)?;
    bytes.extend_from_slice(name.as_bytes());
    bytes.extend(rows.iter().map(|row| row.word.len() as u8));
    rows.iter().for_each(|row| bytes.extend_from_slice(row.word.as_bytes()));
    rows.iter().for_each(|row| bytes.extend_from_slice(&row.scale.to_le_bytes()));
    for row in &rows {
        let (low, high) = row.levels.split_at(dimensions / 2);
        bytes.extend(low.iter().zip(high).map(|(&low, &high)| nibble(low) | nibble(high) << 4));
    }
    let checksum = checksum::of(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    Ok(bytes)
}

fn check(name: &str, dimensions: usize, rows: &[Row]) -> Result<(), &'static str> {
    if name.is_empty() || name.len() > MAX_NAME_BYTES {
        return Err("the name is empty or too long");
    }
    if dimensions == 0 || dimensions % 2 == 1 || dimensions > MAX_DIMENSIONS {
        return Err("dimensions must be even, 2 to 4,096");
    }
    if rows.iter().any(|row| row.word.is_empty() || row.word.len() > 255) {
        return Err("a word is empty or too long");
    }
    if rows.iter().any(|row| row.levels.len() != dimensions || row.levels.iter().any(|l| !(-8..=7).contains(l))) {
        return Err("a row has the wrong number of levels, or one out of range");
    }
    if rows.iter().any(|row| !(0.0..=MAX_SCALE).contains(&row.scale)) {
        return Err("a scale is out of range");
    }
    Ok(())
}

fn header(name: &str, dimensions: usize, rows: &[&Row]) -> Result<Vec<u8>, &'static str> {
    let count = |number: usize| u32::try_from(number).map_err(|_| "too many words");
    let continuing = rows.iter().filter(|row| row.continues).count();
    let mut bytes = Vec::new();
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(dimensions as u16).to_le_bytes());
    bytes.extend_from_slice(&count(rows.len() - continuing)?.to_le_bytes());
    bytes.extend_from_slice(&count(continuing)?.to_le_bytes());
    bytes.extend_from_slice(&count(rows.iter().map(|row| row.word.len()).sum())?.to_le_bytes());
    bytes.extend_from_slice(&(name.len() as u16).to_le_bytes());
    bytes.resize(HEADER_BYTES, 0);
    Ok(bytes)
}

fn nibble(level: i8) -> u8 {
    (level + 8) as u8
}
