//! What is said to a store and what it answers, in words that no surface owns.

/// Who asks: a user, and perhaps a project and a purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    pub user: &'static str,
    pub project: Option<&'static str>,
    pub purpose: Option<&'static str>,
    pub shared_writer: bool,
}

/// Everyone who uses the store: four users, one pair of projects, one purpose with a deadline.
pub const DOORS: [Door; 7] = [
    Door { user: "ana", project: None, purpose: None, shared_writer: true },
    Door { user: "ana", project: Some("p"), purpose: None, shared_writer: false },
    Door { user: "ana", project: Some("q"), purpose: None, shared_writer: false },
    Door { user: "bo", project: None, purpose: None, shared_writer: false },
    Door { user: "cy", project: None, purpose: Some("brief"), shared_writer: false },
    Door { user: "cy", project: None, purpose: None, shared_writer: false },
    Door { user: "dee", project: Some("p"), purpose: None, shared_writer: false },
];

/// The attribute that holds several values side by side.
pub const SEVERAL: &str = "tea";
/// Days that a memory of the purpose `brief` is kept.
pub const BRIEF_DAYS: u64 = 40;
/// Bytes of text that a user may have current.
pub const BUDGET: usize = 900;
/// Days without use after which a memory may fade.
pub const FADE_DAYS: u64 = 30;
pub const DAY: u64 = 86_400_000;
pub const DIMENSIONS: u32 = 8;
pub const SEED: [u8; 16] = [5; 16];

/// How a run's store is opened.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// A scripted model answers questions.
    pub model: bool,
    /// The store has vectors.
    pub embedder: bool,
}

/// The policy of every run: little room, so that all ways of leaving are met.
pub fn policy() -> String {
    format!(
        r#"{{"capacity": {{"bytes": {BUDGET}}}, "decay": {{"floor": 0.25, "afterDays": {FADE_DAYS}}},
            "several": ["{SEVERAL}"], "retention": {{"brief": {{"days": {BRIEF_DAYS}}}}}, "session": {{"turns": 3, "extractAfter": 0}},
            "consolidation": {{"count": 1000000, "importance": 1000000}}}}"#
    )
}

/// A claim as it is said. Nothing that is left out has a default here.
#[derive(Clone, Debug)]
pub struct Said {
    pub kind: &'static str,
    pub text: String,
    /// What it is about, of the one entity that there is.
    pub attribute: Option<&'static str>,
    pub value: Option<&'static str>,
    pub source: &'static str,
    pub valid_from: Option<u64>,
    pub valid_to: Option<u64>,
    pub expires_at: Option<u64>,
    /// A uri.
    pub evidence: Option<String>,
    pub shared: bool,
}

/// What is decided on one memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    End(Option<u64>),
    Invalidate,
    Restore,
    Archive,
    Approve,
    Quarantine,
    Pin,
    Unpin,
    Hold,
    Release,
}

/// What is to be erased.
#[derive(Clone, Debug)]
pub enum Victims {
    Ids(Vec<String>),
    Attribute(&'static str),
    User,
}

/// An operation that writes.
#[derive(Clone, Debug)]
pub enum Op {
    Remember(Said),
    Supersede { id: String, text: String, value: Option<&'static str>, from: Option<u64>, source: &'static str },
    Act(Verb, String),
    Undo(u64),
    Erase(Victims),
    Used(String),
    Turn { text: String, uri: Option<String> },
    Sweep,
    Compact,
}

/// What an operation gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Outcome of an admission, and the memory.
    Admission(String, Option<String>),
    Id(String),
    /// How many uses were counted.
    Counted(u32),
    Removed(Vec<String>),
    Swept {
        expired: Vec<String>,
        archived: Vec<String>,
        purged: Vec<String>,
    },
    Done,
}

/// What the store asks its host for.
#[derive(Debug)]
pub enum Task {
    Append(Vec<u8>),
    Replace(Vec<u8>),
    Embed(Vec<String>),
    /// The prompt, and the aliases that it shows.
    Ask(String, Vec<String>),
}

/// What the host answers.
#[derive(Debug)]
pub enum Answer {
    Stored,
    Vectors(Vec<Vec<f32>>),
    Reply(String),
    Failed,
}

/// An operation of a reply that was applied.
#[derive(Debug)]
pub struct Applied {
    pub op: String,
    /// The alias that it named.
    pub target: Option<String>,
    /// The memory that it made, changed or kept.
    pub id: String,
}

/// What to recall: everything, or what is near to a text; now, or by a look back.
#[derive(Clone, Debug, Default)]
pub struct Look {
    pub text: Option<String>,
    pub as_of: Option<u64>,
    pub known_as_of: Option<u64>,
}

/// A failure's tag.
pub type Tag = String;

/// A store behind some surface.
pub trait Surface: Sized {
    /// What makes one.
    type Maker: Sync;

    /// Opens what was kept; gives how many bytes of a torn frame were dropped.
    fn open(maker: &Self::Maker, setting: Setting, snapshot: Option<&[u8]>, journal: &[u8], now: u64) -> (Self, usize);
    fn call(&mut self, door: Door, op: &Op, now: u64, key: Option<&str>) -> Result<Told, Tag>;
    /// A task and its ticket, which of an append is the sequence of its command.
    fn poll(&mut self, now: u64) -> Option<(u64, Task)>;
    fn answer(&mut self, ticket: u64, answer: Answer, now: u64) -> Result<Vec<Applied>, Tag>;
    /// Ids and texts.
    fn recall(&mut self, door: Door, look: &Look, now: u64) -> Vec<(String, String)>;
    fn state_hash(&mut self) -> String;
    /// Recomputes the audit's chain.
    fn verify(&mut self);
}

/// A vector of a text: equal words, near vectors.
pub fn embed(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; DIMENSIONS as usize];
    for word in text.split_whitespace() {
        let sum = word.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
        vector[(sum % DIMENSIONS) as usize] += 1.0;
    }
    vector
}

/// Random numbers of a seed.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides.max(1)
    }

    /// Once in so many.
    pub fn once_in(&mut self, sides: u64) -> bool {
        self.roll(sides) == 0
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.roll(of.len() as u64) as usize).copied()
    }
}
