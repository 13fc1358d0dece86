//! Verbs that read: recall, context, list, show, history, why-not.

use anyhow::ensure;
use clap::Args;
use serde_json::{Value, json};

use super::{Desk, finite, moment};
use crate::failure::{Failure, Outcome};
use crate::listing::STATES;
use crate::render;

/// A question to memory.
#[derive(Debug, Args)]
pub struct Recall {
    /// What to recall for
    text: Option<String>,
    #[command(flatten)]
    query: Query,
    /// Put the best to the reranker that --rerank-model names
    #[arg(long)]
    rerank: bool,
}

/// How to recall.
#[derive(Debug, Args)]
pub struct Query {
    /// Most hits
    #[arg(short)]
    k: Option<u32>,
    /// Only these kinds
    #[arg(long, value_delimiter = ',', value_parser = ["episode", "fact", "preference", "procedure"])]
    kinds: Vec<String>,
    /// Only these states
    #[arg(long, value_delimiter = ',', value_parser = STATES)]
    states: Vec<String>,
    /// A filter, as JSON: {"field": "actor", "op": "eq", "value": "ana"}
    #[arg(long, value_name = "JSON")]
    filter: Option<String>,
    /// What held in the world at this time
    #[arg(long, value_name = "TIME", value_parser = moment)]
    as_of: Option<String>,
    /// What this store believed at this time
    #[arg(long, value_name = "TIME", value_parser = moment)]
    known_as_of: Option<String>,
    /// Scoring profile: lifecycle, generative-agents, hybrid, tie-breaker, priority, memory-bank
    #[arg(long)]
    profile: Option<String>,
    /// Least relevance, 0..1
    #[arg(long, value_parser = finite)]
    min_relevance: Option<f64>,
    /// Most tokens of the hits' texts
    #[arg(long)]
    max_tokens: Option<u32>,
    /// Everything eligible, oldest first
    #[arg(long)]
    full: bool,
    /// Leave preferences out
    #[arg(long)]
    no_preferences: bool,
}

impl Query {
    fn args(&self, text: Option<&str>) -> Value {
        json!({
            "text": text, "k": self.k, "kinds": self.kinds, "states": self.states, "filter": self.filter,
            "asOf": self.as_of, "knownAsOf": self.known_as_of, "profile": self.profile,
            "minRelevance": self.min_relevance, "maxTokens": self.max_tokens,
            "mode": self.full.then_some("full"), "preferences": self.no_preferences.then_some(false),
        })
    }
}

impl Recall {
    fn args(&self, desk: &Desk) -> anyhow::Result<Value> {
        ensure!(
            !self.rerank || desk.client.has_reranker(),
            "--rerank: no reranker is named: give --rerank-model or MEMOLET_RERANK_MODEL"
        );
        let mut args = self.query.args(self.text.as_deref());
        args["rerank"] = json!(self.rerank.then_some(true));
        Ok(args)
    }
}

/// Recalls, best first.
pub fn recall(desk: &mut Desk, args: &Recall) -> anyhow::Result<()> {
    let recalled = desk.call("recall", args.args(desk)?)?;
    desk.show(&recalled, |recalled| render::hits(&recalled["hits"]))
}

/// Recalls as a block for a prompt.
pub fn context(desk: &mut Desk, args: &Recall) -> anyhow::Result<()> {
    let context = desk.call("context", args.args(desk)?)?;
    desk.show(&context, |context| match context["text"].as_str() {
        Some(text) if !text.is_empty() => format!("{}\n", render::clean(text)),
        _ => "nothing\n".into(),
    })
}

/// Which memories to list.
#[derive(Debug, Args)]
pub struct List {
    /// Only these kinds
    #[arg(long, value_delimiter = ',', value_parser = ["episode", "fact", "preference", "procedure"])]
    kinds: Vec<String>,
    /// Only these states [default: provisional and active]
    #[arg(long, value_delimiter = ',', value_parser = STATES, conflicts_with = "all")]
    states: Vec<String>,
    /// In any state
    #[arg(long)]
    all: bool,
    /// A filter, as JSON: {"field": "actor", "op": "eq", "value": "ana"}
    #[arg(long, value_name = "JSON")]
    filter: Option<String>,
    /// Most memories, 1..1000
    #[arg(long)]
    limit: Option<u32>,
    /// Go on after this memory
    #[arg(long, value_name = "ID")]
    after: Option<String>,
}

/// Lists memories, newest first.
pub fn list(desk: &mut Desk, args: &List) -> anyhow::Result<()> {
    let states = if args.all { json!(STATES) } else { json!(args.states) };
    let after = args.after.as_ref().map(|id| desk.id(id)).transpose()?;
    let page = desk.call(
        "list",
        json!({"kinds": args.kinds, "states": states, "filter": args.filter, "limit": args.limit, "after": after}),
    )?;
    desk.show(&page, |page| {
        let more = page.get("next").map(|next| format!("more: --after {}\n", render::short_id(next)));
        render::memories(&page["memories"]) + &more.unwrap_or_default()
    })
}

/// One memory.
#[derive(Debug, Args)]
pub struct One {
    /// Its id, or a beginning or end that is its alone
    id: String,
}

/// Shows one memory.
pub fn show(desk: &mut Desk, args: &One) -> anyhow::Result<()> {
    let memory = get(desk, "get", args)?;
    desk.show(&memory, render::pairs)
}

/// Shows how a memory came to be as it is.
pub fn history(desk: &mut Desk, args: &One) -> anyhow::Result<()> {
    let history = get(desk, "history", args)?;
    desk.show(&history, render::history)
}

/// What an operation says of one memory.
pub fn get(desk: &mut Desk, op: &str, args: &One) -> Outcome<Value> {
    let id = desk.id(&args.id)?;
    desk.call(op, json!({"id": id}))
}

/// A memory that was not recalled, and for what.
#[derive(Debug, Args)]
pub struct WhyNot {
    /// The memory
    id: String,
    /// What was recalled for
    text: Option<String>,
    #[command(flatten)]
    query: Query,
}

/// Says which step dropped a memory.
pub fn why_not(desk: &mut Desk, args: &WhyNot) -> anyhow::Result<()> {
    let id = desk.id(&args.id)?;
    let mut request = args.query.args(args.text.as_deref());
    match request.as_object_mut() {
        Some(request) => request.insert("id".into(), json!(id)),
        None => return Err(Failure::other("no query").into()),
    };
    let why = desk.call("whyNot", request)?;
    desk.show(&why, |why| format!("{}: {}\n", render::text(&why["step"]), render::text(&why["detail"])))
}
