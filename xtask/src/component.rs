//! The component: the engine built for wasm, encoded, and held to its promise of importing nothing.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use flate2::{Compression, write::GzEncoder};
use wasmparser::{Parser, Payload};
use wit_component::ComponentEncoder;

use crate::{paths, run, setup};

/// Builds `target/component/memolet.wasm` and gives its path.
pub fn component() -> anyhow::Result<PathBuf> {
    setup::setup()?;
    run::step("build the engine for wasm", || {
        run::cargo(&[
            "build",
            "--release",
            "-p",
            "memolet",
            "--lib",
            "--features",
            "component",
            "--target",
            setup::TARGET,
        ])
    })?;
    let component = run::step("encode the component", encode)?;
    // A command that was built before finds the component beside it first: not an old one.
    if beside().is_file() {
        lay_beside(&component)?;
    }
    Ok(component)
}

/// Builds the component and the `memolet` command, and lays the component beside the command.
pub fn cli() -> anyhow::Result<PathBuf> {
    let component = component()?;
    run::step("build the memolet command", || {
        run::cargo(&["build", "--profile", "host", "-p", "memolet-cli", "-p", "xtask"])
    })?;
    lay_beside(&component)?;
    let cli = paths::cli();
    eprintln!("   {}", cli.display());
    Ok(cli)
}

fn beside() -> PathBuf {
    paths::cli().with_file_name("memolet.wasm")
}

fn lay_beside(component: &Path) -> anyhow::Result<()> {
    fs::copy(component, beside()).context("cannot lay the component beside the command")?;
    Ok(())
}

fn encode() -> anyhow::Result<PathBuf> {
    let source = paths::target().join(setup::TARGET).join("release/memolet.wasm");
    let module = fs::read(&source).with_context(|| format!("cannot read {}", source.display()))?;
    let bytes = ComponentEncoder::default()
        .validate(true)
        .module(&module)
        .and_then(|encoder| encoder.encode())
        .map_err(|error| anyhow!("{error:?}"))?;
    assert_imports_nothing(&bytes)?;
    print_sizes(&bytes)?;
    write(&bytes)
}

/// Fails, naming them, when the component imports anything.
pub fn assert_imports_nothing(component: &[u8]) -> anyhow::Result<()> {
    let imports = imports(component)?;
    if !imports.is_empty() {
        bail!("the component must import nothing, and imports {}", imports.join(", "));
    }
    eprintln!("   imports: none");
    Ok(())
}

/// Names that a component imports at its top level.
fn imports(component: &[u8]) -> anyhow::Result<Vec<String>> {
    let (mut depth, mut names) = (0_usize, Vec::new());
    for payload in Parser::new(0).parse_all(component) {
        match payload? {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentImportSection(section) if depth == 0 => {
                for import in section {
                    names.push(import?.name.name.to_string());
                }
            }
            _ => {}
        }
    }
    Ok(names)
}

fn print_sizes(component: &[u8]) -> anyhow::Result<()> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(component)?;
    let kib = |bytes: usize| bytes as f64 / 1024.0;
    eprintln!("   {:.1} KiB, {:.1} KiB as gzip", kib(component.len()), kib(gzip.finish()?.len()));
    Ok(())
}

/// Written beside and renamed, so that a running host never reads half of it.
fn write(component: &[u8]) -> anyhow::Result<PathBuf> {
    let path = paths::component();
    let draft = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::create_dir_all(path.parent().context("no folder for the component")?)?;
    fs::write(&draft, component)?;
    fs::rename(&draft, &path)?;
    eprintln!("   {}", path.display());
    Ok(path)
}
