//! What a speaker's own words say, as callers see it.

use super::*;
use crate::read::reads;
use serde::Serialize;

/// Words of one speaker, said at one moment. See `wit/statements.wit` for each field.
#[derive(Clone, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Utterance {
    pub text: String,
    pub at: Timestamp,
    pub utc_offset: Option<i32>,
    pub speaker: Option<String>,
    pub before: Option<String>,
}

/// A stretch of an utterance, and whose words it is. The passages cover the whole text, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Passage {
    /// Which bytes.
    pub span: Span,
    /// Whose words they are, and what they are there for.
    pub frame: Frame,
}

/// What one sentence of the speaker's own says.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    /// The sentence.
    pub span: Span,
    /// What it does to what is known.
    pub act: Act,
    /// The predicate that read it, such as `home`.
    pub predicate: String,
    /// The language of the table that read it, as an ISO 639-1 code.
    pub language: String,
    /// Of the claim.
    pub kind: Kind,
    /// The claim in one sentence, in the third person and in the language of the utterance.
    pub text: String,
    /// What it is about: the speaker's name, or `user`.
    pub entity: Option<String>,
    /// Which of its properties, in English whatever the language, such as `home city`.
    pub attribute: Option<String>,
    /// As it was said. None of an `end` or a `deny`: whatever the value is.
    pub value: Option<String>,
    /// The address holds several values side by side.
    pub several: bool,
    /// 0..1; none: the default of the kind.
    pub importance: Option<f64>,
    /// Of a `correct`: the value that was wrong; none: whatever it is.
    pub instead_of: Option<String>,
    /// Where the words say a start; of an `end`, when it ended.
    pub valid_from: Option<Timestamp>,
    /// Where the words say an end.
    pub valid_to: Option<Timestamp>,
    /// When it is of no use any more, such as the end of an appointment's day.
    pub expires_at: Option<Timestamp>,
}

/// What was read of an utterance.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// The whole text, in order.
    pub passages: Vec<Passage>,
    /// In the order in which they were said.
    pub statements: Vec<Statement>,
    /// Sentences of the speaker's own that assert something and of which nothing was read: what a
    /// model may be asked about.
    pub unread: Vec<Span>,
}

reads! {
    Utterance open required { text: "text", at: "at", utc_offset: "utcOffset", speaker: "speaker", before: "before" }
}

redacted! {
    Utterance { at, utc_offset }
    Statement { span, act, predicate, language, kind, several }
}
