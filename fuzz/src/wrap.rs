//! Inputs as bytes that a decoder takes seriously. The first byte chooses: an even one leaves the rest as
//! it is; with an odd one the rest is what stands behind lengths and checksums, which are put right.

// The engine's own.
#[path = "../../src/checksum.rs"]
mod checksum;

use memolet::log::{FORMAT, Frame, encode_frame};
use memolet::state::State;

/// A journal. Odd: frames, each a length of two bytes and a payload, numbered from 1 on.
pub fn journal(input: &[u8]) -> Vec<u8> {
    let Some((true, mut rest)) = chosen(input) else { return rest_of(input).to_vec() };
    let (mut journal, mut sequence) = (Vec::new(), 0);
    while let Some(payload) = cut(&mut rest) {
        sequence += 1;
        let frame = postcard::from_bytes::<Frame>(payload);
        let encoded = frame.ok().and_then(|frame| encode_frame(&Frame { sequence, ..frame }).ok());
        journal.extend(encoded.map_or_else(|| framed(sequence, payload), |(bytes, _)| bytes));
    }
    journal
}

/// The inverse of `journal`.
pub fn from_payloads<'a>(payloads: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut input = vec![1];
    for payload in payloads {
        input.extend_from_slice(&(payload.len() as u16).to_le_bytes());
        input.extend_from_slice(payload);
    }
    input
}

/// A snapshot. Odd: the vector block after a length of two bytes, then the state's section.
pub fn snapshot(input: &[u8]) -> Vec<u8> {
    let Some((true, mut rest)) = chosen(input) else { return rest_of(input).to_vec() };
    let Some(block) = cut(&mut rest) else { return vec![] };
    let block: Vec<f32> = block.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    let sequence = postcard::from_bytes::<State>(rest).map_or(0, |state| state.sequence);
    memolet::log::encode_snapshot(sequence, rest, &block)
}

/// The inverse of `snapshot`.
pub fn from_snapshot(snapshot: &[u8]) -> Vec<u8> {
    let Ok((_, section, block)) = memolet::log::decode_snapshot(snapshot) else { return vec![] };
    let block: Vec<u8> = block.iter().flat_map(|value| value.to_le_bytes()).collect();
    [[1].as_slice(), &(block.len() as u16).to_le_bytes(), &block, section].concat()
}

/// An embedding table. Odd: dimensions (2), length of the name, beginnings and continuations (1 each),
/// then all sections as far as the bytes last, zeros beyond.
pub fn table(input: &[u8]) -> Vec<u8> {
    use memolet::embed::format::{MAGIC, VERSION};
    let Some((true, rest)) = chosen(input) else { return rest_of(input).to_vec() };
    let Some((head, rest)) = rest.split_at_checked(5) else { return vec![] };
    let dimensions = u16::from_le_bytes([head[0], head[1]]) % 1_024;
    let [name, beginnings, continuations] = [head[2], head[3], head[4]].map(usize::from);
    let tokens = beginnings + continuations;
    let letters: usize = rest.iter().skip(name).take(tokens).map(|length| usize::from(*length)).sum();
    let body = name + tokens + letters + 4 * tokens + usize::from(dimensions) / 2 * tokens;
    let mut table = [MAGIC.as_slice(), &VERSION.to_le_bytes(), &dimensions.to_le_bytes()].concat();
    for number in [beginnings, continuations, letters] {
        table.extend_from_slice(&(number as u32).to_le_bytes());
    }
    table.extend_from_slice(&(name as u16).to_le_bytes());
    table.extend_from_slice(&[0; 6]);
    table.extend(rest.iter().copied().chain(std::iter::repeat(0)).take(body));
    table.extend(checksum::of(&table).to_le_bytes());
    table
}

fn chosen(input: &[u8]) -> Option<(bool, &[u8])> {
    input.split_first().map(|(first, rest)| (first % 2 == 1, rest))
}

fn rest_of(input: &[u8]) -> &[u8] {
    input.get(1..).unwrap_or_default()
}

/// Takes a part from the front: a length of two bytes, and as much as is there.
fn cut<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, after) = rest.split_first_chunk::<2>()?;
    let (part, after) = after.split_at(usize::from(u16::from_le_bytes(*length)).min(after.len()));
    *rest = after;
    Some(part)
}

/// A payload that is no frame, under a header that is right.
fn framed(sequence: u64, payload: &[u8]) -> Vec<u8> {
    let mut out = [b"ML".as_slice(), &FORMAT.to_le_bytes(), &(payload.len() as u32).to_le_bytes()].concat();
    out.extend_from_slice(&sequence.to_le_bytes());
    out.extend_from_slice(&checksum::of(payload).to_le_bytes());
    out.extend(checksum::of(&out).to_le_bytes());
    out.extend_from_slice(payload);
    out
}
