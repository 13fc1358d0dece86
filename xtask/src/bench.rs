//! Figures: recall against a bare scan, opening against reading a file, each pair in one run.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::{component, package, paths, run, setup};

/// Where the figures stand.
const DOCUMENT: &str = "docs/performance.md";
const BEGIN: &str = "<!-- figures: written by `cargo xtask bench --write` -->\n";
const END: &str = "<!-- end of the figures -->\n";

/// Builds everything that is measured and measures it. `args` are handed on to `memolet bench`;
/// `--write` puts its tables into the document.
pub fn bench(args: &[String]) -> anyhow::Result<()> {
    let (write, args): (Vec<&String>, Vec<&String>) = args.iter().partition(|arg| *arg == "--write");
    let cli = component::cli()?;
    let floor = floor()?;
    let component = cli.with_file_name("memolet.wasm");
    eprintln!("── measure");
    let output = Command::new(&cli)
        .args(["--deadline", "600", "--component"])
        .arg(&component)
        .args(["bench", "--floor"])
        .arg(&floor)
        .args(args)
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {}", cli.display()))?;
    let figures = String::from_utf8(output.stdout)?;
    print!("{figures}");
    if !output.status.success() {
        bail!("the benchmark failed: {}", output.status);
    }
    if write.is_empty() { Ok(()) } else { note(&figures, &fs::read(&component)?) }
}

/// Measures the npm package: a recall through its binding against the same inside wasm, in Node; a page's
/// first recall against an empty page's load, in Chromium.
pub fn package() -> anyhow::Result<()> {
    let (package, measured) = (package::package()?, package::measured()?);
    run::step("recall, in Node", || run::node("hosts/js/bench/recall.mjs", &[&measured]))?;
    run::step("first recall, in Chromium", || run::node("hosts/js/bench/start.mjs", &[&package]))
}

/// Builds the floor and gives its path.
fn floor() -> anyhow::Result<PathBuf> {
    run::step("build the floor", || {
        run::cargo(&["build", "--release", "-p", "memolet-floor", "--target", setup::TARGET])
    })?;
    Ok(paths::target().join(setup::TARGET).join("release/memolet_floor.wasm"))
}

/// Puts the figures between the document's marks.
fn note(figures: &str, component: &[u8]) -> anyhow::Result<()> {
    let path = paths::root().join(DOCUMENT);
    let text = fs::read_to_string(&path).with_context(|| format!("reading {DOCUMENT}"))?;
    let (before, rest) = text.split_once(BEGIN).with_context(|| format!("{DOCUMENT} has lost its mark"))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("{DOCUMENT} has lost its second mark"))?;
    let (machine, tables) = figures.split_once('\n').context("no figures")?;
    let size = component.len() / 1024;
    let head = format!("{machine}; wasmtime {}; component of {size} KiB.\n", wasmtime()?);
    fs::write(&path, format!("{before}{BEGIN}{head}{tables}{END}{after}"))?;
    eprintln!("   {}", path.display());
    Ok(())
}

/// wasmtime's version, as it is locked.
fn wasmtime() -> anyhow::Result<String> {
    let lock = fs::read_to_string(paths::root().join("Cargo.lock"))?;
    let version = lock.split("name = \"wasmtime\"\nversion = \"").nth(1).and_then(|rest| rest.split('"').next());
    Ok(version.context("Cargo.lock knows no wasmtime")?.to_owned())
}
