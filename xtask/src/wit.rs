//! docs/wit: the contract's prose as Markdown.

use std::fs;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use wit_bindgen_core::Files;
use wit_bindgen_core::wit_parser::Resolve;

use crate::{paths, run};

/// Writes the documents.
pub fn write() -> anyhow::Result<()> {
    run::step("write docs/wit", || {
        fs::create_dir_all(folder())?;
        for (name, bytes) in documents()? {
            fs::write(folder().join(&name), bytes)?;
            eprintln!("   docs/wit/{name}");
        }
        Ok(())
    })
}

/// Fails when a document is not what the WIT files give.
pub fn check() -> anyhow::Result<()> {
    run::step("compare docs/wit with wit", || {
        for (name, bytes) in documents()? {
            if fs::read(folder().join(&name)).ok().as_deref() != Some(&bytes) {
                bail!("docs/wit/{name} is not what wit gives: run `cargo xtask wit`");
            }
        }
        Ok(())
    })
}

fn folder() -> PathBuf {
    paths::root().join("docs/wit")
}

/// The generated documents by name. A mistake in a WIT file is an error with its place.
fn documents() -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(paths::root().join("wit")).map_err(|error| anyhow!("{error:?}"))?;
    let world = resolve.select_world(&[package], Some("memolet")).map_err(|error| anyhow!("{error:?}"))?;
    let mut files = Files::default();
    wit_bindgen_markdown::Opts::default()
        .build()
        .generate(&mut resolve, world, &mut files)
        .map_err(|error| anyhow!("{error:?}"))?;
    let markdown = files.iter().filter(|(name, _)| name.ends_with(".md"));
    Ok(markdown.map(|(name, bytes)| (name.to_string(), bytes.to_vec())).collect())
}
