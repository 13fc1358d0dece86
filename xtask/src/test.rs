//! Everything that must hold before a change lands: `.ci/run` calls this and nothing else.

use crate::{browser, component, package_tests, paths, run, types, wit};

/// Runs every check, quick ones first, and stops at the first that fails.
pub fn test() -> anyhow::Result<()> {
    run::step("format", || run::cargo(&["fmt", "--all", "--check"]))?;
    wit::check()?;
    types::check()?;
    component::weigh(&component::component()?)?;
    lints()?;
    documentation()?;
    run::step("the engine's tests", || run::cargo(&["test", "-p", "memolet"]))?;
    run::step("the host's tests and the case files", || {
        run::cargo(&["test", "--profile", "host", "-p", "memolet-cli"])
    })?;
    // In the profile that this command itself was built in: what it is made of is there.
    run::step("these commands' own tests", || run::cargo(&["test", "-p", "xtask"]))?;
    browser::test()?;
    package_tests::test(Some(&paths::cli()))
}

/// The lints, on the workspace and on the engine with its component binding. The profile is that
/// of the host's tests, so that wasmtime's build scripts are built once.
fn lints() -> anyhow::Result<()> {
    let flags = ["--", "-D", "warnings"];
    run::step("lints", || {
        run::cargo(&[&["clippy", "--workspace", "--all-targets", "--profile", "host"][..], &flags].concat())
    })?;
    run::step("lints of the two bindings", || {
        let lint = ["clippy", "-p", "memolet", "--features", "component,js", "--profile", "host"];
        run::cargo(&[&lint[..], &flags].concat())
    })
}

/// The documents without a warning. The engine's come last: the command has the same name, and both
/// are written to one folder.
fn documentation() -> anyhow::Result<()> {
    let vars = [("RUSTDOCFLAGS", "-Dwarnings")];
    let flags = ["doc", "--no-deps", "--document-private-items", "--profile", "host"];
    run::step("documentation", || {
        run::cargo_with(&[&flags[..], &["-p", "memolet-cli", "-p", "xtask"]].concat(), &vars)?;
        run::cargo_with(&[&flags[..], &["-p", "memolet"]].concat(), &vars)
    })
}
