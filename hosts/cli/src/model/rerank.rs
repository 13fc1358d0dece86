//! The reranking API of Cohere and Jina: a query and documents out, a score for each back.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use serde_json::json;

use super::ModelError;
use super::http::Endpoint;

const MOST_BYTES: u64 = 1 << 20;

/// A reranker behind an endpoint.
#[derive(Debug)]
pub struct Reranker {
    endpoint: Endpoint,
    model: String,
    /// It gave a score beyond 0..1 once: it gives logits.
    logits: AtomicBool,
}

#[derive(Deserialize)]
struct Answer {
    results: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    index: usize,
    #[serde(alias = "score")]
    relevance_score: f64,
}

impl Reranker {
    /// A model of a server.
    pub fn new(endpoint: Endpoint, model: String) -> Self {
        Self { endpoint, model, logits: AtomicBool::new(false) }
    }

    /// The model's name.
    pub fn name(&self) -> &str {
        &self.model
    }

    /// Its server.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// How relevant each document is to the query, in the documents' order, 0..1.
    pub fn relevance(&self, query: &str, documents: &[&str]) -> Result<Vec<f64>, ModelError> {
        Ok(unit(self.scores(query, documents)?, &self.logits))
    }

    /// The same on the model's own scale.
    pub fn scores(&self, query: &str, documents: &[&str]) -> Result<Vec<f64>, ModelError> {
        let body = json!({"model": self.model, "query": query, "documents": documents, "top_n": documents.len()});
        let bytes = self.endpoint.post("/rerank", &body, MOST_BYTES, self.endpoint.end())?;
        scores(&bytes, documents.len())
    }
}

fn scores(bytes: &[u8], wanted: usize) -> Result<Vec<f64>, ModelError> {
    let unusable = || ModelError::Unusable("the answer is no list of scores, one a document".into());
    let answer: Answer = serde_json::from_slice(bytes).map_err(|_| unusable())?;
    let mut scores = vec![None; wanted];
    for row in answer.results {
        *scores.get_mut(row.index).ok_or_else(unusable)? = Some(row.relevance_score);
    }
    scores.into_iter().collect::<Option<_>>().ok_or_else(unusable)
}

/// Scores of 0..1. Models give those, or logits: from the first that is beyond, all of a model's are taken
/// for logits and go through the logistic function, which keeps their order.
fn unit(scores: Vec<f64>, logits: &AtomicBool) -> Vec<f64> {
    if scores.iter().any(|score| !(0.0..=1.0).contains(score)) {
        logits.store(true, Ordering::Relaxed);
    }
    if !logits.load(Ordering::Relaxed) {
        return scores;
    }
    scores.into_iter().map(|score| 1.0 / (1.0 + (-score).exp())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_gets_its_score() {
        let answer = br#"{"results":[{"index":1,"relevance_score":0.9},{"index":0,"score":-2}]}"#;
        assert_eq!(scores(answer, 2).unwrap(), [-2.0, 0.9]);
        assert!(scores(answer, 1).is_err() && scores(answer, 3).is_err() && scores(b"[]", 0).is_err());
    }

    #[test]
    fn scores_of_any_scale_become_0_to_1_and_keep_their_order() {
        let gave_logits = AtomicBool::new(false);
        assert_eq!(unit(vec![0.0, 0.25, 1.0], &gave_logits), [0.0, 0.25, 1.0]);
        let logits = unit(vec![-800.0, -2.0, 0.0, 2.0, 800.0], &gave_logits);
        assert!(logits.is_sorted() && logits.iter().all(|score| (0.0..=1.0).contains(score)), "{logits:?}");
        assert_eq!((logits[0], logits[2], logits[4]), (0.0, 0.5, 1.0));
        assert!((logits[1] - 0.1192).abs() < 1e-4);
        assert_eq!(unit(vec![0.0], &gave_logits), [0.5], "one scale for all of a model's answers");
    }
}
