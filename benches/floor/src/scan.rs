//! The scan: bytes with SIMD, the best 64 rescored in floats, the best 10.

use crate::draw::Mixture;

/// Rows rescored in floats.
const RESCORED: usize = 64;
/// Rows kept.
const KEPT: usize = 10;
/// Elements of one turn of the loop.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
const UNROLLED: usize = 64;

/// Rows as floats and as bytes.
#[derive(Debug)]
pub struct Floor {
    mixture: Option<Mixture>,
    dimensions: usize,
    floats: Vec<f32>,
    bytes: Vec<i8>,
    scales: Vec<f32>,
    query: Vec<f32>,
    best: Vec<u32>,
}

impl Floor {
    pub const fn new() -> Self {
        Self {
            mixture: None,
            dimensions: 0,
            floats: Vec::new(),
            bytes: Vec::new(),
            scales: Vec::new(),
            query: Vec::new(),
            best: Vec::new(),
        }
    }

    /// Dimensions must be a multiple of 64.
    pub fn fill(&mut self, rows: u32, mixture: Mixture) {
        *self = Self { dimensions: mixture.dimensions, ..Self::new() };
        for row in 0..rows {
            let floats = mixture.row(row);
            let (bytes, scale) = bytes(&floats);
            self.floats.extend(floats);
            self.bytes.extend(bytes);
            self.scales.push(scale);
        }
        self.mixture = Some(mixture);
    }

    pub fn vector(&self, row: u32) -> &[f32] {
        &self.floats[row as usize * self.dimensions..][..self.dimensions]
    }

    pub fn aim(&mut self, number: u32) -> &[f32] {
        let rows = self.scales.len() as u32;
        self.query = self.mixture.as_ref().map(|mixture| mixture.query(number, rows)).unwrap_or_default();
        &self.query
    }

    pub fn target(&self, number: u32) -> u32 {
        self.mixture.as_ref().map_or(0, |mixture| mixture.target(number, self.scales.len() as u32))
    }

    pub fn scan(&mut self) -> &[u32] {
        let query: Vec<i16> = bytes(&self.query).0.into_iter().map(i16::from).collect();
        let mut first = Best::new(RESCORED);
        for (row, (bytes, scale)) in self.bytes.chunks_exact(self.dimensions).zip(&self.scales).enumerate() {
            first.offer(row as u32, dot_bytes(&query, bytes) as f32 * scale);
        }
        let mut best = Best::new(KEPT);
        for (_, row) in first.rows {
            best.offer(row, dot_floats(&self.query, self.vector(row)));
        }
        self.keep(best)
    }

    pub fn exact(&mut self) -> &[u32] {
        let mut best = Best::new(KEPT);
        for row in 0..self.scales.len() as u32 {
            best.offer(row, dot_floats(&self.query, self.vector(row)));
        }
        self.keep(best)
    }

    fn keep(&mut self, best: Best) -> &[u32] {
        self.best.clear();
        self.best.extend(best.rows.iter().map(|(_, row)| row));
        &self.best
    }
}

/// The best rows so far, best first.
struct Best {
    limit: usize,
    /// What a row must exceed.
    least: f32,
    rows: Vec<(f32, u32)>,
}

impl Best {
    fn new(limit: usize) -> Self {
        Self { limit, least: f32::NEG_INFINITY, rows: Vec::with_capacity(limit + 1) }
    }

    #[inline]
    fn offer(&mut self, row: u32, score: f32) {
        if score > self.least {
            self.insert(row, score);
        }
    }

    #[cold]
    fn insert(&mut self, row: u32, score: f32) {
        self.rows.insert(self.rows.partition_point(|(have, _)| *have >= score), (score, row));
        if self.rows.len() > self.limit {
            self.rows.pop();
            self.least = self.rows[self.limit - 1].0;
        }
    }
}

/// Bytes of a vector, and what one step of them is worth.
fn bytes(floats: &[f32]) -> (Vec<i8>, f32) {
    let most = floats.iter().fold(0.0f32, |most, value| most.max(value.abs()));
    let steps = if most > 0.0 { 127.0 / most } else { 0.0 };
    (floats.iter().map(|value| (value * steps).round_ties_even() as i8).collect(), most / 127.0)
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline]
fn dot_bytes(query: &[i16], row: &[i8]) -> i32 {
    use core::arch::wasm32::{
        i16x8_load_extend_i8x8, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128_load,
    };
    let mut sums = [i32x4_splat(0); 4];
    for (query, row) in query.chunks_exact(UNROLLED).zip(row.chunks_exact(UNROLLED)) {
        for eight in 0..UNROLLED / 8 {
            // SAFETY: both chunks have `UNROLLED` elements, of which each step reads the next eight.
            let (query, row) = unsafe {
                (v128_load(query.as_ptr().add(8 * eight).cast()), i16x8_load_extend_i8x8(row.as_ptr().add(8 * eight)))
            };
            sums[eight % 4] = i32x4_add(sums[eight % 4], i32x4_dot_i16x8(query, row));
        }
    }
    let sum = i32x4_add(i32x4_add(sums[0], sums[1]), i32x4_add(sums[2], sums[3]));
    i32x4_extract_lane::<0>(sum)
        + i32x4_extract_lane::<1>(sum)
        + i32x4_extract_lane::<2>(sum)
        + i32x4_extract_lane::<3>(sum)
}

/// For lints and readers: the floor runs as wasm only.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
fn dot_bytes(query: &[i16], row: &[i8]) -> i32 {
    query.iter().zip(row).map(|(query, row)| i32::from(*query) * i32::from(*row)).sum()
}

fn dot_floats(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; 16];
    for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
        for lane in 0..16 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}
