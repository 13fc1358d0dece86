//! The formats of chat logs, each in a file of its own. What cannot be read is named by its place, and the
//! rest goes on.

mod content;
mod lines;
mod list;
mod locomo;
mod message;
mod moment;

use serde_json::Value;

use super::turn::Turn;
use crate::json;

/// Something in a transcript that is no turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Where it stands, such as `line 3`.
    pub place: String,
    /// What is wrong with it, and what is allowed.
    pub why: String,
}

/// Turns, and what could not be read.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// Oldest first.
    pub turns: Vec<Turn>,
    /// In order.
    pub unread: Vec<Unread>,
}

impl Read {
    /// Takes what was read at a place.
    fn take(&mut self, place: impl FnOnce() -> String, turn: Result<Turn, String>) {
        match turn {
            Ok(turn) => self.turns.push(turn),
            Err(why) => self.unread.push(Unread { place: place(), why }),
        }
    }
}

/// Reads a transcript, finding its format out.
pub fn read(bytes: &[u8]) -> anyhow::Result<Read> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match json::parse_parts(bytes) {
        Ok(whole) if locomo::is_locomo(&whole) => locomo(&whole),
        // A single line is named as one.
        Ok(whole) => Ok(match list::messages(&whole) {
            Some(messages) if messages.len() != 1 || bytes.trim_ascii().contains(&b'\n') => list::read(messages),
            Some([message]) if message != &whole => list::read(std::slice::from_ref(message)),
            _ => lines::read(bytes),
        }),
        Err(_) => Ok(lines::read(bytes)),
    }
}

/// Reads LoCoMo's format.
pub fn locomo(whole: &Value) -> anyhow::Result<Read> {
    if let Some(key) = json::twice(whole) {
        anyhow::bail!("the key `{key}` is there twice");
    }
    Ok(Read { turns: locomo::read(whole)?, unread: vec![] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(file: &str) -> Vec<String> {
        read(file.as_bytes()).unwrap().turns.into_iter().map(|turn| turn.text).collect()
    }

    #[test]
    fn every_format_is_found_out() {
        for file in [
            "{\"role\":\"user\",\"text\":\"hi\"}\n{\"role\":\"ai\",\"text\":\"yes\"}\n",
            "\u{feff}{\"role\":\"user\",\"text\":\"hi\"}\r\n\r\n{\"Role\":\"AI\",\"content\":\"yes\"}\r\n",
            "[{\"role\":\"user\",\"content\":\"hi\"}, {\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"yes\"}]}]",
            "\u{feff}{\n\"messages\": [\n{\"role\":\"user\",\"content\":\"hi\"},\n{\"role\":\"bot\",\"text\":\"yes\"}\n]}",
            "{\"session_1\": [{\"speaker\":\"Ana\",\"text\":\"hi\"},{\"speaker\":\"Bo\",\"text\":\"yes\"}]}",
        ] {
            assert_eq!(texts(file), ["hi", "yes"], "{file}");
        }
        assert_eq!(texts("{\n  \"role\": \"user\",\n  \"text\": \"hi\"\n}\n"), ["hi"]);
        assert!(texts("").is_empty() && texts("\u{feff}\r\n").is_empty());
    }

    #[test]
    fn what_cannot_be_read_is_named_and_the_rest_goes_on() {
        let file = "{\"text\":\"one\"}\nnonsense\n{\"role\":\"dog\",\"text\":\"woof\"}\n{\"text\":\"two\"}";
        let read = read(file.as_bytes()).unwrap();
        assert_eq!(read.turns.iter().map(|turn| turn.text.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!(read.unread.iter().map(|unread| unread.place.as_str()).collect::<Vec<_>>(), ["line 2", "line 3"]);
    }

    #[test]
    fn bytes_that_are_no_text_cost_their_line_alone() {
        let read = read(b"{\"text\":\"one\"}\n{\"text\":\"\xff\"}\n{\"text\":\"two\"}").unwrap();
        assert_eq!((read.turns.len(), read.unread[0].place.as_str()), (2, "line 2"));
    }
}
