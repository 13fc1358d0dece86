//! JSON that says one thing: a key that is there twice is a mistake, named, and not the last one's word.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Stands in place of an object that has a key twice, with that key; no JSON that says one thing has it.
const TWICE: &str = "\0twice";

/// Reads a value. The error says where, and which key is there twice.
pub fn parse(text: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice::<Strict<false>>(text).map(|strict| strict.0)
}

/// Reads a value of which some parts may say two things: [`twice`] tells which.
pub fn parse_parts(text: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice::<Strict<true>>(text).map(|strict| strict.0)
}

/// The key that a part of a value has twice.
pub fn twice(part: &Value) -> Option<&str> {
    match part {
        Value::Object(fields) => match fields.get(TWICE) {
            Some(key) => key.as_str(),
            None => fields.values().find_map(twice),
        },
        Value::Array(items) => items.iter().find_map(twice),
        _ => None,
    }
}

struct Strict<const PARTS: bool>(Value);

impl<'de, const PARTS: bool> Deserialize<'de> for Strict<PARTS> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Any::<PARTS>).map(Self)
    }
}

struct Any<const PARTS: bool>;

impl<'de, const PARTS: bool> Visitor<'de> for Any<PARTS> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict::<PARTS>(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let (mut object, mut twice) = (Map::new(), None);
        while let Some(key) = fields.next_key::<String>()? {
            if object.contains_key(&key) {
                let key: String = key.chars().take(64).collect();
                if !PARTS {
                    return Err(A::Error::custom(format_args!("the key `{key}` is there twice")));
                }
                twice.get_or_insert(key);
            } else if key == TWICE {
                return Err(A::Error::custom("a key begins with a zero"));
            }
            let Strict::<PARTS>(value) = fields.next_value()?;
            object.insert(key, value);
        }
        if let Some(key) = twice {
            object = Map::from_iter([(TWICE.to_owned(), key.into())]);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_value_is_read_as_it_stands() {
        let text =
            r#"{"a": [1, -2, 0.5, null, true, "x\n"], "b": {"a": 18446744073709551615}, "c": -9223372036854775808}"#;
        assert_eq!(parse(text.as_bytes()).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(parse(br#""\ud83e\udd80""#).unwrap(), json!("🦀"));
    }

    #[test]
    fn the_part_that_says_two_things_is_told() {
        let list = parse_parts(br#"[{"a": 1}, {"a": {"b": 1, "b": 2}}, {"a": 3}]"#).unwrap();
        let twice: Vec<_> = list.as_array().unwrap().iter().map(twice).collect();
        assert_eq!(twice, [None, Some("b"), None]);
        assert_eq!(list[2], json!({"a": 3}));
    }

    #[test]
    fn a_key_that_is_there_twice_is_named() {
        for (text, key) in [
            (r#"{"user": "ana", "user": "bob"}"#, "user"),
            (r#"{"scope": {"user": 1, "project": 2, "user": 1}}"#, "user"),
            (r#"[{"a": [{"b": 1, "\u0062": 2}]}]"#, "b"),
            (r#"{"": 1, "": 2}"#, ""),
        ] {
            let error = parse(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(&format!("the key `{key}` is there twice at line 1")), "{error}");
        }
        for text in ["{", "nul", "1 2", "NaN", "Infinity", "1e999", "\"\\ud800\"", "[1,]"] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
    }
}
