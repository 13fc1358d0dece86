//! What a model may do to memory by its tools. Its words carry no authority of their own: what it says is
//! the user's word only where it quotes the user's own turn, and is held to every rule besides.

use super::{Decision, View, admit, check, erase, pending, quote, reconcile};
use crate::ask::tools::{Change, Stated};
use crate::log::Record;
use crate::policy::{Authority, Consent};
use crate::statements::Claimed;
use crate::text::{holds_words, normalise};
use crate::types::{Candidate, Erasure, Evidence, Failure, Message, Result, Revision, Source};

/// Name and version of this way of making claims.
const EXTRACTOR: &str = "memolet-tools/1";
/// Why a memory is gone whose erasure came with a person's consent.
const CONSENTED: &str = "consented-erasure";

/// What a model's call does. The audit tells it from the host's own by the tool's name.
/// `consent` is the host's: who agreed to it, in front of the host.
pub fn decide(view: &View<'_>, change: &Change, consent: Option<&str>) -> Result<Decision> {
    let decision = match change {
        Change::Store(stated) => store(view, stated),
        Change::Update { id, text, value, quote } => update(view, id, text, value.as_deref(), quote.as_deref()),
        Change::Forget { id, quote } => forget(view, id, quote.as_deref(), consent),
    }?;
    Ok(Decision { op: change.name(), ..decision })
}

/// Whether the host may pass this consent along.
pub fn consents(view: &View<'_>, consent: Option<&str>) -> Result<()> {
    let Some(by) = consent else { return Ok(()) };
    match view.state.policy.tools.consent {
        Consent::WithCall => check::label("consent", by),
        Consent::Confirmed => Err(Failure::Denied(
            "consent: the policy takes none with a call (tools.consent); confirm the pending erasure".into(),
        )),
    }
}

/// Keeps a claim: the user's word where the quoted turn says it, else a guess.
fn store(view: &View<'_>, stated: &Stated) -> Result<Decision> {
    let candidate = Candidate {
        text: stated.text.clone(),
        kind: Some(stated.kind),
        source: Some(Source::Inferred),
        entity: stated.entity.clone(),
        attribute: stated.attribute.clone(),
        value: stated.value.clone(),
        extractor: Some(EXTRACTOR.into()),
        ..Candidate::default()
    };
    let address = stated.entity.as_deref().zip(stated.attribute.as_deref());
    let value = stated.value.as_deref().filter(|_| address.is_some());
    let claim = Claimed { text: &stated.text, address, value, names: &[] };
    // A turn that does not say it is no evidence for it: a guess grows no surer by being quoted beside.
    let candidate = match quoted(view, stated.quote.as_deref()).and_then(|turn| said(view, turn, claim)) {
        None => candidate,
        Some((actor, evidence)) => Candidate {
            actor,
            source: Some(Source::UserSaid),
            observed_at: evidence.observed_at,
            evidence: vec![evidence],
            ..candidate
        },
    };
    admit::remember(view, &candidate)
}

/// Replaces a memory: as the user's correction where the quoted turn says the new claim, was said no
/// earlier than the old one, and both are about the same; else as a guess, which replaces no more than
/// guesses.
fn update(view: &View<'_>, id: &str, text: &str, value: Option<&str>, words: Option<&str>) -> Result<Decision> {
    let record = view.writable(id)?;
    let address = record.claim.address.as_ref().filter(|_| value.is_some());
    let address = address.map(|address| (address.entity.as_str(), address.attribute.as_str()));
    let claim = Claimed { text, address, value, names: &[] };
    let turn = quoted(view, words).filter(|_| quote::continues(text, &record.claim.text));
    let evidence = turn.and_then(|turn| said(view, turn, claim)).map(|(_, evidence)| evidence);
    let later = |at: u64| at >= record.claim.observed_at;
    let evidence = evidence.filter(|piece| piece.observed_at.is_some_and(later));
    if evidence.is_none() {
        unprotected(record)?;
    }
    let revision = Revision {
        text: text.to_owned(),
        value: value.map(str::to_owned),
        source: Some(if evidence.is_some() { Source::UserSaid } else { Source::Inferred }),
        evidence: evidence.into_iter().collect(),
        ..Revision::default()
    };
    reconcile::supersede(view, id, &revision, None)
}

/// Takes a memory out of recall and asks a person whether to erase it. No words of a turn are read for
/// consent: a quote says that the user spoke of it, and lets what the user said be put away. Only where the
/// host passes a person's consent along is it erased at once.
fn forget(view: &View<'_>, id: &str, words: Option<&str>, consent: Option<&str>) -> Result<Decision> {
    let record = view.writable(id)?;
    if let Some(by) = consent {
        unprotected(record)?;
        let (ids, authority) = (vec![id.to_owned()], by.to_owned());
        let erasure = Erasure { ids, authority, reason: CONSENTED.into(), ..Erasure::default() };
        return erase::erase(view, &erasure);
    }
    if pending::asked_for(view, record) {
        return Ok(pending::open(view, record, None));
    }
    let quote = words.filter(|words| spoken_of(view, record, words));
    let authority = view.state.authority(record);
    if authority > Authority::UserCorrection || (quote.is_none() && authority > Authority::Inferred) {
        return Err(Failure::Authority(format!(
            "memory {} is no guess: quote words of the user, said since it is known, that name it",
            record.claim.id
        )));
    }
    unprotected(record)?;
    Ok(pending::open(view, record, quote))
}

/// Refuses what a pin or a hold keeps from a model's own decisions.
fn unprotected(record: &Record) -> Result<()> {
    let life = record.life();
    match life.pinned.is_some() || life.hold.is_some() {
        true => Err(Failure::Conflict(format!("a pin or a hold keeps memory {}", record.claim.id))),
        false => Ok(()),
    }
}

/// Who said just what a claim says, and the sentence as evidence.
fn said(view: &View<'_>, (number, turn): (u64, &Message), claim: Claimed<'_>) -> Option<(Option<String>, Evidence)> {
    let span = quote::supported(view, number, turn, claim)?;
    Some((turn.actor.clone(), quote::evidence(view.labels.session.as_deref(), view, number, turn, span)))
}

fn quoted<'a>(view: &View<'a>, words: Option<&str>) -> Option<(u64, &'a Message)> {
    quote::find(view, words?)
}

/// Whether the user spoke of a memory in a turn that came after it: the quoted words name it.
fn spoken_of(view: &View<'_>, record: &Record, words: &str) -> bool {
    let since = |number| record.steps.first().is_some_and(|step| step.sequence < number);
    names(words, record) && quote::find(view, words).is_some_and(|(number, _)| since(number))
}

/// Whether words name a memory: its attribute, or at least half of what it says. A value alone may be
/// about anything.
fn names(words: &str, record: &Record) -> bool {
    let claim = &record.claim;
    let said = normalise(words);
    let attribute = claim.address.as_ref().map(|address| normalise(&address.attribute));
    let attribute = attribute.filter(|attribute| attribute.chars().count() > 2);
    attribute.is_some_and(|attribute| holds_words(&said, &attribute)) || quote::shares(words, &claim.text)
}
