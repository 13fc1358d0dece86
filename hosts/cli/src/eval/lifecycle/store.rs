//! A fresh store in memory, spoken to in the API's JSON, and the names given to what came back.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::client::Client;
use crate::session::{Host, Settings};

/// A store, and what was captured from its answers.
pub struct Store {
    client: Client,
    names: BTreeMap<String, Value>,
}

impl Store {
    /// A new store with a seed of its name, so that each run makes the same ids.
    pub fn open(host: &Host, settings: &Settings, name: &str, policy: Option<&Value>, model: bool) -> Self {
        let settings = Settings {
            tenant: name.into(),
            seed: Some(Sha256::digest(name).to_vec()),
            policy: policy.map(Value::to_string).or_else(|| settings.policy.clone()),
            model,
            ..settings.clone()
        };
        Self { client: Client::new(host.clone(), None, settings), names: BTreeMap::new() }
    }

    /// One request: `{"ok": …}` or `{"error": …}`. Its arguments may hold `$name`.
    pub fn ask(&mut self, op: &str, now: &Value, scope: &Value, args: &Value) -> anyhow::Result<Value> {
        let request = json!({"op": op, "now": now, "scope": scope, "args": self.fill(args)?});
        Ok(self.client.respond(request.to_string().as_bytes(), 0))
    }

    /// As `ask`, where a failure is none of the data's business.
    pub fn must(&mut self, op: &str, now: &Value, scope: &Value, args: &Value) -> anyhow::Result<Value> {
        let mut answer = self.ask(op, now, scope, args)?;
        anyhow::ensure!(answer.get("ok").is_some(), "{op}: {}", answer["error"]);
        Ok(answer["ok"].take())
    }

    /// Keeps what an answer made under a name: a memory or receipt, a ticket, or the first of a list.
    pub fn capture(&mut self, name: &str, answer: &Value) {
        let made = ["id", "ticket"].iter().find_map(|key| answer["ok"].get(key));
        let made = made.or_else(|| answer["ok"]["memories"].get(0)?.get("id"));
        if let Some(made) = made {
            self.names.insert(name.into(), made.clone());
        }
    }

    /// The id that a name stands for; none where nothing was stored under it.
    pub fn id(&self, name: &str) -> Option<&str> {
        self.names.get(name)?.as_str()
    }

    /// A value with what was captured put in for `$name`.
    pub fn fill(&self, value: &Value) -> anyhow::Result<Value> {
        Ok(match value {
            Value::String(text) => match text.strip_prefix('$') {
                Some(name) => {
                    self.names.get(name).cloned().ok_or_else(|| anyhow::anyhow!("${name} stands for nothing"))?
                }
                None => value.clone(),
            },
            Value::Array(items) => items.iter().map(|item| self.fill(item)).collect::<anyhow::Result<_>>()?,
            Value::Object(object) => {
                let fields = object.iter().map(|(key, value)| Ok((key.clone(), self.fill(value)?)));
                Value::Object(fields.collect::<anyhow::Result<_>>()?)
            }
            other => other.clone(),
        })
    }
}

/// Whether a value has everything that a pattern has. `"*"` is anything.
pub fn has(value: &Value, pattern: &Value) -> bool {
    match (pattern, value) {
        (Value::String(any), _) if any == "*" => !value.is_null(),
        (Value::Object(pattern), _) => pattern.iter().all(|(key, pattern)| has(&value[key.as_str()], pattern)),
        (Value::Array(patterns), Value::Array(values)) => {
            patterns.len() == values.len() && patterns.iter().zip(values).all(|(pattern, value)| has(value, pattern))
        }
        _ => pattern == value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_asks_for_no_more_than_it_names() {
        let value = json!({"ok": {"outcome": "active", "related": ["x"]}});
        assert!(has(&value, &json!({"ok": {"outcome": "active"}})));
        assert!(has(&value, &json!({"ok": {"related": ["*"]}})));
        assert!(!has(&value, &json!({"ok": {"related": []}})));
        assert!(!has(&value, &json!({"error": "*"})));
    }
}
