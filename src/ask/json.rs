//! A reply, read strictly: anything that is not the JSON that was asked for is an error.

use crate::read::{Read, Tree};
use crate::types::{Failure, Result};

/// Bytes of a reply that are looked at.
const MOST_BYTES: usize = 64 * 1024;

/// Reads a reply. A fence of Markdown around the JSON is taken off; nothing else is mended. The error
/// says where, never what.
pub fn read<T: Read>(reply: &str) -> Result<T> {
    if reply.len() > MOST_BYTES {
        return Err(Failure::MalformedReply(format!("over {MOST_BYTES} bytes")));
    }
    let tree: Tree = serde_json::from_str(unfenced(reply)).map_err(|error| {
        Failure::MalformedReply(format!("line {} column {}: {}", error.line(), error.column(), sort(&error)))
    })?;
    T::read(&&tree).map_err(|wrong| {
        let at = wrong.at.trim_start_matches('.');
        let at = if at.is_empty() { "the whole" } else { at };
        Failure::MalformedReply(format!("{at}: not of the schema"))
    })
}

/// Refuses a list of another length than `1..=most`.
pub fn at_most(found: usize, most: usize, what: &str) -> Result<()> {
    if (1..=most).contains(&found) {
        return Ok(());
    }
    Err(Failure::MalformedReply(format!("1 to {most} {what} are wanted")))
}

fn unfenced(reply: &str) -> &str {
    let inner = reply.trim().strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    inner.map_or(reply.trim(), |inner| inner.strip_prefix("json").unwrap_or(inner).trim())
}

/// The sort of a mistake, without the reply's words.
fn sort(error: &serde_json::Error) -> &'static str {
    match error.classify() {
        serde_json::error::Category::Data => "not of the schema",
        serde_json::error::Category::Eof => "it ends early",
        _ => "not JSON",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error<T: Read>(reply: &str) -> String {
        match read::<T>(reply) {
            Err(Failure::MalformedReply(text)) => text,
            _ => panic!("a reply that is malformed"),
        }
    }

    #[test]
    fn a_reply_is_read_up_to_its_bound() {
        let padded = |bytes: usize| format!("{}7", " ".repeat(bytes - 1));
        assert_eq!(read::<u8>(&padded(65_536)), Ok(7));
        assert_eq!(error::<u8>(&padded(65_537)), "over 65536 bytes");
        assert_eq!(read::<u8>("```json\n 7 \n```"), Ok(7));
        assert_eq!(read::<u8>(" ```7``` "), Ok(7));
    }

    #[test]
    fn a_mistake_is_named_by_place_and_sort() {
        assert_eq!(error::<Vec<u8>>("[\n7, \"seven\"]"), "[1]: not of the schema");
        assert_eq!(error::<u8>("\"seven\""), "the whole: not of the schema");
        assert_eq!(error::<Vec<u8>>("[7"), "line 1 column 2: it ends early");
        assert_eq!(error::<u8>("seven"), "line 1 column 1: not JSON");
    }

    #[test]
    fn a_list_has_one_to_so_many() {
        assert!(at_most(1, 3, "claims").is_ok() && at_most(3, 3, "claims").is_ok());
        for found in [0, 4] {
            assert_eq!(at_most(found, 3, "claims"), Err(Failure::MalformedReply("1 to 3 claims are wanted".into())));
        }
    }
}
