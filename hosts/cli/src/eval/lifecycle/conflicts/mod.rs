//! `memolet eval conflicts`: claims that meet, and what the rules make of them without a model.
//!
//! | file | question it answers |
//! |---|---|
//! | `item` | what is known, what is said now, and what is right? |
//! | `judge` | what did the engine do? |
//! | `report` | how often is it right, and which floors hold? |

mod item;
mod judge;
mod report;

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;

use crate::session::{Host, Settings};
use report::Report;

/// What the help says at its end.
pub const HELP: &str = "\
Each item goes into a fresh store in memory: what is known, then the claim. Right is an item of which
outcome, partner, states and validity are all as it says. The exit status is 1 when fewer than 95 % of the
claims with an address are right, or any guard case is not. eval/README.md says how items are written.";

/// Claims that meet.
#[derive(Debug, Args)]
pub struct Conflicts {
    /// File of the items
    #[arg(long, value_name = "FILE", default_value = "eval/conflicts.jsonl")]
    data: PathBuf,
    /// Only items whose id contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

/// Runs every item, prints, and holds the figures against the floors.
pub fn run(host: &Host, settings: &Settings, args: &Conflicts, json: bool) -> anyhow::Result<()> {
    let mut data = item::read(&args.data)?;
    if let Some(only) = &args.only {
        data.items.retain(|item| item.id.contains(only.as_str()));
    }
    ensure!(!data.items.is_empty(), "no such item in {}", args.data.display());
    let mut report = Report::new(data.sha256);
    for item in &data.items {
        let verdict = judge::judge(host, settings, item).with_context(|| item.id.clone())?;
        report.add(item, verdict);
    }
    report.print(json)?;
    let broken = report.broken_floors();
    ensure!(broken.is_empty(), "floors are broken: {}", broken.join("; "));
    Ok(())
}
