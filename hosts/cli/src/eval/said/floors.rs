//! What must hold, all in one place.

use super::figures::{Figures, Tally};

/// Right claims, of those that are lifted.
const PRECISION: f64 = 0.995;
/// Claims that are lifted, of those that the tables claim to know.
const RECALL_IN_ENGLISH: f64 = 0.90;
/// The same, in each other language that has a table.
const RECALL_IN_OTHERS: f64 = 0.75;
/// Languages that have tables.
const LANGUAGES: [&str; 9] = ["de", "es", "fr", "it", "ja", "nl", "pt", "ru", "zh"];
/// Dialogues of which every English one must be right.
const WITHOUT_FAULT: [&str; 2] = ["update", "end"];

/// Floors that do not hold.
pub fn broken(utterances: &Figures, dialogues: &Figures) -> Vec<String> {
    let mut broken = Vec::new();
    let mut at_least = |what: String, figure: Option<f64>, floor: f64| {
        if let Some(figure) = figure.filter(|figure| *figure < floor) {
            broken.push(format!("{what} is {figure:.4}, the floor is {floor}"));
        }
    };
    at_least("precision of utterances".into(), utterances.all.precision(), PRECISION);
    at_least("precision of dialogues".into(), dialogues.all.precision(), PRECISION);
    let recall = |language: &str| utterances.languages.get(language).and_then(Tally::recall);
    at_least("recall in English".into(), recall("en"), RECALL_IN_ENGLISH);
    for language in LANGUAGES {
        at_least(format!("recall in {language}"), recall(language), RECALL_IN_OTHERS);
    }
    let mut all_right = |what: String, tally: Tally| {
        if tally.right < tally.cases {
            broken.push(format!("{} of {} {what} are wrong", tally.cases - tally.right, tally.cases));
        }
    };
    all_right("hard negatives".into(), utterances.negatives);
    for group in WITHOUT_FAULT {
        all_right(format!("English dialogues of {group}s"), dialogues.group("en", group));
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn each_floor_can_break() {
        assert!(broken(&Figures::default(), &Figures::default()).is_empty());
        let bad = Tally { cases: 4, right: 3, lifted: 10, wrong: 1, required: 10, met: 7 };
        let languages = BTreeMap::from([("en".to_owned(), bad), ("ja".to_owned(), bad), ("ko".to_owned(), bad)]);
        let utterances = Figures { all: bad, negatives: bad, languages, ..Figures::default() };
        let groups = WITHOUT_FAULT.map(|group| (("en".to_owned(), group.to_owned()), bad));
        let dialogues = Figures { all: bad, groups: BTreeMap::from(groups), ..Figures::default() };
        let broken = broken(&utterances, &dialogues);
        assert_eq!(broken.len(), 7, "{broken:?}");
    }
}
