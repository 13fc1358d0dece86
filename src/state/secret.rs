//! Keyed hashes: of people, so that an erased name is in no log, and of contents, so that an erased
//! text is known again and cannot be guessed.

use crate::log::{Claim, Person, Said};
use crate::text;
use crate::types::Id;
use serde::{Deserialize, Serialize};

/// A store's secret. It never leaves the store's own bytes and never prints.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secret(pub [u8; 32]);

impl Secret {
    /// The hash of a person's or a process's name.
    pub fn person(&self, name: &str) -> Person {
        Person(self.short(&["person", name]))
    }

    /// The hash of an idempotency key of a user.
    pub fn key(&self, user: &str, key: &str) -> Person {
        Person(self.short(&["key", user, key]))
    }

    /// The hash of a user's session.
    pub fn session(&self, user: &str, session: &str) -> Person {
        Person(self.short(&["session", user, session]))
    }

    /// The hash of a text in its normal form, for one user.
    pub fn content(&self, user: &str, words: &str) -> [u8; 32] {
        self.hash(&["content", user, &text::normalise(words)])
    }

    /// That a claim was said: when, and by whom what. With a value it is the value that is said.
    pub fn said(&self, claim: &Claim, stated: bool) -> Said {
        let words = claim.address.as_ref().and(claim.value.as_ref()).unwrap_or(&claim.text);
        let speaker = claim.actor.as_deref().unwrap_or_default();
        let mark = self.short(&["said", claim.source.name(), speaker, &text::normalise(words)]);
        Said { at: claim.observed_at, stated, mark: Person(mark) }
    }

    /// The hash of one version of a memory under a query's words, which are in their normal form.
    pub fn reranked(&self, query: &str, id: Id, version: u64) -> [u8; 32] {
        self.hash(&["reranked", query, &id.to_string(), &version.to_string()])
    }

    /// The hash of a text that a tokenizer counts.
    pub fn counted(&self, counter: &str, text: &str) -> [u8; 32] {
        self.hash(&["counted", counter, text])
    }

    fn short(&self, parts: &[&str]) -> [u8; 16] {
        let hash = self.hash(parts);
        core::array::from_fn(|at| hash[at])
    }

    /// Each part is led by its length, so that no two lists of parts collide.
    fn hash(&self, parts: &[&str]) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        *hasher.finalize().as_bytes()
    }
}

impl core::fmt::Debug for Secret {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_together() {
        let secret = Secret([7; 32]);
        assert_ne!(secret.key("ab", "c"), secret.key("a", "bc"));
        assert_ne!(secret.person("ana"), secret.person("Ana"));
        assert_eq!(secret.content("ana", "Hello  World"), secret.content("ana", "hello world"));
        assert_eq!(format!("{secret:?}"), "Secret");
    }
}
