//! The app: built out of the package as a user of it would, and served on this device alone.

use std::path::PathBuf;

use crate::{package, paths, run};

/// Builds `target/www`, and serves it until it is interrupted unless it is only to be built.
pub fn www(port: u16, serves: bool) -> anyhow::Result<()> {
    let app = build()?;
    if !serves {
        return Ok(());
    }
    run::command("node", &[&script("serve.mjs"), &app.display().to_string(), &port.to_string()], &[])
}

/// Builds the package, then the app out of it, and gives the app's folder.
fn build() -> anyhow::Result<PathBuf> {
    let package = package::package()?;
    let app = paths::target().join("www");
    run::step("build the app", || {
        let folders = [package.as_path(), app.as_path()].map(|folder| folder.display().to_string());
        run::command("node", &[&script("build.mjs"), &folders[0], &folders[1]], &[])
    })?;
    Ok(app)
}

/// Holds the app's sources to the package's types.
pub fn check() -> anyhow::Result<()> {
    run::step("the app's types", || {
        let compiler = paths::root().join("hosts/js/node_modules/typescript/bin/tsc");
        run::command("node", &[&compiler.display().to_string(), "-p", &folder().display().to_string()], &[])
    })
}

/// Where the app's tests lie.
pub fn tests() -> PathBuf {
    folder().join("tests")
}

fn script(name: &str) -> String {
    folder().join(name).display().to_string()
}

fn folder() -> PathBuf {
    paths::root().join("www")
}
