//! Transcripts as chat applications write them, through the command: what is read, what is named, and that the
//! same turns are the same under any file name.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

mod support;

use std::fs;
use std::process::Output;

use serde_json::Value;
use support::command;

const DAY: &str = "2026-07-12T09:00:00Z";

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn run(&self, args: &[&str]) -> Output {
        let flags = ["--user", "ana", "--embedder", "none", "--now", DAY];
        command().arg("--dir").arg(self.0.path().join("stores")).args(flags).args(args).output().unwrap()
    }

    fn json(&self, args: &[&str]) -> Value {
        let output = self.run(&[&["--json"], args].concat());
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{args:?}: {output:?}"))
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_string_lossy().into_owned()
    }

    fn everything(&self) -> Value {
        self.json(&["list", "--all"])
    }

    fn homes(&self) -> Vec<String> {
        let memories = self.json(&["list", "--kinds", "fact"]);
        let memories = memories["memories"].as_array().unwrap();
        memories.iter().filter_map(|memory| memory["value"].as_str().map(str::to_owned)).collect()
    }
}

#[test]
fn every_form_of_a_log_is_read() {
    for (name, log) in [
        ("bom", "\u{feff}{\"role\":\"user\",\"text\":\"I live in York.\"}\r\n"),
        (
            "calls",
            "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"1\"}]}\n{\"role\":\"user\",\"content\":\"I live in York.\"}",
        ),
        ("parts", "{\"Role\":\"User\",\"content\":[{\"type\":\"text\",\"text\":\"I live in York.\"}],\"id\":5}"),
        ("list", "[{\"role\":\"Human\",\"content\":\"I live in York.\"},\n {\"role\":\"Bot\",\"content\":\"Nice.\"}]"),
        ("whole", "{\"model\":\"x\",\n\"messages\":[{\"role\":\"user\",\"content\":\"I live in York.\"}]}"),
    ] {
        let home = Home::new();
        let file = home.file(name, log);
        let output = home.run(&["ingest", &file]);
        assert!(output.status.success(), "{name}: {output:?}");
        assert_eq!(home.homes(), ["York"], "{name}");
    }
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_remembered() {
    let home = Home::new();
    let log = "{\"text\":\"I live in York.\"}\nnonsense\n{\"text\":\"hi\",\"at\":1783846800}\n\
               {\"text\":\"hi\",\"created_at\":\"2026-07-01T09:00:00\"}\n{\"text\":\"I work at Acme.\"}\n";
    let output = home.run(&["ingest", &home.file("log.jsonl", log)]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    for named in ["line 2: is no JSON", "line 3: at: 1783846800 can only be seconds", "line 4: created_at: "] {
        assert!(told.contains(named), "{told}");
    }
    let mut values = home.homes();
    values.sort();
    assert_eq!(values, ["Acme", "York"]);
}

#[test]
fn the_same_log_under_another_name_changes_nothing() {
    let dated = "{\"text\":\"I live in York.\",\"at\":\"2026-07-01T09:00:00Z\"}\n\
                 {\"text\":\"I moved to Leeds.\",\"at\":\"2026-07-02T09:00:00Z\"}\n";
    let undated = "{\"text\":\"I live in York.\"}\n{\"text\":\"I moved to Leeds.\"}\n{\"text\":\"I live in York.\"}\n";
    for log in [dated, undated] {
        let home = Home::new();
        home.json(&["ingest", &home.file("one.jsonl", log)]);
        let before = home.everything();
        home.json(&["ingest", &home.file("two.jsonl", log)]);
        assert_eq!(home.everything(), before);
    }
}

#[test]
fn an_explanation_shows_statements_ends_and_passages() {
    let home = Home::new();
    let log = "{\"text\":\"I live in York.\"}\n{\"text\":\"I no longer live in York.\"}\n\
               {\"text\":\"> I live in Paris.\\n\\nThat is what she wrote.\"}\n";
    let output = home.run(&["ingest", &home.file("log.jsonl", log), "--explain"]);
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    for line in
        ["lifted      fact \"The user lives in York.\"", "ends \"The user lives in York.\"", "passed by   quoted"]
    {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert_eq!(home.homes(), Vec::<String>::new());
}

#[test]
fn one_thing_can_be_said_by_hand() {
    let home = Home::new();
    let said = home.json(&["say", "I live in York."]);
    assert_eq!(said["statements"][0]["value"], "York");
    let told = String::from_utf8(home.run(&["say", "I moved to Leeds."]).stdout).unwrap();
    assert!(told.contains("lifted") && told.contains("replaces \"The user lives in York.\""), "{told}");
    home.json(&["say", "I live in Paris.", "--as", "tool"]);
    assert_eq!(home.homes(), ["Leeds"]);
}
