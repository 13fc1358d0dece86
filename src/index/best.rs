//! The best few of many scores. A row and its score are one number, so that one sort serves every index:
//! std's are compiled for each type, some 5 kB of wasm.

/// A row under its score. The least is the best: the greatest score, and of equal ones the first row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u64);

impl Rank {
    #[inline(always)]
    pub(super) const fn new(score: f32, row: u32) -> Self {
        Self(((!ascending(score) as u64) << 32) | row as u64)
    }

    pub(super) const fn row(self) -> u32 {
        self.0 as u32
    }

    pub(super) const fn score(self) -> f32 {
        let bits = !((self.0 >> 32) as u32);
        f32::from_bits(if bits >> 31 == 1 { bits ^ 0x8000_0000 } else { !bits })
    }
}

/// Bits that are in the order of `f32::total_cmp`.
#[inline(always)]
const fn ascending(score: f32) -> u32 {
    let bits = score.to_bits();
    if bits >> 31 == 1 { !bits } else { bits ^ 0x8000_0000 }
}

/// The best rows of a scan. Most rows fail one comparison; the others wait in
/// a buffer of twice the size that is wanted, which is cut when it is full.
pub(super) struct Best {
    limit: usize,
    /// A row must score more than this, or equal it with a lower row; rows come
    /// lowest first, so an equal one is always too late.
    threshold: f32,
    buffer: Vec<Rank>,
}

impl Best {
    pub(super) const fn new(limit: usize) -> Self {
        Self { limit, threshold: f32::NEG_INFINITY, buffer: Vec::new() }
    }

    #[inline(always)]
    pub(super) fn offer(&mut self, row: u32, score: f32) {
        if score > self.threshold {
            self.push(Rank::new(score, row));
        }
    }

    #[cold]
    fn push(&mut self, rank: Rank) {
        self.buffer.push(rank);
        if self.buffer.len() >= self.limit.saturating_mul(2) {
            keep(&mut self.buffer, self.limit);
            self.threshold = self.buffer.last().map_or(f32::NEG_INFINITY, |last| last.score());
        }
    }

    pub(super) fn take(mut self) -> Vec<Rank> {
        keep(&mut self.buffer, self.limit);
        self.buffer
    }
}

/// Cuts to the best `k`, unsorted but for the last, which is the worst of them.
pub(super) fn keep(ranks: &mut Vec<Rank>, k: usize) {
    part(ranks, k);
    ranks.truncate(k);
}

/// Brings the best `k` to the front, unsorted but for the last of them, which is the worst.
#[inline(never)]
pub(super) fn part(ranks: &mut [Rank], k: usize) {
    if k > 0 && k < ranks.len() {
        ranks.select_nth_unstable(k - 1);
    }
}

/// Sorts, the best first.
#[inline(never)]
pub(super) fn sort(ranks: &mut [Rank]) {
    ranks.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_gives_back_what_it_was_made_of_in_the_order_of_scores() {
        let scores = [f32::INFINITY, 7.5, 1.0, f32::MIN_POSITIVE, 0.0, -0.0, -1e-9, -1.0, f32::NEG_INFINITY];
        for (place, score) in scores.into_iter().enumerate() {
            for row in [0, 7, u32::MAX] {
                let rank = Rank::new(score, row);
                assert_eq!((rank.score().to_bits(), rank.row()), (score.to_bits(), row));
                assert!(scores[place + 1..].iter().all(|worse| rank < Rank::new(*worse, 0)));
            }
            assert!(Rank::new(score, 3) < Rank::new(score, 4));
        }
    }

    #[test]
    fn the_best_are_kept_with_the_worst_of_them_last() {
        let mut ranks: Vec<Rank> = (0..100).map(|row| Rank::new((row * 37 % 100) as f32, row)).collect();
        keep(&mut ranks, 10);
        assert_eq!((ranks.len(), ranks[9].score()), (10, 90.0));
        sort(&mut ranks);
        assert!(ranks.iter().map(|rank| rank.score()).eq((90..100).rev().map(|score| score as f32)));
        keep(&mut ranks, 20);
        keep(&mut ranks, 10);
        assert_eq!(ranks.len(), 10);
        keep(&mut ranks, 0);
        assert!(ranks.is_empty());
    }
}
