//! A question to a model, and what its reply may say. The prompt is built from the state each time,
//! so no second copy of anybody's words is kept.
//!
//! | file | question |
//! |---|---|
//! | `reconcile` | how does a new claim meet what is known? |
//! | `extract` | which claims does a sentence make? |
//! | `consolidate` | what do several episodes say together? |
//! | `tools` | what may a model call, and what did it say? |
//! | `arguments` | is each argument what the tool takes? |
//! | `json` | is the reply the JSON that was asked for? |

mod arguments;
pub mod consolidate;
pub mod extract;
mod json;
pub mod reconcile;
pub mod tools;

use crate::log::Question;
use crate::state::{OpenAsk, State};
use crate::types::Ask;

/// An open question as the host gets it; none when what it is about is gone.
pub fn ask(state: &State, open: &OpenAsk) -> Option<Ask> {
    let (prompt, schema, shown) = match &open.question {
        Question::Reconcile { candidate } => reconcile::prompt(state, *candidate, &open.shown)?,
        Question::Extract { labels, place } => extract::prompt(state, labels, *place)?,
        Question::Consolidate { .. } => consolidate::prompt(state, &open.shown)?,
    };
    Some(Ask { purpose: open.question.purpose().into(), prompt, schema: schema.into(), shown })
}

/// A prompt, the schema of its reply, and the aliases that it shows.
type Prompt = (String, &'static str, Vec<String>);

/// The alias of the memory shown at a place, counted from 0.
fn memory_alias(place: usize) -> String {
    format!("m{}", place + 1)
}

/// The place of an alias among so many.
fn place_of(alias: &str, shown: usize, of: fn(usize) -> String) -> Option<usize> {
    (0..shown).find(|place| of(*place) == alias)
}

/// A line of data: JSON without angle brackets, so that no text can end the block that it stands in.
fn data(alias: &str, value: &serde_json::Value) -> String {
    format!("{alias}: {}\n", escaped(value))
}

/// A text as JSON, in one line.
fn quoted(text: &str) -> String {
    escaped(&serde_json::json!(text))
}

fn escaped(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('>', "\\u003e")
}
