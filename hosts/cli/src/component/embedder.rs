//! The built-in embedder, in an instance of its own: it sees texts, and no store.

use std::sync::Arc;

use wasmtime::component::ResourceAny;

use super::{EmbedderInfo, Fault, Instance, Runtime};
use crate::failure::{Failure, Outcome};

/// The table that ships with this program.
const TABLE: &[u8] = include_bytes!("../../../../assets/potion-base-8m-128.bin");
/// Texts a call, at most: the engine takes 1,024.
const BATCH: usize = 512;

/// Loads the table when it is first needed, and again after a trap.
pub struct Embedder {
    runtime: Arc<Runtime>,
    loaded: Option<Loaded>,
}

struct Loaded {
    instance: Instance,
    handle: ResourceAny,
    info: EmbedderInfo,
}

impl Embedder {
    /// An embedder that has loaded nothing yet.
    pub fn new(runtime: Arc<Runtime>) -> Self {
        Self { runtime, loaded: None }
    }

    /// Its name and dimensions.
    pub fn info(&mut self) -> Outcome<EmbedderInfo> {
        Ok(self.loaded()?.info.clone())
    }

    /// One vector a text.
    pub fn embed(&mut self, texts: &[String]) -> Outcome<Vec<Vec<f32>>> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let loaded = self.loaded()?;
            match loaded.instance.embed(loaded.handle, batch) {
                Ok(batch) => vectors.extend(batch),
                Err(fault) => return Err(self.fail(fault)),
            }
        }
        Ok(vectors)
    }

    fn loaded(&mut self) -> Outcome<&mut Loaded> {
        let loaded = match self.loaded.take() {
            Some(loaded) => loaded,
            None => self.load()?,
        };
        Ok(self.loaded.insert(loaded))
    }

    fn load(&mut self) -> Outcome<Loaded> {
        let mut instance = self.runtime.instantiate().map_err(|error| Failure::other(format!("{error:#}")))?;
        match instance.load_table(TABLE) {
            Ok((handle, info)) => Ok(Loaded { instance, handle, info }),
            Err(fault) => Err(self.fail(fault)),
        }
    }

    fn fail(&mut self, fault: Fault) -> Failure {
        match fault {
            Fault::Failure(failure) => failure,
            Fault::Trap(why) => {
                self.loaded = None;
                Failure::other(format!("the built-in embedder was stopped: {why}"))
            }
        }
    }
}
