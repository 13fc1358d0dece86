//! One JSON value: a list of messages, an object that holds one, or a single message.

use serde_json::Value;

use super::{Read, message};

/// The messages of a whole file; none where it is something else.
pub fn messages(whole: &Value) -> Option<&[Value]> {
    match whole {
        Value::Array(items) => Some(items),
        Value::Object(object) => match message::field(object, &["messages"]) {
            Some(Value::Array(items)) => Some(items),
            _ => Some(std::slice::from_ref(whole)),
        },
        _ => None,
    }
}

/// Reads each message.
pub fn read(messages: &[Value]) -> Read {
    let mut read = Read::default();
    for (number, value) in (1u64..).zip(messages) {
        read.take(|| format!("message {number}"), message::read(value, number.to_string()));
    }
    read
}
