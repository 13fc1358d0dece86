//! The component: the engine built for wasm, optimised for size, encoded, and held to its promise of
//! importing nothing.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use wasmparser::{Parser, Payload};
use wit_component::ComponentEncoder;

use crate::{paths, run, setup};

/// The profile of Cargo.toml that the component is built with.
const PROFILE: &str = "wasm";

/// What LLVM may inline and unroll, in its own units. Without these the component is about 300 kB
/// larger.
const LLVM: [&str; 5] = [
    "-Cllvm-args=-inline-threshold=5",
    "-Cllvm-args=-inlinehint-threshold=20",
    "-Cllvm-args=-unroll-threshold=40",
    "-Cllvm-args=-unroll-allow-partial=false",
    "-Cllvm-args=-unroll-runtime=false",
];

/// Binaryen's options. The component's types are in a custom section, which these keep.
const WASM_OPT: [&str; 2] = ["-Oz", "--strip-debug"];

/// The tools from npm and their hashes: Binaryen, which npm has as wasm that Node runs.
const NPM_PACKAGE: &str = include_str!("../../tools/package.json");
const NPM_LOCK: &str = include_str!("../../tools/package-lock.json");

/// Builds `target/component/memolet.wasm` and gives its path.
pub fn component() -> anyhow::Result<PathBuf> {
    setup::setup()?;
    run::step("build the engine for wasm", || {
        let cargo = ["rustc", "-p", "memolet", "--lib", "--crate-type", "cdylib", "--features", "component"];
        let target = ["--profile", PROFILE, "--target", setup::TARGET, "--"];
        run::cargo(&[&cargo[..], &target, &LLVM].concat())
    })?;
    let module = run::step("optimise the module", optimise)?;
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

fn beside() -> PathBuf {
    paths::cli().with_file_name("memolet.wasm")
}

fn lay_beside(component: &Path) -> anyhow::Result<()> {
    fs::copy(component, beside()).context("cannot lay the component beside the command")?;
    Ok(())
}

/// Runs Binaryen over the module, and gives the result. Kept under the hash of what it depends on.
fn optimise() -> anyhow::Result<Vec<u8>> {
    let source = paths::target().join(setup::TARGET).join(PROFILE).join("memolet.wasm");
    let module = fs::read(&source).with_context(|| format!("cannot read {}", source.display()))?;
    let mut hash = Sha256::new();
    for part in [&module[..], NPM_LOCK.as_bytes(), WASM_OPT.join(" ").as_bytes()] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let optimised = paths::target().join("optimised").join(format!("{:x}.wasm", hash.finalize()));
    if !optimised.is_file() {
        let wasm_opt = npm_tools()?.join("binaryen/bin/wasm-opt");
        let folder = optimised.parent().context("no folder for the module")?;
        fs::create_dir_all(folder)?;
        // Written beside and renamed, so that half a module is never taken for a whole one.
        let draft = optimised.with_extension(format!("{}.tmp", std::process::id()));
        let files = [wasm_opt.to_str(), source.to_str(), draft.to_str()];
        let [Some(wasm_opt), Some(source), Some(out)] = files else { bail!("the workspace's path is not UTF-8") };
        run::command("node", &[&[wasm_opt][..], &WASM_OPT, &[source, "-o", out]].concat(), &[])?;
        fs::rename(&draft, &optimised)?;
    }
    fs::read(&optimised).with_context(|| format!("cannot read {}", optimised.display()))
}

/// Installs the tools from npm once for each lock file, without their install scripts, and gives
/// their `node_modules`. Needs Node, npm and, the first time, the registry.
fn npm_tools() -> anyhow::Result<PathBuf> {
    let folder = paths::target().join("tools");
    let modules = folder.join("node_modules");
    // Copied last, so it stands for a finished installation.
    let installed = folder.join("installed.json");
    if fs::read_to_string(&installed).is_ok_and(|lock| lock == NPM_LOCK) {
        return Ok(modules);
    }
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("package.json"), NPM_PACKAGE)?;
    fs::write(folder.join("package-lock.json"), NPM_LOCK)?;
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let prefix = folder.to_str().context("the workspace's path is not UTF-8")?;
    run::step("install the tools from npm", || {
        run::command(npm, &["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", prefix], &[])
    })?;
    fs::write(&installed, NPM_LOCK)?;
    Ok(modules)
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
