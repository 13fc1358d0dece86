//! Policies and eviction as callers see them.

use super::*;
use serde::Serialize;

/// Why a memory would leave. See `wit/governance.wit` for each field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct EvictionState {
    pub priority: f64,
    pub parts: Vec<(String, f64)>,
    pub place: Option<u32>,
    pub of: u32,
    pub exempt: Option<String>,
    pub leaves_at: Option<Timestamp>,
}

/// What another policy would do. See `wit/policies.wit` for each field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct PolicyTrial {
    pub version: String,
    pub swept: Swept,
    pub swept_now: Swept,
    pub gains_assert: Vec<String>,
    pub loses_assert: Vec<String>,
    pub refused: Vec<(String, Vec<String>)>,
    pub quarantined: Vec<(String, Vec<String>)>,
    pub deadlines: Vec<(String, Option<Timestamp>)>,
}
