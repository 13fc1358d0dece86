//! What a model's reply does, guard by guard. The model says how claims relate; the words stay the
//! ones that were said.

use super::about::{about_one_thing, adds_nothing, can_retire};
use super::place::{corroborated, retire};
use crate::ask::reconcile::{Op, Operation, read};
use crate::log::{Event, Life, Outcome, Record};
use crate::stage::lifecycle::live;
use crate::stage::{Answered, Decision, View};
use crate::state::OpenAsk;
use crate::types::{Applied, Failure, Id, Result, State};

/// Takes a reply to an open question. A malformed one is an error and changes nothing: the candidate
/// stays provisional and the question open.
pub fn reconcile(view: &View<'_>, ticket: u64, open: &OpenAsk, candidate: Id, reply: &str) -> Result<Answered> {
    let operations = read(reply, open.shown.len())?;
    let candidate = view.state.record(candidate).filter(|record| record.state() == State::Provisional);
    let candidate =
        candidate.ok_or_else(|| Failure::StaleTicket(format!("ticket {ticket}: its candidate was decided on")))?;
    let mut taken =
        Taken { life: candidate.life().clone(), events: vec![], touched: vec![], absorbed: None, added: false };
    taken.life.state = State::Active;
    let results: Vec<Applied> =
        operations.iter().map(|operation| taken.take(view, open, candidate, operation)).collect();
    let (id, code) = (candidate.claim.id, code(&results));
    match taken.absorbed {
        Some(_) => taken.events.push(Event::Withdrawn { id }),
        None => taken.events.push(Event::Moved { id, life: taken.life, code: code.into(), reason: None }),
    }
    taken.events.push(Event::AskClosed { ticket });
    let decision = Decision::new("answer", taken.events, Outcome::Done).coded(code);
    Ok(Answered { decision, verdict: "reconciled", results })
}

/// What the audit says of a reply: whether its operations were carried out.
fn code(results: &[Applied]) -> &'static str {
    match results.iter().filter(|one| one.applied).count() {
        0 => "rejected",
        applied if applied < results.len() => "partly-rejected",
        _ => "reconciled",
    }
}

/// The deterministic rule when no reply can be used: keep both.
pub fn fall_back(view: &View<'_>, ticket: u64, candidate: Id) -> Decision {
    let mut events = vec![Event::AskClosed { ticket }];
    let waiting = view.state.record(candidate).filter(|record| record.state() == State::Provisional);
    events.extend(waiting.map(|record| {
        let life = Life { state: State::Active, ..record.life().clone() };
        Event::Moved { id: record.claim.id, life, code: "fell-back".into(), reason: None }
    }));
    Decision::new("answer", events, Outcome::Done).coded("fell-back")
}

/// What the operations so far have done.
struct Taken {
    /// The candidate's life to be.
    life: Life,
    events: Vec<Event>,
    touched: Vec<Id>,
    /// The memory that says what the candidate says.
    absorbed: Option<Id>,
    /// The candidate was said to be new.
    added: bool,
}

impl Taken {
    fn take(&mut self, view: &View<'_>, open: &OpenAsk, candidate: &Record, operation: &Operation) -> Applied {
        let outcome = match self.target(view, open, operation) {
            Ok(target) => self.apply(view, candidate, operation.op, target),
            Err(reason) => Err(reason),
        };
        Applied {
            op: operation.op.name().to_owned(),
            target: operation.named.clone(),
            applied: outcome.is_ok(),
            reason: outcome.as_ref().err().map(|reason| (*reason).to_owned()),
            id: outcome.ok().map(|id| id.to_string()),
        }
    }

    /// The memory that an operation names: shown, still there, and as it was when it was shown.
    fn target<'a>(
        &self,
        view: &View<'a>,
        open: &OpenAsk,
        operation: &Operation,
    ) -> core::result::Result<Option<&'a Record>, &'static str> {
        let Some(named) = &operation.named else {
            return if operation.op == Op::Add { Ok(None) } else { Err("it names no target") };
        };
        if operation.op == Op::Add {
            return Err("ADD takes no target");
        }
        debug_assert!(!named.is_empty() || operation.place.is_none());
        let shown = operation.place.and_then(|place| open.shown.get(place)).ok_or("not-shown")?;
        let record = view.state.record(shown.id).ok_or("it was erased since it was shown")?;
        if record.version != shown.version || !live(view.state.seen_state(record, view.now)) {
            return Err("it changed since it was shown");
        }
        Ok(Some(record))
    }

    fn apply(
        &mut self,
        view: &View<'_>,
        candidate: &Record,
        op: Op,
        target: Option<&Record>,
    ) -> core::result::Result<Id, &'static str> {
        let own = candidate.claim.id;
        let Some(target) = target else {
            self.added = self.absorbed.is_none();
            return if self.added { Ok(own) } else { Err("this reply has found the claim to be known") };
        };
        let id = target.claim.id;
        if self.touched.contains(&id) && op != Op::Noop {
            return Err("this reply has decided on it already");
        }
        if self.absorbed.is_some() && op != Op::Noop {
            return Err("this reply has found the claim to be known");
        }
        match op {
            Op::Noop if candidate.life().hold.is_some() => return Err("a hold keeps the claim"),
            Op::Noop if view.state.authority(candidate) > view.state.authority(target) => return Err("authority"),
            // Of two that say the same, the one with the words of both is kept.
            Op::Noop if refines(view, candidate, target) && !self.added && self.touched.is_empty() => {
                self.supersede(view, target, own);
                self.touched.push(id);
                return Ok(own);
            }
            Op::Noop if !adds_nothing(&candidate.claim, &target.claim) => return Err("the claim adds to it"),
            Op::Noop if !self.added && (self.touched.is_empty() || self.absorbed.is_some()) => {
                self.absorb(view, candidate, target);
            }
            Op::Noop => return Err("this reply has found the claim to be new"),
            Op::Update | Op::Delete if view.state.authority(target) > view.state.authority(candidate) => {
                return Err("authority");
            }
            Op::Update | Op::Delete if !about_one_thing(view, &candidate.claim, vector(view, candidate), target) => {
                return Err("it is about something else");
            }
            Op::Update | Op::Delete if !can_retire(&candidate.claim, &target.claim) => {
                return Err("it tells no change");
            }
            Op::Update => self.supersede(view, target, own),
            _ => self.events.push(ended(view, target, self.life.valid_from)),
        }
        self.touched.push(id);
        Ok(if op == Op::Noop { id } else { own })
    }

    fn supersede(&mut self, view: &View<'_>, target: &Record, own: Id) {
        self.events.push(retire(view, target, self.life.valid_from, own));
        self.life.supersedes.push(target.claim.id);
    }

    fn absorb(&mut self, view: &View<'_>, candidate: &Record, target: &Record) {
        let id = target.claim.id;
        if !self.touched.contains(&id) {
            let said = view.state.secret.said(&candidate.claim, candidate.life().stated);
            self.events.push(corroborated(view, target, candidate.evidence.iter().map(|(_, piece)| piece), said));
        }
        self.absorbed = Some(id);
    }
}

/// Whether a candidate says all that a memory of the same thing says, and more.
fn refines(view: &View<'_>, candidate: &Record, target: &Record) -> bool {
    let (new, known) = (&candidate.claim, &target.claim);
    !adds_nothing(new, known)
        && adds_nothing(known, new)
        && view.state.authority(candidate) == view.state.authority(target)
        && about_one_thing(view, new, vector(view, candidate), target)
}

fn vector<'a>(view: &View<'a>, candidate: &Record) -> Option<&'a [f32]> {
    view.state.row(candidate.claim.id).and_then(|row| view.state.vectors.get(row))
}

fn ended(view: &View<'_>, record: &Record, at: u64) -> Event {
    let mut life = record.life().clone();
    life.cut(at);
    life.retracted_at = Some(view.now);
    if at <= view.now || life.is_empty() {
        life.state = State::Ended;
    }
    Event::Moved { id: record.claim.id, life, code: "ended".into(), reason: None }
}
