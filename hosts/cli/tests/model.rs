//! A model answers the engine's questions through the CLI; and whatever its server does, no command
//! hangs, no write is lost, a question without an answer stays open, and nothing says the key or a
//! memory's words.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used)]

#[path = "model/exec.rs"]
mod exec;
#[path = "model/server.rs"]
mod server;
#[allow(dead_code)]
mod support;

use std::fs;
use std::time::Duration;

use exec::{Exec, KEY, clean};
use serde_json::{Value, json};
use server::{Act, Seen, Server};
use tempfile::TempDir;

const RED: &str = "Ana drives a red Volvo.";
const BLUE: &str = "Ana drives a blue Volvo now.";
const UPDATE: &str = r#"{"operations":[{"op":"UPDATE","target":"m1"}]}"#;

fn well() -> Act {
    Act::Say(UPDATE.into())
}

/// A store with one memory, and a second one that a model was asked about.
struct Scene {
    server: Server,
    dir: TempDir,
    exec: Exec,
    red: String,
    blue: String,
    /// How long the second command took.
    took: Duration,
}

impl Scene {
    fn new(script: impl Fn(usize, &Seen) -> Act + Send + Sync + 'static) -> Self {
        Self::with(&[], script)
    }

    fn with(flags: &[&str], script: impl Fn(usize, &Seen) -> Act + Send + Sync + 'static) -> Self {
        let (server, dir) = (Server::start(script), tempfile::tempdir().unwrap());
        let mut exec = start(&dir, &server, flags);
        let (red, _) = exec.remember(RED);
        let (blue, took) = exec.remember(BLUE);
        Self { server, dir, exec, red, blue, took }
    }

    fn states(&mut self) -> [String; 2] {
        [self.exec.state(&self.red), self.exec.state(&self.blue)]
    }

    /// The model's UPDATE was carried out.
    fn reconciled(mut self) {
        assert_eq!(self.states(), ["superseded", "active"]);
        assert_eq!(self.exec.end(), "");
    }

    /// Both are kept, and no question is left.
    fn fell_back(mut self) {
        assert_eq!(self.states(), ["active", "active"]);
        assert_eq!(self.exec.ask("poll", json!({}))["ok"], Value::Null);
        self.exec.end();
    }

    /// Nothing was decided; another process and a server that answers put it right. Gives what was said
    /// on standard error.
    fn stays_open(mut self) -> String {
        assert_eq!(self.states(), ["active", "provisional"]);
        let calls = self.server.seen().len();
        let (recalled, took) = self.exec.ok("recall", json!({"text": "blue Volvo"}));
        assert!(recalled["hits"].as_array().unwrap().iter().any(|hit| hit["id"] == json!(self.blue)));
        assert!(took < Duration::from_secs(1), "reading waits for no model: {took:?}");
        assert_eq!(self.server.seen().len(), calls);
        let said = self.exec.end();
        assert!(said.starts_with("memolet: a question to the model stays open: "), "{said}");
        let server = Server::start(|_, _| well());
        let mut exec = start(&self.dir, &server, &[]);
        assert_eq!(exec.state(&self.blue), "provisional");
        assert_eq!(exec.ok("settle", json!({})).0, json!({"settled": true}));
        assert_eq!([exec.state(&self.red), exec.state(&self.blue)], ["superseded", "active"]);
        assert_eq!(exec.end(), "");
        said
    }
}

fn start(dir: &TempDir, server: &Server, flags: &[&str]) -> Exec {
    let url = server.url();
    let model = ["--model-url", &url, "--model", "tiny", "--embedder", "none"];
    let patience = if flags.is_empty() { &["--model-timeout", "1", "--model-deadline", "5"][..] } else { flags };
    Exec::start(dir.path(), &[&model[..], patience].concat())
}

#[test]
fn an_update_by_a_model_supersedes() {
    let scene = Scene::new(|_, _| well());
    let seen = scene.server.seen();
    assert_eq!(seen.len(), 1);
    assert_eq!((seen[0].path.as_str(), seen[0].format()), ("/v1/chat/completions", Some("json_schema")));
    assert_eq!(seen[0].authorization, Some(format!("Bearer {KEY}")));
    assert_eq!(seen[0].body["model"], "tiny");
    assert!(seen[0].prompt().contains(RED) && seen[0].prompt().contains(BLUE));
    scene.reconciled();
}

#[test]
fn an_update_by_a_script_supersedes_and_a_script_that_ends_leaves_the_question_open() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("script.jsonl");
    fs::write(&script, format!("{{\"reply\":{UPDATE}}}\n")).unwrap();
    let flags = ["--embedder", "none", "--script", &script.to_string_lossy()];
    let mut exec = Exec::start(&dir.path().join("stores"), &flags);
    let (red, _) = exec.remember(RED);
    let (blue, _) = exec.remember(BLUE);
    assert_eq!([exec.state(&red), exec.state(&blue)], ["superseded", "active"]);
    let (green, _) = exec.remember("Ana drives a green Volvo.");
    assert_eq!(exec.state(&green), "provisional");
    assert!(exec.end().contains("the script has no more replies"));
}

#[test]
fn too_many_requests_is_waited_for_as_long_as_the_server_says() {
    let scene = Scene::new(|number, _| match number {
        0 => Act::Answer(429, vec![("retry-after", "1".into())], "application/json", "{}".into()),
        _ => well(),
    });
    assert_eq!(scene.server.seen().len(), 2);
    assert!(scene.took >= Duration::from_secs(1) && scene.took < Duration::from_secs(4), "{:?}", scene.took);
    scene.reconciled();
}

#[test]
fn a_server_that_wants_to_be_left_alone_for_long_is() {
    let scene = Scene::new(|_, _| Act::Answer(429, vec![("retry-after", "3600".into())], "text/plain", String::new()));
    assert_eq!(scene.server.seen().len(), 1);
    assert!(scene.took < Duration::from_secs(2), "{:?}", scene.took);
    assert!(scene.stays_open().contains("status 429"));
}

#[test]
fn a_server_that_fails_thrice_is_asked_a_fourth_time() {
    let scene = Scene::new(|number, _| if number < 3 { Act::status(500) } else { well() });
    assert_eq!(scene.server.seen().len(), 4);
    scene.reconciled();
}

#[test]
fn a_server_that_fails_and_fails_leaves_the_question_open() {
    let scene = Scene::new(|_, _| Act::status(503));
    assert_eq!(scene.server.seen().len(), 4);
    assert!(scene.stays_open().contains("status 503"));
}

#[test]
fn a_server_that_hangs_or_drips_costs_no_more_than_the_deadline() {
    for drips in [false, true] {
        let script = move |_: usize, _: &Seen| if drips { Act::Drip } else { Act::Hang };
        let scene = Scene::with(&["--model-timeout", "0.5", "--model-deadline", "1.5"], script);
        assert!(scene.took >= Duration::from_millis(500) && scene.took < Duration::from_secs(3), "{:?}", scene.took);
        assert!(scene.stays_open().contains("did not answer in time"));
    }
}

#[test]
fn a_server_that_did_not_answer_is_left_alone_for_a_while() {
    let mut scene = Scene::with(&["--model-timeout", "1", "--model-deadline", "1"], |_, _| Act::Hang);
    let calls = scene.server.seen().len();
    let (_, took) = scene.exec.remember("The bees winter behind the barn.");
    assert!(took < Duration::from_millis(700), "{took:?}");
    assert_eq!(scene.server.seen().len(), calls);
    scene.exec.end();
}

#[test]
fn nobody_at_the_address_leaves_the_question_open() {
    let mut scene = Scene::new(|_, _| well());
    drop(scene.server);
    let (green, took) = scene.exec.remember("Ana drives a green Volvo.");
    assert!(took < Duration::from_secs(6), "{took:?}");
    assert_eq!(scene.exec.state(&green), "provisional");
    assert!(scene.exec.end().contains("the connection failed"));
}

#[test]
fn a_body_that_is_cut_off_is_asked_for_again() {
    let scene = Scene::new(|number, _| if number == 0 { Act::Cut } else { well() });
    assert_eq!(scene.server.seen().len(), 2);
    scene.reconciled();
    Scene::new(|_, _| Act::Cut).stays_open();
}

#[test]
fn ten_mebibytes_are_not_read() {
    let scene = Scene::new(|_, _| Act::Flood(10 << 20));
    assert_eq!(scene.server.seen().len(), 1, "a flood is not asked for again");
    assert!(scene.took < Duration::from_secs(2), "{:?}", scene.took);
    assert!(scene.stays_open().contains("over 1048576 bytes"));
}

#[test]
fn an_answer_that_is_no_completion_leaves_the_question_open() {
    let page = "<html><body>Welcome to the hotel's network</body></html>";
    let bodies =
        ["{\"choices\":", "[]", "{}", "{\"choices\":[]}", "{\"choices\":[{\"message\":{\"content\":7}}]}", "", page];
    for body in bodies {
        let kind = if body == page { "text/html" } else { "application/json" };
        let scene = Scene::new(move |_, _| Act::Answer(200, vec![], kind, body.into()));
        assert_eq!(scene.server.seen().len(), 1, "{body}");
        assert!(scene.stays_open().contains("no chat completion"), "{body}");
    }
}

#[test]
fn an_answer_that_is_no_http_leaves_the_question_open() {
    const LONG_HEADER: &[u8] = &[b'x'; 200_000];
    for bytes in [&b"SSH-2.0-OpenSSH_9.9\r\n"[..], b"", LONG_HEADER, b"HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n"] {
        Scene::new(move |_, _| Act::Raw(bytes)).stays_open();
    }
}

#[test]
fn a_model_that_says_nothing_is_asked_as_often_as_the_policy_says_and_the_rule_decides() {
    let body =
        json!({"choices": [{"message": {"role": "assistant", "content": null}, "finish_reason": "content_filter"}]});
    let scene = Scene::new(move |_, _| Act::json(&body));
    assert_eq!(scene.server.seen().len(), 3);
    scene.fell_back();
}

#[test]
fn a_format_that_is_refused_is_not_asked_for_again() {
    for (refused, rest) in [(vec!["json_schema"], Some("json_object")), (vec!["json_schema", "json_object"], None)] {
        let status = if rest.is_some() { 400 } else { 422 };
        let count = refused.len();
        let mut scene = Scene::new(move |_, seen| match seen.format() {
            Some(format) if refused.contains(&format) => Act::status(status),
            _ => well(),
        });
        assert_eq!(scene.server.seen().len(), count + 1);
        let (green, _) = scene.exec.remember("Ana drives a green Volvo.");
        assert_eq!(scene.exec.state(&green), "active");
        let seen = scene.server.seen();
        assert_eq!(seen.len(), count + 2, "the process remembers");
        assert_eq!(seen.last().unwrap().format(), rest);
        assert_eq!(scene.exec.end(), "");
    }
    let scene = Scene::new(|_, _| Act::status(400));
    assert_eq!(scene.server.seen().len(), 3);
    assert!(scene.stays_open().contains("status 400"));
}

#[test]
fn a_reply_that_names_what_was_not_shown_changes_nothing() {
    for target in ["m9", "m0", "claim", ""] {
        let reply = format!(r#"{{"operations":[{{"op":"UPDATE","target":"{target}"}}]}}"#);
        Scene::new(move |_, _| Act::Say(reply.clone())).fell_back();
    }
}

#[test]
fn words_around_the_json_are_told_and_not_forgiven() {
    let prose = format!("Sure! Here is what I would do:\n{UPDATE}\nLet me know.");
    let scene = Scene::new(move |_, _| Act::Say(prose.clone()));
    let seen = scene.server.seen();
    assert_eq!(seen.len(), 3);
    assert!(!seen[0].prompt().contains("could not be used") && seen[1].prompt().contains("could not be used"));
    scene.fell_back();
    let scene = Scene::new(|number, _| if number == 0 { Act::Say("Sure!".into()) } else { well() });
    assert_eq!(scene.server.seen().len(), 2);
    scene.reconciled();
}

#[test]
fn a_hostile_reply_has_no_power() {
    for reply in [
        r#"{"operations":[{"op":"ERASE","target":"m1"}]}"#.to_string(),
        r#"{"operations":[{"op":"UPDATE","target":"m1","user":"bo"}]}"#.to_string(),
        format!(r#"{{"operations":[{}]}}"#, vec![r#"{"op":"DELETE","target":"m1"}"#; 50].join(",")),
        "[".repeat(60_000),
        "x".repeat(500_000),
    ] {
        Scene::new(move |_, _| Act::Say(reply.clone())).fell_back();
    }
}

#[test]
fn a_redirect_is_not_followed_and_the_key_goes_nowhere_else() {
    for status in [301, 302, 307, 308] {
        let other = Server::start(|_, _| well());
        let to = format!("{}/chat/completions", other.url().replace("127.0.0.1", "localhost"));
        let scene =
            Scene::new(move |_, _| Act::Answer(status, vec![("location", to.clone())], "text/plain", String::new()));
        assert_eq!(scene.server.seen().len(), 1);
        assert!(scene.stays_open().contains("redirects"));
        assert!(other.seen().is_empty());
    }
}

#[test]
fn what_a_server_says_in_an_error_is_said_nowhere() {
    let scene = Scene::new(|_, seen| {
        let body = format!("{} {}", seen.authorization.clone().unwrap_or_default(), seen.prompt());
        Act::Answer(401, vec![("x-echo", KEY.into())], "text/plain", body)
    });
    let said = scene.stays_open();
    assert_eq!(said, "memolet: a question to the model stays open: the server wants another key (status 401)\n");
}

#[test]
fn a_transcript_is_asked_about_in_batches_and_never_by_more_requests_at_once_than_allowed() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("chat.jsonl");
    let cities = ["York", "Leeds", "Bath", "Hull", "Derby", "Truro"];
    let turn = |city| {
        format!(
            "{}\n",
            json!({"role": "user", "actor": "Ana", "text": format!("My favourite town is {city}. I love walking in {city}.")})
        )
    };
    fs::write(&file, cities.map(turn).concat()).unwrap();
    let server = Server::start(|_, _| {
        std::thread::sleep(Duration::from_millis(50));
        Act::Say(r#"{"operations":[{"op":"ADD"}]}"#.into())
    });
    let run = |args: &[&str]| {
        let url = server.url();
        let flags = [
            "--embedder",
            "none",
            "--json",
            "--user",
            "ana",
            "--model-url",
            &url,
            "--model",
            "tiny",
            "--model-concurrency",
            "2",
        ];
        let output = clean().arg("--dir").arg(dir.path()).args(flags).args(args).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    run(&["ingest", &file.to_string_lossy()]);
    assert!(!server.seen().is_empty() && server.most_at_once() <= 2);
    assert_eq!(run(&["stats"])["pendingReconciliations"], 0);
    assert_eq!(run(&["model", "settle"]), json!({"settled": true}));
}

/// A vector of a text: how often some words are in it.
fn vector(text: &str) -> Vec<f32> {
    let text = text.to_lowercase();
    ["volvo", "bee", "tea", "barn"].iter().map(|word| text.matches(word).count() as f32 + 0.01).collect()
}

fn embeddings(seen: &Seen) -> Act {
    let texts = seen.body["input"].as_array().unwrap();
    let rows = texts.iter().enumerate().rev();
    let row = |(index, text): (usize, &Value)| json!({"index": index, "embedding": vector(text.as_str().unwrap())});
    Act::json(&json!({"data": rows.map(row).collect::<Vec<_>>()}))
}

fn start_embedding(dir: &TempDir, server: &Server, flags: &[&str]) -> Exec {
    let url = server.url();
    let model =
        ["--embedding-url", &url, "--embedding-model", "words", "--model-timeout", "1", "--model-deadline", "2"];
    Exec::start(dir.path(), &[&model[..], flags].concat())
}

#[test]
fn a_new_store_takes_the_configured_embedder_and_keeps_it() {
    let (server, dir) = (Server::start(|_, seen| embeddings(seen)), tempfile::tempdir().unwrap());
    let mut exec = start_embedding(&dir, &server, &[]);
    assert_eq!(exec.ok("opened", json!({})).0["embedder"], json!({"name": "words", "dimensions": 4}));
    let (red, _) = exec.remember(RED);
    let (bees, _) = exec.remember("The bees winter behind the barn.");
    let (stats, _) = exec.ok("stats", json!({}));
    assert_eq!((&stats["vectors"], &stats["pendingEmbeddings"]), (&json!(2), &json!(0)));
    // A question that shares no word with the memory: the vector finds it.
    let (recalled, _) = exec.ok("recall", json!({"text": "volvos?", "minRelevance": 0.1, "k": 1}));
    assert_eq!(recalled["hits"][0]["id"], json!(red));
    let seen = server.seen();
    assert!(
        seen.iter().all(|seen| seen.path == "/v1/embeddings" && seen.authorization.is_none()),
        "no key of another server"
    );
    assert_eq!(exec.end(), "");
    // Without the server it still recalls, by words.
    drop(server);
    let closed = Server::start(|_, _| Act::status(500));
    let mut exec = start_embedding(&dir, &closed, &[]);
    let (recalled, _) = exec.ok("recall", json!({"text": "bees"}));
    assert_eq!(recalled["hits"][0]["id"], json!(bees));
    assert!(exec.end().starts_with("memolet: recalled by words alone: "));
}

#[test]
fn a_server_that_does_not_take_dimensions_is_not_asked_for_them_again() {
    let dir = tempfile::tempdir().unwrap();
    let server = Server::start(|_, seen| match seen.body.get("dimensions") {
        Some(_) => Act::status(400),
        None => embeddings(seen),
    });
    let mut exec = start_embedding(&dir, &server, &["--embedding-dimensions", "4"]);
    exec.remember(RED);
    exec.remember("The bees winter behind the barn.");
    assert_eq!(server.seen().iter().filter(|seen| seen.body.get("dimensions").is_some()).count(), 1);
    assert_eq!(exec.ok("stats", json!({})).0["vectors"], 2);
    assert_eq!(exec.end(), "");
}

#[test]
fn vectors_that_are_not_the_stores_wait_and_the_memories_are_there() {
    let wrong: [fn(&Seen) -> Act; 6] = [
        |_| Act::json(&json!({"data": [{"index": 0, "embedding": [1, 2, 3]}]})),
        |_| Act::json(&json!({"data": []})),
        |_| Act::json(&json!({"data": [{"index": 0, "embedding": [1, 2, 3, 1e300]}]})),
        |_| Act::Answer(200, vec![], "text/html", "<html>".into()),
        |_| Act::Flood(10 << 20),
        |_| Act::Hang,
    ];
    for act in wrong {
        let dir = tempfile::tempdir().unwrap();
        let server = Server::start(move |_, seen| act(seen));
        let mut exec = start_embedding(&dir, &server, &["--embedding-dimensions", "4"]);
        let (red, took) = exec.remember(RED);
        assert!(took < Duration::from_secs(4), "{took:?}");
        assert_eq!(exec.state(&red), "active");
        assert_eq!(exec.ok("stats", json!({})).0["pendingEmbeddings"], 1);
        assert!(exec.end().starts_with("memolet: memories wait to be embedded: "));
        let server = Server::start(|_, seen| embeddings(seen));
        let mut exec = start_embedding(&dir, &server, &[]);
        exec.remember("The bees winter behind the barn.");
        assert_eq!(exec.ok("stats", json!({})).0["vectors"], 2);
    }
}

/// Runs `model check`; gives whether it succeeded, and everything that it said.
fn check(flags: &[&str]) -> (bool, String) {
    let output = clean().args(["model", "check"]).args(flags).env("MEMOLET_MODEL_KEY", KEY).output().unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    assert!(!said.contains(KEY), "{said}");
    (output.status.success(), said)
}

#[test]
fn check_says_what_the_endpoints_offer() {
    let server = Server::start(|_, seen| match (seen.path.as_str(), seen.format()) {
        ("/v1/embeddings", _) => embeddings(seen),
        ("/v1/rerank", _) => {
            Act::json(&json!({"results": [{"index": 1, "relevance_score": 0.1}, {"index": 0, "relevance_score": 0.9}]}))
        }
        (_, Some("json_schema")) => Act::status(400),
        _ => Act::Say("{\"capital\":\"Paris\"}".into()),
    });
    let url = server.url();
    let flags = ["--model-url", &url, "--model", "tiny", "--embedding-model", "words", "--rerank-model", "order"];
    let (works, said) = check(&flags);
    assert!(works, "{said}");
    for part in ["json_object", "words, 4 dimensions", "0.9"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    assert!(server.seen().iter().all(|seen| seen.authorization.is_some()), "one server, one key");
    let (works, said) = check(&["--json", "--model-url", &url, "--model", "tiny"]);
    assert!(works && said.contains("\"structuredOutput\": \"json_object\""), "{said}");
}

#[test]
fn check_says_what_is_wrong() {
    let server = Server::start(|_, _| Act::status(404));
    let url = server.url();
    let (works, said) = check(&["--model-url", &url, "--model", "tiny"]);
    assert!(!works && said.contains("status 404"), "{said}");
    for (flags, why) in [
        (vec![], "no endpoint is named"),
        (vec!["--model-url", &url], "name one with --model"),
        (vec!["--model", "tiny"], "name one with --model-url"),
        (vec!["--model", "tiny", "--model-url", "http://ana:hunter2@127.0.0.1/v1"], "no user or password"),
        (
            vec!["--model", "tiny", "--model-url", &url, "--model-key-env", "NO_SUCH_KEY"],
            "there is no variable NO_SUCH_KEY",
        ),
        (
            vec!["--model", "tiny", "--model-url", &url, "--model-extra", "{\"messages\":[]}"],
            "messages is not to be set",
        ),
    ] {
        let (works, said) = check(&flags);
        assert!(!works && said.contains(why) && !said.contains("hunter2"), "{said}");
    }
}
