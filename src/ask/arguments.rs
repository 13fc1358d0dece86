//! A model's arguments, read field by field. A failure names the field and what is allowed, for the model.

use crate::gather::Map;
use crate::read::{Node, Tree};
use crate::types::{Failure, Result};

/// Bytes of arguments that are looked at.
const MOST_BYTES: usize = 64 * 1024;

/// An object. A null is as good as absent.
pub(super) struct Arguments(Map<String, Tree>);

impl Arguments {
    /// Reads an object.
    pub(super) fn parse(json: &str) -> Result<Self> {
        if json.len() > MOST_BYTES {
            return Err(Failure::TooLarge(format!("arguments: at most {MOST_BYTES} bytes")));
        }
        match serde_json::from_str(json) {
            Ok(Tree::Object(fields)) => Ok(Self(fields)),
            // The model is told which field it gave twice.
            Err(error) if error.is_data() => Err(Failure::invalid("arguments", error)),
            _ => Err(Failure::invalid("arguments", "one JSON object")),
        }
    }

    /// Refuses the first field that is not allowed, by name.
    pub(super) fn only(&self, allowed: &[&str]) -> Result<()> {
        match self.0.keys().find(|field| !allowed.contains(&field.as_str())) {
            None => Ok(()),
            Some(field) => {
                let field: String = field.chars().take(64).collect();
                Err(Failure::invalid(&field, format_args!("no such field; allowed: {}", allowed.join(", "))))
            }
        }
    }

    /// A text of at most so many characters.
    pub(super) fn text(&self, field: &str, most: usize) -> Result<String> {
        self.maybe(field, most)?
            .ok_or_else(|| Failure::invalid(field, format_args!("required, a text of 1 to {most} characters")))
    }

    /// The same, if it is there and not blank.
    pub(super) fn maybe(&self, field: &str, most: usize) -> Result<Option<String>> {
        match self.0.get(field) {
            None | Some(Tree::Null) => Ok(None),
            Some(Tree::Text(text)) if text.chars().count() <= most => {
                Ok(Some(text.clone()).filter(|text| !text.trim().is_empty()))
            }
            Some(_) => Err(Failure::invalid(field, format_args!("a text of at most {most} characters"))),
        }
    }

    /// A whole number from 1, if it is there.
    pub(super) fn number(&self, field: &str, most: u64) -> Result<Option<u64>> {
        match self.0.get(field) {
            None | Some(Tree::Null) => Ok(None),
            Some(value) => {
                let number = (&value).whole().filter(|number| (1..=most).contains(number));
                number.map(Some).ok_or_else(|| Failure::invalid(field, format_args!("a whole number from 1 to {most}")))
            }
        }
    }
}
