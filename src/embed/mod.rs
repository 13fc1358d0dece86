//! The default embedder: text to a unit vector by a table of token vectors.
//!
//! Tokenise, look up, add, normalise. No model runs and nothing is learnt here: the table is an
//! asset (`assets/README.md`), its layout is in [`mod@format`], and each token's weight is in the length
//! of its row. Same table and text, same bits, natively and in wasm: sums go in order and the only
//! function beyond arithmetic is the square root.
//!
//! The shipped table is of English. Other languages are cut into few or no known pieces, and their
//! vectors say little: such an app gives its own vectors.

mod categories;
pub mod format;
mod table;
#[cfg(test)]
mod tests;
mod tokenizer;

use std::borrow::Cow;
use std::fmt;

pub use table::TableError;
pub use tokenizer::{MAX_CHARACTERS, MAX_TOKENS};

use table::{PackedRow, Place, Table};

/// A loaded table. Holds the table's bytes, four more for each word, and no other state.
pub struct Embedder {
    table: Table,
}

impl Embedder {
    /// Checks a packed table and takes it over: a `Vec<u8>`, or `&'static [u8]` (from
    /// `include_bytes!`), which is not copied. Any bytes are safe to pass; an error says what is
    /// wrong with them.
    pub fn load(table: impl Into<Cow<'static, [u8]>>) -> Result<Self, TableError> {
        Ok(Self { table: Table::parse(table.into())? })
    }

    /// The table's name. Vectors of different names do not compare.
    pub fn name(&self) -> &str {
        self.table.name()
    }

    /// Length of every vector.
    pub fn dimensions(&self) -> usize {
        self.table.dimensions()
    }

    /// The text's vector, of unit length; all zeros for a text with no known token (empty, or in a
    /// script the table lacks), which is as far from everything as cosine allows.
    ///
    /// Reads at most [`MAX_CHARACTERS`] characters and [`MAX_TOKENS`] tokens; what follows does not
    /// count.
    pub fn embed(&self, text: &str) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimensions()];
        for token in tokenizer::tokens(&self.table, text) {
            add_row(&mut sum, &self.table.row(token));
        }
        normalise(&mut sum);
        sum
    }

    /// How many of the table's tokens make up the text's vector, at most [`MAX_TOKENS`].
    pub fn token_count(&self, text: &str) -> usize {
        tokenizer::tokens(&self.table, text).len()
    }

    /// The tokens that make up the text's vector, in BERT's notation: `##` continues a word. For
    /// looking at what the embedder sees.
    pub fn pieces(&self, text: &str) -> Vec<String> {
        let piece = |token| {
            let word = String::from_utf8_lossy(self.table.word(token));
            match self.table.place(token) {
                Place::Beginning => word.into_owned(),
                Place::Continuation => format!("##{word}"),
            }
        };
        tokenizer::tokens(&self.table, text).into_iter().map(piece).collect()
    }
}

impl fmt::Debug for Embedder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embedder")
            .field("name", &self.name())
            .field("dimensions", &self.dimensions())
            .field("words", &self.table.len())
            .finish()
    }
}

/// Adds a row to a sum of the same dimensions: low four bits are the first half, high the second.
fn add_row(sum: &mut [f32], row: &PackedRow<'_>) {
    let (first, second) = sum.split_at_mut(row.bytes.len());
    for (value, byte) in first.iter_mut().zip(row.bytes) {
        *value += row.scale * (f32::from(byte & 15) - 8.0);
    }
    for (value, byte) in second.iter_mut().zip(row.bytes) {
        *value += row.scale * (f32::from(byte >> 4) - 8.0);
    }
}

/// Scales to unit length; leaves zeros as they are. Dividing the sum by the count of tokens first,
/// as a mean would, changes nothing but rounding.
fn normalise(vector: &mut [f32]) {
    let squares: f64 = vector.iter().map(|&value| f64::from(value) * f64::from(value)).sum();
    let length = squares.sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value = (f64::from(*value) / length) as f32);
    }
}
