//! A turn that is observed, and what came of it, as callers see it.

use super::*;
use crate::read::reads;
use serde::Serialize;

/// Something said, or brought by a tool. See `wit/observing.wit` for each field.
#[derive(Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct TurnSaid {
    pub role: Role,
    pub actor: Option<String>,
    pub text: String,
    pub at: Option<Timestamp>,
    pub utc_offset: Option<i32>,
    pub ref_: Option<String>,
    pub keep_assistant: Option<bool>,
    pub read: Option<bool>,
}

/// A part of the turn's text, and what became of it as an episode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// Which bytes.
    pub span: Span,
    /// What became of them.
    pub admission: Admission,
}

/// A statement of the turn's own words, and what came of it.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Carried {
    /// The sentence.
    pub span: Span,
    /// What it does to what is known.
    pub act: Act,
    /// The predicate that read it.
    pub predicate: String,
    /// Of the claim.
    pub kind: Kind,
    /// The claim.
    pub text: Option<String>,
    /// What it is about.
    pub entity: Option<String>,
    /// Which of its properties.
    pub attribute: Option<String>,
    /// As it was said.
    pub value: Option<String>,
    /// What became of it.
    pub effect: Effect,
    /// Of what it states.
    pub admission: Option<Admission>,
    /// Memories that it ended or found wrong, or that stand against it.
    pub touched: Vec<String>,
}

/// What came of a turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Observed {
    /// The command in the audit. None: nothing changed.
    pub sequence: Option<u64>,
    /// The whole text, in order.
    pub kept: Vec<Part>,
    /// Why it is not kept.
    pub skipped: Option<String>,
    /// In the order in which they were said.
    pub statements: Vec<Carried>,
    /// Sentences that assert something and of which nothing was read.
    pub unread: u32,
    /// The question to a model that was opened.
    pub ticket: Option<u64>,
}

reads! {
    TurnSaid open required {
        role: "role", actor: "actor", text: "text", at: "at", utc_offset: "utcOffset", ref_: "ref",
        keep_assistant: "keepAssistant", read: "read",
    }
}

redacted! {
    TurnSaid { role, at, utc_offset }
    Carried { span, act, predicate, kind, effect, touched }
}
