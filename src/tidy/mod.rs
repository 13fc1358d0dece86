//! Writing without what it does not say: colours of a terminal, marks that order nothing, controls.
//!
//! Every character has a fate by what stands around it (`Fate`). What a script needs stays: joiners
//! between letters of joining scripts and within an emoji, the zero-width space of scripts without
//! spaces, direction marks and balanced pairs beside right-to-left letters, one selector after a symbol
//! or an ideograph, the tags of a complete flag. What says nothing goes, whoever wrote it. What ordinary
//! writing never holds (tags, overriding directions, controls, noncharacters) is `Hidden`: a reason to
//! refuse what a tool hands in, and taken off a person's own words, which are kept.
//!
//! A floor. It does not know which letters really join, so a joiner between any two of them stays; nor
//! does it see what a choice between visible look-alikes says, or one selector on each of many symbols;
//! combining marks may pile up.

mod directions;
mod scripts;
mod terminal;

use std::borrow::Cow;

use directions::Directions;
use scripts::{after_flag, is_joining, is_mongolian, is_noncharacter, is_pictograph, is_unspaced, is_varied};
pub(crate) use scripts::{is_ideographic, is_unseen};

/// Most variation selectors of the supplement that one text may hold; a name needs one or two.
const MAX_IDEOGRAPH_VARIANTS: usize = 4;

/// The text without what says nothing. A text with something hidden in it is left as it came, to be
/// refused: taking out what stands between could make what is hidden a colour.
#[must_use]
pub fn cleaned(text: &str) -> Cow<'_, str> {
    if forbidden(text).is_some() { Cow::Borrowed(text) } else { without(text, |fate| fate == Fate::Idle) }
}

/// A person's own words: without what says nothing and without what is hidden.
#[must_use]
pub fn own(text: &str) -> Cow<'_, str> {
    without(text, |fate| matches!(fate, Fate::Idle | Fate::Hidden))
}

/// The first character that a memory may not hold, if there is one.
#[must_use]
pub fn forbidden(text: &str) -> Option<char> {
    let mut found = None;
    each(text, |piece, fate| {
        if found.is_none() && fate == Fate::Hidden {
            found = piece.chars().next();
        }
    });
    found
}

/// What becomes of a piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is writing.
    Stays,
    /// It says nothing where it stands.
    Idle,
    /// It ends a line, in a way of its own.
    Line,
    /// No writing has it.
    Hidden,
}

/// A text without pieces of some fates; as it stands where there are none.
fn without(text: &str, goes: fn(Fate) -> bool) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b'\t' | b'\n' | b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    each(text, |piece, fate| match fate {
        Fate::Line => kept.push('\n'),
        fate if goes(fate) => {}
        _ => kept.push_str(piece),
    });
    if kept == text { Cow::Borrowed(text) } else { Cow::Owned(kept) }
}

/// Hands on a text piece by piece, each with its fate. What a terminal reads is not handed on: nothing
/// else is judged by it.
fn each(text: &str, mut visit: impl FnMut(&str, Fate)) {
    let text = &*terminal::plain(text);
    let mut context = Context { directions: Directions::of(text), ..Context::default() };
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let (length, fate) = context.fate(text, at, character);
        let piece = &text[at..at + length];
        visit(piece, fate);
        match fate {
            Fate::Stays => context.advance(character),
            Fate::Line => context.advance('\n'),
            Fate::Idle | Fate::Hidden => {}
        }
        at += length;
    }
}

/// What came before, as far as it decides what may come.
#[derive(Debug, Default)]
struct Context {
    /// The last character that stays.
    last: Option<char>,
    /// The last of them that is neither a selector nor a skin tone.
    base: Option<char>,
    ideograph_variants: usize,
    directions: Directions,
}

impl Context {
    /// How many bytes from a place on share a fate, and which.
    fn fate(&mut self, text: &str, at: usize, character: char) -> (usize, Fate) {
        let rest = &text[at + character.len_utf8()..];
        if character == '\u{1f3f4}'
            && let Some(after) = after_flag(rest)
        {
            return (text.len() - at - after.len(), Fate::Stays);
        }
        (character.len_utf8(), self.of(character, rest.chars().next()))
    }

    fn of(&mut self, character: char, next: Option<char>) -> Fate {
        let stays = |holds: bool| if holds { Fate::Stays } else { Fate::Idle };
        match character {
            '\r' => {
                if next == Some('\n') {
                    Fate::Stays
                } else {
                    Fate::Line
                }
            }
            '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Fate::Line,
            '\u{200b}' => stays(self.last.is_some_and(is_unspaced) || self.parts(next)),
            '\u{200c}' => stays(self.joins() && next.is_some_and(is_joining)),
            '\u{200d}' => stays(self.joins() || self.glues(next)),
            '\u{61c}' | '\u{200e}' | '\u{200f}' => stays(self.directions.marks(self.last)),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => self.directions.next(character),
            '\u{fe00}'..='\u{fe0f}' => stays(self.last.is_some_and(is_varied)),
            '\u{180b}'..='\u{180d}' | '\u{180f}' => stays(self.last.is_some_and(is_mongolian)),
            '\u{e0100}'..='\u{e01ef}' if self.varies_ideograph() => Fate::Stays,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' => Fate::Idle,
            '\u{2060}'..='\u{2064}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' => Fate::Idle,
            _ if is_unseen(character) || is_noncharacter(character) => Fate::Hidden,
            _ => Fate::Stays,
        }
    }

    fn joins(&self) -> bool {
        self.last.is_some_and(is_joining)
    }

    /// Before a letter of a script without spaces, and after anything but another that parts.
    fn parts(&self, next: Option<char>) -> bool {
        next.is_some_and(is_unspaced) && self.last.is_some_and(|last| !last.is_whitespace() && last != '\u{200b}')
    }

    /// Between two parts of one emoji.
    fn glues(&self, next: Option<char>) -> bool {
        self.last != Some('\u{200d}') && self.base.is_some_and(is_pictograph) && next.is_some_and(is_pictograph)
    }

    fn varies_ideograph(&mut self) -> bool {
        self.ideograph_variants += 1;
        self.ideograph_variants <= MAX_IDEOGRAPH_VARIANTS && self.last.is_some_and(is_ideographic)
    }

    fn advance(&mut self, character: char) {
        self.last = Some(character);
        if !matches!(character, '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}') {
            self.base = Some(character);
        }
    }
}

#[cfg(test)]
mod tests;
