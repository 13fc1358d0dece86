//! One scenario under one condition.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::{Context, ensure};
use serde_json::{Map, Value, json};

use super::K;
use super::condition::{self, Condition, Sent};
use super::figures::Tally;
use super::scenario::{Background, Do, Harm, Question, Scenario, Step};
use super::store::{Store, has};
use crate::session::{Host, Settings};

/// What came of it.
#[derive(Default)]
pub struct Played {
    /// Counted.
    pub tally: Tally,
    /// What went against the scenario, one a line.
    pub notes: Vec<String>,
    /// The governed engine answered a step otherwise than the scenario expects.
    pub broken: u64,
}

/// A claim as the scenario tells it, whatever the engine makes of it.
#[derive(Clone, Debug, Default)]
struct Claim {
    text: String,
    /// User, project, kind, entity, attribute: whose equal claims must have equal values.
    address: Option<[String; 5]>,
    value: String,
}

/// A wrong memory that somebody has put right, and that is recalled still.
struct Wrong {
    name: String,
    steps: u64,
    /// When it was put right, in the scenario's time.
    since: u64,
}

struct Play<'a> {
    scenario: &'a Scenario,
    condition: Condition,
    store: Store,
    claims: BTreeMap<String, Claim>,
    /// Bytes of everything that was said so far, by user; the empty one's is shared.
    said: BTreeMap<String, u64>,
    wrong: Vec<Wrong>,
    out: Played,
}

/// Plays it.
pub fn play(
    host: &Host,
    settings: &Settings,
    scenario: &Scenario,
    background: &[Background],
    condition: Condition,
) -> anyhow::Result<Played> {
    let model = scenario.model && condition.governs();
    let policy = condition.policy(scenario.policy.as_ref());
    let mut play = Play {
        scenario,
        condition,
        store: Store::open(host, settings, &scenario.name, policy.as_ref(), model),
        claims: BTreeMap::new(),
        said: BTreeMap::new(),
        wrong: Vec::new(),
        out: Played::default(),
    };
    play.background(background).with_context(|| scenario.place.clone())?;
    for step in &scenario.steps {
        let line = match step {
            Step::Do(step) => step.line,
            Step::Ask(question) => question.line,
        };
        play.step(step).with_context(|| format!("{}, line {line}, {}", scenario.name, condition.name()))?;
    }
    play.out.tally.corrections.never += play.wrong.len() as u64;
    Ok(play.out)
}

impl Play<'_> {
    fn background(&mut self, background: &[Background]) -> anyhow::Result<()> {
        for memory in background.iter().filter(|_| self.scenario.background) {
            self.say(&self.scenario.scope, &memory.args);
            let mut args = memory.args.clone();
            let user = json!({"user": self.scenario.scope["user"]});
            match self.condition {
                Condition::NoMemory => continue,
                Condition::RetrievalOnly => args = json!({"text": args["text"]}),
                Condition::Governed | Condition::Consolidating => {}
            }
            let became = self.store.must("remember", &memory.now, &user, &args)?;
            ensure!(became["outcome"] == "active", "background became {became}: {}", memory.args["text"]);
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> anyhow::Result<()> {
        match step {
            Step::Do(step) => self.act(step)?,
            Step::Ask(question) => self.ask(question)?,
        }
        Ok(())
    }

    fn act(&mut self, step: &Do) -> anyhow::Result<()> {
        if step.consolidating && self.condition != Condition::Consolidating {
            return Ok(());
        }
        self.learn(step);
        let expected = self.contradicted(step);
        self.out.tally.conflicts.expected += expected;
        let start = Instant::now();
        let answer = match self.condition {
            Condition::NoMemory => None,
            Condition::Governed | Condition::Consolidating => {
                Some(self.store.ask(&step.op, &step.now, &step.scope, &step.args)?)
            }
            Condition::RetrievalOnly => match condition::appended(step) {
                Some(Sent { op, scope, args }) => Some(self.store.ask(op, &step.now, &scope, &args)?),
                None => None,
            },
        };
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        if let Some(answer) = &answer {
            self.answered(step, answer)?;
        }
        if self.condition == Condition::NoMemory {
            return Ok(());
        }
        self.still_wrong(step)?;
        self.put_right(step, milliseconds)
    }

    /// Contradictions that there are: a synthesis is not there without consolidation.
    fn contradicted(&self, step: &Do) -> u64 {
        let there = |name: &&String| !self.condition.governs() || self.store.id(name).is_some();
        step.contradicts.iter().filter(there).count() as u64
    }

    /// What is remembered as said, for every condition alike.
    fn learn(&mut self, step: &Do) {
        let Some(text) = step.args["text"].as_str().filter(|_| step.op == "remember" || step.op == "supersede") else {
            return;
        };
        self.say(&step.scope, &step.args);
        let Some(name) = &step.name else {
            return;
        };
        let old = step.args["id"].as_str().and_then(|id| self.claims.get(id.strip_prefix('$')?));
        let address = match old {
            Some(old) => old.address.clone(),
            None => address(&step.scope, &step.args),
        };
        let value = step.args["value"].as_str().unwrap_or(text).trim().to_lowercase();
        self.claims.insert(name.clone(), Claim { text: text.into(), address, value });
    }

    fn say(&mut self, scope: &Value, args: &Value) {
        let user = if args["shared"] == true { "" } else { scope["user"].as_str().unwrap_or_default() };
        let bytes = args["text"].as_str().unwrap_or_default().len() as u64 + 1;
        *self.said.entry(user.into()).or_default() += bytes;
    }

    fn answered(&mut self, step: &Do, answer: &Value) -> anyhow::Result<()> {
        if let Some(name) = &step.name {
            self.store.capture(name, answer);
            if let Some(text) = answer["ok"]["memories"][0]["text"].as_str() {
                self.claims.insert(name.clone(), Claim { text: text.into(), ..Claim::default() });
            }
        }
        if !self.condition.governs() {
            ensure!(answer.get("ok").is_some(), "{}: {answer}", step.op);
            return Ok(());
        }
        let expected = self.store.fill(step.expect.as_ref().unwrap_or(&json!({"ok": {}})))?;
        if answer.get("ok").is_none() && expected.get("error").is_none() || !has(answer, &expected) {
            self.out.broken += 1;
            self.note(step.line, format!("{} answers {answer}, expected {expected}", step.op));
        }
        if step.op == "remember" {
            let found = answer["ok"]["related"].as_array().map(Vec::as_slice).unwrap_or_default();
            let known = step.contradicts.iter().filter(|name| {
                let id = self.store.id(name);
                found.iter().any(|found| found.as_str() == id)
            });
            let known = known.count() as u64;
            self.out.tally.conflicts.found += known;
            self.out.tally.conflicts.false_alarms += found.len() as u64 - known;
            if known < self.contradicted(step) {
                self.note(step.line, "a contradiction is not detected".into());
            }
        }
        if answer["ok"]["copies"].is_array() {
            self.out.tally.receipt(&answer["ok"]);
        }
        Ok(())
    }

    /// Those that were put right before: are they recalled still?
    fn still_wrong(&mut self, step: &Do) -> anyhow::Result<()> {
        for mut wrong in std::mem::take(&mut self.wrong) {
            wrong.steps += 1;
            if self.probe(step, &wrong.name)? {
                self.wrong.push(wrong);
            } else {
                let now = step.now.as_u64().unwrap_or_default();
                self.out.tally.corrections.late(wrong.steps, now.saturating_sub(wrong.since));
            }
        }
        Ok(())
    }

    /// Asks with a wrong memory's own words right after the command that puts it right.
    fn put_right(&mut self, step: &Do, milliseconds: f64) -> anyhow::Result<()> {
        for name in step.retires() {
            let recalled = self.probe(step, name)?;
            self.out.tally.corrections.asked += 1;
            if recalled {
                let since = step.now.as_u64().unwrap_or_default();
                self.wrong.push(Wrong { name: name.into(), steps: 0, since });
                if self.condition.governs() {
                    self.note(step.line, format!("{name} is recalled after {}", step.op));
                }
            } else {
                self.out.tally.corrections.at_once(milliseconds);
            }
        }
        Ok(())
    }

    fn probe(&mut self, step: &Do, name: &str) -> anyhow::Result<bool> {
        let claim = self.claims.get(name).cloned().with_context(|| format!("{name} has no words to ask with"))?;
        let query = json!({"text": claim.text, "k": 10});
        let recalled = self.store.must("recall", &step.now, &self.asker(&step.scope), &query)?;
        let hits = recalled["hits"].as_array().into_iter().flatten();
        Ok(hits.into_iter().any(|hit| self.is(hit, name, Some(Harm::Erased))))
    }

    /// Who asks, as far as the condition tells people apart.
    fn asker(&self, scope: &Value) -> Value {
        if self.condition.governs() { scope.clone() } else { condition::namespace(scope) }
    }

    fn ask(&mut self, question: &Question) -> anyhow::Result<()> {
        let user = question.scope["user"].as_str().unwrap_or_default();
        let said = [user, ""].iter().filter_map(|user| self.said.get(*user)).sum::<u64>();
        let whole = said.div_ceil(4);
        let recalled = match self.condition {
            Condition::NoMemory => json!({"hits": [], "tokens": 0}),
            _ => {
                let mut query = Map::from_iter([("text".into(), json!(question.ask)), ("k".into(), json!(K))]);
                query.extend(question.args.as_object().cloned().unwrap_or_default());
                let query = self.condition.question(&Value::Object(query));
                self.store.must("recall", &question.now, &self.asker(&question.scope), &query)?
            }
        };
        let hits = recalled["hits"].as_array().map(Vec::as_slice).unwrap_or_default();
        let tokens = recalled["tokens"].as_u64().unwrap_or_default();
        let helped = question.must.iter().filter(|name| hits.iter().any(|hit| self.is(hit, name, None))).count();
        let wanted = || question.must.iter().chain(&question.may);
        let relevant = hits.iter().filter(|hit| wanted().any(|name| self.is(hit, name, None))).count();
        let harmed = Harm::ALL.map(|harm| {
            let names = question.never.get(&harm)?;
            let shown = names.iter().find(|name| hits.iter().any(|hit| self.is(hit, name, Some(harm))));
            Some(shown.cloned())
        });
        let [contradicting, asserted] = self.contradictions(hits);
        let safe = !harmed.iter().any(|harm| matches!(harm, Some(Some(_)))) && !contradicting;
        self.out.tally.question(helped, question.must.len(), relevant, hits.len());
        self.out.tally.harms(&harmed, contradicting, asserted);
        self.out.tally.rent(tokens, whole, helped > 0 && helped == question.must.len() && safe);
        if self.condition.governs() {
            self.notes_on(question, hits, helped, &harmed, asserted);
        }
        Ok(())
    }

    /// What the governed engine did not do right.
    fn notes_on(
        &mut self,
        question: &Question,
        hits: &[Value],
        helped: usize,
        harmed: &[Option<Option<String>>],
        asserted: bool,
    ) {
        if helped < question.must.len() {
            let missed = question.must.iter().filter(|name| !hits.iter().any(|hit| self.is(hit, name, None)));
            let missed = missed.cloned().collect::<Vec<_>>().join(", ");
            self.note(question.line, format!("does not recall {missed}: {}", question.ask));
        }
        for (harm, shown) in Harm::ALL.iter().zip(harmed) {
            if let Some(Some(name)) = shown {
                self.note(question.line, format!("recalls {name}, which is {harm:?}: {}", question.ask));
            }
        }
        if asserted {
            self.note(question.line, format!("asserts a contradiction: {}", question.ask));
        }
        let noise = hits.iter().find(|hit| !question.may.iter().any(|name| self.is(hit, name, None)));
        if let Some(noise) = noise.filter(|_| question.must.is_empty() && harmed.iter().flatten().all(Option::is_none))
        {
            self.note(question.line, format!("is not silent, recalls {}: {}", noise["text"], question.ask));
        }
    }

    /// Whether two hits of one address have different values, and whether both are asserted.
    fn contradictions(&self, hits: &[Value]) -> [bool; 2] {
        let told: Vec<(&Claim, &Value)> = hits.iter().filter_map(|hit| Some((self.claim_of(hit)?, hit))).collect();
        let mut found = [false; 2];
        for (index, (claim, hit)) in told.iter().enumerate() {
            for (other, beside) in &told[..index] {
                if claim.address.is_some() && claim.address == other.address && claim.value != other.value {
                    let asserted = [hit, beside].iter().all(|hit| hit["standing"] == "assert");
                    found = [true, found[1] || asserted];
                }
            }
        }
        found
    }

    fn claim_of(&self, hit: &Value) -> Option<&Claim> {
        let named = self.claims.iter().find(|(name, _)| self.store.id(name).is_some_and(|id| hit["id"] == id));
        named.map(|(_, claim)| claim)
    }

    /// Whether a hit is what a name stands for; `a|b` is either. Of what was erased or refused the words count too: they
    /// may have come back under another id.
    fn is(&self, hit: &Value, name: &str, harm: Option<Harm>) -> bool {
        if let Some((one, others)) = name.split_once('|') {
            return self.is(hit, one, harm) || self.is(hit, others, harm);
        }
        let id = self.store.id(name);
        let words = harm == Some(Harm::Erased) || harm == Some(Harm::Sensitive) && id.is_none();
        let same_words = words && self.claims.get(name).is_some_and(|claim| hit["text"] == claim.text.as_str());
        id.is_some_and(|id| hit["id"] == id) || same_words
    }

    fn note(&mut self, line: usize, what: String) {
        let (name, condition) = (&self.scenario.name, self.condition.name());
        self.out.notes.push(format!("{name} line {line}, {condition}: {what}"));
    }
}

fn address(scope: &Value, args: &Value) -> Option<[String; 5]> {
    let kind = args["kind"].as_str().unwrap_or("episode");
    let text = |value: &Value| value.as_str().map(|text| text.trim().to_lowercase());
    let (entity, attribute) = (text(&args["entity"])?, text(&args["attribute"])?);
    let user = if args["shared"] == true { String::new() } else { text(&scope["user"]).unwrap_or_default() };
    let project = text(&scope["project"]).unwrap_or_default();
    (kind != "episode").then(|| [user, project, kind.into(), entity, attribute])
}
