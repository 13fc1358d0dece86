//! What JavaScript is told of the contract: types with WIT's prose, and operations as data.
//!
//! | file | what it is |
//! |---|---|
//! | `contract/types.ts` | the types of the package's API and of requests |
//! | `contract/table.ts` | operations and shapes, read at run time |
//! | `raw/types.ts` | the types of the raw engine |

mod contract;
mod door;
mod emit;
mod raw;
// The command's own: both name results alike.
#[path = "../../../hosts/cli/src/component/results.rs"]
mod results;
mod table;

use std::fs;
use std::path::PathBuf;

use anyhow::bail;

use crate::{paths, run};
use contract::Contract;

/// Writes the generated files.
pub fn write() -> anyhow::Result<()> {
    run::step("write the contract for JavaScript", || {
        for (name, text) in files()? {
            let path = folder().join(name);
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            fs::write(path, text)?;
            eprintln!("   hosts/js/src/{name}");
        }
        Ok(())
    })
}

/// Fails when a file is not what the WIT files give.
pub fn check() -> anyhow::Result<()> {
    run::step("compare the contract for JavaScript with wit", || {
        for (name, text) in files()? {
            if fs::read_to_string(folder().join(name)).ok().as_deref() != Some(&text) {
                bail!("hosts/js/src/{name} is not what wit gives: run `cargo xtask types`");
            }
        }
        Ok(())
    })
}

fn folder() -> PathBuf {
    paths::root().join("hosts/js/src")
}

fn files() -> anyhow::Result<[(&'static str, String); 3]> {
    let contract = Contract::read()?;
    Ok([
        ("contract/types.ts", door::types(&contract)),
        ("contract/table.ts", table::table(&contract)),
        ("raw/types.ts", raw::types(&contract)),
    ])
}
