//! JSON that says one thing: a key that is there twice is a mistake, named, and not the last one's word.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Reads a value. The error says where, and which key is there twice.
pub fn parse(text: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice::<Strict>(text).map(|strict| strict.0)
}

struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Any).map(Self)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
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
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            if object.contains_key(&key) {
                let key: String = key.chars().take(64).collect();
                return Err(A::Error::custom(format_args!("the key `{key}` is there twice")));
            }
            let Strict(value) = fields.next_value()?;
            object.insert(key, value);
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
