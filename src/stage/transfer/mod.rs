//! Memories out of a store as lines of text, and into one.
//!
//! | file | question it answers |
//! |---|---|
//! | `line` | what is in a line? |
//! | `give` | which line says all of a memory? |
//! | `brought` | which memory does a line say? |
//! | `take` | what becomes of it here? |

mod brought;
mod give;
mod line;
mod take;

pub use give::{header, line};
pub use take::{Became, Source, Taken, source, take};
