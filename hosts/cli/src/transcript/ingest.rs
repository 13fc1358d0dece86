//! Remembering a transcript: every turn of a user as an episode, and what the rules lift out of it.
//!
//! Each command carries a key made of the file's name, the turn's place and its words. Ingesting
//! again, or after a kill, repeats the keys, and a repeated key changes nothing.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::rules::{self, Action, Lifted};
use super::{Role, Transcript, Turn};
use crate::client::{Client, Progress};
use crate::failure::Outcome;
use crate::request::Request;

/// Turns between two batches of embeddings.
const BATCH: usize = 64;
/// The longest piece of a turn; policies bound a claim at 2,000 characters unless told otherwise.
const PIECE: usize = 1900;

/// How a transcript is remembered.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Keep the assistant's turns too.
    pub assistant: bool,
    /// Lift facts and preferences.
    pub rules: bool,
    /// Whose memories they become.
    pub scope: Value,
    /// UTC milliseconds: when it is recorded.
    pub now: u64,
    /// Record each turn at its own time, as if it were heard then.
    pub replay: bool,
}

/// What became of a turn, or of a claim that was lifted from it.
#[derive(Clone, Debug)]
pub struct Decision {
    /// `kept`, `lifted`, `known`, `refused`, `quarantined` or `ended`.
    pub became: &'static str,
    /// Kind of the claim.
    pub kind: String,
    /// The claim; none where it is the turn's own words, or was refused.
    pub claim: Option<String>,
    /// Rules that refused or quarantined it.
    pub rules: Vec<String>,
    /// Memories that it replaced or is in conflict with, as they are now.
    pub related: Vec<Value>,
}

/// Told of each turn and of what became of it.
pub type Listener<'a> = &'a mut (dyn FnMut(&Turn, &[Decision]) + 'a);

/// What became of the turns and of what was lifted from them.
#[derive(Debug, Default)]
pub struct Totals {
    turns: u64,
    skipped: u64,
    kept: u64,
    duplicates: u64,
    lifted: u64,
    ended: u64,
    refused: BTreeMap<String, u64>,
    quarantined: BTreeMap<String, u64>,
}

impl Totals {
    /// As an answer: refusals and quarantines by rule.
    pub fn to_json(&self) -> Value {
        json!({
            "turns": self.turns, "skipped": self.skipped, "kept": self.kept, "duplicates": self.duplicates,
            "lifted": self.lifted, "ended": self.ended, "refused": self.refused, "quarantined": self.quarantined,
        })
    }

    fn count(&mut self, admission: &Value) {
        let rules = || admission["rules"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let tally = |counts: &mut BTreeMap<String, u64>| {
            for rule in rules() {
                *counts.entry(rule.into()).or_default() += 1;
            }
        };
        match admission["outcome"].as_str() {
            Some("duplicate") => self.duplicates += 1,
            Some("refused") => tally(&mut self.refused),
            Some("quarantined") => tally(&mut self.quarantined),
            _ => self.kept += 1,
        }
    }
}

/// Remembers a transcript.
pub fn ingest<'a>(
    client: &'a mut Client,
    transcript: &'a Transcript,
    plan: &'a Plan,
    progress: Progress<'_>,
    listener: Option<Listener<'a>>,
) -> Outcome<Totals> {
    client.session(plan.now)?.embed_lazily(true);
    let mut ingest =
        Ingest { client, plan, file: &transcript.name, totals: Totals::default(), listener, decisions: Vec::new() };
    let result = ingest.all(&transcript.turns, progress);
    let Ingest { client, totals, .. } = ingest;
    let session = client.session(plan.now)?;
    session.embed_lazily(false);
    result.and(session.settle(plan.now)).map(|()| totals)
}

struct Ingest<'a> {
    client: &'a mut Client,
    plan: &'a Plan,
    file: &'a str,
    totals: Totals,
    listener: Option<Listener<'a>>,
    /// Of the turn at hand, when somebody listens.
    decisions: Vec<Decision>,
}

impl Ingest<'_> {
    fn all(&mut self, turns: &[Turn], progress: Progress<'_>) -> Outcome<()> {
        for (index, turn) in turns.iter().enumerate() {
            self.turn(turn)?;
            if let Some(listener) = &mut self.listener {
                listener(turn, &std::mem::take(&mut self.decisions));
            }
            if (index + 1) % BATCH == 0 {
                self.client.session(self.plan.now)?.settle(self.plan.now)?;
            }
            progress(index as u64 + 1, Some(turns.len() as u64));
        }
        Ok(())
    }

    fn turn(&mut self, turn: &Turn) -> Outcome<()> {
        self.totals.turns += 1;
        let Some(source) = source(turn.role, self.plan).filter(|_| !turn.text.trim().is_empty()) else {
            self.totals.skipped += 1;
            return Ok(());
        };
        for (index, piece) in pieces(&turn.text).into_iter().enumerate() {
            let admission = self.remember(turn, self.episode(turn, piece, source), &format!("e{index}"))?;
            self.totals.count(&admission);
            self.tell(turn, "kept", "episode", None, &admission)?;
        }
        if turn.role == Role::User && self.plan.rules {
            for (index, lifted) in rules::lift(&turn.text, turn.actor.as_deref(), turn.at).into_iter().enumerate() {
                self.lifted(turn, &lifted, &format!("r{index}"))?;
            }
        }
        Ok(())
    }

    fn episode(&self, turn: &Turn, text: &str, source: &str) -> Value {
        let role = (turn.role == Role::Assistant).then(|| json!({"role": "assistant"}));
        json!({
            "kind": "episode", "text": text, "source": source, "actor": turn.actor, "observedAt": turn.at,
            "evidence": self.evidence(turn), "metadata": role,
        })
    }

    fn lifted(&mut self, turn: &Turn, lifted: &Lifted, part: &str) -> Outcome<()> {
        match lifted.action {
            Action::Remember => {
                let claim = json!({
                    "kind": lifted.kind, "text": lifted.text, "source": "user-said", "actor": turn.actor,
                    "entity": lifted.entity, "attribute": lifted.attribute, "value": lifted.value,
                    "importance": lifted.importance, "observedAt": turn.at, "validFrom": lifted.valid_from,
                    "evidence": self.evidence(turn), "extractor": rules::NAME,
                });
                let admission = self.remember(turn, claim, part)?;
                self.totals.lifted += 1;
                self.tell(turn, "lifted", lifted.kind, Some(&lifted.text), &admission)?;
                if !matches!(admission["outcome"].as_str(), Some("active" | "provisional" | "duplicate")) {
                    self.totals.count(&admission);
                }
                Ok(())
            }
            Action::End => self.end(turn, lifted, part),
        }
    }

    /// Ends what is current at the address and began before the turn. The key is the turn's alone, so
    /// that ingesting again ends nothing that came later.
    fn end(&mut self, turn: &Turn, lifted: &Lifted, part: &str) -> Outcome<()> {
        let is = |field: &str, value: &Option<String>| json!({"field": field, "op": "eq", "value": value});
        let filter = json!({"all": [is("entity", &lifted.entity), is("attribute", &lifted.attribute)]});
        let page = self.request("list", turn, json!({"filter": filter}), None)?;
        let at = lifted.valid_from.or(turn.at).unwrap_or(self.plan.now);
        let ended = page["memories"].as_array().into_iter().flatten().find(|memory| {
            let same_value = lifted.value.is_none() || same(memory["value"].as_str(), lifted.value.as_deref());
            same_value && memory["validFrom"].as_u64().is_some_and(|from| from < at)
        });
        if let Some(id) = ended.and_then(|memory| memory["id"].as_str()) {
            let args = json!({"id": id, "at": at, "reason": format!("{} {}", rules::NAME, self.uri(turn))});
            self.request("end", turn, args, Some(self.key(turn, part)))?;
            self.totals.ended += 1;
            self.tell(turn, "ended", lifted.kind, ended.and_then(|memory| memory["text"].as_str()), &Value::Null)?;
        }
        Ok(())
    }

    /// Notes a decision for the listener, with the memories that it touched.
    fn tell(
        &mut self,
        turn: &Turn,
        became: &'static str,
        kind: &str,
        claim: Option<&str>,
        admission: &Value,
    ) -> Outcome<()> {
        if self.listener.is_none() {
            return Ok(());
        }
        let became = match admission["outcome"].as_str() {
            Some("duplicate") => "known",
            Some("refused") => "refused",
            Some("quarantined") => "quarantined",
            _ => became,
        };
        let texts = |field: &str| -> Vec<String> {
            admission[field].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let related = texts("related").into_iter().map(|id| self.request("get", turn, json!({"id": id}), None));
        let related = related.collect::<Outcome<Vec<Value>>>()?;
        let claim = claim.map(str::to_owned);
        self.decisions.push(Decision { became, kind: kind.to_owned(), claim, rules: texts("rules"), related });
        Ok(())
    }

    fn remember(&mut self, turn: &Turn, candidate: Value, part: &str) -> Outcome<Value> {
        let key = self.key(turn, part);
        self.request("remember", turn, candidate, Some(key))
    }

    fn request(&mut self, op: &str, turn: &Turn, args: Value, key: Option<String>) -> Outcome<Value> {
        let mut scope = self.plan.scope.clone();
        if let Some(session) = &turn.session {
            scope["session"] = json!(session);
        }
        let now = if self.plan.replay { turn.at.unwrap_or(self.plan.now) } else { self.plan.now };
        let mut request = Request::new(op, now, args).scoped(&scope);
        request.key = key;
        self.client.request(&request)
    }

    fn evidence(&self, turn: &Turn) -> Value {
        json!([{"uri": self.uri(turn), "observedAt": turn.at}])
    }

    fn uri(&self, turn: &Turn) -> String {
        format!("{}#{}", self.file, turn.place)
    }

    fn key(&self, turn: &Turn, part: &str) -> String {
        let digest = Sha256::digest(format!("{}\0{}\0{}", self.file, turn.place, turn.text));
        let hex: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        format!("ingest:{hex}:{part}")
    }
}

/// The source of a turn; none when the plan leaves it out.
fn source(role: Role, plan: &Plan) -> Option<&'static str> {
    match role {
        Role::User => Some("user-said"),
        Role::Tool => Some("tool-result"),
        Role::Assistant => plan.assistant.then_some("inferred"),
        Role::System => None,
    }
}

fn same(one: Option<&str>, other: Option<&str>) -> bool {
    one.map(str::to_lowercase) == other.map(str::to_lowercase)
}

/// A long text in pieces that a claim may be as long as, cut between words.
fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), text.trim());
    while let Some((end, _)) = rest.char_indices().nth(PIECE) {
        let cut = rest[..end].rfind(char::is_whitespace).filter(|cut| *cut > 0).unwrap_or(end);
        pieces.push(rest[..cut].trim_end());
        rest = rest[cut..].trim_start();
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_turns_are_cut_between_words() {
        assert_eq!(pieces(" short "), ["short"]);
        let long = "wörter ".repeat(600);
        let cut = pieces(&long);
        assert!(cut.len() == 3 && cut.iter().all(|piece| piece.chars().count() <= PIECE && piece.ends_with("wörter")));
        assert_eq!(pieces(&"x".repeat(2000)).len(), 2);
    }
}
