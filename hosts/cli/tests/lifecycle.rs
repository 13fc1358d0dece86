//! Over many sessions governed memory helps, and what was replaced, erased or is another's never comes
//! back; claims that meet are told apart by the rules alone. Both evaluations hold their floors, and
//! print the same twice.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval").join(name)
}

fn eval(what: &str, flag: &str, path: &Path) -> (bool, Value, String) {
    let output = support::command().args(["eval", what, "--json", flag]).arg(path).output().expect("memolet starts");
    let report = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.success(), report, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn governed_memory_holds_its_floors_and_retrieval_alone_would_not() {
    let (holds, report, why) = eval("lifecycle", "--scenarios", &data("scenarios"));
    assert!(holds, "{why}");
    assert!(report["scenarios"].as_u64().unwrap() >= 60);
    assert!(report["segments"]["language"].as_object().unwrap().len() >= 8);
    assert_eq!(report["segments"]["kind"].as_object().unwrap().len(), 4);
    let of = |condition: &str, figure: &str| report["conditions"][condition][figure].clone();
    for condition in ["governed", "governed, consolidating"] {
        for harm in ["staleRecall", "sensitiveRecall", "isolation", "erasedRecall"] {
            let figure = of(condition, harm);
            assert!(
                figure["questions"].as_u64().unwrap() >= 10 && figure["harmed"] == 0,
                "{condition} {harm}: {figure}"
            );
        }
        assert!(of(condition, "helpfulRecallAtK").as_f64().unwrap() >= 0.95);
        assert_eq!(of(condition, "contradiction")["asserted"], 0);
        let correction = of(condition, "correction");
        assert_eq!(correction["asked"], correction["atOnce"], "{correction}");
        assert_eq!(of(condition, "deletion")["pending"], 0);
        let conflicts = of(condition, "conflictDetection");
        assert_eq!((&conflicts["found"], &conflicts["falseAlarms"]), (&conflicts["expected"], &json!(0)));
    }
    assert_eq!(of("no memory", "helpfulRecallAtK"), 0.0);
    assert_eq!(of("no memory", "tokens")["rent"], 0);
    // The scenarios can tell: a store that only retrieves breaks nearly every one of them.
    assert!(of("retrieval only", "staleRecall")["rate"].as_f64().unwrap() > 0.9);
    assert!(of("retrieval only", "erasedRecall")["rate"].as_f64().unwrap() > 0.9);
    let net = |condition| of(condition, "tokens")["netValue"].as_i64().unwrap();
    assert!(net("governed") > net("retrieval only") && net("governed, consolidating") >= net("governed"));
}

#[test]
fn only_latencies_differ_between_runs() {
    let run = || {
        let (_, mut report, _) = eval("lifecycle", "--scenarios", &data("scenarios"));
        report.as_object_mut().unwrap().remove("correctionLatencyMs");
        report
    };
    assert_eq!(run(), run());
}

#[test]
fn the_rules_tell_contradictions_from_restatements() {
    let (holds, report, why) = eval("conflicts", "--data", &data("conflicts.jsonl"));
    assert!(holds, "{why}\n{}", report["wrong"]);
    assert!(report["all"]["items"].as_u64().unwrap() >= 150);
    assert!(report["addressed"]["share"].as_f64().unwrap() >= 0.95, "{}", report["wrong"]);
    assert_eq!(report["guards"]["share"], 1.0, "{}", report["wrong"]);
    assert!(report["detection"]["recall"].as_f64().unwrap() >= 0.99, "{}", report["wrong"]);
    assert!(report["detection"]["precision"].as_f64().unwrap() >= 0.9, "{}", report["wrong"]);
}

#[test]
fn a_broken_floor_fails() {
    let dir = tempfile::tempdir().unwrap();
    let scenario = [
        json!({"scenario": "wrong", "kind": "fact", "language": "en", "workflow": "plant"}),
        json!({"op": "remember", "now": "2026-03-01T09:00:00Z", "args": {"text": "The gate is green."}, "as": "green"}),
        json!({"ask": "Which colour is the gate?", "never": {"stale": ["green"]}}),
    ];
    let lines: Vec<String> = scenario.iter().map(Value::to_string).collect();
    fs::write(dir.path().join("wrong.jsonl"), lines.join("\n")).unwrap();
    let (holds, _, why) = eval("lifecycle", "--scenarios", dir.path());
    assert!(!holds && why.contains("1 of 1 questions recall what is stale"), "{why}");

    let item = json!({
        "id": "wrong", "class": "guard", "guard": true, "address": ["gate", "colour"],
        "known": [{"as": "a", "text": "The gate is green.", "value": "green"}],
        "new": {"text": "The gate is red.", "value": "red"}, "expect": {"became": "coexist"},
    });
    let file = dir.path().join("items");
    fs::write(&file, item.to_string()).unwrap();
    let (holds, report, why) = eval("conflicts", "--data", &file);
    assert!(!holds && why.contains("1 of 1 guard cases are wrong"), "{why}");
    assert_eq!(report["matrix"]["coexist"]["supersede"], 1);
}
