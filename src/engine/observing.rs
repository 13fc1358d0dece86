//! A turn taken in: several decisions, each made on what the one before it left, and one frame.

use super::commands::admission;
use super::{Engine, reused};
use crate::log::{self, Done, Event, Frame, Noted, Outcome};
use crate::stage::observe::{self, Plan};
use crate::stage::{View, check, check_labels};
use crate::state::State;
use crate::types::{Act, Carried, Effect, Id, Labels, Observed, Part, Result, Statement, Timestamp, TurnSaid};

impl Engine {
    /// Keeps a turn, carries out what it states, and says what came of it.
    pub fn observe(&mut self, labels: &Labels, turn: &TurnSaid, now: Timestamp, key: Option<&str>) -> Result<Observed> {
        self.outbox.ready()?;
        check_labels(labels)?;
        check::milliseconds(now, &[("at", turn.at)])?;
        if let Some((entry, outcome)) = self.used_before(labels, key, "observe")? {
            let Outcome::Observed(noted) = outcome else { return Err(reused("observe")) };
            return Ok(self.told((**noted).clone(), &[], Some(entry.sequence)));
        }
        let plan = observe::plan(&self.view(labels, now), turn)?;
        let mut taking = Taking { frame: self.frame(labels, now, "observe"), steps: 0, labels, now };
        let noted = self.take_turn(&mut taking, turn, &plan);
        let mut frame = taking.frame;
        if frame.events.is_empty() && key.is_none() {
            return Ok(self.told(noted, &plan.reading.statements, None));
        }
        frame.key = self.keyed(labels, key, &Outcome::Observed(Box::new(noted.clone())));
        // Invariant: what can be held can be encoded.
        let (bytes, payload) = log::encode_frame(&frame)?;
        self.state.close(&frame, &bytes[payload..]);
        self.journal_bytes += bytes.len() as u64;
        self.outbox.append(frame.sequence, bytes);
        Ok(self.told(noted, &plan.reading.statements, Some(frame.sequence)))
    }

    fn take_turn(&mut self, taking: &mut Taking<'_>, turn: &TurnSaid, plan: &Plan) -> Noted {
        let mut noted = Noted {
            skipped: plan.skipped.map(str::to_owned),
            unread: plan.reading.unread.len() as u32,
            ..Noted::default()
        };
        self.grow(taking, plan.heard.iter().cloned().collect());
        for span in &plan.parts {
            let kept = self.step(taking, |view| observe::keep(view, turn, plan, *span));
            self.grow(taking, kept.events);
            noted.parts.push((*span, kept.outcome));
        }
        for said in &plan.reading.statements {
            let done = self.carry_out(taking, turn, plan, said);
            noted.statements.push(done);
        }
        let unsaid = self.step(taking, |view| observe::unsay(view, plan));
        self.grow(taking, unsaid);
        if let Some(asked) = self.step(taking, |view| observe::ask(view, turn, plan)) {
            let opened = taking.frame.events.iter().filter(|event| matches!(event, Event::AskOpened { .. })).count();
            noted.ticket = Some(State::ticket(taking.frame.sequence, opened as u32));
            self.grow(taking, vec![asked]);
        }
        noted
    }

    fn carry_out(&mut self, taking: &mut Taking<'_>, turn: &TurnSaid, plan: &Plan, said: &Statement) -> Done {
        let mut done = Done {
            span: said.span,
            act: said.act,
            predicate: said.predicate.clone(),
            kind: said.kind,
            effect: Effect::NothingKnown,
            admission: None,
            touched: vec![],
        };
        if said.act != Act::State {
            let revoked = self.step(taking, |view| observe::revoke(view, plan, said));
            self.grow(taking, revoked.events);
            (done.effect, done.touched) = (revoked.effect, revoked.touched);
        }
        if matches!(said.act, Act::State | Act::Correct) {
            let (decision, effect) = self.step(taking, |view| observe::state(view, turn, plan, said));
            self.grow(taking, decision.events);
            (done.effect, done.admission) = (effect, Some(decision.outcome));
        }
        done
    }

    /// A decision on what the store knows by now, with ids of its own.
    pub(super) fn step<T>(&self, taking: &mut Taking<'_>, decide: impl FnOnce(&View<'_>) -> T) -> T {
        let mut view = self.view(taking.labels, taking.now);
        view.mint.offset = taking.steps;
        taking.steps += 1;
        decide(&view)
    }

    /// Takes events into the frame that is being made, the state and the index.
    pub(super) fn grow(&mut self, taking: &mut Taking<'_>, events: Vec<Event>) {
        let from = taking.frame.events.len();
        taking.frame.events.extend(events);
        let touches = self.state.apply_from(&taking.frame, from);
        self.index.follow(&self.state, &touches);
    }

    /// What came of a turn, as callers see it. The words of a statement are its own, or of what is stored.
    fn told(&self, noted: Noted, said: &[Statement], sequence: Option<u64>) -> Observed {
        let kept =
            noted.parts.into_iter().filter_map(|(span, outcome)| Some(Part { span, admission: admission(outcome)? }));
        let carried = (0..).zip(noted.statements).map(|(place, done)| self.carried(done, said.get(place)));
        Observed {
            sequence,
            kept: kept.collect(),
            skipped: noted.skipped,
            statements: carried.collect(),
            unread: noted.unread,
            ticket: noted.ticket,
        }
    }

    fn carried(&self, done: Done, said: Option<&Statement>) -> Carried {
        let admission = done.admission.and_then(admission);
        let id = admission.as_ref().and_then(|admission| Id::parse(admission.id.as_deref()?));
        let stored =
            id.or(done.touched.first().copied()).and_then(|id| self.state.record(id)).map(|record| &record.claim);
        let address = stored.and_then(|claim| claim.address.as_ref());
        let words = |said: Option<Option<String>>, stored: Option<String>| said.unwrap_or(stored);
        Carried {
            span: done.span,
            act: done.act,
            predicate: done.predicate,
            kind: done.kind,
            text: words(said.map(|said| Some(said.text.clone())), stored.map(|claim| claim.text.clone())),
            entity: words(said.map(|said| said.entity.clone()), address.map(|address| address.entity.clone())),
            attribute: words(said.map(|said| said.attribute.clone()), address.map(|address| address.attribute.clone())),
            value: words(said.map(|said| said.value.clone()), stored.and_then(|claim| claim.value.clone())),
            effect: done.effect,
            admission,
            touched: done.touched.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A command that is being made.
pub(super) struct Taking<'a> {
    pub frame: Frame,
    /// Decisions so far.
    pub steps: u32,
    pub labels: &'a Labels,
    pub now: Timestamp,
}
