//! LoCoMo: ten long conversations, each in a store of its own, and what is asked about them.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::baselines;
use super::gold::{self, Conversation, Gold};
use super::metrics::Scores;
use super::report::{Report, Sample, System};
use crate::client::Client;
use crate::request::Request;
use crate::session::{Embedding, Host, Settings};
use crate::transcript::{self, Plan};
use crate::verbs::{advance, bar};

/// What the help says at its end.
pub const HELP: &str = "\
Get locomo10.json from github.com/snap-research/locomo (CC BY-NC 4.0). Each conversation is ingested
turn by turn into a store of its own, in memory, as `memolet ingest` does it; then each question is
recalled with the product's defaults, one day after the last session. Relevant are the turns that the
authors name as evidence. Beside it stand BM25, nearest vectors, the two together, and the whole
history, over the same turns.";

/// The longest ranking that is scored: as many hits as a recall gives.
const MOST: usize = 10;
const DAY: u64 = 86_400_000;

/// LoCoMo.
#[derive(Debug, Args)]
pub struct Locomo {
    /// The authors' file, locomo10.json
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// Write each question's ranking, as JSON Lines of conv, q, ranked
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only the first conversations
    #[arg(long, value_name = "N")]
    conversations: Option<NonZeroUsize>,
    /// Scoring profile [default: the policy's]
    #[arg(long)]
    profile: Option<String>,
    /// Ingest the turns alone: lift no facts or preferences out of them
    #[arg(long)]
    no_rules: bool,
    /// Fail when recall@5 or recall@10 over categories 1 to 4 is lower
    #[arg(long, value_name = "R5,R10", value_parser = floor)]
    floor: Option<(f64, f64)>,
}

/// Measures, prints, and holds the figures against the floor.
pub fn run(host: &Host, settings: &Settings, args: &Locomo, json: bool) -> anyhow::Result<()> {
    let gold = gold::read(&args.data, args.conversations.map(NonZeroUsize::get))?;
    let mut run =
        Run { host, settings, args, report: Report::new(head(host, settings, args, &gold)?), lines: String::new() };
    let all: usize = gold.conversations.iter().map(|conversation| conversation.questions.len()).sum();
    let bar = bar("asking");
    for conversation in &gold.conversations {
        run.conversation(conversation, &mut |done| advance(&bar, done, Some(all as u64)))
            .with_context(|| conversation.name.clone())?;
    }
    bar.finish_and_clear();
    if let Some(out) = &args.out {
        std::fs::write(out, run.lines).with_context(|| format!("cannot write {}", out.display()))?;
    }
    run.report.print(json)?;
    let got = run.report.memolet.overall();
    let (five, ten) = args.floor.unwrap_or_default();
    ensure!(
        got.recall_at_5 >= five && got.recall_at_10 >= ten,
        "recall@5 is {:.4} and recall@10 {:.4}: the floor is {five} and {ten}",
        got.recall_at_5,
        got.recall_at_10
    );
    Ok(())
}

/// What the figures are of.
fn head(host: &Host, settings: &Settings, args: &Locomo, gold: &Gold) -> anyhow::Result<Value> {
    let questions = || gold.conversations.iter().flat_map(|conversation| &conversation.questions);
    let embedder = match settings.embedding {
        Embedding::None => "none".into(),
        _ => host.embedder.borrow_mut().info().map(|info| format!("{}, {} dimensions", info.name, info.dimensions))?,
    };
    Ok(json!({
        "benchmark": "locomo",
        "data": {
            "sha256": gold.sha256,
            "conversations": gold.conversations.len(),
            "turns": gold.conversations.iter().map(|conversation| conversation.passages.len()).sum::<usize>(),
            "questions": questions().count(),
            "withoutEvidence": questions().filter(|question| question.relevant.is_empty()).count(),
            "malformedEvidence": gold.malformed,
        },
        "settings": {
            "k": MOST,
            "profile": args.profile.as_deref().unwrap_or("the policy's"),
            "rules": !args.no_rules,
            "embedder": embedder,
            "policy": if settings.policy.is_some() { "given" } else { "default" },
        },
    }))
}

struct Run<'a> {
    host: &'a Host,
    settings: &'a Settings,
    args: &'a Locomo,
    report: Report,
    /// Rankings, as the data's own script reads them.
    lines: String,
}

impl Run<'_> {
    fn conversation(&mut self, conversation: &Conversation, progress: &mut dyn FnMut(u64)) -> anyhow::Result<()> {
        let rankings = baselines::rank(conversation, &mut self.host.embedder.borrow_mut())?;
        let (mut client, plan) = self.ingest(conversation)?;
        let whole = tokens(&conversation.passages, 0..conversation.passages.len());
        for (index, question) in conversation.questions.iter().enumerate() {
            let (ranked, sample) = self.ask(&mut client, &plan, conversation, &question.text)?;
            let ids: Vec<&str> = ranked.iter().map(|turn| &*conversation.transcript.turns[*turn].place).collect();
            self.lines += &format!("{}\n", json!({"conv": conversation.name, "q": index, "ranked": ids}));
            progress(self.report.asked());
            if question.relevant.is_empty() {
                self.report.skipped += 1;
                continue;
            }
            let put = |system: &mut System, ranked: Option<&[usize]>, sample: Sample| {
                let scores = ranked.map(|ranked| Scores::of(ranked, &question.relevant));
                system.samples.push(Sample { category: question.category, scores, ..sample });
            };
            put(&mut self.report.memolet, Some(&ranked), sample);
            let rankings = &rankings[index];
            let baselines = [&rankings.bm25, &rankings.vectors, &rankings.sum];
            for (system, ranked) in self.report.baselines.iter_mut().zip(baselines) {
                let ranked = &ranked[..ranked.len().min(MOST)];
                let tokens = tokens(&conversation.passages, ranked.iter().copied());
                put(system, Some(ranked), Sample { tokens, ..Sample::default() });
            }
            put(&mut self.report.whole, None, Sample { tokens: whole, ..Sample::default() });
        }
        Ok(())
    }

    /// A store with the conversation in it.
    fn ingest(&mut self, conversation: &Conversation) -> anyhow::Result<(Client, Plan)> {
        let name = &conversation.name;
        let settings = Settings {
            tenant: name.clone(),
            // The same ids in each run: they decide between equals.
            seed: Some(Sha256::digest(name).to_vec()),
            ..self.settings.clone()
        };
        let last = conversation.transcript.turns.iter().filter_map(|turn| turn.at).max();
        let now = last.context("the conversation has no dates")? + DAY;
        let plan =
            Plan { assistant: false, rules: !self.args.no_rules, scope: json!({"user": name}), now, replay: false };
        let mut client = Client::new(self.host.clone(), None, settings);
        let label = format!("ingesting {name}");
        let bar = bar(&label);
        let mut progress = |done, of| advance(&bar, done, of);
        let totals = transcript::ingest(&mut client, &conversation.transcript, &plan, &mut progress, None);
        bar.finish_and_clear();
        self.report.ingested(&totals?.to_json());
        Ok((client, plan))
    }

    /// Recalls for a question: the turns that the hits have for evidence, best hit first, and what it took.
    fn ask(
        &self,
        client: &mut Client,
        plan: &Plan,
        conversation: &Conversation,
        text: &str,
    ) -> anyhow::Result<(Vec<usize>, Sample)> {
        let query = json!({"text": text, "profile": self.args.profile});
        let request = Request::new("recall", plan.now, query).scoped(&plan.scope);
        let start = Instant::now();
        let recalled = client.request(&request)?;
        let milliseconds = Some(start.elapsed().as_secs_f64() * 1e3);
        let hits = recalled["hits"].as_array().into_iter().flatten();
        let evidence = hits.flat_map(|hit| hit["evidence"].as_array().into_iter().flatten());
        let places = evidence.filter_map(|piece| piece["uri"].as_str()?.rsplit_once('#').map(|(_, place)| place));
        let turns = &conversation.transcript.turns;
        let ranked = places.filter_map(|place| turns.iter().position(|turn| turn.place == place)).collect();
        let tokens = recalled["tokens"].as_u64().unwrap_or_default();
        Ok((ranked, Sample { tokens, milliseconds, ..Sample::default() }))
    }
}

/// An estimate of what passages cost in a prompt, one a line: as the engine estimates.
fn tokens(passages: &[String], of: impl Iterator<Item = usize>) -> u64 {
    of.map(|passage| passages[passage].len() as u64 + 1).sum::<u64>().div_ceil(4)
}

fn floor(text: &str) -> Result<(f64, f64), String> {
    let share = |text: &str| text.trim().parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    let both = text.split_once(',').and_then(|(five, ten)| Some((share(five)?, share(ten)?)));
    both.ok_or_else(|| "must be two shares of 1, such as 0.62,0.71".into())
}
