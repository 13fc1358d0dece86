//! The same hundred thousand operations as the engine's own test plays, on the component in wasmtime,
//! through the host's dispatcher: one stream and one naive model for both.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../../../tests/model/mod.rs"]
mod model;

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{EmbedderInfo, Fault, Instance, Limits, Options, Runtime, Table};
use crate::request::Request;
use model::*;

/// A store in an instance of the component, which dies with its host.
struct Wasm {
    instance: Instance,
    table: Arc<Table>,
    embedder: bool,
}

fn labels(door: Door) -> Value {
    json!({
        "user": door.user, "project": door.project, "session": "s", "purpose": door.purpose,
        "sharedWriter": door.shared_writer,
    })
}

/// An operation's name and arguments in JSON.
fn spoken(door: Door, op: &Op) -> (&'static str, Value) {
    match op {
        Op::Remember(said) => ("remember", remember(said)),
        Op::Supersede { id, text, value, from, source } => {
            ("supersede", json!({"id": id, "text": text, "value": value, "validFrom": from, "source": source}))
        }
        Op::Act(verb, id) => act(*verb, id),
        Op::Undo(sequence) => ("undo", json!({"sequence": sequence})),
        Op::Erase(victims) => ("erase", erase(door, victims)),
        Op::Used(id) => ("used", json!({"ids": [id]})),
        Op::Turn { text, uri } => ("turn", json!({"role": "user", "text": text, "ref": uri})),
        Op::Sweep => ("sweep", json!({"dryRun": false})),
        Op::Compact => ("compact", json!({})),
    }
}

fn remember(said: &Said) -> Value {
    let evidence: Vec<Value> = said.evidence.iter().map(|uri| json!({"uri": uri})).collect();
    json!({
        "kind": said.kind, "text": said.text, "entity": said.attribute.map(|_| "it"), "attribute": said.attribute,
        "value": said.value, "source": said.source, "validFrom": said.valid_from, "validTo": said.valid_to,
        "expiresAt": said.expires_at, "evidence": evidence, "shared": said.shared,
    })
}

fn act(verb: Verb, id: &str) -> (&'static str, Value) {
    let plain = || json!({"id": id, "reason": "test"});
    let by = || json!({"id": id, "reason": "test", "by": "curator"});
    match verb {
        Verb::End(at) => ("end", json!({"id": id, "reason": "test", "at": at})),
        Verb::Invalidate => ("invalidate", plain()),
        Verb::Restore => ("restore", plain()),
        Verb::Archive => ("archive", plain()),
        Verb::Approve => ("approve", by()),
        Verb::Quarantine => ("quarantine", by()),
        Verb::Pin => ("pin", by()),
        Verb::Unpin => ("unpin", by()),
        Verb::Hold => ("hold", by()),
        Verb::Release => ("release", by()),
    }
}

fn erase(door: Door, victims: &Victims) -> Value {
    let mut args = json!({"authority": "dpo", "reason": "test"});
    let (name, value) = match victims {
        Victims::Ids(ids) => ("ids", json!(ids)),
        Victims::Attribute(attribute) => ("filter", json!({"field": "attribute", "op": "eq", "value": attribute})),
        Victims::User => ("user", json!(door.user)),
    };
    args[name] = value;
    args
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(text).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// What an operation gave, out of JSON.
fn told(op: &Op, given: &Value) -> Told {
    match op {
        Op::Remember(_) => Told::Admission(text(&given["outcome"]), given["id"].as_str().map(str::to_owned)),
        Op::Supersede { .. } => Told::Id(text(&given["id"])),
        Op::Used(_) => Told::Counted(given["counted"].as_u64().unwrap() as u32),
        Op::Erase(_) => Told::Removed(texts(&given["removed"])),
        Op::Sweep => Told::Swept {
            expired: texts(&given["expired"]),
            archived: texts(&given["archived"]),
            purged: texts(&given["purged"]),
        },
        Op::Act(..) | Op::Undo(_) | Op::Turn { .. } | Op::Compact => Told::Done,
    }
}

fn tag(fault: Fault) -> Tag {
    match fault {
        Fault::Failure(failure) => failure.tag,
        Fault::Trap(why) => panic!("the component trapped: {why}"),
    }
}

impl Wasm {
    fn invoke(&mut self, op: &str, scope: Value, args: Value, now: u64, key: Option<&str>) -> Result<Value, Tag> {
        let request = Request { key: key.map(str::to_owned), ..Request::new(op, now, given(args)).scoped(&scope) };
        let table = self.table.clone();
        self.instance.call(table.get(op).unwrap(), &request).map_err(tag)
    }

    fn ask(&mut self, op: &str) -> Value {
        self.invoke(op, Value::Null, json!({}), 0, None).unwrap()
    }
}

/// Arguments without those that are left out.
fn given(args: Value) -> Value {
    let Value::Object(args) = args else { return args };
    Value::Object(args.into_iter().filter(|(_, value)| !value.is_null()).collect::<Map<_, _>>())
}

impl Surface for Wasm {
    type Maker = Runtime;

    fn open(maker: &Runtime, setting: Setting, snapshot: Option<&[u8]>, journal: &[u8], now: u64) -> (Self, usize) {
        let options = Options {
            tenant: "acme".into(),
            seed: SEED.into(),
            policy: Some(policy()),
            embedder: setting.embedder.then(|| EmbedderInfo { name: "words".into(), dimensions: DIMENSIONS }),
            model: setting.model,
            device: None,
        };
        let mut instance = maker.instantiate().unwrap();
        let opened = instance.open(&options, snapshot, journal, now).map_err(tag).unwrap();
        let table = maker.table().clone();
        (Self { instance, table, embedder: setting.embedder }, opened.dropped_bytes as usize)
    }

    fn call(&mut self, door: Door, op: &Op, now: u64, key: Option<&str>) -> Result<Told, Tag> {
        if matches!(op, Op::Compact) {
            return self.instance.compact(now).map(|()| Told::Done).map_err(tag);
        }
        let (name, args) = spoken(door, op);
        let given = self.invoke(name, labels(door), args, now, key)?;
        Ok(told(op, &given))
    }

    fn poll(&mut self, now: u64) -> Option<(u64, Task)> {
        let work = self.instance.poll(now).map_err(tag).unwrap()?;
        let task = match work.task {
            super::Task::Append(bytes) => Task::Append(bytes),
            super::Task::Replace(bytes) => Task::Replace(bytes),
            super::Task::Embed(texts) => Task::Embed(texts),
            super::Task::Ask(ask) => Task::Ask(ask.prompt, ask.shown),
            super::Task::Rerank(_) | super::Task::Count(_) => panic!("a task of a read that nobody asked for"),
        };
        Some((work.ticket, task))
    }

    fn answer(&mut self, ticket: u64, answer: Answer, now: u64) -> Result<Vec<Applied>, Tag> {
        let answer = match answer {
            Answer::Stored => super::Answer::Stored,
            Answer::Vectors(vectors) => super::Answer::Vectors(vectors),
            Answer::Reply(words) => super::Answer::Reply(words),
            Answer::Failed => super::Answer::Failed("not now".into()),
        };
        let verdict = self.instance.answer(ticket, &answer, now).map_err(tag)?;
        let applied = verdict.results.into_iter();
        Ok(applied.filter_map(|one| Some(Applied { op: one.op, target: one.target, id: one.id? })).collect())
    }

    fn recall(&mut self, door: Door, look: &Look, now: u64) -> Vec<(String, String)> {
        let args = json!({
            "text": look.text, "embedding": look.text.as_deref().filter(|_| self.embedder).map(embed), "k": 100,
            "minRelevance": 0.0, "asOf": look.as_of, "knownAsOf": look.known_as_of,
            "mode": if look.text.is_some() { "ranked" } else { "full" },
        });
        let recalled = self.invoke("recall", labels(door), args, now, None).unwrap();
        recalled["hits"].as_array().unwrap().iter().map(|hit| (text(&hit["id"]), text(&hit["text"]))).collect()
    }

    fn state_hash(&mut self) -> String {
        text(&self.ask("stateHash")["hash"])
    }

    fn verify(&mut self) {
        self.ask("verify");
    }
}

#[test]
fn a_hundred_thousand_operations_are_as_the_model_says() {
    let built = super::find(None).expect("built by `cargo xtask component`");
    let runtime = Runtime::load(&built, Limits::default()).unwrap();
    println!("component: {}", play::<Wasm>(&runtime));
}
