//! What a packed text is told in, and how likely each bit of it is.

/// The shortest repetition that is told: longer ones are told by so many bits.
pub const SHORTEST: usize = 3;
pub const LENGTH_BITS: u32 = 7;

/// How many bits tell how many bits a distance has.
pub const SIZE_BITS: u32 = 5;

const LENGTHS: usize = 1 << LENGTH_BITS;
const SIZES: usize = 1 << SIZE_BITS;
/// Repetitions this much longer than the shortest are alike in how far back they are.
const LONG: usize = 3;

/// Where what follows is a repetition, by whether the last was one.
const REPEATS: usize = 0;
pub const LENGTH: usize = REPEATS + 2;
const SIZE: usize = LENGTH + LENGTHS;
const BACK: usize = SIZE + (LONG + 1) * SIZES;
const BYTE: usize = BACK + SIZES * SIZES;
const ALL: usize = BYTE + 256 * 256;

/// The kind of the bit that says whether a repetition follows.
pub fn repeats(repeated: bool) -> usize {
    REPEATS + usize::from(repeated)
}

/// The kinds of the size of a distance, by the length of what is repeated beyond the shortest.
pub fn size(length: usize) -> usize {
    SIZE + length.min(LONG) * SIZES
}

/// The kind of one bit of a distance that has so many.
pub fn back(size: usize, bit: usize) -> usize {
    BACK + size * SIZES + bit
}

/// The kinds of a byte, by the one before.
pub fn byte(text: &[u8]) -> usize {
    BYTE + usize::from(text.last().copied().unwrap_or_default()) * 256
}

/// How likely a bit of each kind is set, in 4,096ths, as far as was seen.
pub struct Model(Vec<u16>);

impl Model {
    pub fn new() -> Self {
        Self(vec![2048; ALL])
    }

    /// The last of a range that stands for a set bit; the rest stands for one that is not.
    pub fn last(&self, kind: usize, low: u32, high: u32) -> u32 {
        low + ((high - low) >> 12) * u32::from(self.0[kind])
    }

    pub fn learn(&mut self, kind: usize, set: bool) {
        let likely = &mut self.0[kind];
        *likely = if set { *likely + ((4096 - *likely) >> 4) } else { *likely - (*likely >> 4) };
    }
}
