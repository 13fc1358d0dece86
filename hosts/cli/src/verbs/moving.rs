//! Verbs that move many memories: export, import.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::Desk;
use crate::render;

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
