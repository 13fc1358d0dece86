//! Component values to JSON: the other way of `convert`, by the same rules.
//!
//! Absent options are left out of their record. Times are UTC milliseconds. Numbers are written in
//! the shortest form that reads back as the same value: a 32-bit 0.1 is `0.1`, and 1.0 is `1`.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Number, Value, json};
use wasmtime::component::Val;
use wasmtime::component::types::{Record, Type, Variant};

use super::convert::{camel, is_scalar};

/// The JSON of a value of a type.
pub fn to_json(ty: &Type, value: Val) -> Value {
    match (ty, value) {
        (_, Val::Bool(flag)) => Value::Bool(flag),
        (_, Val::String(text) | Val::Enum(text)) => Value::String(text),
        (_, Val::U8(number)) => number.into(),
        (_, Val::U32(number)) => number.into(),
        (_, Val::S32(number)) => number.into(),
        (_, Val::U64(number)) => number.into(),
        (_, Val::S64(number)) => number.into(),
        (_, Val::Float32(number)) => float32(number),
        (_, Val::Float64(number)) => float64(number),
        (Type::Option(ty), Val::Option(Some(value))) => to_json(&ty.ty(), *value),
        (_, Val::Option(None)) => Value::Null,
        (Type::List(ty), Val::List(items)) => list(&ty.ty(), items),
        (Type::Record(ty), Val::Record(fields)) => record(ty, fields),
        (Type::Variant(ty), Val::Variant(tag, payload)) => variant(ty, tag, payload.map(|value| *value)),
        (_, value) => Value::String(format!("{value:?}")),
    }
}

fn record(ty: &Record, fields: Vec<(String, Val)>) -> Value {
    let present = ty.fields().zip(fields).filter(|(_, (_, value))| !matches!(value, Val::Option(None)));
    Value::Object(present.map(|(field, (name, value))| (camel(&name), to_json(&field.ty, value))).collect())
}

fn list(ty: &Type, items: Vec<Val>) -> Value {
    match ty {
        Type::U8 => Value::String(BASE64_STANDARD.encode(bytes(items))),
        Type::Tuple(pair) => match pair.types().nth(1) {
            Some(ty) => Value::Object(pairs(&ty, items)),
            None => Value::Null,
        },
        _ => items.into_iter().map(|item| to_json(ty, item)).collect(),
    }
}

fn bytes(items: Vec<Val>) -> Vec<u8> {
    items.into_iter().filter_map(|item| if let Val::U8(byte) = item { Some(byte) } else { None }).collect()
}

fn pairs(ty: &Type, items: Vec<Val>) -> Map<String, Value> {
    let mut object = Map::new();
    for item in items {
        if let Val::Tuple(pair) = item
            && let Ok([Val::String(key), value]) = <[Val; 2]>::try_from(pair)
        {
            object.insert(key, to_json(ty, value));
        }
    }
    object
}

fn variant(ty: &Variant, tag: String, payload: Option<Val>) -> Value {
    let inner = ty.cases().find(|case| case.name == tag).and_then(|case| case.ty);
    let value = match (inner, payload) {
        (Some(ty), Some(value)) => Some(to_json(&ty, value)),
        _ => None,
    };
    match (is_scalar(ty), value) {
        (true, value) => value.unwrap_or(Value::Null),
        (false, Some(value)) => json!({"tag": tag, "val": value}),
        (false, None) => json!({"tag": tag}),
    }
}

fn float32(number: f32) -> Value {
    // The shortest text of the 32-bit number, read as 64 bits, is printed as that text again.
    number.to_string().parse().map_or(Value::Null, float64)
}

fn float64(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0 {
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_short() {
        assert_eq!(float32(0.1).to_string(), "0.1");
        assert_eq!(float32(-1.5e-7).to_string(), "-1.5e-7");
        assert_eq!(float64(0.1).to_string(), "0.1");
        assert_eq!(float64(5.0).to_string(), "5");
        assert_eq!(float64(f64::NAN), Value::Null);
    }
}
