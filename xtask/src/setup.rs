//! What the pinned toolchain needs beyond a bare `rustup`.

use std::process::Command;

use anyhow::Context;

use crate::{paths, run};

/// The target that the component is built for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Adds the wasm target when it is missing. Without rustup the target must be there already.
pub fn setup() -> anyhow::Result<()> {
    if installed()? {
        return Ok(());
    }
    run::step(&format!("add {TARGET} to the toolchain"), || run::command("rustup", &["target", "add", TARGET], &[]))
}

/// Whether the compiler has the target's standard library.
fn installed() -> anyhow::Result<bool> {
    let output = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .current_dir(paths::root())
        .output()
        .context("cannot start rustc")?;
    let dir = String::from_utf8_lossy(&output.stdout);
    Ok(output.status.success() && std::path::Path::new(dir.trim()).is_dir())
}
