//! What simpler means recall: BM25, nearest vectors, and the two together. Plain code over
//! `[session date] Speaker: turn`, apart from the engine: it must not flatter either side.

use std::collections::{BTreeMap, BTreeSet};

use rust_stemmers::{Algorithm, Stemmer};

use super::gold::Conversation;
use crate::component::Embedder;
use crate::failure::Outcome;

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// NLTK's English list.
#[rustfmt::skip]
const STOP: &[&str] = &[
    "about", "above", "after", "again", "against", "all", "am", "an", "and", "any", "are", "as", "at", "be",
    "because", "been", "before", "being", "below", "between", "both", "but", "by", "can", "did", "do", "does",
    "doing", "don", "down", "during", "each", "few", "for", "from", "further", "had", "has", "have", "having", "he",
    "her", "here", "hers", "herself", "him", "himself", "his", "how", "if", "in", "into", "is", "it", "its", "itself",
    "just", "me", "more", "most", "my", "myself", "no", "nor", "not", "now", "of", "off", "on", "once", "only", "or",
    "other", "our", "ours", "ourselves", "out", "over", "own", "same", "she", "should", "so", "some", "such", "than",
    "that", "the", "their", "theirs", "them", "themselves", "then", "there", "these", "they", "this", "those",
    "through", "to", "too", "under", "until", "up", "very", "was", "we", "were", "what", "when", "where", "which",
    "while", "who", "whom", "why", "will", "with", "you", "your", "yours", "yourself", "yourselves",
];

/// Rankings of one question: every turn, best first, equals in the order of the conversation.
#[derive(Debug)]
pub struct Rankings {
    /// By words.
    pub bm25: Vec<usize>,
    /// By the built-in embedder's vectors.
    pub vectors: Vec<usize>,
    /// By half of each, stretched to 0..1 over the turns.
    pub sum: Vec<usize>,
}

/// Rankings of every question of a conversation.
pub fn rank(conversation: &Conversation, embedder: &mut Embedder) -> Outcome<Vec<Rankings>> {
    let words = Words::of(&conversation.passages);
    let turns = embedder.embed(&conversation.passages)?;
    let questions: Vec<String> = conversation.questions.iter().map(|question| question.text.clone()).collect();
    let asked = embedder.embed(&questions)?;
    let rankings = questions.iter().zip(&asked).map(|(question, vector)| {
        let bm25 = words.scores(question);
        let cosines: Vec<f64> = turns.iter().map(|turn| dot(turn, vector)).collect();
        let halves = stretched(&bm25).into_iter().zip(stretched(&cosines));
        let sum: Vec<f64> = halves.map(|(words, vectors)| 0.5 * words + 0.5 * vectors).collect();
        Rankings { bm25: best_first(&bm25), vectors: best_first(&cosines), sum: best_first(&sum) }
    });
    Ok(rankings.collect())
}

/// An index for BM25.
struct Words {
    /// By word: which passages have it, and how much each then scores.
    weights: BTreeMap<String, Vec<(usize, f64)>>,
    passages: usize,
}

impl Words {
    fn of(passages: &[String]) -> Self {
        let texts: Vec<Vec<String>> = passages.iter().map(|passage| terms(passage)).collect();
        let average = texts.iter().map(Vec::len).sum::<usize>().max(1) as f64 / texts.len().max(1) as f64;
        let mut counts: BTreeMap<&str, BTreeMap<usize, f64>> = BTreeMap::new();
        for (passage, terms) in texts.iter().enumerate() {
            for term in terms {
                *counts.entry(term).or_default().entry(passage).or_default() += 1.0;
            }
        }
        let weights = counts.into_iter().map(|(term, holders)| {
            let (all, having) = (texts.len() as f64, holders.len() as f64);
            // To base 2: all weights by one factor, which changes no order and no stretched score.
            let rare = (1.0 + (all - having + 0.5) / (having + 0.5)).log2();
            let weight = |(passage, count): (usize, f64)| {
                let length = texts[passage].len() as f64 / average;
                (passage, rare * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length)))
            };
            (term.to_string(), holders.into_iter().map(weight).collect())
        });
        Self { weights: weights.collect(), passages: texts.len() }
    }

    fn scores(&self, question: &str) -> Vec<f64> {
        let mut scores = vec![0.0; self.passages];
        let distinct: BTreeSet<String> = terms(question).into_iter().collect();
        for (passage, weight) in distinct.iter().filter_map(|term| self.weights.get(term)).flatten() {
            scores[*passage] += weight;
        }
        scores
    }
}

/// Words of two characters or more, without stop words, stemmed.
fn terms(text: &str) -> Vec<String> {
    let (lower, stemmer) = (text.to_lowercase(), Stemmer::create(Algorithm::English));
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '_');
    let kept = words.filter(|word| word.chars().nth(1).is_some() && !STOP.contains(word));
    kept.map(|word| stemmer.stem(word).into_owned()).collect()
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

fn stretched(scores: &[f64]) -> Vec<f64> {
    let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    scores.iter().map(|score| (score - least) / (most - least).max(1e-9)).collect()
}

fn best_first(scores: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_stemmed_and_stop_words_gone() {
        assert_eq!(terms("The painters' PAINTED, I painted 7 walls"), ["painter", "paint", "paint", "wall"]);
    }

    #[test]
    fn a_rare_word_in_a_short_passage_is_best_and_equals_keep_their_order() {
        let passages = ["red red red cat", "dog", "cat", "a long tale of one cat and dogs", "dog"].map(String::from);
        let words = Words::of(&passages);
        assert_eq!(best_first(&words.scores("cats?")), [2, 0, 3, 1, 4]);
        assert_eq!(best_first(&words.scores("nothing")), [0, 1, 2, 3, 4]);
        assert_eq!(stretched(&[1.0, 3.0, 2.0]), [0.0, 1.0, 0.5]);
    }
}
