//! The vectors of a store: one row of floats a memory, at length 1, or zeros
//! where there is none. Nothing else holds them; indexes are derived from here.
//!
//! A row that is cleared, and a block that moves or is dropped, is overwritten:
//! a vector says what its text was about, so none may stay in freed memory.

use std::fmt;

/// Running sums of a dot product.
const LANES: usize = 16;

/// Vectors by row. Two are equal when dimensions and all floats are.
#[derive(Clone, Default, PartialEq)]
pub struct Vectors {
    dimensions: usize,
    values: Vec<f32>,
    /// Which rows are not zeros: derived, so that looking does not read them.
    present: Vec<bool>,
}

impl Vectors {
    /// An empty arena.
    #[must_use]
    pub fn new(dimensions: usize) -> Self {
        Self { dimensions, values: Vec::new(), present: Vec::new() }
    }

    /// An arena from the block that [`Self::block`] gave: the same bits. Floats
    /// are taken as they are; what does not fill a row is left out.
    #[must_use]
    pub fn from_block(dimensions: usize, mut values: Vec<f32>) -> Self {
        let rows = values.len().checked_div(dimensions).unwrap_or(0);
        values.truncate(rows * dimensions);
        let present = values.chunks_exact(dimensions.max(1)).map(|row| row.iter().any(|value| *value != 0.0)).collect();
        Self { dimensions, values, present }
    }

    /// Puts a vector in a row, scaled to length 1. The zero vector and one that
    /// is not finite leave the row empty; one of another length changes nothing
    /// (commands check it). Memory grows up to the highest row.
    pub fn set(&mut self, row: u32, vector: &[f32]) {
        if vector.len() != self.dimensions {
            return;
        }
        let Some(length) = length(vector) else {
            return self.clear(row);
        };
        let row = row as usize;
        let rows = self.present.len().max(row + 1);
        Self::grow(&mut self.values, rows * self.dimensions);
        self.present.resize(rows, false);
        self.present[row] = true;
        let slots = &mut self.values[row * self.dimensions..][..self.dimensions];
        scale(vector, length, slots);
    }

    /// Overwrites a row with zeros.
    pub fn clear(&mut self, row: u32) {
        let row = row as usize;
        if let Some(present) = self.present.get_mut(row) {
            *present = false;
            self.values[row * self.dimensions..][..self.dimensions].fill(0.0);
        }
    }

    /// Length of each vector.
    #[must_use]
    pub const fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// A row's vector, of length 1; `None` where there is none.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, row: u32) -> Option<&[f32]> {
        let row = row as usize;
        let present = *self.present.get(row)?;
        present.then(|| &self.values[row * self.dimensions..][..self.dimensions])
    }

    /// Cosine of a row and a vector of length 1: -1..=1, up to rounding. `None`
    /// where the row has no vector, or `unit` has other dimensions.
    #[inline(always)]
    #[must_use]
    pub fn cosine(&self, row: u32, unit: &[f32]) -> Option<f32> {
        let vector = self.get(row)?;
        (vector.len() == unit.len()).then(|| dot(vector, unit))
    }

    /// Cosine of two rows; `None` where one of them has no vector.
    #[must_use]
    pub fn between(&self, a: u32, b: u32) -> Option<f32> {
        self.cosine(a, self.get(b)?)
    }

    /// All rows up to the highest one ever set, one after another.
    #[must_use]
    pub fn block(&self) -> &[f32] {
        &self.values
    }

    /// `vector` at length 1; `None` for the zero vector and one that is not
    /// finite.
    pub(crate) fn unit(vector: &[f32]) -> Option<Vec<f32>> {
        let mut unit = vec![0.0; vector.len()];
        scale(vector, length(vector)?, &mut unit);
        Some(unit)
    }

    /// Lengthens a block of rows with zeros, never shortens it. When it has to
    /// move, the old place is overwritten.
    pub(crate) fn grow<T: Copy + Default>(block: &mut Vec<T>, len: usize) {
        if len <= block.len() {
            return;
        }
        if len > block.capacity() {
            let mut moved = Vec::with_capacity(len.max(block.len() + block.len() / 2));
            moved.extend_from_slice(block);
            Self::wipe(block);
            *block = moved;
        }
        block.resize(len, T::default());
    }

    /// Overwrites memory that is about to be freed.
    pub(crate) fn wipe<T: Copy + Default>(block: &mut [T]) {
        block.fill(T::default());
        // Keeps the compiler from leaving out a write to memory that it frees.
        std::hint::black_box(block);
    }
}

impl Drop for Vectors {
    fn drop(&mut self) {
        Self::wipe(&mut self.values);
    }
}

/// Sizes only: a vector says what its text was about.
impl fmt::Debug for Vectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vectors")
            .field("dimensions", &self.dimensions)
            .field("rows", &self.present.iter().filter(|row| **row).count())
            .finish_non_exhaustive()
    }
}

/// Dot product of two vectors of equal length: 16 running sums, added up in one
/// fixed order, so natively and in wasm the same bits.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a_blocks, a_rest) = a.as_chunks::<LANES>();
    let (b_blocks, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0f32; LANES];
    let mut block = 0;
    while block < a_blocks.len() && block < b_blocks.len() {
        let (a, b) = (&a_blocks[block], &b_blocks[block]);
        let mut lane = 0;
        while lane < LANES {
            sums[lane] += a[lane] * b[lane];
            lane += 1;
        }
        block += 1;
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

/// Euclidean length, in double precision, where no float can overflow it;
/// `None` when it is 0 or not finite.
fn length(vector: &[f32]) -> Option<f64> {
    let square: f64 = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum();
    (square.is_finite() && square > 0.0).then(|| square.sqrt())
}

/// Writes `vector / length`.
#[allow(clippy::cast_possible_truncation)]
fn scale(vector: &[f32], length: f64, out: &mut [f32]) {
    for (slot, x) in out.iter_mut().zip(vector) {
        *slot = (f64::from(*x) / length) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled() -> Vectors {
        let mut vectors = Vectors::new(3);
        vectors.set(0, &[3.0, 0.0, 4.0]);
        vectors.set(2, &[0.0, 1e30, 0.0]);
        vectors
    }

    #[test]
    fn rows_have_length_1_and_gaps_have_none() {
        let vectors = filled();
        assert_eq!(vectors.get(0), Some(&[0.6, 0.0, 0.8][..]));
        assert_eq!(vectors.get(2), Some(&[0.0, 1.0, 0.0][..]));
        assert_eq!((vectors.get(1), vectors.get(3)), (None, None));
        assert_eq!((vectors.block().len(), vectors.dimensions()), (9, 3));
    }

    #[test]
    fn cosines_exist_only_between_vectors() {
        let vectors = filled();
        assert_eq!(vectors.between(0, 2), Some(0.0));
        assert_eq!(vectors.cosine(0, &[0.0, 0.0, 1.0]), Some(0.8));
        assert!((vectors.between(0, 0).unwrap() - 1.0).abs() < 1e-6);
        assert_eq!(vectors.between(0, 1).or(vectors.between(9, 0)), None);
        assert_eq!(vectors.cosine(0, &[1.0]), None);
    }

    #[test]
    fn what_is_no_direction_leaves_the_row_empty() {
        for vector in [[0.0; 3], [f32::NAN; 3], [f32::INFINITY; 3]] {
            let mut vectors = filled();
            vectors.set(2, &vector);
            assert_eq!(vectors.get(2), None);
            assert!(vectors.block()[6..].iter().all(|value| *value == 0.0));
            assert_eq!(Vectors::unit(&vector), None);
        }
        let mut vectors = filled();
        vectors.set(0, &[f32::MAX; 3]);
        vectors.set(1, &[1e-45; 3]);
        assert_eq!(vectors.get(0), vectors.get(1));
    }

    #[test]
    fn another_length_changes_nothing() {
        let mut vectors = filled();
        vectors.set(0, &[1.0; 2]);
        vectors.set(7, &[]);
        assert_eq!(vectors, filled());
    }

    #[test]
    fn a_cleared_row_is_zeros() {
        let mut vectors = filled();
        vectors.clear(0);
        vectors.clear(50);
        assert_eq!(vectors.get(0), None);
        assert_eq!(vectors.block()[..3], [0.0; 3]);
        assert_ne!(vectors, filled());
    }

    #[test]
    fn a_block_comes_back_as_the_same_bits() {
        let vectors = filled();
        let loaded = Vectors::from_block(3, vectors.block().to_vec());
        assert_eq!(loaded, vectors);
        assert_eq!((loaded.get(1), loaded.get(2)), (None, vectors.get(2)));
        let cut = Vectors::from_block(3, vectors.block()[..8].to_vec());
        assert_eq!((cut.block().len(), cut.get(2)), (6, None));
        assert_eq!(Vectors::from_block(0, vec![1.0]), Vectors::new(0));
    }

    #[test]
    fn no_dimensions_hold_nothing() {
        let mut vectors = Vectors::new(0);
        vectors.set(3, &[]);
        assert_eq!((vectors.get(3), vectors.block().len()), (None, 0));
    }

    #[test]
    fn growing_keeps_what_is_there() {
        let mut block = vec![1u8, 2];
        for len in [0, 2, 3, 100] {
            Vectors::grow(&mut block, len);
            assert_eq!(block.len(), len.max(2));
            assert_eq!(block[..2], [1, 2]);
            assert!(block[2..].iter().all(|x| *x == 0));
        }
    }

    #[test]
    fn debug_shows_no_vector() {
        assert_eq!(format!("{:?}", filled()), "Vectors { dimensions: 3, rows: 2, .. }");
    }
}
