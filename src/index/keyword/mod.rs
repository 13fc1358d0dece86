//! Which memories hold the words of a question, by BM25.
//!
//! One index serves **one partition**: one user's memories, or the shared ones.
//! How rare a word is and how long a memory is on average are counted inside
//! the partition, so one user's memories can neither shift another user's
//! scores nor be guessed from them. An empty index owns no memory.
//!
//! A removed row takes its postings with it; a term that no row uses any more
//! is overwritten with zeros and dropped.

pub mod analyse;
mod scripts;
mod stop;

pub use analyse::{QueryTokens, Stems, Tokens, Weight};

use super::Bitmap;
use super::best::{self, Rank};
use crate::gather::Map;
use std::fmt;
use std::sync::Arc;

/// How fast more of the same word stops counting.
const K1: f32 = 0.9;
/// How much a long memory is held back, 0..1.
const B: f32 = 0.4;
/// Rows that a partition is taken to have besides its own, none of which holds
/// a word: with three memories, every word would otherwise be common. Does not
/// matter where there are many.
const PRIOR: u32 = 100;

/// The keyword index of one partition.
#[derive(Default)]
pub struct KeywordIndex {
    /// Term to its place in `slots`. Bytes of UTF-8, so that they can be wiped.
    dictionary: Map<Arc<[u8]>, u32>,
    slots: Vec<Slot>,
    free: Vec<u32>,
    rows: Map<u32, Row>,
    /// Sum of the lengths of all rows, in words.
    total_length: u64,
}

/// One term and the rows that hold it, lowest row first. A free slot is empty.
#[derive(Default)]
struct Slot {
    term: Arc<[u8]>,
    postings: Vec<Posting>,
}

/// A row that holds a term. The length is repeated here so that scoring reads
/// one list from end to end and nothing else.
#[derive(Clone, Copy)]
struct Posting {
    row: u32,
    count: u16,
    length: u16,
}

/// What is needed to take a row out again.
struct Row {
    slots: Box<[u32]>,
    length: u16,
}

/// A row that holds at least one term of the question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    /// The memory.
    pub row: u32,
    /// BM25, above 0; to be compared within one partition and one question, or
    /// elsewhere as a share of [`Scale::ideal`].
    pub bm25: f32,
}

/// How to read the scores of one question in one partition.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Scale {
    /// What a memory of average length scores that holds each term of the
    /// question once, bonus terms left out. Words that nobody knows are in it, so
    /// `min(1, bm25 / ideal)` is an absolute figure: how much of the question a
    /// row answers. A row that repeats a word, is short, or matches a bonus term
    /// can score more. 0 where the question has no term.
    pub ideal: f32,
    /// Terms of the question, without bonus terms.
    pub terms: u32,
    /// Those of them that some row of the partition holds, eligible or not.
    pub known: u32,
}

/// Slots of the terms that came last, by a hash of the term. A guess: the index looks whether it holds.
#[derive(Debug)]
pub struct Hints(Vec<u32>);

impl Default for Hints {
    /// For one memory: keeps one.
    fn default() -> Self {
        Self(vec![0])
    }
}

impl Hints {
    /// For many memories.
    pub fn many() -> Self {
        Self(vec![0; 1 << 14])
    }

    #[inline(always)]
    fn of(&mut self, term: &str) -> &mut u32 {
        let place = analyse::hash(term) as usize & (self.0.len() - 1);
        &mut self.0[place]
    }
}

/// Memory for scoring, to be kept between questions and partitions.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    /// BM25 by row, of the last question.
    sums: Vec<f32>,
}

impl KeywordIndex {
    /// An empty index.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Indexes a memory. A row that is in use is replaced.
    pub fn insert(&mut self, row: u32, tokens: &Tokens) {
        self.insert_with(row, tokens, &mut Hints::default());
    }

    /// The same, with the places of terms that came before at hand: for many memories at once.
    pub fn insert_with(&mut self, row: u32, tokens: &Tokens, hints: &mut Hints) {
        self.remove(row);
        let length = tokens.length();
        let slots = tokens.terms().map(|(term, count)| {
            let hint = hints.of(term);
            let slot = self.slot_for(term.as_bytes(), *hint);
            *hint = slot;
            let postings = &mut self.slots[slot as usize].postings;
            let posting = Posting { row, count, length };
            if postings.last().is_none_or(|last| last.row < row) {
                postings.push(posting);
            } else {
                postings.insert(postings.partition_point(|posting| posting.row < row), posting);
            }
            slot
        });
        let slots = slots.collect();
        self.rows.insert(row, Row { slots, length });
        self.total_length += u64::from(length);
    }

    /// Takes a memory out, leaving nothing of it. Returns whether it was there.
    pub fn remove(&mut self, row: u32) -> bool {
        let Some(Row { slots, length }) = self.rows.remove(&row) else {
            return false;
        };
        self.total_length -= u64::from(length);
        for slot in slots {
            let postings = &mut self.slots[slot as usize].postings;
            if let Ok(at) = postings.binary_search_by_key(&row, |posting| posting.row) {
                postings.remove(at);
            }
            if postings.is_empty() {
                self.drop_term(slot);
            }
        }
        true
    }

    /// Scores every row of `eligible` that holds a term of `query`, into `out`,
    /// lowest row first; what `out` held before is dropped. A query without
    /// terms matches nothing. See [`keep_best`] to rank and cut.
    pub fn score(&self, query: &QueryTokens, eligible: &Bitmap, scratch: &mut Scratch, out: &mut Vec<Scored>) -> Scale {
        let scale = self.weigh(query, scratch);
        out.clear();
        out.extend(scratch.scores(eligible));
        scale
    }

    /// Scores every row, eligible or not: [`Scratch`] has the scores then.
    pub fn weigh(&self, query: &QueryTokens, scratch: &mut Scratch) -> Scale {
        scratch.sums.fill(0.0);
        let mut scale = Scale::default();
        for (term, weight) in query.terms() {
            let postings = self.postings(term);
            let idf = idf(self.len(), postings.len());
            if weight == Weight::Required {
                scale.ideal += idf;
                scale.terms += 1;
                scale.known += u32::from(!postings.is_empty());
            }
            scratch.add(postings, idf, self.average_length());
        }
        scale
    }

    /// How many rows are indexed.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.rows.len()).unwrap_or(u32::MAX)
    }

    /// Whether no row is indexed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether `row` is indexed.
    #[must_use]
    pub fn contains(&self, row: u32) -> bool {
        self.rows.contains_key(&row)
    }

    /// Whether some row holds `term`, given as [`analyse`] makes it.
    #[must_use]
    pub fn contains_term(&self, term: &str) -> bool {
        self.dictionary.contains_key(term.as_bytes())
    }

    /// Every term and how many rows hold it, sorted by bytes: for tests that
    /// look for what must be gone.
    pub fn terms(&self) -> impl Iterator<Item = (&str, usize)> {
        self.dictionary.iter().map(|(term, slot)| {
            let term = std::str::from_utf8(term).unwrap_or_default();
            (term, self.slots[*slot as usize].postings.len())
        })
    }

    /// The slot of `term`, made when it is new. The hint is right or wrong.
    fn slot_for(&mut self, term: &[u8], hint: u32) -> u32 {
        if self.slots.get(hint as usize).is_some_and(|slot| *slot.term == *term) {
            return hint;
        }
        if let Some(slot) = self.dictionary.get(term) {
            return *slot;
        }
        let term: Arc<[u8]> = term.into();
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot::default());
            u32::try_from(self.slots.len() - 1).unwrap_or(u32::MAX)
        });
        self.slots[slot as usize].term = Arc::clone(&term);
        self.dictionary.insert(term, slot);
        slot
    }

    /// Forgets a term that no row holds, overwriting its bytes.
    fn drop_term(&mut self, slot: u32) {
        let Slot { mut term, .. } = std::mem::take(&mut self.slots[slot as usize]);
        self.dictionary.remove(&*term);
        if let Some(bytes) = Arc::get_mut(&mut term) {
            bytes.fill(0);
            // Keeps the compiler from leaving out a write to memory it frees.
            std::hint::black_box(bytes);
        }
        self.free.push(slot);
        if self.dictionary.is_empty() {
            (self.slots, self.free) = (Vec::new(), Vec::new());
        }
    }

    fn postings(&self, term: &str) -> &[Posting] {
        let slot = self.dictionary.get(term.as_bytes());
        slot.map_or(&[], |slot| &self.slots[*slot as usize].postings)
    }

    /// Words in a row, on average; 1 where there are none.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
    fn average_length(&self) -> f32 {
        let rows = self.rows.len().max(1);
        (self.total_length.max(1) as f64 / rows as f64) as f32
    }
}

/// Sizes only: terms are what people wrote.
impl fmt::Debug for KeywordIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeywordIndex")
            .field("rows", &self.rows.len())
            .field("terms", &self.dictionary.len())
            .finish_non_exhaustive()
    }
}

impl Scratch {
    /// Adds one term's part, above 0, to each row of `postings`.
    fn add(&mut self, postings: &[Posting], idf: f32, average: f32) {
        let Some(last) = postings.last() else { return };
        if self.sums.len() <= last.row as usize {
            self.sums.resize(last.row as usize + 1, 0.0);
        }
        let sums = &mut self.sums[..=last.row as usize];
        let (top, fixed, by_length) = (idf * (K1 + 1.0), K1 * (1.0 - B), K1 * B / average);
        let mut place = 0;
        while place < postings.len() {
            let posting = &postings[place];
            place += 1;
            let count = f32::from(posting.count);
            let damping = fixed + by_length * f32::from(posting.length);
            sums[posting.row as usize] += top * count / (count + damping);
        }
    }

    /// The score of a row; 0 where it holds no term.
    #[must_use]
    pub fn of(&self, row: u32) -> f32 {
        self.sums.get(row as usize).copied().unwrap_or(0.0)
    }

    /// The scores above 0 of eligible rows, lowest row first.
    pub fn scores(&self, eligible: &Bitmap) -> impl Iterator<Item = Scored> {
        let rows = eligible.ones().take_while(|row| (*row as usize) < self.sums.len());
        rows.map(|row| Scored { row, bm25: self.of(row) }).filter(|scored| scored.bm25 > 0.0)
    }

    /// The `most` eligible rows of the greatest scores, those above `cap` being equal, and equal ones
    /// by row; in no order.
    #[must_use]
    pub fn best(&self, eligible: &Bitmap, most: usize, cap: f32) -> Vec<Scored> {
        let capped = |bm25: f32| if bm25 < cap { bm25 } else { cap };
        let (mut best, mut least) = (Vec::new(), 0.0);
        // Rows come lowest first, so that of equal ones the later is always too late. Most rows fail
        // one comparison, eight at a time.
        let mut base = 0;
        while base < self.sums.len() {
            let sums = &self.sums[base..self.sums.len().min(base + 8)];
            let (mut any, mut place) = (false, 0);
            while place < sums.len() {
                any |= sums[place] > least;
                place += 1;
            }
            base += 8;
            if !any {
                continue;
            }
            let rows = sums.iter().zip(base as u32 - 8..).map(|(bm25, row)| (capped(*bm25), row));
            let better = rows.filter(|(bm25, row)| *bm25 > least && eligible.get(*row));
            best.extend(better.map(|(bm25, row)| Rank::new(bm25, row)));
            if best.len() >= 2 * most + 8 {
                best::keep(&mut best, most);
                least = best.last().map_or(least, |last| last.score());
            }
        }
        best::keep(&mut best, most);
        best.iter().map(|rank| Scored { row: rank.row(), bm25: self.of(rank.row()) }).collect()
    }
}

/// Ranks by BM25, equal scores by row, and cuts to the best `k`.
pub fn keep_best(scored: &mut Vec<Scored>, k: usize) {
    let mut ranks: Vec<Rank> = scored.iter().map(|scored| Rank::new(scored.bm25, scored.row)).collect();
    best::keep(&mut ranks, k);
    best::sort(&mut ranks);
    scored.clear();
    scored.extend(ranks.iter().map(|rank| Scored { row: rank.row(), bm25: rank.score() }));
}

/// How rare a term is that `holders` of `rows` rows hold, above 0:
/// `ln(1 + (N - df + 0.5) / (df + 0.5))`.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn idf(rows: u32, holders: usize) -> f32 {
    let (rows, df) = (f64::from(rows) + f64::from(PRIOR), holders as f64);
    libm::log(1.0 + (rows - df + 0.5) / (df + 0.5)) as f32
}

#[cfg(test)]
mod tests;
