//! Whom a claim is about, by its first words: the user, somebody near the user, or somebody by name.

use super::languages;
use super::mood::{Subject, mood};
use super::vocabulary::{is_relation, relates, tells_change};

/// Whether a claim is about the user and not about what is the user's.
#[must_use]
pub fn is_of_user(told: &str) -> bool {
    let told = crate::text::lowered(told);
    let rest = told.strip_prefix("the user").or_else(|| told.strip_prefix("user"));
    rest.is_some_and(|rest| rest.starts_with(' '))
}

/// The relation of somebody whom a claim is about: `sister` of `The user's older sister moved`, of `my sister`.
#[must_use]
pub fn relation(told: &str) -> Option<String> {
    /// The words of a subject: an owner of two, `older`, who.
    const MOST: usize = 5;
    let language = languages::likeliest(told);
    let words: Vec<String> = told.split_whitespace().take(MOST).map(crate::text::lowered).collect();
    let bare = |word: &String| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let owns = |word: &String| {
        let owner = ["my", "their"].iter().any(|section| language.entries(section).contains(&word.as_str()));
        owner || word.ends_with("'s") || word.ends_with("\u{2019}s")
    };
    let after = words.iter().position(owns)? + 1;
    words.iter().skip(after).map(bare).find(|word| is_relation(word))
}

/// The name with which a claim about somebody begins: `Tom` of `Tom left`, none of `Moved to Leith`.
#[must_use]
pub fn who(told: &str) -> Option<&str> {
    let mut words = told.split_whitespace();
    let (first, second) = (words.next()?, crate::text::lowered(words.next()?));
    let named = first.chars().count() > 1
        && first.chars().all(char::is_alphabetic)
        && first.starts_with(char::is_uppercase)
        && !is_of_user(told);
    let does =
        second == "no" || second.ends_with('s') || second.ends_with("ed") || tells_change(&second) || relates(&second);
    let other = matches!(mood(told, languages::likeliest(told)).subject, Subject::Other | Subject::None);
    (named && does && other).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_about_the_user_a_relation_or_a_name() {
        assert_eq!(relation("The user's sister no longer works at Boots.").as_deref(), Some("sister"));
        assert_eq!(relation("My older sister moved.").as_deref(), Some("sister"));
        assert_eq!(relation("The user has a sister."), None);
        assert_eq!(relation("The user's car was sold."), None);
        assert_eq!(who("Tom left Acme."), Some("Tom"));
        assert_eq!(who("The user left Acme."), None);
        assert_eq!(who("I left Acme."), None);
        assert_eq!(who("Moved to Leith."), None);
    }
}
