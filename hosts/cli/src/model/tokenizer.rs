//! Tokenizers of OpenAI's models: their vocabularies come with this program, and nothing is fetched.

use anyhow::Context;
use tiktoken_rs::CoreBPE;

/// Loads a vocabulary, once.
type Vocabulary = fn() -> &'static CoreBPE;

/// Each by its name, and how to load it: once a process, at its first count.
const ALL: [(&str, Vocabulary); 5] = [
    ("o200k_base", tiktoken_rs::o200k_base_singleton),
    ("o200k_harmony", tiktoken_rs::o200k_harmony_singleton),
    ("cl100k_base", tiktoken_rs::cl100k_base_singleton),
    ("p50k_base", tiktoken_rs::p50k_base_singleton),
    ("r50k_base", tiktoken_rs::r50k_base_singleton),
];

/// A tokenizer.
#[derive(Clone, Copy, Debug)]
pub struct Tokenizer {
    name: &'static str,
    load: Vocabulary,
}

impl Tokenizer {
    /// The one of a name, if there is one.
    pub fn find(name: &str) -> Option<Self> {
        ALL.iter().find(|(known, _)| *known == name).map(|(name, load)| Self { name, load: *load })
    }

    /// The one of a name; the error says which names there are.
    pub fn named(name: &str) -> anyhow::Result<Self> {
        let names = || ALL.map(|(name, _)| name).join(", ");
        Self::find(name).with_context(|| format!("no tokenizer is called {name}; there are {}", names()))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Tokens of a text. What looks like a special token in it is text like any other.
    pub fn count(self, text: &str) -> u32 {
        u32::try_from((self.load)().count_ordinary(text)).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tokenizer_counts_and_the_unknown_one_is_told_their_names() {
        for (name, _) in ALL {
            let tokenizer = Tokenizer::named(name).unwrap();
            assert_eq!((tokenizer.name(), tokenizer.count(""), tokenizer.count("hello world")), (name, 0, 2));
            assert!(tokenizer.count("<|endoftext|>") > 1, "{name}");
        }
        let why = Tokenizer::named("gpt-9").unwrap_err().to_string();
        assert!(why.contains("gpt-9") && ALL.iter().all(|(name, _)| why.contains(name)), "{why}");
    }
}
