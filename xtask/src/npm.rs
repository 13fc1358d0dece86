//! What comes from npm: one installation for each folder of the workspace that has a lock file.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;

use crate::{paths, run};

/// npm's command.
pub const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Installs what a folder's lock file names into the folder, once for each lock, without install scripts, and
/// gives the folder. Needs Node, npm and, the first time, the registry.
pub fn install(folder: &str) -> anyhow::Result<PathBuf> {
    let place = paths::root().join(folder);
    let lock = lock(folder)?;
    // Written last, so it stands for a finished installation.
    let installed = place.join("node_modules/.installed-lock.json");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == lock) {
        return Ok(place);
    }
    let prefix = place.display().to_string();
    run::step(&format!("install from npm what {folder} names"), || {
        run::command(NPM, &["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", &prefix], &[])
    })?;
    fs::write(&installed, lock)?;
    Ok(place)
}

/// A folder's lock file.
pub fn lock(folder: &str) -> anyhow::Result<String> {
    let path = paths::root().join(folder).join("package-lock.json");
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}
