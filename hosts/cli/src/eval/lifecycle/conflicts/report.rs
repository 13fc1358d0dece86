//! How often the rules are right: a matrix, and the floors.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::item::{Became, Item};
use super::judge::Verdict;
use crate::render;

/// Share of the claims with an address that must be right.
const FLOOR: f64 = 0.95;

/// Right ones of how many.
#[derive(Clone, Copy, Default)]
struct Share {
    right: u64,
    of: u64,
}

/// All figures of a run.
pub struct Report {
    sha256: String,
    /// Expected, got: how many.
    matrix: BTreeMap<(Became, Became), u64>,
    classes: BTreeMap<String, Share>,
    languages: BTreeMap<String, Share>,
    all: Share,
    addressed: Share,
    easy: Share,
    hard: Share,
    guards: Share,
    wrong: Vec<Value>,
}

impl Share {
    fn add(&mut self, right: bool) {
        self.of += 1;
        self.right += u64::from(right);
    }

    fn value(self) -> f64 {
        self.right as f64 / self.of.max(1) as f64
    }

    fn to_json(self) -> Value {
        json!({"items": self.of, "right": self.right, "share": self.value()})
    }
}

impl Report {
    /// A report without figures.
    pub fn new(sha256: String) -> Self {
        let (matrix, classes, languages) = Default::default();
        let (all, addressed, easy, hard, guards) = Default::default();
        Self { sha256, matrix, classes, languages, all, addressed, easy, hard, guards, wrong: Vec::new() }
    }

    /// Adds an item.
    pub fn add(&mut self, item: &Item, verdict: Verdict) {
        let right = verdict.wrong.is_empty();
        *self.matrix.entry((item.expect.became, verdict.became)).or_default() += 1;
        self.classes.entry(item.class.clone()).or_default().add(right);
        self.languages.entry(item.language.clone()).or_default().add(right);
        self.all.add(right);
        let shares = [
            (&mut self.addressed, item.addressed),
            (&mut self.easy, item.addressed && !item.hard),
            (&mut self.hard, item.hard),
            (&mut self.guards, item.guard),
        ];
        shares.into_iter().filter(|(_, counts)| *counts).for_each(|(share, _)| share.add(right));
        if !right {
            self.wrong.push(json!({"id": item.id, "class": item.class, "hard": item.hard, "guard": item.guard, "why": verdict.wrong.join("; ")}));
        }
    }

    /// Floors that do not hold.
    pub fn broken_floors(&self) -> Vec<String> {
        let mut broken = Vec::new();
        if self.addressed.value() < FLOOR {
            broken.push(format!(
                "{:.4} of the claims with an address are right, the floor is {FLOOR}",
                self.addressed.value()
            ));
        }
        if self.guards.right < self.guards.of {
            broken.push(format!("{} of {} guard cases are wrong", self.guards.of - self.guards.right, self.guards.of));
        }
        broken
    }

    /// Prints everything, as JSON or for people.
    pub fn print(&self, json: bool) -> anyhow::Result<()> {
        crate::render::print(json, &self.to_json(), || self.to_text())
    }

    /// Of what was expected and got: found and right, found and not, missed.
    fn counts(&self, positive: impl Fn(Became) -> bool) -> [u64; 3] {
        let sum = |wanted: bool, got: bool| {
            let cells = self
                .matrix
                .iter()
                .filter(|((expected, became), _)| positive(*expected) == wanted && positive(*became) == got);
            cells.map(|(_, count)| *count).sum()
        };
        [sum(true, true), sum(false, true), sum(true, false)]
    }

    fn detection(&self, positive: impl Fn(Became) -> bool) -> Value {
        let [found, false_alarms, missed] = self.counts(positive);
        let share = |of: u64| (of > 0).then(|| found as f64 / of as f64);
        json!({
            "found": found, "falseAlarms": false_alarms, "missed": missed,
            "precision": share(found + false_alarms), "recall": share(found + missed),
        })
    }

    fn to_json(&self) -> Value {
        let shares = |shares: &BTreeMap<String, Share>| -> Map<String, Value> {
            shares.iter().map(|(name, share)| (name.clone(), share.to_json())).collect()
        };
        let row = |expected: Became| -> Map<String, Value> {
            let cell = |became| self.matrix.get(&(expected, became)).copied().unwrap_or(0);
            Became::ALL.iter().map(|became| (became.name().into(), json!(cell(*became)))).collect()
        };
        let matrix: Map<String, Value> =
            Became::ALL.iter().map(|became| (became.name().into(), Value::Object(row(*became)))).collect();
        let by_outcome: Map<String, Value> = Became::ALL
            .iter()
            .map(|outcome| (outcome.name().into(), self.detection(|became| became == *outcome)))
            .collect();
        json!({
            "evaluation": "conflicts", "sha256": self.sha256,
            "all": self.all.to_json(), "addressed": self.addressed.to_json(), "addressedNotHard": self.easy.to_json(),
            "hard": self.hard.to_json(), "guards": self.guards.to_json(),
            "detection": self.detection(Became::detected), "byOutcome": by_outcome,
            "matrix": matrix, "classes": shares(&self.classes), "languages": shares(&self.languages),
            "wrong": self.wrong, "brokenFloors": self.broken_floors(),
        })
    }

    fn to_text(&self) -> String {
        let shares = [
            ("all", self.all),
            ("with an address", self.addressed),
            ("… not hard", self.easy),
            ("hard", self.hard),
            ("guard cases", self.guards),
        ];
        let row = |name: &str, share: Share| {
            vec![name.to_owned(), share.of.to_string(), share.right.to_string(), format!("{:.4}", share.value())]
        };
        let mut text = render::table(
            &["items", "", "right", "share"],
            shares.iter().map(|(name, share)| row(name, *share)).collect(),
        );
        text += &format!(
            "\nconflict detection: supersede, conflict or placed\n{}",
            render::pairs(&self.detection(Became::detected))
        );
        let names = Became::ALL.map(Became::name);
        let matrix = Became::ALL.map(|expected| {
            let cells = Became::ALL
                .map(|became| self.matrix.get(&(expected, became)).map_or_else(|| "·".into(), u64::to_string));
            let detection = self.detection(|became| became == expected);
            let figures = ["precision", "recall"]
                .map(|key| detection[key].as_f64().map_or_else(|| "—".into(), |share| format!("{share:.3}")));
            [vec![expected.name().to_owned()], cells.to_vec(), figures.to_vec()].concat()
        });
        let heading = [vec!["expected ↓ got →"], names.to_vec(), vec!["precision", "recall"]].concat();
        text += &format!("\n{}", render::table(&heading, matrix.to_vec()));
        for (name, shares) in [("class", &self.classes), ("language", &self.languages)] {
            let rows = shares.iter().map(|(name, share)| row(name, *share)).collect();
            text += &format!("\n{}", render::table(&[name, "items", "right", "share"], rows));
        }
        for wrong in &self.wrong {
            let mark = if wrong["hard"] == true { " (hard)" } else { "" };
            text += &format!("\n{}{mark}: {}", render::text(&wrong["id"]), render::text(&wrong["why"]));
        }
        text + "\n"
    }
}
