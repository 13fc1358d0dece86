//! What the keyword index promises.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn index(memories: &[&str]) -> KeywordIndex {
    let mut index = KeywordIndex::new();
    (0u32..).zip(memories).for_each(|(row, text)| index.insert(row, &Tokens::of(text)));
    index
}

fn ask(index: &KeywordIndex, question: &str, eligible: &Bitmap) -> (Vec<Scored>, Scale) {
    let mut out = vec![Scored { row: 99, bm25: 9.0 }];
    let scale = index.score(&QueryTokens::of(question), eligible, &mut Scratch::default(), &mut out);
    (out, scale)
}

/// The rows that match, best first.
fn ranked(index: &KeywordIndex, question: &str) -> Vec<u32> {
    let (mut hits, _) = ask(index, question, &Bitmap::full(1000));
    keep_best(&mut hits, usize::MAX);
    hits.iter().map(|hit| hit.row).collect()
}

#[test]
fn bm25_is_the_formula() {
    let index = index(&["cat cat dog", "dog", "bird fish", "bird"]);
    let (hits, scale) = ask(&index, "cat dog unicorn", &Bitmap::full(4));
    let idf = |df: f64| libm::log(1.0 + (104.0 - df + 0.5) / (df + 0.5));
    let part = |tf: f64, df: f64, length: f64| idf(df) * tf * 1.9 / (tf + 0.9 * (0.6 + 0.4 * length / 1.75));
    assert_eq!(hits.len(), 2);
    assert!((f64::from(hits[0].bm25) - part(2.0, 1.0, 3.0) - part(1.0, 2.0, 3.0)).abs() < 1e-5);
    assert!((f64::from(hits[1].bm25) - part(1.0, 2.0, 1.0)).abs() < 1e-5);
    assert!((f64::from(scale.ideal) - idf(1.0) - idf(2.0) - idf(0.0)).abs() < 1e-5);
    assert_eq!((scale.terms, scale.known), (3, 2));
}

/// Each row's share of the question.
fn shares(index: &KeywordIndex, question: &str) -> Vec<f32> {
    let (hits, scale) = ask(index, question, &Bitmap::full(1000));
    hits.iter().map(|hit| hit.bm25 / scale.ideal).collect()
}

#[test]
fn the_ideal_is_a_memory_of_average_length_with_every_word() {
    let animals = index(&["cat dog", "bird fish"]);
    for question in ["cat dog", "Does the cat have a dog?", "fish and bird"] {
        let share = shares(&animals, question)[0];
        assert!((share - 1.0).abs() < 1e-5, "{question}: {share}");
    }
    let names = index(&["the band The Who"]);
    let (hits, scale) = ask(&names, "the who", &Bitmap::full(1));
    assert!(scale.terms == 2 && scale.ideal > 0.0 && hits[0].bm25 > scale.ideal);
}

#[test]
fn unknown_words_and_missing_words_lower_the_share() {
    let index = index(&["cat dog", "cat bird", "order-4711 late", "4711 late"]);
    assert!(shares(&index, "cat zebra migration")[0] < 0.4);
    let animals = shares(&index, "cat dog");
    assert!(animals[0] > 0.9 && animals[1] < 0.5);
    // A whole identifier is worth more than the word that it shares.
    let orders = shares(&index, "order-4711");
    assert!(orders[0] > 1.0 && orders[1] < 0.6);
}

#[test]
fn a_word_counts_once_however_often_it_is_asked() {
    let index = index(&["cat dog", "bird"]);
    let all = Bitmap::full(2);
    assert_eq!(ask(&index, "cat cats CAT", &all), ask(&index, "cat", &all));
}

#[test]
fn small_and_large_partitions_agree_on_what_is_rare() {
    let few = index(&["cat dog"]);
    let many = index(&[&["cat dog"][..], &["bird fish"; 400]].concat());
    let share = |index| shares(index, "cat zebra")[0];
    assert!((share(&few) - share(&many)).abs() < 0.1);
}

#[test]
fn an_empty_question_matches_nothing() {
    let index = index(&["cat", "", "dog"]);
    for question in ["", "   ", "?!"] {
        assert_eq!(ask(&index, question, &Bitmap::full(3)), (vec![], Scale::default()));
    }
    assert!(ranked(&KeywordIndex::new(), "cat").is_empty());
}

#[test]
fn only_eligible_rows_are_scored() {
    let index = index(&["cat", "cat", "cat"]);
    let (hits, _) = ask(&index, "cat", &[1].into_iter().collect());
    assert_eq!(hits.iter().map(|hit| hit.row).collect::<Vec<_>>(), [1]);
    assert!(ask(&index, "cat", &Bitmap::new()).0.is_empty());
}

#[test]
fn equal_scores_rank_by_row_and_the_cut_is_exact() {
    let index = index(&["cat", "cat", "cat cat", "cat"]);
    assert_eq!(ranked(&index, "cat"), [2, 0, 1, 3]);
    let (hits, _) = ask(&index, "cat", &Bitmap::full(4));
    for k in 0..6 {
        let mut cut = hits.clone();
        keep_best(&mut cut, k);
        assert_eq!(cut.len(), k.min(4));
        assert!(cut.iter().map(|hit| hit.row).eq([2, 0, 1, 3].into_iter().take(k)));
    }
}

#[test]
fn a_removed_row_leaves_no_term() {
    let mut index = index(&["the canary password is hunter2", "the cat"]);
    assert!(index.contains_term("canari") && index.contains_term("hunter2"));
    assert!(index.remove(0));
    assert!(!index.remove(0));
    assert_eq!(index.terms().collect::<Vec<_>>(), [("cat", 1), ("the", 1)]);
    index.remove(1);
    assert_eq!((index.terms().count(), index.slots.len(), index.total_length), (0, 0, 0));
}

#[test]
fn an_edited_row_loses_its_old_terms() {
    let mut index = index(&["lives in Berlin"]);
    index.insert(0, &Tokens::of("lives in Paris"));
    assert!(!index.contains_term("berlin"));
    assert_eq!((ranked(&index, "Paris"), index.len()), (vec![0], 1));
}

#[test]
fn scratch_is_clean_between_questions() {
    let (index, mut scratch, mut out) = (index(&["cat dog", "dog"]), Scratch::default(), vec![]);
    let (cat, dog) = (QueryTokens::of("cat dog"), QueryTokens::of("dog"));
    index.score(&cat, &Bitmap::full(2), &mut scratch, &mut out);
    index.score(&dog, &Bitmap::full(2), &mut scratch, &mut out);
    assert_eq!(out, ask(&index, "dog", &Bitmap::full(2)).0);
}

#[test]
fn debug_shows_no_term() {
    assert_eq!(format!("{:?}", index(&["secret"])), "KeywordIndex { rows: 1, terms: 1, .. }");
}

const WORDS: [&str; 12] =
    ["cat", "dogs", "the", "who", "order-4711", "東京タワー", "แมว", "😂", "don't", "GitHub", "größe", "4711"];

fn memory() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&WORDS[..]), 0..8).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_history_equals_a_fresh_build(
        steps in prop::collection::vec((0u32..20, prop::option::weighted(0.6, memory())), 0..60),
        question in memory(),
    ) {
        let (mut index, mut model) = (KeywordIndex::new(), BTreeMap::new());
        for (row, text) in &steps {
            match text {
                Some(text) => {
                    index.insert(*row, &Tokens::of(text));
                    model.insert(*row, text);
                }
                None => prop_assert_eq!(index.remove(*row), model.remove(row).is_some()),
            }
        }
        let mut fresh = KeywordIndex::new();
        model.iter().rev().for_each(|(row, text)| fresh.insert(*row, &Tokens::of(text)));
        prop_assert!(index.terms().eq(fresh.terms()));
        prop_assert_eq!(index.slots.len() - index.free.len(), fresh.terms().count());
        let all = Bitmap::full(20);
        prop_assert_eq!(ask(&index, &question, &all), ask(&fresh, &question, &all));
    }
}
