//! Sets of phrases, met in tokens.

use super::super::languages::Language;
use super::super::tokens::{Contractions, Token, tokens};
use crate::gather::Map;

/// Phrases by their first word; each may stand for another one.
#[derive(Debug, Default)]
pub struct PhraseSet {
    by_first: Map<String, Vec<(Vec<String>, &'static str)>>,
}

impl PhraseSet {
    /// The entries of a section. `said = canonical` where an entry stands for another one.
    pub fn new(language: &Language, section: &str, contractions: &Contractions) -> Self {
        let mut set = Self::default();
        language.entries(section).iter().for_each(|entry| set.add(entry, contractions));
        set
    }

    /// Adds `said other = canonical`, or a phrase by itself.
    pub fn add(&mut self, entry: &'static str, contractions: &Contractions) {
        let (said, canonical) = entry.split_once('=').unwrap_or((entry, entry));
        let forms: Vec<&str> = if said == entry { vec![entry] } else { said.split(',').collect() };
        for form in forms {
            let mut words = tokens(form, contractions).into_iter().map(|token| token.text);
            let Some(first) = words.next() else { continue };
            self.by_first.entry(first).or_default().push((words.collect(), canonical.trim()));
        }
    }

    /// The longest phrase that begins at a token: how many tokens, and what it stands for.
    pub fn at(&self, tokens: &[Token], at: usize) -> Option<(usize, &'static str)> {
        let known = self.by_first.get(tokens.get(at)?.text.as_str())?;
        let fits = |rest: &[String]| {
            let after = tokens.get(at + 1..at + 1 + rest.len());
            after.is_some_and(|after| after.iter().zip(rest).all(|(token, word)| token.text == *word))
        };
        let fitting = known.iter().filter(|(rest, _)| fits(rest));
        fitting.max_by_key(|(rest, _)| rest.len()).map(|(rest, canonical)| (rest.len() + 1, *canonical))
    }

    /// How many tokens the longest phrase takes that begins at a token; 0: none does.
    pub fn length(&self, tokens: &[Token], at: usize) -> usize {
        self.at(tokens, at).map_or(0, |(length, _)| length)
    }

    /// Whether these tokens are a phrase, whole: what it stands for.
    pub fn whole(&self, tokens: &[Token]) -> Option<&'static str> {
        let known = self.by_first.get(tokens.first()?.text.as_str())?;
        let fits = |rest: &[String]| {
            rest.len() + 1 == tokens.len() && tokens[1..].iter().zip(rest).all(|(token, word)| token.text == *word)
        };
        known.iter().find(|(rest, _)| fits(rest)).map(|(_, canonical)| *canonical)
    }

    /// Whether a word ends as one of these.
    pub fn ends(&self, word: &str) -> bool {
        self.by_first.keys().any(|end| word.len() > end.len() + 1 && word.ends_with(end.as_str()))
    }

    /// The phrases, as words.
    pub fn phrases(&self) -> Vec<Vec<String>> {
        let whole = |first: &String, rest: &[String]| core::iter::once(first).chain(rest).cloned().collect();
        self.by_first.iter().flat_map(|(first, all)| all.iter().map(move |(rest, _)| whole(first, rest))).collect()
    }

    /// Whether one of these signs ends tokens that are two at least: `市` of `咸阳市`.
    pub fn ends_signs(&self, tokens: &[Token]) -> bool {
        tokens.len() > 2
            && tokens.len() <= 6
            && tokens.last().is_some_and(|last| self.by_first.contains_key(&last.text))
    }

    /// Whether a word is one of these.
    pub fn has(&self, word: &str) -> bool {
        self.by_first.get(word).is_some_and(|all| all.iter().any(|(rest, _)| rest.is_empty()))
    }

    /// Whether it has no phrase.
    pub fn is_empty(&self) -> bool {
        self.by_first.is_empty()
    }

    /// Whether a phrase begins at one of these tokens.
    pub fn any(&self, tokens: &[Token]) -> bool {
        (0..tokens.len()).any(|at| self.length(tokens, at) > 0)
    }
}
