//! Governed long-term memory for AI agents, as one engine that holds no I/O.
//!
//! It refuses to read a clock, draw randomness, open a file, talk to a network or call a model: the
//! host passes in time, entropy, embeddings and a model's replies, and stores the bytes that the
//! engine hands out. Same calls in the same order give the same bytes.
//!
//! ```
//! use memolet::{Engine, types::{Candidate, Labels, Options, Query}};
//!
//! let options = Options { tenant: "acme".into(), seed: vec![7; 32], ..Options::default() };
//! let mut engine = Engine::open(options, None, &[], 1_000)?;
//! engine.drain(1_000, |_task| memolet::types::Answer::Stored)?;
//!
//! let ana = Labels { user: "ana".into(), ..Labels::default() };
//! let claim = Candidate { text: "Ana is allergic to walnuts.".into(), ..Candidate::default() };
//! engine.remember(&ana, &claim, 2_000, None)?;
//! engine.drain(2_000, |_task| memolet::types::Answer::Stored)?;
//!
//! let query = Query { text: Some("What is Ana allergic to?".into()), ..Query::default() };
//! assert_eq!(engine.recall(&ana, &query, 3_000)?.hits[0].text, "Ana is allergic to walnuts.");
//! # Ok::<(), memolet::types::Failure>(())
//! ```
//!
//! Modules in reading order; each may use those above it.

pub mod types;

mod calendar;
mod checksum;
mod gather;
mod packed;
mod read;
pub mod statements;
pub mod text;
pub mod tidy;

pub mod policy;

pub mod log;

pub mod state;

pub mod index;

pub mod ask;

pub mod embed;
pub mod stage;

pub mod engine;

#[cfg(all(feature = "component", feature = "js", target_family = "wasm"))]
compile_error!("a component imports nothing, and `js` imports JavaScript: build wasm with one of the two features");

// Public for `tests/js.rs` alone.
#[cfg(any(feature = "component", feature = "js"))]
#[doc(hidden)]
pub mod bind;

pub use engine::Engine;
