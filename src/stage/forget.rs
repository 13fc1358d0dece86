//! Leaving by time and by budget. What a sweep does follows from the records and the time alone, so
//! sweeping twice equals sweeping once.

use super::fold::{UNFOLDED, unfold};
use super::lifecycle::live;
use super::score::{Parts, Signals, parts, priority};
use super::{Decision, View, consolidate, erase, working};
use crate::gather::{self, Set};
use crate::log::{Event, Life, Outcome, Record};
use crate::policy::{Formula, days_to_ms};
use crate::text;
use crate::types::{Id, State, Swept};

/// What a sweep at the view's time does, over every user of the store.
pub fn sweep(view: &View<'_>) -> (Swept, Decision) {
    let leaving = Leaving::of(view);
    let mut archived = leaving.ids(State::Archived);
    let mut over = Vec::new();
    for event in over_budget(view, &leaving) {
        archived.extend(event.id().map(|id| id.to_string()));
        over.push(event);
    }
    let stays = |record: &&Record| !leaving.purged.contains(&record.claim.id) && needs_review(record, view.now);
    let due = view.state.records.iter().flatten().filter(stays);
    let silent = working::silent(view);
    let swept = Swept {
        expired: leaving.ids(State::Expired),
        archived,
        purged: leaving.purged.iter().map(ToString::to_string).collect(),
        sessions: silent.len() as u32,
        due: due.map(|record| record.claim.id.to_string()).collect(),
    };
    // What comes back is first, since one of them may be over the budget.
    let mut events = leaving.back;
    events.extend(leaving.moved);
    events.extend(over);
    events.extend(leaving.erased);
    events.extend(silent);
    events.extend(consolidate::due(view, &events));
    (swept, Decision::new("sweep", events, Outcome::Done))
}

/// What leaves by its time or by decay, before any budget is looked at.
pub(super) struct Leaving {
    /// Erased: past their retention deadline, and what an erasure takes with them.
    purged: Set<Id>,
    /// Past their time, their validity, or decayed.
    moved: Vec<Event>,
    /// Episodes that come back, since their synthesis goes.
    back: Vec<Event>,
    /// The rest of the erasure of what is past its deadline.
    erased: Vec<Event>,
    gone: Set<Id>,
    returned: Set<Id>,
}

impl Leaving {
    /// At the view's time.
    pub fn of(view: &View<'_>) -> Self {
        let overdue = erase::overdue(view);
        let erased = if overdue.is_empty() { vec![] } else { erase::cascade(view, &overdue, "retention", "sweep") };
        let purged = gather::set(erased.iter().flat_map(removed).copied());
        let stays = view.state.records.iter().flatten().filter(|record| !purged.contains(&record.claim.id));
        let due = stays.filter_map(|record| due_change(view, record).map(|(state, code)| moved(record, state, code)));
        let moved: Vec<Event> = due.collect();
        let (back, erased) = brought_back(view, &moved, erased, &purged);
        let mut gone = purged.clone();
        gone.extend(moved.iter().filter_map(Event::id));
        let lives = |event: &&Event| matches!(event, Event::Moved { life, .. } if live(life.state));
        let returned = gather::set(back.iter().filter(lives).filter_map(Event::id));
        Self { purged, moved, back, erased, gone, returned }
    }

    /// Whether a memory is among them.
    pub fn takes(&self, record: &Record) -> bool {
        self.gone.contains(&record.claim.id)
    }

    /// Whether a memory counts against its user's budgets after them.
    pub fn leaves_counted(&self, record: &Record) -> bool {
        (live(record.state()) || self.returned.contains(&record.claim.id)) && !self.takes(record)
    }

    /// What counts of a user, in order of row.
    pub fn counted<'a>(&self, view: &View<'a>, user: &str) -> Vec<&'a Record> {
        let state = view.state;
        let rows = state.partition(user).iter().filter_map(|row| state.at(*row));
        rows.filter(|record| self.leaves_counted(record)).collect()
    }

    fn ids(&self, wanted: State) -> Vec<String> {
        let into = |event: &&Event| matches!(event, Event::Moved { life, .. } if life.state == wanted);
        self.moved.iter().filter(into).filter_map(Event::id).map(|id| id.to_string()).collect()
    }
}

fn removed(event: &Event) -> &[Id] {
    match event {
        Event::Erased { receipt, .. } => &receipt.removed,
        _ => &[],
    }
}

/// Makes room for what `events` add: over a user's budget by count, the least of its memories are
/// archived, a fiftieth of the budget at a time.
pub fn make_room(view: &View<'_>, events: &[Event]) -> Vec<Event> {
    let count = view.state.policy.capacity.count as usize;
    let new = events.iter().find_map(|event| match event {
        Event::Admitted { claim, .. } => Some(claim.user.as_str()),
        _ => None,
    });
    let Some(user) = new.filter(|user| view.state.partition(user).len() >= count) else {
        return vec![];
    };
    let moved = gather::set(events.iter().filter_map(Event::id));
    let rows = view.state.partition(user).iter().filter_map(|row| view.state.at(*row));
    let current: Vec<&Record> =
        rows.filter(|record| live(record.state()) && !moved.contains(&record.claim.id)).collect();
    let extra = (current.len() + 1).saturating_sub(count);
    if extra == 0 {
        return vec![];
    }
    least(view, current).take(extra + count / 50).map(|record| archived(record, "capacity")).collect()
}

/// A memory's priority, 0..1: what eviction goes by.
pub fn priority_of(view: &View<'_>, record: &Record) -> f64 {
    priority(&priority_parts(view, record))
}

/// What a memory's priority is made of.
pub(super) fn priority_parts(view: &View<'_>, record: &Record) -> Parts {
    let signals = Signals {
        kind: record.claim.kind,
        relevance: 0.0,
        importance: record.claim.importance,
        confidence: view.state.confidence(record, view.now),
        last_used_at: record.usage.last_used_at,
        last_verified_at: record.usage.last_verified_at.max(record.usage.last_used_at),
        uses: record.usage.uses,
        corrections: record.usage.corrections,
        contradictions: view.state.contradictions(record, view.now),
    };
    parts(Formula::Priority, &signals, &view.state.policy.half_life_days, view.now)
}

/// Whether a record, or its pin, is due for review.
pub fn needs_review(record: &Record, now: u64) -> bool {
    let life = record.life();
    let due = |at: Option<u64>| at.is_some_and(|at| at <= now);
    live(life.state) && (due(life.review_at) || life.pinned.as_ref().is_some_and(|pin| due(pin.review_at)))
}

fn due_change(view: &View<'_>, record: &Record) -> Option<(State, &'static str)> {
    let life = record.life();
    let waiting = live(life.state) || life.state == State::Quarantined;
    if waiting && view.state.past(record, view.now) && life.hold.is_none() {
        return Some((State::Expired, "swept-expired"));
    }
    if !live(life.state) {
        return None;
    }
    if life.valid_to.is_some_and(|to| to <= view.now) {
        let next = if life.superseded_by.is_some() { State::Superseded } else { State::Ended };
        return Some((next, "validity-passed"));
    }
    let decay = &view.state.policy.decay;
    let idle = view.now.saturating_sub(record.usage.last_used_at.max(record.usage.last_verified_at));
    let exempt = life.pinned.is_some() || life.hold.is_some();
    let decayed = !exempt && idle >= days_to_ms(decay.after_days) && priority_of(view, record) < decay.floor;
    decayed.then_some((State::Archived, "decayed"))
}

/// Episodes of syntheses whose time is over, each as it is at this time; and the erasure's other events.
/// What leaves by budget or decay takes its episodes with it.
fn brought_back(view: &View<'_>, leaving: &[Event], erased: Vec<Event>, purged: &Set<Id>) -> (Vec<Event>, Vec<Event>) {
    let over = |event: &Event| match event {
        Event::Moved { id, life, .. } if matches!(life.state, State::Expired | State::Ended) => view.state.record(*id),
        _ => None,
    };
    let going: Vec<&Record> = leaving.iter().filter_map(over).collect();
    let (mut back, erased): (Vec<Event>, Vec<Event>) =
        erased.into_iter().partition(|event| matches!(event, Event::Moved { code, .. } if code == UNFOLDED));
    let known = gather::set(back.iter().filter_map(Event::id));
    let more = unfold(view, &going, |id| purged.contains(&id));
    back.extend(more.into_iter().filter(|event| event.id().is_none_or(|id| !known.contains(&id))));
    (back.into_iter().map(|event| settled(view, event)).collect(), erased)
}

/// What a sweep would do with an episode at once, it does now.
fn settled(view: &View<'_>, event: Event) -> Event {
    let Event::Moved { id, life, code, reason } = event else { return event };
    let due = view.state.record(id).and_then(|record| {
        let mut record = record.clone();
        record.steps.last_mut()?.life = life.clone();
        due_change(view, &record)
    });
    let state = due.map_or(life.state, |(state, _)| state);
    Event::Moved { id, life: Life { state, ..life }, code, reason }
}

/// What each user has over its budgets, after what is leaving already and with what comes back.
fn over_budget(view: &View<'_>, leaving: &Leaving) -> Vec<Event> {
    let capacity = &view.state.policy.capacity;
    let mut events = Vec::new();
    for user in view.state.users() {
        let current = leaving.counted(view, user);
        let mut count = current.len() as u64;
        let mut bytes: u64 = current.iter().map(|record| record.claim.text.len() as u64).sum();
        let mut tokens: u64 = current.iter().map(|record| u64::from(text::tokens(&record.claim.text))).sum();
        let over = |count: u64, bytes: u64, tokens: u64| {
            count > u64::from(capacity.count) || bytes > capacity.bytes || tokens > capacity.tokens
        };
        if !over(count, bytes, tokens) {
            continue;
        }
        for record in least(view, current) {
            if !over(count, bytes, tokens) {
                break;
            }
            count -= 1;
            bytes -= record.claim.text.len() as u64;
            tokens -= u64::from(text::tokens(&record.claim.text));
            events.push(archived(record, "capacity"));
        }
    }
    events
}

/// Lowest priority first, then oldest, then by id; pinned and held are exempt.
pub(super) fn least<'a>(view: &View<'_>, records: Vec<&'a Record>) -> impl Iterator<Item = &'a Record> {
    let free = records.into_iter().filter(|record| record.life().pinned.is_none() && record.life().hold.is_none());
    let mut ranked: Vec<(f64, &Record)> = free.map(|record| (priority_of(view, record), record)).collect();
    gather::sort(&mut ranked, |(a, left), (b, right)| {
        let older = left.claim.observed_at.cmp(&right.claim.observed_at);
        a.total_cmp(b).then(older).then(left.claim.id.cmp(&right.claim.id))
    });
    ranked.into_iter().map(|(_, record)| record)
}

fn archived(record: &Record, code: &str) -> Event {
    moved(record, State::Archived, code)
}

fn moved(record: &Record, state: State, code: &str) -> Event {
    let life = Life { state, ..record.life().clone() };
    Event::Moved { id: record.claim.id, life, code: code.to_owned(), reason: None }
}
