//! One item in a fresh store: what became of the claim, and of what was known.

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use super::item::{Became, Item, Said, at};
use crate::eval::lifecycle::store::Store;
use crate::session::{Host, Settings};

/// The name of the new claim.
const NEW: &str = "new";
/// What must not change in a memory that a claim leaves alone.
const LIFE: [&str; 4] = ["state", "validFrom", "validTo", "supersededBy"];

/// What was found.
pub struct Verdict {
    /// The outcome.
    pub became: Became,
    /// What is not as the item says; none when it is right.
    pub wrong: Vec<String>,
}

/// Runs an item.
pub fn judge(host: &Host, settings: &Settings, item: &Item) -> anyhow::Result<Verdict> {
    let mut store = Store::open(host, settings, &item.id, item.policy.as_ref(), false);
    let mut known: Vec<(&str, &Value)> = Vec::new();
    for said in &item.known {
        let answer = store.ask(&said.op, &said.now, &said.scope, &said.args)?;
        ensure!(answer.get("ok").is_some(), "what is known fails: {}: {answer}", said.op);
        ensure!(answer["ok"]["outcome"] != "refused", "what is known is refused: {answer}");
        if let Some(name) = &said.name {
            store.capture(name, &answer);
            known.push((name, &said.scope));
        }
    }
    let before = lives(&mut store, &known, &item.new.now);
    let answer = store.must("remember", &item.new.now, &item.new.scope, &item.new.args)?;
    store.capture(NEW, &json!({"ok": answer}));
    let after = lives(&mut store, &known, &item.new.now);
    let made = life(&mut store, NEW, &item.new.scope, &item.new.now);
    let became = became(&answer, &made);
    let mut wrong = Vec::new();
    if became == item.expect.became {
        wrong.extend(partners(item, &store, became, &answer));
    } else {
        wrong.push(format!("{}, expected {}", became.name(), item.expect.became.name()));
    }
    for ((name, _), (before, after)) in known.iter().zip(before.iter().zip(&after)) {
        let told = item.expect.intervals.contains_key(*name) || item.expect.states.contains_key(*name);
        let touched = matches!(became, Became::Supersede | Became::Placed) || told;
        if !touched && before != after {
            wrong.push(format!("{name} changed from {before} to {after}"));
        }
    }
    let last = |said: &Said, name: &str| {
        if name == NEW { made.clone() } else { life_of(&known, &after, name).unwrap_or(json!(said.op)) }
    };
    for (name, (from, to)) in &item.expect.intervals {
        let (life, expected) = (last(&item.new, name), [at(from)?, at(to)?]);
        let have = [life["validFrom"].clone(), life["validTo"].clone()];
        if have != expected {
            wrong.push(format!("{name} holds {have:?}, expected {expected:?}"));
        }
    }
    for (name, state) in &item.expect.states {
        let life = last(&item.new, name);
        if life["state"] != state.as_str() {
            wrong.push(format!("{name} is {}, expected {state}", life["state"]));
        }
    }
    Ok(Verdict { became, wrong })
}

/// What an answer comes to.
fn became(answer: &Value, made: &Value) -> Became {
    let conflict = answer["rules"].as_array().is_some_and(|rules| rules.iter().any(|rule| rule == "conflict"));
    match answer["outcome"].as_str() {
        Some("duplicate") => Became::Duplicate,
        Some("quarantined") if conflict => Became::Conflict,
        Some("refused" | "quarantined") => Became::KeptOut,
        _ if made["supersededBy"].is_string() => Became::Placed,
        _ if answer["related"].as_array().is_some_and(|related| !related.is_empty()) => Became::Supersede,
        _ => Became::Coexist,
    }
}

/// Whether it met those that it should have.
fn partners(item: &Item, store: &Store, became: Became, answer: &Value) -> Option<String> {
    let last = || {
        item.known
            .iter()
            .rev()
            .find_map(|said| said.name.clone().filter(|_| said.op == "remember" || said.op == "supersede"))
    };
    let mut expected = match (&item.expect.with, became) {
        (Some(with), _) => with.clone(),
        (None, Became::Supersede | Became::Conflict | Became::Duplicate) => last().into_iter().collect(),
        (None, _) => return None,
    };
    let ids: Vec<&Value> = match became {
        Became::Duplicate => vec![&answer["id"]],
        _ => answer["related"].as_array().into_iter().flatten().collect(),
    };
    // The claim itself was captured last: a duplicate's id has the name of what it repeats before.
    let mut met: Vec<String> = ids
        .into_iter()
        .map(|id| {
            item.known
                .iter()
                .filter_map(|said| said.name.as_deref())
                .find(|name| store.id(name) == id.as_str())
                .unwrap_or("?")
                .to_owned()
        })
        .collect();
    expected.sort();
    met.sort();
    (expected != met).then(|| format!("meets {met:?}, expected {expected:?}"))
}

fn lives(store: &mut Store, known: &[(&str, &Value)], now: &Value) -> Vec<Value> {
    known.iter().map(|(name, scope)| life(store, name, scope, now)).collect()
}

/// State and validity of a memory; null when it is gone.
fn life(store: &mut Store, name: &str, scope: &Value, now: &Value) -> Value {
    let Some(id) = store.id(name).map(String::from) else {
        return Value::Null;
    };
    // The owner may see it in any project.
    let scope =
        json!({"user": scope["user"], "project": scope["project"], "sharedWriter": scope["sharedWriter"] == true});
    let memory = store.must("get", now, &scope, &json!({"id": id})).context("get");
    let memory = memory.unwrap_or(Value::Null);
    if memory.is_null() {
        Value::Null
    } else {
        Value::Object(LIFE.iter().map(|key| ((*key).to_owned(), memory[*key].clone())).collect())
    }
}

fn life_of(known: &[(&str, &Value)], lives: &[Value], name: &str) -> Option<Value> {
    known.iter().position(|(known, _)| *known == name).map(|place| lives[place].clone())
}
