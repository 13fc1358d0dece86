//! Journal frames: how a command's events become bytes, and how a journal is read back.
//!
//! A frame is a header of 24 bytes (magic, payload length, sequence, checksum of the payload, checksum
//! of the header before it) and a postcard payload. The header has a checksum of its own, so that a
//! damaged length cannot pass for a torn end.

use super::{FORMAT, event::Frame};
use crate::checksum;
use crate::types::{Failure, Result};

const MAGIC: [u8; 2] = *b"ML";
const HEADER: usize = 24;

/// A frame's bytes, and where its payload begins in them.
pub fn encode_frame(frame: &Frame) -> Result<(Vec<u8>, usize)> {
    let mut out = vec![0; HEADER];
    out = postcard::to_extend(frame, out).map_err(|_| Failure::Other("a frame could not be encoded".into()))?;
    let length = u32::try_from(out.len() - HEADER).map_err(|_| Failure::TooLarge("a command over 4 GiB".into()))?;
    let payload = checksum::of(&out[HEADER..]);
    out[0..2].copy_from_slice(&MAGIC);
    out[2..4].copy_from_slice(&FORMAT.to_le_bytes());
    out[4..8].copy_from_slice(&length.to_le_bytes());
    out[8..16].copy_from_slice(&frame.sequence.to_le_bytes());
    out[16..20].copy_from_slice(&payload.to_le_bytes());
    let header = checksum::of(&out[..20]);
    out[20..24].copy_from_slice(&header.to_le_bytes());
    Ok((out, HEADER))
}

/// How a journal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalEnd {
    /// Bytes of a torn last frame.
    pub dropped: usize,
}

/// Gives each frame with a sequence above `after`, in order, to `each`, with the frame's bytes.
///
/// A last frame that is cut short is dropped and counted. Any other damage is `corrupt`, naming the
/// offset.
pub fn decode_journal(
    bytes: &[u8],
    after: u64,
    mut each: impl FnMut(Frame, &[u8]) -> Result<()>,
) -> Result<JournalEnd> {
    let (mut at, mut expected) = (0, after.saturating_add(1));
    while at < bytes.len() {
        let rest = &bytes[at..];
        let Some(header) = read_header(rest, at)? else {
            return Ok(JournalEnd { dropped: rest.len() });
        };
        let end = HEADER.saturating_add(header.length);
        let Some(payload) = rest.get(HEADER..end) else {
            return Ok(JournalEnd { dropped: rest.len() });
        };
        if checksum::of(payload) != header.checksum {
            // The last frame may have reached its length and not its content.
            return if end == rest.len() { Ok(JournalEnd { dropped: end }) } else { Err(corrupt(at, "checksum")) };
        }
        if header.sequence >= expected {
            if header.sequence != expected {
                return Err(corrupt(at, &format!("sequence {} where {expected} should be", header.sequence)));
            }
            let frame: Frame = postcard::from_bytes(payload).map_err(|_| corrupt(at, "payload"))?;
            if frame.sequence != header.sequence {
                return Err(corrupt(at, "sequence of header and payload"));
            }
            each(frame, payload)?;
            expected = expected.saturating_add(1);
        }
        at += end;
    }
    Ok(JournalEnd { dropped: 0 })
}

struct FrameHeader {
    length: usize,
    sequence: u64,
    checksum: u32,
}

/// None where the journal ends inside the header, or in the zeros of a page never written.
fn read_header(rest: &[u8], at: usize) -> Result<Option<FrameHeader>> {
    let Some(header) = rest.first_chunk::<HEADER>() else {
        return Ok(None);
    };
    if header.iter().all(|byte| *byte == 0) && rest.iter().all(|byte| *byte == 0) {
        return Ok(None);
    }
    if header[0..2] != MAGIC {
        return Err(corrupt(at, "magic"));
    }
    if checksum::of(&header[..20]) != word(header, 20) {
        return Err(corrupt(at, "header checksum"));
    }
    let format = u16::from_le_bytes([header[2], header[3]]);
    if format > FORMAT {
        return Err(Failure::NewerFormat(format!("journal format {format}; this engine reads up to {FORMAT}")));
    }
    let sequence = u64::from(word(header, 8)) | u64::from(word(header, 12)) << 32;
    Ok(Some(FrameHeader { length: word(header, 4) as usize, sequence, checksum: word(header, 16) }))
}

fn word(header: &[u8; HEADER], at: usize) -> u32 {
    u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
}

fn corrupt(at: usize, what: &str) -> Failure {
    Failure::Corrupt(format!("journal offset {at}: {what}"))
}
