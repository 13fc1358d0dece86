//! Packs the texts that the component holds packed (`src/packed.rs`).

#[path = "src/packed/model.rs"]
mod model;
#[path = "src/packed/pack.rs"]
mod pack;

use std::path::Path;
use std::{env, fs};

/// The folder of the texts, and those that are packed.
const FOLDER: &str = "src/statements/languages";
const TEXTS: [&str; 1] = ["en.txt"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=src/packed");
    for name in TEXTS {
        let text = Path::new(FOLDER).join(name);
        println!("cargo::rerun-if-changed={}", text.display());
        if env::var_os("CARGO_FEATURE_COMPONENT").is_some() {
            let out = env::var("OUT_DIR")?;
            fs::write(Path::new(&out).join(name), pack::pack(&fs::read(&text)?))?;
        }
    }
    Ok(())
}
