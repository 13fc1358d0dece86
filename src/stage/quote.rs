//! Whether the user's own turn says it: what makes a model's words the user's.

use super::View;
use super::lifecycle::live;
use super::recall::echoes;
use crate::ask::extract::utterance;
use crate::index::keyword::{QueryTokens, Tokens, Weight};
use crate::state::Session;
use crate::statements::{self, Claimed};
use crate::text::{holds_words, normalise};
use crate::types::{Address, Evidence, Kind, Message, Role, Span};

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

/// A sentence of a turn as evidence.
pub(super) fn evidence(session: Option<&str>, view: &View<'_>, number: u64, turn: &Message, span: Span) -> Evidence {
    let observed_at = view.state.said_at(number, turn);
    Evidence {
        uri: Session::uri(session.unwrap_or_default(), number, turn),
        digest: None,
        span: Some(span),
        observed_at,
    }
}

/// The sentence of a user's turn that says just what a claim in a model's words says. Only then is the claim
/// the user's word.
pub(super) fn supported(view: &View<'_>, number: u64, turn: &Message, claim: Claimed<'_>) -> Option<Span> {
    let known = names(view);
    let mut names: Vec<&str> = known.iter().map(String::as_str).collect();
    names.extend([view.labels.user.as_str()].into_iter().chain(turn.actor.as_deref()));
    let span = statements::support(&utterance(view.state, number, turn), &Claimed { names: &names, ..claim })?;
    (!is_last(&turn.text, span) || !taken_back(view, number, turn)).then_some(span)
}

/// Whether a sentence of a turn is its last.
pub(super) fn is_last(text: &str, span: Span) -> bool {
    !text.get(span.end as usize..).unwrap_or_default().contains(char::is_alphanumeric)
}

/// Whether what the speaker says next may take back or correct what a turn ends with.
fn taken_back(view: &View<'_>, number: u64, turn: &Message) -> bool {
    let held = super::working::session(view).ok().and_then(|key| view.state.sessions.get(&key));
    let next = held.and_then(|held| held.own_after(number, turn.actor.as_deref()));
    next.is_some_and(|(_, next)| statements::revokes(&next.text))
}

/// What the user is called, by what is known.
fn names(view: &View<'_>) -> Vec<String> {
    let address = Address { entity: "user".into(), attribute: "name".into() };
    let at = view.state.at_address(&view.labels.user, view.labels.project.as_deref(), Kind::Fact, &address);
    at.filter(|record| live(record.state())).filter_map(|record| record.claim.value.clone()).collect()
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

/// Whether words hold all that others say, each in one of its forms; of words that say nothing, such as `is`, too.
pub(super) fn holds_all(words: &str, others: &str) -> bool {
    let (found, wanted) = shared(words, others);
    found == wanted
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
