//! What the vector index promises.

use super::*;
use crate::index::dot::dot_bytes_plain;
use proptest::prelude::*;

/// Numbers in -1..1 that look random.
fn noise(seed: u64) -> impl Iterator<Item = f32> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    std::iter::from_fn(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        Some((state >> 40) as f32 / (1u64 << 23) as f32 - 1.0)
    })
}

fn vector(seed: u64, dimensions: usize) -> Vec<f32> {
    noise(seed).skip(8).take(dimensions).collect()
}

/// The floats and their index, kept in step as the engine keeps them.
struct Both {
    vectors: Vectors,
    index: VectorIndex,
}

impl Both {
    fn new(dimensions: usize) -> Self {
        Self { vectors: Vectors::new(dimensions), index: VectorIndex::new(dimensions) }
    }

    fn filled(rows: u32, dimensions: usize) -> Self {
        let mut both = Self::new(dimensions);
        (0..rows).for_each(|row| both.set(row, &vector(u64::from(row) + 1, dimensions)));
        both
    }

    fn set(&mut self, row: u32, vector: &[f32]) {
        self.vectors.set(row, vector);
        match self.vectors.get(row) {
            Some(unit) => self.index.set(row, unit),
            None => drop(self.index.remove(row)),
        }
    }

    fn remove(&mut self, row: u32) -> bool {
        self.vectors.clear(row);
        self.index.remove(row)
    }

    fn query(&self, vector: &[f32]) -> Query {
        Query::of(vector, self.index.dimensions()).unwrap()
    }

    fn search(&self, vector: &[f32], eligible: &Bitmap, k: usize) -> Vec<Near> {
        let stale = Near { row: 99, cosine: 9.0 };
        let mut out = vec![stale];
        let query = self.query(vector);
        self.index.search(&query, &self.vectors, eligible, k, &mut out);
        out
    }

    /// Every eligible row in floats, nearest first.
    fn exact(&self, vector: &[f32], eligible: &Bitmap, k: usize) -> Vec<Near> {
        let query = self.query(vector);
        let near = |row| {
            let cosine = self.vectors.cosine(row, query.floats())?;
            Some(Near { row, cosine })
        };
        let mut all: Vec<Near> = eligible.ones().filter_map(near).collect();
        all.sort_by(nearer);
        all.truncate(k);
        all
    }
}

#[test]
fn finds_what_an_exact_search_finds() {
    let (both, all) = (Both::filled(3000, 384), Bitmap::full(3000));
    let (mut found, mut wanted) = (0, 0);
    for seed in 0..40 {
        let query = vector(70_000 + seed, 384);
        let right = both.exact(&query, &all, 10);
        let got = both.search(&query, &all, 10);
        wanted += right.len();
        found += right.iter().filter(|near| got.contains(near)).count();
        assert!(got.is_sorted_by(|a, b| nearer(a, b).is_lt()));
    }
    assert!(found * 100 >= wanted * 99, "{found} of {wanted}");
}

#[test]
fn a_row_finds_itself_at_any_length() {
    let both = Both::filled(200, 100);
    let long: Vec<f32> = vector(43, 100).iter().map(|x| x * 1e30).collect();
    let near = both.search(&long, &Bitmap::full(200), 1);
    assert_eq!(near[0].row, 42);
    assert!((near[0].cosine - 1.0).abs() < 1e-5);
}

#[test]
fn only_eligible_rows_are_found() {
    let both = Both::filled(300, 32);
    let eligible: Bitmap = (0..300).filter(|row| row % 7 == 3).chain([5000]).collect();
    let near = both.search(&vector(9, 32), &eligible, 1000);
    assert_eq!(near.len(), 43);
    assert!(near.iter().all(|near| near.row % 7 == 3));
    assert!(both.search(&vector(9, 32), &Bitmap::new(), 10).is_empty());
}

#[test]
fn equal_rows_come_by_row() {
    let mut both = Both::new(8);
    (0..500).for_each(|row| both.set(row, &[1.0; 8]));
    let near = both.search(&[2.0; 8], &Bitmap::full(500), 100);
    assert!(near.iter().map(|near| near.row).eq(0..100));
}

#[test]
fn what_is_no_direction_is_no_query_and_never_matches() {
    let mut both = Both::filled(3, 16);
    both.set(1, &[0.0; 16]);
    both.index.set(2, &[0.0; 16]);
    let near = both.search(&vector(1, 16), &Bitmap::full(3), 9);
    assert_eq!(near.iter().map(|near| near.row).collect::<Vec<_>>(), [0]);
    assert!(both.search(&vector(1, 16), &Bitmap::full(3), 0).is_empty());
    for bad in [0.0, f32::NAN, f32::INFINITY] {
        assert!(Query::of(&[bad; 16], 16).is_none());
    }
    assert!(Query::of(&[f32::MAX; 16], 16).is_some());
}

#[test]
fn other_dimensions_are_ignored() {
    let mut both = Both::filled(2, 16);
    let before = both.index.clone();
    both.index.set(0, &[1.0; 3]);
    both.index.set(7, &[1.0; 17]);
    assert_eq!(both.index.bytes, before.bytes);
    assert_eq!(both.index.live, before.live);
    assert!(Query::of(&[1.0; 3], 16).is_none());
    let other = Query::of(&[1.0; 3], 3).unwrap();
    let mut out = both.search(&vector(1, 16), &Bitmap::full(2), 5);
    let Both { vectors, index } = &both;
    index.search(&other, vectors, &Bitmap::full(2), 5, &mut out);
    assert!(out.is_empty());
}

#[test]
fn a_removed_row_is_zeros() {
    let mut both = Both::filled(70, 20);
    assert!(both.remove(69) && both.remove(3) && !both.remove(3) && !both.remove(1000));
    for row in [3usize, 69] {
        assert!(both.index.bytes[row * 32..][..32].iter().all(|x| *x == 0));
        assert_eq!(both.index.scales[row], 0.0);
    }
    assert_eq!((both.index.rows().get(3), both.index.rows().count()), (false, 68));
}

#[test]
fn no_dimensions_match_nothing() {
    let mut index = VectorIndex::new(0);
    index.set(3, &[]);
    assert_eq!(index.rows().count(), 0);
    assert!(Query::of(&[], 0).is_none());
}

#[test]
fn debug_shows_no_vector() {
    assert_eq!(format!("{:?}", Both::filled(2, 3).index), "VectorIndex { dimensions: 3, rows: 2, .. }");
}

proptest! {
    #[test]
    fn simd_equals_scalar(blocks in 0usize..9, seed in any::<u64>()) {
        let bytes: Vec<i8> = noise(seed).take(blocks * LANES * 2).map(|x| (x * 127.0) as i8).collect();
        let (left, right) = bytes.split_at(blocks * LANES);
        let left: Vec<i16> = left.iter().map(|x| i16::from(*x)).collect();
        prop_assert_eq!(dot_bytes(&left, right), dot_bytes_plain(&left, right));
        let most = (vec![127i16; blocks * LANES], vec![-127i8; blocks * LANES]);
        prop_assert_eq!(dot_bytes(&most.0, &most.1), -127 * 127 * (blocks * LANES) as i32);
    }

    #[test]
    fn any_history_equals_a_fresh_build(
        steps in prop::collection::vec((0u32..100, prop::option::weighted(0.6, 1u64..1000)), 0..80),
        k in 0usize..40,
    ) {
        let (mut both, mut model) = (Both::new(24), std::collections::BTreeMap::new());
        for (row, seed) in steps {
            match seed {
                Some(seed) => {
                    both.set(row, &vector(seed, 24));
                    model.insert(row, seed);
                }
                None => prop_assert_eq!(both.remove(row), model.remove(&row).is_some()),
            }
        }
        let mut fresh = Both::new(24);
        for (row, seed) in model.iter().rev() {
            fresh.set(*row, &vector(*seed, 24));
        }
        // Rows beyond the last live one are zeros, and that is all they are.
        let (same, rest) = both.vectors.block().split_at(fresh.vectors.block().len());
        prop_assert_eq!(same, fresh.vectors.block());
        prop_assert!(rest.iter().all(|x| *x == 0.0));
        let (same, rest) = both.index.bytes.split_at(fresh.index.bytes.len());
        prop_assert_eq!(same, &fresh.index.bytes[..]);
        prop_assert!(rest.iter().all(|x| *x == 0));
        prop_assert_eq!(&both.index.live, &fresh.index.live);
        let loaded = Vectors::from_block(24, both.vectors.block().to_vec());
        prop_assert!(both.index.live.ones().eq((0..100).filter(|row| loaded.get(*row).is_some())));
        let (query, all) = (vector(5000, 24), Bitmap::full(100));
        let near = both.search(&query, &all, k);
        prop_assert_eq!(&near, &fresh.search(&query, &all, k));
        prop_assert_eq!(near, both.exact(&query, &all, k));
    }
}

#[test]
fn an_estimate_by_bytes_is_within_a_hundredth_and_the_tail_of_a_long_list_is_one() {
    let both = Both::filled(400, 96);
    let query = Query::of(&vector(7, 96), 96).unwrap();
    for row in 0..400 {
        let (exact, estimate) =
            (both.vectors.cosine(row, query.floats()).unwrap(), both.index.estimate(&query, row).unwrap());
        assert!((exact - estimate).abs() < 0.01, "{exact} {estimate}");
    }
    assert_eq!(both.index.estimate(&query, 400), None);
    let near = both.search(&vector(7, 96), &Bitmap::full(400), 300);
    assert!(near.len() == 300 && near.is_sorted_by(|a, b| a.cosine >= b.cosine));
}

/// Nearest first, equal ones by row.
fn nearer(a: &Near, b: &Near) -> std::cmp::Ordering {
    b.cosine.total_cmp(&a.cosine).then(a.row.cmp(&b.row))
}
