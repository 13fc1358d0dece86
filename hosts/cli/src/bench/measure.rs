//! What is timed, in which order. Everything is warmed up first; each timed call stands beside a scan
//! of the floor for the same query, and a ratio is taken of the two medians.

use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;
use serde_json::json;

use super::Bench;
use super::corpus::Corpus;
use super::floor::Floor;
use super::subject::{self, Subject};
use crate::component::bindings::exports::memolet::memory::memory::Kind;
use crate::component::bindings::exports::memolet::memory::recall::Query;
use crate::request::Request;
use crate::session::{Embedding, Host, Session, Settings};
use crate::storage::{Memory, Storage};

/// Of the vectors and the sentences.
pub const SEED: u64 = 0x6d65_6d6f_6c65_7400;
/// When the first memory was made.
pub const START: u64 = 1_700_000_000_000;
/// Calls of each sort before the timed ones.
const WARM_UP: usize = 20;

/// All figures of one size and form. Times in milliseconds.
#[derive(Debug, Serialize)]
pub struct Figures {
    pub rows: u32,
    pub dimensions: u32,
    pub noise: String,
    /// The floor's scans beside the first sort of recall.
    pub floor: Spread,
    /// Share of the ten nearest that the floor found, against floats alone.
    pub floor_recall: f64,
    pub recalls: Vec<Recall>,
    pub store: Kept,
}

/// One sort of recall.
#[derive(Debug, Serialize)]
pub struct Recall {
    pub what: &'static str,
    pub time: Spread,
    /// The floor's scans that alternated with it.
    pub floor: Spread,
    pub ratio: f64,
    /// Hits a call, on average.
    pub hits: f64,
    /// Share of questions whose own memory was among the hits.
    pub found: f64,
}

/// Remembering and opening.
#[derive(Debug, Serialize)]
pub struct Kept {
    pub remember: Spread,
    /// The same over the last tenth of the calls, when the store was nearly full.
    pub remember_last: Spread,
    /// Bytes handed out and acknowledged after a call.
    pub drain: Spread,
    pub snapshot_bytes: usize,
    pub journal_bytes: usize,
    /// Bytes of the snapshot to an open store in a fresh instance.
    pub open: Spread,
    /// The first recall after that.
    pub first_recall: Spread,
    /// Reading the file of the snapshot, from the system's cache.
    pub read: Spread,
    pub replay: Spread,
    pub write_snapshot: Spread,
}

/// The median and the 95th percentile.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Spread {
    pub p50: f64,
    pub p95: f64,
}

impl Spread {
    fn of(seconds: &[f64]) -> Self {
        let mut sorted: Vec<f64> = seconds.iter().map(|time| time * 1e3).collect();
        sorted.sort_by(f64::total_cmp);
        let at =
            |share: f64| sorted.get(((sorted.len() as f64 * share) as usize).min(sorted.len().max(1) - 1)).copied();
        Self { p50: at(0.5).unwrap_or_default(), p95: at(0.95).unwrap_or_default() }
    }
}

/// A question: its number, the row it is about, and how it is asked.
struct Asked {
    number: u32,
    row: u32,
    text: String,
    vector: Vec<f32>,
}

/// A sort of recall: its name, and the query made of a question.
type Sort = (&'static str, fn(&Asked, u32) -> Query);

const SORTS: [Sort; 6] = [
    ("text and embedding", |asked, _| hybrid(asked)),
    ("embedding", |asked, _| Query { text: None, ..hybrid(asked) }),
    ("text", |asked, _| Query { embedding: None, ..hybrid(asked) }),
    ("both, facts only", |asked, _| Query { kinds: vec![Kind::Fact], ..hybrid(asked) }),
    ("both, metadata filter (1 in 10)", |asked, _| Query {
        filter: Some(format!(r#"{{"field":"metadata.topic","op":"eq","value":{}}}"#, asked.row % 10)),
        ..hybrid(asked)
    }),
    ("both, as of half the past", |asked, rows| Query { as_of: Some(subject::time(rows / 2)), ..hybrid(asked) }),
];

/// Fills a store and measures it.
pub fn measure(host: &Host, args: &Bench, module: &[u8], rows: u32, noise: &str) -> anyhow::Result<Figures> {
    let runtime = &host.runtime;
    let dimensions = args.dimensions;
    let mut floor = Floor::new(runtime.engine(), module, rows, dimensions, noise == "low-rank")?;
    let corpus = Corpus::new(SEED);
    let mut store = Subject::open(runtime, dimensions, Some(subject::policy(rows)), (None, &[]))?;
    let (calls, drains) = store.fill(&corpus, &mut floor, rows)?;
    let asked = questions(&mut floor, &corpus, args.samples)?;
    let now = subject::time(rows);
    let mut recalls = Vec::new();
    for sort in SORTS {
        recalls.push(recall(&mut floor, &corpus, &asked, sort, rows, |query| {
            store.recall(query, now).map(|hits| hits.into_iter().map(|hit| hit.text).collect())
        })?);
    }
    let journal = std::mem::take(&mut store.journal);
    let snapshot = store.snapshot()?;
    let write_snapshot = timed(args.opens, || store.snapshot().map(drop))?;
    drop(store);
    recalls.push(exec(host, &mut floor, &corpus, &asked, dimensions, rows, &snapshot)?);
    let (open, first_recall, read) = opening(host, args, &snapshot, &hybrid(&asked[0]), now)?;
    let replay =
        timed(args.opens.div_ceil(5), || Subject::open(runtime, dimensions, None, (None, &journal)).map(drop))?;
    Ok(Figures {
        rows,
        dimensions,
        noise: noise.into(),
        floor: recalls[0].floor,
        floor_recall: floor_recall(&mut floor, &asked)?,
        recalls,
        store: Kept {
            remember: Spread::of(&calls),
            remember_last: Spread::of(&calls[calls.len() - calls.len().div_ceil(10)..]),
            drain: Spread::of(&drains),
            snapshot_bytes: snapshot.len(),
            journal_bytes: journal.len(),
            open,
            first_recall,
            read,
            replay,
            write_snapshot,
        },
    })
}

fn hybrid(asked: &Asked) -> Query {
    Query {
        text: Some(asked.text.clone()),
        embedding: Some(asked.vector.clone()),
        k: Some(10),
        kinds: vec![],
        states: vec![],
        min_relevance: None,
        profile: None,
        max_tokens: None,
        as_of: None,
        known_as_of: None,
        filter: None,
        mode: None,
        preferences: None,
        rerank: None,
        counter: None,
    }
}

fn questions(floor: &mut Floor, corpus: &Corpus, samples: usize) -> anyhow::Result<Vec<Asked>> {
    let count = samples.clamp(1, 200) as u32;
    let question = |number| {
        let row = floor.target(number)?;
        Ok(Asked { number, row, text: corpus.question(row), vector: floor.aim(number)? })
    };
    let mut asked: Vec<Asked> = (0..count).map(question).collect::<anyhow::Result<_>>()?;
    let more = samples.saturating_sub(asked.len());
    for place in 0..more {
        let again = &asked[place % count as usize];
        asked.push(Asked { text: again.text.clone(), vector: again.vector.clone(), ..*again });
    }
    Ok(asked)
}

/// Alternates the floor and one sort of recall.
fn recall(
    floor: &mut Floor,
    corpus: &Corpus,
    asked: &[Asked],
    (what, query): Sort,
    rows: u32,
    mut ask: impl FnMut(&Query) -> anyhow::Result<Vec<String>>,
) -> anyhow::Result<Recall> {
    alternate(what, floor, corpus, asked, |asked| {
        let query = query(asked, rows);
        let started = Instant::now();
        let hits = ask(&query)?;
        Ok((started.elapsed().as_secs_f64(), hits))
    })
}

fn alternate(
    what: &'static str,
    floor: &mut Floor,
    corpus: &Corpus,
    asked: &[Asked],
    mut ask: impl FnMut(&Asked) -> anyhow::Result<(f64, Vec<String>)>,
) -> anyhow::Result<Recall> {
    let (mut times, mut scans, mut hits, mut found) = (Vec::new(), Vec::new(), 0, 0);
    let warm_up = WARM_UP.min(asked.len());
    for (place, asked) in asked.iter().take(warm_up).chain(asked).enumerate() {
        floor.aim(asked.number)?;
        let started = Instant::now();
        floor.scan()?;
        let scan = started.elapsed().as_secs_f64();
        let (time, texts) = ask(asked)?;
        if place >= warm_up {
            scans.push(scan);
            times.push(time);
            hits += texts.len();
            found += usize::from(texts.contains(&corpus.sentence(asked.row)));
        }
    }
    let (time, floor) = (Spread::of(&times), Spread::of(&scans));
    let share = |count: usize| count as f64 / times.len().max(1) as f64;
    Ok(Recall { what, time, floor, ratio: time.p50 / floor.p50, hits: share(hits), found: share(found) })
}

/// The same as `memolet exec` does it: a line of JSON in, a line of JSON out.
fn exec(
    host: &Host,
    floor: &mut Floor,
    corpus: &Corpus,
    asked: &[Asked],
    dimensions: u32,
    rows: u32,
    snapshot: &[u8],
) -> anyhow::Result<Recall> {
    let mut storage = Memory::default();
    storage.replace(snapshot)?;
    let settings = Settings {
        tenant: "bench".into(),
        seed: None,
        policy: None,
        embedding: Embedding::Named(subject::embedder(dimensions)),
        model: false,
        device: None,
    };
    let now = subject::time(rows);
    let mut session = Session::open(host.clone(), settings, Box::new(storage), now)?;
    alternate("both, through exec's JSON", floor, corpus, asked, |asked| {
        let args = json!({"text": asked.text, "embedding": asked.vector, "k": 10});
        let line = json!({"op": "recall", "now": now, "scope": {"user": "ana"}, "args": args}).to_string();
        let started = Instant::now();
        let answer = session.request(&Request::parse(line.as_bytes(), now)?)?;
        let text = answer.to_string();
        let time = started.elapsed().as_secs_f64();
        anyhow::ensure!(!text.is_empty(), "no answer");
        let hits = answer["hits"].as_array().into_iter().flatten();
        Ok((time, hits.filter_map(|hit| hit["text"].as_str().map(str::to_owned)).collect()))
    })
}

/// Opens the store again and again, each time beside a read of the snapshot's file.
fn opening(
    host: &Host,
    args: &Bench,
    snapshot: &[u8],
    query: &Query,
    now: u64,
) -> anyhow::Result<(Spread, Spread, Spread)> {
    let file = Scratch::new(snapshot)?;
    let (mut opens, mut firsts, mut reads) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..=args.opens {
        let started = Instant::now();
        let bytes = std::fs::read(&file.0)?;
        reads.push(started.elapsed().as_secs_f64());
        let started = Instant::now();
        let mut store = Subject::open(&host.runtime, args.dimensions, None, (Some(&bytes), &[]))?;
        opens.push(started.elapsed().as_secs_f64());
        let started = Instant::now();
        let hits = store.recall(query, now)?;
        firsts.push(started.elapsed().as_secs_f64());
        anyhow::ensure!(!hits.is_empty(), "an opened store recalls nothing");
    }
    Ok((Spread::of(&opens[1..]), Spread::of(&firsts[1..]), Spread::of(&reads[1..])))
}

fn floor_recall(floor: &mut Floor, asked: &[Asked]) -> anyhow::Result<f64> {
    let (mut found, mut wanted) = (0, 0);
    for asked in asked.iter().take(100) {
        floor.aim(asked.number)?;
        let at = floor.scan()?;
        let best = floor.best(at)?;
        let exact = floor.exact()?;
        wanted += exact.len();
        found += exact.iter().filter(|row| best.contains(row)).count();
    }
    Ok(f64::from(found as u32) / f64::from(wanted.max(1) as u32))
}

fn timed(times: usize, mut act: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<Spread> {
    let mut taken = Vec::new();
    for _ in 0..times {
        let started = Instant::now();
        act()?;
        taken.push(started.elapsed().as_secs_f64());
    }
    Ok(Spread::of(&taken))
}

/// A file that goes when it is done with.
struct Scratch(PathBuf);

impl Scratch {
    fn new(bytes: &[u8]) -> std::io::Result<Self> {
        let path = std::env::temp_dir().join(format!("memolet-bench-{}", std::process::id()));
        std::fs::write(&path, bytes)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
