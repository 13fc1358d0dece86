//! Whether two claims are about one thing. A model may be wrong about everything, so it is asked only about
//! such claims, and what it says of others does nothing.

use crate::gather::{Set, set};
use crate::index::keyword::{QueryTokens, Weight};
use crate::log::{Claim, Record};
use crate::stage::View;
use crate::statements;
use crate::text::{holds_words, normalise};
use unicode_segmentation::UnicodeSegmentation;

/// Whether a new claim can end or replace a known one: they are of one kind and one subject, and at one
/// address, or share the words that name the thing, or are as near as the policy says.
pub fn about_one_thing(view: &View<'_>, new: &Claim, vector: Option<&[f32]>, known: &Record) -> bool {
    let old = &known.claim;
    if new.kind != old.kind || !one_subject(new, old) {
        return false;
    }
    if one_address(new, old) {
        // Of several values each is meant by its name alone.
        let (beside, said) = (new.several || old.several, of(&new.text));
        return !beside || old.value.as_ref().is_none_or(|value| of(value).iter().any(|word| said.contains(word)));
    }
    let (said, told) = (Words::of(new, &old.text), Words::of(old, &new.text));
    // What is over or otherwise now is named in short: `I sold the Volvo`.
    let in_short = || statements::tells_change(&new.text) && name_one_thing(&told, &said, &new.text);
    let in_words = name_one_thing(&said, &told, &old.text) && !of_another_sort(&said, &told, new, old);
    (in_words || in_short()) && one_form(&said, &told, new, old) || near(view, vector, known)
}

/// Whether a new claim can retire a known one of the same thing by its words: it tells a change, it negates the
/// known one, they are at one address, or they differ in one name, number or day alone.
pub fn can_retire(new: &Claim, known: &Claim) -> bool {
    one_address(new, known) || statements::tells_change(&new.text) || negates(new, known) || one_value(new, known)
}

/// Whether one claim is negated and the other not, and the new one names nothing else.
fn negates(new: &Claim, known: &Claim) -> bool {
    let has = all_words(known);
    statements::is_negated(&new.text) != statements::is_negated(&known.text)
        && Words::of(new, &known.text).all().all(|word| has.contains(word))
}

/// Whether two claims are the same words but for one name, number or day: what has another value now. Two that
/// differ in a place and a year are two happenings.
fn one_value(new: &Claim, known: &Claim) -> bool {
    let other = |one: &Claim, has: &[String]| all_words(one).into_iter().filter(|word| !has.contains(word)).count();
    frame(new, &known.text) == frame(known, &new.text)
        && other(new, &all_words(known)) <= 1
        && other(known, &all_words(new)) <= 1
}

/// Whether a new claim adds nothing to a known one: it has no word that the known one lacks.
pub fn adds_nothing(new: &Claim, known: &Claim) -> bool {
    let has = all_words(known);
    let same_value = match (&new.value, &known.value) {
        (Some(new), Some(known)) => normalise(new) == normalise(known),
        _ => true,
    };
    let negated = |claim: &Claim| statements::is_negated(&claim.text);
    let known_words = |word: &String| has.iter().any(|have| same_word(have, word));
    one_subject(new, known) && same_value && negated(new) == negated(known) && all_words(new).iter().all(known_words)
}

/// A word, and what is made of it: `play`, `player`.
fn same_word(one: &str, other: &str) -> bool {
    let made_of = |long: &str, short: &str| short.chars().count() > 3 && long.starts_with(short);
    one == other || made_of(one, other) || made_of(other, one)
}

/// The words of a claim but for its subject, names, numbers and days, in no order.
fn frame(claim: &Claim, other: &str) -> Set<String> {
    let mut frame = set(of(&claim.text).into_iter());
    let first = |text: &str| text.unicode_words().next().map(normalise);
    let gone = claim.text.unicode_words().filter(|word| varies(word)).flat_map(of).chain(named(&claim.text));
    let subject = claim.text.unicode_words().next().filter(|_| first(&claim.text) == first(other));
    for word in gone.chain(subject.into_iter().flat_map(of)) {
        frame.remove(&word);
    }
    frame
}

/// Whether two claims may be about the same one: neither tells of somebody whom the other does not speak of.
fn one_subject(new: &Claim, old: &Claim) -> bool {
    let entity = |claim: &Claim| claim.address.as_ref().map(|address| normalise(&address.entity));
    entity(new).zip(entity(old)).is_none_or(|(new, old)| new == old)
        && !tells_of_another(new, old)
        && !tells_of_another(old, new)
}

/// Whether a claim tells of somebody, by relation or name, of whom another has no word: `the user's sister` left
/// Acme, the user works there.
fn tells_of_another(claim: &Claim, other: &Claim) -> bool {
    let spoken_of = |word: &str| {
        let attribute = other.address.iter().chain(&claim.address).any(|address| mentions(&address.attribute, word));
        attribute || mentions(&other.text, word)
    };
    let known_as = |name: &str| {
        let called = [&claim.actor, &other.actor].into_iter().flatten().any(|actor| mentions(actor, name));
        called || spoken_of(name) || claim.address.as_ref().is_some_and(|address| mentions(&address.entity, name))
    };
    let by_name = || statements::who(&claim.text).filter(|_| statements::is_of_user(&other.text));
    statements::relation(&claim.text).is_some_and(|relation| !spoken_of(&relation))
        || by_name().is_some_and(|name| !known_as(name))
}

fn mentions(text: &str, word: &str) -> bool {
    holds_words(&normalise(text), &normalise(word))
}

fn one_address(new: &Claim, old: &Claim) -> bool {
    let attribute = |claim: &Claim| claim.address.as_ref().map(|address| normalise(&address.attribute));
    attribute(new).is_some() && attribute(new) == attribute(old)
}

/// At least half of the words that name the known thing and whose it is, and among them its first, a name, or two.
fn name_one_thing(new: &Words, known: &Words, text: &str) -> bool {
    let shared = known.shared(new);
    let first = known.things.first();
    let names = named(text);
    let of_one = known.relations.iter().filter(|word| new.relations.contains(word)).count();
    let both = shared.len() + of_one;
    let telling = both > 1 || shared.iter().any(|word| first == Some(word) || names.contains(word));
    telling && !shared.is_empty() && 2 * both >= known.all().count()
}

/// Whether two claims share one word alone, and only the known one gives a number or a day of it: the date of the
/// wedding, and its place.
fn of_another_sort(new: &Words, known: &Words, claim: &Claim, old: &Claim) -> bool {
    let has_value = |claim: &Claim| claim.text.unicode_words().any(varies);
    known.shared(new).len() == 1 && has_value(old) && !has_value(claim)
}

/// Whether two claims that share one word alone write it alike: `my rent` is not what somebody rents.
fn one_form(new: &Words, known: &Words, claim: &Claim, old: &Claim) -> bool {
    let shared = known.shared(new);
    let [only] = shared[..] else { return true };
    let forms = |text: &str| text.unicode_words().map(normalise).filter(|word| of(word).contains(only)).collect();
    let (said, told): (Vec<String>, Vec<String>) = (forms(&claim.text), forms(&old.text));
    said.iter().any(|form| told.contains(form))
}

/// Whether a word is a number or tells when.
fn varies(word: &str) -> bool {
    statements::counts(word) || statements::tells_when(word)
}

/// Nearness counts where the policy says from where on: embedders differ in their scales.
fn near(view: &View<'_>, vector: Option<&[f32]>, known: &Record) -> bool {
    let least = view.state.policy.reconciliation.near;
    let row = view.state.row(known.claim.id);
    let cosine = row.zip(vector).and_then(|(row, unit)| view.state.vectors.cosine(row, unit));
    least.zip(cosine).is_some_and(|(least, cosine)| f64::from(cosine) >= least)
}

/// The stems of the words that tell what a claim is about: without its subject (the entity, or the first word of
/// both), owners (`the project's`), numbers and days, and what tells how things are related or that they have changed
/// (`likes`, `is called`, `gave up`).
struct Words {
    /// Of things, in order.
    things: Vec<String>,
    /// Of whom or which of the user's: `sister`, `dog`. Two claims of one dog may be of two things.
    relations: Vec<String>,
}

impl Words {
    fn of(claim: &Claim, other: &str) -> Self {
        let own = claim.address.as_ref().map(|address| of(&address.entity)).unwrap_or_default();
        let first = |text: &str| text.unicode_words().next().map(normalise);
        let subject = usize::from(first(&claim.text) == first(other));
        let mut found = Self { things: vec![], relations: vec![] };
        let content = of(&claim.text);
        let changes = statements::changes(&claim.text);
        for (at, word) in claim.text.unicode_word_indices().skip(subject) {
            let owner = word.ends_with("'s") || word.ends_with("\u{2019}s");
            if owner || statements::relates(word) || varies(word) || changes.iter().any(|change| change.contains(&at)) {
                continue;
            }
            let stems = of(word).into_iter().filter(|stem| content.contains(stem) && !own.contains(stem));
            if statements::is_relation(word) { found.relations.extend(stems) } else { found.things.extend(stems) }
        }
        found
    }

    fn all(&self) -> impl Iterator<Item = &String> {
        self.things.iter().chain(&self.relations)
    }

    /// Things that another claim names too.
    fn shared(&self, other: &Self) -> Vec<&String> {
        self.things.iter().filter(|word| other.things.contains(word)).collect()
    }
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
