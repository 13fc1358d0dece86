//! Tools that a model may call on memory: what they are, and what a call may say. The words of a call are
//! the model's, so nothing in them is authority: no field names a source, a state or an owner.

use super::arguments::Arguments;
use crate::calendar::Date;
use crate::types::{DAY, Failure, Kind, Result, Timestamp};

/// The tools, as MCP and chat APIs take them.
pub const DEFINITIONS: &str = include_str!("tools.json");

/// Characters of a claim, a query and a quote.
const MOST_TEXT: usize = 2_000;
/// Characters of an entity and an attribute.
const MOST_NAME: usize = 256;
/// Characters of a value.
const MOST_VALUE: usize = 1_024;
/// Memories that one recall gives.
const MOST_HITS: u64 = 20;

/// What a model asks for.
#[derive(Debug)]
pub enum Call {
    /// Find memories.
    Recall(Sought),
    /// Change one.
    Change(Change),
}

/// Memories to find.
pub struct Sought {
    /// About what.
    pub query: String,
    /// How many.
    pub k: Option<u32>,
    /// What held on this day; its first instant.
    pub as_of: Option<Timestamp>,
}

/// A change of one memory.
pub enum Change {
    /// Keep a claim.
    Store(Stated),
    /// Replace a memory by a new version.
    Update {
        /// Which.
        id: String,
        /// The new claim.
        text: String,
        /// The new value of its address.
        value: Option<String>,
        /// The user's words for it.
        quote: Option<String>,
    },
    /// Forget a memory.
    Forget {
        /// Which.
        id: String,
        /// The user's words that ask for it.
        quote: Option<String>,
    },
}

/// A claim to keep.
pub struct Stated {
    /// In one sentence.
    pub text: String,
    /// Its kind.
    pub kind: Kind,
    /// What it is about.
    pub entity: Option<String>,
    /// Which of its properties.
    pub attribute: Option<String>,
    /// The value of that.
    pub value: Option<String>,
    /// The user's words for it.
    pub quote: Option<String>,
}

crate::types::redacted! {
    Sought { k, as_of }
    Stated { kind }
}

impl core::fmt::Debug for Change {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

impl Change {
    /// The memory that it names.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Store(_) => None,
            Self::Update { id, .. } | Self::Forget { id, .. } => Some(id),
        }
    }

    /// The tool's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Store(_) => "memory_store",
            Self::Update { .. } => "memory_update",
            Self::Forget { .. } => "memory_forget",
        }
    }
}

impl Sought {
    /// The time that its day stands for: the day's end; for today, now.
    pub fn as_of(&self, now: Timestamp) -> Option<Timestamp> {
        let ends = self.as_of? + (DAY - 1);
        (ends / DAY != now / DAY).then_some(ends)
    }
}

/// Reads a call. The outer failure is the host's to mend: no such tool, or no JSON object. The inner one
/// is for the model to read: which argument, and what is allowed.
pub fn read(name: &str, arguments: &str) -> Result<Result<Call>> {
    let read = match name {
        "memory_store" => store,
        "memory_recall" => recall,
        "memory_update" => update,
        "memory_forget" => forget,
        _ => {
            let allowed = "one of memory_store, memory_recall, memory_update, memory_forget";
            return Err(Failure::invalid("name", allowed));
        }
    };
    Ok(read(&Arguments::parse(arguments)?))
}

fn store(given: &Arguments) -> Result<Call> {
    given.only(&["text", "kind", "entity", "attribute", "value", "quote"])?;
    let kind = given.text("kind", MOST_NAME)?;
    let kind =
        Kind::from_name(&kind).ok_or_else(|| Failure::invalid("kind", "fact, preference, procedure or episode"))?;
    Ok(Call::Change(Change::Store(Stated {
        text: given.text("text", MOST_TEXT)?,
        kind,
        entity: given.maybe("entity", MOST_NAME)?,
        attribute: given.maybe("attribute", MOST_NAME)?,
        value: given.maybe("value", MOST_VALUE)?,
        quote: given.maybe("quote", MOST_TEXT)?,
    })))
}

fn recall(given: &Arguments) -> Result<Call> {
    given.only(&["query", "k", "asOf"])?;
    let day = |text: String| Date::parse(&text).ok_or_else(|| Failure::invalid("asOf", "a date such as 2026-07-01"));
    Ok(Call::Recall(Sought {
        query: given.text("query", MOST_TEXT)?,
        k: given.number("k", MOST_HITS)?.map(|k| k as u32),
        as_of: given.maybe("asOf", MOST_NAME)?.map(day).transpose()?,
    }))
}

fn update(given: &Arguments) -> Result<Call> {
    given.only(&["id", "text", "value", "quote"])?;
    Ok(Call::Change(Change::Update {
        id: given.text("id", MOST_NAME)?,
        text: given.text("text", MOST_TEXT)?,
        value: given.maybe("value", MOST_VALUE)?,
        quote: given.maybe("quote", MOST_TEXT)?,
    }))
}

fn forget(given: &Arguments) -> Result<Call> {
    given.only(&["id", "quote"])?;
    Ok(Call::Change(Change::Forget { id: given.text("id", MOST_NAME)?, quote: given.maybe("quote", MOST_TEXT)? }))
}
