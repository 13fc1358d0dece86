//! A question to a model, and what its reply may say. The prompt is built from the state each time,
//! so no second copy of anybody's words is kept.

mod prompt;
mod reply;

pub use prompt::{alias, ask};
pub use reply::{Op, Operation, read};
