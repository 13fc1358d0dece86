//! What is written: records, events, journal frames and snapshots. `docs/format.md` describes the
//! bytes. Nothing here decides whether an event is allowed.

mod event;
mod frame;
mod record;
mod snapshot;

pub use event::{
    Done, Event, Frame, HeldBack, Noted, Origin, Outcome, Placed, Question, ReceiptRecord, Shown, Tombstone,
};
pub use frame::{JournalEnd, decode_journal, encode_frame};
pub use record::{Claim, ELSEWHERE, Life, Pending, Person, Record, Said, Step, Usage};
pub use snapshot::{Header, decode_snapshot, encode_snapshot};

/// Version of the journal's and the snapshot's layout.
pub const FORMAT: u16 = 1;

/// Version of the stored record.
pub const SCHEMA: u32 = 1;
