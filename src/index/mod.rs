//! What can be found, and how fast: keywords, vectors, facets and sessions over memories.
//!
//! An index addresses a memory by its row. Indexes are derived: they are never the only holder of a
//! fact, they can be dropped at any time, and the engine fills them again when it opens a store.
//!
//! **Invariant.** A stored memory is in every index, a removed one in none, and a removed row leaves
//! no byte of its content behind.
//!
//! Scores are the same bits natively and in wasm: sums run in one fixed order, and logarithms come
//! from `libm`.
//!
//! | file | question it answers |
//! |---|---|
//! | [`bitmap`] | which rows may be looked at? |
//! | [`facets`] | what decides eligibility, without opening the record? |
//! | [`keyword`] | which rows hold these words, and how rare are they? |
//! | [`partition`] | which words and actors does one user have? |
//! | [`sessions`] | which episodes stand next to one? |
//! | [`vector`] | which rows are nearest to this embedding? |

mod best;
pub mod bitmap;
mod dot;
pub mod facets;
pub mod keyword;
pub mod partition;
pub mod sessions;
pub mod vector;

pub use bitmap::Bitmap;
pub use facets::Facet;
pub use keyword::KeywordIndex;
pub use partition::PartitionIndex;
pub use sessions::Neighbours;
pub use vector::VectorIndex;

use crate::calendar::Date;
use crate::gather::Map;
use crate::log::{Claim, Record};
use crate::state::{State, Touch};
use crate::types::Timestamp;
use keyword::{Hints, Stems, Tokens};
use partition::Home;
use sessions::Sessions;

/// Every index of a store.
#[derive(Debug, Default)]
pub struct Index {
    partitions: Map<String, PartitionIndex>,
    homes: Vec<Option<Home>>,
    sessions: Sessions,
    facets: Vec<Facet>,
    plain: Plain,
    vectors: VectorIndex,
}

impl Index {
    /// The indexes of a state.
    pub fn of(state: &State) -> Self {
        let mut index = Self { vectors: VectorIndex::new(state.vectors.dimensions()), ..Self::default() };
        let (mut stems, mut hints) = (Stems::many(), Hints::many());
        for row in 0..state.records.len() as u32 {
            index.refresh(state, row, (&mut stems, &mut hints));
        }
        index
    }

    /// Follows what a frame did to the state.
    pub fn follow(&mut self, state: &State, touches: &[Touch]) {
        if self.vectors.dimensions() != state.vectors.dimensions() {
            self.vectors = VectorIndex::new(state.vectors.dimensions());
        }
        for touch in touches {
            match *touch {
                Touch::Content(row) => self.refresh(state, row, (&mut Stems::default(), &mut Hints::default())),
                Touch::Life(row) => {
                    self.set_facet(row, state.at(row).map_or(Facet::EMPTY, |record| Facet::of(state, record)))
                }
                Touch::Vector(row) => self.set_vector(state, row),
            }
        }
    }

    /// Words and actors of a user; the empty name is the shared partition.
    pub fn partition(&self, user: &str) -> Option<&PartitionIndex> {
        self.partitions.get(user)
    }

    /// Facets by row.
    pub fn facets(&self) -> &[Facet] {
        &self.facets
    }

    /// The rows that are plainly current at a time, if that can be told of all of them at once.
    pub fn plain(&self, now: Timestamp) -> Option<&Bitmap> {
        (self.plain.began <= now).then_some(&self.plain.rows)
    }

    /// Vectors.
    pub fn vectors(&self) -> &VectorIndex {
        &self.vectors
    }

    /// The session of a row, as a number; none for what is no episode of one.
    #[inline(always)]
    pub fn session(&self, row: u32) -> Option<u32> {
        self.sessions.session(row)
    }

    /// The episodes next to a row in its session.
    #[inline(always)]
    pub fn neighbours(&self, row: u32) -> Neighbours {
        self.sessions.around(row)
    }

    fn refresh(&mut self, state: &State, row: u32, (stems, hints): (&mut Stems, &mut Hints)) {
        self.forget(row);
        self.set_vector(state, row);
        let Some(record) = state.at(row) else {
            return self.set_facet(row, Facet::EMPTY);
        };
        self.set_facet(row, Facet::of(state, record));
        let home = Home::of(record);
        if let Some(seat) = &home.seat {
            self.sessions.insert(&home.user, row, seat);
        }
        let tokens = Tokens::with(&keyword_text(record), stems);
        self.partitions.entry(home.user.clone()).or_default().insert(row, &home, &tokens, hints);
        let place = row as usize;
        if self.homes.len() <= place {
            self.homes.resize_with(place + 1, || None);
        }
        self.homes[place] = Some(home);
    }

    fn forget(&mut self, row: u32) {
        let Some(home) = self.homes.get_mut(row as usize).and_then(Option::take) else {
            return;
        };
        if let Some(seat) = &home.seat {
            self.sessions.remove(&home.user, row, seat);
        }
        if let Some(partition) = self.partitions.get_mut(&home.user) {
            partition.remove(row, &home);
            if partition.is_empty() {
                self.partitions.remove(&home.user);
            }
        }
    }

    fn set_facet(&mut self, row: u32, facet: Facet) {
        let place = row as usize;
        if self.facets.len() <= place {
            self.facets.resize(place + 1, Facet::EMPTY);
        }
        self.facets[place] = facet;
        self.plain.set(row, &facet);
    }

    fn set_vector(&mut self, state: &State, row: u32) {
        match state.vectors.get(row) {
            Some(vector) => self.vectors.set(row, vector),
            None => drop(self.vectors.remove(row)),
        }
    }
}

/// Rows of memories that are current from their beginning on, without end, project and purpose: most.
#[derive(Debug, Default)]
struct Plain {
    rows: Bitmap,
    /// All of them have begun by then.
    began: Timestamp,
}

impl Plain {
    fn set(&mut self, row: u32, facet: &Facet) {
        if facet.is_plain() {
            self.rows.set(row);
            self.began = self.began.max(facet.valid_from);
        } else {
            self.rows.clear(row);
        }
    }
}

/// What the keyword index reads of a record: when, who, what.
fn keyword_text(record: &Record) -> String {
    let claim = &record.claim;
    format!("{}\n{}", Date::of(claim.observed_at).words(), passage_text(claim))
}

/// What an embedder is given of a claim: who, what.
pub fn passage_text(claim: &Claim) -> String {
    match &claim.actor {
        Some(actor) => format!("{actor}: {}", claim.text),
        None => claim.text.clone(),
    }
}
