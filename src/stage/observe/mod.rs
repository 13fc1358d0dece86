//! A turn of a conversation: kept in its own words, and what it states carried out. The engine takes the
//! decisions in one by one, so that each sees what the one before it did, and stores them as one command.

mod carry;
mod parts;
mod same;

pub use carry::{Revoked, revoke, state, unsay};

use super::{Decision, View, admit, check, extract, quote, recall, working};
use crate::log::{Event, Outcome, Record};
use crate::state::Session;
use crate::statements;
use crate::types::{
    Candidate, Evidence, Failure, Id, Kind, Message, Outcome as Became, Reading, Result, Role, Scalar, Source, Span,
    Timestamp, TurnSaid, Utterance,
};

/// How long after an episode a turn without a session may be about it: an hour.
const BEFORE: Timestamp = 3_600_000;
/// Bytes that a session's window holds of one turn.
const MOST_HELD: usize = 65_536;
const MOST_URI: usize = 2_048;

/// What is to be done with a turn. Made before anything is changed: from here on nothing can fail.
#[derive(Debug)]
pub struct Plan {
    /// Evidence uri of the turn.
    uri: String,
    /// When it was said.
    pub at: Timestamp,
    /// The text's parts, each an episode. None: it is not kept.
    pub parts: Vec<Span>,
    /// Why it is not kept.
    pub skipped: Option<&'static str>,
    /// Its place in the session's window.
    pub heard: Option<Event>,
    /// What its own words say.
    pub reading: Reading,
    /// Claims that a model made of the words that it takes back.
    pub taken_back: Vec<Id>,
}

/// Looks at a turn.
pub fn plan(view: &View<'_>, turn: &TurnSaid) -> Result<Plan> {
    if turn.text.trim().is_empty() {
        return Err(Failure::invalid("text", "at least one character that shows"));
    }
    check::said("text", &turn.text)?;
    check::utc_offset(turn.utc_offset)?;
    turn.actor.as_deref().map_or(Ok(()), |actor| check::label("actor", actor))?;
    let (uri, at) = (uri(view, turn)?, turn.at.unwrap_or(view.now));
    let skipped = match turn.role {
        Role::System => Some("system"),
        Role::Assistant if turn.keep_assistant != Some(true) => Some("assistant"),
        _ => None,
    };
    let most = view.state.policy.admission.max_characters;
    let parts = if skipped.is_some() { vec![] } else { parts::parts(&turn.text, most) };
    let reading = reading(view, turn, at);
    let taken_back = if is_read(turn) { carry::taken_back(view, turn) } else { vec![] };
    Ok(Plan { heard: heard(view, turn, &uri, at)?, reading, taken_back, uri, at, parts, skipped })
}

/// Keeps a part of the turn as an episode.
pub fn keep(view: &View<'_>, turn: &TurnSaid, plan: &Plan, span: Span) -> Decision {
    let source = match turn.role {
        Role::Tool => Source::ToolResult,
        Role::Assistant => Source::Inferred,
        Role::User | Role::System => Source::UserSaid,
    };
    let role = (turn.role == Role::Assistant).then(|| ("role".to_owned(), Scalar::Text("assistant".into())));
    let unread = (turn.read == Some(false)).then(|| (Record::READ.to_owned(), Scalar::Boolean(false)));
    let candidate = Candidate {
        text: words(&turn.text, span).to_owned(),
        kind: Some(Kind::Episode),
        actor: turn.actor.clone(),
        source: Some(source),
        // A happening of its own, whoever said the same before.
        observed_at: Some(plan.at),
        evidence: vec![evidence(plan, span)],
        metadata: role.into_iter().chain(unread).collect(),
        ..Candidate::default()
    };
    remember(view, &candidate)
}

/// The question that is due, once the window holds the turn.
pub fn ask(view: &View<'_>, turn: &TurnSaid, plan: &Plan) -> Option<Event> {
    if turn.role != Role::User || plan.reading.unread.is_empty() {
        return None;
    }
    let key = working::session(view).ok()?;
    extract::now(view, &key, view.state.sessions.get(&key)?)
}

/// Offers a claim. What is out of shape is refused, for by now something of the turn is taken in.
fn remember(view: &View<'_>, candidate: &Candidate) -> Decision {
    admit::remember(view, candidate).unwrap_or_else(|failure| {
        let rules = vec![failure.parts().0.to_owned()];
        let outcome = admit::refused(rules.clone());
        Decision::new("remember", vec![Event::Refused { rules }], outcome)
    })
}

/// Bytes of the turn as evidence.
fn evidence(plan: &Plan, span: Span) -> Evidence {
    Evidence { uri: plan.uri.clone(), digest: None, span: Some(span), observed_at: Some(plan.at) }
}

fn words(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or_default()
}

/// A uri that names this turn alone, so that an erasure finds it and nothing beside it.
fn uri(view: &View<'_>, turn: &TurnSaid) -> Result<String> {
    let sequence = view.mint.sequence;
    let uri = match (&turn.ref_, &view.labels.session) {
        (Some(uri), _) if uri.contains('#') => uri.clone(),
        (Some(uri), _) => format!("{uri}#{sequence}"),
        (None, Some(session)) => format!("session:{session}#{sequence}"),
        (None, None) => format!("turn:#{}", view.mint.id(0)),
    };
    if uri.len() > MOST_URI {
        return Err(Failure::invalid("ref", format!("at most {MOST_URI} bytes, with a fragment")));
    }
    Ok(uri)
}

/// The turn's place in the window, where the scope has a session.
fn heard(view: &View<'_>, turn: &TurnSaid, uri: &str, at: Timestamp) -> Result<Option<Event>> {
    if view.labels.session.is_none() {
        return Ok(None);
    }
    let text = crate::text::cut(&turn.text, MOST_HELD).to_owned();
    let (role, actor, ref_) = (turn.role, turn.actor.clone(), Some(uri.to_owned()));
    working::heard(view, &Message { role, actor, text, at: Some(at), ref_ }).map(|(_, turned)| Some(turned))
}

/// Whether a turn's words are read. What recall emitted is nobody's statement.
fn is_read(turn: &TurnSaid) -> bool {
    turn.role == Role::User && turn.read != Some(false) && !recall::echoes(&turn.text)
}

/// What the turn's own words say.
fn reading(view: &View<'_>, turn: &TurnSaid, at: Timestamp) -> Reading {
    if !is_read(turn) {
        return Reading::default();
    }
    statements::read(&Utterance {
        text: turn.text.clone(),
        at,
        utc_offset: turn.utc_offset,
        speaker: turn.actor.clone(),
        before: before(view, turn, at),
    })
}

/// What the same speaker said just before: in the session's window, or the latest episode.
fn before(view: &View<'_>, turn: &TurnSaid, at: Timestamp) -> Option<String> {
    let held = working::session(view).ok().and_then(|key| view.state.sessions.get(&key));
    if let Some((number, message)) = held.and_then(|held| held.own_before(u64::MAX, turn.actor.as_deref())) {
        let uri = Session::uri(view.labels.session.as_deref().unwrap_or_default(), *number, message);
        return (!view.state.is_unread(&view.labels.user, &uri)).then(|| message.text.clone());
    }
    let rows = view.state.partition(&view.labels.user).iter().filter_map(|row| view.state.at(*row));
    let own = |record: &&Record| {
        let claim = &record.claim;
        claim.kind == Kind::Episode
            && claim.source == Source::UserSaid
            && claim.actor == turn.actor
            && claim.session == view.labels.session
            && claim.observed_at <= at
            && at - claim.observed_at <= BEFORE
    };
    let latest = rows.filter(own).max_by_key(|record| (record.claim.observed_at, record.version, record.claim.id));
    latest.filter(|record| !record.is_unread()).map(|record| record.claim.text.clone())
}

/// What became of a claim, as an outcome says it.
fn became(outcome: &Outcome) -> Became {
    if let Outcome::Admission { outcome, .. } = outcome { *outcome } else { Became::Refused }
}
