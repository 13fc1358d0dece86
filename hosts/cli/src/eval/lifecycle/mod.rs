//! `memolet eval lifecycle` and `memolet eval conflicts`: memory as a treatment, and what the rules
//! make of claims that meet. Both on data of this repository's own (`eval/`), offline, without a model.
//!
//! | file | question it answers |
//! |---|---|
//! | `scenario` | what happens over the sessions, and what is asked? |
//! | `condition` | what does the engine get to hear of it? |
//! | `play` | what came of it? |
//! | `figures` | how good is that? |
//! | `report` | how are the figures shown, and which floors hold? |
//! | `store` | how is the engine spoken to? |
//! | `conflicts` | are contradictions told from restatements, and rightly placed? |

mod condition;
pub mod conflicts;
mod figures;
mod play;
mod report;
mod scenario;
pub mod store;

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;

use crate::session::{Host, Settings};
use crate::verbs::{advance, bar};
use condition::Condition;
use report::Report;

/// What the help says at its end.
pub const HELP: &str = "\
Each scenario is told to a fresh store in memory under four conditions: no memory; retrieval only, where
every claim is appended as an episode and nothing is ever replaced or deleted; governed, as it is written
but without syntheses; and governed with them. The exit status is 1 when a governed condition breaks a
floor. eval/README.md says how scenarios are written, docs/evaluation.md what the figures mean.";

/// Hits of a question, unless it says otherwise.
const K: u64 = 5;

/// Scenarios over several sessions.
#[derive(Debug, Args)]
pub struct Lifecycle {
    /// Folder of the scenarios
    #[arg(long, value_name = "DIR", default_value = "eval/scenarios")]
    scenarios: PathBuf,
    /// Only scenarios whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

/// Plays, prints, and holds the governed conditions against the floors.
pub fn run(host: &Host, settings: &Settings, args: &Lifecycle, json: bool) -> anyhow::Result<()> {
    let mut data = scenario::read(&args.scenarios)?;
    if let Some(only) = &args.only {
        data.scenarios.retain(|scenario| scenario.name.contains(only.as_str()));
    }
    ensure!(!data.scenarios.is_empty(), "no such scenario in {}", args.scenarios.display());
    let mut report = Report::new(&data);
    let all = (data.scenarios.len() * Condition::ALL.len()) as u64;
    let bar = bar("playing");
    for scenario in &data.scenarios {
        for condition in Condition::ALL {
            let played = play::play(host, settings, scenario, &data.background, condition)?;
            report.add(scenario, condition, played);
            advance(&bar, report.played(), Some(all));
        }
    }
    bar.finish_and_clear();
    report.print(json)?;
    let broken = report.broken_floors();
    ensure!(broken.is_empty(), "floors are broken: {}", broken.join("; "));
    Ok(())
}
