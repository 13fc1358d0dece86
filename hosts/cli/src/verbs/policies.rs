//! Verbs of the policy: show, try, adopt.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Subcommand;
use serde_json::{Value, json};

use super::Desk;
use crate::render;

/// What to do with a policy.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Print the policy in force, defaults written out
    Show,
    /// Say what a policy would do; changes nothing
    Try {
        /// The policy, a JSON file
        file: PathBuf,
    },
    /// Put a policy in force
    Adopt {
        /// The policy, a JSON file
        file: PathBuf,
    },
}

/// Does it.
pub fn run(desk: &mut Desk, action: &Action) -> anyhow::Result<()> {
    match action {
        Action::Show => {
            let policy = desk.call("policy", json!({}))?;
            render::print(true, &policy, String::new)
        }
        Action::Try { file } => {
            let trial = desk.call("tryPolicy", json!({"policy": read(file)?}))?;
            desk.show(&trial, differences)
        }
        Action::Adopt { file } => {
            let answer = desk.call("adoptPolicy", json!({"policy": read(file)?}))?;
            desk.show(&answer, |_| "it is in force\n".into())
        }
    }
}

fn read(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read the policy {}", file.display()))
}

/// What would be otherwise, with the memories.
fn differences(trial: &Value) -> String {
    let mut lines = format!("under {}:\n", render::text(&trial["version"]));
    for what in ["expired", "archived", "purged", "due"] {
        let (then, now) = (&trial["swept"][what], &trial["sweptNow"][what]);
        let (then, now) = (render::items(then).count(), render::items(now).count());
        lines.push_str(&format!("  a sweep now: {what} {then}, and {now} under the policy in force\n"));
    }
    let named = [
        ("gainsAssert", "could be stated as fact"),
        ("losesAssert", "could no longer be stated as fact"),
        ("refused", "would not be let in today"),
        ("quarantined", "would be quarantined today"),
        ("deadlines", "would have another deadline"),
    ];
    for (list, what) in named {
        let ids = ids(&trial[list]);
        let end = if ids.is_empty() { String::new() } else { format!(": {}", ids.join(", ")) };
        lines.push_str(&format!("  {what}: {}{end}\n", ids.len()));
    }
    lines
}

/// Short ids of a list, or of an object's keys with what stands there.
fn ids(list: &Value) -> Vec<String> {
    match list {
        Value::Object(entries) => {
            let entry = |(id, value): (&String, &Value)| format!("{} ({})", render::short_id(&json!(id)), words(value));
            entries.iter().map(entry).collect()
        }
        list => render::items(list).map(render::short_id).collect(),
    }
}

/// Rules as they are, a deadline as a date.
fn words(value: &Value) -> String {
    match value {
        Value::Array(rules) => rules.iter().map(render::text).collect::<Vec<_>>().join(", "),
        Value::Number(at) => at.as_u64().map(crate::time::show_short).unwrap_or_default(),
        _ => "none".into(),
    }
}
