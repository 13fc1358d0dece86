//! A model that says what a file says, for tests and demonstrations.
//!
//! JSON Lines. `{"reply": …}` is said once, in the file's order; `{"match": "words", "reply": …}` is
//! said to every prompt that has the words, and goes first. A reply is a text, or JSON that is written
//! out. `{"fail": "why"}` in place of a reply is a model that does not answer. A `note` is for readers;
//! a line may have nothing else.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;

use super::{Ask, Model, ModelError};

/// A model that reads its part.
pub struct Scripted {
    matched: Vec<(String, Line)>,
    in_order: Mutex<VecDeque<Line>>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(rename = "match")]
    words: Option<String>,
    reply: Option<Value>,
    fail: Option<String>,
    note: Option<String>,
}

impl Line {
    fn is_note(&self) -> bool {
        self.note.is_some() && self.words.is_none() && self.reply.is_none() && self.fail.is_none()
    }
}

impl Scripted {
    /// Reads a script.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read the script {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("the script {} cannot be played", path.display()))
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let (mut matched, mut in_order) = (Vec::new(), VecDeque::new());
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let line: Line = serde_json::from_str(line).with_context(|| format!("line {number}"))?;
            if line.is_note() {
                continue;
            }
            anyhow::ensure!(line.reply.is_some() != line.fail.is_some(), "line {number}: a reply is wanted, or fail");
            match line.words.clone() {
                Some(words) => matched.push((words, line)),
                None => in_order.push_back(line),
            }
        }
        Ok(Self { matched, in_order: Mutex::new(in_order) })
    }

    fn line(&self, prompt: &str) -> Option<Line> {
        let matched = self.matched.iter().find(|(words, _)| prompt.contains(words)).map(|(_, line)| line.clone());
        matched.or_else(|| self.in_order.lock().unwrap_or_else(PoisonError::into_inner).pop_front())
    }
}

impl Model for Scripted {
    fn name(&self) -> &str {
        "a script"
    }

    fn reply(&self, ask: &Ask) -> Result<String, ModelError> {
        let silent = || ModelError::Unanswered("the script has no more replies".into());
        match self.line(&ask.prompt).ok_or_else(silent)? {
            Line { reply: Some(Value::String(words)), .. } => Ok(words),
            Line { reply: Some(json), .. } => Ok(json.to_string()),
            Line { fail, .. } => Err(ModelError::Unanswered(fail.unwrap_or_default())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(script: &Scripted, prompt: &str) -> Result<String, ModelError> {
        let (purpose, schema) = ("any".into(), "{}".into());
        script.reply(&Ask { purpose, prompt: prompt.into(), schema, shown: vec![] })
    }

    #[test]
    fn replies_come_in_order_and_matches_first() {
        let script = "{\"note\":\"a part\"}\n{\"reply\":\"one\",\"note\":\"first\"}\n\n{\"match\":\"tea\",\"reply\":{\"a\":1}}\n{\"fail\":\"asleep\"}\n";
        let script = Scripted::parse(script).unwrap();
        assert_eq!(say(&script, "about tea").unwrap(), "{\"a\":1}");
        assert_eq!(say(&script, "other").unwrap(), "one");
        assert_eq!(say(&script, "tea again").unwrap(), "{\"a\":1}");
        assert_eq!(say(&script, "other").unwrap_err().to_string(), "asleep");
        assert_eq!(say(&script, "other").unwrap_err().to_string(), "the script has no more replies");
        for bad in ["{}", "{\"reply\":1,\"fail\":\"x\"}", "{\"say\":1}", "{\"note\":\"x\",\"match\":\"y\"}", "reply"] {
            assert!(Scripted::parse(bad).is_err(), "{bad}");
        }
    }
}
