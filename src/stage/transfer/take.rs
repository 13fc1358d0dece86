//! What becomes here of the memory that a line says. What is known here stands: nothing gets more authority than
//! it has here, nothing that was found wrong is believed again, and no hold is lifted.

use super::brought::{Brought, brought, labels, said};
use super::line::{EXPORT, Header, Line, VERSION, read};
use crate::log::{Event, Outcome, Record};
use crate::stage::admit::{self, Ruling};
use crate::stage::current::{on_one_line, same_value};
use crate::stage::lifecycle::{believed, live};
use crate::stage::reconcile::Act;
use crate::stage::{Decision, View, check, pending};
use crate::text::normalise;
use crate::types::{Failure, Id, Kind, LinesBrought, Outcome as Admitted, Result, State, redacted};

/// The command's name.
const OP: &str = "import-lines";

/// Whose export it is.
pub struct Source {
    user: String,
    /// It is the scope's own user's.
    own: bool,
    /// Names the file in the audit.
    pub code: String,
}

/// What became of a line.
pub struct Taken {
    /// To be taken in.
    pub decision: Decision,
    /// New, or here already.
    pub became: Became,
    /// The memory here.
    pub id: Id,
    /// Decisions on it that are still to be carried out, each with its reason.
    pub acts: Vec<(Act, Option<String>)>,
    /// It came as it was: its pin, its hold and its links are in it.
    pub whole: bool,
    /// An approval was left behind.
    pub approved: bool,
}

/// Whether a memory is new here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Became {
    /// It is new.
    Added,
    /// It was here, or what it says was.
    Known,
}

/// Why a line does not come in.
pub struct Refusal {
    /// In words, or the rules.
    pub why: String,
    /// To be taken in.
    pub events: Vec<Event>,
}

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Self { why, events: vec![] }
    }
}

/// The export that lines are of; an error where it may not come in.
pub fn source(view: &View<'_>, brought: &LinesBrought) -> Result<Source> {
    let header: Header = read(&brought.header).unwrap_or_default();
    if header.memolet != EXPORT || header.user.is_empty() || header.version == 0 {
        return Err(Failure::invalid("header", "the first line is not the header of an export"));
    }
    if header.version > VERSION {
        let version = header.version;
        return Err(Failure::NewerFormat(format!("an export of version {version}; this engine reads up to {VERSION}")));
    }
    named("user", &header.user, &view.labels.user, brought.from_user.as_deref())?;
    if let Some(tenant) = &header.tenant {
        named("tenant", tenant, &view.state.tenant, brought.from_tenant.as_deref())?;
    }
    let code = view.state.secret.person(&brought.header).to_string();
    Ok(Source { own: header.user == view.labels.user, user: header.user, code: format!("import-{}", &code[..8]) })
}

/// Another's export comes in only where the caller names that other.
fn named(what: &str, whose: &str, own: &str, from: Option<&str>) -> Result<()> {
    if from.map_or(whose == own, |from| from == whose) {
        return Ok(());
    }
    let whose: String = whose.chars().filter(|c| !c.is_control()).take(64).collect();
    let flag = if what == "user" { "fromUser" } else { "fromTenant" };
    Err(Failure::Denied(format!("the export is of the {what} `{whose}`; to take it in all the same, name it: {flag}")))
}

impl Source {
    /// The id here of a memory of the export. Another user's memory gets one that follows from its own, so that
    /// links between them hold, and once more is the same.
    pub fn id(&self, view: &View<'_>, text: &str) -> Option<Id> {
        let id = Id::parse(text)?;
        if self.own {
            return Some(id);
        }
        let mut hasher = blake3::Hasher::new_derive_key("memolet: the id of another user's memory");
        hasher.update(&id.0.to_le_bytes());
        hasher.update(view.labels.user.as_bytes());
        let hash = hasher.finalize();
        let random = core::array::from_fn(|at| hash.as_bytes()[at]);
        Some(Id::new((id.0 >> 80) as u64, u128::from_le_bytes(random)))
    }

    /// The ids here of linked memories, but for other users'.
    pub fn ids(&self, view: &View<'_>, field: &str, texts: &[String]) -> core::result::Result<Vec<Id>, String> {
        let ids = texts.iter().map(|text| self.id(view, text).ok_or_else(|| format!("{field}: ids of memories")));
        let mut ids: Vec<Id> = ids.collect::<core::result::Result<_, _>>()?;
        ids.retain(|id| view.state.record(*id).is_none_or(|record| is_seen(view, record)));
        Ok(ids)
    }

    /// Whether a memory came here from this very export.
    fn brought(&self, view: &View<'_>, record: &Record) -> bool {
        let entry = record.steps.first().and_then(|step| view.state.audit_entry(step.sequence));
        entry.is_some_and(|entry| entry.op == OP && entry.code == self.code)
    }
}

/// Whether a memory is the scope's user's, or everybody's.
fn is_seen(view: &View<'_>, record: &Record) -> bool {
    record.claim.shared() || record.claim.user == view.labels.user
}

/// What becomes of a line.
pub fn take(view: &View<'_>, source: &Source, text: &str) -> core::result::Result<Taken, Refusal> {
    let line: Line = read(text)?;
    if line.shared {
        return Err("shared: an export holds a user's own memories".to_owned().into());
    }
    if line.user != source.user {
        return Err("user: not the user whose export it is".to_owned().into());
    }
    let id = source.id(view, &line.id).ok_or_else(|| "id: the id of a memory".to_owned())?;
    let labels = labels(view, &line)?;
    let view = &View { labels: &labels, ..*view };
    times(view, &line)?;
    let found = brought(view, source, &line, id)?;
    if let Some(here) = view.state.record(id) {
        return known(view, here, &found).ok_or_else(|| "id: another memory has it here".to_owned().into());
    }
    let ruling = admit::rule(view, &found.draft);
    if !ruling.refused.is_empty() {
        return Err(refused(ruling.refused));
    }
    // Nobody says it anew: what a person has still to decide on stays so.
    if pending::same(view, &found.draft).is_some() {
        return Err(refused(vec!["pending-erasure".into()]));
    }
    let overdue = view.state.deadline(&found.record).is_some_and(|at| at <= view.now);
    if overdue && found.record.life().hold.is_none() {
        return Err(refused(vec!["retention".into()]));
    }
    if let Some(wrong) = found_wrong(view, source, &found.record) {
        let decision = Decision::new(OP, vec![], Outcome::Done);
        return Ok(Taken { decision, became: Became::Known, id: wrong, acts: vec![], whole: false, approved: false });
    }
    if as_it_was(view, source, &found.record) {
        Ok(restored(view, found, &ruling))
    } else {
        offered(view, found, ruling)
    }
}

fn times(view: &View<'_>, line: &Line) -> core::result::Result<(), String> {
    let times = [
        ("observedAt", Some(line.observed_at)),
        ("recordedAt", Some(line.recorded_at)),
        ("expiresAt", line.expires_at),
        ("reviewAt", line.review_at),
    ];
    check::milliseconds(view.now, &times).map_err(said)
}

fn refused(rules: Vec<String>) -> Refusal {
    Refusal { why: rules.join("+"), events: vec![Event::Refused { rules }] }
}

/// What says the same as a believed memory and was found wrong here after that was last said. A person may say it
/// anew, in a turn; a file does not.
fn found_wrong(view: &View<'_>, source: &Source, record: &Record) -> Option<Id> {
    let claim = &record.claim;
    let wrong = |other: &&Record| {
        let same = other.claim.kind == claim.kind && other.claim.project == claim.project;
        let after = other.steps.last().is_some_and(|step| step.at >= record.last_said());
        let wrong = other.state() == State::Invalidated && after && !source.brought(view, other);
        same && same_value(&other.claim, claim) && wrong
    };
    believed(record.state()).then(|| about(view, record).into_iter().find(wrong)).flatten().map(|other| other.claim.id)
}

/// What is here of a memory's address, on its line of time, and of its words.
fn about<'a>(view: &View<'a>, record: &Record) -> Vec<&'a Record> {
    let claim = &record.claim;
    let address = claim.address.iter().filter(|_| claim.kind != Kind::Episode);
    let there = address
        .flat_map(|address| view.state.at_address(&claim.user, claim.project.as_deref(), claim.kind, address))
        .filter(|other| on_one_line(&other.claim, claim));
    let content = view.state.secret.content(&claim.user, &claim.text);
    there.chain(view.state.same_content(&content)).collect()
}

/// Whether a memory may come as it was: what was never believed, and what nothing here is about that did not come
/// from the same export.
fn as_it_was(view: &View<'_>, source: &Source, record: &Record) -> bool {
    let life = record.life();
    if !believed(life.state) || life.is_empty() || !live(life.state) && life.valid_to.is_none() {
        return true;
    }
    about(view, record).into_iter().all(|other| source.brought(view, other))
}

/// A memory that comes as it was. What the rules want reviewed waits for that.
fn restored(view: &View<'_>, found: Brought, ruling: &Ruling) -> Taken {
    let mut record = found.record;
    let (id, state) = (record.claim.id, record.state());
    if !ruling.quarantined.is_empty()
        && believed(state)
        && let Some(last) = record.steps.last().cloned()
    {
        let life = crate::log::Life { state: State::Quarantined, ..last.life };
        let code = format!("quarantined:{}", ruling.quarantined.join("+"));
        record.steps.push(crate::log::Step { at: view.now, code, reason: None, life, ..last });
    }
    let decision = Decision::new(OP, vec![Event::Restored { record: Box::new(record) }], Outcome::Done);
    Taken { decision, became: Became::Added, id, acts: vec![], whole: true, approved: found.approved }
}

/// A memory that is said among others here.
fn offered(view: &View<'_>, found: Brought, ruling: Ruling) -> core::result::Result<Taken, Refusal> {
    let mut draft = admit::draft(view, &found.candidate).map_err(said)?;
    draft.claim.id = found.record.claim.id;
    draft.claim.correction = found.record.claim.correction;
    draft.claim.supports.clone_from(&found.record.claim.supports);
    draft.claim.deadline = found.record.claim.deadline.into_iter().chain(draft.claim.deadline).min();
    let life = found.record.life();
    draft.life.supersedes.clone_from(&life.supersedes);
    draft.life.contradicts.clone_from(&life.contradicts);
    let decision = admit::offer(view, draft, ruling, &found.candidate).map_err(said)?;
    let Outcome::Admission { outcome, id: Some(id), .. } = decision.outcome else {
        return Err("it could not be admitted".to_owned().into());
    };
    let became = if outcome == Admitted::Duplicate { Became::Known } else { Became::Added };
    let here = view.state.record(id);
    let mut acts = guards(here, &found.record);
    if became == Became::Added && life.state == State::Consolidated {
        acts.push((Act::Archive, None));
    }
    Ok(Taken { decision, became, id, acts, whole: false, approved: found.approved && became == Became::Added })
}

/// A memory that is here already. None where its id is another's.
fn known(view: &View<'_>, here: &Record, found: &Brought) -> Option<Taken> {
    let (one, other) = (&here.claim, &found.record.claim);
    let same = one.user == other.user && one.kind == other.kind && normalise(&one.text) == normalise(&other.text);
    if !same {
        return None;
    }
    let mut acts = guards(Some(here), &found.record);
    acts.extend(later_end(view, here, &found.record));
    let decision = Decision::new(OP, vec![], Outcome::Done);
    Some(Taken { decision, became: Became::Known, id: one.id, acts, whole: false, approved: false })
}

/// The pin and the hold of what comes in, where the memory here never had one.
fn guards(here: Option<&Record>, brought: &Record) -> Vec<(Act, Option<String>)> {
    let life = brought.life();
    let ever =
        |had: fn(&crate::log::Life) -> bool| here.is_some_and(|here| here.steps.iter().any(|step| had(&step.life)));
    let hold = life.hold.iter().filter(|_| !ever(|life| life.hold.is_some()));
    let held = hold.map(|hold| (Act::Hold { by: hold.owner.clone() }, Some(hold.reason.clone())));
    let pin = life.pinned.iter().filter(|_| !ever(|life| life.pinned.is_some()));
    let pinned = pin.map(|pin| (Act::Pin { by: pin.by.clone(), review_at: pin.review_at }, Some(pin.reason.clone())));
    held.chain(pinned).collect()
}

/// What takes a memory out of recall here that was taken out elsewhere, later than anything that was decided of
/// it here. What replaced it comes by itself.
fn later_end(view: &View<'_>, here: &Record, brought: &Record) -> Option<(Act, Option<String>)> {
    let (ours, theirs) = (here.steps.last()?, brought.steps.last()?);
    if theirs.at <= ours.at || !live(view.state.seen_state(here, view.now)) {
        return None;
    }
    let act = match theirs.life.state {
        State::Invalidated => Act::Invalidate,
        State::Archived => Act::Archive,
        State::Quarantined => Act::Quarantine { by: OP.into() },
        State::Ended => Act::End { at: theirs.life.valid_to },
        _ => return None,
    };
    Some((act, theirs.reason.clone()))
}

redacted! {
    Source { code }
    Taken { became, id, whole }
    Refusal { why }
}
