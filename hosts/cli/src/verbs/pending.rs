//! Verbs of erasures that wait: what a model was to forget, and what the person at the terminal says to it.

use clap::Args;
use serde_json::{Value, json};

use super::Desk;
use super::leaving::{asked, on_a_terminal};
use crate::render;

/// Lists what waits.
pub fn list(desk: &mut Desk) -> anyhow::Result<()> {
    let answer = desk.call("pendingErasures", json!({}))?;
    desk.show(&answer, |answer| render::pending(&answer["erasures"]))
}

/// What to erase.
#[derive(Debug, Args)]
pub struct Confirm {
    /// The memory
    id: String,
    /// Who confirms it [default: the user]
    #[arg(long)]
    by: Option<String>,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

/// Erases for good what waits, once the person at the terminal has said so.
pub fn confirm(desk: &mut Desk, args: &Confirm) -> anyhow::Result<()> {
    let id = desk.id(&args.id)?;
    if !args.yes {
        on_a_terminal()?;
        let answer = desk.call("pendingErasures", json!({}))?;
        let waits = |erasure: &&Value| erasure["memory"]["id"] == json!(id);
        let waiting: Vec<Value> = render::items(&answer["erasures"]).filter(waits).cloned().collect();
        if !waiting.is_empty() {
            eprint!("{}", render::pending(&Value::Array(waiting)));
            asked("Erase it and what was derived from it alone, for good?")?;
        }
    }
    let by = args.by.clone().map_or_else(|| desk.scope["user"].clone(), Value::String);
    let receipt = desk.call("confirmErasure", json!({"id": id, "by": by}))?;
    desk.show(&receipt, render::receipt)
}
