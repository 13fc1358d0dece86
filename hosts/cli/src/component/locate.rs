//! Where the component's file is.

use std::path::{Path, PathBuf};

use anyhow::bail;

const NAME: &str = "memolet.wasm";

/// The file that was asked for, or the first that there is of: `MEMOLET_COMPONENT`, `memolet.wasm`
/// beside this program, and the workspace's `target/component/memolet.wasm`.
pub fn find(asked: Option<&Path>) -> anyhow::Result<PathBuf> {
    let named = asked.map(Path::to_path_buf).or_else(|| std::env::var_os("MEMOLET_COMPONENT").map(PathBuf::from));
    if let Some(path) = named {
        if path.is_file() {
            return Ok(path);
        }
        bail!("there is no component at {}", path.display());
    }
    let places = [beside(), Some(built())];
    match places.iter().flatten().find(|path| path.is_file()) {
        Some(path) => Ok(path.clone()),
        None => bail!(
            "there is no component: build it with `cargo xtask component`, or name one with --component or \
             MEMOLET_COMPONENT (looked at {})",
            places.iter().flatten().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" and ")
        ),
    }
}

fn beside() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    Some(program.parent()?.join(NAME))
}

fn built() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/component").join(NAME)
}
