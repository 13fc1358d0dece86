//! JSON Lines: a message a line.

use super::{Read, message};
use crate::json;

/// Reads every line that is not blank.
pub fn read(bytes: &[u8]) -> Read {
    let mut read = Read::default();
    for (number, line) in (1u64..).zip(bytes.split(|byte| *byte == b'\n')) {
        let line = line.trim_ascii();
        if !line.is_empty() {
            read.take(|| format!("line {number}"), turn(line, number));
        }
    }
    read
}

fn turn(line: &[u8], number: u64) -> Result<super::Turn, String> {
    let line = std::str::from_utf8(line).map_err(|_| "is no UTF-8".to_owned())?;
    let value = json::parse_parts(line.as_bytes()).map_err(|error| format!("is no JSON: {error}"))?;
    message::read(&value, number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_turns_and_keep_their_numbers() {
        let read = read(b"{\"text\":\"hi\"}\r\n\n  {\"role\":\"ai\",\"text\":\"yes\"}  ");
        let places: Vec<&str> = read.turns.iter().map(|turn| turn.place.as_str()).collect();
        assert_eq!(places, ["1", "3"]);
    }
}
