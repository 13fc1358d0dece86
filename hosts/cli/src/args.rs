//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::bench::Bench;
use crate::eval::Benchmark;
use crate::model::config::Flags;
use crate::verbs::{auditing, claims, leaving, moving, pending, policies, reading, turns};

const EXAMPLES: &str = "\
Examples:
  memolet remember 'Ana lives in York' --kind fact --entity ana --attribute 'home city' --value York
  memolet recall 'where does Ana live?'
  memolet say 'I live in York'
  memolet ingest chat.jsonl --user ana
  memolet history 3f9a1c2b
  memolet erase 3f9a1c2b --reason user-request
  echo '{\"op\":\"stats\"}' | memolet exec

An id may be cut to any beginning or end that is its alone. Times are RFC 3339 with a zone, such as
2026-07-12T09:00:00Z, or UTC milliseconds.

Without a model, claims are reconciled by address and value alone. `memolet model check --help` says
how to name one.

Environment: MEMOLET_DIR (where stores are kept), MEMOLET_USER (whose memories), MEMOLET_COMPONENT (the
component's file), MEMOLET_CACHE (where the compiled component is kept).";

/// Long-term memory for AI agents, governed from capture to erasure
#[derive(Debug, Parser)]
#[command(name = "memolet", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// Whose memories, where, and how they are shown
    #[command(flatten)]
    pub global: Global,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// Flags of every command.
#[derive(Debug, Args)]
pub struct Global {
    /// Folder of the stores [default: MEMOLET_DIR, else the user's data folder; for exec, in memory]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Store")]
    pub dir: Option<PathBuf>,
    /// Tenant: one store each
    #[arg(long, global = true, default_value = "default", help_heading = "Store")]
    pub tenant: String,
    /// A policy (a JSON file) to put in force
    #[arg(long, global = true, value_name = "FILE", help_heading = "Store")]
    pub policy: Option<PathBuf>,
    /// Embedder of a new store: built-in or none
    #[arg(long, global = true, value_parser = ["built-in", "none"], help_heading = "Store")]
    pub embedder: Option<String>,
    /// Whose memories [default: MEMOLET_USER, else me]
    #[arg(long, global = true, help_heading = "Scope")]
    pub user: Option<String>,
    /// Project that is written, and that reading is restricted to
    #[arg(long, global = true, help_heading = "Scope")]
    pub project: Option<String>,
    /// Agent that is written
    #[arg(long, global = true, help_heading = "Scope")]
    pub agent: Option<String>,
    /// Session that is written
    #[arg(long, global = true, help_heading = "Scope")]
    pub session: Option<String>,
    /// Purpose that memories must be kept for
    #[arg(long, global = true, help_heading = "Scope")]
    pub purpose: Option<String>,
    /// May change the tenant's shared memories
    #[arg(long, global = true, help_heading = "Scope")]
    pub shared_writer: bool,
    /// The time to act at [default: the clock]
    #[arg(long, global = true, value_name = "TIME", help_heading = "Running")]
    pub now: Option<String>,
    /// Print JSON
    #[arg(long, global = true, help_heading = "Running")]
    pub json: bool,
    /// The component's file
    #[arg(long, global = true, value_name = "FILE", help_heading = "Running")]
    pub component: Option<PathBuf>,
    /// Most memory that the component may take, in MiB
    #[arg(long, global = true, default_value_t = 1024, value_name = "MIB", help_heading = "Running")]
    pub memory_limit: usize,
    /// Most seconds that one call may take
    #[arg(long, global = true, default_value_t = 30, value_name = "SECONDS", help_heading = "Running")]
    pub deadline: u64,
    /// Which models there are
    #[command(flatten)]
    pub model: Flags,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Remember one claim
    Remember(claims::Remember),
    /// Recall what is relevant to a text
    Recall(reading::Recall),
    /// Recall as a block for a prompt
    Context(reading::Recall),
    /// List memories, newest first
    List(reading::List),
    /// Show one memory
    Show(reading::One),
    /// Show how a memory came to be as it is
    History(reading::One),
    /// Say which step of recall dropped a memory
    WhyNot(reading::WhyNot),
    /// Replace a claim: the world changed, or it is said better
    Supersede(claims::Supersede),
    /// No longer true, with no successor
    End(claims::End),
    /// Was wrong all along
    Invalidate(claims::Simple),
    /// Bring back what was ended, invalidated, quarantined, archived or expired
    Restore(claims::Simple),
    /// Put away
    Archive(claims::Simple),
    /// Accept a quarantined, provisional or archived memory
    Approve(claims::Decision),
    /// Take out of recall until somebody decides
    Quarantine(claims::Decision),
    /// Exempt from eviction
    Pin(claims::Pin),
    /// Take the exemption back
    Unpin(claims::Decision),
    /// Put under a legal hold: not expired, evicted or erased
    Hold(claims::Decision),
    /// Lift a hold
    Release(claims::Decision),
    /// Take back a command, by its sequence in the audit
    Undo(claims::Undo),
    /// Erase for good, and leave a receipt
    Erase(leaving::Erase),
    /// Run the periodic forgetting
    Sweep(leaving::Sweep),
    /// Say why a memory would leave, when, and after how many others
    Eviction(reading::One),
    /// Show the policy in force, try another, or adopt it
    Policy {
        /// What to do
        #[command(subcommand)]
        action: policies::Action,
    },
    /// Print the tools that a model may be given, as JSON
    Tools,
    /// List what a model was to forget, and a person has to decide on
    Pending,
    /// Erase for good what a model was to forget
    ConfirmErasure(pending::Confirm),
    /// Bring back what a model was to forget
    DropErasure(claims::Decision),
    /// List receipts of erasures
    Receipts,
    /// Record that a registered copy has erased what a receipt names
    Confirm(leaving::Confirm),
    /// Name a copy outside that erasures must reach
    RegisterCopy(leaving::RegisterCopy),
    /// Let an erased text be remembered again
    LiftTombstone(leaving::LiftTombstone),
    /// Show the audit, oldest first
    Audit(auditing::Audit),
    /// Recompute the audit's chain of hashes
    Verify,
    /// Count memories, recalls and what is pending
    Stats,
    /// Write all memories of the user to a file, as JSON Lines
    #[command(after_help = moving::EXPORT_HELP)]
    Export(moving::Export),
    /// Bring in the memories of an exported file
    #[command(after_help = moving::IMPORT_HELP)]
    Import(moving::Import),
    /// Remember a chat transcript: JSON Lines of role, text, at; or LoCoMo's format
    #[command(after_help = turns::INGEST_HELP)]
    Ingest(turns::Ingest),
    /// Say something: it is kept, what it states is carried out, and you are told what came of it
    Say(turns::Say),
    /// Answer requests: one JSON object a line in, one a line out
    #[command(after_help = EXEC_HELP)]
    Exec,
    /// Try the models that are named, or go on with what waits for them
    Model {
        /// What to do
        #[command(subcommand)]
        action: ModelAction,
    },
    /// Measure on public data, and on scenarios of our own
    Eval {
        /// What is measured
        #[command(subcommand)]
        benchmark: Benchmark,
    },
    /// Measure recall and opening against a floor, as `cargo xtask bench` does
    #[command(hide = true)]
    Bench(Bench),
    /// Say what runs: this program, the component, the embedder
    Version,
}

/// What to do with the models.
#[derive(Debug, Subcommand)]
pub enum ModelAction {
    /// Put a tiny question to each endpoint, and say what it offers
    #[command(after_help = MODEL_HELP, after_long_help = MODEL_HELP)]
    Check,
    /// Put the store's open questions to the model, and embed what waits
    Settle,
}

const MODEL_HELP: &str = "\
A model decides how a new claim relates to what is known (new, replaces, ends, known already), within
the engine's guards. Any server that speaks OpenAI's chat API will do:

  export MEMOLET_MODEL_URL=http://127.0.0.1:11434/v1 MEMOLET_MODEL=qwen3:8b     # Ollama
  export MEMOLET_MODEL_URL=https://api.openai.com/v1 MEMOLET_MODEL=gpt-4.1-mini
  export MEMOLET_MODEL_KEY=…                    # or --model-key-env OPENAI_API_KEY: keys are no flags
  memolet model check
  memolet model check --embedding-model nomic-embed-text
  memolet model check --rerank-model jina-reranker-v2 --rerank-url https://api.jina.ai/v1
  memolet remember 'Ana moved to Leeds' --kind fact

Every variable has a flag that goes before it: --model-url, --model, --model-extra '{\"temperature\": 0}',
--embedding-model, --embedding-url, --embedding-dimensions, --embed-query-prefix,
--embed-passage-prefix, --rerank-model, --rerank-url, --tokenizer. `--script FILE` answers from a file.

The prompt holds the texts of memories: name only a server that may read them. When a model does not
answer, the memory is kept as provisional, its question stays open, and the next command that writes
(or `memolet model settle`) puts it again.";

const EXEC_HELP: &str = "\
A request: {\"op\": \"recall\", \"now\": \"2026-07-12T09:00:00Z\", \"scope\": {\"user\": \"ana\"}, \"args\": {\"text\": \"tea\"}}
The answer: {\"ok\": …} or {\"error\": {\"tag\": \"invalid\", \"val\": \"…\"}}

`open` (tenant, dir, seed, policy, embedder) opens a tenant's store, in --dir unless it names another folder;
until then there is the one that the flags name. Without any folder a store is in memory and ends with the
process. The exit status is 0 when every line was answered, errors included.";
