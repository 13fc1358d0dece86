//! What a terminal reads and a person does not: colours, cursors, titles, links.

use std::borrow::Cow;

/// A text without a terminal's sequences, read once: what the rest makes together is none.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let (mut taken, mut unended) = (0, 0);
    for (at, _) in text.match_indices(['\u{1b}', '\u{9b}']) {
        if at >= taken
            && let Some(length) = sequence(text, at, &mut unended)
        {
            kept.push_str(&text[taken..at]);
            taken = at + length;
        }
    }
    if taken == 0 { Cow::Borrowed(text) } else { Cow::Owned(kept + &text[taken..]) }
}

/// The bytes of a terminal's sequence that begins here, if one does. `unended` remembers up to where no
/// string of a terminal ends, so that a text of many beginnings is read once.
fn sequence(text: &str, at: usize, unended: &mut usize) -> Option<usize> {
    let rest = &text.as_bytes()[at..];
    match rest {
        [0x1b, b'[', parameters @ ..] => controlled(parameters).map(|length| length + 2),
        // U+009B is `ESC [` in one character.
        [0xc2, 0x9b, parameters @ ..] => controlled(parameters).map(|length| length + 2),
        [0x1b, b']' | b'P' | b'X' | b'^' | b'_', ..] if at >= *unended => string(rest, at, unended),
        [0x1b, b'#' | b'%' | b'('..=b'/', b'0'..=b'9' | b'@'..=b'Z', ..] => Some(3),
        [0x1b, b'7' | b'8' | b'=' | b'>' | b'c' | b'D' | b'E' | b'H' | b'M' | b'N' | b'O' | b'Z', ..] => Some(2),
        _ => None,
    }
}

/// Parameters, then intermediates, then the letter that ends it.
fn controlled(rest: &[u8]) -> Option<usize> {
    let parameters = rest.iter().take_while(|byte| matches!(byte, b'0'..=b'?')).count();
    let intermediates = rest[parameters..].iter().take_while(|byte| matches!(byte, b' '..=b'/')).count();
    let end = parameters + intermediates;
    matches!(rest.get(end), Some(b'@'..=b'~')).then_some(end + 1)
}

/// A title or a link, up to its end on the same line. A string without an end is none: its words stay.
fn string(rest: &[u8], at: usize, unended: &mut usize) -> Option<usize> {
    for (place, byte) in rest.iter().enumerate().skip(2) {
        match byte {
            0x07 => return Some(place + 1),
            0x1b if rest.get(place + 1) == Some(&b'\\') => return Some(place + 2),
            0x9c if rest[place - 1] == 0xc2 => return Some(place + 1),
            b'\n' => {
                *unended = at + place;
                return None;
            }
            _ => {}
        }
    }
    *unended = at + rest.len();
    None
}
