//! JSON to component values.
//!
//! - Records are objects in camelCase, enums kebab-case texts, variants `{"tag", "val"}`; `null` is
//!   as good as absent.
//! - A list of pairs whose first is a text is an object; a variant of null, boolean, numbers and text
//!   is a bare JSON scalar; a list of bytes is base64.
//! - What is absent: an option is none, a flag false. Among the arguments themselves (not in records
//!   inside them) a list is empty and a whole number 0. Anything else is required.
//! - A whole number whose name tells a time takes RFC 3339 with a zone as well.
//! - `filter`, `policy` and a tool's `arguments` are texts of JSON to the engine; here they may be JSON as it is.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Number, Value};
use wasmtime::component::Val;
use wasmtime::component::types::{Record, Type, Variant};

use crate::failure::{Failure, Outcome};
use crate::request::known;
use crate::time;

/// Where a value stands in the request, for failures, and its name in the contract.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// The arguments themselves.
    Root,
    /// A field or an argument.
    Name(Option<&'a Place<'a>>, &'a str, &'a str),
    /// An element of a list.
    Item(&'a Place<'a>, usize),
}

impl<'a> Place<'a> {
    /// An argument: its name in the contract and in JSON.
    pub fn named(kebab: &'a str, camel: &'a str) -> Self {
        Self::Name(None, kebab, camel)
    }

    /// The name in the contract of the field that holds the value.
    fn kebab(&self) -> &str {
        match self {
            Place::Root => "",
            Place::Name(_, kebab, _) => kebab,
            Place::Item(parent, _) => parent.kebab(),
        }
    }

    fn is_time(&self) -> bool {
        let name = self.kebab();
        matches!(name, "at" | "as-of" | "known-as-of" | "deadline")
            || ["-at", "-from", "-to"].iter().any(|end| name.ends_with(end))
    }

    fn is_json(&self) -> bool {
        matches!(self.kebab(), "filter" | "policy" | "schema" | "arguments")
    }

    fn wants(&self, what: impl fmt::Display) -> Failure {
        Failure::invalid(format!("{self}: must be {what}"))
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Root => write!(f, "args"),
            Place::Name(None | Some(Place::Root), _, name) => write!(f, "{name}"),
            Place::Name(Some(parent), _, name) => write!(f, "{parent}.{name}"),
            Place::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// kebab-case to camelCase.
pub fn camel(kebab: &str) -> String {
    let mut words = kebab.split('-');
    let first = words.next().unwrap_or_default().to_string();
    words.fold(first, |mut name, word| {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name.push_str(letters.as_str());
        name
    })
}

/// A record whose fields are the arguments themselves. Unknown ones are the caller's to refuse.
pub fn fields(record: &Record, args: &Map<String, Value>, place: Place<'_>) -> Outcome<Val> {
    let values = record.fields().map(|field| {
        let camel = camel(field.name);
        let value = match present(args.get(&camel)) {
            Some(value) => to_val(&field.ty, value, Place::Name(Some(&place), field.name, &camel))?,
            None => absent(&field.ty).or_else(|| empty(&field.ty)).ok_or_else(|| missing(place, field.name, &camel))?,
        };
        Ok((field.name.to_string(), value))
    });
    Ok(Val::Record(values.collect::<Outcome<_>>()?))
}

/// One argument.
pub fn argument(ty: &Type, value: Option<&Value>, place: Place<'_>) -> Outcome<Val> {
    match present(value) {
        Some(value) => to_val(ty, value, place),
        None => absent(ty).ok_or_else(|| Failure::invalid(format!("{place}: required"))),
    }
}

/// An object that is one whole value: its unknown fields are refused.
pub fn record(record: &Record, value: &Value, place: Place<'_>) -> Outcome<Val> {
    let Value::Object(object) = value else {
        return Err(place.wants("an object"));
    };
    let names: Vec<String> = record.fields().map(|field| camel(field.name)).collect();
    let allowed: Vec<&str> = names.iter().map(String::as_str).collect();
    known(object.keys(), &allowed, &place.to_string())?;
    let values = record.fields().zip(&names).map(|(field, camel)| {
        let value = match present(object.get(camel)) {
            Some(value) => to_val(&field.ty, value, Place::Name(Some(&place), field.name, camel))?,
            None => absent(&field.ty).ok_or_else(|| missing(place, field.name, camel))?,
        };
        Ok((field.name.to_string(), value))
    });
    Ok(Val::Record(values.collect::<Outcome<_>>()?))
}

fn missing(place: Place<'_>, kebab: &str, camel: &str) -> Failure {
    Failure::invalid(format!("{}: required", Place::Name(Some(&place), kebab, camel)))
}

fn present(value: Option<&Value>) -> Option<&Value> {
    value.filter(|value| !value.is_null())
}

fn absent(ty: &Type) -> Option<Val> {
    match ty {
        Type::Option(_) => Some(Val::Option(None)),
        Type::Bool => Some(Val::Bool(false)),
        _ => None,
    }
}

fn empty(ty: &Type) -> Option<Val> {
    match ty {
        Type::List(_) => Some(Val::List(Vec::new())),
        Type::U32 => Some(Val::U32(0)),
        _ => None,
    }
}

fn to_val(ty: &Type, value: &Value, place: Place<'_>) -> Outcome<Val> {
    match ty {
        Type::Bool => value.as_bool().map(Val::Bool).ok_or_else(|| place.wants("true or false")),
        Type::String => text(value, place).map(Val::String),
        Type::U8 => whole(value, u64::from(u8::MAX), place).map(|number| Val::U8(number as u8)),
        Type::U32 => whole(value, u64::from(u32::MAX), place).map(|number| Val::U32(number as u32)),
        Type::S32 => signed(value).map(Val::S32).ok_or_else(|| place.wants("a whole number")),
        Type::U64 if place.is_time() => time::from_json(value, &place.to_string()).map(Val::U64),
        Type::U64 => whole(value, u64::MAX, place).map(Val::U64),
        Type::Float32 => {
            value.as_f64().map(|number| Val::Float32(number as f32)).ok_or_else(|| place.wants("a number"))
        }
        Type::Float64 => value.as_f64().map(Val::Float64).ok_or_else(|| place.wants("a number")),
        Type::Option(inner) => to_val(&inner.ty(), value, place).map(|value| Val::Option(Some(Box::new(value)))),
        Type::List(inner) => list(&inner.ty(), value, place),
        Type::Record(inner) => record(inner, value, place),
        Type::Enum(inner) => one_of(inner.names(), value, place).map(Val::Enum),
        Type::Variant(inner) if is_scalar(inner) => scalar(value, place),
        Type::Variant(inner) => variant(inner, value, place),
        _ => Err(Failure::other(format!("{place}: this host cannot pass a {ty:?}"))),
    }
}

fn text(value: &Value, place: Place<'_>) -> Outcome<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Object(_) | Value::Array(_) if place.is_json() => Ok(value.to_string()),
        _ => Err(place.wants("a text")),
    }
}

fn whole(value: &Value, most: u64, place: Place<'_>) -> Outcome<u64> {
    let number = value.as_u64().or_else(|| {
        let number = value.as_f64()?;
        (number >= 0.0 && number.fract() == 0.0 && number < 9e15).then_some(number as u64)
    });
    number.filter(|number| *number <= most).ok_or_else(|| place.wants(format_args!("a whole number from 0 to {most}")))
}

/// A whole number of 32 bits that may be below 0.
fn signed(value: &Value) -> Option<i32> {
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX))?;
    Some(number as i32)
}

fn list(ty: &Type, value: &Value, place: Place<'_>) -> Outcome<Val> {
    match (ty, value) {
        (Type::U8, Value::String(text)) => bytes(text, place),
        (Type::U8, _) => Err(place.wants("bytes as a base64 text")),
        (Type::Tuple(pair), Value::Object(object)) => pairs(&pair.types().nth(1), object, place),
        (Type::Tuple(_), _) => Err(place.wants("an object")),
        (_, Value::Array(items)) => {
            let items = items.iter().enumerate().map(|(index, item)| to_val(ty, item, Place::Item(&place, index)));
            Ok(Val::List(items.collect::<Outcome<_>>()?))
        }
        _ => Err(place.wants("a list")),
    }
}

fn bytes(text: &str, place: Place<'_>) -> Outcome<Val> {
    let bytes = BASE64_STANDARD.decode(text).map_err(|_| place.wants("bytes as a base64 text"))?;
    Ok(Val::List(bytes.into_iter().map(Val::U8).collect()))
}

fn pairs(ty: &Option<Type>, object: &Map<String, Value>, place: Place<'_>) -> Outcome<Val> {
    let Some(ty) = ty else {
        return Err(Failure::other(format!("{place}: this host passes only pairs")));
    };
    let pairs = object.iter().map(|(key, value)| {
        let value = to_val(ty, value, Place::Name(Some(&place), key, key))?;
        Ok(Val::Tuple(vec![Val::String(key.clone()), value]))
    });
    Ok(Val::List(pairs.collect::<Outcome<_>>()?))
}

fn one_of<'n>(names: impl Iterator<Item = &'n str>, value: &Value, place: Place<'_>) -> Outcome<String> {
    let names: Vec<&str> = names.collect();
    match value.as_str().filter(|name| names.contains(name)) {
        Some(name) => Ok(name.to_string()),
        None => Err(place.wants(format_args!("one of {}", names.join(", ")))),
    }
}

/// Whether a variant is exactly what a JSON scalar can be.
pub fn is_scalar(variant: &Variant) -> bool {
    variant.cases().map(|case| case.name).eq(["null", "boolean", "number", "text", "integer", "natural"])
}

fn scalar(value: &Value, place: Place<'_>) -> Outcome<Val> {
    let (case, payload) = match value {
        Value::Null => ("null", None),
        Value::Bool(flag) => ("boolean", Some(Val::Bool(*flag))),
        Value::Number(number) => number_of(number, place)?,
        Value::String(text) => ("text", Some(Val::String(text.clone()))),
        _ => return Err(place.wants("null, true, false, a number or a text")),
    };
    Ok(Val::Variant(case.into(), payload.map(Box::new)))
}

/// A number as it stands: one beyond 64 bits has been rounded already.
fn number_of(number: &Number, place: Place<'_>) -> Outcome<(&'static str, Option<Val>)> {
    const ENDS: f64 = 18_446_744_073_709_551_616.0;
    if let Some(whole) = number.as_i64() {
        return Ok(("integer", Some(Val::S64(whole))));
    }
    if let Some(whole) = number.as_u64() {
        return Ok(("natural", Some(Val::U64(whole))));
    }
    let exact = number.as_f64().filter(|number| number.abs() < ENDS);
    let exact = exact.ok_or_else(|| place.wants("a number within 64 bits; a longer one is a text"))?;
    Ok(("number", Some(Val::Float64(exact))))
}

fn variant(variant: &Variant, value: &Value, place: Place<'_>) -> Outcome<Val> {
    let Value::Object(object) = value else {
        return Err(place.wants("an object {\"tag\": …, \"val\": …}"));
    };
    known(object.keys(), &["tag", "val"], &place.to_string())?;
    let tag_place = Place::Name(Some(&place), "tag", "tag");
    let tag = object.get("tag").unwrap_or(&Value::Null);
    let tag = one_of(variant.cases().map(|case| case.name), tag, tag_place)?;
    let ty = variant.cases().find(|case| case.name == tag).and_then(|case| case.ty);
    let val_place = Place::Name(Some(&place), "val", "val");
    let payload = match (ty, present(object.get("val"))) {
        (Some(ty), value) => Some(Box::new(argument(&ty, value, val_place)?)),
        (None, None) => None,
        (None, Some(_)) => return Err(val_place.wants(format_args!("left out: {tag} has none"))),
    };
    Ok(Val::Variant(tag, payload))
}
