//! The checksum of stored bytes: the low 32 bits of XXH64 with seed 0. It needs no tables, which
//! would be a part of the component that no compression makes smaller, and is fast in wasm.

/// Tells damage, not intent: the audit's chain and keyed hashes are for that.
pub fn of(bytes: &[u8]) -> u32 {
    twox_hash::XxHash64::oneshot(0, bytes) as u32
}
