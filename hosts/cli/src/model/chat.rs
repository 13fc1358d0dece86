//! OpenAI's chat API: one message out, the words of one reply back.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Map, Value, json};

use super::http::Endpoint;
use super::{Ask, Model, ModelError};

/// Bytes of an answer, at most.
const MOST_BYTES: u64 = 1 << 20;

/// How a server is told that the reply is JSON: the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// By the question's own schema.
    Schema,
    /// By saying that it is an object.
    Object,
    /// By the words of the prompt alone.
    Prompt,
}

const FORMATS: [Format; 3] = [Format::Schema, Format::Object, Format::Prompt];

impl Format {
    /// What the API calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Schema => "json_schema",
            Self::Object => "json_object",
            Self::Prompt => "by prompt alone",
        }
    }
}

/// A model behind a chat endpoint.
#[derive(Debug)]
pub struct Chat {
    endpoint: Endpoint,
    model: String,
    /// Fields of the request that the user adds.
    extra: Map<String, Value>,
    /// The first format that the server has not refused, as an index.
    format: AtomicUsize,
}

impl Chat {
    /// A model of a server.
    pub fn new(endpoint: Endpoint, model: String, extra: Map<String, Value>) -> Self {
        Self { endpoint, model, extra, format: AtomicUsize::new(0) }
    }

    /// The best format that the server took, as far as is known.
    pub fn format(&self) -> Format {
        FORMATS[self.format.load(Ordering::Relaxed).min(FORMATS.len() - 1)]
    }

    /// Its server.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    fn body(&self, ask: &Ask, format: Format) -> Value {
        let mut body = json!({
            "model": self.model,
            "messages": [{"role": "user", "content": ask.prompt}],
            "stream": false,
        });
        match (format, serde_json::from_str::<Value>(&ask.schema)) {
            (Format::Schema, Ok(schema)) => {
                let strict = is_strict(&schema);
                let schema = json!({"name": name(&ask.purpose), "schema": schema, "strict": strict});
                body["response_format"] = json!({"type": "json_schema", "json_schema": schema});
            }
            (Format::Schema | Format::Object, _) => body["response_format"] = json!({"type": "json_object"}),
            (Format::Prompt, _) => {}
        }
        for (field, value) in &self.extra {
            body[field] = value.clone();
        }
        body
    }
}

impl Model for Chat {
    fn name(&self) -> &str {
        &self.model
    }

    /// A server that refuses a format (status 400 or 422) is asked again with a lesser one; once it
    /// has answered, that one is where the next question begins.
    fn reply(&self, ask: &Ask) -> Result<String, ModelError> {
        let end = self.endpoint.end();
        let mut index = self.format.load(Ordering::Relaxed);
        loop {
            let body = self.body(ask, FORMATS[index]);
            match self.endpoint.post("/chat/completions", &body, MOST_BYTES, end) {
                Err(ModelError::Status(400 | 422)) if index + 1 < FORMATS.len() => index += 1,
                Err(error) => return Err(error),
                Ok(bytes) => {
                    let words = words(&bytes)?;
                    self.format.fetch_max(index, Ordering::Relaxed);
                    return Ok(words);
                }
            }
        }
    }
}

/// The words of the first choice. A model that said nothing (a refusal, a budget that ran out) said
/// nothing: that is a reply, and the engine's to judge.
fn words(bytes: &[u8]) -> Result<String, ModelError> {
    let unusable = || ModelError::Unusable("the answer is no chat completion".into());
    let answer: Value = serde_json::from_slice(bytes).map_err(|_| unusable())?;
    let message = answer.pointer("/choices/0/message").and_then(Value::as_object).ok_or_else(unusable)?;
    match message.get("content") {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(words)) => Ok(words.clone()),
        Some(Value::Array(parts)) => Ok(parts.iter().filter_map(|part| part["text"].as_str()).collect()),
        Some(_) => Err(unusable()),
    }
}

/// A name that the API takes for a schema.
fn name(purpose: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    format!("memolet_{}", purpose.chars().take(48).map(plain).collect::<String>())
}

/// Whether a server may hold the model to the schema word for word, which OpenAI's API does only
/// where every object is closed and requires all that it has.
fn is_strict(schema: &Value) -> bool {
    match schema {
        Value::Object(object) => {
            let properties = object.get("properties").and_then(Value::as_object);
            let required: Vec<&Value> =
                object.get("required").and_then(Value::as_array).into_iter().flatten().collect();
            let is_closed = properties.is_none_or(|properties| {
                object.get("additionalProperties") == Some(&Value::Bool(false))
                    && properties.keys().all(|name| required.iter().any(|required| required.as_str() == Some(name)))
            });
            is_closed && object.values().all(is_strict)
        }
        Value::Array(items) => items.iter().all(is_strict),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_reply_are_found_and_anything_else_is_no_reply() {
        let words = |text: &str| words(text.as_bytes());
        assert_eq!(words(r#"{"choices":[{"message":{"content":"{}"}}]}"#).unwrap(), "{}");
        assert_eq!(
            words(r#"{"choices":[{"message":{"content":[{"type":"text","text":"a"},{"text":"b"}]}}]}"#).unwrap(),
            "ab"
        );
        for silent in [r#"{"choices":[{"message":{"content":null}}]}"#, r#"{"choices":[{"message":{"refusal":"no"}}]}"#]
        {
            assert_eq!(words(silent).unwrap(), "");
        }
        let deep = "[".repeat(100_000);
        for bad in ["", "<html>", "{}", "[]", r#"{"choices":[]}"#, r#"{"choices":[{"message":{"content":7}}]}"#, &deep]
        {
            assert!(matches!(words(bad), Err(ModelError::Unusable(_))), "{bad:.40}");
        }
    }

    #[test]
    fn a_schema_is_strict_only_where_every_object_is_closed_and_requires_all() {
        let object = |required: &str, rest: &str| {
            serde_json::from_str::<Value>(&format!(
                r#"{{"type":"array","items":{{"type":"object","required":{required},"properties":{{"a":{{}},"b":{{}}}}{rest}}}}}"#
            ))
            .unwrap()
        };
        assert!(is_strict(&object(r#"["a","b"]"#, r#","additionalProperties":false"#)));
        assert!(!is_strict(&object(r#"["a"]"#, r#","additionalProperties":false"#)));
        assert!(!is_strict(&object(r#"["a","b"]"#, "")));
    }
}
