//! BERT's uncased WordPiece: text to words to the table's tokens.
//!
//! As in the reference: controls are dropped, characters decomposed (NFD), accents stripped, letters
//! lowered; white space parts words, punctuation and ideographs stand alone; each word is cut into
//! the longest known pieces from the left. A word with a part that no piece covers, or of more than
//! 100 characters, is unknown as a whole, and left out. No token marks beginning or end.
//!
//! One difference: the reference takes a literal `[CLS]` or `[MASK]` in a text for its special
//! token. Here it is the word it looks like, so no text reaches a row made for another purpose.

use super::categories::{is_accent, is_alone, is_dropped};
use super::table::{Place, Table};
use crate::text::nfd;

/// Most tokens of a text that count, unknown words among them; what follows is not read.
pub const MAX_TOKENS: usize = 512;
/// Most characters of a text that are read: a bound on work where nothing becomes a token.
pub const MAX_CHARACTERS: usize = 16_384;
/// Longest word, in characters after decomposition.
const MAX_WORD_CHARACTERS: usize = 100;

/// The known tokens of a text, in order, at most [`MAX_TOKENS`].
pub(super) fn tokens(table: &Table, text: &str) -> Vec<u32> {
    let mut pieces = Pieces { table, known: Vec::new(), seen: 0 };
    let mut word = Word::default();
    for character in normalised(text).chars() {
        let alone = is_alone(character);
        if alone || character.is_whitespace() {
            pieces.add(&mut word);
        }
        if alone {
            word.push(character);
            pieces.add(&mut word);
        } else if !character.is_whitespace() {
            word.push(character);
        }
        if pieces.seen >= MAX_TOKENS {
            return pieces.known;
        }
    }
    pieces.add(&mut word);
    pieces.known
}

/// Cleaned, decomposed, without accents, lowered.
fn normalised(text: &str) -> String {
    let clean: String = text.chars().take(MAX_CHARACTERS).filter(|&character| !is_dropped(character)).collect();
    nfd(&clean).chars().filter(|&character| !is_accent(character)).flat_map(char::to_lowercase).collect()
}

/// A word being read. Keeps no more text than a word may have, but counts on.
#[derive(Default)]
struct Word {
    text: String,
    characters: usize,
}

impl Word {
    fn push(&mut self, character: char) {
        self.characters += 1;
        if self.characters <= MAX_WORD_CHARACTERS {
            self.text.push(character);
        }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.characters = 0;
    }
}

struct Pieces<'a> {
    table: &'a Table,
    known: Vec<u32>,
    /// Tokens so far, an unknown word counting as one.
    seen: usize,
}

impl Pieces<'_> {
    /// Adds a word's tokens and empties it. Nothing for an empty word.
    fn add(&mut self, word: &mut Word) {
        if word.characters == 0 {
            return;
        }
        let before = self.known.len();
        if word.characters > MAX_WORD_CHARACTERS || !self.cut(&word.text) {
            self.known.truncate(before);
            self.seen += 1;
        } else {
            self.known.truncate(before + MAX_TOKENS.saturating_sub(self.seen));
            self.seen += self.known.len() - before;
        }
        word.clear();
    }

    /// Appends the word's pieces, longest first from the left; false where a part is unknown.
    fn cut(&mut self, word: &str) -> bool {
        let (mut rest, mut place) = (word.as_bytes(), Place::Beginning);
        while !rest.is_empty() {
            let Some((token, length)) = self.table.longest_match(place, rest) else {
                return false;
            };
            self.known.push(token);
            (rest, place) = (&rest[length..], Place::Continuation);
        }
        true
    }
}
