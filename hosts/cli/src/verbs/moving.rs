//! Verbs that move many memories: export, import.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::Desk;
use crate::render;

/// Lines that are named of those that did not come in.
const MOST_NAMED: usize = 20;

/// What `export --help` says at its end.
pub const EXPORT_HELP: &str = "\
A line a memory, in every state, with its pins, legal holds, links and past. Only you can read the file; it is
written whole or not at all.

  memolet export ana.jsonl --user ana
  memolet import ana.jsonl --user ana --tenant another --from-tenant default";

/// What `import --help` says at its end.
pub const IMPORT_HELP: &str = "\
Into a store that knows nothing of the user, everything comes as it was. What is known there already stands:
nothing that was found wrong or erased comes back, nothing is approved, no hold is lifted. A line that is wrong is
named, and the others come in. Once more changes nothing.

  memolet export ana.jsonl --user ana --force
  memolet import ana.jsonl --user ben --from-user ana";

/// Where to.
#[derive(Debug, Args)]
pub struct Export {
    /// The file
    path: PathBuf,
    /// Overwrite a file of this name
    #[arg(long)]
    force: bool,
}

/// Where from.
#[derive(Debug, Args)]
pub struct Import {
    /// The file
    path: PathBuf,
    /// Take in the export of this other user, as memories of one's own
    #[arg(long, value_name = "NAME")]
    from_user: Option<String>,
    /// Take in an export from this other tenant's store
    #[arg(long, value_name = "NAME")]
    from_tenant: Option<String>,
}

/// Writes the user's memories to a file.
pub fn export(desk: &mut Desk, args: &Export) -> anyhow::Result<()> {
    let answer =
        desk.call_long("export", json!({"path": args.path.to_string_lossy(), "force": args.force}), "exporting")?;
    desk.show(&answer, render::pairs)
}

/// Brings the memories of a file in.
pub fn import(desk: &mut Desk, args: &Import) -> anyhow::Result<()> {
    let request = json!({
        "path": args.path.to_string_lossy(), "fromUser": args.from_user, "fromTenant": args.from_tenant,
    });
    let answer = desk.call_long("import", request, "importing")?;
    desk.show(&answer, |answer| {
        let mut counts = answer.clone();
        counts["refused"] = json!(refused(answer).len());
        render::pairs(&counts) + &named(refused(answer))
    })?;
    let unread = refused(&answer).iter().filter(|line| !by_rule(line)).count();
    anyhow::ensure!(unread == 0, "{unread} lines could not be read; the others came in");
    Ok(())
}

fn refused(answer: &Value) -> &[Value] {
    answer["refused"].as_array().map_or(&[], Vec::as_slice)
}

/// Whether rules refuse a line, and it is not wrong by itself.
fn by_rule(line: &Value) -> bool {
    line["why"].as_str().is_some_and(|why| !why.contains([' ', ':']))
}

fn named(refused: &[Value]) -> String {
    let lines = refused.iter().take(MOST_NAMED);
    let mut all: String =
        lines.map(|line| format!("  line {}: {}\n", line["line"], line["why"].as_str().unwrap_or_default())).collect();
    if refused.len() > MOST_NAMED {
        all += &format!("  and {} more\n", refused.len() - MOST_NAMED);
    }
    all
}
