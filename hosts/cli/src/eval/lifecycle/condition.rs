//! The treatments: what the engine gets to hear of a scenario. The article's third, retrieval plus
//! consolidation, comes in two steps, so that each shows what it does: governed, then with syntheses.

use serde_json::{Map, Value, json};

use super::scenario::Do;

/// How memory is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// Nothing is stored and nothing recalled.
    NoMemory,
    /// A vector store: every claim is appended as an episode, nothing is replaced, nothing deleted.
    RetrievalOnly,
    /// As the scenario is written, without syntheses.
    Governed,
    /// As the scenario is written.
    Consolidating,
}

/// What is sent for a step.
pub struct Sent {
    /// The operation.
    pub op: &'static str,
    /// Labels.
    pub scope: Value,
    /// Arguments.
    pub args: Value,
}

impl Condition {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::NoMemory, Self::RetrievalOnly, Self::Governed, Self::Consolidating];

    /// As reports call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoMemory => "no memory",
            Self::RetrievalOnly => "retrieval only",
            Self::Governed => "governed",
            Self::Consolidating => "governed, consolidating",
        }
    }

    /// Whether the lifecycle is in force.
    pub const fn governs(self) -> bool {
        matches!(self, Self::Governed | Self::Consolidating)
    }

    /// The policy in force: a store that only retrieves takes everything.
    pub fn policy(self, given: Option<&Value>) -> Option<Value> {
        match self {
            Self::RetrievalOnly => Some(json!({
                "version": "retrieval-only",
                "sensitivity": ["normal", "personal", "restricted"],
                "admission": {"off": [
                    "designated-source", "length", "one-claim", "control-characters", "secret", "restricted-category",
                    "speculation", "recall-echo", "tombstoned", "instruction-in-content",
                ]},
            })),
            _ => given.cloned(),
        }
    }

    /// Arguments of the recall that asks a question; a store that only retrieves has no past to look at.
    pub fn question(self, args: &Value) -> Value {
        let mut args = args.clone();
        if let (Self::RetrievalOnly, Value::Object(args)) = (self, &mut args) {
            args.retain(|key, _| key == "k" || key == "text");
        }
        args
    }
}

/// The labels that a store without governance knows: one namespace a user, one for all, and the session.
pub fn namespace(scope: &Value) -> Value {
    let kept = ["user", "session", "sharedWriter"]
        .into_iter()
        .filter_map(|key| Some((key.to_owned(), scope.get(key)?.clone())));
    Value::Object(kept.collect())
}

/// What a store that only retrieves hears of a request: a new text is appended, anything else passes
/// it by. `line` tells two equal texts apart, which it would keep both.
pub fn appended(step: &Do) -> Option<Sent> {
    if !["remember", "supersede"].contains(&step.op.as_str()) {
        return None;
    }
    let kept = ["text", "actor", "observedAt", "shared"].into_iter();
    let mut args: Map<String, Value> =
        kept.filter_map(|key| Some((key.to_owned(), step.args.get(key)?.clone()))).collect();
    let at = step.now.as_u64().unwrap_or_default().saturating_sub(step.line as u64);
    args.entry("observedAt").or_insert_with(|| json!(at));
    Some(Sent { op: "remember", scope: namespace(&step.scope), args: Value::Object(args) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_that_only_retrieves_hears_texts_alone() {
        let step: Do = serde_json::from_value(json!({
            "op": "supersede", "now": 5, "scope": {"user": "ana", "project": "p"},
            "args": {"id": "$old", "text": "Ana lives in Hull.", "value": "Hull"},
        }))
        .unwrap();
        let sent = appended(&step).unwrap();
        assert_eq!((sent.op, sent.scope), ("remember", json!({"user": "ana"})));
        assert_eq!(sent.args, json!({"text": "Ana lives in Hull.", "observedAt": 5}));
        let erase: Do = serde_json::from_value(json!({"op": "erase", "now": 5})).unwrap();
        assert!(appended(&erase).is_none());
    }
}
