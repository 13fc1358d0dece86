//! A naive model of a store, a seeded stream of operations with crashes among them, and the driver that
//! holds an engine to the model. One source for every surface: a test gives a `Surface`, and that is all.
//!
//! | file | question it answers |
//! |---|---|
//! | `words` | what is said to a store, and what does it answer? |
//! | `naive` | what may be recalled now, and what may become of a claim? |
//! | `stream` | which operation comes next? |
//! | `driver` | does the store do as the model says, whenever its host dies? |
//!
//! `RANDOM_SEED` adds runs of that seed; `RANDOM_RUNS` says how many.

#![allow(clippy::unwrap_used, clippy::panic)]

mod driver;
mod naive;
mod stream;
mod words;

pub use driver::Tally;
pub use words::*;

/// Operations of a run.
const OPERATIONS: u32 = 500;
/// Runs that make a hundred thousand operations.
const RUNS: u64 = 200;

/// A hundred thousand operations, and more where the environment asks for them.
pub fn play<S: Surface>(maker: &S::Maker) -> Tally {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let more = number("RANDOM_SEED").map(|first| first..first + number("RANDOM_RUNS").unwrap_or(1));
    let seeds: Vec<u64> = (1..=RUNS).chain(more.unwrap_or_default()).collect();
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    let tally = std::thread::scope(|scope| {
        let part = |first: usize| {
            let seeds = seeds.iter().skip(first).step_by(threads);
            move || seeds.fold(Tally::default(), |tally, seed| tally.with(&driver::run::<S>(maker, *seed, OPERATIONS)))
        };
        let parts: Vec<_> = (0..threads).map(|first| scope.spawn(part(first))).collect();
        // A part that failed has said on standard error at which seed and operation.
        parts.into_iter().map(|part| part.join().unwrap()).fold(Tally::default(), |sum, part| sum.with(&part))
    });
    assert!(tally.operations >= 100_000);
    tally
}
