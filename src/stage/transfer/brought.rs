//! The memory that a line says, as a record of this store.

use super::line::{Change, Line, Telling};
use super::take::Source;
use crate::log::{ELSEWHERE, Life, Pending, Person, Record, Said, Step, Usage};
use crate::stage::admit::{self, Draft};
use crate::stage::{View, check, check_label, check_labels};
use crate::types::{Candidate, Failure, Id, Labels, State, redacted};

/// Reason code where an older export has none.
const IMPORTED: &str = "imported";

/// A memory as it was elsewhere.
pub struct Brought {
    /// What would be offered of it, were it said here.
    pub candidate: Candidate,
    /// The claim, for the rules of admission.
    pub draft: Draft,
    /// All of it.
    pub record: Record,
    /// It was approved.
    pub approved: bool,
}

/// The labels that a line's memory was written with, under the user who brings it in.
pub fn labels(view: &View<'_>, line: &Line) -> Result<Labels, String> {
    let own = view.labels;
    let purpose = line.retention.as_ref().and_then(|retention| retention.purpose.as_ref());
    let or = |given: Option<&String>, own: &Option<String>| given.or(own.as_ref()).cloned();
    let labels = Labels {
        user: own.user.clone(),
        project: or(line.project.as_ref(), &own.project),
        agent: or(line.agent.as_ref(), &own.agent),
        session: or(line.session.as_ref(), &own.session),
        purpose: or(purpose, &own.purpose),
        shared_writer: false,
    };
    check_labels(&labels).map_err(said)?;
    Ok(labels)
}

/// What a line says; `view` has its labels.
pub fn brought(view: &View<'_>, source: &Source, line: &Line, id: Id) -> Result<Brought, String> {
    let steps = steps(view, source, line, id)?;
    let candidate = candidate(line);
    let plain = Candidate { valid_from: None, valid_to: None, ..candidate.clone() };
    let mut draft = admit::draft(view, &plain).map_err(said)?;
    let claim = &mut draft.claim;
    claim.id = id;
    claim.correction = line.correction && claim.source == crate::types::Source::UserSaid;
    claim.supports = source.ids(view, "supports", &line.supports)?;
    if let Some(retention) = &line.retention {
        check_label("retention.policy", &retention.policy).map_err(said)?;
        claim.policy.clone_from(&retention.policy);
        claim.deadline = retention.deadline;
    }
    let mut claim = claim.clone();
    claim.recorded_at = line.recorded_at;
    let told = tellings(view, line, &claim, &steps)?;
    let used = |at: Option<crate::types::Timestamp>| at.unwrap_or(claim.observed_at);
    let usage = Usage {
        last_used_at: used(line.last_used_at),
        last_verified_at: used(line.last_verified_at),
        uses: line.uses,
        corrections: line.corrections,
        counted_in: vec![],
    };
    let approved = line.approved_by.is_some() || line.history.last().is_some_and(|change| change.approved);
    let evidence = line.evidence.iter().enumerate().map(|(place, piece)| (brought_by(line, place), piece.clone()));
    let evidence = evidence.collect();
    let record = Record { claim, steps, evidence, said: told, usage, embedded: false, version: view.mint.sequence };
    Ok(Brought { candidate, draft, record, approved })
}

/// A claim as it would be said.
fn candidate(line: &Line) -> Candidate {
    let (entity, attribute) = line.address.clone().map(|address| (address.entity, address.attribute)).unzip();
    Candidate {
        text: line.text.clone(),
        kind: line.kind,
        actor: line.actor.clone(),
        source: line.source,
        mode: line.mode,
        several: line.address.as_ref().map(|_| line.several),
        entity,
        attribute,
        value: line.value.clone(),
        importance: line.importance,
        sensitivity: line.sensitivity,
        observed_at: Some(line.observed_at),
        // A start that was only observed is observed again.
        valid_from: Some(line.valid_from).filter(|_| line.start_stated != Some(false)),
        valid_to: line.valid_to,
        expires_at: line.expires_at,
        evidence: line.evidence.clone(),
        metadata: line.metadata.0.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
        applies_to: line.applies_to.clone(),
        extractor: line.extractor.clone(),
        ..Candidate::default()
    }
}

/// A memory's past. Nobody's approval comes with it, and no question that waits for a model.
fn steps(view: &View<'_>, source: &Source, line: &Line, id: Id) -> Result<Vec<Step>, String> {
    let by = view.state.secret.person(&view.labels.user);
    let older = if line.history.is_empty() { past(line)? } else { vec![] };
    let mut steps = Vec::new();
    for (place, change) in older.iter().chain(&line.history).enumerate() {
        let life = life(view, source, change, id).map_err(|why| format!("history[{place}].{why}"))?;
        check_label("code", &change.code).map_err(said)?;
        check_label("policy", &change.policy).map_err(said)?;
        check::reason(change.reason.as_deref()).map_err(said)?;
        steps.push(Step {
            sequence: view.mint.sequence,
            at: change.at,
            code: change.code.clone(),
            reason: change.reason.clone(),
            by,
            policy: change.policy.clone(),
            life,
        });
    }
    if let Some(last) = steps.last_mut().filter(|last| last.life.state == State::Provisional) {
        last.life.state = State::Active;
    }
    Ok(steps)
}

/// The past of a memory in an older export, which has only its end.
fn past(line: &Line) -> Result<Vec<Change>, String> {
    let retention = line.retention.as_ref();
    let now = || Change {
        at: line.retracted_at.unwrap_or(line.recorded_at).max(line.recorded_at),
        code: IMPORTED.into(),
        policy: retention.map_or_else(|| "1".into(), |retention| retention.policy.clone()),
        state: line.state,
        valid_from: line.valid_from,
        start_stated: line.start_stated != Some(false),
        valid_to: line.valid_to,
        retracted_at: line.retracted_at,
        superseded_by: line.superseded_by.clone(),
        supersedes: line.supersedes.clone(),
        contradicts: line.contradicts.clone(),
        pinned: line.pinned.clone(),
        hold: retention.and_then(|retention| retention.hold.clone()),
        approved: line.approved_by.is_some(),
        review_at: line.review_at,
        ..Change::default()
    };
    if line.state.is_none() {
        return Err("state: required".into());
    }
    if line.retracted_at.is_none() {
        return Ok(vec![now()]);
    }
    // It was believed until it was known better.
    let first = Change {
        at: line.recorded_at,
        state: Some(State::Active),
        valid_to: None,
        retracted_at: None,
        superseded_by: None,
        ..now()
    };
    Ok(vec![first, now()])
}

fn life(view: &View<'_>, source: &Source, change: &Change, id: Id) -> Result<Life, String> {
    let state = change.state.ok_or("state: required")?;
    let times = [("validFrom", Some(change.valid_from)), ("validTo", change.valid_to), ("at", Some(change.at))];
    check::milliseconds(view.now, &times).map_err(said)?;
    if change.valid_to.is_some_and(|to| to < change.valid_from) {
        return Err("validTo: not before validFrom".into());
    }
    for name in change.pinned.iter().map(|pin| &pin.by).chain(change.hold.iter().map(|hold| &hold.owner)) {
        check_label("by", name).map_err(said)?;
    }
    let reasons = change.pinned.iter().map(|pin| &pin.reason).chain(change.hold.iter().map(|hold| &hold.reason));
    for reason in reasons {
        check::reason(Some(reason)).map_err(said)?;
    }
    let waits = change.pending.as_ref().map(|waits| {
        let with = source.id(view, &waits.with).ok_or("pending.with: an id")?;
        Ok::<_, String>(Pending { with, was: waits.was.unwrap_or(State::Active) })
    });
    let waits = waits.transpose()?.or(Some(Pending { with: id, was: State::Active }));
    Ok(Life {
        state,
        valid_from: change.valid_from,
        stated: change.start_stated,
        valid_to: change.valid_to,
        retracted_at: change.retracted_at,
        superseded_by: source.ids(view, "supersededBy", change.superseded_by.as_slice())?.first().copied(),
        supersedes: source.ids(view, "supersedes", &change.supersedes)?,
        contradicts: source.ids(view, "contradicts", &change.contradicts)?,
        pinned: change.pinned.clone(),
        hold: change.hold.clone(),
        approved_by: None,
        review_at: change.review_at,
        pending: waits.filter(|_| state == State::PendingErasure),
    })
}

/// The times that it was said.
fn tellings(
    view: &View<'_>,
    line: &Line,
    claim: &crate::log::Claim,
    steps: &[Step],
) -> Result<Vec<(u64, Said)>, String> {
    let stated = steps.first().is_some_and(|step| step.life.stated);
    let own = view.state.secret.said(claim, stated);
    if line.tellings.is_empty() {
        return Ok(vec![(ELSEWHERE, own)]);
    }
    let told = (ELSEWHERE..).zip(&line.tellings).map(|(sequence, Telling { at, stated, mark, .. })| {
        let mark = mark.as_ref().map_or(Some(own.mark), |mark| Person::parse(mark));
        let mark = mark.ok_or("tellings.mark: 32 hexadecimal digits")?;
        Ok((sequence, Said { at: *at, stated: *stated, mark }))
    });
    told.collect()
}

/// The telling that brought a piece of evidence.
fn brought_by(line: &Line, place: usize) -> u64 {
    let brought = |telling: &Telling| telling.evidence.iter().any(|known| *known as usize == place);
    match line.tellings.iter().position(brought) {
        Some(telling) => ELSEWHERE | telling as u64,
        None if line.tellings.is_empty() => ELSEWHERE,
        None => ELSEWHERE | u64::from(u32::MAX),
    }
}

/// A failure without its tag.
pub fn said(failure: Failure) -> String {
    failure.parts().1.to_owned()
}

redacted! { Brought { record, approved } }
