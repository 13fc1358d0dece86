//! Where things lie.

use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// The component as it ships.
pub fn component() -> PathBuf {
    root().join("target/component/memolet.wasm")
}

/// The `memolet` command as `cargo xtask cli` builds it.
pub fn cli() -> PathBuf {
    target().join("host").join(format!("memolet{}", std::env::consts::EXE_SUFFIX))
}
