//! Scoring: one function for each formula, used by recall, eviction and explanation alike. Pure.
//!
//! `docs/scoring.md` gives each formula and its source.

use crate::policy::{Formula, HalfLives, Profile, Sources, unit};
use crate::types::{DAY, Failure, Features, Kind, Result, Scored, Source, Timestamp};

/// Half-life of freshness of a kind that does not fade, in days.
const SLOW_DAYS: f64 = 365.0;
/// What one contradiction takes from a priority, and the most that all take.
const CONTRADICTION: (f64, f64) = (0.1, 0.5);

/// What a formula reads. Relevance may exceed 1: neighbours lend to it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Signals {
    pub kind: Kind,
    pub relevance: f64,
    pub importance: f64,
    pub confidence: f64,
    pub last_used_at: Timestamp,
    pub last_verified_at: Timestamp,
    pub uses: u32,
    pub corrections: u32,
    pub contradictions: u32,
}

/// The parts of a score.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Parts {
    pub relevance: f64,
    pub recency: f64,
    pub importance: f64,
    /// Priority only.
    pub freshness: f64,
    /// Priority only.
    pub usage: f64,
    /// Priority only.
    pub quality: f64,
    /// Priority only.
    pub contradiction: f64,
}

/// The parts of a score under a formula.
pub fn parts(formula: Formula, signals: &Signals, half_lives: &HalfLives, now: Timestamp) -> Parts {
    let half_life = half_lives.of(signals.kind);
    let idle = days(signals.last_used_at, now);
    let recency = match formula {
        Formula::Lifecycle | Formula::TieBreaker => halving(idle, half_life),
        Formula::GenerativeAgents | Formula::Hybrid => libm::pow(0.995, idle * 24.0),
        Formula::MemoryBank => libm::exp(-idle / f64::from(signals.uses.saturating_add(1))),
        Formula::Priority => 1.0,
    };
    let parts = Parts { relevance: signals.relevance, recency, importance: signals.importance, ..Parts::default() };
    if formula != Formula::Priority {
        return parts;
    }
    let uses = f64::from(signals.uses);
    Parts {
        freshness: halving(days(signals.last_verified_at, now), half_life.or(Some(SLOW_DAYS))),
        usage: (2.0 + uses) / (3.0 + uses) / (1.0 + f64::from(signals.corrections)),
        quality: signals.confidence,
        contradiction: (CONTRADICTION.0 * f64::from(signals.contradictions)).min(CONTRADICTION.1),
        ..parts
    }
}

/// One number of the parts.
pub fn weigh(profile: &Profile, parts: &Parts) -> f64 {
    match profile.formula {
        Formula::Lifecycle | Formula::GenerativeAgents | Formula::Hybrid | Formula::TieBreaker => {
            profile.relevance * parts.relevance
                + profile.recency * parts.recency
                + profile.importance * parts.importance
        }
        Formula::MemoryBank => parts.relevance * parts.recency,
        Formula::Priority => priority(parts),
    }
}

/// Importance × freshness × usage × quality − contradiction, 0..1.
pub fn priority(parts: &Parts) -> f64 {
    (parts.importance * parts.freshness * parts.usage * parts.quality - parts.contradiction).clamp(0.0, 1.0)
}

/// Stretches each part to 0..1 over a set, as the generative-agents profile does; a part that is the
/// same for all becomes 0.
pub fn stretch(set: &mut [Parts]) {
    let fields: [fn(&mut Parts) -> &mut f64; 3] =
        [|parts| &mut parts.relevance, |parts| &mut parts.recency, |parts| &mut parts.importance];
    for field in fields {
        let low = set.iter_mut().map(|parts| *field(parts)).fold(f64::INFINITY, f64::min);
        let high = set.iter_mut().map(|parts| *field(parts)).fold(f64::NEG_INFINITY, f64::max);
        let span = high - low;
        for parts in set.iter_mut() {
            let value = field(parts);
            *value = if span > 0.0 { (*value - low) / span } else { 0.0 };
        }
    }
}

/// The named parts that a formula reads.
pub fn named(formula: Formula, parts: &Parts) -> Vec<(String, f64)> {
    let own = |name: &str, value: f64| (name.to_owned(), value);
    match formula {
        Formula::Priority => vec![
            own("importance", parts.importance),
            own("freshness", parts.freshness),
            own("usage", parts.usage),
            own("quality", parts.quality),
            own("contradiction", parts.contradiction),
        ],
        Formula::MemoryBank => vec![own("relevance", parts.relevance), own("recency", parts.recency)],
        _ => {
            vec![own("relevance", parts.relevance), own("recency", parts.recency), own("importance", parts.importance)]
        }
    }
}

/// Scores features that a caller gives, without a store.
pub fn score(features: &Features, profile: &Profile, now: Timestamp) -> Result<Scored> {
    unit("relevance", features.relevance)?;
    unit("importance", features.importance)?;
    if let Some(confidence) = features.confidence {
        unit("confidence", confidence)?;
    }
    let reliability = |source: Source| Sources::default().of(source).reliability;
    let signals = Signals {
        kind: features.kind,
        relevance: features.relevance,
        importance: features.importance,
        confidence: features.confidence.or(features.source.map(reliability)).unwrap_or(1.0),
        last_used_at: features.last_used_at.unwrap_or(now),
        last_verified_at: features.last_verified_at.unwrap_or(now),
        uses: features.uses,
        corrections: features.corrections,
        contradictions: features.contradictions,
    };
    let parts = parts(profile.formula, &signals, &HalfLives::default(), now);
    Ok(Scored { score: weigh(profile, &parts), parts: named(profile.formula, &parts) })
}

/// A built-in profile by name; `lifecycle` for none.
pub fn profile(name: Option<&str>) -> Result<Profile> {
    let names = crate::policy::built_in_names().join(", ");
    crate::policy::built_in(name.unwrap_or("lifecycle"))
        .ok_or_else(|| Failure::invalid("profile", format!("one of {names}")))
}

fn days(from: Timestamp, now: Timestamp) -> f64 {
    now.saturating_sub(from) as f64 / DAY as f64
}

/// 0.5^(age / half-life); 1 for what does not fade.
fn halving(age: f64, half_life: Option<f64>) -> f64 {
    half_life.map_or(1.0, |half_life| libm::exp2(-age / half_life))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Timestamp = 2_000_000_000_000;

    fn features(kind: Kind, relevance: f64, importance: f64, idle_days: u64) -> Features {
        Features {
            kind,
            source: None,
            relevance,
            importance,
            confidence: None,
            last_used_at: Some(NOW - idle_days * DAY),
            last_verified_at: None,
            uses: 0,
            corrections: 0,
            contradictions: 0,
        }
    }

    /// The worked example of "Agent memory architecture, in depth": the allergy wins as a fact, and
    /// loses as an episode that was long unused.
    #[test]
    fn an_allergy_outranks_a_closer_match_because_facts_do_not_fade() {
        let lifecycle = profile(None).unwrap();
        let of = |features: &Features| score(features, &lifecycle, NOW).unwrap().score;
        let allergy = of(&features(Kind::Fact, 0.61, 0.95, 200));
        let thai = of(&features(Kind::Episode, 0.82, 0.3, 2));
        assert!((allergy - 0.756).abs() < 1e-9);
        assert!(allergy > thai);
        let faded = of(&features(Kind::Episode, 0.61, 0.95, 200));
        assert!((faded - 0.556).abs() < 1e-3, "{faded}");
        assert!(faded < thai);
    }

    fn signals() -> impl Strategy<Value = Signals> {
        let unit = || 0.0..=1.0f64;
        (0usize..4, unit(), unit(), unit(), 0..4_000u64, 0..4_000u64, 0..50u32, 0..5u32, 0..5u32).prop_map(
            |(kind, relevance, importance, confidence, used, verified, uses, corrections, contradictions)| Signals {
                kind: Kind::ALL[kind],
                relevance,
                importance,
                confidence,
                last_used_at: NOW - used * DAY,
                last_verified_at: NOW - verified * DAY,
                uses,
                corrections,
                contradictions,
            },
        )
    }

    proptest! {
        /// Trap 41: more strength never fades faster, newer never scores lower, all else equal.
        #[test]
        fn every_formula_is_monotonic(signals in signals(), days in 1..100u64) {
            for name in crate::policy::built_in_names() {
                let profile = profile(Some(name)).unwrap();
                let of = |signals: &Signals| weigh(&profile, &parts(profile.formula, signals, &HalfLives::default(), NOW));
                let base = of(&signals);
                let newer = Signals {
                    last_used_at: (signals.last_used_at + days * DAY).min(NOW),
                    last_verified_at: (signals.last_verified_at + days * DAY).min(NOW),
                    ..signals
                };
                prop_assert!(of(&newer) >= base, "{name}: newer");
                prop_assert!(of(&Signals { uses: signals.uses + 1, ..signals }) >= base, "{name}: used more");
                prop_assert!(of(&Signals { importance: 1.0, ..signals }) >= base, "{name}: more important");
                prop_assert!(of(&Signals { relevance: 1.0, ..signals }) >= base, "{name}: more relevant");
                prop_assert!(of(&Signals { corrections: signals.corrections + 1, ..signals }) <= base, "{name}");
                prop_assert!(base.is_finite() && base >= 0.0);
            }
        }
    }
}
