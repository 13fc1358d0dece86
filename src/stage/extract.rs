//! Extraction: a model is asked about the sentences of the user's own that no rule read, one at a time, and
//! proposes claims. Each is held to its sentence, and passes admission like any other.

mod beside;
mod hold;

use super::recall::echoes;
use super::{Answered, Decision, View, admit, quote};
use crate::ask::extract::{Claimed, Place, read, sentence, utterance};
use crate::gather::sort_by_key;
use crate::log::{Event, Outcome, Question};
use crate::state::Session;
use crate::statements;
use crate::text::cut;
use crate::types::{
    Applied, Candidate, Kind, Labels, Message, Outcome as Became, Result, Role, Source, Span, Utterance,
};
use unicode_segmentation::UnicodeSegmentation;

/// Name and version of this way of extracting.
pub(super) const EXTRACTOR: &str = "memolet-extract/2";

/// The question that is due once a session holds enough new turns of the user.
pub fn due(view: &View<'_>, key: &(String, String), held: &Session) -> Option<Event> {
    let wanted = view.state.policy.session.extract_after as usize;
    let new = held.turns.iter().filter(|(number, turn)| *number > held.extracted && turn.role == Role::User);
    if wanted == 0 || new.count() < wanted { None } else { question(view, key, held) }
}

/// The question about what was just said.
pub fn now(view: &View<'_>, key: &(String, String), held: &Session) -> Option<Event> {
    if view.state.policy.session.extract_after == 0 { None } else { question(view, key, held) }
}

/// Opens a question about the sentences that none was asked of yet.
pub fn extract(view: &View<'_>) -> Result<Decision> {
    let key = super::working::session(view)?;
    let opened = view.state.sessions.get(&key).and_then(|held| question(view, &key, held));
    let tickets = opened.iter().map(|_| view.mint.sequence).collect();
    Ok(Decision::new("extract", opened.into_iter().collect(), Outcome::Tickets(tickets)))
}

/// Whether what its speaker says next, in the same turn or the one after it, takes a sentence back.
fn is_taken_back(held: &Session, number: u64, turn: &Message, span: Span) -> bool {
    /// Bytes of what follows that are looked at.
    const NEAR: usize = 200;
    let rest = cut(turn.text.get(span.end as usize..).unwrap_or_default(), NEAR);
    let next = match quote::is_last(&turn.text, span) {
        true => held.own_after(number, turn.actor.as_deref()).map(|(_, next)| next.text.as_str()),
        false => Some(rest),
    };
    next.is_some_and(statements::takes_back)
}

/// Takes a reply: claim by claim, each accepted or rejected with a reason. The next sentence is asked about
/// then.
pub fn take(view: &View<'_>, ticket: u64, labels: &Labels, place: Place, reply: &str) -> Result<Answered> {
    let claims = read(reply)?;
    let mut events = Vec::new();
    let mut results = Vec::new();
    let held = view.state.sessions.get(&(labels.user.clone(), labels.session.clone().unwrap_or_default()));
    if let Some(((turn, said), held)) = sentence(view.state, labels, place).zip(held) {
        let asked = Asked { labels, place, turn, said, taken_back: is_taken_back(held, place.0, turn, place.1) };
        let mut seen = Vec::new();
        for (number, claim) in (0u32..).zip(&claims) {
            results.push(asked.take(view, claim, number, &mut seen, &mut events));
        }
    }
    let mut events = beside::room_once(events);
    events.extend(done(view, ticket, labels, place));
    let decision = Decision::new("answer", events, Outcome::Done).coded("extracted");
    Ok(Answered { decision, verdict: "extracted", results })
}

/// When no reply can be used: the sentence stays in its episode, and is not asked about again.
pub fn give_up(view: &View<'_>, ticket: u64, labels: &Labels, place: Place) -> Decision {
    Decision::new("answer", done(view, ticket, labels, place), Outcome::Done).coded("fell-back")
}

fn question(view: &View<'_>, key: &(String, String), held: &Session) -> Option<Event> {
    let (user, session) = key;
    let open = view.state.asks.values().any(|open| {
        matches!(&open.question, Question::Extract { labels, .. } if labels.user == *user && labels.session.as_ref() == Some(session))
    });
    if !view.model || open {
        return None;
    }
    let place = next(view, key, held, (held.extracted, u32::MAX))?;
    let labels = Labels { shared_writer: false, ..view.labels.clone() };
    Some(Event::AskOpened { question: Question::Extract { labels, place }, shown: vec![] })
}

/// The first sentence after a place that states something and of which nothing is kept.
fn next(view: &View<'_>, whose: &(String, String), held: &Session, (number, from): (u64, u32)) -> Option<Place> {
    let own = |turn: &Message| turn.role == Role::User && !echoes(&turn.text);
    let turns = held.turns.iter().filter(|(at, turn)| *at >= number && own(turn));
    let mut places = turns.flat_map(|(at, turn)| {
        let spans = unkept(view, whose, held, (*at, turn));
        spans.into_iter().map(move |span| (*at, span))
    });
    places.find(|(at, span)| *at > number || span.start >= from)
}

/// The sentences that state something. What the rules read was carried out where the turn was observed, and an
/// observed turn is an episode; of another turn nothing has been read so far.
fn unkept(
    view: &View<'_>,
    (user, session): &(String, String),
    held: &Session,
    (number, turn): (u64, &Message),
) -> Vec<Span> {
    let uri = Session::uri(session, number, turn);
    let is_unread = |uri: &str| view.state.is_unread(user, uri);
    if is_unread(&uri) {
        return Vec::new();
    }
    // As it was read when it was observed: `Sorry, I meant Leeds` is of what was said before it.
    let before = held
        .own_before(number, turn.actor.as_deref())
        .filter(|(number, turn)| !is_unread(&Session::uri(session, *number, turn)));
    let before = before.map(|(_, turn)| turn.text.clone());
    let reading = statements::read(&Utterance { before, ..utterance(view.state, number, turn) });
    let observed = view.state.resting_on(user, &uri).any(|record| record.claim.kind == Kind::Episode);
    let read = reading.statements.iter().map(|statement| statement.span).filter(|_| !observed);
    // A single word, such as a greeting, makes no claim, and `just kidding` takes one back.
    let says = |span: &Span| {
        let words = turn.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        words.unicode_words().nth(1).is_some() && !statements::takes_back(words)
    };
    let stands = |span: &Span| !is_taken_back(held, number, turn, *span);
    let mut spans: Vec<Span> = reading.unread.into_iter().chain(read).filter(says).filter(stands).collect();
    sort_by_key(&mut spans, |span| span.start);
    spans.dedup();
    spans
}

/// Closes a question and opens the one after it, or notes that the session has been read.
fn done(view: &View<'_>, ticket: u64, labels: &Labels, (number, span): Place) -> Vec<Event> {
    let key = (labels.user.clone(), labels.session.clone().unwrap_or_default());
    let held = view.state.sessions.get(&key);
    let place = held.and_then(|held| next(view, &key, held, (number, span.start + 1)));
    let (user, session) = key;
    let last = held.and_then(|held| held.turns.last()).map_or(number, |(last, _)| *last);
    let up_to = place.map_or(last, |(next, _)| next - 1).max(held.map_or(0, |held| held.extracted));
    let mut events = vec![Event::AskClosed { ticket }, Event::Extracted { user, session, up_to }];
    events.extend(place.map(|place| {
        let question = Question::Extract { labels: labels.clone(), place };
        Event::AskOpened { question, shown: vec![] }
    }));
    events
}

/// The sentence that was asked about.
struct Asked<'a> {
    labels: &'a Labels,
    place: Place,
    turn: &'a Message,
    said: &'a str,
    /// What its speaker said next takes it back.
    taken_back: bool,
}

type Rejected = String;

impl Asked<'_> {
    fn take(
        &self,
        view: &View<'_>,
        claim: &Claimed,
        number: u32,
        seen: &mut Vec<String>,
        events: &mut Vec<Event>,
    ) -> Applied {
        let stands = if self.taken_back { Err("it was taken back") } else { hold::to_sentence(claim, self.said) };
        let outcome = stands.map_err(str::to_owned).and_then(|()| {
            let candidate = self.candidate(view, claim);
            if statements::points(&candidate.text) {
                return Err("it points at what it does not say".to_owned());
            }
            beside::once(&candidate, seen)?;
            self.admitted(view, &candidate, number)
        });
        applied(outcome, events)
    }

    /// A claim as a candidate: the user's word where the sentence says just that, else the model's conclusion,
    /// which outranks nothing that the user said.
    fn candidate(&self, view: &View<'_>, claim: &Claimed) -> Candidate {
        let (number, span) = self.place;
        let entity = self.turn.actor.clone().unwrap_or_else(|| "user".to_owned());
        let address = hold::address(claim, self.said).map(|(attribute, value)| (entity, attribute, value));
        let stated = statements::Claimed {
            text: &claim.text,
            address: address.as_ref().map(|(entity, attribute, _)| (entity.as_str(), attribute.as_str())),
            value: address.as_ref().and_then(|(.., value)| value.as_deref()),
            names: &[],
        };
        let own = View { labels: self.labels, ..*view };
        let source = match quote::supported(&own, number, self.turn, stated) {
            Some(own) if own == span => Source::UserSaid,
            _ => Source::Inferred,
        };
        let evidence = quote::evidence(self.labels.session.as_deref(), view, number, self.turn, span);
        let (address, value) =
            address.map_or((None, None), |(entity, attribute, value)| (Some((entity, attribute)), value));
        let (entity, attribute) = address.unzip();
        // `Last night` is another night when it is read.
        let dated = |text: &str| statements::dated(text, evidence.observed_at.unwrap_or(view.now), 0);
        Candidate {
            text: hold::named(&dated(&claim.text), self.turn.actor.as_deref()),
            kind: Some(hold::kind(claim)),
            actor: self.turn.actor.clone(),
            source: Some(source),
            entity,
            attribute,
            value: value.map(|value| dated(&value)),
            observed_at: evidence.observed_at,
            evidence: vec![evidence],
            extractor: Some(EXTRACTOR.into()),
            ..Candidate::default()
        }
    }

    /// What admission makes of it. A guess that contradicts what the user said is dropped, and leaves no mark
    /// on that.
    fn admitted(&self, view: &View<'_>, candidate: &Candidate, place: u32) -> core::result::Result<Decision, Rejected> {
        let mint = super::Mint { offset: place, ..view.mint };
        let view = View { labels: self.labels, mint, ..*view };
        let decision = admit::remember(&view, candidate).map_err(|failure| failure.parts().0.to_owned())?;
        match &decision.outcome {
            Outcome::Admission { outcome: Became::Quarantined, rules, .. }
                if rules.iter().any(|rule| rule == "conflict") =>
            {
                Err("it contradicts what has more authority".to_owned())
            }
            _ => Ok(decision),
        }
    }
}

fn applied(outcome: core::result::Result<Decision, Rejected>, events: &mut Vec<Event>) -> Applied {
    let reject =
        |reason: String| Applied { op: "add".into(), target: None, applied: false, reason: Some(reason), id: None };
    let decision = match outcome {
        Ok(decision) => decision,
        Err(reason) => return reject(reason),
    };
    let (outcome, id, rules) = match decision.outcome {
        Outcome::Admission { outcome, id, rules, .. } => (outcome, id, rules),
        _ => return reject("not stored".into()),
    };
    // What another claim of this reply touched already was decided on.
    let seen = |event: &Event| {
        let id = event.id().filter(|_| !beside::makes_room(event));
        id.is_some_and(|id| events.iter().any(|had| had.id() == Some(id) && !beside::makes_room(had)))
    };
    if decision.events.iter().any(seen) {
        return reject("this reply has decided on it already".into());
    }
    events.extend(decision.events);
    match outcome {
        Became::Refused => reject(rules.join("+")),
        outcome => Applied {
            op: if outcome == Became::Duplicate { "noop" } else { "add" }.into(),
            target: None,
            applied: true,
            reason: (outcome == Became::Quarantined).then(|| "quarantined".into()),
            id: id.map(|id| id.to_string()),
        },
    }
}
