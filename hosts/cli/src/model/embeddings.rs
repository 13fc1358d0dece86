//! OpenAI's embeddings API: texts out, one vector a text back.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::Deserialize;
use serde_json::json;

use super::http::Endpoint;
use super::{ModelError, parallel};

/// Texts of one request, at most.
const MOST_TEXTS: usize = 64;
/// Fewer texts than this are not worth a request of their own.
const FEW_TEXTS: usize = 16;
/// The longest vectors that a store takes.
const MOST_DIMENSIONS: u32 = 4096;
/// Bytes that a number may take in an answer.
const NUMBER: u64 = 28;
/// Bytes of an answer beside its numbers.
const FRAME: u64 = 64 << 10;

/// What goes before a text, for models that were taught to tell questions from what answers them.
#[derive(Clone, Debug, Default)]
pub struct Prefixes {
    /// Before a question.
    pub query: String,
    /// Before a memory.
    pub passage: String,
}

/// An embedder behind an endpoint.
#[derive(Debug)]
pub struct Embeddings {
    endpoint: Endpoint,
    model: String,
    prefixes: Prefixes,
    at_once: usize,
    /// As configured, or as the first answer had them.
    dimensions: OnceLock<u32>,
    /// Ask the server for vectors of that length; not once it has refused to be asked.
    ask_dimensions: AtomicBool,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    index: Option<usize>,
    embedding: Vec<f32>,
}

impl Embeddings {
    /// A model of a server; at most so many requests at once.
    pub fn new(endpoint: Endpoint, model: String, prefixes: Prefixes, dimensions: Option<u32>, at_once: usize) -> Self {
        let ask_dimensions = AtomicBool::new(dimensions.is_some());
        let dimensions = dimensions.map_or_else(OnceLock::new, OnceLock::from);
        Self { endpoint, model, prefixes, at_once, dimensions, ask_dimensions }
    }

    /// The model's name, which is the embedder's name in a store.
    pub fn name(&self) -> &str {
        &self.model
    }

    /// What goes before the texts.
    pub fn prefixes(&self) -> &Prefixes {
        &self.prefixes
    }

    /// Its server.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Whether a store's vectors are of this model. The length is taken over where nobody has said one.
    pub fn makes(&self, name: &str, dimensions: u32) -> bool {
        self.model == name && *self.dimensions.get_or_init(|| dimensions) == dimensions
    }

    /// The length of its vectors; a short text finds it out where nobody has said.
    pub fn dimensions(&self) -> Result<u32, ModelError> {
        if let Some(dimensions) = self.dimensions.get() {
            return Ok(*dimensions);
        }
        let vectors = self.request(&["dimensions"], self.endpoint.end())?;
        let length = vectors.first().map_or(0, Vec::len);
        match u32::try_from(length) {
            Ok(length @ 1..=MOST_DIMENSIONS) => Ok(*self.dimensions.get_or_init(|| length)),
            _ => Err(ModelError::Unusable(format!(
                "its vectors have {length} dimensions; 1 to {MOST_DIMENSIONS} are taken"
            ))),
        }
    }

    /// The vector of a question.
    pub fn query(&self, text: &str) -> Result<Vec<f32>, ModelError> {
        Ok(self.embed(&[self.prefixes.query.clone() + text])?.concat())
    }

    /// The vectors of memories, in their order.
    pub fn passages(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        let prefixed: Vec<String> = texts.iter().map(|text| self.prefixes.passage.clone() + text).collect();
        self.embed(&prefixed)
    }

    /// One vector a text, in order. Several requests run at once.
    fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        let dimensions = self.dimensions()? as usize;
        let end = self.endpoint.end();
        let size = texts.len().div_ceil(self.at_once.max(1)).clamp(FEW_TEXTS, MOST_TEXTS);
        let batches: Vec<&[String]> = texts.chunks(size).collect();
        let vectors = parallel(&batches, self.at_once, |batch| self.request(batch, end));
        let vectors = vectors.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        match vectors.iter().find(|vector| vector.len() != dimensions) {
            None => Ok(vectors),
            Some(vector) => {
                Err(ModelError::Unusable(format!("a vector has {} dimensions in place of {dimensions}", vector.len())))
            }
        }
    }

    fn request(&self, texts: &[impl AsRef<str>], end: Instant) -> Result<Vec<Vec<f32>>, ModelError> {
        let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
        let known = self.dimensions.get();
        let most = FRAME + texts.len() as u64 * u64::from(*known.unwrap_or(&MOST_DIMENSIONS)) * NUMBER;
        let mut body = json!({"model": self.model, "input": texts, "encoding_format": "float"});
        if let Some(dimensions) = known.filter(|_| self.ask_dimensions.load(Ordering::Relaxed)) {
            body["dimensions"] = json!(dimensions);
        }
        let bytes = match self.endpoint.post("/embeddings", &body, most, end) {
            Err(ModelError::Status(400 | 422)) if body.get("dimensions").is_some() => {
                body.as_object_mut().map(|body| body.remove("dimensions"));
                let bytes = self.endpoint.post("/embeddings", &body, most, end)?;
                self.ask_dimensions.store(false, Ordering::Relaxed);
                bytes
            }
            result => result?,
        };
        vectors(&bytes, texts.len())
    }
}

/// The vectors of an answer, in the order of the texts.
fn vectors(bytes: &[u8], wanted: usize) -> Result<Vec<Vec<f32>>, ModelError> {
    let unusable = |why: &str| ModelError::Unusable(format!("the answer is no list of embeddings: {why}"));
    let answer: Answer = serde_json::from_slice(bytes).map_err(|_| unusable("other JSON, or none"))?;
    let mut vectors = vec![Vec::new(); wanted];
    if answer.data.len() != wanted {
        return Err(unusable("as many are wanted as there were texts"));
    }
    for (place, row) in answer.data.into_iter().enumerate() {
        let slot = vectors.get_mut(row.index.unwrap_or(place)).filter(|slot| slot.is_empty());
        let slot = slot.ok_or_else(|| unusable("their indexes are not those of the texts"))?;
        if row.embedding.is_empty() || row.embedding.iter().any(|number| !number.is_finite()) {
            return Err(unusable("a vector is empty or has no finite numbers"));
        }
        *slot = row.embedding;
    }
    Ok(vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_put_in_the_order_of_the_texts_and_counted() {
        let two = r#"{"data":[{"index":1,"embedding":[3,4]},{"index":0,"embedding":[1,2]}]}"#;
        assert_eq!(vectors(two.as_bytes(), 2).unwrap(), [[1.0, 2.0], [3.0, 4.0]]);
        assert_eq!(vectors(br#"{"data":[{"embedding":[1]},{"embedding":[2]}]}"#, 2).unwrap(), [[1.0], [2.0]]);
        for bad in [
            two,
            "<html>",
            r#"{"data":[]}"#,
            r#"{"data":[{"embedding":[]}]}"#,
            r#"{"data":[{"embedding":[1e300]}]}"#,
            r#"{"data":[{"embedding":["1"]}]}"#,
            r#"{"data":[{"index":7,"embedding":[1]}]}"#,
        ] {
            assert!(vectors(bad.as_bytes(), 1).is_err(), "{bad}");
        }
        let twice = br#"{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[2]}]}"#;
        assert!(vectors(twice, 2).is_err());
    }
}
