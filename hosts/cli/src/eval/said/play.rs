//! Utterances and dialogues put to the engine, as a host would.

use anyhow::Context;
use serde_json::{Value, json};

use super::data::{Dialogue, Utterance, at, present};
use super::expect::{Claim, Names};
use super::judge::{Verdict, judge};
use crate::eval::lifecycle::store::Store;
use crate::session::{Host, Settings};

const MINUTE: u64 = 60_000;
/// States in which a memory says what the store believes, of whatever time.
const BELIEVED: [&str; 5] = ["provisional", "active", "consolidated", "superseded", "ended"];

/// What came of a dialogue.
pub struct Played {
    /// Held against what is current at its end.
    pub verdict: Verdict,
    /// Wrong claims that the user is said to have made.
    pub asserted: u64,
}

/// Reads an utterance. The store is any: reading needs none.
pub fn utterance(store: &mut Store, said: &Utterance, names: &Names) -> anyhow::Result<Verdict> {
    let now = at(&said.at)?;
    let args = json!({"text": said.text, "at": now, "utcOffset": said.utc_offset, "before": said.before});
    let reading = store.must("readStatements", &json!(now), &Value::Null, &present(args))?;
    let statements = reading["statements"].as_array().context("a reading has statements")?;
    let claims: Vec<Claim> = statements.iter().map(|statement| Claim::of(statement, said.utc_offset)).collect();
    Ok(judge(&claims, &said.claims, names, false))
}

/// Tells a dialogue to a fresh store, each turn at its time, and looks at what is known at the end.
pub fn dialogue(
    host: &Host,
    settings: &Settings,
    dialogue: &Dialogue,
    names: &Names,
    model: bool,
) -> anyhow::Result<Played> {
    let mut store = Store::open(host, settings, &dialogue.id, None, model);
    let scope = json!({"user": "ana", "session": "s"});
    let mut last = 0;
    for turn in &dialogue.turns {
        last = at(&turn.at)?;
        store.must("observe", &json!(last), &scope, &json!({"role": turn.role, "text": turn.text}))?;
    }
    // The end of the session: what no question was due for is asked about now.
    for _ in dialogue.turns.iter().filter(|_| model) {
        if store.must("extract", &json!(last), &scope, &json!({}))?.is_null() {
            break;
        }
    }
    let now = dialogue.now.as_deref().map_or(Ok(last + MINUTE), at)?;
    let facts = facts(&mut store, now)?;
    let held: Vec<&Value> = facts.iter().filter(|fact| holds(fact, now)).collect();
    let claims = claims(held.iter().copied());
    let mut verdict = judge(&claims, &dialogue.current, names, model);
    let asserted = held.iter().zip(&claims).filter(|(fact, claim)| {
        fact["source"] == "user-said" && !dialogue.current.iter().any(|one| one.met_by(claim, names))
    });
    let asserted = asserted.count() as u64;
    let not = dialogue.not.iter().filter(|not| claims.iter().any(|claim| not.met_by(claim, names)));
    verdict.broken.extend(not.map(|not| format!("still current: {}", not.show())));
    for past in &dialogue.past {
        let then = at(&past.as_of)?;
        let claims = self::claims(facts.iter().filter(|fact| holds(fact, then)));
        let met = |one: &super::expect::Expectation| claims.iter().any(|claim| one.met_by(claim, names));
        let missed = past.held.iter().filter(|one| !one.optional && !met(one));
        verdict.broken.extend(missed.map(|one| format!("did not hold on {}: {}", past.as_of, one.show())));
        let held = past.not.iter().filter(|one| met(one));
        verdict.broken.extend(held.map(|one| format!("held on {}: {}", past.as_of, one.show())));
    }
    Ok(Played { verdict, asserted })
}

/// Every claim that a store believes, of whatever time, but its episodes.
fn facts(store: &mut Store, now: u64) -> anyhow::Result<Vec<Value>> {
    let args = json!({"kinds": ["fact", "preference", "procedure"], "states": BELIEVED, "limit": 1000});
    let mut page = store.must("list", &json!(now), &json!({"user": "ana"}), &args)?;
    match page["memories"].take() {
        Value::Array(memories) => Ok(memories),
        other => anyhow::bail!("list: {other}"),
    }
}

fn claims<'a>(memories: impl Iterator<Item = &'a Value>) -> Vec<Claim> {
    memories.map(|memory| Claim::of(memory, 0)).collect()
}

/// Whether a claim holds in the world at a time, and is of use then.
fn holds(memory: &Value, time: u64) -> bool {
    let bound = |key: &str| memory[key].as_u64();
    bound("validFrom").is_none_or(|from| from <= time)
        && ["validTo", "expiresAt"].into_iter().all(|key| bound(key).is_none_or(|to| time < to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_holds_in_its_interval() {
        let memory = json!({"state": "active", "validFrom": 10, "validTo": 20});
        assert_eq!([9, 10, 19, 20].map(|time| holds(&memory, time)), [false, true, true, false]);
        assert!(!holds(&json!({"validFrom": 1, "expiresAt": 5}), 5));
    }
}
