//! The alphabet of change. A command's events are one frame; a frame is one entry of the audit.

use super::record::{Claim, Life, Person, Record, Said};
use crate::gather::Set;
use crate::types::{
    Act, CopyState, Effect, EmbedderInfo, Evidence, Id, Kind, Labels, Message, Span, Timestamp, redacted,
};
use serde::{Deserialize, Serialize};

/// One change. Append only: a new case goes at the end, and a case never changes its fields.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Event {
    /// A new store.
    Created { tenant: String, secret: [u8; 32], embedder: Option<EmbedderInfo> },
    /// A policy came into force, as JSON.
    PolicyAdopted { json: String },
    /// A memory was stored.
    Admitted { claim: Box<Claim>, life: Life, evidence: Vec<Evidence>, vector: Option<Vec<f32>>, code: String },
    /// A decision changed a memory's life.
    Moved { id: Id, life: Life, code: String, reason: Option<String> },
    /// A memory was found confirmed.
    Corroborated { id: Id, evidence: Vec<Evidence>, said: Said },
    /// A memory got its vector.
    Embedded { id: Id, vector: Vec<f32> },
    /// An answer used a memory.
    Used { id: Id, session: Option<Person> },
    /// Somebody found a memory false or misleading.
    Corrected { id: Id },
    /// An admission was undone.
    Withdrawn { id: Id },
    /// A corroboration was undone.
    Uncorroborated { id: Id, sequence: u64 },
    /// A candidate was not stored. By rule, without its content.
    Refused { rules: Vec<String> },
    /// Memories were erased.
    Erased { tombstones: Vec<Tombstone>, receipt: ReceiptRecord },
    /// A copy of the bytes has lost what a receipt names.
    CopyConfirmed { receipt: Id, copy: String },
    /// A copy outside is known from now on.
    CopyRegistered { name: String },
    /// An erased text may come back.
    TombstoneLifted { content: [u8; 32] },
    /// Something waits for a model.
    AskOpened { question: Question, shown: Vec<Shown> },
    /// A question was answered or given up.
    AskClosed { ticket: u64 },
    /// A turn of a session; as many of the oldest leave.
    Turned { user: String, session: String, message: Message, dropped: u32 },
    /// Turns were taken out by an erasure, by their numbers.
    TurnsErased { user: String, session: String, turns: Vec<u64> },
    /// Saved task states were taken out by an erasure.
    CheckpointsErased { user: String, session: String, sequences: Vec<u64> },
    /// Claims were extracted from a session's turns up to a number.
    Extracted { user: String, session: String, up_to: u64 },
    /// A session's task state was saved.
    Checkpointed { user: String, session: String, state: String },
    /// Evidence that came from an erased memory was taken out.
    EvidenceDropped { id: Id, uris: Vec<String> },
    /// A model found nothing to say of a cluster of episodes, by its fingerprint.
    Declined { cluster: Person },
    /// A session was forgotten.
    SessionErased { user: String, session: String },
    /// A memory came in whole, with its past, from another store or from this one's own export.
    Restored { record: Box<Record> },
}

/// What a model is asked. Append only.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// How a stored claim meets what is known.
    Reconcile {
        /// The claim.
        candidate: Id,
    },
    /// Which claims a sentence of the user's makes.
    Extract {
        /// Whose session, and the labels of the claims to be.
        labels: Labels,
        /// The number of the turn, and the sentence's bytes in it.
        place: (u64, Span),
    },
    /// What several episodes say together.
    Consolidate {
        /// Whose episodes.
        user: String,
        /// Of which project.
        project: Option<String>,
    },
}

/// What an erased memory leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tombstone {
    /// Hash of user and normal form of the text, under the store's secret.
    pub content: [u8; 32],
    /// The memory's id.
    pub id: Id,
}

/// A receipt as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ReceiptRecord {
    pub id: Id,
    pub at: Timestamp,
    pub authority: Person,
    pub code: String,
    pub removed: Vec<Id>,
    /// Memories derived from the removed, and whether other evidence still carries them.
    pub derived: Vec<(Id, bool)>,
    pub turns: u32,
    pub copies: Vec<CopyState>,
    /// What was asked for, or would have gone with it, and a hold keeps.
    pub kept: Vec<HeldBack>,
}

/// A memory that an erasure left, because of a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldBack {
    /// Which.
    pub id: Id,
    /// Whose hold keeps it.
    pub owner: Person,
}

impl ReceiptRecord {
    /// Whether every copy has confirmed.
    pub fn confirmed(&self) -> bool {
        self.copies.iter().all(|copy| copy.confirmed_at.is_some())
    }
}

/// A memory as it was shown to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Which.
    pub id: Id,
    /// Its version then.
    pub version: u64,
}

/// What a command gave, kept for its idempotency key. Ids and codes only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Outcome {
    Done,
    Id(Id),
    Count(u32),
    Sequence(u64),
    Admission {
        outcome: crate::types::Outcome,
        id: Option<Id>,
        rules: Vec<String>,
        related: Vec<Id>,
        placed: Option<Placed>,
    },
    Window {
        turns: u32,
        tokens: u32,
        ticket: Option<u64>,
    },
    Tickets(Vec<u64>),
    Observed(Box<Noted>),
}

/// What came of a turn that was observed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noted {
    /// Parts of the text, each with its admission.
    pub parts: Vec<(Span, Outcome)>,
    /// Why it is not kept.
    pub skipped: Option<String>,
    /// In the order in which they were said.
    pub statements: Vec<Done>,
    /// Sentences of which nothing was read.
    pub unread: u32,
    /// The question that was opened.
    pub ticket: Option<u64>,
}

/// What came of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The sentence.
    pub span: Span,
    /// What it does.
    pub act: Act,
    /// The predicate that read it.
    pub predicate: String,
    /// Of the claim.
    pub kind: Kind,
    /// What became of it.
    pub effect: Effect,
    /// Of what it states.
    pub admission: Option<Outcome>,
    /// What it retired, or what stands against it.
    pub touched: Vec<Id>,
}

/// Where a claim was filed that does not hold now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// Before now, or after.
    pub tense: crate::types::Tense,
    /// What holds now in its place, and what replaced it.
    pub above: Vec<Id>,
}

/// Which device made a frame, and when by its hybrid logical clock (Kulkarni and others, 2014).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Origin {
    /// Greatest time seen, UTC ms.
    pub time: u64,
    /// Orders frames of one `time`.
    pub counter: u32,
    /// The device's name.
    pub device: String,
}

/// All that one command did.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// One more than the frame before.
    pub sequence: u64,
    /// The `now` of the command.
    pub at: Timestamp,
    /// The command, such as `remember`.
    pub op: String,
    /// Who.
    pub by: Person,
    /// Reason code or outcome.
    pub code: String,
    /// Policy version in force.
    pub policy: String,
    /// Where it was made.
    pub origin: Origin,
    /// Keeps the frame's digest from being guessed from a short text. Dropped with the frame.
    pub salt: [u8; 16],
    /// The idempotency key's hash, and what the command gave.
    pub key: Option<(Person, Outcome)>,
    /// In order.
    pub events: Vec<Event>,
}

impl Event {
    /// The memory that it touches.
    pub fn id(&self) -> Option<Id> {
        match self {
            Self::Admitted { claim, .. } => Some(claim.id),
            Self::Restored { record } => Some(record.claim.id),
            Self::Moved { id, .. }
            | Self::Corroborated { id, .. }
            | Self::Embedded { id, .. }
            | Self::Used { id, .. }
            | Self::Corrected { id }
            | Self::Withdrawn { id }
            | Self::EvidenceDropped { id, .. }
            | Self::Uncorroborated { id, .. } => Some(*id),
            Self::AskOpened { question: Question::Reconcile { candidate }, .. } => Some(*candidate),
            _ => None,
        }
    }
}

impl Frame {
    /// The memories that it touches, each once, in order of first touch.
    pub fn ids(&self) -> Vec<Id> {
        let (mut ids, mut seen) = (Vec::new(), Set::new());
        let removed = self.events.iter().flat_map(|event| match event {
            Event::Erased { receipt, .. } => receipt.removed.clone(),
            other => other.id().into_iter().collect(),
        });
        for id in removed {
            if seen.insert(id) {
                ids.push(id);
            }
        }
        ids
    }
}

redacted! { Frame { sequence, at, op, code } }

impl core::fmt::Debug for Question {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.purpose())
    }
}

impl Question {
    /// Its name in tasks.
    pub fn purpose(&self) -> &'static str {
        match self {
            Self::Reconcile { .. } => "reconcile",
            Self::Extract { .. } => "extract",
            Self::Consolidate { .. } => "consolidate",
        }
    }
}

impl core::fmt::Debug for Event {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Event({:?})", self.id())
    }
}
