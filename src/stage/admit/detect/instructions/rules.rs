//! Which words together make a command.

use super::super::phrases::{is_end, is_stop, matched, words};
use super::vocabulary::*;

/// Classes of which one word each stands within so many words of the others.
struct Rule {
    within: usize,
    classes: &'static [u128],
}

const fn rule(within: usize, classes: &'static [u128]) -> Rule {
    Rule { within, classes }
}

/// The same class, where the word opens a clause, as commands do.
const fn opening(class: u128) -> u128 {
    class << OPENING_SHIFT
}

const RULES: &[Rule] = &[
    rule(0, &[ALONE]),
    // Setting aside what was said before.
    rule(9, &[IGNORE, ORDERS, PRIOR | ALL | YOU | GUARD]),
    rule(4, &[IGNORE, ABOVE]),
    rule(2, &[opening(IGNORE), USER]),
    // Setting up what holds from here on.
    rule(6, &[STANDING, YOU]),
    rule(8, &[STANDING, OBEY | ANSWER | RECOMMEND]),
    rule(2, &[STANDING, ALWAYS]),
    rule(3, &[opening(ALWAYS), OBEY | ANSWER | RECOMMEND]),
    rule(5, &[MUST, OBEY | RECOMMEND | IGNORE]),
    rule(5, &[MUST, ALWAYS, ANSWER]),
    rule(8, &[opening(REMEMBER), ALWAYS | STANDING | MUST, OBEY | ANSWER | RECOMMEND | MUST]),
    rule(6, &[REMEMBER, MEMORY]),
    rule(6, &[FRESH, OBEY | IGNORE | REVEAL | SEND | CALL]),
    // Becoming someone else.
    rule(8, &[ROLE, AI | FREE]),
    rule(10, &[FREE, ANSWER | STANDING | ENABLE | OBEY | AI]),
    rule(10, &[GUARD, ORDERS, NEGATED]),
    // Giving away.
    rule(8, &[REVEAL, INNER]),
    rule(7, &[opening(REVEAL), PRIVATE]),
    rule(7, &[opening(SEND), PRIVATE]),
    rule(14, &[SEND, ADDRESS, PRIVATE | CONTENT | AI]),
    rule(12, &[SEND, TO_URL]),
    // Acting.
    rule(3, &[CALL, TOOL]),
    rule(16, &[DECODE, EXECUTE]),
    rule(18, &[APPEND, REPLY]),
    rule(14, &[BEFORE_REPLY, OBEY | SEND | APPEND | REVEAL | CALL | IGNORE | MUST]),
    // Addressing.
    rule(6, &[AI, MUST | SHOULD | OBEY | IGNORE]),
    rule(8, &[ADDRESSED, MUST | SHOULD | OBEY | IGNORE | SEND | REVEAL | APPEND | CALL | PLEASE | YOU]),
];

/// Units of distance: a Chinese character is one, a word is two.
const UNITS_PER_WORD: usize = 2;
/// What a sentence's end adds to the distance over it, in units.
const END_UNITS: usize = 6;

/// Whether the words of a folded text fulfil a rule.
pub(super) fn is_command(folded: &str) -> bool {
    let words = words(folded);
    let mut last_met = [None; u128::BITS as usize];
    let mut place = 0;
    let mut is_opening = true;
    for (at, word) in words.iter().enumerate() {
        place += if is_end(word) {
            END_UNITS
        } else if word.len() > 3 || word.is_ascii() {
            UNITS_PER_WORD
        } else {
            1
        };
        let classes = classes(&words[at..]);
        let classes = if is_opening { classes | classes << OPENING_SHIFT } else { classes };
        for class in bits(classes) {
            last_met[class] = Some(place);
        }
        if classes != 0 && RULES.iter().any(|rule| rule.is_met(&last_met, place)) {
            return true;
        }
        is_opening = is_stop(word) || is_opening && classes & PLEASE != 0 || keeps_opening(word);
    }
    false
}

impl Rule {
    fn is_met(&self, last_met: &[Option<usize>], place: usize) -> bool {
        let earliest = place.saturating_sub(self.within * UNITS_PER_WORD);
        self.classes.iter().all(|&class| bits(class).any(|bit| last_met[bit].is_some_and(|met| met >= earliest)))
    }
}

/// The places of the bits that are set.
fn bits(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (lowest < u128::BITS).then_some(lowest as usize)
    })
}

/// After these a command may go on.
fn keeps_opening(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "and", "then", "also", "instead", "now", "just", "must", "should", "und", "dann", "et", "puis", "y", "e",
        "luego", "please", "bitte",
    ];
    WORDS.contains(&word)
}

/// The classes of the phrases that begin here.
fn classes(words: &[&str]) -> u128 {
    let first = words[0].as_bytes().first().map_or(0, |&byte| usize::from(byte));
    let (from, to) = (PHRASES.starts[first], PHRASES.starts[first + 1]);
    PHRASES.of[usize::from(from)..usize::from(to)]
        .iter()
        .map(|phrase| (VOCABULARY[usize::from(phrase.class)], phrase))
        .filter(|((_, phrases), phrase)| matched(phrase.among(phrases), words) > 0)
        .fold(0, |classes, ((class, _), _)| classes | class)
}

/// The vocabulary in the order of its first bytes, so that a word is compared with few phrases.
struct Phrases {
    /// Where the phrases of each first byte start.
    starts: [u16; 257],
    of: [Phrase; PHRASE_COUNT],
}

/// A phrase's place in the vocabulary: a third of the size of a string.
#[derive(Clone, Copy)]
struct Phrase {
    class: u8,
    length: u8,
    start: u16,
}

impl Phrase {
    fn among(self, phrases: &str) -> &str {
        &phrases[usize::from(self.start)..][..usize::from(self.length)]
    }
}

static PHRASES: Phrases = sorted();

const PHRASE_COUNT: usize = {
    let mut count = 0;
    let mut class = 0;
    while class < VOCABULARY.len() {
        let phrases = VOCABULARY[class].1.as_bytes();
        count += 1;
        let mut at = 0;
        while at < phrases.len() {
            count += (phrases[at] == b'|') as usize;
            at += 1;
        }
        class += 1;
    }
    count
};

/// A counting sort, at compile time.
const fn sorted() -> Phrases {
    let listed = listed();
    let mut starts = [0; 257];
    let mut at = 0;
    while at < PHRASE_COUNT {
        starts[first_byte(listed[at]) + 1] += 1;
        at += 1;
    }
    let mut byte = 0;
    while byte < 256 {
        starts[byte + 1] += starts[byte];
        byte += 1;
    }
    let mut of = listed;
    let mut next = starts;
    let mut at = 0;
    while at < PHRASE_COUNT {
        let byte = first_byte(listed[at]);
        of[next[byte] as usize] = listed[at];
        next[byte] += 1;
        at += 1;
    }
    Phrases { starts, of }
}

const fn first_byte(phrase: Phrase) -> usize {
    VOCABULARY[phrase.class as usize].1.as_bytes()[phrase.start as usize] as usize
}

/// The vocabulary in its own order, flat.
const fn listed() -> [Phrase; PHRASE_COUNT] {
    let mut listed = [Phrase { class: 0, length: 0, start: 0 }; PHRASE_COUNT];
    let mut count = 0;
    let mut class = 0;
    while class < VOCABULARY.len() {
        let phrases = VOCABULARY[class].1.as_bytes();
        assert!(class <= u8::MAX as usize && phrases.len() <= u16::MAX as usize);
        let mut start = 0;
        while start < phrases.len() {
            let mut end = start;
            while end < phrases.len() && phrases[end] != b'|' {
                end += 1;
            }
            assert!(end - start <= u8::MAX as usize);
            listed[count] = Phrase { class: class as u8, length: (end - start) as u8, start: start as u16 };
            count += 1;
            start = end + 1;
        }
        class += 1;
    }
    listed
}

/// Whether a folded text has marks of a prompt's structure, or an image that carries data away.
pub(super) fn has_mark(folded: &str) -> bool {
    MARKS.iter().any(|mark| folded.contains(mark))
        || folded.lines().any(|line| {
            let line = line.trim_start_matches([' ', '\t', '-', '*', '>', '#', '=', '"', '[', '(']);
            LINE_HEADS.iter().any(|head| {
                line.strip_prefix(head).is_some_and(|rest| rest.trim_start_matches(['*', ']', ' ']).starts_with(':'))
            })
        })
        || carries_data_away(folded)
}

/// A markdown or HTML image whose address has a query or a place to fill in.
fn carries_data_away(folded: &str) -> bool {
    const LONGEST_ADDRESS: usize = 300;
    ["](http", "src=\"http", "src='http", "src=http"].iter().any(|head| {
        folded.match_indices(head).any(|(at, _)| {
            let is_image = !head.starts_with(']') || is_image_before(&folded[..at]);
            let address = folded[at + 2..].chars().take(LONGEST_ADDRESS);
            let mut address = address.take_while(|&mark| !matches!(mark, ')' | '>' | ' ' | '\n'));
            is_image && address.any(|mark| "?{$%".contains(mark))
        })
    })
}

fn is_image_before(text: &str) -> bool {
    const LONGEST_TITLE: usize = 100;
    let tail = text.char_indices().rev().take(LONGEST_TITLE).find(|&(_, letter)| letter == '[');
    tail.is_some_and(|(at, _)| text[..at].ends_with('!'))
}
