//! Reconciliation: how a claim meets what is known. By address and value first, without a model;
//! then by a question to one, whose reply is held to every guard.

mod about;
mod place;
mod propose;
mod reply;
mod verbs;

pub use place::{Placing, corroborated, known_or_respelt, place, placed, retire};
pub use propose::worth_asking;
pub use reply::{fall_back, reconcile};
pub use verbs::{Act, act, corrected, supersede};
