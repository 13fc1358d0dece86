//! Verbs that have turns observed: ingest a whole transcript, or say one thing.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::{Desk, advance, bar};
use crate::client::Client;
use crate::failure::Outcome;
use crate::render;
use crate::transcript::{self, Plan, Role, Turn, Unread};

/// Places of what could not be read that a message names.
const MOST_NAMED: usize = 20;

/// What `memolet ingest --help` says at its end.
pub const INGEST_HELP: &str = "\
JSON Lines or a JSON list of messages: objects with role (user, assistant, system, tool), text or content,
and where known at, actor, session and ref, by the names that chat applications give them. LoCoMo's format is
found out by itself. Times need a zone; numbers are milliseconds. What cannot be read is named, the rest is
remembered, and the command fails at the end.

Every turn of a user is kept as an episode, with the file and line as its evidence. What the user's own words
state (\"I moved to York in July\", \"I'm no longer allergic to nuts\") is carried out: remembered, replaced,
ended, corrected. What is not read with certainty stays in the turn's own words.

Ingesting a file again, under any name, or after a kill, changes nothing that is there already.";

/// A transcript.
#[derive(Debug, Args)]
pub struct Ingest {
    /// The file
    path: PathBuf,
    /// Keep what the assistant said too, as inferred
    #[arg(long)]
    assistant: bool,
    /// Keep episodes alone: read no statements
    #[arg(long)]
    no_rules: bool,
    /// Record each turn at its own time, as if it were heard then
    #[arg(long)]
    replay: bool,
    /// Say of every turn what became of it
    #[arg(long)]
    explain: bool,
}

/// Something said, by hand.
#[derive(Debug, Args)]
pub struct Say {
    /// The words
    text: String,
    /// Who says it
    #[arg(long = "as", value_enum, default_value_t = Speaker::User)]
    role: Speaker,
    /// The speaker's name, which is what statements are about then
    #[arg(long)]
    actor: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Speaker {
    User,
    Assistant,
    Tool,
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
    let mut told = |client: &mut Client, turn: &Turn, observed: &Value| {
        let text = explained(client, &plan, turn, observed)?;
        bar.suspend(|| print!("{text}"));
        Ok(())
    };
    let listener: Option<transcript::Listener<'_>> = if args.explain && !desk.json { Some(&mut told) } else { None };
    let totals =
        transcript::ingest(&mut desk.client, &transcript, &plan, &mut |done, of| advance(&bar, done, of), listener);
    bar.finish_and_clear();
    desk.show(&totals?.to_json(), render::pairs)?;
    all_read(&transcript.unread)
}

/// Has one turn observed.
pub fn say(desk: &mut Desk, args: &Say) -> anyhow::Result<()> {
    let now = desk.now();
    let role = match args.role {
        Speaker::User => Role::User,
        Speaker::Assistant => Role::Assistant,
        Speaker::Tool => Role::Tool,
    };
    let turn = Turn {
        role,
        actor: args.actor.clone(),
        text: args.text.clone(),
        at: Some(now),
        utc_offset: offset(now),
        session: None,
        place: String::new(),
    };
    let plan = Plan { assistant: true, rules: true, scope: desk.scope.clone(), now, replay: false };
    let fields = json!({
        "role": role.name(), "actor": turn.actor, "text": turn.text, "utcOffset": turn.utc_offset, "keepAssistant": true,
    });
    let observed = desk.client.request(&plan.request("observe", &turn, fields))?;
    let text = if desk.json { String::new() } else { explained(&mut desk.client, &plan, &turn, &observed)? };
    desk.show(&observed, |_| text)
}

/// A turn, what became of it, and of the memories that it touched.
fn explained(client: &mut Client, plan: &Plan, turn: &Turn, observed: &Value) -> Outcome<String> {
    let mut decisions = Vec::new();
    if turn.role == Role::User && plan.rules && !turn.text.trim().is_empty() {
        let said = json!({"text": turn.text, "at": turn.at.unwrap_or(plan.now), "utcOffset": turn.utc_offset});
        decisions = transcript::passages(&turn.text, &client.request(&plan.request("readStatements", turn, said))?);
    }
    decisions.extend(transcript::decisions(observed));
    for decision in &mut decisions {
        for id in &decision.ids {
            decision.related.push(client.request(&plan.request("get", turn, json!({"id": id})))?);
        }
    }
    Ok(render::turn(turn, &decisions))
}

/// Fails where something of the file could not be read: the rest was remembered.
fn all_read(unread: &[Unread]) -> anyhow::Result<()> {
    if unread.is_empty() {
        return Ok(());
    }
    let named: String =
        unread.iter().take(MOST_NAMED).map(|Unread { place, why }| format!("\n  {place}: {why}")).collect();
    let more = unread.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    bail!("could not be read, while the rest was remembered:{named}{more}")
}

/// Minutes east of UTC, by this machine's zone.
fn offset(now: u64) -> Option<i32> {
    let moment = jiff::Timestamp::from_millisecond(i64::try_from(now).ok()?).ok()?;
    Some(TimeZone::system().to_offset(moment).seconds() / 60)
}
