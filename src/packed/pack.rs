//! Packing a text, which only the build does.

use super::model::{self, LENGTH_BITS, Model, SHORTEST, SIZE_BITS};
use std::collections::BTreeMap;

/// A repetition of so many bytes or fewer is told from so near alone: from farther it takes more room than its bytes.
const SHORT: usize = 4;
const NEAR: usize = 1024;

/// How many of the places that begin alike are looked at, the nearest first.
const TRIES: usize = 128;

/// A text packed.
pub fn pack(text: &[u8]) -> Vec<u8> {
    let (mut out, mut seen) = (Packer::new(), Seen::default());
    let (mut at, mut repeated) = (0, false);
    while at < text.len() {
        let (length, back) = seen.longest(text, at);
        seen.add(text, at);
        // A byte as it is, where what repeats from the next one on is longer.
        let repeats = length > 0 && seen.longest(text, at + 1).0 <= length;
        out.bit(model::repeats(repeated), repeats);
        if repeats {
            let size = back.ilog2() as usize + 1;
            out.number(model::LENGTH, LENGTH_BITS, length - SHORTEST);
            out.number(model::size(length - SHORTEST), SIZE_BITS, size);
            (0..size - 1).rev().for_each(|bit| out.bit(model::back(size, bit), back >> bit & 1 == 1));
            (at + 1..at + length).for_each(|at| seen.add(text, at));
            at += length;
        } else {
            out.number(model::byte(&text[..at]), 8, usize::from(text[at]));
            at += 1;
        }
        repeated = repeats;
    }
    out.end()
}

/// What has stood before.
#[derive(Default)]
struct Seen<'a> {
    /// By its first bytes, the last place.
    last: BTreeMap<&'a [u8], usize>,
    /// By a place, the one before that begins alike.
    before: Vec<Option<usize>>,
}

impl<'a> Seen<'a> {
    /// Adds the next place.
    fn add(&mut self, text: &'a [u8], at: usize) {
        let before = text.get(at..at + SHORTEST).and_then(|first| self.last.insert(first, at));
        self.before.push(before);
    }

    /// How long what follows repeats, and from how far back; nothing where it is not worth telling.
    fn longest(&self, text: &[u8], at: usize) -> (usize, usize) {
        let first = text.get(at..at + SHORTEST).and_then(|first| self.last.get(first).copied());
        let places = std::iter::successors(first, |place| self.before[*place]).take(TRIES);
        let worth = |(length, back): &(usize, usize)| *length > SHORT || *back <= NEAR;
        let found = places.map(|place| (alike(text, place, at), at - place)).filter(worth);
        // Of those that are as long, the nearest.
        found.reduce(|best, other| if other.0 > best.0 { other } else { best }).unwrap_or_default()
    }
}

/// How many bytes at two places are the same.
fn alike(text: &[u8], from: usize, at: usize) -> usize {
    let most = SHORTEST + (1 << LENGTH_BITS) - 1;
    text[from..].iter().zip(&text[at..]).take(most).take_while(|(one, other)| one == other).count()
}

/// Writes bits as a range that narrows: a byte in which its ends agree is written.
struct Packer {
    model: Model,
    low: u32,
    high: u32,
    packed: Vec<u8>,
}

impl Packer {
    fn new() -> Self {
        Self { model: Model::new(), low: 0, high: u32::MAX, packed: Vec::new() }
    }

    fn bit(&mut self, kind: usize, set: bool) {
        let last = self.model.last(kind, self.low, self.high);
        self.model.learn(kind, set);
        (self.low, self.high) = if set { (self.low, last) } else { (last + 1, self.high) };
        while (self.low ^ self.high) >> 24 == 0 {
            self.packed.push((self.high >> 24) as u8);
            (self.low, self.high) = (self.low << 8, self.high << 8 | 255);
        }
    }

    /// The bits of a number, the highest first; the kind of each goes by those before it.
    fn number(&mut self, kinds: usize, bits: u32, number: usize) {
        let mut before = 1;
        for bit in (0..bits).rev() {
            let bit = number >> bit & 1;
            self.bit(kinds + before, bit == 1);
            before = before << 1 | bit;
        }
    }

    /// Zeros follow what is written: with them, one more byte is within the range.
    fn end(mut self) -> Vec<u8> {
        if self.low > 0 {
            self.packed.push((self.high >> 24) as u8);
        }
        self.packed
    }
}
