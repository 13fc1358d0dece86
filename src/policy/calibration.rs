//! What a cosine means: each embedder has a scale of its own.

use super::Policy;
use crate::read::reads;
use crate::types::{EmbedderInfo, Failure, Result};
use serde::Serialize;

/// Cosines that stand for "nothing to do with it" and "the same".
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    /// Relevance 0 at and below this cosine.
    pub low: f64,
    /// Relevance 1 at and above this cosine.
    pub high: f64,
}

/// For the built-in table, found on LoCoMo; for others until the policy says better.
const USUAL: Calibration = Calibration { low: 0.0, high: 0.7 };

impl Calibration {
    pub(super) fn check(&self, name: &str) -> Result<()> {
        if (-1.0..=1.0).contains(&self.low) && self.low < self.high && self.high <= 1.0 {
            return Ok(());
        }
        Err(Failure::invalid(&format!("policy.calibration.{name}"), "-1 <= low < high <= 1"))
    }
}

impl Policy {
    /// A cosine as relevance, 0..1.
    #[inline(always)]
    pub fn calibrate(&self, embedder: Option<&EmbedderInfo>, cosine: f32) -> f64 {
        let own = embedder.and_then(|info| self.calibration.get(&info.name));
        let Calibration { low, high } = *own.unwrap_or(&USUAL);
        ((f64::from(cosine) - low) / (high - low)).clamp(0.0, 1.0)
    }
}

reads! {
    Calibration strict required { low: "low", high: "high" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cosine_is_relevance_between_its_two_ends() {
        let calibration = [("own".to_owned(), Calibration { low: -0.25, high: 0.25 })];
        let policy = Policy { calibration: calibration.into_iter().collect(), ..Policy::default() };
        let own = EmbedderInfo { name: "own".into(), dimensions: 2 };
        for (cosine, usual, scaled) in
            [(-1.0, 0.0, 0.0), (-0.125, 0.0, 0.25), (0.0, 0.0, 0.5), (0.25, 0.357_142_857, 1.0), (1.0, 1.0, 1.0)]
        {
            assert!((policy.calibrate(None, cosine) - usual).abs() < 1e-6, "{cosine}");
            assert!((policy.calibrate(Some(&own), cosine) - scaled).abs() < 1e-6, "{cosine}");
        }
    }
}
