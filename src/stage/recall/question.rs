//! What a question names: actors, dates, and the words that are left to embed.

use crate::calendar::{Date, MONTHS};
use crate::gather::{self, Set};
use crate::stage::View;
use crate::text::fold_name;
use crate::types::Timestamp;

/// A question, taken apart.
#[derive(Default)]
pub struct Question {
    /// Folded names of known actors that it names.
    actors: Set<String>,
    date: Named,
}

/// The parts of a date that a question names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Named {
    year: Option<u64>,
    month: Option<u8>,
    day: Option<u8>,
}

impl Question {
    /// Takes a question apart.
    pub fn of(view: &View<'_>, text: &str) -> Self {
        let words = gather::set(words(text).map(|(_, word)| word));
        let named = actors(view).filter(|name| name.split(' ').any(|part| words.contains(part)));
        Self { actors: named.map(str::to_owned).collect(), date: Named::of(text) }
    }

    /// Whether it names anybody, or a date.
    pub fn is_pointed(&self) -> bool {
        !self.actors.is_empty() || self.date != Named::default()
    }

    /// Whether it names an actor.
    pub fn names(&self, actor: Option<&str>) -> bool {
        !self.actors.is_empty() && actor.is_some_and(|actor| self.actors.contains(&fold_name(actor)))
    }

    /// How well a time agrees with the date that it names: 1 when every part that is given agrees,
    /// 0.5 when only the day differs, else 0.
    pub fn dated(&self, at: Timestamp) -> f64 {
        if self.date == Named::default() {
            return 0.0;
        }
        let (named, date) = (self.date, Date::of(at));
        let agrees = |given: Option<u64>, have: u64| given.is_none_or(|given| given == have);
        let month = agrees(named.month.map(u64::from), u64::from(date.month));
        if !month || !agrees(named.year, date.year) {
            return 0.0;
        }
        if agrees(named.day.map(u64::from), u64::from(date.day)) { 1.0 } else { 0.5 }
    }
}

impl Named {
    /// A month by its English name (`May` only with its capital), a year from 1900 to 2099, and a day
    /// of the month beside a month's name.
    fn of(text: &str) -> Self {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let mut named = Self::default();
        for (at, word) in words.iter().enumerate() {
            if let Some(month) = month(word) {
                let beside = [at.checked_sub(1), Some(at + 1)];
                named.month = Some(month);
                named.day = beside.into_iter().flatten().filter_map(|at| day(words.get(at)?)).next();
            }
            if let Some(year) = word.parse().ok().filter(|year| (1900..2100).contains(year)) {
                named.year = Some(year);
            }
        }
        named
    }
}

fn month(word: &str) -> Option<u8> {
    let place =
        MONTHS.iter().position(|month| word.eq_ignore_ascii_case(month) && (*month != "May" || word == "May"))?;
    Some(place as u8 + 1)
}

fn day(word: &str) -> Option<u8> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    digits.parse().ok().filter(|day| (1..=31).contains(day))
}

/// The words of a query that are worth embedding: names of known actors are taken out. A query of
/// nothing but names stays as it is.
pub fn query_text(view: &View<'_>, text: &str) -> String {
    let names = gather::set(actors(view).flat_map(|name| name.split(' ')));
    let kept: Vec<&str> = words(text).filter(|(_, word)| !names.contains(word.as_str())).map(|(raw, _)| raw).collect();
    if kept.is_empty() { text.to_owned() } else { kept.join(" ") }
}

fn actors<'a>(view: &View<'a>) -> impl Iterator<Item = &'a str> {
    let both = [view.labels.user.as_str(), ""].map(|user| view.index.partition(user));
    both.into_iter().flatten().flat_map(|partition| partition.actors())
}

/// Words between white space, each with its folded form, without punctuation around it and without a
/// possessive ending. In a question with capitals, a word without one names nobody: it folds to
/// nothing.
fn words(text: &str) -> impl Iterator<Item = (&str, String)> {
    let cased = text.chars().any(char::is_uppercase);
    text.split_whitespace().map(move |raw| {
        let word = raw.trim_matches(|c: char| !c.is_alphanumeric());
        let word = word.strip_suffix("'s").or(word.strip_suffix("’s")).unwrap_or(word);
        let lower = cased && word.chars().next().is_some_and(char::is_lowercase);
        (raw, if lower { String::new() } else { fold_name(word) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_from_words() {
        let named = |text| Named::of(text);
        assert_eq!(named("What happened on 8 May, 2023?"), Named { year: Some(2023), month: Some(5), day: Some(8) });
        assert_eq!(named("in June"), Named { year: None, month: Some(6), day: None });
        assert_eq!(named("What may she do?"), Named::default());
        assert_eq!(named("July 3rd"), Named { year: None, month: Some(7), day: Some(3) });
    }

    #[test]
    fn possessives_and_punctuation_fold_away() {
        let folded: Vec<String> = words("What is Zoë's (new) job?").map(|(_, word)| word).collect();
        assert_eq!(folded, ["what", "", "zoe", "", ""]);
    }
}
