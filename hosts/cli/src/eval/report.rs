//! Figures as tables and as JSON.

use serde_json::{Map, Value, json};

use super::metrics::{Scores, percentile};
use crate::render;

/// Which official categories stand together, and what they are called.
const GROUPS: [(&str, &str, [u8; 2]); 7] = [
    ("1-4", "all but adversarial", [1, 4]),
    ("1-5", "all", [1, 5]),
    ("1", "multi-hop", [1, 1]),
    ("2", "temporal", [2, 2]),
    ("3", "open-domain", [3, 3]),
    ("4", "single-hop", [4, 4]),
    ("5", "adversarial", [5, 5]),
];

/// What stands under the table.
const NOTE: &str = "whole history: recall is 1 by definition, and it is no ranking\n";

/// What became of one question.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    /// 1..=5, the official id.
    pub category: u8,
    /// None: it is no ranking.
    pub scores: Option<Scores>,
    /// Estimated tokens of what was recalled.
    pub tokens: u64,
    /// None: it was not measured.
    pub milliseconds: Option<f64>,
}

/// What was asked, and its samples.
#[derive(Debug)]
pub struct System {
    name: &'static str,
    /// One a scored question.
    pub samples: Vec<Sample>,
}

/// Means over a group of categories.
struct Summary {
    scores: Option<Scores>,
    tokens: f64,
    /// The median and the 95th percentile.
    milliseconds: [Option<f64>; 2],
}

/// All figures of a run.
#[derive(Debug)]
pub struct Report {
    head: Value,
    ingested: Value,
    /// Questions without evidence.
    pub skipped: u64,
    /// The engine.
    pub memolet: System,
    /// BM25, vectors, and their sum.
    pub baselines: [System; 3],
    /// Everything, in order.
    pub whole: System,
}

impl System {
    const fn new(name: &'static str) -> Self {
        Self { name, samples: Vec::new() }
    }

    /// Over categories 1 to 4.
    pub fn overall(&self) -> Scores {
        self.summary(GROUPS[0].2).scores.unwrap_or_default()
    }

    fn group(&self, [from, to]: [u8; 2]) -> impl Iterator<Item = &Sample> {
        self.samples.iter().filter(move |sample| (from..=to).contains(&sample.category))
    }

    fn summary(&self, group: [u8; 2]) -> Summary {
        let scores: Vec<Scores> = self.group(group).filter_map(|sample| sample.scores).collect();
        let milliseconds: Vec<f64> = self.group(group).filter_map(|sample| sample.milliseconds).collect();
        let tokens: u64 = self.group(group).map(|sample| sample.tokens).sum();
        Summary {
            scores: (!scores.is_empty()).then(|| Scores::mean(&scores)),
            tokens: tokens as f64 / self.group(group).count().max(1) as f64,
            milliseconds: [0.5, 0.95].map(|share| percentile(&milliseconds, share)),
        }
    }
}

impl Report {
    /// A report without figures.
    pub fn new(head: Value) -> Self {
        let baselines = [System::new("BM25"), System::new("vectors"), System::new("BM25 + vectors")];
        let (memolet, whole) = (System::new("memolet"), System::new("whole history"));
        Self { head, ingested: Value::Null, skipped: 0, memolet, baselines, whole }
    }

    /// Questions that were asked.
    pub fn asked(&self) -> u64 {
        self.memolet.samples.len() as u64 + self.skipped
    }

    /// Adds what became of a conversation's turns.
    pub fn ingested(&mut self, totals: &Value) {
        add(&mut self.ingested, totals);
    }

    /// Prints everything, as JSON or for people.
    pub fn print(&self, json: bool) -> anyhow::Result<()> {
        crate::render::print(json, &self.to_json(), || self.to_text())
    }

    fn systems(&self) -> impl Iterator<Item = &System> {
        [&self.memolet].into_iter().chain(&self.baselines).chain([&self.whole])
    }

    fn to_json(&self) -> Value {
        let groups = GROUPS.map(|(id, name, group)| {
            let systems: Map<String, Value> =
                self.systems().map(|system| (system.name.into(), system.summary(group).to_json())).collect();
            json!({
                "categories": id, "name": name, "questions": self.memolet.group(group).count(), "systems": systems,
            })
        });
        let mut report = self.head.clone();
        report["ingested"] = self.ingested.clone();
        report["groups"] = json!(groups);
        report
    }

    fn to_text(&self) -> String {
        let mut head = self.head.clone();
        let malformed = head["data"]["malformedEvidence"].take();
        head["data"]["malformedEvidence"] = json!(render::items(&malformed).count());
        head["ingested"] = self.ingested.clone();
        let repairs = render::items(&malformed).map(|bad| {
            let read: Vec<String> = render::items(&bad["read"]).map(render::text).collect();
            let read = if read.is_empty() { "dropped".into() } else { read.join(" ") };
            vec![render::text(&bad["conversation"]), render::text(&bad["question"]), render::text(&bad["given"]), read]
        });
        format!(
            "{}\nmalformed evidence\n{}\ncategories 1-4\n{}{NOTE}\nby category\n{}",
            render::pairs(&head),
            render::table(&["conversation", "question", "given", "read as"], repairs.collect()),
            self.overall(),
            self.by_category()
        )
    }

    fn overall(&self) -> String {
        let rows = self.systems().map(|system| {
            let summary = system.summary(GROUPS[0].2);
            let milliseconds =
                summary.milliseconds.map(|time| time.map_or_else(String::new, |time| format!("{time:.1}")));
            let mut row = vec![system.name.to_string()];
            row.extend(summary.figures().map(|figure| figure.unwrap_or_else(|| "—".into())));
            row.push(format!("{:.0}", summary.tokens));
            row.extend(milliseconds);
            row
        });
        let heading = ["", "R@5", "R@10", "hit@5", "MRR", "nDCG@10", "tokens a query", "p50 ms", "p95 ms"];
        render::table(&heading, rows.collect())
    }

    fn by_category(&self) -> String {
        let mut rows = Vec::new();
        for (id, name, group) in GROUPS {
            let asked = self.memolet.group(group).count();
            for system in [&self.memolet].into_iter().chain(&self.baselines) {
                let first = system.name == self.memolet.name;
                let label = if first { [format!("{id} {name}"), asked.to_string()] } else { Default::default() };
                let figures = system.summary(group).figures().map(Option::unwrap_or_default);
                rows.push(label.into_iter().chain([system.name.to_string()]).chain(figures).collect());
            }
        }
        render::table(&["category", "questions", "", "R@5", "R@10", "hit@5", "MRR", "nDCG@10"], rows)
    }
}

impl Summary {
    /// R@5, R@10, hit@5, MRR, nDCG@10.
    fn figures(&self) -> [Option<String>; 5] {
        let figure = |of: fn(&Scores) -> f64| self.scores.as_ref().map(|scores| format!("{:.4}", of(scores)));
        [
            figure(|scores| scores.recall_at_5),
            figure(|scores| scores.recall_at_10),
            figure(|scores| scores.hit_at_5),
            figure(|scores| scores.reciprocal_rank),
            figure(|scores| scores.ndcg_at_10),
        ]
    }

    fn to_json(&self) -> Value {
        let mut summary = match &self.scores {
            Some(scores) => json!({
                "recallAt5": scores.recall_at_5, "recallAt10": scores.recall_at_10, "hitAt5": scores.hit_at_5,
                "mrr": scores.reciprocal_rank, "ndcgAt10": scores.ndcg_at_10,
            }),
            // Everything is there, in no order that says anything.
            None => json!({"recall": 1.0}),
        };
        summary["tokensPerQuery"] = json!(self.tokens);
        if let [Some(median), Some(most)] = self.milliseconds {
            summary["latencyMs"] = json!({"p50": median, "p95": most});
        }
        summary
    }
}

/// Adds the numbers of one object to those of another.
fn add(sum: &mut Value, more: &Value) {
    match more {
        Value::Object(more) => {
            if !sum.is_object() {
                *sum = json!({});
            }
            for (key, value) in more {
                add(&mut sum[key], value);
            }
        }
        other => *sum = json!(sum.as_u64().unwrap_or(0) + other.as_u64().unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_add_up() {
        let mut sum = Value::Null;
        add(&mut sum, &json!({"turns": 2, "refused": {}}));
        add(&mut sum, &json!({"turns": 3, "refused": {"secret": 1}}));
        assert_eq!(sum, json!({"turns": 5, "refused": {"secret": 1}}));
    }

    #[test]
    fn groups_are_by_official_id() {
        let mut report = Report::new(json!({}));
        for (category, recall_at_5) in [(1, 1.0), (4, 0.0), (5, 1.0)] {
            let scores = Some(Scores { recall_at_5, ..Scores::default() });
            report.memolet.samples.push(Sample { category, scores, tokens: 10, milliseconds: Some(1.0) });
        }
        assert_eq!(report.memolet.overall().recall_at_5, 0.5);
        let json = report.to_json();
        assert_eq!(json["groups"][1]["questions"], 3);
        assert_eq!(json["groups"][6]["name"], "adversarial");
        assert_eq!(json["groups"][6]["systems"]["memolet"]["recallAt5"], 1.0);
        assert_eq!(json["groups"][0]["systems"]["whole history"]["recall"], 1.0);
    }
}
