//! `memolet model check`: does an endpoint work, and what does it offer?

use std::time::Instant;

use anyhow::bail;
use serde_json::{Value, json};

use super::config::Flags;
use super::{Ask, Chat, Embeddings, Model, ModelError, Reranker};
use crate::render;

const SCHEMA: &str = r#"{"type":"object","additionalProperties":false,"required":["capital"],"properties":{"capital":{"type":"string"}}}"#;

/// Tries each endpoint that is named with a tiny question, and prints what came of it.
pub fn run(flags: &Flags, json: bool) -> anyhow::Result<()> {
    let (chat, embeddings, reranker) = (flags.chat()?, flags.embeddings()?, flags.reranker()?);
    let found = json!({
        "chat": chat.as_ref().map(check_chat),
        "embeddings": embeddings.as_ref().map(check_embeddings),
        "reranking": reranker.as_ref().map(check_reranker),
    });
    let found = present(found);
    if found.as_object().is_none_or(|found| found.is_empty()) {
        bail!("no endpoint is named: give --model-url and --model, or MEMOLET_MODEL_URL and MEMOLET_MODEL");
    }
    render::print(json, &found, || render::pairs(&found))?;
    let failed = found.as_object().into_iter().flatten().find(|(_, found)| found["works"] != json!(true));
    match failed {
        Some((name, _)) => bail!("{name}: it does not work as it is"),
        None => Ok(()),
    }
}

fn check_chat(chat: &Chat) -> Value {
    let ask = Ask {
        purpose: "check".into(),
        prompt: format!("What is the capital of France? Reply with JSON of this schema: {SCHEMA}"),
        schema: SCHEMA.into(),
        shown: vec![],
    };
    let (reply, took) = timed(|| chat.reply(&ask));
    // The same reading as the engine's: a fence of Markdown is forgiven, words around the JSON are not.
    let fits = |reply: &str| {
        let inner = reply.trim().strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
        let inner = inner.map_or(reply.trim(), |inner| inner.strip_prefix("json").unwrap_or(inner).trim());
        serde_json::from_str::<Value>(inner).is_ok_and(|reply| reply["capital"].is_string())
    };
    present(match reply {
        Ok(reply) => json!({
            "works": fits(&reply),
            "milliseconds": took,
            "structuredOutput": chat.format().name(),
            "reply": if fits(&reply) { "JSON of the schema" } else { "not the JSON that was asked for" },
            "note": exposed(chat.endpoint().exposes_key()),
        }),
        Err(error) => failed(&error, took, chat.endpoint().exposes_key()),
    })
}

fn check_embeddings(embeddings: &Embeddings) -> Value {
    let texts = ["Ana lives in York", "Ana's home is York", "The bees winter behind the barn"].map(String::from);
    let (vectors, took) = timed(|| embeddings.passages(&texts));
    let exposed_key = embeddings.endpoint().exposes_key();
    let shown = |prefix: &String| Some(prefix.clone()).filter(|prefix| !prefix.is_empty());
    let prefixes = embeddings.prefixes();
    present(match vectors.as_deref() {
        Ok([one, like, unlike]) => json!({
            "works": true,
            "milliseconds": took,
            "embedder": format!("{}, {} dimensions", embeddings.name(), one.len()),
            "cosineOfAlike": cosine(one, like),
            "cosineOfUnlike": cosine(one, unlike),
            "queryPrefix": shown(&prefixes.query),
            "passagePrefix": shown(&prefixes.passage),
            "note": exposed(exposed_key),
        }),
        Ok(_) => json!({"works": false, "milliseconds": took}),
        Err(error) => failed(error, took, exposed_key),
    })
}

fn check_reranker(reranker: &Reranker) -> Value {
    let documents = ["Ana lives in York", "The bees winter behind the barn"];
    let (scores, took) = timed(|| reranker.scores("Where does Ana live?", &documents));
    let exposed_key = reranker.endpoint().exposes_key();
    present(match scores {
        Ok(scores) => json!({
            "works": true,
            "milliseconds": took,
            "reranker": reranker.name(),
            "scores": scores,
            "note": exposed(exposed_key),
        }),
        Err(error) => failed(&error, took, exposed_key),
    })
}

fn failed(error: &ModelError, took: u64, exposed_key: bool) -> Value {
    json!({"works": false, "milliseconds": took, "why": error.to_string(), "note": exposed(exposed_key)})
}

fn exposed(exposed_key: bool) -> Option<&'static str> {
    exposed_key.then_some("the key travels in the open: use https")
}

fn timed<T>(act: impl FnOnce() -> T) -> (T, u64) {
    let start = Instant::now();
    let value = act();
    (value, u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX))
}

fn cosine(one: &[f32], other: &[f32]) -> f64 {
    let dot =
        |one: &[f32], other: &[f32]| one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    let cosine = dot(one, other) / (dot(one, one) * dot(other, other)).sqrt();
    (cosine * 100.0).round() / 100.0
}

/// Without what is null.
fn present(mut value: Value) -> Value {
    if let Value::Object(object) = &mut value {
        object.retain(|_, value| !value.is_null());
    }
    value
}
