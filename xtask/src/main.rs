//! The commands of the README. Every step says what it does and stops at the first failure.
//!
//! ```text
//! cargo xtask setup       the wasm target of the pinned toolchain, and Chromium for the tests
//! cargo xtask component   target/component/memolet.wasm, which imports nothing
//! cargo xtask package     target/package, the npm package
//! cargo xtask www         target/www, the app, served on this device
//! cargo xtask cli         the `memolet` command, with the component beside it
//! cargo xtask test        everything that must hold before a change lands
//! ```

mod bench;
mod browser;
// The engine's own: what the embedder's table ends with.
#[path = "../../src/checksum.rs"]
mod checksum;
mod component;
mod demo;
mod embedder;
mod module;
mod npm;
mod package;
mod package_tests;
mod panics;
mod paths;
mod run;
mod setup;
mod test;
mod types;
mod wit;
mod www;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Builds, checks and measures Memolet")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Add what is missing: the wasm target of the pinned toolchain, Chromium and its driver
    Setup,
    /// Build the component, assert that it imports nothing, write target/component/memolet.wasm
    Component,
    /// Build the component and the `memolet` command, and lay one beside the other
    Cli,
    /// Build the npm package into target/package
    Package {
        /// Install its tarball in an empty folder, and run its tests there
        #[arg(long)]
        test: bool,
    },
    /// Build the app into target/www, and serve it on 127.0.0.1
    Www {
        /// Where it is served
        #[arg(long, default_value_t = 8787)]
        port: u16,
        /// Build it, and no more
        #[arg(long)]
        no_serve: bool,
    },
    /// Write docs/wit from the prose of the WIT files
    Wit {
        /// Compare with docs/wit and change nothing
        #[arg(long)]
        check: bool,
    },
    /// Write what JavaScript is told of the contract, from the WIT files
    Types {
        /// Compare with hosts/js/src and change nothing
        #[arg(long)]
        check: bool,
    },
    /// Build the built-in embedder's table from the published model
    Embedder {
        /// Build it again and compare with the asset
        #[arg(long)]
        check: bool,
    },
    /// Format, lints, docs, component, tests and case files
    Test,
    /// Show the engine at work
    Demo {
        /// Handed on to the demonstration
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Measure
    Bench {
        /// Measure the npm package in Node and Chromium, and nothing else
        #[arg(long)]
        package: bool,
        /// Handed on to the benchmark
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Setup => setup::setup().and_then(|()| browser::setup()),
        Command::Component => component::component().map(drop),
        Command::Cli => component::cli().map(drop),
        Command::Package { test: true } => package_tests::test(None),
        Command::Package { test: false } => package::package().map(drop),
        Command::Www { port, no_serve } => www::www(port, !no_serve),
        Command::Wit { check: false } => wit::write(),
        Command::Wit { check: true } => wit::check(),
        Command::Types { check: false } => types::write(),
        Command::Types { check: true } => types::check(),
        Command::Embedder { check: true } => embedder::check(),
        Command::Embedder { check: false } => embedder::build(&embedder::asset()),
        Command::Test => test::test(),
        Command::Demo { args } => demo::demo(&args),
        Command::Bench { package: true, .. } => bench::package(),
        Command::Bench { package: false, args } => bench::bench(&args),
    }
}
