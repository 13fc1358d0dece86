//! Relevance on an absolute scale: words and vectors united before any threshold, then what
//! neighbours in a session lend. `docs/scoring.md` says how the constants were found.

use super::question::Question;
use crate::index::keyword::{QueryTokens, Scratch};
use crate::index::{Bitmap, vector};
use crate::log::Record;
use crate::stage::View;
use crate::stage::lifecycle::live;
use crate::types::{Kind, Query};

/// Candidates of each list, at least.
const LIST: usize = 100;
/// Share of words in a memory's own relevance; vectors have the rest.
const WORDS: f64 = 0.5;
/// Without vectors, words alone reach this much further.
const WORDS_ALONE: f64 = 1.5;
/// What the episode before lends, and more of it when that one asks a question.
const BEFORE: (f64, f64) = (0.25, 0.40);
/// What the episode after lends.
const AFTER: f64 = 0.25;
/// What an episode two places away lends.
const TWO_AWAY: f64 = 0.12;
/// What the best of a session lends to all of it.
const SESSION: f64 = 0.20;
/// What a memory that stands alone has for neighbours: itself, as the best of a session of one, and
/// as its own neighbour.
const ALONE: f64 = SESSION + AFTER;
/// For a memory by an actor whom the question names. Orders only.
const ACTOR: f64 = 0.20;
/// For a memory of the date that the question names. Orders only.
const DATE: f64 = 0.10;
/// For an episode that said what is no longer so. Orders only.
const OUTDATED: f64 = 0.5;
/// In large stores something resembles any question: the best has to be better. Added per tenfold
/// above `LARGE` memories, once at most.
const LARGER: f64 = 0.075;
const LARGE: f64 = 600.0;

/// A memory that has to do with the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Which.
    pub row: u32,
    /// 0..1: share of the question's words, rare ones weighing more.
    pub keyword: f64,
    /// 0..1: calibrated cosine.
    pub vector: f64,
    /// 0..1: both together.
    pub own: f64,
    /// With what neighbours lend. The threshold is held against it.
    pub whole: f64,
    /// With what the question's names and dates add. The order comes from it.
    pub order: f64,
}

impl Candidate {
    /// Its parts for an explanation.
    pub fn named(&self) -> [(String, f64); 3] {
        let own = |name: &str, value: f64| (name.to_owned(), value);
        [own("match", self.whole.min(1.0)), own("keyword", self.keyword), own("vector", self.vector)]
    }
}

/// What has to do with the question, and the relevance wanted of each and of the best.
pub fn candidates(view: &View<'_>, query: &Query, eligible: &Bitmap, k: u32) -> (Vec<Candidate>, (f64, f64)) {
    let text = query.text.as_deref().unwrap_or_default();
    let most = LIST.max(4 * k as usize);
    let search = Search::new(view, query, text, eligible, most);
    let rows = search.rows(most);
    let own: Vec<Candidate> = rows.iter().map(|row| search.own(*row)).collect();
    let mut places = vec![0; view.index.facets().len()];
    own.iter().zip(1u32..).for_each(|(candidate, place)| places[candidate.row as usize] = place);
    let of = |row: Option<u32>| {
        let place = row.and_then(|row| (places[row as usize] as usize).checked_sub(1));
        place.map_or(0.0, |place| own[place].own)
    };
    let best = session_best(view, &own);
    let question = Question::of(view, text);
    let looks_back = query.as_of.is_some() || query.known_as_of.is_some();
    let pointed = |record: &Record| {
        let named = if question.names(record.claim.actor.as_deref()) { ACTOR } else { 0.0 };
        named + DATE * question.dated(record.claim.observed_at)
    };
    // Most candidates are only neighbours: their records are opened where it matters.
    let whole = own.iter().map(|candidate| {
        let whole = candidate.own + lent(view, candidate, of, &best);
        let record = || view.state.at(candidate.row);
        let order = whole + if question.is_pointed() { record().map_or(0.0, pointed) } else { 0.0 };
        let cites = !looks_back && view.index.facets().get(candidate.row as usize).is_some_and(|facet| facet.cites);
        let order =
            if cites && record().is_some_and(|record| outdated(view, record)) { OUTDATED * order } else { order };
        Candidate { whole, order, ..*candidate }
    });
    let wanted = query.min_relevance.unwrap_or(view.state.policy.min_relevance);
    let larger = libm::log10(f64::from(eligible.count().max(1)) / LARGE).clamp(0.0, 1.0);
    let of_best = if wanted > 0.0 { wanted + LARGER * larger } else { 0.0 };
    (whole.collect(), (wanted, of_best))
}

/// What is relevant enough. Nothing is when not even the best is.
pub fn passing(candidates: &[Candidate], (wanted, of_best): (f64, f64)) -> Vec<Candidate> {
    let best = candidates.iter().map(|candidate| candidate.own).fold(0.0, f64::max);
    let enough = |candidate: &&Candidate| candidate.whole >= wanted && candidate.whole > 0.0;
    if best < of_best { vec![] } else { candidates.iter().filter(enough).copied().collect() }
}

/// The two lists of one question.
struct Search<'a> {
    view: &'a View<'a>,
    eligible: &'a Bitmap,
    /// Of the user's partition and of the shared one.
    keywords: Vec<Words>,
    /// The nearest.
    near: Vec<vector::Near>,
    /// Their cosines by row; not a number for other rows.
    cosines: Vec<f32>,
    query: Option<vector::Query>,
    /// The question has words to look for.
    worded: bool,
}

/// BM25 by row in one partition, and what a full match scores there.
struct Words {
    ideal: f32,
    scores: Scratch,
}

impl<'a> Search<'a> {
    fn new(view: &'a View<'a>, query: &Query, text: &str, eligible: &'a Bitmap, most: usize) -> Self {
        let tokens = QueryTokens::of(text);
        let vector = query.embedding.as_deref();
        let query = vector.and_then(|vector| vector::Query::of(vector, view.state.vectors.dimensions()));
        let keywords = if tokens.is_empty() { vec![] } else { keywords(view, &tokens) };
        let mut near = Vec::new();
        if let Some(query) = &query {
            view.index.vectors().search(query, &view.state.vectors, eligible, most, &mut near);
        }
        let mut cosines = vec![f32::NAN; if near.is_empty() { 0 } else { view.index.facets().len() }];
        near.iter().for_each(|near| cosines[near.row as usize] = near.cosine);
        Self { view, eligible, keywords, near, cosines, query, worded: !tokens.is_empty() }
    }

    /// The best of each list, and their neighbours; by row, each once.
    fn rows(&self, most: usize) -> Vec<u32> {
        // A bitmap keeps them apart and in order.
        let mut rows = Bitmap::new();
        rows.reserve(self.view.index.facets().len() as u32);
        let mut take = |row: u32| {
            rows.set(row);
            let around = self.view.index.neighbours(row);
            for beside in [around.before[0], around.before[1], around.after[0], around.after[1]].into_iter().flatten() {
                if self.eligible.get(beside) {
                    rows.set(beside);
                }
            }
        };
        for words in &self.keywords {
            words.scores.best(self.eligible, most, words.ideal).iter().for_each(|scored| take(scored.row));
        }
        self.near.iter().filter(|near| near.cosine > 0.0).for_each(|near| take(near.row));
        rows.list()
    }

    /// A memory's own relevance, without neighbours.
    #[inline(always)]
    fn own(&self, row: u32) -> Candidate {
        let keyword = self.keywords.iter().find_map(|words| words.of(row)).unwrap_or(0.0);
        let cosine = self.cosine(row);
        let vector = cosine.map(|cosine| self.view.state.policy.calibrate(self.view.state.embedder.as_ref(), cosine));
        let own = match vector {
            Some(vector) if self.worded => WORDS * keyword + (1.0 - WORDS) * vector,
            Some(vector) => vector,
            None => (WORDS_ALONE * keyword).min(1.0),
        };
        Candidate { row, keyword, vector: vector.unwrap_or(0.0), own, whole: own, order: own }
    }

    /// The cosine of a row: what the search found for the nearest, and for others an estimate.
    #[inline(always)]
    fn cosine(&self, row: u32) -> Option<f32> {
        let query = self.query.as_ref()?;
        let found = self.cosines.get(row as usize).copied().filter(|cosine| !cosine.is_nan());
        found.or_else(|| self.view.index.vectors().estimate(query, row))
    }
}

impl Words {
    /// A row's share of the question's words; none where it holds none of them.
    #[inline(always)]
    fn of(&self, row: u32) -> Option<f64> {
        let (bm25, ideal) = (f64::from(self.scores.of(row)), f64::from(self.ideal));
        (bm25 > 0.0).then(|| if ideal > 0.0 { (bm25 / ideal).min(1.0) } else { 0.0 })
    }
}

/// What holds the question's words, in the user's partition and in the shared one.
fn keywords(view: &View<'_>, tokens: &QueryTokens) -> Vec<Words> {
    let both = [view.labels.user.as_str(), ""].map(|user| view.index.partition(user));
    let words = both.into_iter().flatten().map(|partition| {
        let mut scores = Scratch::default();
        let ideal = partition.keywords().weigh(tokens, &mut scores).ideal;
        Words { ideal, scores }
    });
    words.collect()
}

/// The best own relevance in each session, by the session's number.
fn session_best(view: &View<'_>, own: &[Candidate]) -> Vec<f64> {
    let mut best = Vec::new();
    for candidate in own {
        if let Some(session) = view.index.session(candidate.row) {
            let session = session as usize;
            if best.len() <= session {
                best.resize(session + 1, 0.0);
            }
            best[session] = candidate.own.max(best[session]);
        }
    }
    best
}

/// Whether an episode's claims were all taken from it, and are all history now: what it said is
/// recalled below what replaced it. A look back sees it as it was.
fn outdated(view: &View<'_>, record: &Record) -> bool {
    let claim = &record.claim;
    let uris = record.evidence.iter().map(|(_, piece)| piece.uri.as_str()).filter(|uri| uri.contains('#'));
    let resting = uris.flat_map(|uri| view.state.resting_on(&claim.user, uri));
    let mut taken = resting.filter(|other| other.claim.kind != Kind::Episode).peekable();
    let history = |other: &Record| !live(view.state.seen_state(other, view.now));
    claim.kind == Kind::Episode && taken.peek().is_some() && taken.all(history)
}

/// What neighbours lend to a memory. Episodes lend to one another within a session; other kinds stand
/// alone.
#[inline(always)]
fn lent(view: &View<'_>, candidate: &Candidate, of: impl Fn(Option<u32>) -> f64, best: &[f64]) -> f64 {
    let Some(session) = view.index.session(candidate.row) else {
        return ALONE * candidate.own;
    };
    let around = view.index.neighbours(candidate.row);
    let before = if around.asked { BEFORE.1 } else { BEFORE.0 };
    let near = (before * of(around.before[0])).max(AFTER * of(around.after[0]));
    let two = TWO_AWAY * of(around.before[1]).max(of(around.after[1]));
    let best = best.get(session as usize).copied().unwrap_or(0.0);
    near + two + SESSION * best
}
