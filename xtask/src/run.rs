//! Running other commands: each is printed, and a failure carries its command line.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, bail};

use crate::paths;

/// One step of a task: a headline, then the work, then how long it took.
pub fn step<T>(what: &str, work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    eprintln!("── {what}");
    let started = Instant::now();
    let result = work().with_context(|| format!("failed: {what}"))?;
    eprintln!("   {:.1} s", started.elapsed().as_secs_f64());
    Ok(result)
}

/// Runs cargo in the workspace.
pub fn cargo(args: &[&str]) -> anyhow::Result<()> {
    cargo_with(args, &[])
}

/// Runs cargo in the workspace with environment variables.
pub fn cargo_with(args: &[&str], vars: &[(&str, &str)]) -> anyhow::Result<()> {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    command(&program, args, vars)
}

/// Runs a program in the workspace; its output goes where ours goes.
pub fn command(program: &str, args: &[&str], vars: &[(&str, &str)]) -> anyhow::Result<()> {
    let line = command_line(program, args, vars);
    eprintln!("   $ {line}");
    let status = Command::new(program)
        .args(args)
        .envs(vars.iter().copied())
        .current_dir(paths::root())
        .status()
        .with_context(|| format!("cannot start: {line}"))?;
    if !status.success() {
        bail!("{status}: {line}");
    }
    Ok(())
}

/// Runs a script of the workspace in Node, with paths for arguments.
pub fn node(script: &str, args: &[&Path]) -> anyhow::Result<()> {
    let words = std::iter::once(paths::root().join(script)).chain(args.iter().map(|path| path.to_path_buf()));
    let words: Vec<String> = words.map(|path| path.display().to_string()).collect();
    command("node", &words.iter().map(String::as_str).collect::<Vec<_>>(), &[])
}

/// A command as one would type it.
fn command_line(program: &str, args: &[&str], vars: &[(&str, &str)]) -> String {
    let name = Path::new(program).file_stem().map_or(program.into(), |n| n.to_string_lossy());
    let vars = vars.iter().map(|(key, value)| format!("{key}='{value}'"));
    let words = std::iter::once(name.into_owned()).chain(args.iter().map(|arg| arg.to_string()));
    vars.chain(words).collect::<Vec<_>>().join(" ")
}
