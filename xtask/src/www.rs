//! The app: built out of the package as a user of it would, and served on this device alone.

use std::path::{Path, PathBuf};

use crate::{package, paths, run};

/// Builds `target/www`, and serves it until it is interrupted unless it is only to be built.
pub fn www(port: u16, serves: bool) -> anyhow::Result<()> {
    let app = build()?;
    if !serves {
        return Ok(());
    }
    run::node("www/serve.mjs", &[&app, Path::new(&port.to_string())])
}

/// Builds the package, then the app out of it, and gives the app's folder.
fn build() -> anyhow::Result<PathBuf> {
    let package = package::package()?;
    let app = paths::target().join("www");
    run::step("build the app", || run::node("www/build.mjs", &[&package, &app]))?;
    Ok(app)
}

/// Holds the app's sources to the package's types.
pub fn check() -> anyhow::Result<()> {
    let compiler = "hosts/js/node_modules/typescript/bin/tsc";
    run::step("the app's types", || run::node(compiler, &[Path::new("-p"), &folder()]))
}

/// Where the app's tests lie.
pub fn tests() -> PathBuf {
    folder().join("tests")
}

fn folder() -> PathBuf {
    paths::root().join("www")
}
