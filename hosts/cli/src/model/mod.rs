//! What the engine asks of a model, carried to one: any server that speaks OpenAI's chat API, the
//! same for embeddings and reranking, or a script for tests.
//!
//! Nothing here knows what is asked, and a reply goes to the engine with its words as they came: the
//! engine decides what it may do. An error's text names no key, no words of a prompt and nothing that
//! a server said.
//!
//! | file | the question it answers |
//! |---|---|
//! | `config` | which flags and variables name a model? |
//! | `http` | how is one request made: limits, the key, no redirects? |
//! | `retry` | which failures are worth another try, and when? |
//! | `chat`, `embeddings`, `rerank` | what do the three APIs take and give? |
//! | `tokenizer` | how many tokens does a text take? |
//! | `scripted` | what does a model say that reads from a file? |
//! | `parallel` | how do several requests run at once? |
//! | `check` | does an endpoint work, and what does it offer? |

mod chat;
pub mod check;
pub mod config;
mod embeddings;
mod http;
mod parallel;
mod rerank;
mod retry;
mod scripted;
mod secret;
mod tokenizer;

use std::fmt;
use std::sync::Arc;

pub use crate::component::bindings::exports::memolet::memory::memory::Ask;
pub use chat::Chat;
pub use embeddings::{Embeddings, Prefixes};
pub use parallel::parallel;
pub use rerank::Reranker;
pub use tokenizer::Tokenizer;

/// Something that answers the engine's questions.
pub trait Model: Send + Sync {
    /// What the user calls it.
    fn name(&self) -> &str;

    /// The words of a reply. Empty where the model had nothing to say; an error where nobody replied.
    fn reply(&self, ask: &Ask) -> Result<String, ModelError>;
}

/// The models that a process was started with.
#[derive(Clone)]
pub struct Models {
    /// Answers questions.
    pub model: Option<Arc<dyn Model>>,
    /// Makes vectors, in place of the built-in embedder.
    pub embeddings: Option<Arc<Embeddings>>,
    /// Scores what a recall found.
    pub reranker: Option<Arc<Reranker>>,
    /// Counts the tokens of recalls that name no counter.
    pub tokenizer: Option<Tokenizer>,
    /// Requests that may be on their way at once.
    pub at_once: usize,
}

impl Default for Models {
    fn default() -> Self {
        Self { model: None, embeddings: None, reranker: None, tokenizer: None, at_once: 1 }
    }
}

/// Why a model gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// Nobody answered in time, or the connection was lost.
    Unanswered(String),
    /// The server refused, with this HTTP status.
    Status(u16),
    /// What came is not what the API promises.
    Unusable(String),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unanswered(why) | Self::Unusable(why) => f.write_str(why),
            Self::Status(status @ 300..=399) => {
                write!(f, "the server redirects (status {status}), which is not followed: name the address it leads to")
            }
            Self::Status(status @ (401 | 403)) => write!(f, "the server wants another key (status {status})"),
            Self::Status(404) => f.write_str("the server knows no such path or model (status 404)"),
            Self::Status(status) => write!(f, "the server refused (status {status})"),
        }
    }
}

impl std::error::Error for ModelError {}
