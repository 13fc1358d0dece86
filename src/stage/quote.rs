//! Whether the user's own turn says it: what makes a model's words the user's.

use super::View;
use super::admit::detect;
use super::recall::echoes;
use crate::index::keyword::{QueryTokens, Tokens, Weight};
use crate::state::Session;
use crate::text::{holds_words, normalise};
use crate::types::{Evidence, Message, Role, Span};

/// Why a turn does not carry a quote.
type Rejected = &'static str;

/// Whether a turn is the user's own words and holds a quote.
pub(super) fn holds(turn: &Message, quote: &str) -> Result<(), Rejected> {
    if turn.role != Role::User {
        return Err("only the user's own turns make claims");
    }
    let quote = normalise(quote);
    if quote.chars().count() < 3 || !holds_words(&normalise(&turn.text), &quote) {
        return Err("the quote is not in the turn");
    }
    if echoes(&turn.text) {
        return Err("the turn holds what recall gave");
    }
    Ok(())
}

/// The latest turn that the scope's session holds and that carries a quote, with its number.
pub(super) fn find<'a>(view: &View<'a>, quote: &str) -> Option<(u64, &'a Message)> {
    let key = super::working::session(view).ok()?;
    let turns = view.state.sessions.get(&key)?.turns.iter().rev();
    turns.map(|(number, turn)| (*number, turn)).find(|(_, turn)| holds(turn, quote).is_ok())
}

/// The quoted words of a turn as evidence.
pub(super) fn evidence(view: &View<'_>, number: u64, turn: &Message, quote: &str) -> Evidence {
    let session = view.labels.session.as_deref().unwrap_or_default();
    let quote = quote.trim();
    let start = turn.text.find(quote).and_then(|at| u32::try_from(at).ok());
    let span = start.map(|start| Span { start, end: start + quote.len() as u32 });
    let observed_at = view.state.said_at(number, turn);
    Evidence { uri: Session::uri(session, number, turn), digest: None, span, observed_at }
}

/// A claim in a model's words.
#[derive(Clone, Copy)]
pub(super) struct Stated<'a> {
    /// In one sentence.
    pub(super) text: &'a str,
    /// Entity and attribute, as far as there are any.
    pub(super) address: [Option<&'a str>; 2],
    /// The value of an address that is whole.
    pub(super) value: Option<&'a str>,
}

/// Whether a turn says a claim: the claim holds a value that the turn holds, or most of the claim's words
/// are the turn's. A command to the model is the user's word only where the user gave it.
pub(super) fn says(turn: &str, claim: Stated<'_>) -> bool {
    let [entity, attribute] = claim.address;
    let words = [Some(claim.text), claim.value, entity, attribute];
    if words.into_iter().flatten().any(detect::is_instruction) && !detect::is_instruction(turn) {
        return false;
    }
    if let Some(value) = claim.value {
        let value = normalise(value);
        let both = [turn, claim.text].iter().all(|text| holds_words(&normalise(text), &value));
        return both || (holds_words(&normalise(turn), &value) && shares(turn, claim.text));
    }
    shares(turn, claim.text)
}

/// Whether words hold at least half of a claim's own.
pub(super) fn shares(words: &str, claim: &str) -> bool {
    let (found, wanted) = shared(words, claim);
    wanted > 0 && 2 * found >= wanted
}

/// Whether a new claim is about what an old one is about: it holds most of its words.
pub(super) fn continues(new: &str, old: &str) -> bool {
    let (found, wanted) = shared(new, old);
    2 * found > wanted
}

/// How many of a claim's own words there are among others, and how many it has.
fn shared(words: &str, claim: &str) -> (usize, usize) {
    let said = Tokens::of(words);
    let query = QueryTokens::of(claim);
    let wanted: Vec<&str> =
        query.terms().filter(|(_, weight)| *weight == Weight::Required).map(|(word, _)| word).collect();
    let found = wanted.iter().filter(|word| said.terms().any(|(have, _)| have == **word)).count();
    (found, wanted.len())
}
