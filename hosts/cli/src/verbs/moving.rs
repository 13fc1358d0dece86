//! Verbs that move many memories: export, import, ingest.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::{Desk, advance, bar};
use crate::render;
use crate::transcript::{self, Decision, Plan, Turn};

/// A file of memories.
#[derive(Debug, Args)]
pub struct File {
    /// The file
    path: PathBuf,
}

/// Writes the user's memories to a file.
pub fn export(desk: &mut Desk, args: &File) -> anyhow::Result<()> {
    let answer = desk.call_long("export", json!({"path": args.path.to_string_lossy()}), "exporting")?;
    desk.show(&answer, render::pairs)
}

/// Remembers the memories of a file.
pub fn import(desk: &mut Desk, args: &File) -> anyhow::Result<()> {
    let answer = desk.call_long("import", json!({"path": args.path.to_string_lossy()}), "importing")?;
    desk.show(&answer, render::pairs)
}

/// What `memolet ingest --help` says at its end.
pub const INGEST_HELP: &str = "\
JSON Lines: one object a line with role (user, assistant, system, tool), text, and where known at,
actor, session and ref. LoCoMo's format is found out by itself.

Every turn of a user is kept as an episode, with the file and line as its evidence. Plain statements
(\"I moved to York in July\", \"I'm allergic to nuts\") are also kept as facts and preferences of their
own, by rules. The rules are a floor: English, first person, one pattern at a time. A model that reads
the transcript and calls `remember` finds far more.

Ingesting a file again, or after a kill, changes nothing that is there already.";

/// A transcript.
#[derive(Debug, Args)]
pub struct Ingest {
    /// The file
    path: PathBuf,
    /// Keep what the assistant said too, as inferred
    #[arg(long)]
    assistant: bool,
    /// Keep episodes alone: lift no facts or preferences out of them
    #[arg(long)]
    no_rules: bool,
    /// Record each turn at its own time, as if it were heard then
    #[arg(long)]
    replay: bool,
    /// Say of every turn what became of it
    #[arg(long)]
    explain: bool,
}

/// Remembers a transcript.
pub fn ingest(desk: &mut Desk, args: &Ingest) -> anyhow::Result<()> {
    let transcript = transcript::read(&args.path)?;
    let plan = Plan {
        assistant: args.assistant,
        rules: !args.no_rules,
        scope: desk.scope.clone(),
        now: desk.now(),
        replay: args.replay,
    };
    let bar = bar("ingesting");
    let mut told = |turn: &Turn, decisions: &[Decision]| bar.suspend(|| print!("{}", render::turn(turn, decisions)));
    let listener = (args.explain && !desk.json).then_some(&mut told as &mut dyn FnMut(&Turn, &[Decision]));
    let totals =
        transcript::ingest(&mut desk.client, &transcript, &plan, &mut |done, of| advance(&bar, done, of), listener);
    bar.finish_and_clear();
    desk.show(&totals?.to_json(), render::pairs)
}
