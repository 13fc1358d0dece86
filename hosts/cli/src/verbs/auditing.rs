//! Verbs of proof: audit, verify, stats.

use clap::Args;
use serde_json::json;

use super::Desk;
use crate::render;

/// Which entries of the audit.
#[derive(Debug, Args)]
pub struct Audit {
    /// Entries after this sequence
    #[arg(long, value_name = "SEQUENCE")]
    after: Option<u64>,
    /// Most entries, 1..1000
    #[arg(long)]
    limit: Option<u32>,
}

/// Shows the audit.
pub fn audit(desk: &mut Desk, args: &Audit) -> anyhow::Result<()> {
    let answer = desk.call("audit", json!({"after": args.after, "limit": args.limit}))?;
    desk.show(&answer, |answer| render::audit(&answer["entries"]))
}

/// Recomputes the chain.
pub fn verify(desk: &mut Desk) -> anyhow::Result<()> {
    let verified = desk.call("verify", json!({}))?;
    desk.show(&verified, |verified| {
        format!(
            "{} entries follow one another, up to {}\n",
            render::text(&verified["entries"]),
            render::text(&verified["head"])
        )
    })
}

/// Counts.
pub fn stats(desk: &mut Desk) -> anyhow::Result<()> {
    let counters = desk.call("stats", json!({}))?;
    desk.show(&counters, render::pairs)
}
