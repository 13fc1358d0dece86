//! The tests of the npm package: its sources, its tarball as a user installs it, and real browsers.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::{browser, embedder, npm, package, paths, run, www};

/// Where the tests of the JavaScript host lie.
const TESTS: &str = "hosts/js/tests";

/// Builds the package, and runs everything that must hold of it. With a command that is of the same
/// sources, the two are held to the same answers.
pub fn test(command: Option<&Path>) -> anyhow::Result<()> {
    browser::setup()?;
    let package = package::package()?;
    let tarball = run::step("pack the package", || pack(&package))?;
    run::step("the raw engine, installed, in Node", || raw(&tarball))?;
    let mut vars = vec![
        ("MEMOLET_PACKAGE", package.display().to_string()),
        ("MEMOLET_BOUND", paths::target().join("bound").display().to_string()),
        ("MEMOLET_TARBALL", tarball.display().to_string()),
        ("MEMOLET_TABLE", embedder::asset().display().to_string()),
    ];
    if let Some(command) = command {
        vars.push(("MEMOLET_CLI", command.display().to_string()));
        vars.push(("MEMOLET_COMPONENT", paths::component().display().to_string()));
    }
    run::step("the package's parts, in Node", || node_tests(&paths::root().join(TESTS), &vars))?;
    run::step("the package's parts, in Chromium", || node_tests(&paths::root().join(TESTS).join("browser"), &vars))?;
    www::check()?;
    run::step("the app, in Chromium", || node_tests(&www::tests(), &vars))?;
    npm::install(&format!("{TESTS}/install"))?;
    run::step("the README's lines, as a user installs them", || {
        node_tests(&paths::root().join(TESTS).join("install"), &vars)
    })
}

/// Packs a folder as it would be published, and gives the tarball's path.
fn pack(package: &Path) -> anyhow::Result<PathBuf> {
    let place = paths::target().join("packed");
    _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place)?;
    let (package, destination) = (package.display().to_string(), place.display().to_string());
    run::command(npm::NPM, &["pack", &package, "--pack-destination", &destination, "--silent"], &[])?;
    Ok(place.join(format!("memolet-{}.tgz", env!("CARGO_PKG_VERSION"))))
}

/// Installs the tarball in an empty folder, and runs the tests of the raw engine there.
fn raw(tarball: &Path) -> anyhow::Result<()> {
    let place = paths::target().join("installed");
    _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place)?;
    fs::write(place.join("package.json"), "{\"private\": true, \"type\": \"module\"}")?;
    let (folder, tarball) = (place.display().to_string(), tarball.display().to_string());
    run::command(npm::NPM, &["install", "--prefix", &folder, "--no-audit", "--no-fund", &tarball], &[])?;
    fs::copy(paths::root().join(TESTS).join("raw/raw.test.mjs"), place.join("raw.test.mjs"))?;
    node_tests(&place, &[("MEMOLET_TABLE", embedder::asset().display().to_string())])
}

/// Runs the test files that lie in a folder, one after another: they share two cores.
fn node_tests(folder: &Path, vars: &[(&str, String)]) -> anyhow::Result<()> {
    let files = fs::read_dir(folder).with_context(|| format!("no tests in {}", folder.display()))?;
    let mut files: Vec<String> = files.flatten().map(|file| file.path().display().to_string()).collect();
    files.retain(|file| file.ends_with(".test.mjs"));
    files.sort();
    let arguments = [vec!["--test".into(), "--test-concurrency=1".into()], files].concat();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let vars: Vec<(&str, &str)> = vars.iter().map(|(name, value)| (*name, value.as_str())).collect();
    run::command("node", &arguments, &vars)
}
