//! Texts that the component holds packed: repetitions are told by where the words stood before, and of every bit
//! only how far it surprises is kept. The build (`build.rs`) packs them, so a text is a file and nothing else is kept
//! in step with it; whoever reads one unpacks it once.
//!
//! Only the component does so, which is weighed as it lies. The npm package is weighed as servers compress it,
//! and what is packed they compress worse.
//!
//! A text is a row of bytes as they are and of repetitions: how long, and how far back. Each is told bit by bit. A
//! range coder writes the bits by how likely each was, which is learnt from those of its kind before it (`model`).

#[cfg(any(test, feature = "component"))]
mod model;
#[cfg(test)]
mod pack;

#[cfg(any(test, feature = "component"))]
use model::{LENGTH_BITS, Model, SHORTEST, SIZE_BITS};

/// The text of a file of `src/statements/languages`, which the build packs, beside the file that names it.
macro_rules! text {
    ($name:literal) => {{
        #[cfg(not(feature = "component"))]
        let text: &'static str = include_str!($name);
        #[cfg(feature = "component")]
        let text: &'static str = {
            static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/", $name));
            String::from_utf8($crate::packed::unpack(PACKED, include_str!($name).len())).unwrap_or_default().leak()
        };
        text
    }};
}
pub(crate) use text;

/// The bytes that were packed, of which there are so many. Of bytes that nothing packed it makes something.
#[cfg(any(test, feature = "component"))]
pub fn unpack(packed: &[u8], length: usize) -> Vec<u8> {
    let (mut text, mut repeated) = (Vec::with_capacity(length), false);
    let mut from = Unpacker::new(packed);
    while text.len() < length {
        repeated = from.bit(model::repeats(repeated));
        if repeated {
            let more = from.number(model::LENGTH, LENGTH_BITS);
            let size = from.number(model::size(more), SIZE_BITS);
            let back = (0..size.saturating_sub(1))
                .rev()
                .fold(1, |back, bit| back << 1 | usize::from(from.bit(model::back(size, bit))));
            for _ in 0..(SHORTEST + more).min(length - text.len()) {
                text.push(text.len().checked_sub(back).and_then(|from| text.get(from)).copied().unwrap_or_default());
            }
        } else {
            text.push(from.number(model::byte(&text), 8) as u8);
        }
    }
    text
}

/// Reads the bits of a packed text.
#[cfg(any(test, feature = "component"))]
struct Unpacker<'a> {
    model: Model,
    low: u32,
    high: u32,
    /// Where in the range the packed bytes lie.
    at: u32,
    rest: &'a [u8],
}

#[cfg(any(test, feature = "component"))]
impl<'a> Unpacker<'a> {
    fn new(packed: &'a [u8]) -> Self {
        let mut new = Self { model: Model::new(), low: 0, high: u32::MAX, at: 0, rest: packed };
        (0..4).for_each(|_| new.byte());
        new
    }

    fn bit(&mut self, kind: usize) -> bool {
        let last = self.model.last(kind, self.low, self.high);
        let set = self.at <= last;
        self.model.learn(kind, set);
        (self.low, self.high) = if set { (self.low, last) } else { (last + 1, self.high) };
        while (self.low ^ self.high) >> 24 == 0 {
            self.byte();
            (self.low, self.high) = (self.low << 8, self.high << 8 | 255);
        }
        set
    }

    fn number(&mut self, kinds: usize, bits: u32) -> usize {
        (0..bits).fold(1, |before, _| before << 1 | usize::from(self.bit(kinds + before))) - (1 << bits)
    }

    /// Zeros follow the last byte.
    fn byte(&mut self) {
        let (byte, rest) = self.rest.split_first().map_or((0, self.rest), |(byte, rest)| (*byte, rest));
        (self.at, self.rest) = (self.at << 8 | u32::from(byte), rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(text: &str) -> usize {
        let packed = pack::pack(text.as_bytes());
        assert_eq!(String::from_utf8(unpack(&packed, text.len())).as_deref(), Ok(text));
        packed.len()
    }

    #[test]
    fn what_is_unpacked_is_what_was_packed() {
        assert_eq!(there_and_back(""), 0);
        there_and_back("abc");
        assert!(there_and_back(&"a".repeat(900)) < 20);
        assert!(there_and_back(&"München, ".repeat(200)) < 60);
        let numbers: String = (0..500).map(|number| number.to_string()).collect();
        there_and_back(&numbers);
        let sorts: String = (1..3_000).filter_map(char::from_u32).collect();
        there_and_back(&sorts);
    }

    #[test]
    fn a_language_takes_a_third_of_the_room() {
        const TABLE: &str = include_str!("statements/languages/en.txt");
        let packed = there_and_back(TABLE);
        assert!(packed * 3 < TABLE.len(), "{packed} of {}", TABLE.len());
    }

    #[test]
    fn bytes_that_nothing_packed_unpack_to_something() {
        let noise: Vec<u8> =
            (0..4_000_u32).map(|at| (at.wrapping_mul(at).wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for bytes in [&[][..], &[0; 100], &[255; 100], &[200], &[128, 1, 0], &noise] {
            assert_eq!(unpack(bytes, 5_000).len(), 5_000);
        }
    }
}
