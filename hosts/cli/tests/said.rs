//! What people say is what is known: the cases of `tests/said`, told to the command as files, and turn by
//! turn as a host tells them. `tests/said/README.md` says what a case has.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

#[allow(dead_code)]
#[path = "../src/eval/said/expect.rs"]
mod expect;
#[allow(dead_code)]
#[path = "../src/eval/said/judge.rs"]
mod judge;
mod support;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use expect::{Claim, Expectation, Names};
use serde::Deserialize;
use serde_json::{Value, json};
use support::Exec;

/// States in which a memory says what the store believes, of whatever time.
const BELIEVED: [&str; 5] = ["provisional", "active", "consolidated", "superseded", "ended"];
/// When what has no time was said.
const HEARD: &str = "2026-07-12T09:00:00Z";

/// What must come of a case.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Right {
    #[serde(default)]
    current: Vec<Expectation>,
    #[serde(default)]
    not: Vec<Expectation>,
    #[serde(default)]
    past: Vec<Past>,
    #[serde(default)]
    knew: Vec<Knew>,
    now: Option<String>,
    kept: Option<Vec<String>>,
    fails: Option<String>,
    #[allow(dead_code)]
    only: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Past {
    as_of: String,
    #[serde(default)]
    held: Vec<Expectation>,
    #[serde(default)]
    not: Vec<Expectation>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Knew {
    known_as_of: String,
    ask: String,
    #[serde(default)]
    held: Vec<Expectation>,
    #[serde(default)]
    not: Vec<Expectation>,
}

/// A case, and the lines that tell it.
struct Case {
    name: String,
    lines: String,
    right: Right,
}

impl Case {
    /// Role, words and time of each turn that has words.
    fn turns(&self) -> Vec<(String, String, String)> {
        let lines = self.lines.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().is_empty());
        let turn = |line: &str| {
            let line: Value = serde_json::from_str(line).expect("a turn");
            let words = line["text"].as_str().or_else(|| line["content"].as_str())?.to_owned();
            let at = line["at"].as_str().unwrap_or(HEARD).to_owned();
            Some((line["role"].as_str().unwrap_or("user").to_owned(), words, at))
        };
        lines.filter_map(turn).collect()
    }

    /// When the outcome is looked at.
    fn now(&self) -> u64 {
        let last = self.turns().last().map(|(_, _, at)| milliseconds(at)).expect("a case has turns");
        self.right.now.as_deref().map_or(last + 60_000, milliseconds)
    }
}

#[test]
fn a_transcript_that_is_read_from_a_file() {
    hold(|case| {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("said.jsonl");
        fs::write(&file, &case.lines).unwrap();
        let now = if case.right.fails.is_some() { milliseconds(HEARD) } else { case.now() };
        let store = ["--dir", &*dir.path().to_string_lossy(), "--user", "ana", "--embedder", "none"].map(String::from);
        let run = |args: &[&str]| {
            support::command()
                .args(&store)
                .args(["--now", &now.to_string()])
                .args(args)
                .output()
                .expect("memolet starts")
        };
        let ingest = run(&["ingest", &file.to_string_lossy(), "--replay", "--explain"]);
        let said = String::from_utf8_lossy(&ingest.stderr).into_owned();
        if let Some(word) = &case.right.fails {
            return if !ingest.status.success() && said.contains(word) {
                vec![]
            } else {
                vec![format!("is read: {said}")]
            };
        }
        if !ingest.status.success() {
            return vec![format!("is refused: {said}")];
        }
        let listed = run(&["--json", "list", "--all", "--limit", "1000"]);
        let page: Value = serde_json::from_slice(&listed.stdout).expect("a list");
        wrong(case, page["memories"].as_array().expect("memories"), now)
    });
}

#[test]
fn a_conversation_that_is_heard_turn_by_turn() {
    hold(|case| {
        if case.right.fails.is_some() {
            return vec![];
        }
        let scope = json!({"user": "ana", "session": "s"});
        let mut exec = Exec::start(&["--embedder", "none"]);
        for (role, text, at) in case.turns() {
            let args = json!({"role": role, "text": text});
            let answer = exec.ask(&json!({"op": "observe", "now": at, "scope": scope, "args": args}));
            if answer.get("ok").is_none() {
                return vec![format!("observe: {answer}")];
            }
        }
        let now = case.now();
        let states = [&BELIEVED[..], &["quarantined", "invalidated"]].concat();
        let list =
            json!({"op": "list", "now": now, "scope": {"user": "ana"}, "args": {"states": states, "limit": 1000}});
        let answer = exec.ask(&list);
        let mut wrong = wrong(case, answer["ok"]["memories"].as_array().expect("memories"), now);
        for knew in &case.right.knew {
            let args = json!({"text": knew.ask, "asOf": knew.known_as_of, "knownAsOf": knew.known_as_of});
            let recall = json!({"op": "recall", "now": now, "scope": {"user": "ana"}, "args": args});
            let answer = exec.ask(&recall);
            let hits = answer["ok"]["hits"].as_array().cloned().unwrap_or_default();
            let claims: Vec<Claim> =
                hits.iter().filter(|hit| hit["kind"] != "episode").map(|hit| Claim::of(hit, 0)).collect();
            wrong.extend(unmet(&claims, &knew.held, &knew.not, &format!("known on {}", knew.known_as_of)));
        }
        wrong
    });
}

/// Runs every case, and fails with what is not as it must be.
fn hold(run: impl Fn(&Case) -> Vec<String>) {
    let (mut report, cases) = (String::new(), cases());
    assert!(cases.len() > 80, "{} cases", cases.len());
    let mut held = 0;
    for case in &cases {
        let wrong = run(case);
        held += usize::from(wrong.is_empty());
        wrong.iter().for_each(|why| _ = writeln!(report, "{}: {why}", case.name));
    }
    println!("{held} of {} cases hold", cases.len());
    assert!(report.is_empty(), "{held} of {} cases hold\n{report}", cases.len());
}

/// What is not as it must be, of all that a store holds.
fn wrong(case: &Case, memories: &[Value], now: u64) -> Vec<String> {
    let facts: Vec<&Value> = memories.iter().filter(|memory| memory["kind"] != "episode").collect();
    let held = |time| claims(facts.iter().filter(|fact| is_believed(fact) && holds(fact, time)));
    let current = held(now);
    let verdict = judge::judge(&current, &case.right.current, names(), false);
    let mut wrong: Vec<String> = verdict.wrong.iter().map(|wrong| format!("is current: {wrong}")).collect();
    wrong.extend(verdict.missed.iter().map(|missed| format!("is not current: {missed}")));
    wrong.extend(unmet(&current, &[], &case.right.not, "current"));
    for past in &case.right.past {
        wrong.extend(unmet(&held(milliseconds(&past.as_of)), &past.held, &past.not, &past.as_of));
    }
    let episodes: Vec<String> =
        memories.iter().filter(|memory| memory["kind"] == "episode").map(|memory| letters(&memory["text"])).collect();
    let spoken = || case.turns().into_iter().filter(|(role, ..)| role == "user").map(|(_, text, _)| text).collect();
    let kept: Vec<String> = case.right.kept.clone().unwrap_or_else(spoken);
    let lost = kept.into_iter().filter(|text| !episodes.iter().any(|kept| kept.contains(&letters(&json!(text)))));
    wrong.extend(lost.map(|text| format!("is not kept: {text:?}")));
    wrong
}

fn unmet(claims: &[Claim], held: &[Expectation], not: &[Expectation], when: &str) -> Vec<String> {
    let is = |one: &&Expectation| claims.iter().any(|claim| one.met_by(claim, names()));
    let missing =
        held.iter().filter(|one| !one.optional && !is(one)).map(|one| format!("{when}: lacks {}", one.show()));
    missing.chain(not.iter().filter(is).map(|one| format!("{when}: has {}", one.show()))).collect()
}

fn claims<'a>(memories: impl Iterator<Item = &'a &'a Value>) -> Vec<Claim> {
    memories.map(|memory| Claim::of(memory, 0)).collect()
}

fn is_believed(memory: &Value) -> bool {
    memory["state"].as_str().is_some_and(|state| BELIEVED.contains(&state))
}

/// Whether a claim holds in the world at a time, and is of use then.
fn holds(memory: &Value, time: u64) -> bool {
    let from = memory["validFrom"].as_u64().is_none_or(|from| from <= time);
    from && ["validTo", "expiresAt"].iter().all(|key| memory[*key].as_u64().is_none_or(|to| time < to))
}

/// Letters and digits alone: what is cleaned of a text are marks.
fn letters(text: &Value) -> String {
    text.as_str().unwrap_or_default().chars().filter(|c| c.is_alphanumeric()).collect()
}

fn milliseconds(time: &str) -> u64 {
    time.parse::<jiff::Timestamp>().expect("a time").as_millisecond().unsigned_abs()
}

fn names() -> &'static Names {
    static NAMES: std::sync::LazyLock<Names> = std::sync::LazyLock::new(|| {
        let file = root().join("eval/said/names.json");
        serde_json::from_str(&fs::read_to_string(file).expect("names.json")).expect("names")
    });
    &NAMES
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Transcripts with their right answers beside them, then those of `more.jsonl`.
fn cases() -> Vec<Case> {
    let folder = root().join("tests/said");
    let mut cases = Vec::new();
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("tests/said").flatten().map(|entry| entry.path()).collect();
    files.sort();
    for file in files {
        let path = file.to_string_lossy();
        let Some(name) = path.strip_suffix(".right.json") else { continue };
        let right =
            serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap_or_else(|why| panic!("{path}: {why}"));
        let lines = fs::read_to_string(format!("{name}.jsonl")).expect("a transcript");
        let name = Path::new(name).file_name().unwrap().to_string_lossy().into_owned();
        cases.push(Case { name, lines, right });
    }
    for line in fs::read_to_string(folder.join("more.jsonl")).expect("more.jsonl").lines() {
        let mut case: Value = serde_json::from_str(line).expect("a case");
        let take =
            |case: &mut Value, key: &str| case.as_object_mut().and_then(|case| case.remove(key)).unwrap_or_default();
        let name = take(&mut case, "id").as_str().unwrap().to_owned();
        ["language", "group"].iter().for_each(|key| _ = take(&mut case, key));
        let turns = take(&mut case, "turns");
        let lines = turns.as_array().expect("turns").iter().map(|turn| format!("{turn}\n")).collect();
        cases.push(Case {
            lines,
            right: serde_json::from_value(case).unwrap_or_else(|why| panic!("{name}: {why}")),
            name,
        });
    }
    cases
}
