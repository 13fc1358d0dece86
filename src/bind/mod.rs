//! Conversions to what hosts call, and nothing else.

#[cfg(feature = "component")]
mod component;
