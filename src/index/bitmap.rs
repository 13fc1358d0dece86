//! A set of rows, one bit each: which memories a query may look at.

/// Rows in one word of the bitmap.
const WORD: u32 = u64::BITS;

/// A set of row numbers. It grows when a row is set; a row beyond its end is
/// simply not in the set, so no call can fail.
#[derive(Debug, Clone, Default)]
pub struct Bitmap {
    words: Vec<u64>,
}

impl Bitmap {
    /// The empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// The rows `0..rows`, all of them.
    #[must_use]
    pub fn full(rows: u32) -> Self {
        let mut words = vec![u64::MAX; (rows / WORD) as usize];
        if !rows.is_multiple_of(WORD) {
            words.push((1 << (rows % WORD)) - 1);
        }
        Self { words }
    }

    /// Puts `row` into the set.
    #[inline(always)]
    pub fn set(&mut self, row: u32) {
        let (word, bit) = place(row);
        match self.words.get_mut(word) {
            Some(word) => *word |= bit,
            None => {
                self.reserve(row);
                self.words[word] |= bit;
            }
        }
    }

    /// Takes `row` out of the set.
    pub fn clear(&mut self, row: u32) {
        let (word, bit) = place(row);
        if let Some(word) = self.words.get_mut(word) {
            *word &= !bit;
        }
    }

    /// Makes room up to and including `row`.
    pub fn reserve(&mut self, row: u32) {
        let need = place(row).0 + 1;
        if self.words.len() < need {
            self.words.resize(need, 0);
        }
    }

    /// Keeps only the rows that are also in `other`.
    pub fn and(&mut self, other: &Self) {
        for (at, word) in self.words.iter_mut().enumerate() {
            *word &= other.words.get(at).copied().unwrap_or(0);
        }
    }

    /// Adds the rows of `other`.
    pub fn or(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Whether `row` is in the set.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, row: u32) -> bool {
        let (word, bit) = place(row);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// How many rows are in the set.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The rows in the set, lowest first.
    pub fn ones(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.words).flat_map(|(at, word)| bits(at * WORD, *word))
    }

    /// The rows in the set, lowest first, as a list.
    #[must_use]
    pub fn list(&self) -> Vec<u32> {
        let mut rows = Vec::with_capacity(self.count() as usize);
        let mut place = 0;
        while place < self.words.len() {
            let mut word = self.words[place];
            while word != 0 {
                rows.push(place as u32 * WORD + word.trailing_zeros());
                word &= word - 1;
            }
            place += 1;
        }
        rows
    }

    /// The rows below `rows` that are not in the set, lowest first.
    pub fn zeros(&self, rows: u32) -> impl Iterator<Item = u32> + '_ {
        let words = self.words.iter().copied().chain(std::iter::repeat(0));
        (0..rows)
            .step_by(WORD as usize)
            .zip(words)
            .flat_map(|(base, word)| bits(base, !word))
            .take_while(move |row| *row < rows)
    }

    /// The bits, 64 rows a word, lowest row in the lowest bit.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

/// Two bitmaps are equal when they hold the same rows, whatever room they have.
impl PartialEq for Bitmap {
    fn eq(&self, other: &Self) -> bool {
        let shared = self.words.len().min(other.words.len());
        let (left, left_rest) = self.words.split_at(shared);
        let (right, right_rest) = other.words.split_at(shared);
        left == right && left_rest.iter().chain(right_rest).all(|word| *word == 0)
    }
}

impl Eq for Bitmap {}

impl FromIterator<u32> for Bitmap {
    fn from_iter<I: IntoIterator<Item = u32>>(rows: I) -> Self {
        let mut bitmap = Self::new();
        rows.into_iter().for_each(|row| bitmap.set(row));
        bitmap
    }
}

/// The rows of one word whose lowest bit stands for row `base`.
fn bits(base: u32, mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(base + bit)
    })
}

/// The word that holds `row`, and its bit there.
#[inline(always)]
const fn place(row: u32) -> (usize, u64) {
    ((row / WORD) as usize, 1 << (row % WORD))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn full_has_every_row_and_no_more() {
        for rows in [0, 1, 63, 64, 65, 128, 1000] {
            let full = Bitmap::full(rows);
            assert_eq!(full.count(), rows);
            assert!(full.ones().eq(0..rows));
            assert!(!full.get(rows));
        }
    }

    #[test]
    fn equality_ignores_room() {
        let mut roomy = Bitmap::full(3);
        roomy.set(900);
        roomy.clear(900);
        assert_eq!(roomy, Bitmap::full(3));
        assert_ne!(roomy, Bitmap::full(4));
    }

    proptest! {
        #[test]
        fn behaves_like_a_set(
            left in prop::collection::btree_set(0u32..400, 0..60),
            right in prop::collection::btree_set(0u32..400, 0..60),
            gone in 0u32..500,
        ) {
            let (a, b): (Bitmap, Bitmap) = (left.iter().copied().collect(), right.iter().copied().collect());
            let (mut both, mut either, mut less) = (a.clone(), a.clone(), a.clone());
            both.and(&b);
            either.or(&b);
            less.clear(gone);
            prop_assert!(both.ones().eq(left.intersection(&right).copied()));
            prop_assert!(either.ones().eq(left.union(&right).copied()));
            let expected: BTreeSet<u32> = left.iter().copied().filter(|row| *row != gone).collect();
            prop_assert!(less.ones().eq(expected.iter().copied()));
            prop_assert_eq!(a.count() as usize, left.len());
            prop_assert_eq!(a.is_empty(), left.is_empty());
            prop_assert!(a.zeros(gone).eq((0..gone).filter(|row| !left.contains(row))));
        }
    }
}
