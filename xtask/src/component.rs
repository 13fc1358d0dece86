//! The component: the engine built for wasm, optimised for size, encoded, and held to its promise of
//! importing nothing.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use flate2::{Compression, write::GzEncoder};
use wasmparser::{Parser, Payload};
use wit_component::ComponentEncoder;

use crate::module::{self, Inlining};
use crate::{paths, run, setup};

/// The profile of Cargo.toml that the component is built with.
const PROFILE: &str = "wasm";

/// Bytes of the component: the engine, English, and the places that are known by name. Hosts bring the other
/// languages and the embedder's table. It should have 1,300,000; this is what it has today (docs/performance.md).
const MOST: u64 = 1_515_000;

/// Builds `target/component/memolet.wasm` and gives its path.
pub fn component() -> anyhow::Result<PathBuf> {
    setup::setup()?;
    let module = run::step("build the engine for wasm", || module::build("component", PROFILE, Inlining::FAST))?;
    let module = run::step("optimise the module", || module::optimise(&module))?;
    let component = run::step("encode the component", || encode(&module))?;
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

/// Fails where a component is larger than it may be. Asked by the tests: one that is too large still runs.
pub fn weigh(component: &Path) -> anyhow::Result<()> {
    let bytes = fs::metadata(component)?.len();
    eprintln!("   the component has {bytes} bytes, of {MOST} at most");
    ensure!(bytes <= MOST, "the component is larger than it may be");
    Ok(())
}

fn beside() -> PathBuf {
    paths::cli().with_file_name("memolet.wasm")
}

fn lay_beside(component: &Path) -> anyhow::Result<()> {
    fs::copy(component, beside()).context("cannot lay the component beside the command")?;
    Ok(())
}

fn encode(module: &[u8]) -> anyhow::Result<PathBuf> {
    let bytes = ComponentEncoder::default()
        .validate(true)
        .debug_names(false)
        .module(module)
        .and_then(|encoder| encoder.encode())
        .map_err(|error| anyhow!("{error:?}"))?;
    let bytes = without_names(&bytes)?;
    assert_imports_nothing(&bytes)?;
    print_sizes(&bytes)?;
    write(&bytes)
}

/// The component without the names that are for debuggers alone.
fn without_names(component: &[u8]) -> anyhow::Result<Vec<u8>> {
    let (mut kept, mut depth) = (component.get(..8).context("no component")?.to_vec(), 0_usize);
    for payload in Parser::new(0).parse_all(component) {
        let payload = payload?;
        let section = payload.as_section().filter(|_| depth == 0);
        match &payload {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        let names = matches!(&payload, Payload::CustomSection(custom) if custom.name() == "component-name");
        if let Some((id, range)) = section.filter(|_| !names) {
            kept.push(id);
            let bytes = &component[usize::try_from(range.start)?..usize::try_from(range.end)?];
            leb128(bytes.len(), &mut kept);
            kept.extend_from_slice(bytes);
        }
    }
    wasmparser::validate(&kept)?;
    Ok(kept)
}

/// A length as wasm writes it.
fn leb128(mut value: usize, out: &mut Vec<u8>) {
    loop {
        let byte = (value & 0x7f) as u8;
        value >>= 7;
        out.push(if value == 0 { byte } else { byte | 0x80 });
        if value == 0 {
            return;
        }
    }
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
