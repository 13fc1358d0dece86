//! Marks that order right-to-left writing: which of a text's say something.

use super::Fate;
use super::scripts::is_right_to_left;

/// The direction marks of a text. Without right-to-left letters there is nothing to order; with them a
/// single mark stays, and an embedding or an isolate that its own line closes.
#[derive(Debug, Default)]
pub(super) struct Directions {
    orders: bool,
    /// For each embedding, isolate and closing mark in order: it is one of a pair.
    paired: Vec<bool>,
    passed: usize,
}

impl Directions {
    pub(super) fn of(text: &str) -> Self {
        let orders = !text.is_ascii() && text.chars().any(is_right_to_left);
        let paired = if orders { pairs(text) } else { Vec::new() };
        Self { orders, paired, passed: 0 }
    }

    /// Whether a single mark says something after such a character.
    pub(super) fn marks(&self, last: Option<char>) -> bool {
        self.orders && !last.is_some_and(|last| matches!(last, '\u{61c}' | '\u{200e}' | '\u{200f}'))
    }

    /// The fate of the next embedding, isolate, override or closing mark.
    pub(super) fn next(&mut self, mark: char) -> Fate {
        let is_paired = self.paired.get(self.passed).copied().unwrap_or(false);
        self.passed += 1;
        match mark {
            '\u{202d}' | '\u{202e}' => Fate::Hidden,
            _ if is_paired => Fate::Stays,
            _ => Fate::Idle,
        }
    }
}

/// Which marks open and close within a line. What closes an override is no pair.
fn pairs(text: &str) -> Vec<bool> {
    let mut paired = Vec::new();
    let mut open: Vec<(usize, char)> = Vec::new();
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => open.clear(),
            '\u{202a}' | '\u{202b}' | '\u{202d}' | '\u{202e}' | '\u{2066}'..='\u{2068}' => {
                open.push((paired.len(), character));
                paired.push(false);
            }
            '\u{202c}' | '\u{2069}' => {
                let opener = open.pop_if(|(_, opener)| (*opener >= '\u{2066}') == (character == '\u{2069}'));
                let pair = opener.filter(|(_, opener)| !matches!(opener, '\u{202d}' | '\u{202e}'));
                if let Some((place, _)) = pair {
                    paired[place] = true;
                }
                paired.push(pair.is_some());
            }
            _ => {}
        }
    }
    paired
}
