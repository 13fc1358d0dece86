//! The vocabulary: the Rust twin of `wit/`, field for field. No logic beyond constructors.
//!
//! Types that hold personal text do not print it: their `Debug` shows ids and states only.

mod enums;
mod failure;
mod governance;
mod id;
mod memory;
mod observing;
mod policies;
mod recall;
mod session;
mod statements;
mod store;
mod transfer;

pub use enums::*;
pub use failure::{Failure, Result};
pub use governance::*;
pub use id::Id;
pub use memory::*;
pub use observing::*;
pub use policies::*;
pub use recall::*;
pub use session::*;
pub use statements::*;
pub use store::*;
pub use transfer::*;

/// UTC milliseconds since the Unix epoch.
pub type Timestamp = u64;

/// Milliseconds in a day.
pub const DAY: u64 = 86_400_000;

/// Gives a type a `Debug` that shows only the named fields, so that personal text never reaches a
/// log or a panic message.
macro_rules! redacted {
    ($($type:ident { $($shown:ident),* })*) => {$(
        impl core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($type))$(.field(stringify!($shown), &self.$shown))*.finish_non_exhaustive()
            }
        }
    )*};
}
pub(crate) use redacted;
