//! A `memolet exec` that must answer in time, and of which everything that it says is kept.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::command;

/// The key of every test; it must be nowhere but in a request's header.
pub const KEY: &str = "sk-test-0123456789abcdef";
const NOW: &str = "2026-07-12T09:00:00Z";
/// No answer takes longer: a test that waits for more fails.
const LONGEST: Duration = Duration::from_secs(30);

/// A running process; killed when dropped.
pub struct Exec {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

impl Exec {
    /// On a store in a directory, with flags.
    pub fn start(dir: &Path, flags: &[&str]) -> Self {
        let mut child = clean()
            .arg("exec")
            .arg("--dir")
            .arg(dir)
            .args(flags)
            .env("MEMOLET_MODEL_KEY", KEY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut errors = child.stderr.take().unwrap();
        let errors = thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).map(|_| text).unwrap_or_default()
        });
        Self { input: child.stdin.take(), child, lines, errors: Some(errors) }
    }

    /// One request in, the whole response out.
    pub fn ask(&mut self, op: &str, args: Value) -> Value {
        let request = json!({"op": op, "now": NOW, "scope": {"user": "ana"}, "args": args});
        writeln!(self.input.as_mut().unwrap(), "{request}").unwrap();
        let line = self.lines.recv_timeout(LONGEST).unwrap_or_else(|_| panic!("no answer to {op}"));
        let response: Value = serde_json::from_str(&line).unwrap();
        if let Some(error) = response.get("error") {
            assert!(!error.to_string().contains(KEY) && !error.to_string().contains("Volvo"), "{error}");
        }
        response
    }

    /// What a request gave that must work, and how long it took.
    pub fn ok(&mut self, op: &str, args: Value) -> (Value, Duration) {
        let start = Instant::now();
        let mut response = self.ask(op, args);
        assert!(response.get("ok").is_some(), "{op}: {response}");
        (response["ok"].take(), start.elapsed())
    }

    pub fn remember(&mut self, text: &str) -> (String, Duration) {
        let (admission, took) = self.ok("remember", json!({"text": text, "kind": "fact"}));
        (admission["id"].as_str().unwrap().to_string(), took)
    }

    pub fn state(&mut self, id: &str) -> String {
        self.ok("get", json!({"id": id})).0["state"].as_str().unwrap().to_string()
    }

    /// Ends the input; gives what was said on standard error, which has no key and no memory in it.
    pub fn end(mut self) -> String {
        self.input = None;
        assert!(self.child.wait().unwrap().success());
        let errors = self.errors.take().unwrap().join().unwrap();
        assert!(!errors.contains(KEY) && !errors.contains("Volvo"), "{errors}");
        errors
    }
}

impl Drop for Exec {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command with no model of whoever runs the tests, and a proxy that nothing on loopback may use.
pub fn clean() -> std::process::Command {
    let mut command = command();
    for name in [
        "MODEL_URL",
        "MODEL",
        "MODEL_KEY",
        "MODEL_EXTRA",
        "EMBEDDING_URL",
        "EMBEDDING_MODEL",
        "EMBEDDING_DIMENSIONS",
        "EMBEDDING_KEY",
        "RERANK_URL",
        "RERANK_MODEL",
        "RERANK_KEY",
        "EMBED_QUERY_PREFIX",
        "EMBED_PASSAGE_PREFIX",
        "TOKENIZER",
    ] {
        command.env_remove(format!("MEMOLET_{name}"));
    }
    for name in ["NO_PROXY", "no_proxy"] {
        command.env_remove(name);
    }
    for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        command.env(name, "http://127.0.0.1:1");
    }
    command
}
