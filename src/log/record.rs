//! A memory as it is stored: the claim that never changes, and the life that does.

use crate::gather::Map;
use crate::types::{
    Address, AppliesTo, Evidence, Hold, Id, Kind, Mode, Pin, Scalar, Sensitivity, Source, State, Timestamp, redacted,
};
use core::fmt;
use serde::{Deserialize, Serialize};

/// A person or a process, as a hash under the store's secret: equal for equal names, and no way
/// back to the name once the secret is gone.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Person(pub [u8; 16]);

impl Person {
    /// Reads what it is written as.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        plain.then(|| u128::from_str_radix(text, 16).ok()).flatten().map(|number| Self(number.to_be_bytes()))
    }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What was claimed, by whom, from where. Fixed at admission: new words make a new record.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Claim {
    pub id: Id,
    /// Empty in the shared partition.
    pub user: String,
    pub project: Option<String>,
    pub agent: Option<String>,
    pub session: Option<String>,
    pub actor: Option<String>,
    pub kind: Kind,
    pub text: String,
    pub address: Option<Address>,
    pub value: Option<String>,
    /// Its address holds several values.
    pub several: bool,
    pub source: Source,
    pub mode: Mode,
    /// Said to correct an earlier claim.
    pub correction: bool,
    pub importance: f64,
    pub sensitivity: Sensitivity,
    pub observed_at: Timestamp,
    pub recorded_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    pub purpose: Option<String>,
    pub policy: String,
    /// By the policy of its admission; see `State::deadline` for the one in force.
    pub deadline: Option<Timestamp>,
    /// What it was derived from.
    pub supports: Vec<Id>,
    pub applies_to: Option<AppliesTo>,
    pub extractor: Option<String>,
    pub metadata: Map<String, Scalar>,
}

impl Claim {
    /// Whether it belongs to the whole tenant.
    pub fn shared(&self) -> bool {
        self.user.is_empty()
    }
}

/// Everything about a memory that a decision can change.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Life {
    pub state: State,
    pub valid_from: Timestamp,
    /// `valid_from` was stated. Otherwise it is when the claim was observed.
    pub stated: bool,
    pub valid_to: Option<Timestamp>,
    pub retracted_at: Option<Timestamp>,
    pub superseded_by: Option<Id>,
    pub supersedes: Vec<Id>,
    pub contradicts: Vec<Id>,
    pub pinned: Option<Pin>,
    pub hold: Option<Hold>,
    pub approved_by: Option<Person>,
    pub review_at: Option<Timestamp>,
    pub pending: Option<Pending>,
}

/// A memory that is out of recall until a person confirms or drops its erasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// The memory that was to be forgotten: itself, or what it would be erased with.
    pub with: Id,
    /// Its state before.
    pub was: State,
}

impl Life {
    /// Ends its validity at `at`, and not later than it was to end. A start that was only observed gives
    /// way; of one that was stated nothing is left where it is later.
    pub fn cut(&mut self, at: Timestamp) {
        if !self.stated {
            self.valid_from = self.valid_from.min(at);
        }
        let at = at.max(self.valid_from);
        self.valid_to = Some(self.valid_to.map_or(at, |to| to.min(at)));
    }

    /// Whether it holds at no time.
    pub fn is_empty(&self) -> bool {
        self.valid_to.is_some_and(|to| to <= self.valid_from)
    }

    /// Whether it holds at `at`.
    pub fn covers(&self, at: Timestamp) -> bool {
        self.valid_from <= at && self.valid_to.is_none_or(|to| to > at)
    }
}

/// One step of a memory's life: the decision, and the life after it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Step {
    pub sequence: u64,
    pub at: Timestamp,
    pub code: String,
    pub reason: Option<String>,
    pub by: Person,
    pub policy: String,
    pub life: Life,
}

/// One time that a claim was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// When.
    pub at: Timestamp,
    /// It was said since when it holds; otherwise it was said to hold then.
    pub stated: bool,
    /// Who said what, as a hash: equal for the same speaker and the same claim.
    pub mark: Person,
}

/// How a memory has served. Not part of its life: serving is no decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Usage {
    pub last_used_at: Timestamp,
    pub last_verified_at: Timestamp,
    pub uses: u32,
    pub corrections: u32,
    /// Sessions in which it was counted lately, as hashes: a use counts once in each.
    pub counted_in: Vec<Person>,
}

/// From here on sequences are no command's of this store: they mark tellings that came in from another, so that no
/// command that is undone takes one of them with it.
pub const ELSEWHERE: u64 = 1 << 63;

/// A stored memory.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What was claimed.
    pub claim: Claim,
    /// Every step, oldest first. Never empty: the first is the admission.
    pub steps: Vec<Step>,
    /// Evidence, each with the sequence that brought it.
    pub evidence: Vec<(u64, Evidence)>,
    /// The times that it was said, each with the sequence that brought it, in order of arrival. Never
    /// empty: the first is the admission's.
    pub said: Vec<(u64, Said)>,
    /// How it has served.
    pub usage: Usage,
    /// Its vector is known, be it all zeros.
    pub embedded: bool,
    /// Sequence of the last event that changed it.
    pub version: u64,
}

impl Record {
    /// Metadata of a turn's episode that its host did not want read: `false`.
    pub const READ: &str = "read";

    /// Whether it is a turn that neither rules nor a model are to make anything of.
    pub fn is_unread(&self) -> bool {
        self.claim.kind == Kind::Episode && self.claim.metadata.get(Self::READ) == Some(&Scalar::Boolean(false))
    }

    /// Its life now.
    pub fn life(&self) -> &Life {
        // Invariant: `State::apply` makes a record with its first step and never removes that.
        &self.steps[self.steps.len() - 1].life
    }

    /// Its life as this store knew it at `at`; none before it was recorded.
    pub fn life_at(&self, at: Timestamp) -> Option<&Life> {
        self.steps.iter().rev().find(|step| step.at <= at).map(|step| &step.life)
    }

    /// Its state now.
    pub fn state(&self) -> State {
        self.life().state
    }

    /// The step by which it came to wait for its erasure; none where it does not wait.
    pub fn waits_since(&self) -> Option<&Step> {
        let waits = |step: &&Step| step.life.state == State::PendingErasure;
        self.steps.iter().rev().take_while(waits).last()
    }

    /// When it was last said.
    pub fn last_said(&self) -> Timestamp {
        self.said.iter().map(|(_, said)| said.at).max().unwrap_or(self.claim.observed_at)
    }

    /// When it was last said to hold.
    pub fn last_held(&self) -> Option<Timestamp> {
        self.said.iter().filter(|(_, said)| !said.stated).map(|(_, said)| said.at).max()
    }

    /// How many pieces of its evidence are independent. A document counts once however many of its lines
    /// are cited, and a web site once however many of its pages; so does one moment of one speaker's
    /// same words, under however many names. One where no evidence is given.
    pub fn independent(&self) -> u32 {
        let mut groups: Vec<usize> = (0..self.evidence.len()).collect();
        for later in 1..self.evidence.len() {
            for earlier in 0..later {
                let (from, to) = (groups[later], groups[earlier]);
                if from != to && self.same_evidence(&self.evidence[earlier], &self.evidence[later]) {
                    groups.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
                }
            }
        }
        let heads = groups.iter().enumerate().filter(|(place, group)| place == *group);
        heads.count().max(1) as u32
    }

    fn same_evidence(&self, one: &(u64, Evidence), other: &(u64, Evidence)) -> bool {
        let words = |piece: &(u64, Evidence)| {
            let said = self.said.iter().find(|(sequence, _)| *sequence == piece.0).map(|(_, said)| said);
            (piece.1.observed_at.or(said.map(|said| said.at)), said.map(|said| said.mark))
        };
        let digests = (&one.1.digest, &other.1.digest);
        let may_be_one = !matches!(digests, (Some(one), Some(other)) if one != other);
        place_of(&one.1.uri) == place_of(&other.1.uri) || (may_be_one && words(one) == words(other))
    }
}

/// The document of a uri, or its site where it is on the web.
fn place_of(uri: &str) -> &str {
    let document = uri.split('#').next().unwrap_or(uri);
    let Some((scheme, rest)) = document.split_once("://").filter(|(scheme, _)| scheme.starts_with("http")) else {
        return document;
    };
    let host = rest.split(['/', '?']).next().unwrap_or(rest);
    &document[..scheme.len() + 3 + host.len()]
}

redacted! {
    Claim { id, kind, source, observed_at, recorded_at }
    Life { state, valid_from, valid_to, superseded_by }
    Step { sequence, at, code, life }
    Record { claim, version }
}
