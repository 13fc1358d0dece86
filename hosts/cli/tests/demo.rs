//! The demonstration's chapter with a model: the lines that `cargo xtask demo` types, and what must come
//! of them, by the script and by an endpoint.

#![allow(clippy::unwrap_used, clippy::panic, dead_code)]

#[path = "../../../xtask/src/demo/model.rs"]
mod chapter;
#[path = "model/exec.rs"]
mod exec;
#[path = "model/server.rs"]
mod server;
mod support;

use std::path::Path;

use serde_json::{Value, json};
use server::{Act, Server};
use tempfile::TempDir;

const TODAY: &str = "2026-08-06T09:00:00Z";

/// Ana's store after the story's first chapter.
struct Story {
    dir: TempDir,
    endpoint: Option<String>,
}

impl Story {
    fn begin(endpoint: Option<String>) -> Self {
        let story = Self { dir: tempfile::tempdir().unwrap(), endpoint };
        story.run(&["ingest", "examples/ana.jsonl", "--replay"], false);
        story
    }

    /// A line of the chapter, with whoever answers.
    fn put(&self, line: &[&str]) {
        let variable = |name: &str| match (name, &self.endpoint) {
            ("MEMOLET_MODEL_URL", Some(url)) => Some(url.clone()),
            ("MEMOLET_MODEL", Some(_)) => Some("tiny".into()),
            _ => None,
        };
        let has_endpoint = chapter::has_endpoint(variable);
        assert_eq!(has_endpoint, self.endpoint.is_some());
        self.run(&[line, chapter::flags(has_endpoint)].concat(), has_endpoint);
    }

    fn run(&self, args: &[&str], with_endpoint: bool) -> String {
        let mut command = exec::clean();
        command.args(["--user", "ana", "--now", TODAY]).args(args);
        command.env("MEMOLET_DIR", self.dir.path()).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
        if let Some(url) = self.endpoint.as_ref().filter(|_| with_endpoint) {
            command.env("MEMOLET_MODEL_URL", url).env("MEMOLET_MODEL", "tiny");
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.run(&[args, &["--json"]].concat(), false)).unwrap()
    }

    fn memories(&self) -> Vec<Value> {
        self.json(&["list", "--all"])["memories"].as_array().unwrap().clone()
    }

    fn state(&self, text: &str) -> String {
        let memories = self.memories();
        let memory = memories.iter().find(|memory| memory["text"] == text).unwrap();
        memory["state"].as_str().unwrap().to_owned()
    }

    /// The code of the last answer that the audit has.
    fn verdict(&self) -> String {
        let audit = self.json(&["audit", "--limit", "1000"]);
        let entries = audit["entries"].as_array().unwrap();
        let answer = entries.iter().rev().find(|entry| entry["op"] == "answer").unwrap();
        answer["code"].as_str().unwrap().to_owned()
    }
}

/// Records as they are, but for what asking leaves at them.
fn lives(memories: &[Value]) -> Vec<Value> {
    let life = |memory: &Value| json!([memory["id"], memory["state"], memory["text"], memory["validTo"]]);
    memories.iter().map(life).collect()
}

#[test]
fn the_script_updates_what_rules_would_keep_and_is_refused_what_it_may_not() {
    let story = Story::begin(None);
    assert_eq!(story.state(chapter::REPLACED), "active");
    story.put(chapter::NEWS);
    assert_eq!((story.state(chapter::REPLACED), story.state(chapter::NEWS[1])), ("superseded".into(), "active".into()));
    assert_eq!(story.verdict(), "reconciled");
    let before = lives(&story.memories());
    story.put(chapter::PAGE);
    assert_eq!(story.verdict(), "rejected");
    let after: Vec<Value> = story.memories().into_iter().filter(|memory| memory["text"] != chapter::PAGE[1]).collect();
    assert_eq!(lives(&after), before, "what was there is as it was");
    assert_eq!(story.state(chapter::KEPT), "active");
}

#[test]
fn without_an_answer_rules_keep_both() {
    let story = Story::begin(None);
    story.run(chapter::NEWS, false);
    assert_eq!((story.state(chapter::REPLACED), story.state(chapter::NEWS[1])), ("active".into(), "active".into()));
}

#[test]
fn an_endpoint_that_is_configured_answers_in_place_of_the_script() {
    let server = Server::start(|_, seen| {
        assert!(seen.prompt().contains(chapter::NEWS[1]));
        Act::Say(r#"{"operations":[{"op":"ADD"}]}"#.into())
    });
    let story = Story::begin(Some(server.url()));
    story.put(chapter::NEWS);
    assert_eq!(server.seen().len(), 1);
    assert_eq!(story.verdict(), "reconciled");
    assert_eq!(story.state(chapter::REPLACED), "active", "the endpoint said ADD; the script would have said UPDATE");
}
