//! A candidate with every default filled in, checked for shape.

use crate::log::{Claim, Event, Life, Record, Said};
use crate::policy::days_to_ms;
use crate::stage::lifecycle::believed;
use crate::stage::{View, check};
use crate::tidy;
use crate::types::{
    Address, Candidate, Evidence, Failure, Id, Kind, Mode, Result, Revision, Scalar, Sensitivity, Source, State,
    Timestamp,
};

/// A record to be, and what comes with it.
#[derive(Clone)]
pub struct Draft {
    /// What is claimed.
    pub claim: Claim,
    /// Its observation was dated, and before now. Otherwise it is said after all that is stored,
    /// whatever the clock says.
    pub dated: bool,
    /// Its life from the first step on.
    pub life: Life,
    /// Where it came from.
    pub evidence: Vec<Evidence>,
    /// Its vector, where the host gave one.
    pub vector: Option<Vec<f32>>,
}

impl core::fmt::Debug for Draft {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Draft({})", self.claim.id)
    }
}

impl Draft {
    /// That it was said.
    pub fn said(&self, view: &View<'_>) -> Said {
        view.state.secret.said(&self.claim, self.life.stated)
    }

    /// The event that stores it.
    pub fn into_event(self, code: &str) -> Event {
        Event::Admitted {
            claim: Box::new(self.claim),
            life: self.life,
            evidence: self.evidence,
            vector: self.vector,
            code: code.to_owned(),
        }
    }
}

/// Fills in a candidate's defaults.
pub fn draft(view: &View<'_>, candidate: &Candidate) -> Result<Draft> {
    let policy = &view.state.policy;
    let candidate = &tidied(candidate);
    check::candidate(candidate)?;
    check::evidence(&candidate.evidence, policy.admission.max_evidence)?;
    let bounds = &policy.admission;
    check::metadata(&candidate.metadata, bounds.max_metadata, bounds.max_metadata_bytes)?;
    if let Some(vector) = &candidate.embedding {
        check::vector(view.state.embedder.as_ref(), vector)?;
    }
    if candidate.shared && !view.labels.shared_writer {
        return Err(Failure::Denied("the shared partition is written only by a scope with sharedWriter".into()));
    }
    let kind = candidate.kind.unwrap_or(Kind::Episode);
    let source = candidate.source.unwrap_or(Source::UserSaid);
    let observed_at = candidate.observed_at.unwrap_or(view.now);
    let labels = view.labels;
    let address = check::address(candidate.entity.as_deref(), candidate.attribute.as_deref())?;
    let several = candidate.several.unwrap_or_else(|| holds_several(view, candidate, kind, address.as_ref()));
    let claim = Claim {
        id: view.mint.id(0),
        user: if candidate.shared { String::new() } else { labels.user.clone() },
        project: labels.project.clone(),
        agent: labels.agent.clone(),
        session: labels.session.clone(),
        actor: candidate.actor.clone(),
        kind,
        text: candidate.text.trim().to_owned(),
        address,
        value: candidate.value.clone(),
        several,
        source,
        mode: candidate.mode.unwrap_or(if source == Source::Inferred { Mode::Inferred } else { Mode::Observed }),
        correction: false,
        importance: candidate.importance.unwrap_or(default_importance(kind)),
        sensitivity: candidate.sensitivity.unwrap_or(Sensitivity::Normal),
        observed_at,
        recorded_at: view.now,
        expires_at: candidate.expires_at,
        purpose: labels.purpose.clone(),
        policy: policy.version.clone(),
        deadline: policy.deadline(labels.purpose.as_deref(), view.now),
        supports: vec![],
        applies_to: candidate.applies_to.clone(),
        extractor: candidate.extractor.clone(),
        metadata: candidate.metadata.iter().cloned().collect(),
    };
    let mut life = new_life(view, kind, candidate.valid_from.unwrap_or(observed_at), State::Active);
    // A happening is when it was seen.
    life.stated = candidate.valid_from.is_some() || kind == Kind::Episode;
    life.valid_to = candidate.valid_to;
    if candidate.valid_to.is_some_and(|to| to <= life.valid_from) {
        return Err(Failure::invalid("validTo", "later than validFrom, which is observedAt where it is left out"));
    }
    if candidate.valid_to.is_some_and(|to| to <= view.now) {
        life.state = State::Ended;
    }
    let dated = observed_at < view.now;
    Ok(Draft { claim, dated, life, evidence: candidate.evidence.clone(), vector: candidate.embedding.clone() })
}

/// A candidate in writing that says what it shows. From a person's own words what is hidden goes too; in a
/// tool's or a model's it stays, for the rules to refuse.
fn tidied(candidate: &Candidate) -> Candidate {
    let own = candidate.source.unwrap_or(Source::UserSaid) == Source::UserSaid && candidate.extractor.is_none();
    let tidy = |text: &str| if own { tidy::own(text) } else { tidy::cleaned(text) }.into_owned();
    let part = |part: &Option<String>| part.as_deref().map(tidy);
    let metadata = candidate.metadata.iter().map(|(key, value)| match value {
        Scalar::Text(text) => (key.clone(), Scalar::Text(tidy(text))),
        value => (key.clone(), value.clone().plain()),
    });
    Candidate {
        text: tidy(&candidate.text),
        actor: part(&candidate.actor),
        entity: part(&candidate.entity),
        attribute: part(&candidate.attribute),
        value: part(&candidate.value),
        metadata: metadata.collect(),
        ..candidate.clone()
    }
}

/// A new version of a stored claim: same address, scope, kind and labels, new words.
pub fn draft_revision(view: &View<'_>, old: &Record, revision: &Revision) -> Result<Draft> {
    let claim = &old.claim;
    let candidate = Candidate {
        text: revision.text.clone(),
        kind: Some(claim.kind),
        actor: claim.actor.clone(),
        source: Some(revision.source.unwrap_or(Source::UserSaid)),
        entity: claim.address.as_ref().map(|address| address.entity.clone()),
        attribute: claim.address.as_ref().map(|address| address.attribute.clone()),
        value: revision.value.clone(),
        several: claim.address.as_ref().map(|_| claim.several),
        importance: Some(claim.importance),
        sensitivity: Some(claim.sensitivity),
        // By a clock that went back, "now" may be before the old claim began.
        valid_from: Some(revision.valid_from.unwrap_or(view.now.max(old.life().valid_from))),
        expires_at: claim.expires_at.filter(|at| *at > view.now),
        evidence: revision.evidence.clone(),
        metadata: claim.metadata.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
        applies_to: claim.applies_to.clone(),
        shared: claim.shared(),
        embedding: revision.embedding.clone(),
        ..Candidate::default()
    };
    let mut draft = draft(view, &candidate)?;
    draft.claim.project.clone_from(&claim.project);
    draft.claim.purpose.clone_from(&claim.purpose);
    draft.claim.deadline = view.state.policy.deadline(claim.purpose.as_deref(), view.now);
    draft.life.stated = revision.valid_from.is_some() || claim.kind == Kind::Episode;
    draft.claim.correction = draft.claim.source == Source::UserSaid;
    draft.life.supersedes = vec![claim.id];
    Ok(draft)
}

/// Whether an address holds several values, where the candidate does not say: by what was last recorded
/// there and believed, else by the policy.
fn holds_several(view: &View<'_>, candidate: &Candidate, kind: Kind, address: Option<&Address>) -> bool {
    let Some(address) = address else { return false };
    let user = if candidate.shared { "" } else { view.labels.user.as_str() };
    let there = view.state.at_address(user, view.labels.project.as_deref(), kind, address);
    let known = there.filter(|record| believed(record.state())).max_by_key(|record| record.steps[0].sequence);
    known.map_or_else(|| view.state.policy.holds_several(&address.attribute), |record| record.claim.several)
}

/// A life at its first step.
fn new_life(view: &View<'_>, kind: Kind, valid_from: Timestamp, state: State) -> Life {
    let review = view.state.policy.review_days.get(&kind);
    Life {
        state,
        valid_from,
        stated: false,
        valid_to: None,
        retracted_at: None,
        superseded_by: None,
        supersedes: Vec::<Id>::new(),
        contradicts: vec![],
        pinned: None,
        hold: None,
        approved_by: None,
        review_at: review.map(|days| view.now.saturating_add(days_to_ms(*days))),
        pending: None,
    }
}

/// Where the caller gives none.
fn default_importance(kind: Kind) -> f64 {
    match kind {
        Kind::Episode => 0.5,
        Kind::Preference => 0.6,
        Kind::Fact => 0.7,
        Kind::Procedure => 0.8,
    }
}
