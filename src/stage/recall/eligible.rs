//! Eligibility: scope ∩ kind ∩ state ∩ known ∩ valid ∩ not expired ∩ purpose ∩ preferences ∩ filter.

use crate::index::Bitmap;
use crate::log::{Life, Record};
use crate::stage::View;
use crate::stage::filter::{Filter, Seen};
use crate::stage::lifecycle::{LIVE, believed, live};
use crate::types::{Kind, Listing, Query, Result, State, Timestamp};

/// Which memories a call may see.
#[derive(Debug)]
pub struct Eligibility<'a> {
    view: View<'a>,
    kinds: Vec<Kind>,
    states: Vec<State>,
    filter: Option<Filter>,
    preferences: bool,
    /// Set when the call looks at another time than now.
    times: Option<Times>,
    /// A listing of states by name: what lies ahead is seen as well.
    ahead: bool,
}

/// The two clocks of a look back.
#[derive(Clone, Copy, Debug)]
struct Times {
    valid: Timestamp,
    /// None: all that is known, which a clock that went back does not hide.
    known: Option<Timestamp>,
}

impl Times {
    fn life<'r>(&self, record: &'r Record) -> Option<&'r Life> {
        self.known.map_or(Some(record.life()), |known| record.life_at(known))
    }
}

impl<'a> Eligibility<'a> {
    /// What a recall may see.
    pub fn new(view: &View<'a>, query: &Query) -> Result<Self> {
        let known = query.known_as_of;
        let looks_back = query.as_of.is_some() || query.known_as_of.is_some();
        Ok(Self {
            view: *view,
            kinds: query.kinds.clone(),
            states: query.states.clone(),
            filter: Filter::read(query.filter.as_deref())?,
            preferences: query.preferences.unwrap_or(true),
            times: looks_back.then(|| Times { valid: query.as_of.or(known).unwrap_or(view.now), known }),
            ahead: false,
        })
    }

    /// What a listing may see.
    pub fn listing(view: &View<'a>, listing: &Listing) -> Result<Self> {
        Ok(Self {
            view: *view,
            kinds: listing.kinds.clone(),
            states: listing.states.clone(),
            filter: Filter::read(listing.filter.as_deref())?,
            preferences: true,
            times: None,
            ahead: !listing.states.is_empty(),
        })
    }

    /// Every row that may be seen.
    pub fn rows(&self) -> Bitmap {
        let opened = |row: u32| self.view.state.at(row).is_some_and(|record| self.fails(record).is_none());
        let rows = self.view.index.facets().len() as u32;
        if let Some(plain) = self.plain() {
            let mut eligible = plain.clone();
            let rest: Vec<u32> = plain.zeros(rows).collect();
            self.current(&rest, opened, &mut eligible);
            return eligible;
        }
        let mut eligible = Bitmap::new();
        eligible.reserve(rows);
        for user in [self.view.labels.user.as_str(), ""] {
            let rows = self.view.state.partition(user);
            if self.times.is_none() && self.states.is_empty() {
                self.current(rows, opened, &mut eligible);
            } else {
                rows.iter().copied().filter(|row| opened(*row)).for_each(|row| eligible.set(row));
            }
        }
        eligible
    }

    /// In a store of one user most memories are plainly current: those, where all of them are asked for.
    fn plain(&self) -> Option<&Bitmap> {
        let narrowed = self.times.is_some() || self.filter.is_some() || !self.preferences;
        let all = self.kinds.is_empty() && self.states.is_empty() && !narrowed;
        let mine = |user: &str| user.is_empty() || user == self.view.labels.user;
        self.view.index.plain(self.view.now).filter(|_| all && self.view.state.users().all(mine))
    }

    /// The usual case, decided on facets; a record is opened only where they cannot tell.
    fn current(&self, rows: &[u32], opened: impl Fn(u32) -> bool, eligible: &mut Bitmap) {
        let (now, facets, labels) = (self.view.now, self.view.index.facets(), self.view.labels);
        let (filtered, project, purpose) = (self.filter.is_some(), labels.project.is_some(), labels.purpose.is_some());
        let wanted = |kind| {
            (self.kinds.is_empty() || self.kinds.contains(&kind)) && (self.preferences || kind != Kind::Preference)
        };
        let wanted = Kind::ALL.iter().fold(0u32, |set, kind| set | u32::from(wanted(*kind)) << *kind as u32);
        let ended = |at: u64| at <= now && at < u64::MAX;
        for &row in rows {
            let Some(facet) = facets.get(row as usize) else { continue };
            let current = facet.state.is_some_and(live)
                && facet.valid_from <= now
                && !ended(facet.valid_to)
                && !ended(facet.gone_at);
            let unsure = filtered | (facet.in_project & project) | (facet.for_purpose & purpose);
            if current && wanted >> facet.kind as u32 & 1 == 1 && (!unsure || opened(row)) {
                eligible.set(row);
            }
        }
    }

    /// The first condition that a record fails, and what it was held against.
    pub fn fails(&self, record: &Record) -> Option<(&'static str, String)> {
        let claim = &record.claim;
        if !claim.shared() && claim.user != self.view.labels.user {
            return Some(("scope", "it is another user's".into()));
        }
        if !self.view.in_project(record) {
            return Some(("scope", "it is of another project".into()));
        }
        if !self.kinds.is_empty() && !self.kinds.contains(&claim.kind) {
            return Some(("kind", format!("it is a {}", claim.kind.name())));
        }
        // Out of every look back as well, whatever was known then.
        if record.state() == State::PendingErasure && !self.asks_for(State::PendingErasure) {
            return Some(("state", "its erasure waits to be confirmed or dropped".into()));
        }
        let Some(life) = self.life(record) else {
            return Some(("known", format!("it was recorded at {}", claim.recorded_at)));
        };
        let known = self.times.and_then(|times| times.known).unwrap_or(self.view.now);
        if self.view.state.past(record, known) && !self.asks_for(State::Expired) {
            let at = claim.expires_at.into_iter().chain(self.view.state.deadline(record)).min();
            return Some(("expired", format!("it expired at {}", at.unwrap_or(0))));
        }
        let state = self.state(record)?;
        if !self.admits(state) {
            return Some(("state", format!("it is {}", state.name())));
        }
        self.fails_aside(record, life, state)
    }

    /// The life that the call looks at; none when it was not known then.
    pub fn life<'r>(&self, record: &'r Record) -> Option<&'r Life> {
        self.times.map_or(Some(record.life()), |times| times.life(record))
    }

    /// The state that the call sees.
    pub fn state(&self, record: &Record) -> Option<State> {
        match self.times {
            None => Some(self.view.state.seen_state(record, self.view.now)),
            Some(times) => times.life(record).map(|life| life.state),
        }
    }

    fn fails_aside(&self, record: &Record, life: &Life, state: State) -> Option<(&'static str, String)> {
        let claim = &record.claim;
        let at = self.times.map_or(self.view.now, |times| times.valid);
        let timed = self.times.is_some() || live(state);
        // What held when it was recorded holds now, though the clock may have gone back since.
        let began =
            self.ahead || life.valid_from <= at || (self.times.is_none() && life.valid_from <= claim.recorded_at);
        if timed && (!began || life.valid_to.is_some_and(|to| to <= at)) {
            return Some(("valid", format!("it holds from {} to {:?}", life.valid_from, life.valid_to)));
        }
        if !self.view.for_purpose(record) {
            return Some(("purpose", "it is kept for another purpose".into()));
        }
        if !self.preferences && claim.kind == Kind::Preference {
            return Some(("preferences", "the call leaves preferences out".into()));
        }
        let filtered = self.filter.as_ref().is_some_and(|filter| {
            !filter.passes(&Seen { record, life, state, confidence: self.view.state.confidence(record, self.view.now) })
        });
        filtered.then(|| ("filter", "it does not pass the filter".into()))
    }

    fn asks_for(&self, state: State) -> bool {
        self.states.contains(&state)
    }

    fn admits(&self, state: State) -> bool {
        match (self.states.is_empty(), self.times.is_some()) {
            (false, _) => self.states.contains(&state),
            (true, true) => believed(state),
            (true, false) => LIVE.contains(&state),
        }
    }
}
