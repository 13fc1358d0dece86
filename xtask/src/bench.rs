//! Figures: each measured in one run with a peer or a floor.

use anyhow::bail;

/// Runs the benchmarks. `args` are the words after `cargo xtask bench`.
pub fn bench(args: &[String]) -> anyhow::Result<()> {
    bail!("the benchmarks are not written yet (arguments: {args:?})")
}
