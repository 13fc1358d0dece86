//! Quotations in any script's marks.

use super::canvas::Canvas;
use super::heads::{Voice, voice};
use super::vocabulary::{holds, vocabulary};
use crate::statements::sentences::{is_abbreviation, is_initials, last_word};
use crate::statements::words::{is_apostrophe, words};
use crate::types::Frame;
use core::ops::Range;

/// A mark that opens a quotation, and those that close it.
const PAIRS: [(char, &str); 14] = [
    ('“', "”“"),
    ('„', "“”\""),
    ('«', "»"),
    ('»', "«"),
    ('‹', "›"),
    ('›', "‹"),
    ('「', "」"),
    ('『', "』"),
    ('《', "》"),
    ('〈', "〉"),
    ('”', "”"),
    ('‚', "‘’"),
    ('‘', "’"),
    ('＂', "＂"),
];

/// Opening marks that wait at a time.
const MOST: usize = 8;

/// An opening mark that waits for its other half.
struct Open {
    at: usize,
    mark: char,
}

/// Gives paired marks and all between them to others, and with them the sentence that they stand in. Names
/// and titles in marks stay; a mark without its other half says nothing.
pub fn quotes(canvas: &mut Canvas) {
    for stretch in pairs(canvas) {
        let text = &canvas.text[stretch.clone()];
        let inner = text.trim_matches(|c: char| !c.is_alphanumeric() && !".!?。！？…".contains(c));
        if is_name_like(inner) && !is_said(&canvas.text[..stretch.start]) {
            continue;
        }
        let (start, end) = (begin_of_sentence(canvas, stretch.start), end_of_sentence(canvas, &stretch));
        canvas.paint(start..end, Frame::Quoted);
    }
}

/// At most five words that state nothing of anybody: `Yesterday`, `The Great Gatsby`.
pub fn is_name_like(inner: &str) -> bool {
    let short = inner.len() < 80 && !inner.contains(['\n', '.', '!', '?', '。', '！', '？', '=', '(', '{', ':']);
    let words = || words(inner);
    short && words().len() <= 8 && {
        let words = words();
        let is_first_person = holds("i", &words) || holds("my", &words) || voice(inner) == Voice::Named;
        let signs = words.iter().any(|word| word.text.chars().any(crate::statements::words::is_sign));
        !is_first_person && (signs || words.len() <= 5)
    }
}

/// Whether a verb of saying or a colon stands just before.
fn is_said(before: &str) -> bool {
    const NEAR: usize = 60;
    let mut start = before.len().saturating_sub(NEAR);
    while !before.is_char_boundary(start) {
        start += 1;
    }
    let near = before[start..].trim_end();
    let words = words(near);
    let from = words.len().saturating_sub(3);
    (from..words.len()).any(|at| {
        let length = vocabulary().begins("sayings", &words[at..]);
        length > 0 && at + length == words.len()
    })
}

/// Where the sentence begins that a quotation stands in: after a full stop, on its line.
fn begin_of_sentence(canvas: &Canvas, quote: usize) -> usize {
    const LONGEST: usize = 600;
    let mut at = quote;
    for (place, c) in canvas.text[..quote].char_indices().rev().take(LONGEST) {
        let spaced = canvas.text[place + c.len_utf8()..].starts_with(char::is_whitespace);
        let stops = matches!(c, '\n' | '\r' | '。' | '！' | '？')
            || matches!(c, '.' | '!' | '?') && spaced && !is_short(&canvas.text[..place]);
        if stops || !canvas.is_own(place) {
            return at;
        }
        at = place;
    }
    at
}

/// Whether a text ends in what may be an abbreviation; `er` and `il` are none.
fn is_short(before: &str) -> bool {
    let word = last_word(before);
    is_abbreviation(word) || is_initials(word)
}

/// Where the sentence ends that a quotation stands in. It ends with the quotation if that ends in a full
/// stop and no small letter follows.
fn end_of_sentence(canvas: &Canvas, quote: &Range<usize>) -> usize {
    const LONGEST: usize = 600;
    let rest = &canvas.text[quote.end..];
    let inner =
        canvas.text[quote.clone()].trim_end_matches(|c: char| !c.is_alphanumeric() && !".!?。！？…".contains(c));
    let next = rest.trim_start_matches([' ', '\t', ')', '*', '_']);
    let is_ended = inner.ends_with(['.', '!', '?', '。', '！', '？', '…']);
    if is_ended && !next.starts_with(|c: char| c.is_lowercase() || ",;-–—、，".contains(c)) {
        return quote.end;
    }
    for (at, c) in rest.char_indices().take(LONGEST) {
        let after = &rest[at + c.len_utf8()..];
        let stops = matches!(c, '\n' | '\r' | '。' | '！' | '？')
            || matches!(c, '.' | '!' | '?') && !after.starts_with(char::is_alphanumeric) && !is_short(&rest[..at]);
        if stops || !canvas.is_own(quote.end + at) {
            return quote.end + at + c.len_utf8();
        }
    }
    quote.end + rest.len().min(rest.char_indices().nth(LONGEST).map_or(rest.len(), |(at, _)| at))
}

/// The outermost quotations, in order.
fn pairs(canvas: &Canvas) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let marks = marks(canvas);
    for (number, (at, mark)) in marks.iter().copied().enumerate() {
        if mark == '\n' {
            // Speech of several paragraphs opens each and closes the last.
            let next = canvas.text[at..].trim_start();
            open.retain(|open| {
                next.starts_with(open.mark) || matches!(open.mark, '“' | '„' | '«' | '‹' | '「' | '『' | '《' | '〈')
            });
            continue;
        }
        let next = marks.get(number + 1).copied();
        if let Some(depth) = closed(canvas.text, &open, at, mark, next) {
            let start = open[depth].at;
            open.truncate(depth);
            while found.last().is_some_and(|last| last.start >= start) {
                found.pop();
            }
            found.push(start..canvas.text.len() - behind(canvas.text, at).len());
        } else if opens(canvas.text, at, mark) && open.last().is_none_or(|last| last.mark != mark) {
            // More than a few that wait are no quotations: the oldest goes.
            if open.len() == MOST {
                open.remove(0);
            }
            open.push(Open { at, mark });
        }
    }
    found
}

/// The marks of the speaker's own words; a line feed stands for a blank line.
fn marks(canvas: &Canvas) -> Vec<(usize, char)> {
    let mut after_line = 0_usize;
    let mut marks = Vec::new();
    for (at, c) in canvas.text.char_indices() {
        // One for a run of blank lines.
        if c == '\n' && after_line == 1 {
            marks.push((at, '\n'));
        }
        after_line = if c == '\n' {
            after_line + 1
        } else if c.is_whitespace() {
            after_line
        } else {
            0
        };
        let is_mark =
            c == '"' || is_apostrophe(c) || PAIRS.iter().any(|(open, closes)| *open == c || closes.contains(c));
        if is_mark && canvas.is_own(at) {
            marks.push((at, if c == '\u{FF07}' || c == '\u{02BC}' { '\'' } else { c }));
        }
    }
    marks
}

/// Which of the open marks one closes.
fn closed(text: &str, open: &[Open], at: usize, mark: char, next: Option<(usize, char)>) -> Option<usize> {
    open.iter().rposition(|open| {
        let inner = &text[open.at..at];
        let fits = match open.mark {
            '"' | '\'' => open.mark == mark,
            other => PAIRS.iter().any(|(mark_open, closes)| *mark_open == other && closes.contains(mark)),
        };
        let is_apostrophe = matches!(mark, '\'' | '’');
        fits && inner.len() > open.mark.len_utf8()
            && (!is_apostrophe || ends_word(text, at) && !is_possessive(text, at, mark, next))
            && (mark != '"' || ends_word(text, at))
    })
}

/// Whether a mark stands at a word's end: no letter goes on after it, and no space is before it.
fn ends_word(text: &str, at: usize) -> bool {
    let after = behind(text, at).chars().next();
    let before = text[..at].chars().next_back();
    after.is_none_or(|c| !c.is_alphanumeric()) && before.is_some_and(|c| !c.is_whitespace())
}

/// What stands behind the mark at a place, which may be written wider than the one that it stands for.
fn behind(text: &str, at: usize) -> &str {
    let mut letters = text[at..].chars();
    letters.next();
    letters.as_str()
}

/// `the dogs' bowl`: an apostrophe after an s before a small letter, where another mark may still close.
fn is_possessive(text: &str, at: usize, mark: char, next: Option<(usize, char)>) -> bool {
    let after = behind(text, at).strip_prefix(' ').unwrap_or_default();
    let closes_later = next.is_some_and(|(next, other)| other == mark && ends_word(text, next));
    text[..at].ends_with(['s', 'S']) && after.starts_with(char::is_lowercase) && closes_later
}

/// Whether a mark may open: it stands before a word and not after one.
fn opens(text: &str, at: usize, mark: char) -> bool {
    let rest = behind(text, at);
    let before = text[..at].chars().next_back();
    let free = before
        .is_none_or(|c| c.is_whitespace() || "([{<-–—:,;/*_.!?…".contains(c) || !c.is_ascii() && !c.is_alphabetic());
    let follows = rest.starts_with(|c: char| !c.is_whitespace());
    match mark {
        '\'' | '‘' => free && follows && !is_clipped(rest),
        '"' | '”' | '＂' => free && follows,
        '’' => false,
        '»' | '›' => free && rest.starts_with(|c: char| c.is_alphanumeric() || "¿¡".contains(c)),
        _ => PAIRS.iter().any(|(open, _)| *open == mark),
    }
}

/// `'cause`, `'em`, `'90s`: something is left out.
fn is_clipped(rest: &str) -> bool {
    const CLIPPED: [&str; 11] = ["cause", "cos", "cuz", "em", "til", "till", "tis", "twas", "bout", "round", "n"];
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    rest.starts_with(|c: char| c.is_ascii_digit())
        || CLIPPED.iter().any(|word| rest[..end].eq_ignore_ascii_case(word))
        || ["s", "ne", "nen", "n"].contains(&&rest[..end])
}
