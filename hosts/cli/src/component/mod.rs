//! The component under wasmtime: an empty linker, limits, and a table of what it exports.
//!
//! `dispatch` finds every operation by reflection, so that an operation added to the contract is an
//! operation of this host without a line of code; `convert` and `emit` are the two ways between
//! JSON and component values; `instance` has the few typed calls that move many bytes.

mod cache;
mod convert;
mod dispatch;
mod embedder;
mod emit;
mod engine;
mod instance;
mod languages;
mod locate;
#[cfg(test)]
mod random_model;
mod results;

/// The contract's types and exports, read from `wit/`.
pub mod bindings {
    #![allow(missing_debug_implementations, missing_docs)]
    wasmtime::component::bindgen!({ path: "../../wit", world: "memolet" });
}

pub use bindings::exports::memolet::memory::memory::{
    Answer, CountTask, EmbedderInfo, Opened, Options, Request as Work, RerankTask, Task,
};
pub use dispatch::{Operation, Table, no_scope};
pub use embedder::Embedder;
pub use engine::{Limits, Runtime};
pub use instance::{Fault, Instance};
pub use locate::find;
