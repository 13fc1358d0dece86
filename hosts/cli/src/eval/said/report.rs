//! How the figures are shown.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::data::{Data, Split};
use super::figures::{Figures, HEADING, Tally};
use super::floors;
use crate::eval::watched::Watched;
use crate::render;

/// What a model's extraction adds to the rules.
pub struct WithModel {
    /// The model.
    pub watched: Arc<Watched>,
    /// The same dialogues.
    pub figures: Figures,
    /// Claims that the rules miss, and how many of them were made.
    pub missed: u64,
    pub extracted: u64,
}

impl WithModel {
    /// No figures yet.
    pub fn new(watched: Arc<Watched>) -> Self {
        Self { watched, figures: Figures::default(), missed: 0, extracted: 0 }
    }
}

/// All figures of a run.
pub struct Report {
    head: Value,
    pub utterances: Figures,
    pub dialogues: Figures,
    /// None: no model was named.
    pub model: Option<WithModel>,
    /// Whether what fails is shown.
    failures: bool,
}

impl Report {
    /// A report without figures.
    pub fn new(data: &Data, split: Split, failures: bool) -> Self {
        let head = json!({"evaluation": "said", "sha256": data.sha256, "split": split.name()});
        Self { head, utterances: Figures::default(), dialogues: Figures::default(), model: None, failures }
    }

    /// Floors that do not hold. A model's figures have none here: they are its own.
    pub fn broken_floors(&self) -> Vec<String> {
        floors::broken(&self.utterances, &self.dialogues)
    }

    /// Prints everything, as JSON or for people.
    pub fn print(&self, json: bool) -> anyhow::Result<()> {
        render::print(json, &self.to_json(), || self.to_text())
    }

    fn to_json(&self) -> Value {
        let mut report = self.head.clone();
        report["utterances"] = self.utterances.to_json();
        report["dialogues"] = self.dialogues.to_json();
        report["dialogues"]["wrongOfTheUser"] = json!(self.dialogues.asserted);
        if let Some(model) = &self.model {
            report["withModel"] = model.figures.to_json();
            report["withModel"]["wrongOfTheUser"] = json!(model.figures.asserted);
            report["withModel"]["missedByRules"] = json!(model.missed);
            report["withModel"]["extracted"] = json!(model.extracted);
            report["withModel"]["model"] = model.watched.to_json();
        }
        if self.failures {
            let failures = self.all_failures().map(|(id, why)| json!({"id": id, "why": why}));
            report["failures"] = failures.collect();
            let with_model = self.model.iter().flat_map(|model| &model.figures.failures);
            report["failuresWithModel"] = with_model.map(|(id, why)| json!({"id": id, "why": why})).collect();
        }
        report["brokenFloors"] = json!(self.broken_floors());
        report
    }

    fn all_failures(&self) -> impl Iterator<Item = &(String, String)> {
        self.utterances.failures.iter().chain(&self.dialogues.failures)
    }

    fn to_text(&self) -> String {
        let mut text = render::pairs(&self.head);
        let mut rows = vec![
            self.utterances.all.row("utterances"),
            self.utterances.negatives.row("… hard negatives"),
            self.utterances.frames.row("… frames"),
            self.dialogues.all.row("dialogues"),
            self.dialogues.frames.row("… frames"),
        ];
        if let Some(model) = &self.model {
            rows.push(model.figures.all.row("… with the model"));
        }
        text += &format!("\n{}", table("", rows));
        text += &format!("\nutterances\n{}", languages(&self.utterances));
        text += &groups(&self.utterances);
        text += &format!("\ndialogues\n{}", languages(&self.dialogues));
        text += &groups(&self.dialogues);
        if let Some(model) = &self.model {
            text += &format!("\ndialogues with the model\n{}", groups(&model.figures));
            text += &format!("\n{} of {} claims that the rules miss are extracted\n", model.extracted, model.missed);
            text += &format!("{} wrong claims have the user's authority\n", model.figures.asserted);
            text += &model.watched.to_text();
        }
        if self.failures {
            self.all_failures().for_each(|(id, why)| text += &format!("\n{id}: {why}"));
            let with_model = self.model.iter().flat_map(|model| &model.figures.failures);
            with_model.for_each(|(id, why)| text += &format!("\n{id} with the model: {why}"));
            text.push('\n');
        }
        text
    }
}

fn languages(figures: &Figures) -> String {
    table("language", figures.languages.iter().map(|(name, tally)| tally.row(name)).collect())
}

/// English groups, then those of the other languages together.
fn groups(figures: &Figures) -> String {
    let mut sides: BTreeMap<&str, Vec<(&str, &Tally)>> = BTreeMap::new();
    for ((side, group), tally) in &figures.groups {
        sides.entry(side).or_default().push((group, tally));
    }
    let table = |(side, groups): (&str, Vec<(&str, &Tally)>)| {
        let rows = groups.into_iter().map(|(group, tally)| tally.row(group)).collect();
        format!("\n{}", table(side, rows))
    };
    sides.into_iter().map(table).collect()
}

fn table(name: &str, rows: Vec<Vec<String>>) -> String {
    render::table(&[&[name][..], &HEADING].concat(), rows)
}
