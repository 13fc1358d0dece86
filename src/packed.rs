//! Texts that the component holds packed: repetitions are told by where the words stood before. The compiler packs
//! them, so a text is a file and nothing else is kept in step with it; whoever reads one unpacks it once.
//!
//! Only the component does so, which is weighed as it lies. The npm package is weighed as servers compress it,
//! and what is packed they compress worse.
//!
//! A byte below 128 says how many bytes follow as they are. Another says how many bytes, `SHORTEST` more than its
//! lower seven bits, stood so far back as the next two bytes tell, the lower first.

/// The text of a file, beside the file that names it.
macro_rules! text {
    ($path:literal) => {{
        const TEXT: &str = include_str!($path);
        #[cfg(not(feature = "component"))]
        let text: &'static str = TEXT;
        #[cfg(feature = "component")]
        let text: &'static str = {
            #[allow(long_running_const_eval)]
            const PACKED: ([u8; TEXT.len()], usize) = $crate::packed::pack(TEXT.as_bytes());
            static BYTES: [u8; PACKED.1] = $crate::packed::cut(&PACKED.0);
            String::from_utf8($crate::packed::unpack(&BYTES, TEXT.len())).unwrap_or_default().leak()
        };
        text
    }};
}
pub(crate) use text;

/// The shortest repetition that is told, and the longest.
#[cfg(any(test, feature = "component"))]
const SHORTEST: usize = 4;
#[cfg(any(test, feature = "component"))]
const LONGEST: usize = SHORTEST + 127;

/// A text packed, and how many bytes of the array that takes. Does not compile where packing makes it longer.
#[cfg(any(test, feature = "component"))]
pub const fn pack<const ROOM: usize>(text: &[u8]) -> ([u8; ROOM], usize) {
    /// How many of the places that begin alike are looked at, the nearest first.
    const TRIES: usize = 32;
    const NOWHERE: usize = usize::MAX;
    // By the hash of four bytes, where they stood last; by a place, where its four bytes stood before.
    let (mut last, mut before) = ([NOWHERE; 1 << HASH_BITS], [NOWHERE; ROOM]);
    let (mut packed, mut length, mut at, mut plain) = ([0; ROOM], 0, 0, 0);
    while at < text.len() {
        let mut from = if at + SHORTEST <= text.len() { last[hash(text, at)] } else { NOWHERE };
        let (mut longest, mut back, mut tries) = (0, 0, TRIES);
        while from != NOWHERE && at - from <= u16::MAX as usize && tries > 0 {
            // Where the next byte differs it is no longer than what is found. Asked first: the compiler walks all this.
            if at + longest < text.len() && text[from + longest] == text[at + longest] {
                let alike = alike(text, from, at);
                if alike > longest {
                    (longest, back) = (alike, at - from);
                }
            }
            from = before[from];
            tries -= 1;
        }
        let end = if longest >= SHORTEST { at + longest } else { at + 1 };
        if longest >= SHORTEST {
            length = as_they_are(text, plain, at, &mut packed, length);
            packed[length] = 128 | (longest - SHORTEST) as u8;
            packed[length + 1] = back as u8;
            packed[length + 2] = (back >> 8) as u8;
            (length, plain) = (length + 3, end);
        }
        while at < end {
            if at + SHORTEST <= text.len() {
                let hash = hash(text, at);
                (before[at], last[hash]) = (last[hash], at);
            }
            at += 1;
        }
    }
    length = as_they_are(text, plain, at, &mut packed, length);
    (packed, length)
}

#[cfg(any(test, feature = "component"))]
const HASH_BITS: u32 = 14;

#[cfg(any(test, feature = "component"))]
const fn hash(text: &[u8], at: usize) -> usize {
    let word = u32::from_le_bytes([text[at], text[at + 1], text[at + 2], text[at + 3]]);
    (word.wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)) as usize
}

/// How many bytes at two places are the same.
#[cfg(any(test, feature = "component"))]
const fn alike(text: &[u8], from: usize, at: usize) -> usize {
    let mut alike = 0;
    while alike < LONGEST && at + alike < text.len() && text[from + alike] == text[at + alike] {
        alike += 1;
    }
    alike
}

#[cfg(any(test, feature = "component"))]
const fn as_they_are(text: &[u8], mut from: usize, to: usize, packed: &mut [u8], mut length: usize) -> usize {
    while from < to {
        let part = if to - from > 127 { 127 } else { to - from };
        packed[length] = part as u8;
        length += 1;
        let end = from + part;
        while from < end {
            packed[length] = text[from];
            (from, length) = (from + 1, length + 1);
        }
    }
    length
}

/// The beginning of an array.
#[cfg(feature = "component")]
pub const fn cut<const LENGTH: usize>(whole: &[u8]) -> [u8; LENGTH] {
    let (mut beginning, mut at) = ([0; LENGTH], 0);
    while at < LENGTH {
        beginning[at] = whole[at];
        at += 1;
    }
    beginning
}

/// The bytes that were packed, of which there are so many.
#[cfg(any(test, feature = "component"))]
pub fn unpack(packed: &[u8], length: usize) -> Vec<u8> {
    let (mut text, mut rest) = (Vec::with_capacity(length), packed);
    while let [first, after @ ..] = rest {
        if *first < 128 {
            let (part, next) = after.split_at(usize::from(*first).min(after.len()));
            text.extend_from_slice(part);
            rest = next;
        } else if let [low, high, next @ ..] = after {
            let back = usize::from(u16::from_le_bytes([*low, *high]));
            for _ in 0..SHORTEST + usize::from(*first & 127) {
                text.push(text.len().checked_sub(back).and_then(|from| text.get(from)).copied().unwrap_or_default());
            }
            rest = next;
        } else {
            break;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back<const ROOM: usize>(text: &str) -> usize {
        let (packed, length) = pack::<ROOM>(text.as_bytes());
        assert_eq!(String::from_utf8(unpack(&packed[..length], text.len())).as_deref(), Ok(text));
        length
    }

    #[test]
    fn what_is_unpacked_is_what_was_packed() {
        assert_eq!(there_and_back::<1>(""), 0);
        assert_eq!(there_and_back::<8>("abc"), 4);
        assert_eq!(there_and_back::<16>(&"a".repeat(9)), 2 + 3, "one, and eight that begin one back");
        there_and_back::<2_000>(&"München, ".repeat(200));
        let numbers: String = (0..500).map(|number| number.to_string()).collect();
        there_and_back::<2_000>(&numbers);
    }

    #[test]
    fn a_language_takes_little_more_than_half_the_room() {
        const TABLE: &str = include_str!("statements/languages/es.txt");
        let packed = there_and_back::<{ TABLE.len() }>(TABLE);
        assert!(packed * 10 < TABLE.len() * 6, "{packed} of {}", TABLE.len());
    }

    #[test]
    fn bytes_that_nothing_packed_unpack_to_something() {
        for bytes in [&[200][..], &[128, 1], &[128, 1, 0], &[255, 9, 9, 9], &[127, 1]] {
            unpack(bytes, 0);
        }
    }
}
