//! Scoring profiles: data that `stage::score` evaluates.

use super::unit;
use crate::read::{self, Node, Read, reads};
use crate::types::Result;
use serde::Serialize;

/// How a profile makes one number of the parts. `docs/scoring.md` gives each formula and its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formula {
    /// Weighted sum of relevance, recency by half-life and importance.
    Lifecycle,
    /// Weighted sum of the parts, each stretched to 0..1 over the candidates; recency
    /// 0.995^hours since last use.
    GenerativeAgents,
    /// Weighted sum with recency 0.995^hours since last use.
    Hybrid,
    /// Relevance; recency and importance decide between near-equals.
    TieBreaker,
    /// Quality × freshness × use × source − contradiction.
    Priority,
    /// Relevance × retention e^(−t/S).
    MemoryBank,
}

/// A formula and its weights.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Which formula.
    pub formula: Formula,
    /// 0..1
    pub relevance: f64,
    /// 0..1
    pub recency: f64,
    /// 0..1
    pub importance: f64,
}

impl Profile {
    pub(super) fn check(&self, name: &str) -> Result<()> {
        for (weight, value) in
            [("relevance", self.relevance), ("recency", self.recency), ("importance", self.importance)]
        {
            unit(&format!("policy.profiles.{name}.{weight}"), value)?;
        }
        Ok(())
    }
}

/// The built-in profiles' names.
pub fn built_in_names() -> &'static [&'static str] {
    &["lifecycle", "generative-agents", "hybrid", "tie-breaker", "priority", "memory-bank"]
}

/// A built-in profile.
pub fn built_in(name: &str) -> Option<Profile> {
    let (formula, relevance, recency, importance) = match name {
        "lifecycle" => (Formula::Lifecycle, 0.6, 0.2, 0.2),
        "generative-agents" => (Formula::GenerativeAgents, 1.0, 1.0, 1.0),
        "hybrid" => (Formula::Hybrid, 0.4, 0.3, 0.3),
        "tie-breaker" => (Formula::TieBreaker, 0.96, 0.02, 0.02),
        "priority" => (Formula::Priority, 0.0, 0.0, 0.0),
        "memory-bank" => (Formula::MemoryBank, 1.0, 0.0, 0.0),
        _ => return None,
    };
    Some(Profile { formula, relevance, recency, importance })
}

impl Read for Formula {
    fn read(from: &dyn Node) -> read::Result<Self> {
        let all = built_in_names();
        let formula = read::case(from, all)?;
        built_in(all[formula]).map(|profile| profile.formula).ok_or_else(|| read::Wrong::new("a formula"))
    }
}

reads! {
    Profile strict required {
        formula: "formula", relevance: "relevance", recency: "recency", importance: "importance",
    }
}
