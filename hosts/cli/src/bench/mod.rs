//! `memolet bench`: recall against a bare scan, and opening against reading a file, in one run.
//!
//! `cargo xtask bench` builds what is needed and calls this. The floor (`benches/floor`) runs in the
//! same process, under the same wasmtime engine and on the same vectors as the component; measurements
//! alternate with it, so that a ratio holds on a loaded machine too. `docs/performance.md` has the
//! figures.
//!
//! | file | question it answers |
//! |---|---|
//! | `corpus` | which sentences are remembered, and what is asked? |
//! | `floor` | how fast is a bare scan? |
//! | `subject` | how is the component called? |
//! | `measure` | what is timed, in which order? |
//! | `report` | how are the figures shown? |

mod corpus;
mod floor;
mod measure;
mod report;
mod subject;

use std::path::PathBuf;

use clap::Args;

use crate::session::Host;

/// What is measured.
#[derive(Debug, Args)]
pub struct Bench {
    /// The floor's module, which `cargo xtask bench` builds
    #[arg(long, value_name = "FILE")]
    floor: PathBuf,
    /// Memories; several sizes are measured one after another
    #[arg(long, value_delimiter = ',', default_value = "1000,10000,50000")]
    rows: Vec<u32>,
    /// Dimensions of the vectors, a multiple of 64
    #[arg(long, default_value_t = 384)]
    dimensions: u32,
    /// Timed calls of each sort
    #[arg(long, default_value_t = 400)]
    samples: usize,
    /// Times that the store is opened
    #[arg(long, default_value_t = 15)]
    opens: usize,
    /// The form of the vectors' noise: isotropic or low-rank
    #[arg(long, value_delimiter = ',', default_value = "isotropic,low-rank", value_parser = ["isotropic", "low-rank"])]
    noise: Vec<String>,
}

/// Measures, and prints the figures.
pub fn run(host: &Host, args: &Bench, json: bool) -> anyhow::Result<()> {
    anyhow::ensure!(args.dimensions > 0 && args.dimensions.is_multiple_of(64), "--dimensions: a multiple of 64");
    let module = std::fs::read(&args.floor)
        .map_err(|error| anyhow::anyhow!("cannot read the floor {}: {error}", args.floor.display()))?;
    if !json {
        println!("{}", report::head());
    }
    let mut all = Vec::new();
    for rows in &args.rows {
        for noise in &args.noise {
            eprintln!("── {rows} memories, {noise} noise");
            let figures = measure::measure(host, args, &module, *rows, noise)?;
            if !json {
                print!("{}", report::table(&figures));
            }
            all.push(figures);
        }
    }
    if json {
        println!("{}", report::to_json(&all));
    }
    Ok(())
}
