//! Filter trees: JSON read into a typed tree, then held against a record.

use crate::gather;
use crate::log::{Life, Record};
use crate::read::Tree;
use crate::types::{Failure, Result, Scalar, State};

const MOST_DEPTH: usize = 16;

/// A record as a call sees it: a look back sees another life than now.
pub struct Seen<'a> {
    pub record: &'a Record,
    pub life: &'a Life,
    /// What `get` would show, so past its time it is expired, swept or not.
    pub state: State,
    pub confidence: f64,
}

/// A condition on a memory.
#[derive(Clone, PartialEq)]
pub enum Filter {
    /// Every one holds.
    All(Vec<Filter>),
    /// At least one holds.
    Any(Vec<Filter>),
    /// It does not hold.
    Not(Box<Filter>),
    /// A field against a value.
    Field {
        /// Its name in JSON.
        field: String,
        /// How.
        test: Test,
    },
}

/// How a field is held against a value.
#[derive(Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Test {
    Equal(Scalar),
    NotEqual(Scalar),
    Greater(Scalar),
    GreaterOrEqual(Scalar),
    Less(Scalar),
    LessOrEqual(Scalar),
    In(Vec<Scalar>),
    Contains(String),
}

const FIELDS: &[&str] = &[
    "kind",
    "state",
    "source",
    "mode",
    "actor",
    "project",
    "agent",
    "session",
    "entity",
    "attribute",
    "value",
    "importance",
    "confidence",
    "sensitivity",
    "observedAt",
    "recordedAt",
    "validFrom",
    "validTo",
    "expiresAt",
];

/// The values are what people wrote.
impl core::fmt::Debug for Filter {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Filter")
    }
}

impl Filter {
    /// Reads a filter; none stays none. `invalid` says which part is wrong and what is allowed.
    pub fn read(json: Option<&str>) -> Result<Option<Self>> {
        json.map(|json| {
            let value: Tree = serde_json::from_str(json).map_err(|error| Failure::invalid("filter", error))?;
            tree(&value, 0)
        })
        .transpose()
    }

    /// Whether a record passes, as the call sees it.
    pub fn passes(&self, seen: &Seen<'_>) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.passes(seen)),
            Self::Any(parts) => parts.iter().any(|part| part.passes(seen)),
            Self::Not(part) => !part.passes(seen),
            Self::Field { field, test } => test.holds(&field_of(seen, field)),
        }
    }
}

impl Test {
    fn holds(&self, have: &Scalar) -> bool {
        use core::cmp::Ordering::{Greater, Less};
        match self {
            Self::Equal(want) => have == want,
            Self::NotEqual(want) => have != want,
            Self::Greater(want) => order(have, want) == Some(Greater),
            Self::GreaterOrEqual(want) => order(have, want).is_some_and(|order| order != Less),
            Self::Less(want) => order(have, want) == Some(Less),
            Self::LessOrEqual(want) => order(have, want).is_some_and(|order| order != Greater),
            Self::In(values) => values.contains(have),
            Self::Contains(part) => matches!(have, Scalar::Text(text) if text.contains(part.as_str())),
        }
    }
}

/// Values of different sorts have no order.
fn order(have: &Scalar, want: &Scalar) -> Option<core::cmp::Ordering> {
    match (have, want) {
        (Scalar::Text(have), Scalar::Text(want)) => Some(have.cmp(want)),
        (Scalar::Number(have), Scalar::Number(want)) => have.partial_cmp(want),
        (Scalar::Number(have), want) => beside(*have, whole(want)?),
        (have, Scalar::Number(want)) => beside(*want, whole(have)?).map(core::cmp::Ordering::reverse),
        (have, want) => Some(whole(have)?.cmp(&whole(want)?)),
    }
}

/// A number beside a whole one that it cannot hold, without rounding either.
fn beside(number: f64, whole: i128) -> Option<core::cmp::Ordering> {
    use core::cmp::Ordering::{Greater, Less};
    match number {
        _ if number.is_nan() => None,
        _ if number >= 18_446_744_073_709_551_616.0 => Some(Greater),
        _ if number <= -9_223_372_036_854_775_809.0 => Some(Less),
        // So far from 0 a number has no fraction.
        _ => Some((number as i128).cmp(&whole)),
    }
}

fn whole(scalar: &Scalar) -> Option<i128> {
    match scalar {
        Scalar::Integer(number) => Some(i128::from(*number)),
        Scalar::Natural(number) => Some(i128::from(*number)),
        _ => None,
    }
}

fn tree(value: &Tree, depth: usize) -> Result<Filter> {
    let Tree::Object(object) = value else { return Err(wrong("an object")) };
    if depth > MOST_DEPTH {
        return Err(Failure::TooLarge(format!("filter: at most {MOST_DEPTH} levels")));
    }
    let parts = |value: &Tree| -> Result<Vec<Filter>> {
        match value {
            Tree::List(parts) if !parts.is_empty() => parts.iter().map(|part| tree(part, depth + 1)).collect(),
            _ => Err(wrong("`all` and `any` take an array that is not empty")),
        }
    };
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    gather::sort(&mut keys, Ord::cmp);
    let at = |name: &str| object.get(name).unwrap_or(&Tree::Null);
    match keys[..] {
        ["all"] => Ok(Filter::All(parts(at("all"))?)),
        ["any"] => Ok(Filter::Any(parts(at("any"))?)),
        ["not"] => Ok(Filter::Not(Box::new(tree(at("not"), depth + 1)?))),
        ["field", "op", "value"] => field(at("field"), at("op"), at("value")),
        _ => Err(wrong("one of {all}, {any}, {not} or {field, op, value}")),
    }
}

fn field(field: &Tree, op: &Tree, value: &Tree) -> Result<Filter> {
    let (Tree::Text(name), Tree::Text(op)) = (field, op) else {
        return Err(wrong("`field` and `op` are strings"));
    };
    if !FIELDS.contains(&name.as_str()) && name.strip_prefix("metadata.").is_none_or(str::is_empty) {
        return Err(wrong(&format!("field is one of {} or metadata.KEY", FIELDS.join(", "))));
    }
    let one = || scalar(value);
    let test = match op.as_str() {
        "eq" => Test::Equal(one()?),
        "ne" => Test::NotEqual(one()?),
        "gt" => Test::Greater(one()?),
        "gte" => Test::GreaterOrEqual(one()?),
        "lt" => Test::Less(one()?),
        "lte" => Test::LessOrEqual(one()?),
        "contains" => match value {
            Tree::Text(part) => Test::Contains(part.clone()),
            _ => return Err(wrong("`contains` takes a string")),
        },
        "in" => match value {
            Tree::List(values) => Test::In(values.iter().map(scalar).collect::<Result<_>>()?),
            _ => return Err(wrong("`in` takes an array")),
        },
        _ => return Err(wrong("op is one of eq, ne, gt, gte, lt, lte, in, contains")),
    };
    Ok(Filter::Field { field: name.to_owned(), test })
}

fn scalar(value: &Tree) -> Result<Scalar> {
    match value {
        Tree::Null => Ok(Scalar::Null),
        Tree::Boolean(value) => Ok(Scalar::Boolean(*value)),
        // A whole number beyond 64 bits has been rounded already.
        Tree::Number(value) if value.abs() >= 18_446_744_073_709_551_616.0 => {
            Err(wrong("a number is within 64 bits; a longer one is a string"))
        }
        Tree::Number(value) => Ok(Scalar::Number(*value)),
        Tree::Whole(value) => Ok(Scalar::Natural(*value).plain()),
        Tree::Below(value) => Ok(Scalar::Integer(*value).plain()),
        Tree::Text(value) => Ok(Scalar::Text(value.clone())),
        Tree::List(_) | Tree::Object(_) => Err(wrong("a value is null, true, false, a number or a string")),
    }
}

fn field_of(seen: &Seen<'_>, field: &str) -> Scalar {
    let (claim, life) = (&seen.record.claim, seen.life);
    let name = |name: &str| Scalar::Text(name.to_owned());
    let text = |value: &Option<String>| value.as_ref().map_or(Scalar::Null, |value| Scalar::Text(value.clone()));
    let time = |value: Option<u64>| value.map_or(Scalar::Null, |value| Scalar::Natural(value).plain());
    match field {
        "kind" => name(claim.kind.name()),
        "state" => name(seen.state.name()),
        "source" => name(claim.source.name()),
        "mode" => name(claim.mode.name()),
        "sensitivity" => name(claim.sensitivity.name()),
        "actor" => text(&claim.actor),
        "project" => text(&claim.project),
        "agent" => text(&claim.agent),
        "session" => text(&claim.session),
        "entity" => text(&claim.address.as_ref().map(|address| address.entity.clone())),
        "attribute" => text(&claim.address.as_ref().map(|address| address.attribute.clone())),
        "value" => text(&claim.value),
        "importance" => Scalar::Number(claim.importance),
        "confidence" => Scalar::Number(seen.confidence),
        "observedAt" => time(Some(claim.observed_at)),
        "recordedAt" => time(Some(claim.recorded_at)),
        "validFrom" => time(Some(life.valid_from)),
        "validTo" => time(life.valid_to),
        "expiresAt" => time(claim.expires_at),
        other => {
            other.strip_prefix("metadata.").and_then(|key| claim.metadata.get(key)).cloned().unwrap_or(Scalar::Null)
        }
    }
}

fn wrong(allowed: &str) -> Failure {
    Failure::invalid("filter", allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(json: &str) -> String {
        Filter::read(Some(json)).unwrap_err().to_string()
    }

    #[test]
    fn trees_are_typed() {
        let json = r#"{"all": [{"field": "kind", "op": "in", "value": ["fact"]},
                               {"not": {"field": "metadata.topic", "op": "eq", "value": null}}]}"#;
        assert!(matches!(Filter::read(Some(json)).unwrap(), Some(Filter::All(parts)) if parts.len() == 2));
        assert_eq!(Filter::read(None).unwrap(), None);
    }

    #[test]
    fn mistakes_are_named() {
        assert!(error("{}").contains("one of"));
        assert!(error(r#"{"field": "kind", "op": "eq", "value": 1, "value": 2}"#).contains("`value` is there twice"));
        assert!(error(r#"{"field": "metadata.n", "op": "eq", "value": 123456789012345678901}"#).contains("64 bits"));
        assert!(error(r#"{"all": []}"#).contains("not empty"));
        assert!(error(r#"{"field": "kind", "op": "in", "value": "fact"}"#).contains("array"));
        assert!(error(r#"{"field": "user", "op": "eq", "value": "bo"}"#).contains("metadata.KEY"));
        assert!(error(r#"{"field": "kind", "op": "like", "value": "f"}"#).contains("eq, ne"));
        let deep =
            format!("{}{}{}", r#"{"not":"#.repeat(40), r#"{"field":"kind","op":"eq","value":1}"#, "}".repeat(40));
        assert!(error(&deep).contains("levels"));
    }

    #[test]
    fn sixteen_levels_are_read_and_no_more() {
        let leaf = r#"{"field":"kind","op":"eq","value":1}"#;
        for (open, close) in [(r#"{"not":"#, "}"), (r#"{"all":["#, "]}"), (r#"{"any":["#, "]}")] {
            let nested = |levels: usize| format!("{}{leaf}{}", open.repeat(levels), close.repeat(levels));
            assert!(Filter::read(Some(&nested(16))).is_ok());
            assert!(matches!(Filter::read(Some(&nested(17))), Err(Failure::TooLarge(_))));
        }
    }

    #[test]
    fn only_values_of_one_sort_have_an_order() {
        let (text, number, integer) = (|text: &str| Scalar::Text(text.into()), Scalar::Number, Scalar::Integer);
        let tests = |want: &Scalar| {
            [Test::Greater, Test::GreaterOrEqual, Test::Less, Test::LessOrEqual].map(|test| test(want.clone()))
        };
        for (have, want, holds) in [
            (text("b"), text("a"), [true, true, false, false]),
            (text("a"), text("a"), [false, true, false, true]),
            (text("a"), text("b"), [false, false, true, true]),
            (number(2.0), number(1.0), [true, true, false, false]),
            (number(1.0), number(1.0), [false, true, false, true]),
            (number(1.0), number(2.0), [false, false, true, true]),
            (number(1.0), text("1"), [false; 4]),
            (integer(1 << 60), integer((1 << 60) + 1), [false, false, true, true]),
            (integer(-(1 << 60)), number(-1.5), [false, false, true, true]),
            (Scalar::Natural(u64::MAX), integer(i64::MAX), [true, true, false, false]),
            (number(1e300), Scalar::Natural(u64::MAX), [true, true, false, false]),
            (integer(i64::MIN), number(-1e300), [true, true, false, false]),
            (number(9_223_372_036_854_775_808.0), integer(i64::MAX), [true, true, false, false]),
            (integer(1 << 60), text("1"), [false; 4]),
            (Scalar::Null, Scalar::Null, [false; 4]),
            (Scalar::Boolean(true), Scalar::Boolean(false), [false; 4]),
        ] {
            assert_eq!(tests(&want).map(|test| test.holds(&have)), holds);
        }
    }
}
