//! `memolet eval`: figures on public data, and on scenarios of our own.
//!
//! Public data is named by its path and never part of this program or of its package. The engine runs
//! as for anybody else: through the component, with the product's defaults, and it never sees an
//! answer. `docs/evaluation.md` has the figures and what they do not say.
//!
//! | file | question it answers |
//! |---|---|
//! | `gold` | what is asked, and which turns answer it? |
//! | `locomo` | what does the engine recall? |
//! | `baselines` | what would simpler means recall? |
//! | `metrics` | how good is a ranking? |
//! | `report` | how are the figures shown? |
//! | `lifecycle` | does memory help over many sessions, and does it forget? |
//! | `said` | what is lifted of what people say? |
//! | `reconcile` | what becomes of two notes when a model is asked how they meet? |
//! | `watched` | how many replies did a model give, and to which prompts? |

mod baselines;
mod gold;
mod lifecycle;
mod locomo;
mod metrics;
mod reconcile;
mod report;
mod said;
mod watched;

use clap::Subcommand;

use crate::session::{Host, Settings};

/// What is measured.
#[derive(Debug, Subcommand)]
pub enum Benchmark {
    /// Recall of the turns that answer a question, in LoCoMo's ten long conversations
    #[command(after_help = locomo::HELP)]
    Locomo(locomo::Locomo),
    /// Scenarios over several sessions, without memory, with retrieval only, and governed
    #[command(after_help = lifecycle::HELP)]
    Lifecycle(lifecycle::Lifecycle),
    /// Contradictions, restatements and their like, told apart and placed by the rules alone
    #[command(after_help = lifecycle::conflicts::HELP)]
    Conflicts(lifecycle::conflicts::Conflicts),
    /// Claims lifted of what people say, and what is known at the end of a dialogue
    #[command(after_help = said::HELP)]
    Said(said::Said),
    /// Pairs of notes, and what becomes of them when a model is asked how they meet
    #[command(after_help = reconcile::HELP)]
    Reconcile(reconcile::Reconcile),
}

/// Runs a benchmark and prints its figures.
pub fn run(host: &Host, settings: &Settings, benchmark: &Benchmark, json: bool) -> anyhow::Result<()> {
    match benchmark {
        Benchmark::Locomo(args) => locomo::run(host, settings, args, json),
        Benchmark::Lifecycle(args) => lifecycle::run(host, settings, args, json),
        Benchmark::Conflicts(args) => lifecycle::conflicts::run(host, settings, args, json),
        Benchmark::Said(args) => said::run(host, settings, args, json),
        Benchmark::Reconcile(args) => reconcile::run(host, settings, args, json),
    }
}
