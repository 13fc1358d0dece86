//! What recalls want of this program: a reranker's scores, a tokenizer's counts, and a model's vectors of
//! what it was taught to read.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

#[path = "model/exec.rs"]
#[allow(dead_code)]
mod exec;
#[path = "model/server.rs"]
#[allow(dead_code)]
mod server;
#[allow(dead_code)]
mod support;

use std::process::Output;
use std::time::Duration;

use exec::{Exec, clean};
use serde_json::{Value, json};
use server::{Act, Seen, Server};
use tempfile::TempDir;

const FLAGS: [&str; 8] =
    ["--embedder", "none", "--model-timeout", "0.3", "--model-deadline", "1", "--rerank-model", "order"];

/// Logits: the number in a document, less three.
fn by_number(seen: &Seen) -> Act {
    let documents = seen.body["documents"].as_array().unwrap();
    let row = |(index, document): (usize, &Value)| {
        let digits: String = document.as_str().unwrap().chars().filter(char::is_ascii_digit).collect();
        json!({"index": index, "relevance_score": digits.parse::<f64>().unwrap() - 3.0})
    };
    Act::json(&json!({"results": documents.iter().enumerate().map(row).collect::<Vec<_>>()}))
}

fn cups(exec: &mut Exec, count: u32) {
    for number in 0..count {
        exec.remember(&format!("Cup number {number} holds tea."));
    }
}

fn texts(answer: &Value) -> Vec<&str> {
    answer["hits"].as_array().unwrap().iter().map(|hit| hit["text"].as_str().unwrap()).collect()
}

fn best_first() -> Vec<String> {
    (0..6).rev().map(|number| format!("Cup number {number} holds tea.")).collect()
}

fn reranking(dir: &TempDir, server: &Server) -> Exec {
    let url = server.url();
    let mut exec = Exec::start(dir.path(), &[&FLAGS[..], &["--rerank-url", &url]].concat());
    cups(&mut exec, 6);
    exec
}

#[test]
fn a_recall_is_reranked_and_the_same_is_not_asked_again() {
    let (server, dir) = (Server::start(|_, seen| by_number(seen)), tempfile::tempdir().unwrap());
    let mut exec = reranking(&dir, &server);
    let (plain, _) = exec.ok("recall", json!({"text": "tea cups"}));
    assert!(server.seen().is_empty(), "only who asks for it is reranked");
    let (recalled, _) = exec.ok("recall", json!({"text": "tea cups", "rerank": true}));
    assert_eq!(texts(&recalled), best_first());
    assert_ne!(texts(&recalled), texts(&plain));
    assert!(recalled.get("ticket").is_none());
    assert_eq!(recalled["hits"][2]["parts"]["rerank"], 0.5, "a logit of 0");
    let seen = server.seen();
    assert_eq!((seen.len(), seen[0].path.as_str()), (1, "/v1/rerank"));
    assert_eq!((&seen[0].body["query"], &seen[0].body["model"]), (&json!("tea cups"), &json!("order")));
    assert_eq!(seen[0].body["documents"].as_array().unwrap().len(), 6);
    let (context, _) = exec.ok("context", json!({"text": "tea cups", "rerank": true, "k": 2}));
    assert_eq!(context["ids"], json!([recalled["hits"][0]["id"], recalled["hits"][1]["id"]]));
    let id = recalled["hits"][5]["id"].clone();
    let (why, _) = exec.ok("whyNot", json!({"id": id, "text": "tea cups", "rerank": true, "k": 2}));
    assert_eq!((&why["step"], &why["detail"]), (&json!("rank"), &json!("it is number 6")));
    assert_eq!(server.seen().len(), 1);
    let (why, _) = exec.ok("whyNot", json!({"id": id, "text": "cups of tea", "rerank": true, "k": 2}));
    assert_eq!(why["detail"], json!("it is number 6"), "the reranker says it first");
    assert_eq!(server.seen().len(), 2);
    assert_eq!(exec.ask("poll", json!({}))["ok"], Value::Null);
    assert_eq!(exec.end(), "");
}

#[test]
fn a_reranker_that_fails_leaves_the_usual_order_and_a_note() {
    let acts: [fn() -> Act; 5] = [
        || Act::status(401),
        || Act::Hang,
        || Act::Cut,
        || Act::json(&json!({"results": []})),
        || Act::json(&json!({"results": [{"index": 99, "score": 1}]})),
    ];
    for act in acts {
        let (server, dir) = (Server::start(move |_, _| act()), tempfile::tempdir().unwrap());
        let mut exec = reranking(&dir, &server);
        let (plain, _) = exec.ok("recall", json!({"text": "tea cups"}));
        let counted = json!({"text": "tea cups", "rerank": true, "counter": "o200k_base"});
        let (recalled, took) = exec.ok("recall", counted);
        assert!(took < Duration::from_secs(4), "{took:?}");
        assert_eq!(texts(&recalled), texts(&plain));
        assert!(recalled.get("ticket").is_none() && recalled["tokens"] != plain["tokens"], "and it is counted");
        assert_eq!(exec.ask("poll", json!({}))["ok"], Value::Null);
        let said = exec.end();
        assert!(said.starts_with("memolet: recalled without the reranker: "), "{said}");
        assert!(!said.contains("tea"), "{said}");
    }
}

/// A read that nobody finished had every later one come back unfinished, until something was written.
#[test]
fn what_one_read_left_undone_holds_up_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let mut exec = Exec::start(dir.path(), &["--embedder", "built-in"]);
    cups(&mut exec, 2);
    let (waits, _) = exec.ok("recall", json!({"text": "tea cups", "counter": "abacus"}));
    assert!(waits["ticket"].is_number());
    let (counted, _) = exec.ok("recall", json!({"text": "tea cups", "counter": "o200k_base"}));
    assert!(counted.get("ticket").is_none(), "{counted}");
    exec.end();
}

#[test]
fn without_a_reranker_the_task_is_left_to_whoever_asked() {
    let dir = tempfile::tempdir().unwrap();
    let mut exec = Exec::start(dir.path(), &["--embedder", "built-in"]);
    cups(&mut exec, 2);
    let (waits, _) = exec.ok("recall", json!({"text": "tea cups", "rerank": true}));
    let (open, _) = exec.ok("poll", json!({}));
    assert_eq!((&open["ticket"], &open["task"]["tag"]), (&waits["ticket"], &json!("rerank")));
    exec.ok("answer", json!({"ticket": waits["ticket"], "answer": {"tag": "scores", "val": [0.5, 0.6]}}));
    let (recalled, _) = exec.ok("recall", json!({"text": "tea cups", "rerank": true}));
    assert!(recalled.get("ticket").is_none());
    // One that nobody does holds up no embedding.
    exec.ok("recall", json!({"text": "cups", "counter": "abacus"}));
    assert_eq!(exec.ok("poll", json!({})).0["task"]["tag"], "count");
    exec.remember("The bees winter behind the barn.");
    let (stats, _) = exec.ok("stats", json!({}));
    assert_eq!((&stats["vectors"], &stats["pendingEmbeddings"]), (&json!(3), &json!(0)));
    assert_eq!(exec.ask("poll", json!({}))["ok"], Value::Null);
    assert_eq!(exec.end(), "");
}

fn run(dir: &TempDir, args: &[&str]) -> Output {
    clean().arg("--dir").arg(dir.path()).args(["--embedder", "none", "--user", "ana"]).args(args).output().unwrap()
}

#[test]
fn verbs_rerank_and_count() {
    let (server, dir) = (Server::start(|_, seen| by_number(seen)), tempfile::tempdir().unwrap());
    drop(reranking(&dir, &server));
    let url = server.url();
    let ok = |args: &[&str]| {
        let output = run(&dir, &[&["--json", "--rerank-model", "order", "--rerank-url", &url], args].concat());
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    assert_eq!(texts(&ok(&["recall", "tea cups", "--rerank"])), best_first());
    let context = ok(&["context", "tea cups", "--rerank", "-k", "3", "--tokenizer", "cl100k_base"]);
    let text = context["text"].as_str().unwrap();
    assert!(text.find("number 5") < text.find("number 4"), "{text}");
    assert_eq!(context["tokens"], json!(tiktoken_rs::cl100k_base_singleton().count_ordinary(text)));
    for (args, why) in [
        (["recall", "tea", "--rerank", "--json"], "no reranker is named"),
        (["recall", "tea", "--tokenizer", "abacus"], "no tokenizer is called abacus; there are o200k_base"),
        (["recall", "tea", "--rerank-url", "http://127.0.0.1:1/v1"], "name one with --rerank-model"),
    ] {
        let output = run(&dir, &args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(why), "{said}");
    }
}

#[test]
fn a_budget_by_a_tokenizer_is_what_the_tokenizer_counts_of_the_whole() {
    let dir = tempfile::tempdir().unwrap();
    let mut exec = Exec::start(dir.path(), &["--embedder", "none", "--tokenizer", "o200k_base"]);
    for (number, text) in ["ünïcödé ferns", "植物は窓にある", "a \"quoted\" <b>fern</b>", "ferns\tand\nlines", "🌿🌿🌿"]
        .into_iter()
        .cycle()
        .take(20)
        .enumerate()
    {
        exec.remember(&format!("Plant {number}: {text}"));
    }
    let counters = [
        (json!(null), tiktoken_rs::o200k_base_singleton()),
        (json!("cl100k_base"), tiktoken_rs::cl100k_base_singleton()),
        (json!("r50k_base"), tiktoken_rs::r50k_base_singleton()),
    ];
    for (counter, tokenizer) in counters {
        for budget in [json!(null), json!(0), json!(60), json!(100), json!(155), json!(400)] {
            let args = json!({"mode": "full", "counter": counter, "maxTokens": budget});
            let (context, _) = exec.ok("context", args.clone());
            let count = tokenizer.count_ordinary(context["text"].as_str().unwrap());
            assert_eq!(context["tokens"], json!(count), "{args}");
            assert!(context.get("ticket").is_none(), "{args}");
            assert!(budget.as_u64().is_none_or(|budget| count as u64 <= budget), "{args}");
            assert_eq!(exec.ok("recall", args).0["tokens"], json!(count));
        }
    }
    assert_eq!(exec.end(), "");
}

#[test]
fn prefixes_go_before_what_is_embedded() {
    let embeddings = |_: usize, seen: &Seen| {
        let texts = seen.body["input"].as_array().unwrap();
        let row = |text: &Value| json!({"embedding": [text.as_str().unwrap().len(), 1]});
        Act::json(&json!({"data": texts.iter().map(row).collect::<Vec<_>>()}))
    };
    let (server, dir) = (Server::start(embeddings), tempfile::tempdir().unwrap());
    let url = server.url();
    let model = ["--embedding-url", &url, "--embedding-model", "e5"];
    let prefixes = ["--embed-query-prefix", "query: ", "--embed-passage-prefix", "passage: "];
    let mut exec = Exec::start(dir.path(), &[&model[..], &prefixes].concat());
    exec.remember("The bees winter behind the barn.");
    exec.ok("recall", json!({"text": "where do the bees winter"}));
    assert_eq!(exec.end(), "");
    let sent: Vec<String> = server
        .seen()
        .iter()
        .flat_map(|seen| seen.body["input"].as_array().unwrap().clone())
        .map(|text| text.as_str().unwrap().to_string())
        .collect();
    assert!(sent.contains(&"passage: The bees winter behind the barn.".to_string()), "{sent:?}");
    assert!(sent.contains(&"query: where do the bees winter".to_string()), "{sent:?}");
    let check = |flags: &[&str]| {
        let output = clean().args(["model", "check"]).args(model).args(flags).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let said = check(&prefixes);
    assert!(said.contains("queryPrefix") && said.contains("query: ") && said.contains("passage: "), "{said}");
    assert!(!check(&[]).contains("Prefix"));
}
