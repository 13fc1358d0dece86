//! Admission: whether a candidate is stored, and as what.

pub mod detect;
mod draft;
mod rules;

pub use draft::{Draft, draft, draft_revision};
pub use rules::{Ruling, rule};

use super::current::same_value;
use super::lifecycle::live;
use super::reconcile::{self, Placing};
use super::{Decision, View, pending};
use crate::log::{Event, Outcome, Placed, Question, Record};
use crate::text::spelling;
use crate::types::{Candidate, Id, Kind, Outcome as Became, Result, Source, State};

/// Why a claim that is no news brings back nothing.
const TOLD_BEFORE: &str = "told-before";

/// Offers a claim. Refusal is an outcome; only a malformed candidate is an error.
pub fn remember(view: &View<'_>, candidate: &Candidate) -> Result<Decision> {
    let draft = draft(view, candidate)?;
    let ruling = rule(view, &draft);
    if !ruling.refused.is_empty() {
        return Ok(refuse(ruling.refused));
    }
    offer(view, draft, ruling, candidate)
}

/// What becomes of a draft that no rule refuses.
pub fn offer(view: &View<'_>, draft: Draft, ruling: Ruling, candidate: &Candidate) -> Result<Decision> {
    if let Some(waiting) = pending::same(view, &draft) {
        return said_again(view, waiting, draft);
    }
    if let Some(known) = told_before(view, &draft, candidate) {
        return Ok(corroborate(view, known, &draft, true));
    }
    if let Some(known) = same_claim(view, &draft, candidate) {
        return Ok(match known.state() {
            State::Quarantined => corroborate(view, known, &draft, false),
            _ => decide(view, reconcile::known_or_respelt(view, draft, known)),
        });
    }
    if !ruling.quarantined.is_empty() {
        return Ok(quarantine(draft, ruling.quarantined));
    }
    reconcile::place(view, draft).map(|placing| decide(view, placing))
}

/// A memory that is not current any more and of which a dated candidate is the same telling: the same
/// speaker said the same at the same moment. What was found wrong stays so for what was said no later, and
/// for whatever is only concluded.
fn told_before<'a>(view: &View<'a>, draft: &Draft, candidate: &Candidate) -> Option<&'a Record> {
    let (claim, said) = (&draft.claim, draft.said(view));
    let concluded = matches!(claim.source, Source::Inferred | Source::Consolidated);
    if candidate.observed_at.is_none() && !concluded {
        return None;
    }
    let content = view.state.secret.content(&claim.user, &claim.text);
    let at_address = claim
        .address
        .iter()
        .flat_map(|address| view.state.at_address(&claim.user, claim.project.as_deref(), claim.kind, address));
    let same = |known: &&Record| {
        let other = &known.claim;
        other.kind == claim.kind && other.project == claim.project && same_value(other, claim)
    };
    let told =
        |known: &Record| known.said.iter().any(|(_, earlier)| (earlier.at, earlier.mark) == (said.at, said.mark));
    let gone = |known: &&Record| match view.state.seen_state(known, view.now) {
        State::Provisional | State::Active | State::Quarantined => false,
        State::Invalidated => concluded || told(known) || said.at <= known.last_said(),
        _ => told(known),
    };
    let known: Vec<&Record> = at_address.chain(view.state.same_content(&content)).filter(same).collect();
    // It may be what holds by now that was told so.
    let holds = known.iter().any(|known| live(view.state.seen_state(known, view.now)) && told(known));
    known.into_iter().find(gone).filter(|_| !holds)
}

/// A current or doubtful memory that says the same. An episode with its own time is a happening of its
/// own, and so is one in other capitals; for a claim with an address its time line decides, since the
/// date matters there.
fn same_claim<'a>(view: &View<'a>, draft: &Draft, candidate: &Candidate) -> Option<&'a Record> {
    let claim = &draft.claim;
    let content = view.state.secret.content(&claim.user, &claim.text);
    view.state.same_content(&content).find(|known| {
        let other = &known.claim;
        let same_thing = other.kind == claim.kind && other.project == claim.project && other.address == claim.address;
        let same_moment = claim.kind != Kind::Episode
            || (other.actor == claim.actor
                && other.session == claim.session
                && spelling(&other.text) == spelling(&claim.text)
                && candidate.observed_at.is_none_or(|at| at == other.observed_at));
        let state = view.state.seen_state(known, view.now);
        let placed = claim.address.is_some() && claim.kind != Kind::Episode;
        let current = live(state) && !placed;
        same_thing && same_moment && (current || state == State::Quarantined) && !view.state.past(known, view.now)
    })
}

/// The user says anew what was to be erased: that erasure is dropped. A happening is another one.
fn said_again(view: &View<'_>, waiting: &Record, draft: Draft) -> Result<Decision> {
    let mut decision = match draft.claim.kind {
        Kind::Episode => reconcile::place(view, draft).map(|placing| decide(view, placing))?,
        _ => corroborate(view, waiting, &draft, false),
    };
    let back = pending::brought_back(view, pending::asked_about(view, waiting), "said-again", None);
    decision.events.extend(back);
    Ok(decision)
}

/// What the caller gets of a refusal.
pub fn refused(rules: Vec<String>) -> Outcome {
    Outcome::Admission { outcome: Became::Refused, id: None, rules, related: vec![], placed: None }
}

fn refuse(rules: Vec<String>) -> Decision {
    let outcome = refused(rules.clone());
    let code = format!("refused:{}", rules.join("+"));
    Decision::new("remember", vec![Event::Refused { rules }], outcome).coded(code)
}

/// The same claim again: new evidence is kept, nothing is added. `retired`: the memory stays out of recall.
fn corroborate(view: &View<'_>, known: &Record, draft: &Draft, retired: bool) -> Decision {
    let id = known.claim.id;
    let events = vec![reconcile::corroborated(view, known, draft.evidence.iter(), draft.said(view))];
    let rules = if retired { vec![TOLD_BEFORE.to_owned()] } else { vec![] };
    let outcome = Outcome::Admission { outcome: Became::Duplicate, id: Some(id), rules, related: vec![], placed: None };
    Decision::new("remember", events, outcome).coded(if retired { TOLD_BEFORE } else { "duplicate" })
}

fn quarantine(mut draft: Draft, rules: Vec<String>) -> Decision {
    draft.life.state = State::Quarantined;
    let id = draft.claim.id;
    let code = format!("quarantined:{}", rules.join("+"));
    let outcome =
        Outcome::Admission { outcome: Became::Quarantined, id: Some(id), rules, related: vec![], placed: None };
    Decision::new("remember", vec![draft.into_event(&code)], outcome).coded(code)
}

fn decide(view: &View<'_>, placement: Placing) -> Decision {
    match placement {
        Placing::Known { id, events } => {
            let placed = stands(view, id, &events);
            let outcome =
                Outcome::Admission { outcome: Became::Duplicate, id: Some(id), rules: vec![], related: vec![], placed };
            Decision::new("remember", events, outcome).coded("duplicate")
        }
        Placing::Conflict { draft, events, with } => {
            let id = draft.claim.id;
            let events = core::iter::once(draft.into_event("conflict")).chain(events).collect();
            let rules = vec!["conflict".to_owned()];
            let outcome =
                Outcome::Admission { outcome: Became::Quarantined, id: Some(id), rules, related: with, placed: None };
            Decision::new("remember", events, outcome).coded("conflict")
        }
        Placing::Stored { draft, mut events, retired } => store(view, *draft, &mut events, retired),
    }
}

/// Where a known memory stands, after what becomes of it, if not at the present.
fn stands(view: &View<'_>, id: Id, events: &[Event]) -> Option<Placed> {
    let record = view.state.record(id)?;
    let moved = events.iter().find_map(|event| match event {
        Event::Moved { id: moved, life, .. } if *moved == id => Some(life),
        _ => None,
    });
    reconcile::placed(view, &record.claim, moved.unwrap_or(record.life()))
}

fn store(view: &View<'_>, mut draft: Draft, events: &mut Vec<Event>, retired: Vec<Id>) -> Decision {
    let (id, mut became) = (draft.claim.id, Became::Active);
    // What held only in the past has its place already.
    let current = draft.life.state == State::Active;
    let shown =
        if view.model && retired.is_empty() && current { reconcile::worth_asking(view, &draft) } else { vec![] };
    if !shown.is_empty() {
        draft.life.state = State::Provisional;
        became = Became::Provisional;
        events.push(Event::AskOpened { question: Question::Reconcile { candidate: id }, shown });
    }
    let code = if retired.is_empty() { became.name() } else { "superseding" };
    let placed = reconcile::placed(view, &draft.claim, &draft.life);
    let mut all = vec![draft.into_event(code)];
    all.append(events);
    all.extend(super::forget::make_room(view, &all));
    let outcome = Outcome::Admission { outcome: became, id: Some(id), rules: vec![], related: retired, placed };
    Decision::new("remember", all, outcome).coded(code)
}
