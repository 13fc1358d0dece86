//! The JavaScript binding's tests, in headless Chromium.

use std::process::Command;

use anyhow::{bail, ensure};

use crate::{run, setup};

/// What the tests need on the path, and Debian's packages of it.
const PROGRAMS: [&str; 2] = ["chromium", "chromedriver"];
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];

/// Installs Chromium and its driver where they are missing and apt is there.
pub fn setup() -> anyhow::Result<()> {
    if PROGRAMS.into_iter().all(found) {
        return Ok(());
    }
    let wanted = format!("install {} and {}, and have both on the path", PROGRAMS[0], PROGRAMS[1]);
    ensure!(found("apt-get"), "the browser tests need Chromium: {wanted}");
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    let become_root: &[&str] = match (root, found("sudo")) {
        (true, _) => &["apt-get"],
        (false, true) => &["sudo", "apt-get"],
        (false, false) => bail!("the browser tests need Chromium, and apt-get needs root or sudo: {wanted}"),
    };
    let install = ["-o", "DPkg::Lock::Timeout=120", "install", "--yes", "--no-install-recommends"];
    let words = [become_root, &install, &PACKAGES].concat();
    let quietly = [("DEBIAN_FRONTEND", "noninteractive")];
    run::step("install Chromium", || {
        run::command(words[0], &[&words[1..become_root.len()], &["update", "--quiet"]].concat(), &quietly)?;
        run::command(words[0], &words[1..], &quietly)
    })?;
    ensure!(PROGRAMS.into_iter().all(found), "{} are installed and not on the path: {wanted}", PACKAGES.join(" and "));
    Ok(())
}

/// Runs `tests/js.rs`.
pub fn test() -> anyhow::Result<()> {
    setup::setup()?;
    setup()?;
    run::step("the JavaScript binding in Chromium", || {
        run::cargo(&["test", "-p", "memolet", "--features", "js", "--test", "js", "--target", setup::TARGET])
    })
}

/// Whether a program is on the path.
fn found(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
