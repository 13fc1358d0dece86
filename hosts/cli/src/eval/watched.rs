//! A model that is watched at work: how many replies it gave, and to which prompts.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::model::{Ask, Model, ModelError};
use crate::render;
use crate::session::Host;

/// What was seen, by what a question is for.
#[derive(Default)]
struct Seen {
    replies: u64,
    failures: u64,
    /// What its prompts have in common at their beginning.
    common: Option<String>,
}

/// A model, and what is seen of it.
pub struct Watched {
    model: Arc<dyn Model>,
    seen: Mutex<BTreeMap<String, Seen>>,
}

/// The same host with its model watched; none where there is no model.
pub fn watch(host: &Host) -> Option<(Host, Arc<Watched>)> {
    let watched = Arc::new(Watched { model: host.models.model.clone()?, seen: Mutex::default() });
    let mut host = host.clone();
    host.models.model = Some(watched.clone());
    Some((host, watched))
}

impl Watched {
    /// The model, its replies, and the hash of what is the same in all prompts of a purpose, as JSON.
    pub fn to_json(&self) -> Value {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let questions = seen.iter().map(|(purpose, seen)| {
            let task = seen.common.as_deref().map(task).unwrap_or_default();
            let hash = render::hex(&Sha256::digest(task));
            let figures = json!({"replies": seen.replies, "failures": seen.failures, "promptSha256": hash});
            (purpose.clone(), figures)
        });
        json!({"model": self.model.name(), "questions": questions.collect::<serde_json::Map<_, _>>()})
    }

    /// The same for people.
    pub fn to_text(&self) -> String {
        let json = self.to_json();
        let questions = json["questions"].as_object().into_iter().flatten();
        let line = |(purpose, of): (&String, &Value)| {
            format!(
                "{purpose}: {} replies, {} failures, prompt {}\n",
                of["replies"], of["failures"], of["promptSha256"]
            )
        };
        format!("model {}\n{}", self.model.name(), questions.map(line).collect::<String>())
    }
}

impl Model for Watched {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn reply(&self, ask: &Ask) -> Result<String, ModelError> {
        let reply = self.model.reply(ask);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = seen.entry(ask.purpose.clone()).or_default();
        match &reply {
            Ok(_) => seen.replies += 1,
            Err(_) => seen.failures += 1,
        }
        let common = match seen.common.take() {
            Some(common) => shared(&common, &ask.prompt).to_owned(),
            None => ask.prompt.clone(),
        };
        seen.common = Some(common);
        reply
    }
}

/// What two texts have in common at their beginning.
fn shared<'a>(one: &'a str, other: &str) -> &'a str {
    let end = one.char_indices().zip(other.chars()).find(|((_, one), other)| one != other);
    end.map_or(&one[..one.len().min(other.len())], |((at, _), _)| &one[..at])
}

/// A prompt without what varies: up to its last empty line.
fn task(common: &str) -> &str {
    common.rfind("\n\n").map_or(common, |at| &common[..at + 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_prompts_share_ends_with_an_empty_line() {
        assert_eq!(task(shared("Task.\n\nm1: tea\n", "Task.\n\nm1: tin\n")), "Task.\n\n");
        assert_eq!((shared("ab", "abc"), shared("é", "è"), task("one")), ("ab", "", "one"));
    }
}
