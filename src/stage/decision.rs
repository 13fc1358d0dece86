//! What a command decided.

use crate::log::{Event, Outcome};
use crate::types::Applied;

/// Events to take in, and what the caller gets.
#[derive(Debug)]
pub struct Decision {
    /// The command's name, for the audit.
    pub op: &'static str,
    /// Reason code or outcome, for the audit.
    pub code: String,
    /// In order. None: nothing happened, and no frame is written.
    pub events: Vec<Event>,
    /// What the caller gets.
    pub outcome: Outcome,
}

/// What became of a model's reply.
#[derive(Debug)]
pub struct Answered {
    /// Events to take in.
    pub decision: Decision,
    /// `reconciled`, `extracted`, `consolidated` or `declined`.
    pub verdict: &'static str,
    /// One an operation.
    pub results: Vec<Applied>,
}

impl Decision {
    /// A decision whose code is its command's name.
    pub fn new(op: &'static str, events: Vec<Event>, outcome: Outcome) -> Self {
        Self { op, code: op.to_owned(), events, outcome }
    }

    /// With another code.
    pub fn coded(mut self, code: impl Into<String>) -> Self {
        self.code = code.into();
        self
    }
}
