//! Reading items: one a line.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::render;
use crate::time;

/// The day of the first known claim, a day before each next one's, unless they say when.
const KNOWN_AT: &str = "2026-01-10T09:00:00Z";
/// The time of the new claim, unless it says when.
const NEW_AT: &str = "2026-06-15T09:00:00Z";
const DAY: u64 = 86_400_000;

/// What can become of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Became {
    /// It replaces what is known.
    Supersede,
    /// It contradicts something of more authority, and waits for review.
    Conflict,
    /// It has a place in the past: something later is known.
    Placed,
    /// It says what is known.
    Duplicate,
    /// It stands beside what is known.
    Coexist,
    /// It is not taken in, or not without review, whatever is known.
    KeptOut,
}

impl Became {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Supersede, Self::Conflict, Self::Placed, Self::Duplicate, Self::Coexist, Self::KeptOut];

    /// As items and reports call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Supersede => "supersede",
            Self::Conflict => "conflict",
            Self::Placed => "placed",
            Self::Duplicate => "duplicate",
            Self::Coexist => "coexist",
            Self::KeptOut => "kept-out",
        }
    }

    /// Whether it says that another value is or was known: what conflict detection is to find.
    pub const fn detected(self) -> bool {
        matches!(self, Self::Supersede | Self::Conflict | Self::Placed)
    }
}

/// What is right.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Expect {
    /// The outcome.
    pub became: Became,
    /// Names that it meets: retires, contradicts or repeats. Left out: the last known claim.
    pub with: Option<Vec<String>>,
    /// Validity by name, from and to; null is open.
    #[serde(default)]
    pub intervals: BTreeMap<String, (Value, Value)>,
    /// State by name.
    #[serde(default)]
    pub states: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Line {
    id: String,
    class: String,
    #[serde(default = "english")]
    language: String,
    #[serde(default)]
    guard: bool,
    #[serde(default)]
    hard: bool,
    #[serde(default = "fact")]
    kind: String,
    address: Option<[String; 2]>,
    policy: Option<Value>,
    known: Vec<Map<String, Value>>,
    new: Map<String, Value>,
    expect: Expect,
    #[allow(dead_code)]
    note: Option<String>,
}

/// One meeting of claims.
#[derive(Debug)]
pub struct Item {
    /// Unique.
    pub id: String,
    /// What sort of meeting it is.
    pub class: String,
    /// ISO 639-1.
    pub language: String,
    /// A wrong answer would do harm.
    pub guard: bool,
    /// Rules are not expected to get it right.
    pub hard: bool,
    /// Whether the new claim has an address.
    pub addressed: bool,
    /// The tenant's policy.
    pub policy: Option<Value>,
    /// What came before, in order.
    pub known: Vec<Said>,
    /// The claim.
    pub new: Said,
    /// What is right.
    pub expect: Expect,
}

/// A request, in full.
#[derive(Debug)]
pub struct Said {
    /// The name of what it makes.
    pub name: Option<String>,
    /// Its operation.
    pub op: String,
    /// Milliseconds.
    pub now: Value,
    /// Who.
    pub scope: Value,
    /// With what.
    pub args: Value,
}

/// All items of a file.
#[derive(Debug)]
pub struct Data {
    /// In order.
    pub items: Vec<Item>,
    /// Of the file.
    pub sha256: String,
}

/// Reads a file.
pub fn read(file: &Path) -> anyhow::Result<Data> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let sha256 = render::hex(&Sha256::digest(&text));
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let items = lines.map(|(number, line)| item(line).with_context(|| format!("line {number}")));
    let items: Vec<Item> = items.collect::<anyhow::Result<_>>()?;
    let mut ids: Vec<&str> = items.iter().map(|item| item.id.as_str()).collect();
    ids.sort_unstable();
    if let Some(twice) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        bail!("two items are called {}", twice[0]);
    }
    Ok(Data { items, sha256 })
}

/// A time as items write it: a bare date is its midnight in UTC.
pub fn at(value: &Value) -> anyhow::Result<Value> {
    Ok(match value {
        Value::String(date) if date.len() == 10 => json!(time::parse(&format!("{date}T00:00:00Z"), "time")?),
        Value::Null => Value::Null,
        other => json!(time::from_json(other, "time")?),
    })
}

fn item(line: &str) -> anyhow::Result<Item> {
    let line: Line = serde_json::from_str(line)?;
    let (kind, address) = (&line.kind, line.address.as_ref());
    let first = at(&json!(KNOWN_AT))?.as_u64().unwrap_or_default();
    let known = (0..).zip(line.known).map(|(day, claim)| said(claim, json!(first + day * DAY), kind, address));
    let known: Vec<Said> = known.collect::<anyhow::Result<_>>()?;
    let new = said(line.new, json!(NEW_AT), kind, address)?;
    ensure!(new.op == "remember", "the new claim is remembered");
    Ok(Item {
        addressed: new.args.get("entity").is_some(),
        id: line.id,
        class: line.class,
        language: line.language,
        guard: line.guard,
        hard: line.hard,
        policy: line.policy,
        known,
        new,
        expect: line.expect,
    })
}

/// A claim in short: labels and arguments side by side, with the item's kind and address put in. With
/// `op` it is another request.
fn said(mut claim: Map<String, Value>, now: Value, kind: &str, address: Option<&[String; 2]>) -> anyhow::Result<Said> {
    let name = claim.remove("as").and_then(|name| name.as_str().map(String::from));
    let op = claim.remove("op").and_then(|op| op.as_str().map(String::from)).unwrap_or_else(|| "remember".into());
    let now = claim.remove("now").map_or(Ok(now), |now| at(&now))?;
    let mut scope = json!({"user": claim.remove("user").unwrap_or_else(|| json!("ana"))});
    for label in ["project", "agent", "session", "purpose", "sharedWriter"] {
        if let Some(value) = claim.remove(label) {
            scope[label] = value;
        }
    }
    for time in ["observedAt", "validFrom", "validTo", "expiresAt", "at"] {
        if let Some(value) = claim.get_mut(time) {
            *value = at(value)?;
        }
    }
    if op == "remember" {
        claim.entry("kind").or_insert_with(|| json!(kind));
        if let (Some([entity, attribute]), false) = (address, claim.contains_key("entity")) {
            claim.insert("entity".into(), json!(entity));
            claim.insert("attribute".into(), json!(attribute));
        }
    }
    claim.retain(|_, value| !value.is_null());
    Ok(Said { name, op, now, scope, args: Value::Object(claim) })
}

fn english() -> String {
    "en".into()
}

fn fact() -> String {
    "fact".into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_in_short_is_a_request() {
        let claim = json!({"as": "a", "text": "Ana lives in York.", "value": "York", "project": "p", "validFrom": "2026-01-01"});
        let Value::Object(claim) = claim else { panic!() };
        let said = said(claim, json!(7), "fact", Some(&["Ana".into(), "home".into()])).unwrap();
        assert_eq!(
            (said.op.as_str(), &said.now, &said.scope),
            ("remember", &json!(7), &json!({"user": "ana", "project": "p"}))
        );
        assert_eq!((&said.args["entity"], &said.args["validFrom"]), (&json!("Ana"), &json!(1_767_225_600_000_u64)));
    }
}
