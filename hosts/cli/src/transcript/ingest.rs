//! Having a transcript observed: a loop over the engine's own call for a turn.
//!
//! Each turn is observed under a key that says which turn it is, whatever its file is called. Ingesting again,
//! or after a kill, repeats the keys, and a repeated key changes nothing.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::identity::Identities;
use super::told::list;
use super::{Transcript, Turn};
use crate::client::{Client, Progress};
use crate::failure::Outcome;
use crate::request::Request;

/// Turns between two batches of embeddings.
const BATCH: usize = 64;

/// How a transcript is remembered.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Keep the assistant's turns too.
    pub assistant: bool,
    /// Read statements, and carry them out.
    pub rules: bool,
    /// Whose memories they become.
    pub scope: Value,
    /// UTC milliseconds: when it is recorded.
    pub now: u64,
    /// Record each turn at its own time, as if it were heard then.
    pub replay: bool,
}

impl Plan {
    /// The turn's own request of an operation.
    pub fn request(&self, op: &str, turn: &Turn, args: Value) -> Request {
        let mut scope = self.scope.clone();
        if let Some(session) = &turn.session {
            scope["session"] = json!(session);
        }
        let now = if self.replay { turn.at.unwrap_or(self.now) } else { self.now };
        Request::new(op, now, args).scoped(&scope)
    }
}

/// Told of each turn, and of what `observe` answered.
pub type Listener<'a> = &'a mut (dyn FnMut(&mut Client, &Turn, &Value) -> Outcome<()> + 'a);

/// What became of the turns and of what they state.
#[derive(Debug, Default)]
pub struct Totals {
    turns: u64,
    skipped: u64,
    kept: u64,
    duplicates: u64,
    lifted: u64,
    ended: u64,
    wrong: u64,
    unread: u64,
    refused: BTreeMap<String, u64>,
    quarantined: BTreeMap<String, u64>,
}

impl Totals {
    /// As an answer: refusals and quarantines by rule.
    pub fn to_json(&self) -> Value {
        json!({
            "turns": self.turns, "skipped": self.skipped, "kept": self.kept, "duplicates": self.duplicates,
            "lifted": self.lifted, "ended": self.ended, "wrong": self.wrong, "unread": self.unread,
            "refused": self.refused, "quarantined": self.quarantined,
        })
    }

    fn count(&mut self, observed: &Value) {
        self.skipped += u64::from(list(&observed["kept"]).next().is_none());
        self.unread += observed["unread"].as_u64().unwrap_or_default();
        for part in list(&observed["kept"]) {
            match part["admission"]["outcome"].as_str() {
                Some("duplicate") => self.duplicates += 1,
                Some("refused" | "quarantined") => self.turned_away(&part["admission"]),
                _ => self.kept += 1,
            }
        }
        for said in list(&observed["statements"]) {
            match said["effect"].as_str() {
                Some("active" | "provisional" | "duplicate") => self.lifted += 1,
                Some("refused" | "quarantined") => self.turned_away(&said["admission"]),
                Some("ended") => self.ended += 1,
                Some("invalidated") => self.wrong += 1,
                _ => {}
            }
        }
    }

    fn turned_away(&mut self, admission: &Value) {
        let refused = admission["outcome"] == "refused";
        let counts = if refused { &mut self.refused } else { &mut self.quarantined };
        for rule in list(&admission["rules"]).filter_map(Value::as_str) {
            *counts.entry(rule.into()).or_default() += 1;
        }
    }
}

/// Has every turn of a transcript observed.
pub fn ingest(
    client: &mut Client,
    transcript: &Transcript,
    plan: &Plan,
    progress: Progress<'_>,
    listener: Option<Listener<'_>>,
) -> Outcome<Totals> {
    client.session(plan.now)?.embed_lazily(true);
    let result = all(client, transcript, plan, progress, listener);
    let session = client.session(plan.now)?;
    session.embed_lazily(false);
    let settled = session.settle(plan.now);
    let totals = result?;
    settled.map(|()| totals)
}

fn all(
    client: &mut Client,
    transcript: &Transcript,
    plan: &Plan,
    progress: Progress<'_>,
    mut listener: Option<Listener<'_>>,
) -> Outcome<Totals> {
    let (mut totals, mut identities) = (Totals::default(), Identities::default());
    for (index, turn) in transcript.turns.iter().enumerate() {
        let key = identities.next(turn);
        let observed = observe(client, &transcript.name, turn, plan, key)?;
        totals.turns += 1;
        totals.count(&observed);
        if let Some(listener) = &mut listener {
            listener(client, turn, &observed)?;
        }
        if (index + 1) % BATCH == 0 {
            client.session(plan.now)?.settle(plan.now)?;
        }
        progress(index as u64 + 1, Some(transcript.turns.len() as u64));
    }
    Ok(totals)
}

/// A turn without words says nothing, and is not observed.
fn observe(client: &mut Client, file: &str, turn: &Turn, plan: &Plan, key: String) -> Outcome<Value> {
    if turn.text.trim().is_empty() {
        return Ok(json!({"kept": [], "statements": []}));
    }
    let args = json!({
        "role": turn.role.name(), "actor": turn.actor, "text": turn.text, "at": turn.at, "utcOffset": turn.utc_offset,
        "ref": format!("{file}#{}", turn.place), "keepAssistant": plan.assistant, "read": plan.rules,
    });
    client.request(&plan.request("observe", turn, args).keyed(key))
}
