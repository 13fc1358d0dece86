//! A memory as a line that says all of it.

use super::line::{Change, EXPORT, Header, Line, Metadata, Telling, VERSION, Waits, write};
use crate::log::{Life, Record, Step};
use crate::stage::View;
use crate::types::{Id, Retention};

/// The first line.
pub fn header(view: &View<'_>) -> String {
    write(&Header {
        memolet: EXPORT.into(),
        version: VERSION,
        tenant: Some(view.state.tenant.clone()),
        user: view.labels.user.clone(),
        at: view.now,
    })
}

/// A memory's line.
pub fn line(view: &View<'_>, record: &Record) -> String {
    let (claim, life, usage) = (&record.claim, record.life(), &record.usage);
    write(&Line {
        id: claim.id.to_string(),
        user: claim.user.clone(),
        shared: claim.shared(),
        project: claim.project.clone(),
        agent: claim.agent.clone(),
        session: claim.session.clone(),
        actor: claim.actor.clone(),
        kind: Some(claim.kind),
        text: claim.text.clone(),
        address: claim.address.clone(),
        value: claim.value.clone(),
        several: claim.several,
        source: Some(claim.source),
        mode: Some(claim.mode),
        correction: claim.correction,
        evidence: record.evidence.iter().map(|(_, piece)| piece.clone()).collect(),
        importance: Some(claim.importance),
        confidence: Some(view.state.confidence(record, view.now)),
        sensitivity: Some(claim.sensitivity),
        observed_at: claim.observed_at,
        recorded_at: claim.recorded_at,
        retracted_at: life.retracted_at,
        valid_from: life.valid_from,
        start_stated: Some(life.stated),
        valid_to: life.valid_to,
        last_used_at: Some(usage.last_used_at),
        last_verified_at: Some(usage.last_verified_at),
        uses: usage.uses,
        corrections: usage.corrections,
        expires_at: claim.expires_at,
        review_at: life.review_at,
        retention: Some(Retention {
            purpose: claim.purpose.clone(),
            policy: claim.policy.clone(),
            deadline: claim.deadline,
            hold: life.hold.clone(),
        }),
        pinned: life.pinned.clone(),
        supersedes: texts(&life.supersedes),
        superseded_by: life.superseded_by.map(|id| id.to_string()),
        supports: texts(&claim.supports),
        contradicts: texts(&life.contradicts),
        applies_to: claim.applies_to.clone(),
        approved_by: life.approved_by.map(|person| person.to_string()),
        extractor: claim.extractor.clone(),
        metadata: Metadata(claim.metadata.clone()),
        state: Some(view.state.seen_state(record, view.now)),
        history: record.steps.iter().map(change).collect(),
        tellings: tellings(view, record),
    })
}

fn change(step: &Step) -> Change {
    let Life { state, valid_from, stated, valid_to, retracted_at, superseded_by, review_at, .. } = step.life;
    let life = &step.life;
    Change {
        at: step.at,
        code: step.code.clone(),
        reason: step.reason.clone(),
        policy: step.policy.clone(),
        state: Some(state),
        valid_from,
        start_stated: stated,
        valid_to,
        retracted_at,
        superseded_by: superseded_by.map(|id| id.to_string()),
        supersedes: texts(&life.supersedes),
        contradicts: texts(&life.contradicts),
        pinned: life.pinned.clone(),
        hold: life.hold.clone(),
        approved: life.approved_by.is_some(),
        review_at,
        pending: life.pending.map(|pending| Waits { with: pending.with.to_string(), was: Some(pending.was) }),
    }
}

/// The times that it was said, each with the evidence that came with it. Its own words by its own speaker need
/// no mark.
fn tellings(view: &View<'_>, record: &Record) -> Vec<Telling> {
    let own = view.state.secret.said(&record.claim, false).mark;
    let brought = |sequence: u64| {
        let places = (0..).zip(&record.evidence).filter(move |(_, (brought, _))| *brought == sequence);
        places.map(|(place, _)| place).collect()
    };
    let mut given = Vec::new();
    let told = record.said.iter().map(|(sequence, said)| {
        // One command may have said it twice: what it brought is told once.
        let evidence = if given.contains(sequence) { vec![] } else { brought(*sequence) };
        given.push(*sequence);
        let mark = (said.mark != own).then(|| said.mark.to_string());
        Telling { at: said.at, stated: said.stated, mark, evidence }
    });
    told.collect()
}

fn texts(ids: &[Id]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}
