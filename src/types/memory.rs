//! A memory as callers see it, and the candidate that it came from.

use super::*;
use crate::read::{self, Fields, Node, Read, reads};
use serde::{Deserialize, Serialize};

/// One metadata value.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub enum Scalar {
    /// JSON null.
    Null,
    /// JSON true or false.
    Boolean(bool),
    /// A finite JSON number.
    Number(f64),
    /// JSON string.
    Text(String),
    /// A whole number that `Number` cannot hold.
    Integer(i64),
    /// A whole number that `Integer` cannot hold either.
    Natural(u64),
}

impl Scalar {
    /// A whole number in the first case that holds it exactly; anything else as it is.
    #[must_use]
    pub fn plain(self) -> Self {
        const EXACT: u64 = 1 << 53;
        const ENDS: f64 = 9_223_372_036_854_775_808.0;
        match self {
            // Beyond 2^53 a number has no fraction, so it is one of the exact cases, as far as those go.
            Self::Number(number) if number.abs() > EXACT as f64 => {
                let integer = (-ENDS..ENDS).contains(&number).then_some(Self::Integer(number as i64));
                let natural = || (ENDS..2.0 * ENDS).contains(&number).then_some(Self::Natural(number as u64));
                integer.or_else(natural).unwrap_or(Self::Number(number))
            }
            Self::Integer(number) if number.unsigned_abs() <= EXACT => Self::Number(number as f64),
            Self::Natural(number) if number <= EXACT => Self::Number(number as f64),
            Self::Natural(number) => i64::try_from(number).map_or(Self::Natural(number), Self::Integer),
            other => other,
        }
    }
}

/// Metadata as WIT has it. A record keeps its scalars in the log's compact form, which has no tags.
mod tagged {
    use super::Scalar;
    use serde::{Serialize, Serializer};

    #[derive(Serialize)]
    #[serde(remote = "Scalar", tag = "tag", content = "val", rename_all = "kebab-case")]
    enum Tagged {
        Null,
        Boolean(bool),
        Number(f64),
        Text(String),
        Integer(#[serde(serialize_with = "wide")] i64),
        Natural(#[serde(serialize_with = "wide")] u64),
    }

    /// 128 bits are what becomes a `bigint` of JavaScript, whatever the number.
    fn wide<N: Into<i128> + Copy, S: Serializer>(number: &N, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i128((*number).into())
    }

    #[derive(Serialize)]
    struct Value(#[serde(with = "Tagged")] Scalar);

    pub fn serialize<S: Serializer>(pairs: &[(String, Scalar)], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(pairs.iter().map(|(key, value)| (key, Value(value.clone()))))
    }
}

impl core::fmt::Debug for Scalar {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Null => "Null",
            Self::Boolean(_) => "Boolean",
            Self::Number(_) => "Number",
            Self::Text(_) => "Text",
            Self::Integer(_) => "Integer",
            Self::Natural(_) => "Natural",
        })
    }
}

/// What a claim is about.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    /// The thing, such as a person's name.
    pub entity: String,
    /// Which of its properties, such as `home city`.
    pub attribute: String,
}

/// Bytes `start` up to, not including, `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// Where a claim came from.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Resolvable reference, at most 2,048 bytes.
    pub uri: String,
    /// Digest of the referenced bytes, as `algorithm:hex`.
    pub digest: Option<String>,
    /// Which bytes of it.
    pub span: Option<Span>,
    /// When the source saw it.
    pub observed_at: Option<Timestamp>,
}

/// A rare, reviewed exemption from eviction.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pin {
    /// Who pinned it.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When to look again.
    pub review_at: Option<Timestamp>,
}

/// A legal hold.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hold {
    /// Who owns the hold.
    pub owner: String,
    /// Why.
    pub reason: String,
}

/// For what, under which policy and how long a memory is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Retention {
    /// The purpose it was collected for.
    pub purpose: Option<String>,
    /// Version of the policy under which it was admitted.
    pub policy: String,
    /// When it must be gone.
    pub deadline: Option<Timestamp>,
    /// What forbids its removal.
    pub hold: Option<Hold>,
}

/// Where a procedure holds.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AppliesTo {
    /// The exact scope.
    pub scope: String,
    /// A version requirement.
    pub version: String,
}

/// One stored record: one claim. See `wit/memory.wit` for each field.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Memory {
    pub id: String,
    pub user: String,
    pub shared: bool,
    pub project: Option<String>,
    pub agent: Option<String>,
    pub session: Option<String>,
    pub actor: Option<String>,
    pub kind: Kind,
    pub text: String,
    pub address: Option<Address>,
    pub value: Option<String>,
    pub several: bool,
    pub embedder: Option<String>,
    pub source: Source,
    pub mode: Mode,
    pub evidence: Vec<Evidence>,
    pub importance: f64,
    pub confidence: f64,
    pub standing: Standing,
    pub sensitivity: Sensitivity,
    pub observed_at: Timestamp,
    pub recorded_at: Timestamp,
    pub retracted_at: Option<Timestamp>,
    pub valid_from: Timestamp,
    pub start_stated: bool,
    pub valid_to: Option<Timestamp>,
    pub last_used_at: Timestamp,
    pub last_verified_at: Timestamp,
    pub uses: u32,
    pub corrections: u32,
    pub expires_at: Option<Timestamp>,
    pub review_at: Option<Timestamp>,
    pub retention: Retention,
    pub pinned: Option<Pin>,
    pub supersedes: Vec<String>,
    pub superseded_by: Option<String>,
    pub supports: Vec<String>,
    pub contradicts: Vec<String>,
    pub applies_to: Option<AppliesTo>,
    pub approved_by: Option<String>,
    pub extractor: Option<String>,
    pub schema: u32,
    #[serde(with = "tagged")]
    pub metadata: Vec<(String, Scalar)>,
    pub state: State,
    pub version: u64,
}

/// A claim not yet admitted. See `wit/memory.wit` for each field and its default.
#[derive(Clone, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Candidate {
    pub text: String,
    pub kind: Option<Kind>,
    pub actor: Option<String>,
    pub source: Option<Source>,
    pub mode: Option<Mode>,
    pub entity: Option<String>,
    pub attribute: Option<String>,
    pub value: Option<String>,
    pub several: Option<bool>,
    pub importance: Option<f64>,
    pub sensitivity: Option<Sensitivity>,
    pub observed_at: Option<Timestamp>,
    pub valid_from: Option<Timestamp>,
    pub valid_to: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
    pub evidence: Vec<Evidence>,
    pub metadata: Vec<(String, Scalar)>,
    pub applies_to: Option<AppliesTo>,
    pub extractor: Option<String>,
    pub shared: bool,
    pub embedding: Option<Vec<f32>>,
}

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Admission {
    /// Stored, corroborated, quarantined or refused.
    pub outcome: Outcome,
    /// The stored memory, or the one corroborated.
    pub id: Option<String>,
    /// The rules that quarantined or refused.
    pub rules: Vec<String>,
    /// Memories that it retired or is in conflict with.
    pub related: Vec<String>,
    /// Where it was filed, if not at the present.
    pub placed: Option<Placement>,
}

/// Where a claim was filed that does not hold now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Placement {
    /// Before now, or after.
    pub tense: Tense,
    /// What holds now in its place, and what replaced it.
    pub above: Vec<String>,
}

/// One change of a memory.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The journal sequence of the command.
    pub sequence: u64,
    /// When.
    pub at: Timestamp,
    /// Reason code.
    pub code: String,
    /// The caller's words.
    pub reason: Option<String>,
    /// Who decided, as a keyed hash.
    pub by: String,
    /// Policy version in force.
    pub policy: String,
    /// The state that it led to.
    pub state: State,
    /// Start of validity after it.
    pub valid_from: Timestamp,
    /// End of validity after it.
    pub valid_to: Option<Timestamp>,
    /// Successor after it.
    pub superseded_by: Option<String>,
}

/// A memory's past.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct History {
    /// The memory as it is.
    pub memory: Memory,
    /// Its changes, oldest first.
    pub changes: Vec<Change>,
    /// Every version of the same claim, oldest first.
    pub versions: Vec<Memory>,
}

/// Which memories a listing may see.
#[derive(Clone, Default, PartialEq)]
pub struct Listing {
    /// Empty: all.
    pub kinds: Vec<Kind>,
    /// Empty: provisional and active.
    pub states: Vec<State>,
    /// A filter tree as JSON.
    pub filter: Option<String>,
    /// 1..1000, default 50.
    pub limit: Option<u32>,
    /// The last id of the page before.
    pub after: Option<String>,
}

/// One page of a listing.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// Newest first.
    pub memories: Vec<Memory>,
    /// Give it as `after` for the next page.
    pub next: Option<String>,
}

/// A new version of a claim.
#[derive(Clone, Default, PartialEq)]
pub struct Revision {
    /// The new words.
    pub text: String,
    /// The new value at the address.
    pub value: Option<String>,
    /// When it starts to hold. Default: now.
    pub valid_from: Option<Timestamp>,
    /// Default: user-said.
    pub source: Option<Source>,
    /// Where it came from.
    pub evidence: Vec<Evidence>,
    /// Its vector.
    pub embedding: Option<Vec<f32>>,
}

reads! {
    Address open required { entity: "entity", attribute: "attribute" }
    Span open required { start: "start", end: "end" }
    Evidence open required { uri: "uri", digest: "digest", span: "span", observed_at: "observedAt" }
    AppliesTo open required { scope: "scope", version: "version" }
    Pin open required { by: "by", reason: "reason", review_at: "reviewAt" }
    Hold open required { owner: "owner", reason: "reason" }
    Retention open required { purpose: "purpose", policy: "policy", deadline: "deadline", hold: "hold" }
    Candidate open optional {
        text: "text", kind: "kind", actor: "actor", source: "source", mode: "mode", entity: "entity",
        attribute: "attribute", value: "value", several: "several", importance: "importance", sensitivity: "sensitivity",
        observed_at: "observedAt", valid_from: "validFrom", valid_to: "validTo", expires_at: "expiresAt",
        evidence: "evidence", metadata: "metadata", applies_to: "appliesTo", extractor: "extractor",
        shared: "shared", embedding: "embedding",
    }
    Listing open optional {
        kinds: "kinds", states: "states", filter: "filter", limit: "limit", after: "after",
    }
    Revision open optional {
        text: "text", value: "value", valid_from: "validFrom", source: "source", evidence: "evidence",
        embedding: "embedding",
    }
}

impl Read for Scalar {
    fn read(from: &dyn Node) -> read::Result<Self> {
        let fields = Fields::of(from, None)?;
        Ok(match fields.tag(&["null", "boolean", "number", "text", "integer", "natural"])? {
            0 => Self::Null,
            1 => Self::Boolean(fields.take("val")?),
            2 => Self::Number(fields.take("val")?),
            3 => Self::Text(fields.take("val")?),
            4 => Self::Integer(fields.take("val")?),
            _ => Self::Natural(fields.take("val")?),
        })
    }
}

redacted! {
    AppliesTo {}
    Address {}
    Evidence { span, observed_at }
    Pin { review_at }
    Hold {}
    Change { sequence, at, code, state }
    Memory { id, kind, state, version }
    Candidate { kind, source, mode }
    History { changes }
    Listing { kinds, states, limit }
    Page { next }
    Revision { valid_from, source }
}
