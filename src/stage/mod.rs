//! The lifecycle, one file or folder a stage. A stage reads the store and answers with events or an
//! error; it appends, applies and holds nothing.

pub mod admit;
pub mod audit;
pub mod consolidate;
pub mod erase;
pub mod eviction;
pub mod extract;
pub mod fold;
pub mod forget;
pub mod lifecycle;
pub mod observe;
pub mod pending;
pub mod policies;
pub mod recall;
pub mod reconcile;
pub mod score;
pub mod tools;
pub mod transfer;
pub mod undo;
pub mod working;

pub mod check;
mod current;
mod decision;
mod filter;
mod quote;
mod view;

pub use check::{check_labels, check_utterance, key as check_key, label as check_label, vector as check_vector};
pub use decision::{Answered, Decision};
pub use view::{Mint, View};
