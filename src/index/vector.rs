//! Which memories are nearest to an embedding: an exact scan.
//!
//! The floats live in [`Vectors`], of length 1. Here each row is kept as bytes
//! with a scale of its own (largest magnitude / 127). A search scores the bytes
//! of eligible rows only, and rescores the best in floats. There is nothing to
//! build, an insert is one pass, and a removed row is zeros.
//!
//! The query becomes bytes as well, so the first pass is integer arithmetic.

use super::Bitmap;
use super::best::{self, Best, Rank};
use super::dot::{LANES, dot_bytes, dot_four, largest};
use crate::state::Vectors;
use std::fmt;

/// Rows rescored in floats, at least.
const RESCORED: usize = 64;

/// The bytes of one partition's vectors, addressed by row. A row that was never
/// set, was removed, or holds the zero vector matches nothing.
#[derive(Clone, Default)]
pub struct VectorIndex {
    dimensions: usize,
    /// Bytes a row: `dimensions` and padding.
    stride: usize,
    bytes: Vec<i8>,
    /// What one step of a row's bytes is worth; 0 for a row that holds nothing.
    scales: Vec<f32>,
    live: Bitmap,
}

/// An embedding ready to be searched with: of length 1, never zero.
#[derive(Clone)]
pub struct Query {
    floats: Vec<f32>,
    /// What one step of the bytes is worth.
    step: f32,
    /// Widened here once, instead of at every row.
    bytes: Vec<i16>,
}

/// A row and how near it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// The memory.
    pub row: u32,
    /// Cosine of the angle to the query, -1..=1 up to rounding.
    pub cosine: f32,
}

impl VectorIndex {
    /// An empty index for vectors of `dimensions` dimensions.
    #[must_use]
    pub fn new(dimensions: usize) -> Self {
        Self {
            dimensions,
            stride: dimensions.next_multiple_of(LANES),
            bytes: Vec::new(),
            scales: Vec::new(),
            live: Bitmap::new(),
        }
    }

    /// Sets the vector of `row`, whatever it was before: `unit` as [`Vectors`]
    /// has it, of length 1. One of other dimensions is ignored: commands check
    /// it. Memory grows up to the highest row.
    pub fn set(&mut self, row: u32, unit: &[f32]) {
        if unit.len() != self.dimensions {
            return;
        }
        let at = row as usize;
        Vectors::grow(&mut self.bytes, (at + 1) * self.stride);
        Vectors::grow(&mut self.scales, at + 1);
        self.scales[at] = quantise(unit, &mut self.bytes[at * self.stride..][..self.stride]);
        if self.scales[at] > 0.0 {
            self.live.set(row);
        } else {
            self.live.clear(row);
        }
    }

    /// Overwrites `row` with zeros. Returns whether it held a vector.
    pub fn remove(&mut self, row: u32) -> bool {
        let held = self.live.get(row);
        if held {
            let at = row as usize;
            self.bytes[at * self.stride..][..self.stride].fill(0);
            self.scales[at] = 0.0;
            self.live.clear(row);
        }
        held
    }

    /// The `k` rows of `eligible` nearest to `query`, into `out`, nearest
    /// first, equal ones by row; what `out` held before is dropped. Fewer when
    /// fewer rows hold a vector; none when the query has other dimensions.
    ///
    /// The best 64 by bytes, or half of a longer list, are rescored in floats from `vectors`, which
    /// holds what was set here; the tail of a long list keeps its estimate, which is never above
    /// them. So a row among the first can be missed only when its bytes rank it below those.
    pub fn search(&self, query: &Query, vectors: &Vectors, eligible: &Bitmap, k: usize, out: &mut Vec<Near>) {
        out.clear();
        if k == 0 || query.floats.len() != self.dimensions {
            return;
        }
        let rescored = RESCORED.max(k / 2);
        let mut best = Best::new(k.max(rescored));
        self.scan(query, eligible, &mut best);
        let mut best = best.take();
        let rescored = rescored.min(best.len());
        best::part(&mut best, rescored);
        let (first, tail) = best.split_at(rescored);
        let exact = |rank: &Rank| Some(Rank::new(vectors.cosine(rank.row(), &query.floats)?, rank.row()));
        let mut ranks: Vec<Rank> = first.iter().filter_map(exact).collect();
        let least = ranks.iter().map(|rank| rank.score()).fold(1.0, f32::min);
        ranks.extend(tail.iter().map(|rank| Rank::new((rank.score() * query.step).min(least), rank.row())));
        best::keep(&mut ranks, k);
        best::sort(&mut ranks);
        out.extend(ranks.iter().map(|rank| Near { row: rank.row(), cosine: rank.score() }));
    }

    /// The cosine of a row by its bytes: within 0.01 of that by floats, and a quarter of the memory.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn estimate(&self, query: &Query, row: u32) -> Option<f32> {
        let at = row as usize * self.stride;
        let fits = query.floats.len() == self.dimensions && self.live.get(row);
        fits.then(|| {
            dot_bytes(&query.bytes, &self.bytes[at..at + self.stride]) as f32 * self.scales[row as usize] * query.step
        })
    }

    /// The rows that hold a vector.
    #[must_use]
    pub const fn rows(&self) -> &Bitmap {
        &self.live
    }

    /// Dimensions of every vector.
    #[must_use]
    pub const fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Scores the bytes of every eligible row.
    fn scan(&self, query: &Query, eligible: &Bitmap, best: &mut Best) {
        let (wanted, live) = (eligible.words(), self.live.words());
        let mut place = 0;
        while place < wanted.len() && place < live.len() {
            let mut word = wanted[place] & live[place];
            let mut row = place as u32 * 64;
            place += 1;
            if word == u64::MAX {
                let end = row + 64;
                while row < end {
                    self.weigh_four(query, row, best);
                    row += 4;
                }
                continue;
            }
            while word != 0 {
                self.weigh(query, row + word.trailing_zeros(), best);
                word &= word - 1;
            }
        }
    }

    /// Scores the bytes of four rows from `row` on.
    #[inline(always)]
    #[allow(clippy::cast_precision_loss)]
    fn weigh_four(&self, query: &Query, row: u32, best: &mut Best) {
        let at = row as usize;
        let dots = dot_four(&query.bytes, &self.bytes[at * self.stride..(at + 4) * self.stride]);
        let scales = &self.scales[at..at + 4];
        best.offer(row, dots[0] as f32 * scales[0]);
        best.offer(row + 1, dots[1] as f32 * scales[1]);
        best.offer(row + 2, dots[2] as f32 * scales[2]);
        best.offer(row + 3, dots[3] as f32 * scales[3]);
    }

    /// Scores the bytes of one row.
    #[inline(always)]
    #[allow(clippy::cast_precision_loss)]
    fn weigh(&self, query: &Query, row: u32, best: &mut Best) {
        let at = row as usize * self.stride;
        let dot = dot_bytes(&query.bytes, &self.bytes[at..at + self.stride]);
        best.offer(row, dot as f32 * self.scales[row as usize]);
    }
}

impl Query {
    /// Makes an embedding ready for an index of `dimensions` dimensions; `None`
    /// when it has another number of them, is zero, or is not finite.
    #[must_use]
    pub fn of(vector: &[f32], dimensions: usize) -> Option<Self> {
        if vector.len() != dimensions {
            return None;
        }
        let floats = Vectors::unit(vector)?;
        let mut bytes = vec![0; dimensions.next_multiple_of(LANES)];
        let step = quantise(&floats, &mut bytes);
        let bytes = bytes.into_iter().map(i16::from).collect();
        Some(Self { floats, step, bytes })
    }

    /// The embedding at length 1, for [`Vectors::cosine`].
    #[must_use]
    pub fn floats(&self) -> &[f32] {
        &self.floats
    }
}

impl Drop for VectorIndex {
    fn drop(&mut self) {
        Vectors::wipe(&mut self.bytes);
        Vectors::wipe(&mut self.scales);
    }
}

/// Sizes only: a vector says what its text was about.
impl fmt::Debug for VectorIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VectorIndex")
            .field("dimensions", &self.dimensions)
            .field("rows", &self.live.count())
            .finish_non_exhaustive()
    }
}

/// Sizes only, as for the index.
impl fmt::Debug for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query").field("dimensions", &self.floats.len()).finish_non_exhaustive()
    }
}

/// Writes the bytes of `floats`, -127..=127, and returns what one step is worth;
/// 0 for zeros. Padding is left as it is.
#[allow(clippy::cast_possible_truncation)]
fn quantise(floats: &[f32], bytes: &mut [i8]) -> f32 {
    let most = largest(floats);
    let steps = if most > 0.0 { 127.0 / most } else { 0.0 };
    for (byte, x) in bytes.iter_mut().zip(floats) {
        // By way of i32, which has a vector instruction; never out of range.
        *byte = (x * steps).round_ties_even() as i32 as i8;
    }
    most / 127.0
}

#[cfg(test)]
#[path = "vector_tests.rs"]
mod tests;
