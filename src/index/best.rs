//! The best few of many scores.

use super::vector::Near;

/// The best rows of a scan. Most rows fail one comparison; the others wait in
/// a buffer of twice the size that is wanted, which is cut when it is full.
pub(super) struct Best {
    limit: usize,
    /// A row must score more than this, or equal it with a lower row; rows come
    /// lowest first, so an equal one is always too late.
    threshold: f32,
    buffer: Vec<Near>,
}

impl Best {
    pub(super) const fn new(limit: usize) -> Self {
        Self { limit, threshold: f32::NEG_INFINITY, buffer: Vec::new() }
    }

    #[inline(always)]
    pub(super) fn offer(&mut self, row: u32, score: f32) {
        if score > self.threshold {
            self.push(Near { row, cosine: score });
        }
    }

    #[cold]
    fn push(&mut self, near: Near) {
        self.buffer.push(near);
        if self.buffer.len() >= self.limit.saturating_mul(2) {
            keep(&mut self.buffer, self.limit);
            self.threshold = self.buffer.last().map_or(f32::NEG_INFINITY, |last| last.cosine);
        }
    }

    pub(super) fn take(mut self) -> Vec<Near> {
        keep(&mut self.buffer, self.limit);
        self.buffer
    }
}

/// Cuts to the nearest `k`, unsorted but for the last, which is the farthest.
pub(super) fn keep(near: &mut Vec<Near>, k: usize) {
    if k > 0 && k < near.len() {
        near.select_nth_unstable_by(k - 1, nearer);
        near.truncate(k);
    }
}

/// Nearest first, equal ones by row.
pub(super) fn nearer(a: &Near, b: &Near) -> std::cmp::Ordering {
    b.cosine.total_cmp(&a.cosine).then(a.row.cmp(&b.row))
}
