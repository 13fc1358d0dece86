//! A model's calls of its tools: read, carried out, and answered in JSON.

use super::{Engine, reused};
use crate::ask::tools::{self as calls, Call, Change};
use crate::calendar::Date;
use crate::log::Outcome;
use crate::stage::{check_labels, tools};
use crate::state::AuditEntry;
use crate::types::{Failure, Hit, Id, Labels, Query, Result, State, Timestamp};
use serde_json::{Map, Value};

/// Memories of a recall, unless told.
const USUAL_HITS: u32 = 5;

impl Engine {
    /// The tools that a model may be given, as JSON.
    pub fn tool_definitions() -> &'static str {
        calls::DEFINITIONS
    }

    /// Carries out a model's call, and gives the JSON object that the model is to read: what came of it, or
    /// `error` with a tag and a text. A failure is the host's, not the model's. `consent` is the name of the
    /// person who agreed to an erasure in front of the host, where the policy takes it with the call.
    #[allow(clippy::too_many_arguments)]
    pub fn tool(
        &mut self,
        labels: &Labels,
        name: &str,
        arguments: &str,
        consent: Option<&str>,
        embedding: Option<Vec<f32>>,
        now: Timestamp,
        key: Option<&str>,
    ) -> Result<String> {
        check_labels(labels)?;
        // Whatever the host may do, its model writes only the user's own.
        let labels = Labels { shared_writer: false, ..labels.clone() };
        tools::consents(&self.view(&labels, now), consent)?;
        let answer = match calls::read(name, arguments)? {
            Err(failure) => Err(failure),
            Ok(Call::Recall(sought)) => {
                let (k, as_of) = (Some(sought.k.unwrap_or(USUAL_HITS)), sought.as_of(now));
                let query = Query { text: Some(sought.query), embedding, k, as_of, ..Query::default() };
                Ok(self.found(&labels, &query, now)?)
            }
            Ok(Call::Change(change)) => self.changed(&labels, &change, consent, now, key)?,
        };
        Ok(Value::Object(answer.unwrap_or_else(|failure| told(&failure))).to_string())
    }

    fn found(&self, labels: &Labels, query: &Query, now: Timestamp) -> Result<Answer> {
        let hits = self.recall(labels, query, now)?.hits;
        let notes = hits.iter().map(|hit| Value::Object(note(hit))).collect();
        Ok(with(Answer::new(), "memories", Value::Array(notes)))
    }

    /// As any command; a failure of the decision itself is for the model.
    fn changed(
        &mut self,
        labels: &Labels,
        change: &Change,
        consent: Option<&str>,
        now: Timestamp,
        key: Option<&str>,
    ) -> Result<Result<Answer>> {
        self.outbox.ready()?;
        let name = change.name();
        let names = |entry: &AuditEntry, id| Id::parse(id).is_some_and(|id| entry.ids.contains(&id));
        let outcome = match self.used_before(labels, key, name)? {
            Some((entry, outcome)) if change.id().is_none_or(|id| names(entry, id)) => outcome.clone(),
            Some(_) => {
                return Err(Failure::Conflict(format!(
                    "key: used by {name} for another memory; a key is for one call"
                )));
            }
            None => match tools::decide(&self.view(labels, now), change, consent) {
                Ok(decision) => self.commit(labels, now, key, decision)?,
                Err(failure) => return Ok(Err(failure)),
            },
        };
        self.outbox.expect_erasures(&self.state);
        self.became(change, outcome).map(Ok).ok_or_else(|| reused(name))
    }

    /// What came of a call; none where the outcome is another command's.
    fn became(&self, change: &Change, outcome: Outcome) -> Option<Answer> {
        match (change, outcome) {
            (Change::Store(_), Outcome::Admission { outcome, id, rules, .. }) => {
                let stored = id.map(|id| (id.to_string(), self.source(id)));
                let (id, source) = stored.as_ref().map_or(("", ""), |(id, source)| (id, source));
                let answer = texts(&[("outcome", outcome.name()), ("id", id), ("source", source)]);
                Some(with(answer, "rules", list(rules)))
            }
            (Change::Update { id: old, .. }, Outcome::Id(id)) => {
                let new = id.to_string();
                Some(texts(&[("outcome", "replaced"), ("id", &new), ("replaces", old), ("source", self.source(id))]))
            }
            (Change::Forget { id, .. }, Outcome::Id(receipt)) => {
                let receipt = self.receipt(&receipt.to_string()).ok()?;
                let answer = texts(&[("outcome", "erased"), ("id", id), ("receipt", &receipt.id)]);
                Some(with(answer, "removed", list(receipt.removed)))
            }
            (Change::Forget { id, .. }, Outcome::Done) => Some(with(
                texts(&[("outcome", State::PendingErasure.name()), ("id", id)]),
                "reversible",
                Value::Bool(true),
            )),
            _ => None,
        }
    }

    /// Whose word a memory is; empty when it is gone.
    fn source(&self, id: Id) -> &'static str {
        self.state.record(id).map_or("", |record| record.claim.source.name())
    }
}

type Answer = Map<String, Value>;

fn note(hit: &Hit) -> Answer {
    let since = Date::of(hit.valid_from).iso();
    texts(&[
        ("id", &hit.id),
        ("text", &hit.text),
        ("kind", hit.kind.name()),
        ("standing", hit.standing.name()),
        ("since", &since),
        ("source", hit.source.name()),
    ])
}

fn told(failure: &Failure) -> Answer {
    let (tag, val) = failure.parts();
    with(Answer::new(), "error", Value::Object(texts(&[("tag", tag), ("val", val)])))
}

/// An object of those texts that are not empty. One function in place of `json!`, which is a piece of wasm
/// wherever it stands.
#[inline(never)]
fn texts(fields: &[(&str, &str)]) -> Answer {
    let there = fields.iter().filter(|(_, text)| !text.is_empty());
    there.fold(Answer::new(), |answer, (name, text)| with(answer, name, Value::String((*text).to_owned())))
}

#[inline(never)]
fn with(mut answer: Answer, name: &str, value: Value) -> Answer {
    answer.insert(name.to_owned(), value);
    answer
}

fn list(texts: Vec<String>) -> Value {
    Value::Array(texts.into_iter().map(Value::String).collect())
}
