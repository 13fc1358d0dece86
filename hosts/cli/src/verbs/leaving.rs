//! Verbs of forgetting: erase, sweep, receipts, and the copies outside.

use std::io::{IsTerminal, Write};

use clap::Args;
use serde_json::{Value, json};

use super::Desk;
use super::reading::{One, get};
use crate::failure::{Failure, Outcome};
use crate::render;

/// What to erase: ids, a filter, or everything.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["ids", "filter", "all_of_user"])))]
pub struct Erase {
    /// The memories
    ids: Vec<String>,
    /// Every memory that a filter matches, as JSON: {"field": "actor", "op": "eq", "value": "bob"}
    #[arg(long, value_name = "JSON")]
    filter: Option<String>,
    /// Everything of the user
    #[arg(long)]
    all_of_user: bool,
    /// A code without words of the memory, such as user-request: it outlives what is erased
    #[arg(long)]
    reason: String,
    /// Who asks for it [default: the user]
    #[arg(long)]
    authority: Option<String>,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

/// Erases for good.
pub fn erase(desk: &mut Desk, args: &Erase) -> anyhow::Result<()> {
    let ids: Vec<String> = args.ids.iter().map(|id| desk.id(id)).collect::<Outcome<_>>()?;
    if !args.yes {
        confirm_erasure(desk, args, &ids)?;
    }
    let user = desk.scope["user"].clone();
    let receipt = desk.call(
        "erase",
        json!({
            "ids": ids, "filter": args.filter, "user": args.all_of_user.then(|| user.clone()),
            "authority": args.authority.clone().map_or(user, Value::String), "reason": args.reason,
        }),
    )?;
    desk.show(&receipt, render::receipt)
}

/// Asks whether it is meant, on a terminal; elsewhere `--yes` has to say so.
fn confirm_erasure(desk: &mut Desk, args: &Erase, ids: &[String]) -> anyhow::Result<()> {
    on_a_terminal()?;
    for id in ids {
        let memory = desk.call("get", json!({"id": id}))?;
        eprintln!("  {}", render::text(&memory["text"]));
    }
    asked(&match &args.filter {
        Some(filter) => format!("Erase every memory that matches {filter}, for good?"),
        None if args.all_of_user => format!("Erase EVERYTHING of {}, for good?", render::text(&desk.scope["user"])),
        None => format!("Erase {} memories and what was derived from them alone, for good?", ids.len()),
    })
}

/// Refuses to go on where nobody can be asked.
pub(super) fn on_a_terminal() -> anyhow::Result<()> {
    match std::io::stdin().is_terminal() {
        true => Ok(()),
        false => Err(Failure::invalid("erasing cannot be taken back: say --yes").into()),
    }
}

/// Asks the person at the terminal. Anything but a yes erases nothing.
pub(super) fn asked(question: &str) -> anyhow::Result<()> {
    eprint!("{question} [y/N] ");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    match answer.trim() {
        "y" | "Y" | "yes" => Ok(()),
        _ => Err(Failure::other("nothing was erased").into()),
    }
}

/// The periodic forgetting.
#[derive(Debug, Args)]
pub struct Sweep {
    /// Say what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// Forgets what is due.
pub fn sweep(desk: &mut Desk, args: &Sweep) -> anyhow::Result<()> {
    let swept = desk.call_long("sweep", json!({"dryRun": args.dry_run}), "sweeping")?;
    desk.show(&swept, |swept| {
        let count = |name| render::items(&swept[name]).count();
        let would = if args.dry_run { "would be " } else { "" };
        format!(
            "{would}expired {}, archived {}, purged {}; due for review {}\n",
            count("expired"),
            count("archived"),
            count("purged"),
            count("due")
        )
    })
}

/// Says why a memory would leave.
pub fn eviction(desk: &mut Desk, args: &One) -> anyhow::Result<()> {
    let state = get(desk, "eviction", args)?;
    desk.show(&state, render::pairs)
}

/// Lists receipts.
pub fn receipts(desk: &mut Desk) -> anyhow::Result<()> {
    let answer = desk.call("receipts", json!({}))?;
    desk.show(&answer, |answer| render::receipts(&answer["receipts"]))
}

/// A copy that has erased.
#[derive(Debug, Args)]
pub struct Confirm {
    /// The receipt
    receipt: String,
    /// The copy's name
    copy: String,
}

/// Records that a copy has erased.
pub fn confirm(desk: &mut Desk, args: &Confirm) -> anyhow::Result<()> {
    let receipt = desk.call("confirm", json!({"receipt": args.receipt, "copy": args.copy}))?;
    desk.show(&receipt, |receipt| render::receipts(&json!([receipt])))
}

/// A copy outside.
#[derive(Debug, Args)]
pub struct RegisterCopy {
    /// Its name: a backup, a device, a cache
    name: String,
}

/// Registers a copy.
pub fn register_copy(desk: &mut Desk, args: &RegisterCopy) -> anyhow::Result<()> {
    let answer = desk.call("registerCopy", json!({"name": args.name}))?;
    desk.show(&answer, |_| format!("{} is registered\n", render::clean(&args.name)))
}

/// A text that may come back.
#[derive(Debug, Args)]
pub struct LiftTombstone {
    /// The text, exactly
    text: String,
    /// Who lifts it [default: the user]
    #[arg(long)]
    by: Option<String>,
    /// Why
    #[arg(long)]
    reason: String,
}

/// Lifts a tombstone.
pub fn lift_tombstone(desk: &mut Desk, args: &LiftTombstone) -> anyhow::Result<()> {
    let by = args.by.clone().map_or_else(|| desk.scope["user"].clone(), Value::String);
    let answer = desk.call("liftTombstone", json!({"text": args.text, "by": by, "reason": args.reason}))?;
    desk.show(&answer, |_| "lifted\n".into())
}
