//! All memories that a scope sees, page by page.

use serde_json::{Value, json};

use crate::client::Client;
use crate::failure::Outcome;
use crate::request::Request;

/// Every state, so that a listing leaves nothing out.
pub const STATES: [&str; 10] = [
    "provisional",
    "active",
    "consolidated",
    "superseded",
    "ended",
    "invalidated",
    "quarantined",
    "expired",
    "archived",
    "pending-erasure",
];

const PAGE: u64 = 500;

/// Calls with every memory that the scope sees, in any state, newest first.
pub fn each_memory(client: &mut Client, scope: &Value, now: u64, visit: &mut dyn FnMut(Value)) -> Outcome<()> {
    let mut after = Value::Null;
    loop {
        let args = json!({"states": STATES, "limit": PAGE, "after": after});
        let mut page = client.request(&Request::new("list", now, args).scoped(scope))?;
        if let Value::Array(memories) = page["memories"].take() {
            memories.into_iter().for_each(&mut *visit);
        }
        after = page["next"].take();
        if after.is_null() {
            return Ok(());
        }
    }
}
