//! The command as people use it: verbs, tables, exit codes, transcripts.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

mod support;

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use serde_json::Value;
use support::{Exec, command};

/// A folder of stores, and the command on it.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, args: &[&str]) -> Output {
        let flags = ["--user", "ana", "--embedder", "none"];
        command().arg("--dir").arg(self.path()).args(flags).args(args).output().unwrap()
    }

    /// Runs a verb that must succeed.
    fn ok(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.ok(&[&["--json"], args].concat())).unwrap()
    }

    /// Runs a verb that must fail; gives what it says on standard error.
    fn fails(&self, code: i32, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn home_of_ana(&self) -> String {
        let fact = ["--kind", "fact", "--entity", "ana", "--attribute", "home city", "--value", "York"];
        let admission = self.json(&[&["remember", "Ana lives in York"][..], &fact].concat());
        admission["id"].as_str().unwrap().to_string()
    }
}

#[test]
fn a_claim_from_capture_to_erasure() {
    let home = Home::new();
    let york = home.home_of_ana();
    let short = &york[york.len() - 8..];
    assert!(home.ok(&["recall", "where does Ana live"]).contains("Ana lives in York"));
    assert!(home.ok(&["context", "where does Ana live"]).contains("Ana lives in York"));
    assert!(home.ok(&["show", short]).contains(&york));
    let leeds = home.json(&["supersede", short, "Ana lives in Leeds", "--value", "Leeds"]);
    let leeds = leeds["id"].as_str().unwrap();
    assert!(!home.ok(&["list"]).contains("York") && home.ok(&["list", "--all"]).contains("superseded"));
    assert!(home.ok(&["history", leeds]).contains("versions of the claim"));
    assert!(home.ok(&["why-not", short, "where does Ana live"]).starts_with("state:"));
    assert!(home.ok(&["audit"]).contains("supersede"));
    assert!(home.ok(&["verify"]).contains("follow one another"));
    let receipt = home.json(&["erase", short, leeds, "--reason", "test", "--yes"]);
    assert_eq!(receipt["complete"], true, "{receipt}");
    assert!(home.ok(&["list", "--all"]).contains("nothing"));
    for file in ["journal", "snapshot"] {
        let bytes = fs::read(home.path().join("default").join(file)).unwrap();
        assert!(!bytes.windows(4).any(|window| window == b"York"), "York is in no byte of the {file}");
    }
}

#[test]
fn failures_are_said_on_standard_error() {
    let home = Home::new();
    assert!(home.fails(1, &["show", "nothing-like-it"]).starts_with("error: not-found: "));
    assert!(home.fails(1, &["recall", "tea", "--as-of", "2026-07-12"]).starts_with("error: invalid: asOf: "));
    assert!(home.fails(1, &["remember", "tea", "--now", "noon"]).starts_with("error: invalid: --now: "));
    home.home_of_ana();
    assert!(home.fails(1, &["erase", "--all-of-user", "--reason", "test"]).contains("say --yes"));
    home.fails(2, &["erase", "--reason", "test"]);
    home.fails(2, &["remember"]);
    home.fails(2, &["fly"]);
    let lost = command().args(["--component", "/no/such/file", "list"]).output().unwrap();
    assert!(String::from_utf8_lossy(&lost.stderr).contains("there is no component at /no/such/file"));
}

#[test]
fn exports_come_back_and_what_was_erased_does_not() {
    let home = Home::new();
    let york = home.home_of_ana();
    home.ok(&["supersede", &york, "Ana lives in Leeds", "--value", "Leeds"]);
    home.ok(&["remember", "Ana likes tea", "--kind", "preference", "--meta", "n=5"]);
    let file = home.path().join("export.jsonl");
    let file = file.to_str().unwrap();
    assert_eq!(home.json(&["export", file])["memories"], 3);
    let other = ["--tenant", "other", "import", file, "--from-tenant", "default"];
    assert!(home.fails(1, &other[..4]).contains("the export is of the tenant `default`"));
    home.ok(&other);
    let list = home.json(&["--tenant", "other", "list"]);
    let memories = list["memories"].as_array().unwrap();
    let of = |text: &str| memories.iter().find(|memory| memory["text"] == text);
    assert!(memories.len() == 2 && of("Ana lives in Leeds").is_some(), "{list}");
    assert_eq!(of("Ana likes tea").unwrap()["metadata"]["n"], 5);
    assert_eq!(home.json(&other)["known"], 3);
    assert_eq!(home.json(&["--tenant", "other", "list", "--all"])["memories"].as_array().unwrap().len(), 3);
    home.ok(&["erase", "--all-of-user", "--reason", "test", "--yes"]);
    let refused = home.json(&["import", file])["refused"].clone();
    assert_eq!(refused.as_array().unwrap().len(), 3, "{refused}");
    assert!(home.ok(&["list", "--all"]).contains("nothing"));
    fs::write(home.path().join("no.jsonl"), "{}\n").unwrap();
    assert!(home.fails(1, &["import", home.path().join("no.jsonl").to_str().unwrap()]).contains("not the header"));
}

#[test]
fn an_export_is_the_users_own_file_and_takes_no_others_place() {
    let home = Home::new();
    home.home_of_ana();
    let file = home.path().join("export.jsonl");
    let path = file.to_str().unwrap();
    home.ok(&["export", path]);
    let written = fs::read_to_string(&file).unwrap();
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
    home.ok(&["remember", "Ana likes tea", "--kind", "preference"]);
    assert!(home.fails(1, &["export", path]).contains("--force"));
    assert_eq!(fs::read_to_string(&file).unwrap(), written, "nothing was overwritten");
    home.ok(&["export", path, "--force"]);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 3);
    let beside = fs::read_dir(home.path())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().ends_with(".part"));
    assert_eq!(beside.count(), 0);
    // A line that is wrong is named by its number, and the others come in.
    let mut lines = written.into_bytes();
    lines.extend(b"\r\n\xff\n{\"id\": 1, \"id\": 2}\n");
    fs::write(&file, lines).unwrap();
    let other = ["--tenant", "other", "import", path, "--from-tenant", "default"];
    let output = home.run(&other);
    let (told, failed) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("line 4: is no UTF-8") && told.contains("line 5: the field `id` is there twice"), "{told}");
    assert!(failed.contains("2 lines could not be read") && !output.status.success(), "{failed}");
    assert!(home.ok(&["--tenant", "other", "list"]).contains("York"));
}

#[test]
fn a_policy_is_tried_and_adopted() {
    let home = Home::new();
    let york = home.home_of_ana();
    let short = &york[york.len() - 8..];
    let file = home.path().join("policy.json");
    let policy =
        r#"{"version": "v2", "assertAt": 0.9, "sources": {"user-said": {"kinds": ["episode"], "reliability": 0.8}}}"#;
    fs::write(&file, policy).unwrap();
    let file = file.to_str().unwrap();
    let trial = home.json(&["policy", "try", file]);
    assert_eq!(trial["losesAssert"][0], *york);
    assert_eq!(trial["refused"][&york][0], "designated-source");
    let told = home.ok(&["policy", "try", file]);
    assert!(told.contains(&format!("would not be let in today: 1: {short} (designated-source)")), "{told}");
    assert!(home.ok(&["policy", "show"]).contains("default-1"), "a trial changes nothing");
    home.ok(&["policy", "adopt", file]);
    assert!(home.ok(&["policy", "show"]).contains("\"v2\""));
    assert!(home.ok(&["audit"]).contains("adopt-policy"));
    fs::write(file, r#"{"assertAt": 9}"#).unwrap();
    assert!(home.fails(1, &["policy", "adopt", file]).contains("assertAt"));
    assert!(home.fails(1, &["policy", "try", "/no/such/file"]).contains("/no/such/file"));
}

#[test]
fn an_eviction_is_explained() {
    let home = Home::new();
    let york = home.home_of_ana();
    let state = home.json(&["eviction", &york]);
    assert_eq!((&state["place"], &state["of"]), (&1.into(), &1.into()));
    assert!(home.ok(&["eviction", &york[york.len() - 8..]]).contains("parts.importance"));
    home.ok(&["pin", &york, "--reason", "matters"]);
    assert_eq!(home.json(&["eviction", &york])["exempt"], "pinned");
}

/// The example of docs/tools.md.
#[test]
fn a_model_gets_tools_and_a_page_gets_nothing() {
    let tools: Value = serde_json::from_str(&Home::new().ok(&["tools"])).unwrap();
    assert_eq!(tools[3]["name"], "memory_forget");
    let example = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tools.jsonl")).unwrap();
    let mut exec = Exec::start(&[]);
    let answers: Vec<Value> = example.lines().map(|line| exec.ask(&serde_json::from_str(line).unwrap())).collect();
    let of = |at: usize, field: &str| answers[at]["ok"][field].clone();
    assert_eq!((of(1, "source"), of(2, "source")), ("user-said".into(), "inferred".into()), "{answers:?}");
    assert_eq!((of(4, "outcome"), of(4, "source")), ("quarantined".into(), "inferred".into()));
    assert_eq!(answers[5]["ok"]["memories"][0]["text"], "Ana lives in York.");
}

#[test]
fn what_a_model_was_to_forget_is_for_a_person_to_erase_or_to_keep() {
    let home = Home::new();
    let id = home.home_of_ana();
    let scope = serde_json::json!({"user": "ana", "session": "s1"});
    let mut exec = Exec::on(home.path());
    let mut ask = |op: &str, args: Value| exec.ask(&serde_json::json!({"op": op, "scope": scope, "args": args}));
    ask("turn", serde_json::json!({"role": "user", "text": "Never forget my home city."}));
    let arguments = serde_json::json!({"id": id, "quote": "forget my home city"});
    let told = ask("tool", serde_json::json!({"name": "memory_forget", "arguments": arguments}));
    assert_eq!(told["ok"]["outcome"], "pending-erasure", "{told}");
    drop(exec);
    assert!(!home.ok(&["recall", "where does Ana live?"]).contains("York"));
    let listed = home.ok(&["pending"]);
    assert!(
        listed.contains("York") && listed.contains("forget my home city") && listed.contains("user-said"),
        "{listed}"
    );
    let short = &id[id.len() - 8..];
    assert!(home.fails(1, &["confirm-erasure", short]).contains("say --yes"));
    assert_eq!(home.json(&["receipts"])["receipts"], serde_json::json!([]));
    home.ok(&["drop-erasure", short]);
    assert!(home.ok(&["recall", "where does Ana live?"]).contains("York"));
    assert!(home.fails(1, &["confirm-erasure", short, "--yes"]).contains("no erasure"));
    let mut exec = Exec::on(home.path());
    exec.ask(
        &serde_json::json!({"op": "turn", "scope": scope, "args": {"role": "user", "text": "Forget my home city."}}),
    );
    let call = serde_json::json!({"name": "memory_forget", "arguments": {"id": id, "quote": "Forget my home city"}});
    exec.ask(&serde_json::json!({"op": "tool", "scope": scope, "args": call}));
    drop(exec);
    let receipt = home.ok(&["confirm-erasure", short, "--yes", "--by", "Ana Lee"]);
    assert!(receipt.contains("confirmed-erasure") && receipt.contains("removed    1"), "{receipt}");
    assert!(home.fails(1, &["show", &id]).contains("not-found") || home.fails(1, &["show", &id]).contains("no memory"));
}

#[test]
fn a_receipt_says_what_a_hold_kept() {
    let home = Home::new();
    let id = home.home_of_ana();
    home.ok(&["remember", "Ana has a boat", "--kind", "fact"]);
    home.ok(&["hold", &id, "--by", "dpo", "--reason", "case 7"]);
    let receipt = home.ok(&["erase", "--all-of-user", "--reason", "test", "--yes"]);
    assert!(receipt.contains(&format!("kept       {id}, by a hold of ")), "{receipt}");
    assert!(receipt.contains("not complete: something was kept"), "{receipt}");
    assert!(home.ok(&["receipts"]).contains("something was kept"));
}

const CHAT: &str = r#"{"role": "system", "text": "You are helpful."}
{"role": "user", "text": "I live in York. I'm allergic to peanuts!", "at": "2026-01-10T09:00:00Z"}
{"role": "assistant", "text": "Noted.", "at": "2026-01-10T09:00:05Z"}
{"role": "user", "text": "I moved to Leeds last week.", "at": "2026-03-10T09:00:00Z"}
{"role": "tool", "text": "The forecast is rain.", "at": "2026-03-10T09:01:00Z"}
{"role": "user", "text": "I'm no longer allergic to peanuts", "at": "2026-05-10T09:00:00Z"}
"#;

#[test]
fn a_transcript_is_ingested_once() {
    let home = Home::new();
    let file = home.path().join("chat.jsonl");
    fs::write(&file, CHAT).unwrap();
    let ingest = || home.json(&["ingest", file.to_str().unwrap()]);
    let totals = ingest();
    assert_eq!((&totals["turns"], &totals["skipped"], &totals["kept"]), (&6.into(), &2.into(), &4.into()), "{totals}");
    assert_eq!((&totals["lifted"], &totals["ended"]), (&3.into(), &1.into()), "{totals}");
    let facts = home.json(&["list", "--kinds", "fact"]);
    assert_eq!(facts["memories"].as_array().unwrap().len(), 1, "{facts}");
    let leeds = &facts["memories"][0];
    assert_eq!((leeds["value"].as_str(), leeds["extractor"].as_str()), (Some("Leeds"), Some("memolet-statements/1")));
    assert_eq!(leeds["validFrom"], 1_772_409_600_000_u64, "the week before 10 March began on the 2nd");
    assert_eq!(leeds["evidence"][0]["uri"], "chat.jsonl#4");
    let versions = || -> Vec<Value> {
        let page = home.json(&["list", "--all"]);
        let memories = page["memories"].as_array().unwrap();
        memories.iter().map(|memory| serde_json::json!([memory["id"], memory["version"], memory["state"]])).collect()
    };
    let before = versions();
    ingest();
    assert_eq!(versions(), before, "ingesting again changes nothing");
    fs::write(&file, "{\"text\": \"hi\"}\nnonsense\n").unwrap();
    assert!(home.fails(1, &["ingest", file.to_str().unwrap()]).contains("line 2"));
}

#[test]
fn an_ingest_that_was_killed_goes_on_where_it_was() {
    let home = Home::new();
    let file = home.path().join("long.jsonl");
    let turns: Vec<String> = (0..3000)
        .map(|turn| format!("{{\"role\":\"user\",\"text\":\"Thing {turn} was seen by {}\"}}", turn * 7919 % 1000))
        .collect();
    fs::write(&file, turns.join("\n")).unwrap();
    for wait in [40, 80, 160] {
        let dir = home.path().to_str().unwrap();
        let args = ["--dir", dir, "--user", "ana", "--embedder", "none", "ingest", file.to_str().unwrap()];
        let mut child = command().args(args).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    home.json(&["ingest", file.to_str().unwrap()]);
    assert_eq!(home.json(&["stats"])["memories"], 3000, "every turn once");
}

#[test]
fn a_trap_ends_the_instance_and_not_the_store() {
    let mut exec = Exec::start(&["--embedder", "none", "--memory-limit", "6"]);
    let remember = |text: &str| serde_json::json!({"op": "remember", "scope": {"user": "ana"}, "args": {"text": text}});
    let id = exec.ask(&remember("Ana lives in York"))["ok"]["id"].clone();
    let stopped = exec.ask(&remember(&"x".repeat(8 << 20)));
    assert_eq!(stopped["error"]["tag"], "other", "{stopped}");
    let get = serde_json::json!({"op": "get", "scope": {"user": "ana"}, "args": {"id": id}});
    assert_eq!(exec.ask(&get)["ok"]["text"], "Ana lives in York");
}
