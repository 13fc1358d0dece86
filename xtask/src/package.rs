//! The npm package: the engine with its JavaScript binding, optimised, beside the files of `hosts/js`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::module::{self, Inlining};
use crate::{npm, paths, run, setup};

/// The profile of Cargo.toml that the package's module is built with.
const PROFILE: &str = "web";

/// What pkg.json has for a version.
const NO_VERSION: &str = "\"version\": \"0.0.0\"";

/// Builds `target/package`, ready for `npm pack`, and gives its path.
pub fn package() -> anyhow::Result<PathBuf> {
    setup::setup()?;
    let module = run::step("build the engine for JavaScript", || module::build("js", PROFILE, Inlining::SMALL))?;
    let folder = paths::target().join("package");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let bound = paths::target().join("bound");
    run::step("bind and optimise the module", || bind(&module, &bound))?;
    npm::install("hosts/js")?;
    run::step("bundle the package's JavaScript", || run::node("hosts/js/build.mjs", &[&bound, &folder]))?;
    run::step("lay out the package", || lay_out(&folder, &bound))?;
    Ok(folder)
}

/// Builds the same module with what the benchmark calls beside it, and gives the folder of it and its glue.
pub fn measured() -> anyhow::Result<PathBuf> {
    setup::setup()?;
    let module = run::step("build the engine for JavaScript, to be measured", || {
        module::build("bench", PROFILE, Inlining::SMALL)
    })?;
    let bound = paths::target().join("measured");
    run::step("bind and optimise the module", || bind(&module, &bound))?;
    Ok(bound)
}

/// Writes `memolet_bg.wasm` and `memolet.js`, its glue.
fn bind(module: &Path, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    let mut binder = wasm_bindgen_cli_support::Bindgen::new();
    binder.input_path(module).typescript(false).remove_producers_section(true).web(true)?.generate(folder)?;
    let bound = folder.join("memolet_bg.wasm");
    let optimised = module::optimise(&bound)?;
    fs::write(&bound, optimised)?;
    Ok(())
}

/// What is copied beside the code: from where in the workspace, and by what name.
const COPIED: [(&str, &str); 5] = [
    ("assets/potion-base-8m-128.bin", "potion-base-8m-128.bin"),
    ("assets/README.md", "docs/embedder.md"),
    ("hosts/js/README.md", "README.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
];

/// The languages that the engine has not built in, a file each, as `hosts/js/src/raw/languages.ts` names them.
fn languages(folder: &Path) -> anyhow::Result<()> {
    for file in fs::read_dir(paths::root().join("src/statements/languages"))?.flatten() {
        let name = file.file_name().into_string().unwrap_or_default();
        if !name.ends_with(".txt") || name == "en.txt" {
            continue;
        }
        fs::write(folder.join(format!("language-{name}")), without_comments(&fs::read_to_string(file.path())?))?;
    }
    Ok(())
}

/// A table without the lines that say nothing to the engine.
fn without_comments(table: &str) -> String {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The embedder's table, languages, documents, licences, and the manifest with the workspace's version.
fn lay_out(folder: &Path, bound: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder.join("docs"))?;
    for document in fs::read_dir(paths::root().join("docs"))?.flatten().filter(|file| file.path().is_file()) {
        fs::copy(document.path(), folder.join("docs").join(document.file_name()))?;
    }
    for (from, to) in COPIED {
        fs::copy(paths::root().join(from), folder.join(to)).with_context(|| format!("cannot copy {from}"))?;
    }
    languages(folder)?;
    run::node("hosts/js/notices.mjs", &[folder, &bound.join("metafile.json")])?;
    // As text: the order of its `exports` is their meaning.
    let manifest = fs::read_to_string(paths::root().join("pkg.json")).context("cannot read pkg.json")?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    ensure!(manifest.contains(NO_VERSION), "pkg.json has no {NO_VERSION}");
    fs::write(folder.join("package.json"), manifest.replace(NO_VERSION, &version))?;
    run::node("hosts/js/weigh.mjs", &[folder])
}
