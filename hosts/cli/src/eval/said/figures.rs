//! Precision, recall and silence, counted.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::data::{Dialogue, Utterance};
use super::judge::Verdict;
use super::play::Played;

/// Groups of utterances in which the words are not the speaker's own, or not meant as said.
const FRAMES: [&str; 10] =
    ["quotation", "code", "mail", "chat-export", "translate", "fiction", "role-play", "lyrics", "hypothesis", "tagged"];

/// Claims of some cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub cases: u64,
    /// Cases of which every claim is right and none is missing.
    pub right: u64,
    pub lifted: u64,
    pub wrong: u64,
    pub required: u64,
    pub met: u64,
}

/// Claims by what they are a case of.
#[derive(Debug, Default)]
pub struct Figures {
    pub all: Tally,
    pub negatives: Tally,
    pub frames: Tally,
    pub languages: BTreeMap<String, Tally>,
    /// The negatives of each language.
    pub negatives_by_language: BTreeMap<String, Tally>,
    /// Language (`en` or `others`) and group.
    pub groups: BTreeMap<(String, String), Tally>,
    /// Wrong claims that the user is said to have made; of dialogues.
    pub asserted: u64,
    /// What is not right: id and why.
    pub failures: Vec<(String, String)>,
}

impl Tally {
    fn add(&mut self, verdict: &Verdict) {
        self.cases += 1;
        self.right += u64::from(verdict.is_right());
        self.lifted += verdict.lifted;
        self.wrong += verdict.wrong.len() as u64;
        self.required += verdict.required;
        self.met += verdict.met.len() as u64;
    }

    /// Right claims of those that were made; none of none.
    pub fn precision(&self) -> Option<f64> {
        share(self.lifted - self.wrong, self.lifted)
    }

    /// Claims that were made of those that had to be; none of none.
    pub fn recall(&self) -> Option<f64> {
        share(self.met, self.required)
    }

    /// As JSON.
    pub fn to_json(self) -> Value {
        json!({
            "cases": self.cases, "right": self.right, "lifted": self.lifted, "wrong": self.wrong,
            "required": self.required, "met": self.met, "precision": self.precision(), "recall": self.recall(),
        })
    }

    /// As a row of a table, under `HEADING`.
    pub fn row(&self, name: &str) -> Vec<String> {
        let figure = |figure: Option<f64>| figure.map_or_else(|| "—".into(), |figure| format!("{figure:.3}"));
        vec![
            name.to_owned(),
            self.cases.to_string(),
            self.right.to_string(),
            self.lifted.to_string(),
            self.wrong.to_string(),
            figure(self.precision()),
            format!("{}/{}", self.met, self.required),
            figure(self.recall()),
        ]
    }
}

/// Over the columns of `Tally::row`.
pub const HEADING: [&str; 7] = ["cases", "right", "lifted", "wrong", "precision", "met", "recall"];

impl Figures {
    /// Counts an utterance.
    pub fn utterance(&mut self, said: &Utterance, verdict: &Verdict) {
        self.count(&said.language, &said.group, &said.id, verdict);
        if said.negative {
            self.negatives.add(verdict);
            self.negatives_by_language.entry(said.language.clone()).or_default().add(verdict);
        }
        if FRAMES.contains(&said.group.as_str()) {
            self.frames.add(verdict);
        }
    }

    /// Counts a dialogue.
    pub fn dialogue(&mut self, dialogue: &Dialogue, played: &Played) {
        self.count(&dialogue.language, &dialogue.group, &dialogue.id, &played.verdict);
        self.asserted += played.asserted;
        if dialogue.group == "frame" {
            self.frames.add(&played.verdict);
        }
    }

    fn count(&mut self, language: &str, group: &str, id: &str, verdict: &Verdict) {
        let side = if language == "en" { "en" } else { "others" };
        self.all.add(verdict);
        self.languages.entry(language.to_owned()).or_default().add(verdict);
        self.groups.entry((side.to_owned(), group.to_owned())).or_default().add(verdict);
        let missed = verdict.missed.iter().map(|missed| format!("missed {missed}"));
        let wrong = verdict.wrong.iter().map(|wrong| format!("wrong {wrong}"));
        let why: Vec<String> = wrong.chain(missed).chain(verdict.broken.iter().cloned()).collect();
        if !why.is_empty() {
            self.failures.push((id.to_owned(), why.join("; ")));
        }
    }

    /// Of `en` or `others`.
    pub fn group(&self, side: &str, group: &str) -> Tally {
        self.groups.get(&(side.to_owned(), group.to_owned())).copied().unwrap_or_default()
    }

    /// As JSON, without what is not right.
    pub fn to_json(&self) -> Value {
        let mut groups = json!({});
        for ((side, group), tally) in &self.groups {
            groups[side][group] = tally.to_json();
        }
        json!({
            "all": self.all.to_json(), "frames": self.frames.to_json(), "negatives": self.negatives.to_json(),
            "languages": by_name(&self.languages), "negativesByLanguage": by_name(&self.negatives_by_language),
            "groups": groups,
        })
    }
}

fn by_name(tallies: &BTreeMap<String, Tally>) -> Map<String, Value> {
    tallies.iter().map(|(name, tally)| (name.clone(), tally.to_json())).collect()
}

fn share(part: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_hand() {
        let mut tally = Tally::default();
        assert_eq!((tally.precision(), tally.recall()), (None, None));
        let wrong = vec!["x".to_owned()];
        tally.add(&Verdict { lifted: 4, required: 3, met: vec![0, 2], wrong, ..Verdict::default() });
        tally.add(&Verdict { lifted: 1, required: 1, met: vec![0], ..Verdict::default() });
        assert_eq!((tally.precision(), tally.recall()), (Some(0.8), Some(0.75)));
        assert_eq!((tally.cases, tally.right), (2, 1));
    }
}
