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

    const SIGNALS: Signals = Signals {
        kind: Kind::Fact,
        relevance: 0.5,
        importance: 0.8,
        confidence: 0.9,
        last_used_at: NOW - 2 * DAY,
        last_verified_at: NOW - 365 * DAY,
        uses: 3,
        corrections: 1,
        contradictions: 1,
    };

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} where {expected} should be");
    }

    /// Worked by hand from docs/scoring.md.
    #[test]
    fn each_formula_is_the_one_that_it_says() {
        let half_lives = HalfLives { fact: Some(4.0), ..HalfLives::default() };
        let of = |formula| parts(formula, &SIGNALS, &half_lives, NOW);
        let hourly = 0.995f64.powi(48);
        for (name, recency, score) in [
            ("lifecycle", 0.5f64.sqrt(), 0.6 * 0.5 + 0.2 * 0.5f64.sqrt() + 0.2 * 0.8),
            ("tie-breaker", 0.5f64.sqrt(), 0.96 * 0.5 + 0.02 * 0.5f64.sqrt() + 0.02 * 0.8),
            ("generative-agents", hourly, 0.5 + hourly + 0.8),
            ("hybrid", hourly, 0.4 * 0.5 + 0.3 * hourly + 0.3 * 0.8),
            ("memory-bank", libm::exp(-0.5), 0.5 * libm::exp(-0.5)),
        ] {
            let profile = profile(Some(name)).unwrap();
            let parts = of(profile.formula);
            near(parts.recency, recency);
            near(weigh(&profile, &parts), score);
            assert_eq!((parts.relevance, parts.importance), (0.5, 0.8));
            assert_eq!((parts.freshness, parts.usage, parts.quality, parts.contradiction), (0.0, 0.0, 0.0, 0.0));
        }
    }

    #[test]
    fn priority_is_the_formula_that_it_says() {
        let of = |signals: &Signals, half_lives: &HalfLives| parts(Formula::Priority, signals, half_lives, NOW);
        let slow = of(&SIGNALS, &HalfLives::default());
        near(slow.freshness, 0.5);
        near(slow.usage, 5.0 / 12.0);
        assert_eq!((slow.relevance, slow.recency, slow.importance, slow.quality), (0.5, 1.0, 0.8, 0.9));
        near(slow.contradiction, 0.1);
        near(priority(&slow), 0.8 * 0.5 * 5.0 / 12.0 * 0.9 - 0.1);
        near(weigh(&profile(Some("priority")).unwrap(), &slow), priority(&slow));
        near(of(&SIGNALS, &HalfLives { fact: Some(730.0), ..HalfLives::default() }).freshness, 0.5f64.sqrt());
        let disputed = of(&Signals { contradictions: 9, ..SIGNALS }, &HalfLives::default());
        assert_eq!((disputed.contradiction, priority(&disputed)), (0.5, 0.0));
        let unused = of(&Signals { uses: 0, corrections: 0, ..SIGNALS }, &HalfLives::default());
        near(unused.usage, 2.0 / 3.0);
    }

    #[test]
    fn parts_stretch_over_a_set() {
        let part =
            |relevance, recency| Parts { relevance, recency, importance: 0.4, freshness: 0.7, ..Parts::default() };
        let mut set = [part(0.2, 0.9), part(0.6, 0.1), part(0.3, 0.5)];
        stretch(&mut set);
        for (found, expected) in set.iter().zip([(0.0, 1.0), (1.0, 0.0), (0.25, 0.5)]) {
            near(found.relevance, expected.0);
            near(found.recency, expected.1);
            assert_eq!((found.importance, found.freshness), (0.0, 0.7));
        }
    }

    #[test]
    fn a_formula_names_the_parts_that_it_reads() {
        let all = Parts {
            relevance: 0.1,
            recency: 0.2,
            importance: 0.3,
            freshness: 0.4,
            usage: 0.5,
            quality: 0.6,
            contradiction: 0.7,
        };
        let of = |formula| -> Vec<String> {
            named(formula, &all).into_iter().map(|(name, value)| format!("{name} {value}")).collect()
        };
        let priority = ["importance 0.3", "freshness 0.4", "usage 0.5", "quality 0.6", "contradiction 0.7"];
        assert_eq!(of(Formula::Priority), priority);
        assert_eq!(of(Formula::MemoryBank), ["relevance 0.1", "recency 0.2"]);
        assert_eq!(of(Formula::Hybrid), ["relevance 0.1", "recency 0.2", "importance 0.3"]);
    }

    #[test]
    fn features_that_are_not_given_have_their_defaults() {
        let priority = profile(Some("priority")).unwrap();
        let of = |features: &Features| score(features, &priority, NOW).map(|scored| scored.score);
        let plain = Features { last_used_at: None, ..features(Kind::Fact, 0.5, 0.6, 0) };
        near(of(&plain).unwrap(), 0.6 * 2.0 / 3.0);
        near(of(&Features { source: Some(Source::Inferred), ..plain.clone() }).unwrap(), 0.6 * 2.0 / 3.0 * 0.4);
        let sure = Features { source: Some(Source::Inferred), confidence: Some(0.5), ..plain.clone() };
        near(of(&sure).unwrap(), 0.6 * 2.0 / 3.0 * 0.5);
        near(of(&Features { last_verified_at: Some(NOW - 365 * DAY), ..plain.clone() }).unwrap(), 0.6 / 3.0);
        near(of(&Features { uses: 1, corrections: 1, contradictions: 1, ..plain.clone() }).unwrap(), 0.6 * 0.375 - 0.1);
        for wrong in [
            Features { relevance: 1.1, ..plain.clone() },
            Features { importance: -0.1, ..plain.clone() },
            Features { confidence: Some(2.0), ..plain },
        ] {
            assert!(matches!(of(&wrong), Err(Failure::Invalid(_))));
        }
        assert!(matches!(profile(Some("best")), Err(Failure::Invalid(_))));
        assert_eq!(profile(None), profile(Some("lifecycle")));
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
