//! Conversions to what hosts call, and nothing else.

#[cfg(feature = "component")]
mod component;
#[cfg(feature = "js")]
pub mod js;

use crate::embed::{Embedder, TableError};
use crate::types::{Failure, Result};

/// Texts of one call.
const MOST_TEXTS: usize = 1_024;

fn embedder(table: Vec<u8>) -> Result<Embedder> {
    Embedder::load(table).map_err(|error| match error {
        TableError::UnsupportedVersion(_) => Failure::NewerFormat(error.to_string()),
        _ => Failure::Corrupt(error.to_string()),
    })
}

fn embed(embedder: &Embedder, texts: &[String]) -> Result<Vec<Vec<f32>>> {
    if texts.len() > MOST_TEXTS {
        return Err(Failure::TooLarge(format!("at most {MOST_TEXTS} texts a call")));
    }
    Ok(texts.iter().map(|text| embedder.embed(text)).collect())
}
