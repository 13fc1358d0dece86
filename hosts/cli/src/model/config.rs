//! Which models a process is started with: flags first, then the environment. Keys come through the
//! environment alone, since a command line is there for every process to read.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::Args;
use serde_json::{Map, Value};

use super::http::{Endpoint, Patience, origin};
use super::scripted::Scripted;
use super::secret::Secret;
use super::{Chat, Embeddings, Model, Models, Prefixes, Reranker, Tokenizer};

const MODEL_KEY: &str = "MEMOLET_MODEL_KEY";
const EMBEDDING_KEY: &str = "MEMOLET_EMBEDDING_KEY";
const RERANK_KEY: &str = "MEMOLET_RERANK_KEY";

/// Fields of a chat request that are not the user's to set.
const OWN_FIELDS: [&str; 5] = ["model", "messages", "stream", "n", "response_format"];

/// Flags that name models.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Model")]
pub struct Flags {
    /// Base address of a server that speaks OpenAI's API [default: MEMOLET_MODEL_URL]
    #[arg(long, global = true, value_name = "URL", hide_short_help = true)]
    model_url: Option<String>,
    /// Chat model that answers the engine's questions [default: MEMOLET_MODEL]
    #[arg(long, global = true, value_name = "NAME", hide_short_help = true)]
    model: Option<String>,
    /// Variable of the environment that holds the key [default: MEMOLET_MODEL_KEY]
    #[arg(long, global = true, value_name = "VARIABLE", hide_short_help = true)]
    model_key_env: Option<String>,
    /// Fields to add to each chat request, as JSON: {"temperature": 0} [default: MEMOLET_MODEL_EXTRA]
    #[arg(long, global = true, value_name = "JSON", hide_short_help = true)]
    model_extra: Option<String>,
    /// Most seconds that one try may take
    #[arg(long, global = true, value_name = "SECONDS", default_value = "30", value_parser = seconds, hide_short_help = true)]
    model_timeout: Duration,
    /// Most seconds that all tries of a request may take
    #[arg(long, global = true, value_name = "SECONDS", default_value = "60", value_parser = seconds, hide_short_help = true)]
    model_deadline: Duration,
    /// Most requests at once
    #[arg(long, global = true, value_name = "COUNT", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=64), hide_short_help = true)]
    model_concurrency: u8,
    /// Embedding model of new stores [default: MEMOLET_EMBEDDING_MODEL, else the built-in embedder]
    #[arg(long, global = true, value_name = "NAME", hide_short_help = true)]
    embedding_model: Option<String>,
    /// Its server [default: MEMOLET_EMBEDDING_URL, else the chat model's]
    #[arg(long, global = true, value_name = "URL", hide_short_help = true)]
    embedding_url: Option<String>,
    /// Length of its vectors [default: MEMOLET_EMBEDDING_DIMENSIONS, else as they come]
    #[arg(long, global = true, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=4096), hide_short_help = true)]
    embedding_dimensions: Option<u32>,
    /// Variable that holds its key [default: MEMOLET_EMBEDDING_KEY, else the chat model's on its server]
    #[arg(long, global = true, value_name = "VARIABLE", hide_short_help = true)]
    embedding_key_env: Option<String>,
    /// What goes before a question that is embedded, such as "query: " [default: MEMOLET_EMBED_QUERY_PREFIX]
    #[arg(long, global = true, value_name = "TEXT", hide_short_help = true)]
    embed_query_prefix: Option<String>,
    /// What goes before a memory that is embedded, such as "passage: " [default: MEMOLET_EMBED_PASSAGE_PREFIX]
    #[arg(long, global = true, value_name = "TEXT", hide_short_help = true)]
    embed_passage_prefix: Option<String>,
    /// Reranking model, for recall with --rerank [default: MEMOLET_RERANK_MODEL]
    #[arg(long, global = true, value_name = "NAME", hide_short_help = true)]
    rerank_model: Option<String>,
    /// Its server [default: MEMOLET_RERANK_URL, else the chat model's]
    #[arg(long, global = true, value_name = "URL", hide_short_help = true)]
    rerank_url: Option<String>,
    /// Variable that holds its key [default: MEMOLET_RERANK_KEY, else the chat model's on its server]
    #[arg(long, global = true, value_name = "VARIABLE", hide_short_help = true)]
    rerank_key_env: Option<String>,
    /// Tokenizer that budgets are counted with: o200k_base, o200k_harmony, cl100k_base, p50k_base or
    /// r50k_base [default: MEMOLET_TOKENIZER, else four bytes a token]
    #[arg(long, global = true, value_name = "NAME", hide_short_help = true)]
    tokenizer: Option<String>,
    /// Answer from a file in place of a model: JSON Lines of {"reply": …}, in order, or {"match": …, "reply": …}
    #[arg(long, global = true, value_name = "FILE", conflicts_with_all = ["model_url", "model"], hide_short_help = true)]
    script: Option<PathBuf>,
}

impl Flags {
    /// The models of this process; none where none is named.
    pub fn models(&self) -> anyhow::Result<Models> {
        let model: Option<Arc<dyn Model>> = match &self.script {
            Some(path) => Some(Arc::new(Scripted::read(path)?)),
            None => self.chat()?.map(|chat| Arc::new(chat) as Arc<dyn Model>),
        };
        Ok(Models {
            model,
            embeddings: self.embeddings()?.map(Arc::new),
            reranker: self.reranker()?.map(Arc::new),
            tokenizer: self.tokenizer()?,
            at_once: self.model_concurrency.into(),
        })
    }

    /// The chat model, where one is named.
    pub fn chat(&self) -> anyhow::Result<Option<Chat>> {
        let (url, name) = match (self.url(), variable(&self.model, "MEMOLET_MODEL")) {
            (Some(url), Some(name)) => (url, name),
            (None, None) => return Ok(None),
            // The server may be there for embeddings or reranking alone.
            (Some(_), None) if self.embedding_name().or_else(|| self.rerank_name()).is_some() => return Ok(None),
            (Some(_), None) => bail!("a server is named and no model: name one with --model or MEMOLET_MODEL"),
            (None, Some(_)) => bail!("a model is named and no server: name one with --model-url or MEMOLET_MODEL_URL"),
        };
        let key = key(self.model_key_env.as_deref(), MODEL_KEY)?;
        let endpoint = Endpoint::new(&url, key, self.patience()).context("--model-url or MEMOLET_MODEL_URL")?;
        Ok(Some(Chat::new(endpoint, name, self.extra()?)))
    }

    /// The embedder, where one is named.
    pub fn embeddings(&self) -> anyhow::Result<Option<Embeddings>> {
        let url = variable(&self.embedding_url, "MEMOLET_EMBEDDING_URL");
        let Some(name) = self.embedding_name() else {
            ensure!(
                url.is_none(),
                "a server of embeddings is named and no model: name one with --embedding-model or MEMOLET_EMBEDDING_MODEL"
            );
            return Ok(None);
        };
        let key = key(self.embedding_key_env.as_deref(), EMBEDDING_KEY)?;
        let endpoint = self.beside(url, key, "--embedding-url or MEMOLET_EMBEDDING_URL")?;
        let prefixes = Prefixes {
            query: variable(&self.embed_query_prefix, "MEMOLET_EMBED_QUERY_PREFIX").unwrap_or_default(),
            passage: variable(&self.embed_passage_prefix, "MEMOLET_EMBED_PASSAGE_PREFIX").unwrap_or_default(),
        };
        Ok(Some(Embeddings::new(endpoint, name, prefixes, self.dimensions()?, self.model_concurrency.into())))
    }

    /// The reranker, where one is named.
    pub fn reranker(&self) -> anyhow::Result<Option<Reranker>> {
        let url = variable(&self.rerank_url, "MEMOLET_RERANK_URL");
        let Some(name) = self.rerank_name() else {
            ensure!(
                url.is_none(),
                "a server of a reranker is named and no model: name one with --rerank-model or MEMOLET_RERANK_MODEL"
            );
            return Ok(None);
        };
        let key = key(self.rerank_key_env.as_deref(), RERANK_KEY)?;
        Ok(Some(Reranker::new(self.beside(url, key, "--rerank-url or MEMOLET_RERANK_URL")?, name)))
    }

    /// The tokenizer, where one is named.
    fn tokenizer(&self) -> anyhow::Result<Option<Tokenizer>> {
        let name = variable(&self.tokenizer, "MEMOLET_TOKENIZER");
        name.map(|name| Tokenizer::named(&name).context("--tokenizer or MEMOLET_TOKENIZER")).transpose()
    }

    /// A server beside the chat model's, which it is unless another is named. The chat model's key goes
    /// to its own server only.
    fn beside(&self, url: Option<String>, own_key: Option<Secret>, flag: &'static str) -> anyhow::Result<Endpoint> {
        let chat = self.url();
        let url = url.or_else(|| chat.clone()).with_context(|| format!("no server is named: {flag}"))?;
        let is_chats = match &chat {
            Some(chat) => origin(chat).context("--model-url or MEMOLET_MODEL_URL")? == origin(&url).context(flag)?,
            None => false,
        };
        let key = match own_key {
            None if is_chats => key(self.model_key_env.as_deref(), MODEL_KEY)?,
            key => key,
        };
        Endpoint::new(&url, key, self.patience()).context(flag)
    }

    fn url(&self) -> Option<String> {
        // A script stands in for the chat model, and for nothing else.
        variable(&self.model_url, "MEMOLET_MODEL_URL")
    }

    fn embedding_name(&self) -> Option<String> {
        variable(&self.embedding_model, "MEMOLET_EMBEDDING_MODEL")
    }

    fn rerank_name(&self) -> Option<String> {
        variable(&self.rerank_model, "MEMOLET_RERANK_MODEL")
    }

    fn dimensions(&self) -> anyhow::Result<Option<u32>> {
        const NAME: &str = "MEMOLET_EMBEDDING_DIMENSIONS";
        match self.embedding_dimensions.map(|count| count.to_string()).or_else(|| variable(&None, NAME)) {
            None => Ok(None),
            Some(text) => match text.parse() {
                Ok(count @ 1..=4096) => Ok(Some(count)),
                _ => bail!("{NAME}: 1 to 4096"),
            },
        }
    }

    fn extra(&self) -> anyhow::Result<Map<String, Value>> {
        let Some(text) = variable(&self.model_extra, "MEMOLET_MODEL_EXTRA") else { return Ok(Map::new()) };
        let Ok(Value::Object(extra)) = serde_json::from_str(&text) else {
            bail!("--model-extra or MEMOLET_MODEL_EXTRA: a JSON object is wanted, such as {{\"temperature\": 0}}");
        };
        if let Some(field) = OWN_FIELDS.iter().find(|field| extra.contains_key(**field)) {
            bail!("--model-extra or MEMOLET_MODEL_EXTRA: {field} is not to be set");
        }
        Ok(extra)
    }

    fn patience(&self) -> Patience {
        Patience { one_try: self.model_timeout, all_tries: self.model_deadline }
    }
}

/// A flag, else a variable that is not empty.
fn variable(flag: &Option<String>, name: &str) -> Option<String> {
    flag.clone().or_else(|| std::env::var(name).ok()).filter(|text| !text.trim().is_empty())
}

/// The key in a variable that was named, which must be there; else in the usual one, if it is there.
fn key(named: Option<&str>, usual: &str) -> anyhow::Result<Option<Secret>> {
    let name = named.unwrap_or(usual);
    match std::env::var(name) {
        Ok(key) if named.is_some() || !key.trim().is_empty() => Secret::new(name, &key).map(Some),
        Err(_) if named.is_some() => bail!("there is no variable {name} to take a key from"),
        _ => Ok(None),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is wanted".to_string())?;
    if !(0.01..=3600.0).contains(&seconds) {
        return Err("0.01 to 3600 seconds".into());
    }
    Ok(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_holds_together() {
        crate::args::Cli::command().debug_assert();
    }

    #[test]
    fn times_are_bounded() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["0", "-1", "NaN", "inf", "1e9", "soon"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }
}
