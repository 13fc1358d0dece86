//! Text to terms: the same rules for memories and for questions.
//!
//! 1. The text is folded: NFKC, accents and invisible characters gone.
//! 2. White space parts it into chunks. In a chunk, a run of Han, kana, Hangul,
//!    Thai, Lao, Khmer or Myanmar becomes overlapping pairs of graphemes.
//! 3. The rest is cut into words (UAX 29). Words joined by `- _ . / @ : …`
//!    form an identifier, a term as a whole *and* in parts: `order-4711`.
//! 4. Words in Latin script are stop words, or stemmed (English Snowball).
//!
//! | role | example | in a memory | in a question |
//! |---|---|---|---|
//! | word | `cat`, `喜欢`, `😂`, `4711` | indexed, counts in its length | must match |
//! | whole | `order-4711`, `c++`, `wifi` of `wi-fi` | indexed | a bonus when it matches |
//! | stop | `the`, `who` | indexed | used only where there is no word |
//! | inner | `喜` of `喜欢`, `hub` of `GitHub` | indexed | never |
//!
//! So a question of stop words alone ("The Who") finds its memory, a single
//! character finds a longer run, and neither stop words nor the parts change
//! the length that BM25 divides by. A question with no term matches nothing.

use super::scripts::is_unspaced;
use super::stop::is_stop;
use crate::gather::Map;
use crate::text::{self, flatten, is_emoji, lower};
use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Longest term in bytes; a longer word is cut here, a longer identifier has
/// only parts.
pub const MAX_TERM: usize = 128;

/// The terms of one memory, sorted, each with its count.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Tokens {
    text: String,
    terms: Vec<(Range<usize>, u16)>,
    length: u16,
}

/// The terms of one question, sorted and without repeats.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct QueryTokens {
    terms: Vec<(Box<str>, Weight)>,
}

/// What a term of a question is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// A memory without it matches less of the question.
    Required,
    /// It adds to the score of a memory that has it.
    Bonus,
}

impl Tokens {
    /// The terms of a memory's `text`. Never fails; time is linear in the text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self::with(text, &mut Stems::default())
    }

    /// The same, with the stems of words that came before at hand: for many texts at once.
    #[must_use]
    pub fn with(text: &str, stems: &mut Stems) -> Self {
        let mut all = Collected::for_text(text);
        walk(text, stems, &mut |role, term| {
            all.length += usize::from(role == Role::Word);
            all.push(term);
        });
        all.into_tokens()
    }

    /// The distinct terms and how often each occurs, sorted by bytes.
    pub fn terms(&self) -> impl Iterator<Item = (&str, u16)> {
        self.terms.iter().map(|(at, count)| (&self.text[at.clone()], *count))
    }

    /// Words of the memory: without stop words and without the parts of words.
    #[must_use]
    pub const fn length(&self) -> u16 {
        self.length
    }

    /// Whether there is nothing to index.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

impl QueryTokens {
    /// The terms of a question. Never fails; time is linear in the text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let (mut terms, mut stops) = (Map::new(), Map::new());
        let mut words = false;
        walk(text, &mut Stems::default(), &mut |role, term| match role {
            Role::Word => {
                words = true;
                terms.insert(Box::from(term), Weight::Required);
            }
            Role::Whole => {
                terms.entry(Box::from(term)).or_insert(Weight::Bonus);
            }
            Role::Stop => {
                stops.insert(Box::from(term), Weight::Required);
            }
            Role::Inner => {}
        });
        if !words {
            terms.extend(stops);
        }
        Self { terms: terms.into_iter().collect() }
    }

    /// The distinct terms, sorted by bytes.
    pub fn terms(&self) -> impl Iterator<Item = (&str, Weight)> {
        self.terms.iter().map(|(term, weight)| (&**term, *weight))
    }

    /// Whether the question has no term, so that it matches nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

/// Sizes only: terms are what people wrote.
impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokens").field("terms", &self.terms.len()).finish_non_exhaustive()
    }
}

/// Sizes only: terms are what people wrote.
impl fmt::Debug for QueryTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryTokens").field("terms", &self.terms.len()).finish_non_exhaustive()
    }
}

/// See the table above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Word,
    Whole,
    Stop,
    Inner,
}

/// Receives each term.
type Emit<'a> = dyn FnMut(Role, &str) + 'a;

/// Every term of `text`, in order.
fn walk(text: &str, stems: &mut Stems, emit: &mut Emit<'_>) {
    text::each_word(&flatten(text), |chunk| match plain(chunk) {
        Some(core) => word(core, stems, emit),
        None => any_chunk(chunk, stems, emit),
    });
}

/// The usual chunk, and a quick way through it: one word of ASCII, with an apostrophe perhaps, between
/// signs that [`any_chunk`] would pass over.
fn plain(chunk: &str) -> Option<&str> {
    let bytes = chunk.as_bytes();
    let start = bytes.iter().position(u8::is_ascii_alphanumeric)?;
    let end = bytes.iter().rposition(u8::is_ascii_alphanumeric)? + 1;
    let (core, signs) = (&bytes[start..end], &bytes[end..]);
    let inner = |at: usize| core[at - 1].is_ascii_alphabetic() && core[at + 1].is_ascii_alphabetic();
    let is_word = |(at, byte): (usize, &u8)| byte.is_ascii_alphanumeric() || (*byte == b'\'' && inner(at));
    let plain =
        core.iter().enumerate().all(is_word) && chunk.is_ascii() && !signs.iter().any(|sign| b"+#".contains(sign));
    plain.then(|| &chunk[start..end])
}

/// Every term of a text without white space, in order.
fn any_chunk(chunk: &str, stems: &mut Stems, emit: &mut Emit<'_>) {
    let mut rest = chunk;
    while let Some(first) = rest.chars().next() {
        let unspaced = is_unspaced(first);
        let end = rest.find(|c| is_unspaced(c) != unspaced).unwrap_or(rest.len());
        let (run, tail) = rest.split_at(end);
        if unspaced {
            pairs(run, emit)
        } else {
            words(run, stems, emit)
        }
        rest = tail;
    }
}

/// Overlapping pairs of graphemes; a run of one is a word by itself.
fn pairs(run: &str, emit: &mut Emit<'_>) {
    let mut last: Option<(usize, &str)> = None;
    let mut alone = true;
    for (at, unit) in run.grapheme_indices(true) {
        if let Some((start, before)) = last {
            alone = false;
            emit(Role::Word, cut(&run[start..at + unit.len()]));
            emit(Role::Inner, cut(before));
        }
        last = Some((at, unit));
    }
    if let Some((_, unit)) = last {
        emit(if alone { Role::Word } else { Role::Inner }, cut(unit));
    }
}

/// The words, identifiers and emoji of a run without white space.
fn words(run: &str, stems: &mut Stems, emit: &mut Emit<'_>) {
    let mut group: Option<Range<usize>> = None;
    for (at, piece) in run.split_word_bound_indices() {
        if piece.contains(char::is_alphanumeric) {
            let start = group.map_or(at, |group| group.start);
            group = Some(start..at + piece.len());
        } else if !piece.chars().all(is_connector) {
            if let Some(group) = group.take() {
                identifier(run, group, stems, emit);
            }
            if piece.contains(is_emoji) {
                emit(Role::Word, cut(piece));
            }
        }
    }
    if let Some(group) = group {
        identifier(run, group, stems, emit);
    }
}

/// Words that connectors hold together: the parts, and the whole as a bonus.
fn identifier(run: &str, group: Range<usize>, stems: &mut Stems, emit: &mut Emit<'_>) {
    // `C++` and `C#` keep their sign.
    let sign = run[group.end..].bytes().take(2).take_while(|b| matches!(b, b'+' | b'#')).count();
    let whole = &run[group.start..group.end + sign];
    let parts = || whole.split(is_connector).filter(|part| !part.is_empty());
    for part in parts() {
        word(part, stems, emit);
    }
    if (sign > 0 || parts().nth(1).is_some()) && whole.len() <= MAX_TERM {
        emit(Role::Whole, cut(&lower(whole)));
        if let Some(glued) = glued(whole) {
            emit(Role::Whole, &stem(&lower(&glued)));
        }
    }
}

/// Two spellings of one word: `wi-fi` is also `wifi`, `1,000` also `1000`.
fn glued(whole: &str) -> Option<String> {
    let all = |part: &str, is: fn(&u8) -> bool| !part.is_empty() && part.as_bytes().iter().all(is);
    let letters = |part| all(part, u8::is_ascii_alphabetic);
    let word = whole.split_once('-').is_some_and(|(a, b)| letters(a) && letters(b));
    let number = whole.split_once(',').is_some_and(|(first, rest)| {
        all(first, u8::is_ascii_digit) && rest.split(',').all(|part| part.len() == 3 && all(part, u8::is_ascii_digit))
    });
    (word || number).then(|| whole.replace(['-', ','], ""))
}

/// One word, which may have an apostrophe or humps.
fn word(part: &str, stems: &mut Stems, emit: &mut Emit<'_>) {
    let whole = lower(cut(part));
    if whole.contains('\'') {
        return apostrophe(&whole, stems, emit);
    }
    plain_word(&whole, stems, emit);
    humps(cut(part), emit);
}

/// `don't` is a stop word, `Anna's` is Anna, `O'Brien` is o, brien and obrien.
fn apostrophe(whole: &str, stems: &mut Stems, emit: &mut Emit<'_>) {
    if is_stop(whole) {
        return emit(Role::Stop, whole);
    }
    let whole = whole.trim_matches('\'');
    let base = ["'s", "'ll", "'re", "'ve", "'d", "'m", "n't"]
        .iter()
        .find_map(|end| whole.strip_suffix(end).filter(|base| !base.is_empty()))
        .unwrap_or(whole);
    for part in base.split('\'').filter(|part| !part.is_empty()) {
        plain_word(part, stems, emit);
    }
    if base.contains('\'') {
        emit(Role::Whole, &stem(&base.replace('\'', "")));
    }
}

/// A word in lower case: a stop word or a stem.
fn plain_word(word: &str, stems: &mut Stems, emit: &mut Emit<'_>) {
    let (role, term) = stems.of(word);
    emit(role, term);
}

/// The parts of `GitHub` or `getUserName`, each of two letters or more.
fn humps(part: &str, emit: &mut Emit<'_>) {
    let edge = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    let bytes = part.as_bytes();
    if !part.is_ascii() || !bytes.windows(2).any(edge) {
        return;
    }
    let starts = (1..bytes.len()).filter(|at| edge(&bytes[at - 1..=*at]));
    let mut start = 0;
    for end in starts.chain([bytes.len()]) {
        if end - start > 1 {
            emit(Role::Inner, &stem(&lower(&part[start..end])));
        }
        start = end;
    }
}

/// The English stem of a word of ASCII letters; any other word as it is.
fn stem(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii_lowercase()) {
        Stemmer::create(Algorithm::English).stem(word)
    } else {
        word.into()
    }
}

/// Roles and stems of the words that came last, by a hash of the word. Empty, it owns no memory.
pub struct Stems {
    places: Vec<(Box<str>, Role, Box<str>)>,
}

impl Default for Stems {
    /// For one text: keeps one word.
    fn default() -> Self {
        Self::new(1)
    }
}

impl Stems {
    /// For many texts.
    pub fn many() -> Self {
        Self::new(1 << 13)
    }

    fn new(places: usize) -> Self {
        Self { places: vec![(Box::default(), Role::Inner, Box::default()); places] }
    }

    /// The role of a word in lower case, and its term.
    fn of(&mut self, word: &str) -> (Role, &str) {
        let place = hash(word) as usize & (self.places.len() - 1);
        let (known, role, term) = &mut self.places[place];
        if **known != *word {
            *known = word.into();
            *role = if is_stop(word) { Role::Stop } else { Role::Word };
            *term = if *role == Role::Stop { word.into() } else { cut(&stem(word)).into() };
        }
        (*role, term)
    }
}

/// FNV-1a (Fowler, Noll, Vo), folded.
pub(super) fn hash(word: &str) -> u32 {
    let hash = word.bytes().fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash ^ hash >> 13
}

/// Sizes only: words are what people wrote.
impl fmt::Debug for Stems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stems").field("places", &self.places.len()).finish_non_exhaustive()
    }
}

/// Signs that may stand inside an identifier.
const fn is_connector(c: char) -> bool {
    matches!(
        c,
        '-' | '_'
            | '.'
            | '/'
            | '\\'
            | '@'
            | ':'
            | '#'
            | '+'
            | '&'
            | '='
            | '~'
            | '%'
            | ','
            | ';'
            | '·'
            | '‧'
            | '‿'
            | '⁀'
    )
}

/// At most [`MAX_TERM`] bytes of `term`, whole characters.
fn cut(term: &str) -> &str {
    &term[..term.floor_char_boundary(MAX_TERM)]
}

/// Terms in one string, before they are counted.
struct Collected {
    text: String,
    ranges: Vec<Range<usize>>,
    length: usize,
}

impl Collected {
    /// With room for the terms of a usual text.
    fn for_text(text: &str) -> Self {
        let (bytes, terms) = (text.len(), text.len() / 4);
        Self { text: String::with_capacity(bytes), ranges: Vec::with_capacity(terms), length: 0 }
    }

    fn push(&mut self, term: &str) {
        let start = self.text.len();
        self.text.push_str(term);
        self.ranges.push(start..self.text.len());
    }

    fn into_tokens(mut self) -> Tokens {
        let text = self.text;
        self.ranges.sort_unstable_by(|a, b| text[a.clone()].cmp(&text[b.clone()]));
        let same = self.ranges.chunk_by(|a, b| text[a.clone()] == text[b.clone()]);
        let terms = same.map(|same| (same[0].clone(), saturate(same.len()))).collect();
        Tokens { terms, length: saturate(self.length), text }
    }
}

fn saturate(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

#[cfg(test)]
#[path = "analyse_tests.rs"]
mod tests;
