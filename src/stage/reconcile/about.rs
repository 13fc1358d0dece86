//! Whether two claims are about one thing. A model may be wrong about everything, so it is asked only about
//! such claims, and what it says of others does nothing.

use crate::index::keyword::{QueryTokens, Weight};
use crate::log::{Claim, Record};
use crate::stage::View;
use crate::statements;
use crate::text::normalise;
use unicode_segmentation::UnicodeSegmentation;

/// Whether a new claim can end or replace a known one: they are of one kind and one subject, and at one
/// address, or share the words that name the thing, or are as near as the policy says.
pub fn about_one_thing(view: &View<'_>, new: &Claim, vector: Option<&[f32]>, known: &Record) -> bool {
    let old = &known.claim;
    if new.kind != old.kind || !one_subject(new, old) {
        return false;
    }
    if one_address(new, old) {
        let said = of(&new.text);
        return !old.several || old.value.as_ref().is_none_or(|value| of(value).iter().any(|word| said.contains(word)));
    }
    let (said, told) = (words(new, &old.text), words(old, &new.text));
    name_one_thing(&said, &told, &old.text) || near(view, vector, known)
}

/// Whether a new claim adds nothing to a known one: it has no word that the known one lacks.
pub fn adds_nothing(new: &Claim, known: &Claim) -> bool {
    let has = all_words(known);
    let same_value = match (&new.value, &known.value) {
        (Some(new), Some(known)) => normalise(new) == normalise(known),
        _ => true,
    };
    one_subject(new, known) && same_value && all_words(new).iter().all(|word| has.contains(word))
}

fn one_subject(new: &Claim, old: &Claim) -> bool {
    let entity = |claim: &Claim| claim.address.as_ref().map(|address| normalise(&address.entity));
    entity(new).zip(entity(old)).is_none_or(|(new, old)| new == old)
}

fn one_address(new: &Claim, old: &Claim) -> bool {
    let attribute = |claim: &Claim| claim.address.as_ref().map(|address| normalise(&address.attribute));
    attribute(new).is_some() && attribute(new) == attribute(old)
}

/// At least half of the words that name the known thing, and among them its first, a name, or two.
fn name_one_thing(new: &[String], known: &[String], text: &str) -> bool {
    let shared: Vec<&String> = known.iter().filter(|word| new.contains(word)).collect();
    let names = named(text);
    let telling = shared.len() > 1 || shared.iter().any(|word| known.first() == Some(word) || names.contains(word));
    telling && 2 * shared.len() >= known.len()
}

/// Nearness counts where the policy says from where on: embedders differ in their scales.
fn near(view: &View<'_>, vector: Option<&[f32]>, known: &Record) -> bool {
    let least = view.state.policy.reconciliation.near;
    let row = view.state.row(known.claim.id);
    let cosine = row.zip(vector).and_then(|(row, unit)| view.state.vectors.cosine(row, unit));
    least.zip(cosine).is_some_and(|(least, cosine)| f64::from(cosine) >= least)
}

/// The stems of the words that name what a claim is about, in order: without its subject (the entity, or the
/// first word of both), owners (`the project's`), numbers and days, and words that tell how things are
/// related (`likes`, `is called`).
fn words(claim: &Claim, other: &str) -> Vec<String> {
    let own = claim.address.as_ref().map(|address| of(&address.entity)).unwrap_or_default();
    let first = |text: &str| text.unicode_words().next().map(normalise);
    let subject = usize::from(first(&claim.text) == first(other));
    let mut found = Vec::new();
    for word in claim.text.unicode_words().skip(subject) {
        let owner = word.ends_with("'s") || word.ends_with("\u{2019}s");
        let varies = word.contains(|letter: char| letter.is_numeric()) || statements::is_date_word(word);
        if owner || varies || statements::relates(word) {
            continue;
        }
        found.extend(of(word).into_iter().filter(|stem| !own.contains(stem)));
    }
    found
}

fn all_words(claim: &Claim) -> Vec<String> {
    let own = claim.address.as_ref().map(|address| of(&address.entity)).unwrap_or_default();
    of(&claim.text).into_iter().filter(|stem| !own.contains(stem)).collect()
}

/// Stems of the words of a text, without stop words and `user`.
fn of(text: &str) -> Vec<String> {
    let query = QueryTokens::of(text);
    let required = query.terms().filter(|(word, weight)| *weight == Weight::Required && *word != "user");
    required.map(|(word, _)| word.to_owned()).collect()
}

/// Stems of the words that a text writes with a capital letter, but for its first.
fn named(text: &str) -> Vec<String> {
    let capital = |word: &&str| word.starts_with(char::is_uppercase);
    text.unicode_words().skip(1).filter(capital).flat_map(of).collect()
}
