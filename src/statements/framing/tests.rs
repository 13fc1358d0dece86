//! Texts that are made to fool the framing, both ways.

use super::*;
use crate::types::Frame;
use proptest::prelude::*;

fn own_of(text: &str, speaker: Option<&str>) -> String {
    let own = passages(text, speaker).into_iter().filter(|passage| passage.frame == Frame::Own);
    own.map(|passage| &text[passage.span.start as usize..passage.span.end as usize]).collect::<Vec<_>>().join(" | ")
}

/// Of what is others' no clause may be left, of what is own all must be.
fn is_right(own: &str, sign: char, part: &str) -> bool {
    if sign == '+' {
        return own.contains(part);
    }
    let pieces = part.split(['.', '!', '?', '\n', ':', '"', '。', '：', '>', '<', ',', '|']).map(str::trim);
    let mut clauses = pieces.filter(|piece| piece.chars().count() > 5 && piece.contains(char::is_alphabetic));
    !own.contains(part) && clauses.all(|clause| !own.contains(clause))
}

/// `+` before what must stay the speaker's own, `-` before what must not; `⏎` is a line end, and a text's parts
/// stand between bars.
fn check(table: &str) {
    let mut wrong = Vec::new();
    for row in table.lines().filter(|row| !row.trim().is_empty() && !row.trim_start().starts_with("##")) {
        let parts: Vec<(char, String)> = row
            .split('¦')
            .filter_map(|part| {
                let part = part.trim_start_matches(' ');
                let sign = part.chars().next()?;
                Some((sign, part[1..].replace('⏎', "\n").replace('⇥', "    ")))
            })
            .collect();
        let text: String = parts.iter().map(|(_, part)| part.as_str()).collect();
        let own = own_of(&text, Some("Ana Lind"));
        for (sign, part) in &parts {
            let part = part.trim();
            if !is_right(&own, *sign, part) {
                wrong.push(format!("{sign}{part:?}\n   own: {own:?}\n   of   {text:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_said_is_own() {
    check(include_str!("own.txt"));
}

#[test]
fn what_is_marked_as_others_is_not() {
    check(include_str!("marked.txt"));
}

#[test]
fn what_words_frame_is_not() {
    check(include_str!("tales.txt"));
}

fn covers(text: &str) {
    let mut last = 0;
    for passage in passages(text, None) {
        let (start, end) = (passage.span.start as usize, passage.span.end as usize);
        assert!(start == last && end > start && text.get(start..end).is_some(), "{text:?} at {start}");
        last = end;
    }
    assert_eq!(last, text.len());
}

proptest! {
    #[test]
    fn passages_cover_any_text_in_order(text in any::<String>()) {
        covers(&text);
    }

    #[test]
    fn passages_cover_any_text_of_marks(parts in prop::collection::vec(prop::sample::select(vec![
        "\"", "'", "’", "‘", "“", "”", "„", "«", "»", "「", "」", "\n", "\r\n", "\n\n", " ", "    ", "```", "~~~", "`", ">", "<a>", "</a>",
        "<!--", "-->", "<|", "|>", "{", "}", "[", "]", "|", ",", ":", "：", "Tom: ", "[09:00] ", "I live in York. ", "Translate: ", "suppose ", "我住在。",
        "é", "\u{200E}", "🙂", "Dear Tom,", "Best,", "wrote:", "- ", "1. ", "- lol ", "St. ", "\t", "…", "\u{301}", "'s ", "i ", "said",
    ]), 0..40)) {
        let text = parts.concat();
        covers(&text);
        for passage in passages(&text, None) {
            let mut last = passage.span.start;
            for span in crate::statements::sentences::sentences(&text, passage.span) {
                prop_assert!(span.start >= last && span.end <= passage.span.end && span.start < span.end);
                prop_assert!(text.get(span.start as usize..span.end as usize).is_some());
                last = span.end;
            }
        }
    }
}

/// Pieces that lead each of the stages deep, and break off.
const HOSTILE: [&str; 63] = [
    "\"a ",
    "'a ",
    "(\"",
    "«",
    "“a",
    "<a>",
    "<",
    "[quote]",
    "<!--",
    "`a``",
    "{\n",
    "[\n",
    "Tom: \n",
    "Dear Tom,\n",
    "i lol i ",
    "a. ",
    ". ",
    ">\n",
    "Best\n",
    "translate: ",
    "suppose. ",
    "a,b,c\n",
    "<|",
    "```\n",
    "1. ",
    "St. ",
    "said \"a\" ",
    "\n\n",
    "\"\n\n\"",
    "🙂 ",
    "...",
    "我",
    "wrote: 1:\n",
    "|a|b|\n",
    "a",
    "'s ",
    "- ",
    "From: a\n",
    "[quote]",
    "[sys] ",
    "★★\n",
    "♪\n",
    "a :) i ",
    "his a: i ",
    "About Tom\n\n",
    "Translate it. ",
    "/*a*/",
    "Hi, \n",
    "9:15\n",
    "subject: a\n\n",
    "a, he said, ",
    "a b c\n",
    "– a? – b\n",
    "A) a\nB) a\n",
    "EN: a\nDE: b\n",
    "you a?\nI b\n",
    "Tom\na\n\n",
    "Tom @tom · 2h\n",
    "I a, b said. ",
    "Title\n\na. b. ",
    "here is a text - a. ",
    "a?\nA: b\n",
    "---\nTom, 28\n",
];

#[test]
fn long_texts_of_marks_are_read_through() {
    for part in HOSTILE {
        covers(&part.repeat(100_000 / part.len()));
    }
}

/// Twice the text is at most some more than twice the work: counted, since a clock says little on a busy machine.
#[test]
fn work_grows_with_the_length_of_a_text() {
    const SMALL: usize = 8_000;
    const OTHER: usize = 20_000;
    let steps = |part: &str, size: usize| {
        let text = part.repeat(size / part.len());
        crate::statements::steps::of(|| covers(&text))
    };
    let grown = HOSTILE.into_iter().map(|part| (part, steps(part, SMALL), steps(part, 2 * SMALL)));
    let wrong: Vec<_> = grown.filter(|(_, small, large)| *large > 2 * small + small / 2 + OTHER).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
