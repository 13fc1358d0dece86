//! Identifiers of memories, receipts and nothing else.

use core::fmt;
use serde::{Deserialize, Serialize};

/// A UUIDv7, written in the usual form of 36 characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Id(pub u128);

impl Id {
    /// Made from a time (UTC ms, 48 bits are kept) and random bits, as RFC 9562 section 5.7 lays
    /// them out.
    pub fn new(at: u64, random: u128) -> Self {
        let time = u128::from(at & 0xffff_ffff_ffff) << 80;
        let low = random & 0x3fff_ffff_ffff_ffff;
        let middle = (random >> 64) & 0x0fff;
        Self(time | (7 << 76) | (middle << 64) | (2 << 62) | low)
    }

    /// Reads the usual form, in either case.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 36 {
            return None;
        }
        let mut value = 0u128;
        for (at, byte) in bytes.iter().enumerate() {
            match (at, *byte) {
                (8 | 13 | 18 | 23, b'-') => {}
                (8 | 13 | 18 | 23, _) => return None,
                (_, digit) => value = (value << 4) | u128::from((digit as char).to_digit(16)?),
            }
        }
        Some(Self(value))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.0;
        write!(
            f,
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            value >> 96,
            (value >> 80) & 0xffff,
            (value >> 64) & 0xffff,
            (value >> 48) & 0xffff,
            value & 0xffff_ffff_ffff
        )
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_reads_back() {
        let id = Id::new(1_700_000_000_000, u128::MAX);
        assert_eq!(Id::parse(&id.to_string()), Some(id));
        assert_eq!(&id.to_string()[14..15], "7");
        assert_eq!(Id::parse("not an id"), None);
        assert_eq!(Id::parse(&"é".repeat(18)), None);
    }
}
