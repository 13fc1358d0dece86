//! The lines of an export, each one JSON object: a header, then a memory a line. `docs/format.md` describes
//! them. What a memory is now stands beside what it was, so that a person can read a line without its past.

use crate::gather::Map;
use crate::read::{self, Fields, Node, Read, Tree, Wrong, reads};
use crate::types::{
    Address, AppliesTo, Evidence, Hold, Kind, Mode, Pin, Retention, Scalar, Sensitivity, Source, State, Timestamp,
};
use serde::{Serialize, Serializer};

/// What a file is.
pub const EXPORT: &str = "export";

/// Version of the lines. Version 1 had no `history`, no `tellings` and no tenant.
pub const VERSION: u32 = 2;

/// Bytes of a line that are read.
const MOST_BYTES: usize = 4 << 20;

/// The first line.
#[derive(Default, Serialize)]
pub struct Header {
    /// `export`.
    pub memolet: String,
    /// Of the lines.
    pub version: u32,
    /// Of whose store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// Whose memories.
    pub user: String,
    /// When.
    pub at: Timestamp,
}

/// A memory. The names are those of `memory` in `wit/memory.wit`, and mean the same.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    pub id: String,
    pub user: String,
    #[serde(skip)]
    pub shared: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    pub kind: Option<Kind>,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Address>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub several: bool,
    pub source: Option<Source>,
    pub mode: Option<Mode>,
    /// Said to correct an earlier claim.
    #[serde(skip_serializing_if = "is_false")]
    pub correction: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    pub importance: Option<f64>,
    /// As it was when it was exported. It is reckoned anew wherever it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    pub sensitivity: Option<Sensitivity>,
    pub observed_at: Timestamp,
    pub recorded_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retracted_at: Option<Timestamp>,
    pub valid_from: Timestamp,
    /// Absent, as in older exports: it was stated.
    pub start_stated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_to: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_verified_at: Option<Timestamp>,
    pub uses: u32,
    pub corrections: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_at: Option<Timestamp>,
    pub retention: Option<Retention>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned: Option<Pin>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supports: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contradicts: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applies_to: Option<AppliesTo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extractor: Option<String>,
    #[serde(skip_serializing_if = "Metadata::is_empty")]
    pub metadata: Metadata,
    pub state: Option<State>,
    /// Every change, oldest first. Empty in older exports.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Change>,
    /// Each time that it was said, in order of arrival. Empty in older exports: it was said once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tellings: Vec<Telling>,
}

/// A memory's life after one change.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    pub at: Timestamp,
    pub code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub policy: String,
    pub state: Option<State>,
    pub valid_from: Timestamp,
    #[serde(skip_serializing_if = "is_false")]
    pub start_stated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_to: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retracted_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contradicts: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned: Option<Pin>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<Hold>,
    #[serde(skip_serializing_if = "is_false")]
    pub approved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<Waits>,
}

/// An erasure that waits for a person.
#[derive(Default, Serialize)]
pub struct Waits {
    /// The memory that was to be forgotten.
    pub with: String,
    /// The state before.
    pub was: Option<State>,
}

/// One time that a memory was said.
#[derive(Default, Serialize)]
pub struct Telling {
    pub at: Timestamp,
    #[serde(skip_serializing_if = "is_false")]
    pub stated: bool,
    /// Who said what, where that is not as the line says: equal for the same speaker and the same words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// Places in `evidence` of what came with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<u32>,
}

/// Metadata as JSON has it.
#[derive(Default)]
pub struct Metadata(pub Map<String, Scalar>);

impl Metadata {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Metadata {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(key, value)| (key, Bare(value))))
    }
}

struct Bare<'a>(&'a Scalar);

impl Serialize for Bare<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Scalar::Null => to.serialize_unit(),
            Scalar::Boolean(value) => to.serialize_bool(*value),
            Scalar::Number(value) => to.serialize_f64(*value),
            Scalar::Text(value) => to.serialize_str(value),
            Scalar::Integer(value) => to.serialize_i64(*value),
            Scalar::Natural(value) => to.serialize_u64(*value),
        }
    }
}

struct Value(Scalar);

impl Read for Value {
    fn read(from: &dyn Node) -> read::Result<Self> {
        let text = || from.text().map(Scalar::Text);
        let whole = || from.integer().map(Scalar::Integer).or_else(|| from.whole().map(Scalar::Natural));
        let number = || whole().or_else(|| from.number().map(Scalar::Number));
        let value = match from.is_null() {
            true => Some(Scalar::Null),
            false => from.boolean().map(Scalar::Boolean).or_else(number).or_else(text),
        };
        value.map(|value| Self(value.plain())).ok_or_else(|| Wrong::new("null, true, false, a number or a text"))
    }
}

impl Read for Metadata {
    fn read(from: &dyn Node) -> read::Result<Self> {
        let fields = Fields::of(from, None)?;
        let mut metadata = Map::new();
        for name in from.names() {
            let Value(value) = fields.take(&name)?;
            metadata.insert(name, value);
        }
        Ok(Self(metadata))
    }
}

reads! {
    Header open optional { memolet: "memolet", version: "version", tenant: "tenant", user: "user", at: "at" }
    Line open optional {
        id: "id", user: "user", shared: "shared", project: "project", agent: "agent", session: "session",
        actor: "actor", kind: "kind", text: "text", address: "address", value: "value", several: "several",
        source: "source", mode: "mode", correction: "correction", evidence: "evidence", importance: "importance",
        confidence: "confidence", sensitivity: "sensitivity", observed_at: "observedAt", recorded_at: "recordedAt",
        retracted_at: "retractedAt", valid_from: "validFrom", start_stated: "startStated", valid_to: "validTo",
        last_used_at: "lastUsedAt", last_verified_at: "lastVerifiedAt", uses: "uses", corrections: "corrections",
        expires_at: "expiresAt", review_at: "reviewAt", retention: "retention", pinned: "pinned",
        supersedes: "supersedes", superseded_by: "supersededBy", supports: "supports", contradicts: "contradicts",
        applies_to: "appliesTo", approved_by: "approvedBy", extractor: "extractor", metadata: "metadata",
        state: "state", history: "history", tellings: "tellings",
    }
    Change open optional {
        at: "at", code: "code", reason: "reason", policy: "policy", state: "state", valid_from: "validFrom",
        start_stated: "startStated", valid_to: "validTo", retracted_at: "retractedAt", superseded_by: "supersededBy",
        supersedes: "supersedes", contradicts: "contradicts", pinned: "pinned", hold: "hold", approved: "approved",
        review_at: "reviewAt", pending: "pending",
    }
    Waits open optional { with: "with", was: "was" }
    Telling open optional { at: "at", stated: "stated", mark: "mark", evidence: "evidence" }
}

/// Reads a line. What is wrong is said by place, never with the line's words.
pub fn read<T: Read>(line: &str) -> Result<T, String> {
    if line.len() > MOST_BYTES {
        return Err(format!("at most {MOST_BYTES} bytes"));
    }
    let tree: Tree = serde_json::from_str(line).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => error.to_string(),
        _ => "no JSON".into(),
    })?;
    T::read(&&tree).map_err(|wrong| {
        let at = wrong.at.trim_start_matches('.');
        if at.is_empty() { wrong.allowed } else { format!("{at}: {}", wrong.allowed) }
    })
}

/// A line's text.
pub fn write<T: Serialize>(line: &T) -> String {
    // Invariant: it holds texts, finite numbers and lists of them.
    serde_json::to_string(line).unwrap_or_default()
}

const fn is_false(value: &bool) -> bool {
    !*value
}
