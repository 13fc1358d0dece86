//! Why a call failed.

use core::fmt;
use serde::Serialize;

/// What every fallible call of the engine gives.
pub type Result<T> = core::result::Result<T, Failure>;

/// Why a call failed. The text says what was wrong and what is allowed; it never repeats a
/// memory's text. A call that fails has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "tag", content = "val", rename_all = "kebab-case")]
pub enum Failure {
    /// The scope has no right to this. Open a scope that has.
    Denied(String),
    /// Nothing of this name is visible in this scope.
    NotFound(String),
    /// An argument is out of its range or shape: which, and what is allowed.
    Invalid(String),
    /// The memory's version or state does not allow this. Read it again, then decide.
    Conflict(String),
    /// The target has more authority than the call.
    Authority(String),
    /// The ticket was answered, closed or never issued. Poll again.
    StaleTicket(String),
    /// The answer is of another sort or length than the task wants.
    WrongAnswer(String),
    /// Bytes wait to be stored. Poll and answer first.
    Undrained(String),
    /// The model's reply is not the JSON that was asked for. The ask stays open.
    MalformedReply(String),
    /// The reply names a memory that it was not shown.
    NotShown(String),
    /// The store was opened with another embedder.
    EmbedderMismatch(String),
    /// More than a stated bound.
    TooLarge(String),
    /// Stored bytes are damaged: where.
    Corrupt(String),
    /// Written by a later version of the engine. Update the engine.
    NewerFormat(String),
    /// Another writer holds the store.
    Locked(String),
    /// The disk is full; nothing was lost. Make room, then call again.
    Full(String),
    /// Something else.
    Other(String),
}

impl Failure {
    /// The case's name in WIT and JSON, and its text.
    pub fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Denied(text) => ("denied", text),
            Self::NotFound(text) => ("not-found", text),
            Self::Invalid(text) => ("invalid", text),
            Self::Conflict(text) => ("conflict", text),
            Self::Authority(text) => ("authority", text),
            Self::StaleTicket(text) => ("stale-ticket", text),
            Self::WrongAnswer(text) => ("wrong-answer", text),
            Self::Undrained(text) => ("undrained", text),
            Self::MalformedReply(text) => ("malformed-reply", text),
            Self::NotShown(text) => ("not-shown", text),
            Self::EmbedderMismatch(text) => ("embedder-mismatch", text),
            Self::TooLarge(text) => ("too-large", text),
            Self::Corrupt(text) => ("corrupt", text),
            Self::NewerFormat(text) => ("newer-format", text),
            Self::Locked(text) => ("locked", text),
            Self::Full(text) => ("full", text),
            Self::Other(text) => ("other", text),
        }
    }

    /// `invalid`, naming the field and what is allowed.
    pub fn invalid(field: &str, allowed: impl fmt::Display) -> Self {
        Self::Invalid(format!("{field}: {allowed}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tag, text) = self.parts();
        write!(f, "{tag}: {text}")
    }
}

impl core::error::Error for Failure {}
