//! The engine at work, told as a story in a terminal.

use anyhow::bail;

/// Runs the demonstration. `args` are the words after `cargo xtask demo`.
pub fn demo(args: &[String]) -> anyhow::Result<()> {
    bail!("the demonstration is not written yet (arguments: {args:?})")
}
