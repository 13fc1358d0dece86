//! One request of the JSON API, read strictly: what it does not know it refuses by name.

use serde_json::{Map, Value};

use crate::failure::{Failure, Outcome};
use crate::json;
use crate::time;

const FIELDS: [&str; 5] = ["op", "now", "scope", "args", "key"];

/// `{"op": …, "now"?: …, "scope"?: {…}, "args"?: {…}, "key"?: …}`.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Name of the operation, such as `whyNot`.
    pub op: String,
    /// UTC milliseconds.
    pub now: u64,
    /// Labels of the scope; read when the operation needs one.
    pub scope: Option<Value>,
    /// Arguments by name.
    pub args: Map<String, Value>,
    /// Idempotency key.
    pub key: Option<String>,
}

impl Request {
    /// A request made by this program.
    pub fn new(op: &str, now: u64, args: Value) -> Self {
        let args = match args {
            Value::Object(args) => args,
            _ => Map::new(),
        };
        Self { op: op.into(), now, args, ..Self::default() }
    }

    /// With the labels of a scope.
    pub fn scoped(mut self, scope: &Value) -> Self {
        self.scope = Some(scope.clone());
        self
    }

    /// With an idempotency key.
    pub fn keyed(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Reads one line. `clock` is the time of a request that gives none.
    pub fn parse(line: &[u8], clock: u64) -> Outcome<Self> {
        let value = json::parse(line).map_err(|error| Failure::invalid(said(&error)))?;
        let Value::Object(mut object) = value else {
            return Err(Failure::invalid("a request is an object: {\"op\": …, \"args\": {…}}"));
        };
        known(object.keys(), &FIELDS, "a request")?;
        Ok(Self {
            op: op(object.remove("op"))?,
            now: match present(object.remove("now")) {
                Some(now) => time::from_json(&now, "now")?,
                None => clock,
            },
            scope: present(object.remove("scope")),
            args: args(object.remove("args"))?,
            key: key(object.remove("key"))?,
        })
    }
}

/// What is wrong with a line: no JSON, or JSON that says two things.
fn said(error: &serde_json::Error) -> String {
    if error.is_data() { error.to_string() } else { format!("the line is no JSON: {error}") }
}

/// Refuses the first key that is not allowed, and says what is.
pub fn known<'a>(keys: impl Iterator<Item = &'a String>, allowed: &[&str], what: &str) -> Outcome<()> {
    for key in keys {
        if !allowed.contains(&key.as_str()) {
            let allowed = if allowed.is_empty() { "nothing".into() } else { allowed.join(", ") };
            return Err(Failure::invalid(format!("{key}: {what} has no such field; allowed: {allowed}")));
        }
    }
    Ok(())
}

fn present(value: Option<Value>) -> Option<Value> {
    value.filter(|value| !value.is_null())
}

fn op(value: Option<Value>) -> Outcome<String> {
    match value {
        Some(Value::String(op)) => Ok(op),
        _ => Err(Failure::invalid("op: required, the name of an operation")),
    }
}

fn args(value: Option<Value>) -> Outcome<Map<String, Value>> {
    match present(value) {
        Some(Value::Object(args)) => Ok(args),
        None => Ok(Map::new()),
        Some(_) => Err(Failure::invalid("args: must be an object")),
    }
}

fn key(value: Option<Value>) -> Outcome<Option<String>> {
    match present(value) {
        Some(Value::String(key)) => Ok(Some(key)),
        None => Ok(None),
        Some(_) => Err(Failure::invalid("key: must be a text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(line: &str) -> String {
        Request::parse(line.as_bytes(), 7).unwrap_err().text
    }

    #[test]
    fn a_request_is_read_strictly() {
        let request = Request::parse(br#"{"op":"stats","now":null,"args":null}"#, 7).unwrap();
        assert_eq!((request.op.as_str(), request.now), ("stats", 7));
        assert!(refused("{").starts_with("the line is no JSON"));
        assert!(refused("[]").starts_with("a request is an object"));
        assert!(refused("{}").starts_with("op: required"));
        assert!(
            refused(r#"{"op":"stats","scope":{"user":"a","user":"b"}}"#).starts_with("the key `user` is there twice")
        );
        assert!(refused(r#"{"op":"stats","args":[]}"#).starts_with("args:"));
        assert!(refused(r#"{"op":"stats","key":1}"#).starts_with("key:"));
        assert_eq!(
            refused(r#"{"op":"stats","arg":{}}"#),
            "arg: a request has no such field; allowed: op, now, scope, args, key"
        );
    }
}
