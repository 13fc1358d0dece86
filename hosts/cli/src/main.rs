//! The `memolet` command: runs the component that ships under wasmtime, with nothing linked into it,
//! and keeps its stores in a directory.
//!
//! This program decides nothing about memories. It reads requests (`request`), passes them to the
//! component (`component`), carries out what the engine asks for (`session`, `storage`, `model`), and prints
//! what came back (`exec` for programs, `verbs` for people).

mod args;
mod bench;
mod client;
mod component;
mod eval;
mod exec;
mod failure;
mod json;
mod listing;
mod model;
mod render;
mod request;
mod session;
mod storage;
mod time;
mod transcript;
mod transfer;
mod verbs;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use serde_json::json;

use args::{Cli, Command, Global, ModelAction};
use client::Client;
use component::{Limits, Runtime};
use session::{Host, Settings};
use verbs::Desk;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", render::clean(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    if let Command::Model { action: ModelAction::Check } = &cli.command {
        return model::check::run(&cli.global.model, cli.global.json);
    }
    let file = component::find(cli.global.component.as_deref())?;
    let limits = Limits {
        memory: cli.global.memory_limit.saturating_mul(1 << 20),
        deadline: Duration::from_secs(cli.global.deadline),
    };
    let host = Host::new(Arc::new(Runtime::load(&file, limits)?)).with_models(cli.global.model.models()?);
    let clock = cli.global.now.as_deref().map(|now| time::parse(now, "--now")).transpose()?;
    let settings = settings(&cli.global, host.models.model.is_some())?;
    match cli.command {
        Command::Exec => {
            let mut client = Client::new(host, cli.global.dir, settings);
            exec::run(&mut client, clock, std::io::stdin().lock(), std::io::stdout().lock())
        }
        Command::Eval { benchmark } => eval::run(&host, &settings, &benchmark, cli.global.json),
        Command::Bench(args) => bench::run(&host, &args, cli.global.json),
        Command::Version => verbs::version(&host, &file, cli.global.json),
        command => {
            let client = Client::new(host, Some(folder(&cli.global)?), settings);
            let mut desk = Desk::new(client, scope(&cli.global), clock, cli.global.json);
            verbs::run(&mut desk, command)
        }
    }
}

fn settings(global: &Global, model: bool) -> anyhow::Result<Settings> {
    let policy = global.policy.as_ref().map(|path| {
        std::fs::read_to_string(path).with_context(|| format!("cannot read the policy {}", path.display()))
    });
    Ok(Settings {
        tenant: global.tenant.clone(),
        seed: None,
        policy: policy.transpose()?,
        embedding: client::embedding(global.embedder.as_ref().map(|name| json!(name)).as_ref())?,
        model,
        device: None,
    })
}

fn scope(global: &Global) -> serde_json::Value {
    let user = global.user.clone().or_else(|| std::env::var("MEMOLET_USER").ok());
    json!({
        "user": user.unwrap_or_else(|| "me".into()),
        "project": global.project,
        "agent": global.agent,
        "session": global.session,
        "purpose": global.purpose,
        "sharedWriter": global.shared_writer,
    })
}

fn folder(global: &Global) -> anyhow::Result<PathBuf> {
    let named = global.dir.clone().or_else(|| std::env::var_os("MEMOLET_DIR").map(PathBuf::from));
    match named {
        Some(dir) => Ok(dir),
        None => directories::ProjectDirs::from("", "", "memolet")
            .map(|dirs| dirs.data_dir().join("stores"))
            .context("this machine has no data folder: name one with --dir"),
    }
}

/// Whoever read our output (`head`, a pager) has seen enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
