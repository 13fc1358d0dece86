//! A model's calls of its tools: read, carried out, and answered in JSON.

use super::{Engine, reused};
use crate::ask::tools::{self as calls, Call, Change};
use crate::calendar::Date;
use crate::log::Outcome;
use crate::stage::{check_labels, tools};
use crate::types::{Failure, Hit, Id, Labels, Query, Result, Timestamp};
use serde_json::{Value, json};

/// Memories of a recall, unless told.
const USUAL_HITS: u32 = 5;

impl Engine {
    /// The tools that a model may be given, as JSON.
    pub fn tool_definitions() -> &'static str {
        calls::DEFINITIONS
    }

    /// Carries out a model's call, and gives the JSON object that the model is to read: what came of it, or
    /// `error` with a tag and a text. A failure is the host's, not the model's.
    pub fn tool(
        &mut self,
        labels: &Labels,
        name: &str,
        arguments: &str,
        embedding: Option<Vec<f32>>,
        now: Timestamp,
        key: Option<&str>,
    ) -> Result<String> {
        check_labels(labels)?;
        // Whatever the host may do, its model writes only the user's own.
        let labels = Labels { shared_writer: false, ..labels.clone() };
        let answer = match calls::read(name, arguments)? {
            Err(failure) => Err(failure),
            Ok(Call::Recall(sought)) => {
                let (k, as_of) = (Some(sought.k.unwrap_or(USUAL_HITS)), sought.as_of(now));
                let query = Query { text: Some(sought.query), embedding, k, as_of, ..Query::default() };
                Ok(self.found(&labels, &query, now)?)
            }
            Ok(Call::Change(change)) => self.changed(&labels, &change, now, key)?,
        };
        Ok(answer.unwrap_or_else(|failure| told(&failure)).to_string())
    }

    fn found(&self, labels: &Labels, query: &Query, now: Timestamp) -> Result<Value> {
        let hits = self.recall(labels, query, now)?.hits;
        Ok(json!({ "memories": hits.iter().map(note).collect::<Vec<Value>>() }))
    }

    /// As any command; a failure of the decision itself is for the model.
    fn changed(
        &mut self,
        labels: &Labels,
        change: &Change,
        now: Timestamp,
        key: Option<&str>,
    ) -> Result<Result<Value>> {
        self.outbox.ready()?;
        let outcome = match self.before(labels, key)? {
            Some(outcome) => outcome,
            None => match tools::decide(&self.view(labels, now), change) {
                Ok(decision) => self.commit(labels, now, key, decision)?,
                Err(failure) => return Ok(Err(failure)),
            },
        };
        self.outbox.expect_erasures(&self.state);
        self.became(change, outcome).map(Ok).ok_or_else(|| reused(key.unwrap_or_default()))
    }

    /// What came of a call; none where the outcome is another command's.
    fn became(&self, change: &Change, outcome: Outcome) -> Option<Value> {
        match (change, outcome) {
            (Change::Store(_), Outcome::Admission { outcome, id: None, rules, .. }) => {
                Some(json!({"outcome": outcome.name(), "rules": rules}))
            }
            (Change::Store(_), Outcome::Admission { outcome, id: Some(id), rules, .. }) => Some(
                json!({"outcome": outcome.name(), "id": id.to_string(), "rules": rules, "source": self.source(id)}),
            ),
            (Change::Update { id: old, .. }, Outcome::Id(id)) => {
                Some(json!({"outcome": "replaced", "id": id.to_string(), "replaces": old, "source": self.source(id)}))
            }
            (Change::Forget { id, .. }, Outcome::Id(receipt)) => {
                let receipt = self.receipt(&receipt.to_string()).ok()?;
                Some(json!({"outcome": "erased", "id": id, "receipt": receipt.id, "removed": receipt.removed}))
            }
            (Change::Forget { id, .. }, Outcome::Done) => {
                Some(json!({"outcome": "archived", "id": id, "reversible": true}))
            }
            _ => None,
        }
    }

    /// Whose word a memory is; none when it is gone.
    fn source(&self, id: Id) -> Option<&'static str> {
        self.state.record(id).map(|record| record.claim.source.name())
    }
}

fn note(hit: &Hit) -> Value {
    json!({
        "id": hit.id,
        "text": hit.text,
        "kind": hit.kind.name(),
        "standing": hit.standing.name(),
        "since": Date::of(hit.valid_from).iso(),
        "source": hit.source.name(),
    })
}

fn told(failure: &Failure) -> Value {
    let (tag, val) = failure.parts();
    json!({"error": {"tag": tag, "val": val}})
}
