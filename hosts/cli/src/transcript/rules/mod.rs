//! Plain statements lifted out of a turn, by rules.
//!
//! A floor, and made to be quiet rather than complete: English, first person, declarative, one
//! pattern at a time, and nothing out of a question, a condition, a wish or a quotation. A model that
//! reads the transcript does far better.

mod dates;
mod patterns;
mod sentences;

#[cfg(test)]
mod tests;

/// Name and version of these rules, kept as the extractor of what they lift.
pub const NAME: &str = "memolet-rules/1";

/// What is to be done with a lifted statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It holds: remember it.
    Remember,
    /// It holds no longer: end what is at its address.
    End,
}

/// A statement about the speaker.
#[derive(Clone, Debug, PartialEq)]
pub struct Lifted {
    /// `fact` or `preference`.
    pub kind: &'static str,
    /// The claim, in the third person.
    pub text: String,
    /// Whom it is about.
    pub entity: Option<String>,
    /// What of them.
    pub attribute: Option<String>,
    /// The attribute's value; of an end, the value that it must have had.
    pub value: Option<String>,
    /// Where it is more or less than usual.
    pub importance: Option<f64>,
    /// Since when, or until when, where a date was said.
    pub valid_from: Option<u64>,
    /// Remember or end.
    pub action: Action,
}

/// Statements in a turn. `at` is when it was said: dates such as "last month" are read from there.
pub fn lift(text: &str, actor: Option<&str>, at: Option<u64>) -> Vec<Lifted> {
    let speaker = patterns::Speaker::new(actor, at);
    sentences::statements(text).iter().flat_map(|sentence| patterns::lift(sentence, &speaker)).collect()
}
