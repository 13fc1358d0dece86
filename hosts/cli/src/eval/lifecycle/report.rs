//! The figures by condition, class and workflow, and the floors.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::K;
use super::condition::Condition;
use super::figures::Tally;
use super::play::Played;
use super::scenario::{Data, Harm, Scenario};
use crate::render;

/// Helpful recall that the governed condition has to reach.
const FLOOR: f64 = 0.95;

/// By what scenarios are told apart.
const SEGMENTS: [&str; 3] = ["kind", "workflow", "language"];

/// All figures of a run.
pub struct Report {
    head: Value,
    all: BTreeMap<Condition, Tally>,
    segments: BTreeMap<(&'static str, String, Condition), Tally>,
    scenarios: BTreeMap<(&'static str, String), u64>,
    notes: Vec<String>,
    broken: u64,
    played: u64,
}

impl Report {
    /// A report without figures.
    pub fn new(data: &Data) -> Self {
        let head = json!({
            "evaluation": "lifecycle", "scenarios": data.scenarios.len(), "background": data.background.len(),
            "k": K, "sha256": data.sha256,
        });
        let (all, segments, scenarios) = Default::default();
        Self { head, all, segments, scenarios, notes: Vec::new(), broken: 0, played: 0 }
    }

    /// Scenarios played, each condition by itself.
    pub const fn played(&self) -> u64 {
        self.played
    }

    /// Adds a scenario.
    pub fn add(&mut self, scenario: &Scenario, condition: Condition, played: Played) {
        self.played += 1;
        self.broken += played.broken;
        self.notes.extend(played.notes);
        self.all.entry(condition).or_default().add(&played.tally);
        for segment in SEGMENTS {
            let of = match segment {
                "kind" => &scenario.kind,
                "workflow" => &scenario.workflow,
                _ => &scenario.language,
            };
            self.segments.entry((segment, of.clone(), condition)).or_default().add(&played.tally);
            if condition == Condition::Governed {
                *self.scenarios.entry((segment, of.clone())).or_default() += 1;
            }
        }
    }

    /// Floors of the governed conditions that do not hold.
    pub fn broken_floors(&self) -> Vec<String> {
        let governed = self.all.iter().filter(|(condition, _)| condition.governs());
        let mut broken: Vec<String> = governed
            .flat_map(|(condition, tally)| below(tally).into_iter().map(|what| format!("{}: {what}", condition.name())))
            .collect();
        if self.broken > 0 {
            broken.push(format!("{} steps are not answered as their scenario expects", self.broken));
        }
        broken
    }

    /// Prints everything, as JSON or for people.
    pub fn print(&self, json: bool) -> anyhow::Result<()> {
        crate::render::print(json, &self.to_json(), || self.to_text())
    }

    fn to_json(&self) -> Value {
        let conditions: Map<String, Value> =
            self.all.iter().map(|(condition, tally)| (condition.name().into(), tally.to_json())).collect();
        let segments: Map<String, Value> =
            SEGMENTS.iter().map(|segment| ((*segment).into(), self.segment(segment))).collect();
        let mut report = self.head.clone();
        report["conditions"] = Value::Object(conditions);
        report["segments"] = Value::Object(segments);
        report["notes"] = json!(self.notes);
        report["brokenFloors"] = json!(self.broken_floors());
        report["correctionLatencyMs"] = self.all.get(&Condition::Governed).map(Tally::latency).unwrap_or_default();
        report
    }

    fn segment(&self, segment: &str) -> Value {
        let mut by_name = Map::new();
        for ((of, name, condition), tally) in self.segments.iter().filter(|((of, ..), _)| *of == segment) {
            let entry = by_name.entry(name.clone()).or_insert_with(|| json!({}));
            entry["scenarios"] = json!(self.scenarios.get(&(*of, name.clone())));
            entry[condition.name()] = tally.to_json();
        }
        Value::Object(by_name)
    }

    fn to_text(&self) -> String {
        let mut text = render::pairs(&self.head);
        let figures = ["precision", "recall", "contradicting", "stale", "sensitive", "foreign", "erased", "tokens"];
        let heading = [&[""], &figures[..], &["net value"]].concat();
        let rows = self.all.iter().map(|(condition, tally)| {
            [vec![condition.name().into()], tally.row(), vec![format!("{}", tally.net_value())]].concat()
        });
        text += &format!("\n{}", render::table(&heading, rows.collect()));
        for (condition, governed) in self.all.iter().filter(|(condition, _)| condition.governs()) {
            let mut rest = governed.to_json();
            if let Value::Object(rest) = &mut rest {
                rest.retain(|key, _| {
                    ["silence", "correction", "conflictDetection", "deletion", "tokens"].contains(&key.as_str())
                });
            }
            text += &format!("\n{}\n{}", condition.name(), render::pairs(&rest));
        }
        for segment in SEGMENTS {
            let mut rows = Vec::new();
            for ((of, name, condition), tally) in &self.segments {
                if *of == segment && *condition != Condition::NoMemory {
                    let scenarios = self.scenarios.get(&(segment, name.clone())).copied().unwrap_or_default();
                    rows.push(
                        [vec![name.clone(), scenarios.to_string(), condition.name().into()], tally.row()].concat(),
                    );
                }
            }
            let heading = [&[segment, "of", ""], &figures[..]].concat();
            text += &format!("\n{}", render::table(&heading, rows));
        }
        if !self.notes.is_empty() {
            text += &format!("\nnotes\n{}\n", render::clean(&self.notes.join("\n")));
        }
        text
    }
}

/// Floors that do not hold under one condition.
fn below(governed: &Tally) -> Vec<String> {
    let mut broken = Vec::new();
    for (harm, name) in Harm::ALL.into_iter().zip(["stale", "sensitive", "foreign", "erased"]) {
        let (harmed, of) = governed.harm(harm);
        if harmed > 0 {
            broken.push(format!("{harmed} of {of} questions recall what is {name}"));
        }
    }
    let recall = governed.helpful_recall();
    if recall < FLOOR {
        broken.push(format!("helpful recall is {recall:.4}, the floor is {FLOOR}"));
    }
    let [_, asserted] = governed.contradictions();
    if asserted > 0 {
        broken.push(format!("{asserted} questions get contradicting facts"));
    }
    if !governed.corrections.all_at_once() {
        broken.push("a correction does not reach the next recall".into());
    }
    broken
}

impl Tally {
    /// precision, helpful recall, contradiction, four harms, tokens.
    fn row(&self) -> Vec<String> {
        let share = |share: f64| format!("{share:.3}");
        let of = |(part, of): (u64, u64)| if of == 0 { "—".into() } else { format!("{part}/{of}") };
        let mut row = vec![self.precision().map_or_else(|| "—".into(), share), share(self.helpful_recall())];
        row.push(of((self.contradictions()[0], self.questions)));
        row.extend(Harm::ALL.map(|harm| of(self.harm(harm))));
        row.push(format!("{:.0}", self.tokens_a_question()));
        row
    }
}
