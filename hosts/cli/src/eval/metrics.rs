//! How good a ranking is: the same figures as the data's own `score_rankings.py`.

/// Figures of one ranking, or their means.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// Share of the relevant turns among the first 5.
    pub recall_at_5: f64,
    /// Share of the relevant turns among the first 10.
    pub recall_at_10: f64,
    /// 1 when one of them is among the first 5.
    pub hit_at_5: f64,
    /// One over the place of the first relevant turn in the list, 0 when it has none.
    pub reciprocal_rank: f64,
    /// Gain over the first 10, each place discounted by log2(place + 1), over the most there can be.
    pub ndcg_at_10: f64,
}

impl Scores {
    /// The figures of a ranking, best first. A turn that comes twice stands where it came first.
    /// There must be something relevant.
    pub fn of(ranked: &[usize], relevant: &[usize]) -> Self {
        let mut places: Vec<usize> =
            relevant.iter().filter_map(|turn| ranked.iter().position(|other| other == turn)).collect();
        places.sort_unstable();
        let all = relevant.len().max(1) as f64;
        let within = |most: usize| places.iter().filter(|place| **place < most).count() as f64;
        let discounted = |places: &mut dyn Iterator<Item = usize>| -> f64 {
            places.filter(|place| *place < 10).map(|place| 1.0 / (place as f64 + 2.0).log2()).sum()
        };
        Self {
            recall_at_5: within(5) / all,
            recall_at_10: within(10) / all,
            hit_at_5: within(5).min(1.0),
            reciprocal_rank: places.first().map_or(0.0, |place| 1.0 / (*place as f64 + 1.0)),
            ndcg_at_10: discounted(&mut places.iter().copied()) / discounted(&mut (0..relevant.len().max(1))),
        }
    }

    /// The mean of many.
    pub fn mean(all: &[Self]) -> Self {
        let mean = |of: fn(&Self) -> f64| all.iter().map(of).sum::<f64>() / all.len().max(1) as f64;
        Self {
            recall_at_5: mean(|scores| scores.recall_at_5),
            recall_at_10: mean(|scores| scores.recall_at_10),
            hit_at_5: mean(|scores| scores.hit_at_5),
            reciprocal_rank: mean(|scores| scores.reciprocal_rank),
            ndcg_at_10: mean(|scores| scores.ndcg_at_10),
        }
    }
}

/// The value below which a share of the values lies, nearest rank. None of none.
pub fn percentile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_hand() {
        let scores = Scores::of(&[7, 3, 7, 1, 0, 2, 9], &[3, 2, 8]);
        assert_eq!((scores.recall_at_5, scores.recall_at_10, scores.hit_at_5), (1.0 / 3.0, 2.0 / 3.0, 1.0));
        assert_eq!(scores.reciprocal_rank, 0.5);
        let most = 1.0 + 1.0 / 3f64.log2() + 1.0 / 4f64.log2();
        assert!((scores.ndcg_at_10 - (1.0 / 3f64.log2() + 1.0 / 7f64.log2()) / most).abs() < 1e-12);
        assert_eq!(Scores::of(&[], &[1]), Scores::default());
        assert_eq!(Scores::of(&[1], &[1]), Scores::mean(&[Scores::of(&[1], &[1])]));
    }

    #[test]
    fn percentiles_are_values() {
        let values: Vec<f64> = (1..=20).rev().map(f64::from).collect();
        assert_eq!((percentile(&values, 0.5), percentile(&values, 0.95)), (Some(10.0), Some(19.0)));
        assert_eq!(percentile(&[], 0.5), None);
    }
}
