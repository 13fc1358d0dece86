//! The npm package: the engine with its JavaScript binding, optimised, beside the files of `hosts/js`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::module::{self, Inlining};
use crate::{panics, paths, run, setup};

/// The profile of Cargo.toml that the package's module is built with.
const PROFILE: &str = "web";

/// What pkg.json has for a version.
const NO_VERSION: &str = "\"version\": \"0.0.0\"";

/// Bytes that the module may have as brotli; with the package's JavaScript it is held to 350,000.
const MOST_BROTLI: &str = "320000";

/// Prints what a browser downloads, compressed as servers do it, and fails on a module above its bound.
const WEIGH: &str = "const {readFileSync} = require('node:fs'), {brotliCompressSync} = require('node:zlib'); \
                     const [most, ...files] = process.argv.slice(1); \
                     for (const file of files) { \
                     const bytes = readFileSync(file), brotli = brotliCompressSync(bytes).length; \
                     console.error(`   ${file.split('/').pop()}: ${bytes.length} bytes, ${brotli} as brotli`); \
                     if (file.endsWith('.wasm') && brotli > most) { \
                     console.error(`   that is above ${most}`); process.exitCode = 1 } }";

/// Builds `target/package`, ready for `npm pack`, and gives its path.
pub fn package() -> anyhow::Result<PathBuf> {
    setup::setup()?;
    let module = run::step("build the engine for JavaScript", || module::build("js", PROFILE, Inlining::SMALL))?;
    let folder = paths::target().join("package");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    run::step("bind and optimise the module", || bind(&module, &folder))?;
    run::step("lay out the package", || lay_out(&folder))?;
    Ok(folder)
}

/// Packs the package, installs the tarball in an empty folder as a user would, and runs the tests there.
pub fn test() -> anyhow::Result<()> {
    let package = package()?;
    let place = paths::target().join("installed");
    run::step("install the package's tarball", || {
        _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place)?;
        fs::write(place.join("package.json"), "{\"private\": true, \"type\": \"module\"}")?;
        let (package, place) = (package.display().to_string(), place.display().to_string());
        let tarball = format!("{place}/memolet-{}.tgz", env!("CARGO_PKG_VERSION"));
        run::command(module::NPM, &["pack", &package, "--pack-destination", &place, "--silent"], &[])?;
        run::command(module::NPM, &["install", "--prefix", &place, "--no-audit", "--no-fund", &tarball], &[])
    })?;
    run::step("the package in Node", || {
        let test = place.join("raw.test.mjs");
        fs::copy(paths::root().join("hosts/js/tests/raw.test.mjs"), &test)?;
        let table = paths::root().join("assets/potion-base-8m-128.bin").display().to_string();
        run::command("node", &["--test", &test.display().to_string()], &[("MEMOLET_TABLE", &table)])
    })
}

/// Writes `memolet_bg.wasm` and `memolet.js`, its glue.
fn bind(module: &Path, folder: &Path) -> anyhow::Result<()> {
    let mut binder = wasm_bindgen_cli_support::Bindgen::new();
    binder.input_path(module).typescript(false).remove_producers_section(true).web(true)?.generate(folder)?;
    let bound = folder.join("memolet_bg.wasm");
    fs::write(&bound, panics::silence(&fs::read(&bound)?)?)?;
    let optimised = module::optimise(&bound)?;
    fs::write(&bound, optimised)?;
    Ok(())
}

/// The entries of each runtime, and the manifest with the workspace's version.
fn lay_out(folder: &Path) -> anyhow::Result<()> {
    for file in fs::read_dir(paths::root().join("hosts/js/src"))? {
        let file = file?;
        fs::copy(file.path(), folder.join(file.file_name()))?;
    }
    // As text: the order of its `exports` is their meaning.
    let manifest = fs::read_to_string(paths::root().join("pkg.json")).context("cannot read pkg.json")?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    ensure!(manifest.contains(NO_VERSION), "pkg.json has no {NO_VERSION}");
    fs::write(folder.join("package.json"), manifest.replace(NO_VERSION, &version))?;
    let files = ["memolet_bg.wasm", "memolet.js"].map(|file| folder.join(file).display().to_string());
    run::command("node", &["-e", WEIGH, MOST_BROTLI, &files[0], &files[1]], &[])
}
