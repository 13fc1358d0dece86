//! `memolet eval said`: what people say, what is lifted of it, and what is known at the end of a dialogue.
//! On data of this repository's own (`eval/said`), offline; with a model where one is named.
//!
//! | file | question it answers |
//! |---|---|
//! | `data` | what is said, and what does it claim? |
//! | `expect` | is a claim the one that is expected? |
//! | `judge` | which claims are wrong, and which were missed? |
//! | `play` | what does the engine make of it? |
//! | `figures` | how good is that? |
//! | `floors` | what must hold? |
//! | `report` | how are the figures shown? |

mod data;
mod expect;
mod figures;
mod floors;
mod judge;
mod play;
mod report;

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;

use super::lifecycle::store::Store;
use super::watched::watch;
use crate::session::{Embedding, Host, Settings};
use crate::verbs::{advance, bar};
use data::{Data, Split};
use report::{Report, WithModel};

/// What the help says at its end.
pub const HELP: &str = "\
Utterances are read by the engine's reader alone; dialogues are told turn by turn, each at its time, to a
fresh store in memory. With --model-url the dialogues are told a second time, and the model is asked about
what the rules did not read; its figures stand beside the rules'. The exit status is 1 when a floor breaks.
Whoever writes rules looks at --split open alone. eval/README.md says how the data is written,
docs/evaluation.md what the figures mean.";

/// What people say.
#[derive(Debug, Args)]
pub struct Said {
    /// Folder of the data
    #[arg(long, value_name = "DIR", default_value = "eval/said")]
    data: PathBuf,
    /// A half of it
    #[arg(long, value_enum, default_value_t)]
    split: Split,
    /// Only what has this in its id
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// List what is not right, and why
    #[arg(long)]
    failures: bool,
}

/// Reads and plays everything, prints, and holds the figures against the floors.
pub fn run(host: &Host, settings: &Settings, args: &Said, json: bool) -> anyhow::Result<()> {
    let data = data::read(&args.data, args.split, args.only.as_deref())?;
    let settings = Settings { embedding: Embedding::None, ..settings.clone() };
    let mut report = Report::new(&data, args.split, args.failures);
    utterances(host, &settings, &data, &mut report)?;
    dialogues(host, &settings, &data, &mut report)?;
    report.print(json)?;
    let broken = report.broken_floors();
    ensure!(broken.is_empty(), "floors are broken: {}", broken.join("; "));
    Ok(())
}

fn utterances(host: &Host, settings: &Settings, data: &Data, report: &mut Report) -> anyhow::Result<()> {
    let mut store = Store::open(host, settings, "said", None, false);
    for said in &data.utterances {
        let verdict = play::utterance(&mut store, said, &data.names).with_context(|| said.id.clone())?;
        report.utterances.utterance(said, &verdict);
    }
    Ok(())
}

fn dialogues(host: &Host, settings: &Settings, data: &Data, report: &mut Report) -> anyhow::Result<()> {
    let watched = watch(host);
    let mut with_model = watched.as_ref().map(|(_, model)| WithModel::new(model.clone()));
    let host = watched.as_ref().map_or(host, |(host, _)| host);
    let (bar, all) = (bar("playing"), data.dialogues.len() as u64);
    for (done, dialogue) in (1..).zip(&data.dialogues) {
        let play =
            |model| play::dialogue(host, settings, dialogue, &data.names, model).with_context(|| dialogue.id.clone());
        let by_rules = play(false)?;
        report.dialogues.dialogue(dialogue, &by_rules);
        if let Some(with) = &mut with_model {
            let played = play(true)?;
            let untold = &by_rules.verdict.untold;
            with.missed += untold.len() as u64;
            with.extracted += played.verdict.told.iter().filter(|place| untold.contains(place)).count() as u64;
            with.figures.dialogue(dialogue, &played);
        }
        advance(&bar, done, Some(all));
    }
    bar.finish_and_clear();
    report.model = with_model;
    Ok(())
}
