//! The engine as a wasm module: built for one of its bindings, and optimised for size.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use crate::{npm, panics, paths, run, setup};

/// What LLVM may inline, in its own units: most calls, and those marked `#[inline]`. Left to itself it
/// makes a component far above the 1.3 MB that it may be.
#[derive(Clone, Copy, Debug)]
pub struct Inlining {
    calls: u32,
    marked: u32,
}

impl Inlining {
    /// For the component: calls of what is marked count, others little. Recall is as quick as under 60 and 120,
    /// opening and remembering take a tenth longer, for 45 kB; under `SMALL` they take a third longer, for 20 kB more.
    pub const FAST: Self = Self { calls: 10, marked: 70 };
    /// For what is downloaded.
    pub const SMALL: Self = Self { calls: 5, marked: 20 };
}

/// Loops stay as they are written: the hot ones are unrolled by hand.
const UNROLLING: [&str; 3] = [
    "-Cllvm-args=-unroll-threshold=40",
    "-Cllvm-args=-unroll-allow-partial=false",
    "-Cllvm-args=-unroll-runtime=false",
];

/// Binaryen's options. The component's types are in a custom section, which these keep. The stack comes
/// first in memory, so nothing lies in its lowest kilobyte.
const WASM_OPT: [&str; 3] = ["-Oz", "--low-memory-unused", "--strip-debug"];

/// The folder whose lock file names Binaryen, which npm has as wasm that Node runs.
const TOOLS: &str = "tools";

/// Builds the engine with a binding's feature under a profile of Cargo.toml, and gives the module's path.
pub fn build(feature: &str, profile: &str, inlining: Inlining) -> anyhow::Result<PathBuf> {
    let calls = format!("-Cllvm-args=-inline-threshold={}", inlining.calls);
    let marked = format!("-Cllvm-args=-inlinehint-threshold={}", inlining.marked);
    let cargo = ["rustc", "-p", "memolet", "--lib", "--crate-type", "cdylib", "--features", feature];
    let target = ["--profile", profile, "--target", setup::TARGET, "--"];
    run::cargo(&[&cargo[..], &target, &[&calls, &marked], &UNROLLING].concat())?;
    Ok(paths::target().join(setup::TARGET).join(profile).join("memolet.wasm"))
}

/// Takes the words of its panics out of a module and runs Binaryen over it, and gives the result. Kept under
/// the hash of what it depends on.
pub fn optimise(built: &Path) -> anyhow::Result<Vec<u8>> {
    let module = fs::read(built).with_context(|| format!("cannot read {}", built.display()))?;
    let module = panics::silence(&module)?;
    let source = &built.with_extension("silenced.wasm");
    fs::write(source, &module)?;
    let mut hash = Sha256::new();
    for part in [&module[..], npm::lock(TOOLS)?.as_bytes(), WASM_OPT.join(" ").as_bytes()] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let optimised = paths::target().join("optimised").join(format!("{:x}.wasm", hash.finalize()));
    if !optimised.is_file() {
        let wasm_opt = npm::install(TOOLS)?.join("node_modules/binaryen/bin/wasm-opt");
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
