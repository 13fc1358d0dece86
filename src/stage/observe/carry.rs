//! What a statement does: it is remembered, or what it ends or denies is found and retired.

use super::{Plan, became, evidence, extract, quote, remember, same, working};
use crate::log::{Event, Outcome, Record};
use crate::stage::lifecycle::{believed, live};
use crate::stage::reconcile::{self, Act as Verb};
use crate::stage::{Decision, View};
use crate::state::Session;
use crate::statements;
use crate::text;
use crate::types::{
    Act, Address, Candidate, Effect, Evidence, Failure, Id, Kind, Outcome as Became, Source, Statement, Timestamp,
    TurnSaid, Utterance,
};

/// Name and version of the reader, as an extractor.
const EXTRACTOR: &str = "memolet-statements/1";

/// What was ended or found wrong.
#[derive(Debug)]
pub struct Revoked {
    /// To be taken in.
    pub events: Vec<Event>,
    /// What became of the statement, where it does nothing else.
    pub effect: Effect,
    /// What it retired, or what stands against it.
    pub touched: Vec<Id>,
}

/// Remembers what a statement says to hold.
pub fn state(view: &View<'_>, turn: &TurnSaid, plan: &Plan, said: &Statement) -> (Decision, Effect) {
    let decision = remember(
        view,
        &Candidate {
            text: said.text.clone(),
            kind: Some(said.kind),
            actor: turn.actor.clone(),
            source: Some(Source::UserSaid),
            entity: said.entity.clone().filter(|_| said.attribute.is_some()),
            attribute: said.attribute.clone().filter(|_| said.entity.is_some()),
            value: said.value.clone(),
            several: Some(true).filter(|_| said.several && said.entity.is_some() && said.attribute.is_some()),
            importance: said.importance,
            observed_at: turn.at,
            valid_from: began(view, turn, plan, said),
            valid_to: said.valid_to,
            expires_at: said.expires_at,
            evidence: vec![evidence(plan, said.span)],
            extractor: Some(EXTRACTOR.into()),
            ..Candidate::default()
        },
    );
    let effect = effect(&decision.outcome);
    (decision, effect)
}

/// Since when a statement holds. What it takes the place of and was heard in the very stretch that it names (`last
/// month`) held then: the change came later, on the last day of the stretch at the latest.
fn began(view: &View<'_>, turn: &TurnSaid, plan: &Plan, said: &Statement) -> Option<Timestamp> {
    const DAY: Timestamp = 86_400_000;
    let from = said.valid_from?;
    let utterance =
        Utterance { text: turn.text.clone(), at: plan.at, utc_offset: turn.utc_offset, ..Utterance::default() };
    let Some(by) = statements::began_by(&utterance, said).filter(|by| !said.several && from < *by) else {
        return Some(from);
    };
    let other = |record: &&Record| {
        let (has, says) = (record.claim.value.as_deref(), said.value.as_deref());
        has.map(text::lowered) != says.map(text::lowered)
    };
    let inside = |record: &&Record| {
        let heard = record.life().valid_from;
        live(record.state()) && !record.life().stated && heard > from && heard < by.min(plan.at)
    };
    let heard = at_address(view, said).filter(inside).filter(other).map(|record| record.life().valid_from).max();
    Some(heard.map_or(from, |heard| by.saturating_sub(DAY).max(heard).min(plan.at)))
}

/// Retires what a statement ends, denies or corrects.
pub fn revoke(view: &View<'_>, plan: &Plan, said: &Statement) -> Revoked {
    let mut done = Revoked { events: vec![], effect: Effect::NothingKnown, touched: vec![] };
    let mut standing = Vec::new();
    for record in meant(view, plan, said) {
        match retired(view, plan, said, record) {
            Ok(decision) => {
                done.events.extend(decision.events);
                done.touched.push(record.claim.id);
            }
            Err(Failure::Authority(_) | Failure::Denied(_)) => standing.push(record.claim.id),
            Err(_) => {}
        }
    }
    if !done.touched.is_empty() {
        done.effect = if said.act == Act::End { Effect::Ended } else { Effect::Invalidated };
    } else if !standing.is_empty() {
        (done.effect, done.touched) = (Effect::Outranked, standing);
    }
    done
}

/// Claims that a model made of the sentence that a turn takes back: the last of the speaker's turn before it.
pub fn taken_back(view: &View<'_>, turn: &TurnSaid) -> Vec<Id> {
    let held = working::session(view).ok().and_then(|key| view.state.sessions.get(&key));
    let before = held.and_then(|held| held.own_before(u64::MAX, turn.actor.as_deref()));
    let Some((number, before)) = before else { return vec![] };
    let uri = Session::uri(view.labels.session.as_deref().unwrap_or_default(), *number, before);
    let of_last = |record: &&Record| {
        let of_it =
            |piece: &Evidence| piece.uri == uri && piece.span.is_some_and(|span| quote::is_last(&before.text, span));
        let extracted = record.claim.extractor.as_deref() == Some(extract::EXTRACTOR);
        extracted && believed(record.state()) && record.evidence.iter().all(|(_, piece)| of_it(piece))
    };
    let made: Vec<Id> =
        view.state.resting_on(&view.labels.user, &uri).filter(of_last).map(|record| record.claim.id).collect();
    if made.is_empty() || !statements::takes_back(&turn.text) { vec![] } else { made }
}

/// Retires what a model made of words that are taken back.
pub fn unsay(view: &View<'_>, plan: &Plan) -> Vec<Event> {
    let act = |id: &Id| reconcile::act(view, &id.to_string(), &Verb::Invalidate, Some(EXTRACTOR)).ok();
    plan.taken_back.iter().filter_map(act).flat_map(|decision| decision.events).collect()
}

/// An admission's outcome as a statement's effect.
fn effect(outcome: &Outcome) -> Effect {
    match became(outcome) {
        Became::Active => Effect::Active,
        Became::Provisional => Effect::Provisional,
        Became::Quarantined => Effect::Quarantined,
        Became::Duplicate => Effect::Duplicate,
        Became::Refused => Effect::Refused,
    }
}

fn retired(view: &View<'_>, plan: &Plan, said: &Statement, record: &Record) -> core::result::Result<Decision, Failure> {
    let id = record.claim.id.to_string();
    let act = |verb| reconcile::act(view, &id, &verb, Some(EXTRACTOR));
    if said.act != Act::End {
        return act(Verb::Invalidate);
    }
    let at = said.valid_from.unwrap_or(plan.at);
    match act(Verb::End { at: Some(at) }) {
        // It was over before it is known to have begun: nothing is left of it.
        Err(Failure::Invalid(_)) if at < record.life().valid_from => {
            act(Verb::End { at: Some(record.life().valid_from) })
        }
        other => other,
    }
}

/// What a statement is about of what was said earlier: of its address, with its value where it gives one.
/// A name cut short is enough where nothing has the whole name.
fn meant<'a>(view: &View<'a>, plan: &Plan, said: &Statement) -> Vec<&'a Record> {
    let value = if said.act == Act::Correct { said.instead_of.as_deref() } else { said.value.as_deref() };
    let known: Vec<&Record> = at_address(view, said).filter(|record| is_earlier(view, plan, said, record)).collect();
    let Some(value) = value else { return known };
    let with = |is: fn(&str, &str) -> bool| -> Vec<&Record> {
        let has = |record: &&Record| record.claim.value.as_deref().is_some_and(|have| is(value, have));
        known.iter().copied().filter(has).collect()
    };
    let exact = with(same::same);
    let found = if exact.is_empty() { with(same::begins) } else { exact };
    if found.is_empty() && said.act == Act::End { made_of(view, plan, said) } else { found }
}

/// What a model made of the speaker's words and filed under a name of its own, where it says all that is ended:
/// `work: Marks & Spencer plc` for `I no longer work at Marks and Spencer`.
fn made_of<'a>(view: &View<'a>, plan: &Plan, said: &Statement) -> Vec<&'a Record> {
    let of_kind = |kind: Kind| {
        let entity = said.entity.iter().map(String::as_str);
        entity.flat_map(move |entity| {
            view.state.at_entity(&view.labels.user, view.labels.project.as_deref(), kind, entity)
        })
    };
    let known = [Kind::Fact, Kind::Preference].into_iter().flat_map(of_kind).map(|(_, record)| record);
    let made = |record: &&Record| record.claim.extractor.as_deref() == Some(extract::EXTRACTOR);
    let says = |record: &&Record| quote::holds_all(&record.claim.text, &said.text);
    let earlier = |record: &&Record| is_earlier(view, plan, said, record);
    known.filter(made).filter(earlier).filter(says).collect()
}

/// Of this user's own, in the scope's project or in none, whatever it was taken for.
fn at_address<'a>(view: &View<'a>, said: &Statement) -> impl Iterator<Item = &'a Record> {
    let address = said.entity.clone().zip(said.attribute.clone());
    let address = address.map(|(entity, attribute)| Address { entity, attribute });
    let state = view.state;
    let projects = [view.labels.project.as_deref(), None];
    let projects = if view.labels.project.is_some() { &projects[..] } else { &projects[1..] };
    let mut found: Vec<&Record> = Vec::new();
    for address in address.iter() {
        for project in projects {
            for kind in [Kind::Fact, Kind::Preference] {
                found.extend(state.at_address(&view.labels.user, *project, kind, address));
            }
        }
    }
    found.into_iter()
}

/// Whether a record was said before the turn, is believed, and is not what a correction says is right. What
/// is over already may still have been wrong.
fn is_earlier(view: &View<'_>, plan: &Plan, said: &Statement, record: &Record) -> bool {
    let state = view.state.seen_state(record, view.now);
    let open = live(state) || said.act == Act::Deny && said.value.is_some() && believed(state);
    let right = said.act == Act::Correct
        && record.claim.value.as_deref().zip(said.value.as_deref()).is_some_and(|(have, right)| have == right);
    open && !right && record.claim.observed_at <= plan.at
}
