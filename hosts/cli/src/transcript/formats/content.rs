//! What a message says: a text, a list of parts, or nothing at all beside its calls.

use serde_json::Value;

/// The words; empty where there are none. What is no text, such as a picture, says nothing.
pub fn words(content: &Value) -> Result<String, String> {
    match content {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.clone()),
        Value::Array(parts) => {
            let parts: Vec<&str> = parts.iter().filter_map(part).filter(|text| !text.trim().is_empty()).collect();
            Ok(parts.join("\n"))
        }
        Value::Object(object) => match object.get("parts").or_else(|| object.get("text")) {
            Some(inner) => words(inner),
            None => Err(wanted()),
        },
        _ => Err(wanted()),
    }
}

fn wanted() -> String {
    "content: must be a text, a list of parts or null".into()
}

fn part(part: &Value) -> Option<&str> {
    part.as_str().or_else(|| part.get("text")?.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parts_are_joined_and_pictures_left_out() {
        let picture = json!({"type": "image_url", "image_url": {"url": "https://example.org/a.png"}});
        let parts = json!([{"type": "text", "text": "one"}, picture, "two", {"type": "input_text", "text": "three"}]);
        assert_eq!(words(&parts).unwrap(), "one\ntwo\nthree");
        assert_eq!(words(&json!({"content_type": "text", "parts": ["one"]})).unwrap(), "one");
        assert_eq!(words(&json!(null)).unwrap(), "");
        assert_eq!(words(&json!([])).unwrap(), "");
        assert!(words(&json!(5)).is_err() && words(&json!({"a": 1})).is_err());
    }
}
