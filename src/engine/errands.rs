//! What reads want of the host: a reranker's scores, a tokenizer's counts. A read writes nothing, so
//! this is of one instance alone: in no journal, no snapshot and no hash of the state.

use super::drain::{verdict, wrong};
use crate::index::passage_text;
use crate::log::{Record, Shown};
use crate::stage::recall::{Known, Wanted};
use crate::state::State;
use crate::types::{Answer, CountTask, Failure, Request, RerankTask, Result, Task, Verdict};

/// The first ticket. No journal gets so far, and JavaScript's numbers are exact up to twice as much.
const FIRST: u64 = 1 << 52;
/// Tasks open at a time; the oldest makes room.
const MOST_OPEN: usize = 16;

/// What reads wait for, and what the host has said.
#[derive(Default)]
pub(super) struct Errands {
    known: Known,
    /// The oldest first.
    open: Vec<(u64, Wanted)>,
    /// Tickets given so far.
    given: u64,
}

impl Errands {
    /// What the host has said.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Opens a task, unless one is open for just this. Gives its ticket.
    pub fn open(&mut self, wanted: Wanted) -> u64 {
        if let Some((ticket, _)) = self.open.iter().find(|(_, open)| *open == wanted) {
            return *ticket;
        }
        if self.open.len() >= MOST_OPEN {
            self.open.remove(0);
        }
        let ticket = FIRST + self.given;
        self.given += 1;
        self.open.push((ticket, wanted));
        ticket
    }

    /// The oldest task. One whose memories have changed since is dropped.
    pub fn next(&mut self, state: &State) -> Option<Request> {
        self.open.retain(|(_, wanted)| match wanted {
            Wanted::Scores { documents, .. } => documents.iter().all(|shown| unchanged(state, shown).is_some()),
            Wanted::Counts(_) => true,
        });
        let (ticket, wanted) = self.open.first()?;
        let task = match wanted {
            Wanted::Scores { query, documents } => {
                let there = documents.iter().filter_map(|shown| unchanged(state, shown));
                let documents = there.map(|record| passage_text(&record.claim)).collect();
                Task::Rerank(RerankTask { query: query.clone(), documents })
            }
            Wanted::Counts(task) => Task::Count(task.clone()),
        };
        Some(Request { ticket: *ticket, task })
    }

    /// Takes an answer; none where the ticket is of no read.
    pub fn answer(&mut self, state: &State, ticket: u64, answer: &Answer) -> Option<Result<Verdict>> {
        let place = self.open.iter().position(|(open, _)| *open == ticket);
        match place {
            Some(place) => Some(self.answered(state, place, answer)),
            None if ticket >= FIRST => Some(Err(Failure::StaleTicket(format!("ticket {ticket} is not open")))),
            None => None,
        }
    }

    /// An erasure reaches all of it: scores and counts are of texts, and so are open tasks.
    pub fn forget(&mut self) {
        self.known = Known::default();
        self.open.clear();
    }

    fn answered(&mut self, state: &State, place: usize, answer: &Answer) -> Result<Verdict> {
        let Self { known, open, .. } = self;
        let became = match (open.get(place).map(|(_, wanted)| wanted), answer) {
            (_, Answer::Failed(_)) => "failed",
            (Some(Wanted::Scores { query, documents }), Answer::Scores(scores)) => {
                check_scores(documents, scores)?;
                known.take_scores(&state.secret, query, documents, scores);
                "scored"
            }
            (Some(Wanted::Counts(task)), Answer::Counts(counts)) => {
                check_counts(task, counts)?;
                known.take_counts(&state.secret, task, counts);
                "counted"
            }
            (Some(Wanted::Scores { .. }), _) => return Err(wrong("a rerank task wants scores or failed")),
            _ => return Err(wrong("a count task wants counts or failed")),
        };
        open.remove(place);
        Ok(verdict(became))
    }
}

fn check_scores(documents: &[Shown], scores: &[f64]) -> Result<()> {
    if scores.len() != documents.len() {
        let (wanted, came) = (documents.len(), scores.len());
        return Err(wrong(&format!("{wanted} scores are wanted, one a document; {came} came")));
    }
    if !scores.iter().all(|score| (0.0..=1.0).contains(score)) {
        return Err(wrong("scores are numbers of 0 to 1"));
    }
    Ok(())
}

fn check_counts(task: &CountTask, counts: &[u32]) -> Result<()> {
    if counts.len() != task.texts.len() {
        let (wanted, came) = (task.texts.len(), counts.len());
        return Err(wrong(&format!("{wanted} counts are wanted, one a text; {came} came")));
    }
    Ok(())
}

/// A memory, if it is as it was.
fn unchanged<'a>(state: &'a State, shown: &Shown) -> Option<&'a Record> {
    state.record(shown.id).filter(|record| record.version == shown.version)
}

impl core::fmt::Debug for Errands {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Errands").field("open", &self.open).finish_non_exhaustive()
    }
}
