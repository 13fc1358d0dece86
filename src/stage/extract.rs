//! Extraction: a model reads a session's turns and proposes claims. A claim must quote the user's own
//! turn, and passes admission like any other.

use super::{Answered, Decision, View, admit, quote};
use crate::ask::extract::{Claimed, read};
use crate::gather;
use crate::log::{Event, Outcome, Question};
use crate::state::Session;
use crate::text::normalise;
use crate::types::{Applied, Candidate, Labels, Message, Outcome as Became, Result, Role, Source};

/// Name and version of this way of extracting.
const EXTRACTOR: &str = "memolet-extract/1";

/// Whose turns a question showed.
#[derive(Debug)]
pub struct Shown<'a> {
    /// Labels of the claims to be.
    pub labels: &'a Labels,
    /// Numbers of the turns, in the order of their aliases.
    pub turns: &'a [u64],
}

/// The question that is due once a session holds enough new turns of the user.
pub fn due(view: &View<'_>, key: &(String, String), held: &Session) -> Option<Event> {
    let wanted = view.state.policy.session.extract_after as usize;
    let new = held.turns.iter().filter(|(number, turn)| *number > held.extracted && turn.role == Role::User);
    if wanted == 0 || new.count() < wanted { None } else { question(view, key, held) }
}

/// Opens a question about the turns that none was asked of yet.
pub fn extract(view: &View<'_>) -> Result<Decision> {
    let key = super::working::session(view)?;
    let opened = view.state.sessions.get(&key).and_then(|held| question(view, &key, held));
    let tickets = opened.iter().map(|_| view.mint.sequence).collect();
    Ok(Decision::new("extract", opened.into_iter().collect(), Outcome::Tickets(tickets)))
}

/// Takes a reply: claim by claim, each accepted or rejected with a reason.
pub fn take(view: &View<'_>, ticket: u64, shown: &Shown<'_>, reply: &str) -> Result<Answered> {
    let claims = read(reply, shown.turns.len())?;
    let key = (shown.labels.user.clone(), shown.labels.session.clone().unwrap_or_default());
    let empty = Session::default();
    let held = view.state.sessions.get(&key).unwrap_or(&empty);
    let mut events = Vec::new();
    let mut seen = Vec::new();
    let mut results = Vec::new();
    for (place, claim) in (0u32..).zip(&claims) {
        let outcome = turn_of(claim, shown, held).and_then(|(number, turn)| {
            let candidate = candidate(view, claim, number, turn, shown.labels)?;
            once(&candidate, &mut seen)?;
            admitted(view, shown.labels, &candidate, place)
        });
        results.push(applied(claim, outcome, &mut events));
    }
    let mut events = room_once(events);
    events.extend(done(ticket, &key, shown.turns));
    let decision = Decision::new("answer", events, Outcome::Done).coded("extracted");
    Ok(Answered { decision, verdict: "extracted", results })
}

/// When no reply can be used: the turns stay episodes, and are not asked about again.
pub fn give_up(ticket: u64, shown: &Shown<'_>) -> Decision {
    let key = (shown.labels.user.clone(), shown.labels.session.clone().unwrap_or_default());
    Decision::new("answer", done(ticket, &key, shown.turns), Outcome::Done).coded("fell-back")
}

fn question(view: &View<'_>, (user, session): &(String, String), held: &Session) -> Option<Event> {
    let turns: Vec<u64> =
        held.turns.iter().map(|(number, _)| *number).filter(|number| *number > held.extracted).collect();
    let said = held.turns.iter().any(|(number, turn)| turns.contains(number) && turn.role == Role::User);
    let open = view.state.asks.values().any(|open| {
        matches!(&open.question, Question::Extract { labels, .. } if labels.user == *user && labels.session.as_ref() == Some(session))
    });
    if !view.model || !said || open {
        return None;
    }
    let labels = Labels { shared_writer: false, ..view.labels.clone() };
    Some(Event::AskOpened { question: Question::Extract { labels, turns }, shown: vec![] })
}

fn done(ticket: u64, (user, session): &(String, String), turns: &[u64]) -> Vec<Event> {
    let up_to = turns.iter().copied().max().unwrap_or(0);
    let extracted = Event::Extracted { user: user.clone(), session: session.clone(), up_to };
    vec![extracted, Event::AskClosed { ticket }]
}

type Rejected = String;

/// The user's turn that a claim names and quotes.
fn turn_of<'a>(
    claim: &Claimed,
    shown: &Shown<'_>,
    held: &'a Session,
) -> core::result::Result<(u64, &'a Message), Rejected> {
    let number = claim.place.and_then(|place| shown.turns.get(place)).ok_or("not-shown")?;
    let turn = held.turns.iter().find(|(held, _)| held == number).ok_or("the turn is not held any more")?;
    quote::holds(&turn.1, &claim.quote)?;
    Ok((turn.0, &turn.1))
}

/// A claim as a candidate. It is the user's word where the turn holds its value, or most of its words;
/// else it is the model's conclusion, which outranks nothing that the user said.
fn candidate(
    view: &View<'_>,
    claim: &Claimed,
    number: u64,
    turn: &Message,
    labels: &Labels,
) -> core::result::Result<Candidate, Rejected> {
    let (Ok(from), Ok(until)) = (claim.from, claim.until) else {
        return Err("a date is not of the form 2026-07-01".into());
    };
    let source = if grounded(claim, &turn.text) { Source::UserSaid } else { Source::Inferred };
    let evidence = quote::evidence(&View { labels, ..*view }, number, turn, &claim.quote);
    let (entity, attribute, value) = about(claim);
    Ok(Candidate {
        text: claim.text.clone(),
        kind: Some(claim.kind),
        actor: turn.actor.clone(),
        source: Some(source),
        entity,
        attribute,
        value,
        importance: Some(claim.importance),
        observed_at: evidence.observed_at,
        valid_from: from,
        valid_to: until,
        evidence: vec![evidence],
        extractor: Some(EXTRACTOR.into()),
        ..Candidate::default()
    })
}

/// The address and value of a claim, where all of the address is there.
fn about(claim: &Claimed) -> (Option<String>, Option<String>, Option<String>) {
    let word = |text: &Option<String>| text.clone().filter(|text| !normalise(text).is_empty());
    let whole = word(&claim.address.0).zip(word(&claim.address.1));
    let value = word(&claim.value).filter(|_| whole.is_some());
    let (entity, attribute) = whole.unzip();
    (entity, attribute, value)
}

/// Whether the turn says it.
fn grounded(claim: &Claimed, turn: &str) -> bool {
    let (.., value) = about(claim);
    let address = [claim.address.0.as_deref(), claim.address.1.as_deref()];
    quote::says(turn, quote::Stated { text: &claim.text, address, value: value.as_deref() })
}

/// Claims of one reply make room side by side: what leaves, leaves once, and stays where the reply
/// touches it.
fn room_once(events: Vec<Event>) -> Vec<Event> {
    let leaves = |event: &Event| matches!(event, Event::Moved { code, .. } if code == "capacity");
    let mut touched = gather::set(events.iter().filter(|event| !leaves(event)).filter_map(Event::id));
    let mut keep = |event: &Event| !leaves(event) || event.id().is_some_and(|id| touched.insert(id));
    events.into_iter().filter(|event| keep(event)).collect()
}

/// Claims of one reply are decided on side by side, so each may say a thing once.
fn once(candidate: &Candidate, seen: &mut Vec<String>) -> core::result::Result<(), Rejected> {
    let address = candidate.entity.as_deref().zip(candidate.attribute.as_deref());
    let keys = [
        address.map(|(entity, attribute)| format!("{}\u{0}{}", normalise(entity), normalise(attribute))),
        Some(normalise(&candidate.text)),
    ];
    for key in keys.into_iter().flatten() {
        if seen.contains(&key) {
            return Err("this reply has claimed it already".into());
        }
        seen.push(key);
    }
    Ok(())
}

fn admitted(
    view: &View<'_>,
    labels: &Labels,
    candidate: &Candidate,
    place: u32,
) -> core::result::Result<Decision, Rejected> {
    let mint = super::Mint { offset: place, ..view.mint };
    let view = View { labels, mint, ..*view };
    admit::remember(&view, candidate).map_err(|failure| failure.parts().0.to_owned())
}

fn applied(claim: &Claimed, outcome: core::result::Result<Decision, Rejected>, events: &mut Vec<Event>) -> Applied {
    let reject = |reason: String| Applied {
        op: "add".into(),
        target: Some(claim.named.clone()),
        applied: false,
        reason: Some(reason),
        id: None,
    };
    let decision = match outcome {
        Ok(decision) => decision,
        Err(reason) => return reject(reason),
    };
    events.extend(decision.events);
    match decision.outcome {
        Outcome::Admission { outcome: Became::Refused, rules, .. } => reject(rules.join("+")),
        Outcome::Admission { id, outcome, .. } => Applied {
            op: if outcome == Became::Duplicate { "noop" } else { "add" }.into(),
            target: Some(claim.named.clone()),
            applied: true,
            reason: (outcome == Became::Quarantined).then(|| "quarantined".into()),
            id: id.map(|id| id.to_string()),
        },
        _ => reject("not stored".into()),
    }
}
