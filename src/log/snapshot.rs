//! Snapshots: a header, postcard sections and one raw block of vectors.

use super::FORMAT;
use crate::checksum;
use crate::types::{Failure, Result};

const MAGIC: [u8; 8] = *b"MEMOLET\0";
const HEADER: usize = 48;

/// What stands before a snapshot's sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Sequence of the last frame that is in it.
    pub sequence: u64,
    /// Bytes of the state's section.
    pub state: usize,
    /// Bytes of the vector block, f32 little-endian.
    pub vectors: usize,
}

/// A snapshot's bytes.
///
/// Layout, little-endian: magic (8), format (2), zero (2), checksum of both sections (4), sequence
/// (8), length of the state section (8), length of the vector block (8), zero (4), checksum of the
/// header before it (4); the state section padded with zeros to 16 bytes; the vector block.
pub fn encode_snapshot(sequence: u64, state: &[u8], vectors: &[f32]) -> Vec<u8> {
    let padded = state.len().next_multiple_of(16);
    let mut out = Vec::with_capacity(HEADER + padded + vectors.len() * 4);
    out.resize(HEADER, 0);
    out.extend_from_slice(state);
    out.resize(HEADER + padded, 0);
    out.extend(vectors.iter().flat_map(|value| value.to_le_bytes()));
    let body = checksum::of(&out[HEADER..]);
    out[0..8].copy_from_slice(&MAGIC);
    out[8..10].copy_from_slice(&FORMAT.to_le_bytes());
    out[12..16].copy_from_slice(&body.to_le_bytes());
    out[16..24].copy_from_slice(&sequence.to_le_bytes());
    out[24..32].copy_from_slice(&(state.len() as u64).to_le_bytes());
    out[32..40].copy_from_slice(&((vectors.len() * 4) as u64).to_le_bytes());
    let header = checksum::of(&out[..44]);
    out[44..48].copy_from_slice(&header.to_le_bytes());
    out
}

/// A snapshot's header, state section and vector block. Every length is checked.
pub fn decode_snapshot(bytes: &[u8]) -> Result<(Header, &[u8], Vec<f32>)> {
    let header = bytes.first_chunk::<HEADER>().ok_or_else(|| corrupt("shorter than its header"))?;
    if header[0..8] != MAGIC {
        return Err(corrupt("magic at offset 0"));
    }
    if checksum::of(&header[..44]).to_le_bytes() != header[44..48] {
        return Err(corrupt("header checksum at offset 44"));
    }
    let format = u16::from_le_bytes([header[8], header[9]]);
    if format > FORMAT {
        return Err(Failure::NewerFormat(format!("snapshot format {format}; this engine reads up to {FORMAT}")));
    }
    let lengths = (long(header, 24), long(header, 32));
    let (Ok(state), Ok(vectors)) = (usize::try_from(lengths.0), usize::try_from(lengths.1)) else {
        return Err(corrupt("lengths at offset 24"));
    };
    let padded = state.checked_next_multiple_of(16).ok_or_else(|| corrupt("length at offset 24"))?;
    if padded.checked_add(vectors) != Some(bytes.len() - HEADER) || vectors % 4 != 0 {
        return Err(corrupt("lengths at offset 24 against the bytes that are there"));
    }
    if checksum::of(&bytes[HEADER..]).to_le_bytes() != header[12..16] {
        return Err(corrupt("checksum of the sections from offset 48"));
    }
    let block = bytes[HEADER + padded..].chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    Ok((Header { sequence: long(header, 16), state, vectors }, &bytes[HEADER..HEADER + state], block.collect()))
}

fn long(header: &[u8; HEADER], at: usize) -> u64 {
    (0..8).fold(0, |value, place| value | u64::from(header[at + place]) << (8 * place))
}

fn corrupt(what: &str) -> Failure {
    Failure::Corrupt(format!("snapshot: {what}"))
}
