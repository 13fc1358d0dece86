//! `memolet eval reconcile`: pairs of notes, a known one and a new one, and what becomes of both when a model is
//! asked how they meet. What counts is what is current afterwards, not what the model said.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::lifecycle::store::Store;
use super::watched::{Watched, watch};
use crate::render;
use crate::session::{Embedding, Host, Settings};
use crate::verbs::{advance, bar};

/// What the help says at its end.
pub const HELP: &str = "\
Each pair goes into a fresh store in memory: the known note, a week later the new one. Then all known notes
go into one store together and all new ones after them, so that each meets many. Without a model the
questions stay open. eval/README.md says how pairs are written, eval/models/README.md how a small model is
run, docs/evaluation.md what the figures mean.";

/// When the known notes are told, and the new ones: a week apart.
const TOLD: [u64; 2] = [1_767_225_600_000, 1_767_830_400_000];

/// Pairs of notes.
#[derive(Debug, Args)]
pub struct Reconcile {
    /// File of the pairs
    #[arg(long, value_name = "FILE", default_value = "eval/pairs.jsonl")]
    data: PathBuf,
    /// Only pairs whose id contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Leave out the pairs that nobody looks at who works on the prompts
    #[arg(long)]
    open: bool,
    /// Leave out the second pass, all notes in one store
    #[arg(long)]
    alone: bool,
    /// List what is not right
    #[arg(long)]
    failures: bool,
}

/// What becomes of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Became {
    /// The new note holds, and the known one is superseded by it.
    Replace,
    /// The new note holds, and the known one is ended.
    End,
    /// One note holds, with the evidence of both.
    Same,
    /// Both hold.
    Beside,
    /// Anything else.
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Pair {
    id: String,
    expect: Became,
    #[serde(default)]
    held_out: bool,
    kind: Option<String>,
    known: String,
    new: String,
}

impl Became {
    const fn name(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::End => "end",
            Self::Same => "same",
            Self::Beside => "beside",
            Self::Other => "other",
        }
    }

    /// Whether what is recalled from then on is right. Whether the known note is filed as superseded or as ended
    /// makes no difference to that, nor which of two notes that say the same is the one that is kept.
    fn is_right(self, expected: Self) -> bool {
        let retired = |one| matches!(one, Self::Replace | Self::End);
        self == expected || retired(self) && expected != Self::Beside
    }
}

/// All figures of a run.
#[derive(Default)]
struct Report {
    sha256: String,
    /// Right ones of how many, of both parts.
    open: (u64, u64),
    held_out: (u64, u64),
    /// Expected, got: how many.
    matrix: BTreeMap<(Became, Became), u64>,
    /// Of all, those that are filed just as expected too.
    exact: u64,
    /// Retired notes that the new one says nothing of: alone, and all together.
    retired: (u64, u64),
    wrong: Vec<String>,
    model: Option<Arc<Watched>>,
}

/// Tells every pair, and prints what became of them.
pub fn run(host: &Host, settings: &Settings, args: &Reconcile, json: bool) -> anyhow::Result<()> {
    let text = std::fs::read(&args.data).with_context(|| format!("cannot read {}", args.data.display()))?;
    let mut pairs = Vec::new();
    for (number, line) in (1..).zip(std::str::from_utf8(&text)?.lines()) {
        pairs.push(serde_json::from_str::<Pair>(line).with_context(|| format!("line {number}"))?);
    }
    let only = args.only.as_deref().unwrap_or_default();
    pairs.retain(|pair| pair.id.contains(only) && !(args.open && pair.held_out));
    ensure!(!pairs.is_empty(), "no such pair in {}", args.data.display());
    let settings = Settings { embedding: Embedding::None, ..settings.clone() };
    let (host, model) = match watch(host) {
        Some((host, watched)) => (host, Some(watched)),
        None => (host.clone(), None),
    };
    let sha256 = render::hex(&Sha256::digest(&text));
    let mut report = Report { sha256, model, ..Report::default() };
    let bar = bar("comparing");
    for (done, pair) in (1..).zip(&pairs) {
        report.add(pair, alone(&host, &settings, pair).with_context(|| pair.id.clone())?);
        advance(&bar, done, Some(pairs.len() as u64));
    }
    bar.finish_and_clear();
    if !args.alone {
        report.together(&host, &settings, &pairs)?;
    }
    render::print(json, &report.to_json(args.failures), || report.to_text(args.failures))
}

fn tell(store: &mut Store, text: &str, kind: Option<&str>, now: u64) -> anyhow::Result<Option<String>> {
    let args = json!({"text": text, "kind": kind.unwrap_or("fact"), "source": "user-said"});
    let answer = store.must("remember", &json!(now), &json!({"user": "ana"}), &args)?;
    Ok(answer["id"].as_str().map(String::from))
}

/// The state of each note that a store has.
fn states(store: &mut Store) -> anyhow::Result<BTreeMap<String, String>> {
    let states = ["provisional", "active", "consolidated", "superseded", "ended", "quarantined", "archived"];
    let args = json!({"states": states, "limit": 1000});
    let page = store.must("list", &json!(TOLD[1] + 60_000), &json!({"user": "ana"}), &args)?;
    let memories = page["memories"].as_array().context("a list of memories")?;
    let text = |memory: &Value, key: &str| memory[key].as_str().unwrap_or_default().to_owned();
    Ok(memories.iter().map(|memory| (text(memory, "id"), text(memory, "state"))).collect())
}

fn alone(host: &Host, settings: &Settings, pair: &Pair) -> anyhow::Result<Became> {
    let mut store = Store::open(host, settings, &pair.id, None, true);
    let known = tell(&mut store, &pair.known, pair.kind.as_deref(), TOLD[0])?.context("the known note is kept")?;
    let new = tell(&mut store, &pair.new, pair.kind.as_deref(), TOLD[1])?.context("the new note is kept")?;
    let states = states(&mut store)?;
    let of = |id: &String| states.get(id).map(String::as_str);
    Ok(match (of(&known), of(&new)) {
        (Some("active"), None) => Became::Same,
        (Some("active"), Some("active")) if known == new => Became::Same,
        (Some("active"), Some("active")) => Became::Beside,
        (Some("superseded"), Some("active")) => Became::Replace,
        (Some("ended"), Some("active")) => Became::End,
        _ => Became::Other,
    })
}

impl Report {
    fn add(&mut self, pair: &Pair, became: Became) {
        let right = became.is_right(pair.expect);
        let part = if pair.held_out { &mut self.held_out } else { &mut self.open };
        *part = (part.0 + u64::from(right), part.1 + 1);
        *self.matrix.entry((pair.expect, became)).or_default() += 1;
        self.exact += u64::from(became == pair.expect);
        let keeps = matches!(pair.expect, Became::Beside);
        self.retired.0 += u64::from(keeps && matches!(became, Became::Replace | Became::End));
        if !right {
            self.wrong.push(format!("{}: {}", pair.id, became.name()));
        }
    }

    /// All known notes in one store, then all new ones: what is retired that no new note speaks of?
    fn together(&mut self, host: &Host, settings: &Settings, pairs: &[Pair]) -> anyhow::Result<()> {
        let mut store = Store::open(host, settings, "together", None, true);
        let mut may_go = BTreeSet::new();
        let mut known: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let bar = bar("together");
        for pair in pairs {
            let id = tell(&mut store, &pair.known, pair.kind.as_deref(), TOLD[0])?;
            // Two pairs may share what is known.
            id.iter().for_each(|id| known.entry(id.clone()).or_default().push(&pair.id));
            may_go.extend(id.filter(|_| pair.expect != Became::Beside));
        }
        for (done, pair) in (1..).zip(pairs) {
            let before = states(&mut store)?;
            tell(&mut store, &pair.new, pair.kind.as_deref(), TOLD[1])?;
            let after = states(&mut store)?;
            let gone = |id: &&String| {
                let was = |states: &BTreeMap<String, String>| states.get(*id).is_some_and(|state| state == "active");
                let own = known.get(*id).is_some_and(|own| own.contains(&pair.id.as_str())) && may_go.contains(*id);
                was(&before) && !was(&after) && !own
            };
            for id in before.keys().filter(gone) {
                self.retired.1 += 1;
                self.wrong.push(format!(
                    "{} together: retires {}",
                    pair.id,
                    known.get(id).map_or(id.clone(), |own| own.join(", "))
                ));
            }
            advance(&bar, done, Some(pairs.len() as u64));
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn right(&self) -> (u64, u64) {
        (self.open.0 + self.held_out.0, self.open.1 + self.held_out.1)
    }

    fn to_json(&self, failures: bool) -> Value {
        let share = |(right, of): (u64, u64)| json!({"pairs": of, "right": right});
        let matrix = self
            .matrix
            .iter()
            .map(|((expected, got), count)| json!({"expected": expected.name(), "got": got.name(), "pairs": count}));
        let mut report = json!({
            "evaluation": "reconcile", "sha256": self.sha256,
            "all": share(self.right()), "open": share(self.open), "heldOut": share(self.held_out), "exact": self.exact,
            "matrix": matrix.collect::<Vec<_>>(),
            "retiredOfSomethingElse": {"alone": self.retired.0, "together": self.retired.1},
        });
        if let Some(model) = &self.model {
            report["model"] = model.to_json();
        }
        if failures {
            report["failures"] = json!(self.wrong);
        }
        report
    }

    fn to_text(&self, failures: bool) -> String {
        let row = |name: &str, (right, of): (u64, u64)| vec![name.to_owned(), of.to_string(), right.to_string()];
        let rows = vec![row("all", self.right()), row("open", self.open), row("held out", self.held_out)];
        let mut text = render::table(&["", "pairs", "right"], rows);
        let matrix = self
            .matrix
            .iter()
            .map(|((expected, got), count)| vec![expected.name().to_owned(), got.name().to_owned(), count.to_string()]);
        text += &format!("\n{}", render::table(&["expected", "got", "pairs"], matrix.collect()));
        text += &format!("\n{} are filed just as expected\n", self.exact);
        let (alone, together) = self.retired;
        text += &format!("\nretired and about something else: {alone} alone, {together} with all in one store\n");
        text += &self.model.as_ref().map_or_else(|| "no model\n".to_owned(), |model| model.to_text());
        if failures {
            self.wrong.iter().for_each(|wrong| text += &format!("{wrong}\n"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_recalled_is_what_counts() {
        assert!(Became::Replace.is_right(Became::End) && Became::End.is_right(Became::Replace));
        assert!(Became::Beside.is_right(Became::Beside) && Became::Same.is_right(Became::Same));
        assert!(Became::Replace.is_right(Became::Same) && !Became::Same.is_right(Became::Replace));
        for wrong in [Became::Beside, Became::Other] {
            assert!(!wrong.is_right(Became::Replace) && !wrong.is_right(Became::Same));
        }
        assert!(!Became::Replace.is_right(Became::Beside) && !Became::Same.is_right(Became::Beside));
        let pair = |expect| Pair {
            id: "x".into(),
            expect,
            held_out: false,
            kind: None,
            known: String::new(),
            new: String::new(),
        };
        let mut report = Report::default();
        report.add(&pair(Became::Beside), Became::Replace);
        report.add(&pair(Became::End), Became::Replace);
        assert_eq!((report.open, report.retired.0, report.wrong.len()), ((1, 2), 1, 1));
    }
}
