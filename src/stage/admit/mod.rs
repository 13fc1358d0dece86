//! Admission: whether a candidate is stored, and as what.

pub mod detect;
mod draft;
mod rules;

pub use draft::{Draft, draft, draft_revision};
pub use rules::{Ruling, rule};

use super::lifecycle::live;
use super::reconcile::{self, Placement};
use super::{Decision, View};
use crate::log::{Event, Outcome, Record};
use crate::types::{Candidate, Evidence, Kind, Outcome as Became, Result};

/// Offers a claim. Refusal is an outcome; only a malformed candidate is an error.
pub fn remember(view: &View<'_>, candidate: &Candidate) -> Result<Decision> {
    let draft = draft(view, candidate)?;
    let ruling = rule(view, &draft);
    if !ruling.refused.is_empty() {
        return Ok(refuse(ruling.refused));
    }
    if let Some(known) = same_claim(view, &draft, candidate) {
        return Ok(corroborate(known, &draft.evidence));
    }
    if !ruling.quarantined.is_empty() {
        return Ok(quarantine(draft, ruling.quarantined));
    }
    reconcile::place(view, draft).map(|placement| decide(view, placement))
}

/// A live memory that says the same. An episode with its own time is a happening of its own.
fn same_claim<'a>(view: &View<'a>, draft: &Draft, candidate: &Candidate) -> Option<&'a Record> {
    let claim = &draft.claim;
    let content = view.state.secret.content(&claim.user, &claim.text);
    view.state.same_content(&content).find(|known| {
        let other = &known.claim;
        let same_thing = other.kind == claim.kind && other.project == claim.project && other.address == claim.address;
        let same_moment = claim.kind != Kind::Episode
            || (other.actor == claim.actor
                && other.session == claim.session
                && candidate.observed_at.is_none_or(|at| at == other.observed_at));
        let quarantined = known.state() == crate::types::State::Quarantined;
        same_thing && same_moment && (live(known.state()) || quarantined) && !known.past(view.now)
    })
}

fn refuse(rules: Vec<String>) -> Decision {
    let outcome =
        Outcome::Admission { outcome: Became::Refused, id: None, rules: rules.clone(), related: vec![] };
    let code = format!("refused:{}", rules.join("+"));
    Decision::new("remember", vec![Event::Refused { rules }], outcome).coded(code)
}

/// The same claim again: new evidence is kept, nothing is added.
fn corroborate(known: &Record, evidence: &[Evidence]) -> Decision {
    let id = known.claim.id;
    let new = evidence.iter().filter(|piece| known.evidence.iter().all(|(_, have)| have.uri != piece.uri));
    let events = vec![Event::Corroborated { id, evidence: new.cloned().collect() }];
    let outcome =
        Outcome::Admission { outcome: Became::Duplicate, id: Some(id), rules: vec![], related: vec![] };
    Decision::new("remember", events, outcome).coded("duplicate")
}

fn quarantine(mut draft: Draft, rules: Vec<String>) -> Decision {
    draft.life.state = crate::types::State::Quarantined;
    let id = draft.claim.id;
    let code = format!("quarantined:{}", rules.join("+"));
    let outcome = Outcome::Admission { outcome: Became::Quarantined, id: Some(id), rules, related: vec![] };
    Decision::new("remember", vec![draft.into_event(&code)], outcome).coded(code)
}

fn decide(view: &View<'_>, placement: Placement) -> Decision {
    match placement {
        Placement::Known { id, events } => {
            let outcome =
                Outcome::Admission { outcome: Became::Duplicate, id: Some(id), rules: vec![], related: vec![] };
            Decision::new("remember", events, outcome).coded("duplicate")
        }
        Placement::Conflict { draft, events, with } => {
            let id = draft.claim.id;
            let events = core::iter::once(draft.into_event("conflict")).chain(events).collect();
            let rules = vec!["conflict".to_owned()];
            let outcome = Outcome::Admission { outcome: Became::Quarantined, id: Some(id), rules, related: with };
            Decision::new("remember", events, outcome).coded("conflict")
        }
        Placement::Stored { draft, mut events, retired } => store(view, *draft, &mut events, retired),
    }
}

fn store(view: &View<'_>, mut draft: Draft, events: &mut Vec<Event>, retired: Vec<crate::types::Id>) -> Decision {
    let (id, mut became) = (draft.claim.id, Became::Active);
    let shown = if view.model && retired.is_empty() { reconcile::worth_asking(view, &draft) } else { vec![] };
    if !shown.is_empty() {
        draft.life.state = crate::types::State::Provisional;
        became = Became::Provisional;
        events.push(Event::AskOpened { candidate: id, shown });
    }
    let code = if retired.is_empty() { became.name() } else { "superseding" };
    let mut all = vec![draft.into_event(code)];
    all.append(events);
    all.extend(super::forget::make_room(view, &all));
    let outcome = Outcome::Admission { outcome: became, id: Some(id), rules: vec![], related: retired };
    Decision::new("remember", all, outcome).coded(code)
}
