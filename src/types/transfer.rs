//! Memories that leave a store as lines of text, and come into one, as callers see them.

use super::*;
use crate::read::reads;
use serde::Serialize;

/// Some lines of an export.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Exported {
    /// In order, without line ends. The first page begins with the header.
    pub lines: Vec<String>,
    /// Give it as `after` for the next lines.
    pub next: Option<String>,
}

/// Lines to bring in. See `wit/transfer.wit` for each field.
#[derive(Clone, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct LinesBrought {
    pub header: String,
    pub first: u32,
    pub lines: Vec<String>,
    pub from_user: Option<String>,
    pub from_tenant: Option<String>,
}

/// A line that did not come in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RefusedLine {
    /// Its number in the file.
    pub line: u32,
    /// The rules that refuse it, or what is wrong with it.
    pub why: String,
}

/// What came of lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    /// Lines that were read.
    pub memories: u32,
    /// Memories that are new here.
    pub added: u32,
    /// Memories that were here already.
    pub known: u32,
    /// Of the new ones, those that are current.
    pub current: u32,
    /// Of the new ones, those that wait for review.
    pub quarantined: u32,
    /// Pins that came with them.
    pub pins: u32,
    /// Legal holds that came with them.
    pub holds: u32,
    /// Links to other memories that came with them.
    pub links: u32,
    /// Approvals that were left behind.
    pub approvals: u32,
    /// Lines that did not come in.
    pub refused: Vec<RefusedLine>,
}

reads! {
    LinesBrought open optional {
        header: "header", first: "first", lines: "lines", from_user: "fromUser", from_tenant: "fromTenant",
    }
}

redacted! {
    Exported { next }
    LinesBrought { first }
}
