//! Why a request failed: one tag of the contract and a text.

use std::{fmt, io};

use serde_json::{Value, json};

/// A failure as the API gives it: `{"tag": "not-found", "val": "…"}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// A case of the contract's `failure`, such as `invalid`.
    pub tag: String,
    /// What was wrong and what is allowed.
    pub text: String,
}

/// Short for what most of this crate gives back.
pub type Outcome<T> = Result<T, Failure>;

impl Failure {
    /// A failure with any tag of the contract.
    pub fn new(tag: impl Into<String>, text: impl Into<String>) -> Self {
        Self { tag: tag.into(), text: text.into() }
    }

    /// An argument is out of its range or shape.
    pub fn invalid(text: impl Into<String>) -> Self {
        Self::new("invalid", text)
    }

    /// Anything that has no tag of its own: a disk, a trap.
    pub fn other(text: impl Into<String>) -> Self {
        Self::new("other", text)
    }

    /// The storage failed: `full` where it has no room left.
    pub fn storage(what: impl fmt::Display, error: &io::Error) -> Self {
        let full = matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
        Self::new(if full { "full" } else { "other" }, format!("{what}: {error}"))
    }

    /// The same, of a file.
    pub fn about(self, what: &impl fmt::Display) -> Self {
        Self { text: format!("{what}: {}", self.text), ..self }
    }

    /// The JSON form of the contract's variant.
    pub fn to_json(&self) -> Value {
        json!({"tag": self.tag, "val": self.text})
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.tag, self.text)
    }
}

impl std::error::Error for Failure {}
