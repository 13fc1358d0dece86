//! Rules as data. Every field has a default; an unknown one is refused by name.

mod authority;
mod calibration;
mod profiles;
mod sources;

pub use authority::{Author, Authority};
pub use calibration::Calibration;
pub use profiles::{Formula, Profile, built_in, built_in_names};
pub use sources::{SourceRule, Sources};

use crate::gather::Map;
use crate::read::{Node, Read, Tree, reads};
use crate::text::normalise;
use crate::types::{DAY, Failure, Kind, Result, Sensitivity, Timestamp};
use serde::Serialize;

/// The rules of admission that `admission.off` may name.
pub const ADMISSION_RULES: [&str; 11] = [
    "designated-source",
    "length",
    "one-claim",
    "control-characters",
    "secret",
    "restricted-category",
    "speculation",
    "recall-echo",
    "tombstoned",
    "pending-erasure",
    "instruction-in-content",
];

/// Attributes of which somebody has several as a matter of course.
const SEVERAL: [&str; 14] = [
    "allergy", "brother", "cat", "child", "daughter", "dog", "friend", "hobby", "language", "pet", "sibling", "sister",
    "skill", "son",
];

/// What a tenant decides about its memories. The JSON form is camelCase; `docs/policy.md` explains
/// each field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Policy {
    /// Names this policy in every record and audit entry.
    pub version: String,
    /// Budgets of one user.
    pub capacity: Capacity,
    /// Half-life of recency by kind, in days; none does not fade.
    pub half_life_days: HalfLives,
    /// 0..1: what recall leaves out as unrelated.
    pub min_relevance: f64,
    /// 0..1: confidence from which a memory may be stated as fact.
    pub assert_at: f64,
    /// Scoring profile of recall.
    pub profile: String,
    /// Profiles of the tenant's own, by name.
    pub profiles: Map<String, Profile>,
    /// What a cosine means, by embedder.
    pub calibration: Map<String, Calibration>,
    /// Who may write what, and how far it is believed.
    pub sources: Sources,
    /// Evidence uris that begin with one of these make a tool result trusted.
    pub trusted_uris: Vec<String>,
    /// Admission's rules and bounds.
    pub admission: Admission,
    /// Sensitivities that may be stored.
    pub sensitivity: Vec<Sensitivity>,
    /// How long memories of a purpose are kept.
    pub retention: Map<String, RetentionRule>,
    /// Eviction of what nobody needs any more.
    pub decay: Decay,
    /// Days after which a memory of a kind is due for review.
    pub review_days: Map<Kind, f64>,
    /// Questions to a model.
    pub reconciliation: Reconciliation,
    /// When episodes are worth a synthesis.
    pub consolidation: Consolidation,
    /// A session's window.
    pub session: Session,
    /// What a model may do by its tools.
    pub tools: Tools,
    /// Attributes that hold several values, where neither the claim nor its address says.
    pub several: Vec<String>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            version: "default-1".into(),
            capacity: Capacity::default(),
            half_life_days: HalfLives::default(),
            min_relevance: 0.35,
            assert_at: 0.6,
            profile: "tie-breaker".into(),
            profiles: Map::new(),
            calibration: Map::new(),
            sources: Sources::default(),
            trusted_uris: Vec::new(),
            admission: Admission::default(),
            sensitivity: vec![Sensitivity::Normal, Sensitivity::Personal],
            retention: Map::new(),
            decay: Decay::default(),
            review_days: Map::new(),
            reconciliation: Reconciliation::default(),
            consolidation: Consolidation::default(),
            session: Session::default(),
            tools: Tools::default(),
            several: SEVERAL.iter().map(|name| (*name).to_owned()).collect(),
        }
    }
}

impl Policy {
    /// Reads a policy. `invalid` names the field that is unknown, of the wrong type or out of range.
    #[inline(never)]
    pub fn from_json(json: &str) -> Result<Self> {
        let tree: Tree = serde_json::from_str(json).map_err(|error| Failure::invalid("policy", error))?;
        let policy =
            Self::read(&&tree).map_err(|wrong| Failure::invalid(&format!("policy{}", wrong.at), wrong.allowed))?;
        policy.check()?;
        Ok(policy)
    }

    /// The whole policy, defaults written out.
    #[inline(never)]
    pub fn to_json(&self) -> String {
        // Invariant: a policy holds strings, numbers and string-keyed maps, which JSON can hold.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A profile of the policy's own, or a built-in one.
    pub fn profile(&self, name: &str) -> Result<Profile> {
        self.profiles.get(name).cloned().or_else(|| built_in(name)).ok_or_else(|| {
            let own = self.profiles.keys().map(String::as_str);
            let names: Vec<_> = built_in_names().iter().copied().chain(own).collect();
            Failure::invalid("profile", format!("one of {}", names.join(", ")))
        })
    }

    /// When a memory kept for a purpose must be gone.
    pub fn deadline(&self, purpose: Option<&str>, recorded_at: Timestamp) -> Option<Timestamp> {
        let days = self.retention.get(purpose.unwrap_or("default"))?.days?;
        Some(recorded_at.saturating_add(days_to_ms(days)))
    }

    /// Whether an attribute holds several values, where nothing else says.
    pub fn holds_several(&self, attribute: &str) -> bool {
        let attribute = normalise(attribute);
        self.several.iter().any(|name| normalise(name) == attribute)
    }

    fn check(&self) -> Result<()> {
        for (field, value) in [
            ("policy.minRelevance", self.min_relevance),
            ("policy.assertAt", self.assert_at),
            ("policy.decay.floor", self.decay.floor),
            ("policy.consolidation.similarity", self.consolidation.similarity),
        ] {
            unit(field, value)?;
        }
        if let Some(near) = self.reconciliation.near {
            unit("policy.reconciliation.near", near)?;
        }
        if self.version.is_empty() || self.version.len() > 64 {
            return Err(Failure::invalid("policy.version", "1 to 64 bytes"));
        }
        if self.admission.off.iter().any(|rule| !ADMISSION_RULES.contains(&rule.as_str())) {
            return Err(Failure::invalid("policy.admission.off", format!("of {}", ADMISSION_RULES.join(", "))));
        }
        self.profile(&self.profile)?;
        self.profiles.iter().try_for_each(|(name, profile)| profile.check(name))?;
        self.sources.check()?;
        self.calibration.iter().try_for_each(|(name, calibration)| calibration.check(name))?;
        let halves = [self.half_life_days.episode, self.half_life_days.fact];
        let more = [self.half_life_days.preference, self.half_life_days.procedure];
        if halves.into_iter().chain(more).flatten().any(|days| !(days > 0.0 && days.is_finite())) {
            return Err(Failure::invalid("policy.halfLifeDays", "a number of days above 0, or null"));
        }
        let days = self.retention.values().filter_map(|rule| rule.days).chain(self.review_days.values().copied());
        for days in days.chain([self.decay.after_days, self.session.days]) {
            if !(days > 0.0 && days <= 36_500.0) {
                return Err(Failure::invalid("policy", "days: above 0, at most 36500"));
            }
        }
        Ok(())
    }
}

/// Refuses what is not in 0..1.
pub(crate) fn unit(field: &str, value: f64) -> Result<()> {
    if (0.0..=1.0).contains(&value) { Ok(()) } else { Err(Failure::invalid(field, "a number from 0 to 1")) }
}

/// Days as milliseconds, rounded down.
pub(crate) fn days_to_ms(days: f64) -> u64 {
    (days * DAY as f64) as u64
}

/// Budgets of one user, over provisional and active memories.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Capacity {
    /// Memories.
    pub count: u32,
    /// Bytes of text.
    pub bytes: u64,
    /// Estimated tokens of text.
    pub tokens: u64,
}

impl Default for Capacity {
    fn default() -> Self {
        Self { count: 50_000, bytes: 64 << 20, tokens: 16 << 20 }
    }
}

/// Half-lives by kind, in days.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct HalfLives {
    pub episode: Option<f64>,
    pub fact: Option<f64>,
    pub preference: Option<f64>,
    pub procedure: Option<f64>,
}

impl Default for HalfLives {
    fn default() -> Self {
        Self { episode: Some(7.0), fact: None, preference: Some(90.0), procedure: None }
    }
}

impl HalfLives {
    /// The half-life of a kind.
    pub fn of(&self, kind: Kind) -> Option<f64> {
        match kind {
            Kind::Episode => self.episode,
            Kind::Fact => self.fact,
            Kind::Preference => self.preference,
            Kind::Procedure => self.procedure,
        }
    }
}

/// Admission's rules and bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Admission {
    /// Rules that are switched off, by name.
    pub off: Vec<String>,
    /// Characters of a text.
    pub max_characters: u32,
    /// Sentences of a fact or a preference: one claim, and a little grace.
    pub max_sentences: u32,
    /// Metadata entries.
    pub max_metadata: u32,
    /// Bytes of one metadata key or text.
    pub max_metadata_bytes: u32,
    /// Pieces of evidence that one memory keeps.
    pub max_evidence: u32,
}

impl Default for Admission {
    fn default() -> Self {
        Self {
            off: Vec::new(),
            max_characters: 2_000,
            max_sentences: 2,
            max_metadata: 32,
            max_metadata_bytes: 1_024,
            max_evidence: 32,
        }
    }
}

impl Admission {
    /// Whether a rule is in force.
    pub fn on(&self, rule: &str) -> bool {
        !self.off.iter().any(|name| name == rule)
    }
}

/// How long memories of a purpose are kept. The purpose `default` is for memories of none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RetentionRule {
    /// Days after they were recorded; none: no deadline.
    pub days: Option<f64>,
}

/// Eviction by decay.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Decay {
    /// 0..1: a priority below it is a candidate for eviction. Zero evicts nothing.
    pub floor: f64,
    /// After so many days unused and unverified below the floor.
    pub after_days: f64,
}

impl Default for Decay {
    fn default() -> Self {
        Self { floor: 0.02, after_days: 180.0 }
    }
}

/// Questions to a model about a candidate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reconciliation {
    /// Nearest memories shown, beside all at related addresses.
    pub shown: u32,
    /// Refused replies after which both claims are kept.
    pub refusals: u32,
    /// Cosine, 0 to 1, from which on two claims are about one thing whatever their words. None: never.
    pub near: Option<f64>,
}

impl Default for Reconciliation {
    fn default() -> Self {
        Self { shown: 10, refusals: 3, near: None }
    }
}

/// When episodes are worth a synthesis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Consolidation {
    /// Independent episodes that a synthesis needs.
    pub episodes: u32,
    /// Accumulated importance of episodes that triggers a reflection.
    pub importance: f64,
    /// Episodes since the last time that trigger one.
    pub count: u32,
    /// 0..1: cosine from which two episodes are about the same.
    pub similarity: f64,
}

impl Default for Consolidation {
    fn default() -> Self {
        Self { episodes: 3, importance: 15.0, count: 50, similarity: 0.6 }
    }
}

/// A session's window.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Turns kept.
    pub turns: u32,
    /// Estimated tokens kept.
    pub tokens: u32,
    /// Days after which a silent session is forgotten by the sweep.
    pub days: f64,
    /// Turns of the user after which claims are extracted, where there is a model. Zero: only when
    /// asked.
    pub extract_after: u32,
}

impl Default for Session {
    fn default() -> Self {
        Self { turns: 20, tokens: 4_000, days: 30.0, extract_after: 6 }
    }
}

/// What a model may do by its tools.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tools {
    /// How a person consents to an erasure that a model asks for.
    pub consent: Consent,
}

/// How a person consents to an erasure that a model asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Consent {
    /// By `confirm-erasure`, for each pending erasure.
    #[default]
    Confirmed,
    /// Also beforehand: the host may pass it along with the call.
    WithCall,
}

impl Read for Consent {
    fn read(from: &dyn Node) -> crate::read::Result<Self> {
        Ok([Self::Confirmed, Self::WithCall][crate::read::case(from, &["confirmed", "with-call"])?])
    }
}

reads! {
    Policy strict optional {
        version: "version", capacity: "capacity", half_life_days: "halfLifeDays",
        min_relevance: "minRelevance", assert_at: "assertAt", profile: "profile", profiles: "profiles",
        calibration: "calibration", sources: "sources", trusted_uris: "trustedUris", admission: "admission",
        sensitivity: "sensitivity", retention: "retention", decay: "decay", review_days: "reviewDays",
        reconciliation: "reconciliation", consolidation: "consolidation", session: "session",
        tools: "tools",
        several: "several",
    }
    Capacity strict optional { count: "count", bytes: "bytes", tokens: "tokens" }
    HalfLives strict optional {
        episode: "episode", fact: "fact", preference: "preference", procedure: "procedure",
    }
    Admission strict optional {
        off: "off", max_characters: "maxCharacters", max_sentences: "maxSentences",
        max_metadata: "maxMetadata", max_metadata_bytes: "maxMetadataBytes", max_evidence: "maxEvidence",
    }
    RetentionRule strict optional { days: "days" }
    Decay strict optional { floor: "floor", after_days: "afterDays" }
    Reconciliation strict optional { shown: "shown", refusals: "refusals", near: "near" }
    Consolidation strict optional {
        episodes: "episodes", importance: "importance", count: "count", similarity: "similarity",
    }
    Session strict optional { turns: "turns", tokens: "tokens", days: "days", extract_after: "extractAfter" }
    Tools strict optional { consent: "consent" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_a_default_and_reads_back() {
        let policy = Policy::from_json("{}").unwrap();
        assert_eq!(policy, Policy::default());
        assert_eq!(Policy::from_json(&policy.to_json()).unwrap(), policy);
    }

    #[test]
    fn unknown_and_wrong_fields_are_named() {
        let text = |json| Policy::from_json(json).unwrap_err().to_string();
        assert!(text(r#"{"minRelevence": 1}"#).contains("minRelevence"));
        assert!(text(r#"{"minRelevance": 1.5}"#).contains("minRelevance"));
        assert!(text(r#"{"admission": {"off": ["secrets"]}}"#).contains("secret,"));
        assert!(text(r#"{"profile": "best"}"#).contains("lifecycle"));
        assert!(text(r#"{"halfLifeDays": {"episode": 0}}"#).contains("halfLifeDays"));
    }

    #[test]
    fn every_range_ends_where_it_says() {
        let version = |bytes: usize| format!(r#"{{"version": "{}"}}"#, "v".repeat(bytes));
        let days = |field: &str, days: &str| format!(r#"{{"{field}": {days}}}"#);
        let cosines =
            |low: &str, high: &str| format!(r#"{{"calibration": {{"e": {{"low": {low}, "high": {high}}}}}}}"#);
        let profile = |weights: &str| format!(r#"{{"profiles": {{"own": {{"formula": "hybrid", {weights}}}}}}}"#);
        let allowed = [
            version(1),
            version(64),
            days("retention", r#"{"care": {"days": 36500}}"#),
            days("reviewDays", r#"{"fact": 0.001}"#),
            days("halfLifeDays", r#"{"fact": 0.001}"#),
            cosines("-1", "1"),
            cosines("0.1", "0.2"),
            profile(r#""relevance": 0, "recency": 1, "importance": 0.5"#),
            r#"{"sources": {"inferred": {"reliability": 1}}}"#.into(),
        ];
        for json in allowed {
            assert!(Policy::from_json(&json).is_ok(), "{json}");
        }
        let refused = [
            version(0),
            version(65),
            days("retention", r#"{"care": {"days": 0}}"#),
            days("retention", r#"{"care": {"days": 36500.5}}"#),
            days("reviewDays", r#"{"fact": -1}"#),
            days("decay", r#"{"afterDays": 0}"#),
            days("session", r#"{"days": 0}"#),
            days("halfLifeDays", r#"{"procedure": -1}"#),
            days("halfLifeDays", r#"{"preference": 0}"#),
            cosines("-1.1", "1"),
            cosines("0.2", "0.2"),
            cosines("0.3", "0.2"),
            cosines("1.1", "1.2"),
            cosines("0", "1.1"),
            profile(r#""relevance": 1.1, "recency": 1, "importance": 0.5"#),
            profile(r#""relevance": 1, "recency": -0.1, "importance": 0.5"#),
            profile(r#""relevance": 1, "recency": 1, "importance": 2"#),
            r#"{"sources": {"inferred": {"reliability": 1.1}}}"#.into(),
            r#"{"assertAt": -0.1}"#.into(),
        ];
        for json in refused {
            assert!(matches!(Policy::from_json(&json), Err(Failure::Invalid(_))), "{json}");
        }
    }

    #[test]
    fn a_purpose_has_its_deadline_and_no_other() {
        let policy = Policy::from_json(r#"{"retention": {"care": {"days": 1.5}, "default": {"days": 2}, "law": {}}}"#);
        let policy = policy.unwrap();
        assert_eq!(policy.deadline(Some("care"), 1_000), Some(1_000 + DAY * 3 / 2));
        assert_eq!(policy.deadline(None, 0), Some(2 * DAY));
        assert_eq!(policy.deadline(Some("law"), 0).or(policy.deadline(Some("sport"), 0)), None);
    }
}
