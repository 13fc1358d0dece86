//! What became of a turn, for people.

use serde_json::Value;

/// Characters of a passage that are shown.
const MOST_SHOWN: usize = 60;

/// What became of a turn, of a passage in it, or of a claim that it makes.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// `kept`, `lifted`, `known`, `refused`, `quarantined`, `ended`, `wrong`, `not known`, `stands` or `passed by`.
    pub became: &'static str,
    /// Kind of the claim, or whose words a passage is.
    pub kind: String,
    /// The claim; none where it is the turn's own words, or was refused.
    pub claim: Option<String>,
    /// Rules that refused or quarantined it.
    pub rules: Vec<String>,
    /// Ids of memories that it replaced, ended, found wrong or is in conflict with.
    pub ids: Vec<String>,
    /// The same memories, as they are now.
    pub related: Vec<Value>,
}

/// What an answer of `observe` tells.
pub fn decisions(observed: &Value) -> Vec<Decision> {
    let kept = list(&observed["kept"]).map(|part| Decision {
        became: became(part["admission"]["outcome"].as_str(), "kept"),
        kind: "episode".into(),
        rules: texts(&part["admission"]["rules"]),
        ids: texts(&part["admission"]["related"]),
        ..Decision::default()
    });
    kept.chain(list(&observed["statements"]).map(statement)).collect()
}

/// The passages of a reading that are not the speaker's own words, and so state nothing.
pub fn passages(text: &str, reading: &Value) -> Vec<Decision> {
    let others = list(&reading["passages"]).filter(|passage| passage["frame"] != "own");
    let told = others.filter_map(|passage| {
        let end = |name: &str| passage["span"][name].as_u64().and_then(|at| usize::try_from(at).ok());
        let words = text.get(end("start")?..end("end")?)?.trim();
        let claim = (!words.is_empty()).then(|| words.chars().take(MOST_SHOWN).collect())?;
        let kind = passage["frame"].as_str().unwrap_or_default().to_owned();
        Some(Decision { became: "passed by", kind, claim: Some(claim), ..Decision::default() })
    });
    told.collect()
}

fn statement(said: &Value) -> Decision {
    let mut ids = texts(&said["touched"]);
    ids.extend(texts(&said["admission"]["related"]));
    Decision {
        became: became(said["effect"].as_str(), "lifted"),
        kind: said["kind"].as_str().unwrap_or_default().into(),
        claim: said["text"].as_str().map(str::to_owned),
        rules: texts(&said["admission"]["rules"]),
        ids,
        ..Decision::default()
    }
}

fn became(outcome: Option<&str>, stored: &'static str) -> &'static str {
    match outcome {
        Some("duplicate") => "known",
        Some("refused") => "refused",
        Some("quarantined") => "quarantined",
        Some("ended") => "ended",
        Some("invalidated") => "wrong",
        Some("nothing-known") => "not known",
        Some("outranked") => "stands",
        _ => stored,
    }
}

/// The elements of a list.
pub fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn texts(value: &Value) -> Vec<String> {
    list(value).filter_map(Value::as_str).map(str::to_owned).collect()
}
