//! Requests and flags say one thing: keys twice, numbers that are rounded, times in seconds and folders that
//! are forgotten are no surprises.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

#[allow(dead_code)]
mod support;

use std::path::Path;

use serde_json::{Value, json};
use support::{Exec, command};

fn exec() -> Exec {
    Exec::start(&["--embedder", "none"])
}

fn answer(exec: &mut Exec, line: &str) -> Value {
    serde_json::from_str(&exec.line(line).expect("memolet answers")).unwrap()
}

#[track_caller]
fn invalid(exec: &mut Exec, line: &str, named: &str) {
    let answer = answer(exec, line);
    assert_eq!(answer["error"]["tag"], "invalid", "{line}: {answer}");
    assert!(answer["error"]["val"].as_str().unwrap().contains(named), "{line}: {answer}");
}

fn remember(metadata: &str) -> String {
    format!(
        r#"{{"op":"remember","now":1,"scope":{{"user":"ana"}},"args":{{"text":"t {0}","metadata":{metadata}}}}}"#,
        metadata.replace('"', "")
    )
}

#[test]
fn a_key_that_is_there_twice_is_named_wherever_json_is_read() {
    let mut exec = exec();
    for (line, key) in [
        (r#"{"op":"remember","scope":{"user":"ana","user":"bob"},"args":{"text":"whose?"}}"#, "`user`"),
        (r#"{"op":"stats","op":"stats"}"#, "`op`"),
        (r#"{"op":"remember","scope":{"user":"ana"},"args":{"text":"x","metadata":{"k":1,"k":2}}}"#, "`k`"),
        (r#"{"op":"open","args":{"tenant":"t","policy":{"version":"1","version":"2"}}}"#, "`version`"),
        (r#"{"op":"adoptPolicy","now":1,"args":{"policy":"{\"version\":\"1\",\"version\":\"2\"}"}}"#, "`version`"),
        (r#"{"op":"list","now":1,"scope":{"user":"ana"},"args":{"filter":"{\"all\":[],\"all\":[]}"}}"#, "`all`"),
        (
            r#"{"op":"tool","now":1,"scope":{"user":"ana"},"args":{"name":"memory_recall","arguments":"{\"query\":\"a\",\"query\":\"b\"}"}}"#,
            "`query`",
        ),
    ] {
        invalid(&mut exec, line, key);
    }
    let listed = answer(&mut exec, r#"{"op":"list","now":2,"scope":{"user":"bob"}}"#);
    assert_eq!(listed["ok"]["memories"], json!([]), "the last user has not won");
}

#[test]
fn whole_numbers_of_64_bits_are_kept_and_found_exactly() {
    let mut exec = exec();
    let numbers =
        ["1234567890123456789", "1234567890123456788", "-1234567890123456789", "18446744073709551615", "5", "0.5"];
    for number in numbers {
        let told = answer(&mut exec, &remember(&format!(r#"{{"msg":{number}}}"#)));
        assert_eq!(told["ok"]["outcome"], "active", "{told}");
    }
    for number in numbers {
        let filter = format!(r#"{{"field":"metadata.msg","op":"eq","value":{number}}}"#);
        let line =
            exec.line(&format!(r#"{{"op":"list","now":9,"scope":{{"user":"ana"}},"args":{{"filter":{filter}}}}}"#));
        let line = line.unwrap();
        assert!(line.contains(&format!(r#""msg":{number}}}"#)), "{number}: {line}");
        assert_eq!(line.matches("\"msg\"").count(), 1, "{number}: {line}");
    }
    invalid(&mut exec, &remember(r#"{"msg":123456789012345678901}"#), "metadata.msg");
}

#[test]
fn seconds_are_refused_by_name() {
    let mut exec = exec();
    let remember = |at: &str| {
        format!(
            r#"{{"op":"remember","now":1783846800000,"scope":{{"user":"ana"}},"args":{{"text":"I live in York.","{at}":1783846800}}}}"#
        )
    };
    for name in ["observedAt", "validFrom", "validTo", "expiresAt"] {
        invalid(&mut exec, &remember(name), &format!("{name}: 1783846800 counts seconds"));
    }
}

fn fails(args: &[&str], named: &str) {
    let dir = tempfile::tempdir().unwrap();
    let output = command().args(["--embedder", "none", "--dir"]).arg(dir.path()).args(args).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains(named), "{args:?}: {said}");
}

#[test]
fn flags_that_are_no_numbers_or_times_are_named() {
    for number in ["NaN", "nan", "inf", "-inf", "Infinity", "1e999", "x"] {
        fails(&["remember", "x", &format!("--importance={number}")], "--importance");
        fails(&["recall", "x", &format!("--min-relevance={number}")], "--min-relevance");
    }
    fails(&["remember", "x", "--valid-from", "1783846800"], "counts seconds");
    fails(&["remember", "x", "--valid-from", "2026-07-12"], "RFC 3339");
    fails(&["recall", "x", "--as-of", "1783846800"], "--as-of");
    fails(&["remember", &"long ".repeat(500)], "longer than 2000 characters");
}

fn opened(dir: &Path, open: &Value, then: &[Value]) -> Vec<Value> {
    let mut exec = Exec::on(dir);
    let mut answers = vec![exec.ask(open)];
    answers.extend(then.iter().map(|request| exec.ask(request)));
    answers
}

#[test]
fn a_tenant_that_is_opened_lies_in_the_folder_of_the_flag() {
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let remember = json!({"op": "remember", "now": 1, "scope": {"user": "ana"}, "args": {"text": "Ana keeps bees."}});
    let list = json!({"op": "list", "now": 2, "scope": {"user": "ana"}});
    let count = |answer: &Value| answer["ok"]["memories"].as_array().map(Vec::len);
    for tenant in ["default", "acme"] {
        let open = json!({"op": "open", "args": {"tenant": tenant}});
        let answers = opened(dir.path(), &open, &[remember.clone(), list.clone()]);
        assert_eq!(count(&answers[2]), Some(1), "{tenant}: {answers:?}");
        let again = opened(dir.path(), &open, std::slice::from_ref(&list));
        assert_eq!(count(&again[1]), Some(1), "{tenant}: the process before has kept it: {again:?}");
        assert!(dir.path().join(tenant).join("journal").is_file());
        assert_eq!(again[0]["ok"]["dir"], json!(dir.path()), "the answer says where");
    }
    let elsewhere = json!({"op": "open", "args": {"tenant": "default", "dir": other.path()}});
    let answers = opened(dir.path(), &elsewhere, std::slice::from_ref(&list));
    assert_eq!((count(&answers[1]), &answers[0]["ok"]["dir"]), (Some(0), &json!(other.path())));
    // Without a folder a store is in memory, and says so by naming none.
    let answer = exec().ask(&json!({"op": "open", "args": {"tenant": "default"}}));
    assert_eq!((&answer["ok"]["tenant"], answer["ok"].get("dir")), (&json!("default"), None));
}

#[test]
fn an_operation_that_is_misspelled_is_told_the_right_one() {
    let mut exec = exec();
    for (op, meant) in
        [("remeber", "`remember`"), ("whynot", "`whyNot`"), ("why-not", "`whyNot`"), ("forget", "archive")]
    {
        invalid(&mut exec, &json!({"op": op}).to_string(), meant);
    }
}
