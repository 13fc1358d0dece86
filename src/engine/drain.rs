//! What the host has to do, bytes first: append, replace, what reads want, embed, ask. And what came
//! of it.

use super::Engine;
use crate::ask;
use crate::index::passage_text;
use crate::log::{Event, Outcome, Question};
use crate::stage::lifecycle::live;
use crate::stage::{Answered, Decision, View, check_vector, consolidate, erase, extract, reconcile};
use crate::state::{OpenAsk, State};
use crate::types::{Answer, Failure, Id, Labels, Request, Result, Task, Timestamp, Verdict};

/// Texts of one embed task.
const MOST_TEXTS: usize = 64;

/// What waits for the host.
#[derive(Default)]
pub(super) struct Outbox {
    append: Option<(u64, Vec<u8>)>,
    /// A snapshot is to be written, and whether it was handed out.
    replace: Option<Replace>,
    /// What was handed out to be embedded, under which ticket.
    embed: Option<(u64, Vec<Id>)>,
    /// The last embed task could not be done.
    embedder_failed: bool,
    /// Why nothing can be written any more.
    broken: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Replace {
    Due,
    Handed(u64),
}

impl Outbox {
    /// Whether a command may write.
    pub fn ready(&self) -> Result<()> {
        if let Some(why) = &self.broken {
            return Err(Failure::Other(format!(
                "a write failed ({why}); the store is read-only until it is opened again"
            )));
        }
        if self.append.is_some() {
            return Err(Failure::Undrained("bytes of the last command wait; poll and answer first".into()));
        }
        // What came in between would be in neither the snapshot nor the journal that it empties.
        if matches!(self.replace, Some(Replace::Handed(_))) {
            return Err(Failure::Undrained("a replace was handed out; answer it first".into()));
        }
        Ok(())
    }

    pub fn append(&mut self, sequence: u64, bytes: Vec<u8>) {
        self.append = Some((sequence, bytes));
    }

    /// An erasure that has not reached the store's own files makes them due.
    pub fn expect_erasures(&mut self, state: &State) {
        if self.replace.is_none() && !erase::confirm_own(state).is_empty() {
            self.replace = Some(Replace::Due);
        }
    }
}

impl core::fmt::Debug for Outbox {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let append = self.append.as_ref().map(|(sequence, _)| sequence);
        f.debug_struct("Outbox").field("append", &append).field("replace", &self.replace).finish_non_exhaustive()
    }
}

impl Engine {
    /// The oldest open task. Polling again before the answer gives the same one.
    pub fn poll(&mut self, _now: Timestamp) -> Result<Option<Request>> {
        if self.outbox.broken.is_some() {
            return Ok(self.next_errand());
        }
        if let Some((ticket, bytes)) = &self.outbox.append {
            return Ok(Some(Request { ticket: *ticket, task: Task::Append(bytes.clone()) }));
        }
        if self.outbox.replace.is_some() {
            let ticket = self.state.sequence;
            self.outbox.replace = Some(Replace::Handed(ticket));
            return Ok(Some(Request { ticket, task: Task::Replace(self.state.to_snapshot()?) }));
        }
        if let Some(request) = self.next_errand() {
            return Ok(Some(request));
        }
        // An embedder that fails does not hold up questions.
        Ok(match self.outbox.embedder_failed {
            true => self.next_ask().or_else(|| self.next_embed()),
            false => self.next_embed().or_else(|| self.next_ask()),
        })
    }

    /// Takes an answer. An answer that fails changes nothing.
    pub fn answer(&mut self, ticket: u64, answer: Answer, now: Timestamp) -> Result<Verdict> {
        if self.outbox.append.as_ref().is_some_and(|(waiting, _)| *waiting == ticket) {
            return self.appended(answer);
        }
        if self.outbox.replace == Some(Replace::Handed(ticket)) && matches!(answer, Answer::Stored | Answer::Failed(_))
        {
            return self.replaced(answer, now);
        }
        if let Some(answered) = self.errands.get_mut().answer(&self.state, ticket, &answer) {
            return answered;
        }
        self.outbox.ready()?;
        // A memory and a question about it may have been opened by one command.
        let handed = self.outbox.embed.as_ref().is_some_and(|(waiting, _)| *waiting == ticket);
        if handed && (matches!(answer, Answer::Vectors(_)) || !self.state.asks.contains_key(&ticket)) {
            return self.embedded(answer, now);
        }
        self.replied(ticket, answer, now)
    }

    /// Asks for the journal to be replaced by a snapshot.
    pub fn compact(&mut self, _now: Timestamp) -> Result<()> {
        self.outbox.ready()?;
        self.outbox.replace.get_or_insert(Replace::Due);
        Ok(())
    }

    /// Does every open task by `act`, until there is none or `act` cannot do one. For hosts that
    /// answer at once.
    pub fn drain(&mut self, now: Timestamp, mut act: impl FnMut(&Task) -> Answer) -> Result<()> {
        while let Some(request) = self.poll(now)? {
            let answer = act(&request.task);
            let failed = matches!(answer, Answer::Failed(_));
            self.answer(request.ticket, answer, now)?;
            if failed {
                break;
            }
        }
        Ok(())
    }

    fn next_errand(&mut self) -> Option<Request> {
        self.errands.get_mut().next(&self.state)
    }

    fn appended(&mut self, answer: Answer) -> Result<Verdict> {
        match answer {
            Answer::Stored => {
                self.outbox.append = None;
                Ok(verdict("stored"))
            }
            Answer::Failed(why) => {
                self.outbox.broken = Some(why);
                Ok(verdict("failed"))
            }
            _ => Err(wrong("an append wants stored or failed")),
        }
    }

    fn replaced(&mut self, answer: Answer, now: Timestamp) -> Result<Verdict> {
        if let Answer::Failed(why) = answer {
            self.outbox.broken = Some(why);
            return Ok(verdict("failed"));
        }
        self.outbox.replace = None;
        self.journal_bytes = 0;
        let confirmed = erase::confirm_own(&self.state);
        self.commit(&Labels::default(), now, None, Decision::new("confirm", confirmed, Outcome::Done))?;
        Ok(verdict("stored"))
    }

    /// Memories without a vector, lowest row first. What was handed out stays the task until it is
    /// answered, so that no vector lands on another memory; a text erased since is empty.
    fn next_embed(&mut self) -> Option<Request> {
        self.state.embedder.as_ref()?;
        let state = &self.state;
        let handed = self.outbox.embed.take().filter(|(_, ids)| ids.iter().any(|id| state.record(*id).is_some()));
        let (ticket, ids) = handed.or_else(|| {
            let waiting = state.unembedded().filter(|record| live(record.state())).take(MOST_TEXTS);
            let batch: Vec<_> = waiting.collect();
            let ticket = batch.first()?.steps.first().map_or(0, |step| step.sequence);
            Some((ticket, batch.iter().map(|record| record.claim.id).collect()))
        })?;
        let text = |id: &Id| state.record(*id).map(|record| passage_text(&record.claim)).unwrap_or_default();
        let texts = ids.iter().map(text).collect();
        self.outbox.embed = Some((ticket, ids));
        Some(Request { ticket, task: Task::Embed(texts) })
    }

    fn embedded(&mut self, answer: Answer, now: Timestamp) -> Result<Verdict> {
        let ids = self.outbox.embed.as_ref().map(|(_, ids)| ids.clone()).unwrap_or_default();
        let vectors = match answer {
            Answer::Vectors(vectors) if vectors.len() == ids.len() => vectors,
            Answer::Vectors(vectors) => {
                return Err(wrong(&format!("{} vectors are wanted, one a text; {} came", ids.len(), vectors.len())));
            }
            Answer::Failed(_) => {
                self.outbox.embed = None;
                self.outbox.embedder_failed = true;
                return Ok(verdict("failed"));
            }
            _ => return Err(wrong("an embed task wants vectors or failed")),
        };
        vectors.iter().try_for_each(|vector| check_vector(self.state.embedder.as_ref(), vector))?;
        let there = ids.into_iter().zip(vectors).filter(|(id, _)| self.state.record(*id).is_some());
        let events: Vec<Event> = there.map(|(id, vector)| Event::Embedded { id, vector }).collect();
        self.commit(&Labels::default(), now, None, Decision::new("embed", events, Outcome::Done))?;
        self.outbox.embed = None;
        self.outbox.embedder_failed = false;
        Ok(verdict("embedded"))
    }

    fn next_ask(&self) -> Option<Request> {
        if !self.model {
            return None;
        }
        // A question that could not be put stands behind the others, so that a host may gather several.
        let failed = |ticket: &u64| self.failures.get(ticket).copied().unwrap_or(0);
        let open = self.state.asks.iter().filter_map(|(ticket, open)| Some((*ticket, ask::ask(&self.state, open)?)));
        let next = open.min_by_key(|(ticket, _)| (failed(ticket), *ticket));
        next.map(|(ticket, ask)| Request { ticket, task: Task::Ask(ask) })
    }

    fn replied(&mut self, ticket: u64, answer: Answer, now: Timestamp) -> Result<Verdict> {
        let open = self.state.asks.get(&ticket).cloned();
        let open = open.ok_or_else(|| Failure::StaleTicket(format!("ticket {ticket} is not open")))?;
        let labels = Labels::default();
        let reply = match answer {
            Answer::Reply(reply) => reply,
            Answer::Failed(_) => {
                let failures = self.failures.entry(ticket).or_default();
                *failures = failures.saturating_add(1);
                return Ok(verdict("failed"));
            }
            _ => return Err(wrong("a question wants reply or failed")),
        };
        match take(&self.view(&labels, now), ticket, &open, &reply) {
            Ok(Answered { decision, verdict, results }) => {
                self.commit(&labels, now, None, decision)?;
                self.forget_ticket(ticket);
                Ok(Verdict { verdict: verdict.into(), results })
            }
            Err(failure) => self.refused(ticket, now, failure),
        }
    }

    /// After so many replies that could not be used, the deterministic rule decides.
    fn refused(&mut self, ticket: u64, now: Timestamp, failure: Failure) -> Result<Verdict> {
        let refusals = self.refusals.entry(ticket).or_default();
        *refusals += 1;
        if *refusals < self.state.policy.reconciliation.refusals {
            return Err(failure);
        }
        let labels = Labels::default();
        if let Some(open) = self.state.asks.get(&ticket) {
            let decision = give_up(&self.view(&labels, now), ticket, open);
            self.commit(&labels, now, None, decision)?;
        }
        self.forget_ticket(ticket);
        Ok(verdict("fell-back"))
    }

    fn forget_ticket(&mut self, ticket: u64) {
        self.refusals.remove(&ticket);
        self.failures.remove(&ticket);
    }
}

/// What a reply to a question does.
fn take(view: &View<'_>, ticket: u64, open: &OpenAsk, reply: &str) -> Result<Answered> {
    match &open.question {
        Question::Reconcile { candidate } => reconcile::reconcile(view, ticket, open, *candidate, reply),
        Question::Extract { labels, place } => extract::take(view, ticket, labels, *place, reply),
        Question::Consolidate { .. } => consolidate::take(view, ticket, open, reply),
    }
}

/// The deterministic rule when no reply can be used.
fn give_up(view: &View<'_>, ticket: u64, open: &OpenAsk) -> Decision {
    match &open.question {
        Question::Reconcile { candidate } => reconcile::fall_back(view, ticket, *candidate),
        Question::Extract { labels, place } => extract::give_up(view, ticket, labels, *place),
        Question::Consolidate { .. } => consolidate::give_up(view, ticket, open),
    }
}

pub(super) fn verdict(verdict: &str) -> Verdict {
    Verdict { verdict: verdict.to_owned(), results: vec![] }
}

pub(super) fn wrong(wanted: &str) -> Failure {
    Failure::WrongAnswer(wanted.to_owned())
}
