//! A passage cut into sentences.

use super::faces::{ends_in_face, without_faces};
use super::languages::shelf;
use super::words::{Phrases, is_sign, words};
use crate::types::Span;

/// The sentences of a passage, in order, without the spaces, list markers and emphasis around them.
///
/// Marks of any script end one, a line does, and in chat an emoji or a laugh before `i` or `my`. A full
/// stop ends none after an abbreviation, an initial or an ordinal, nor inside a number, a name or an
/// address. After `U.S.` or `Inc.` one is taken to end only before a word that commonly begins one.
#[must_use]
pub fn sentences(text: &str, within: Span) -> Vec<Span> {
    let end = (within.end as usize).min(text.len());
    let mut at = (within.start as usize).min(end);
    let mut found = Vec::new();
    while let Some(rest) = text.get(at..end).filter(|rest| !rest.is_empty()) {
        let next = at + end_of_sentence(rest);
        super::steps::add(next - at);
        found.extend(bare(text, at, next));
        at = next;
    }
    found
}

/// Where the first sentence ends, with the spaces and closing marks after it.
fn end_of_sentence(text: &str) -> usize {
    let mut skip = marker(text);
    for (at, mark) in text.char_indices() {
        let after = at + mark.len_utf8();
        if at < skip {
            continue;
        }
        if is_line_end(mark) {
            let rest = text[after..].strip_prefix('\n').filter(|_| mark == '\r').unwrap_or(&text[after..]);
            if !is_wrapped(&text[..at], rest) {
                return text.len() - rest.len();
            }
        }
        if is_stop(mark) || mark == '.' || mark == '…' {
            let run = text[after..].trim_start_matches(|c| c == '.' || c == '…' || is_stop(c));
            let closed = run.trim_start_matches(is_closing);
            skip = text.len() - closed.len();
            if ends(&text[..at], mark, run.len() < text.len() - after || mark == '…', closed) {
                return text.len() - closed.trim_start_matches(is_inline_space).len();
            }
        }
        if is_picture(mark) && begins_anew(&text[after..]) && !text[..at].trim().is_empty() {
            return after + (text[after..].len() - text[after..].trim_start_matches(is_inline_space).len());
        }
        if mark == ' ' && (is_laugh(&text[..at]) || ends_in_face(&text[..at])) && begins_anew(&text[at..]) {
            return after;
        }
    }
    text.len()
}

/// Marks that end a sentence wherever they stand before a space, or at all where the script has no spaces.
fn is_stop(c: char) -> bool {
    matches!(
        c,
        '!' | '?'
            | '。'
            | '！'
            | '？'
            | '｡'
            | '．'
            | '।'
            | '॥'
            | '؟'
            | '۔'
            | '։'
            | '။'
            | '၊'
            | '።'
            | '។'
            | '៕'
            | '‼'
            | '⁇'
            | '⁉'
            | '⁈'
    )
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{85}')
}

fn is_closing(c: char) -> bool {
    "\"'”’»›)]}」』）】*_~".contains(c) || matches!(c, '\u{200D}'..='\u{200F}' | '\u{FE0F}' | '\u{202C}' | '\u{2069}')
}

fn is_inline_space(c: char) -> bool {
    c.is_whitespace() && !is_line_end(c)
}

/// Pictures that stand between sentences. A heart may stand for a verb, but then no pronoun follows.
fn is_picture(c: char) -> bool {
    matches!(c, '\u{2600}'..='\u{27BF}' | '\u{1F300}'..='\u{1FAFF}')
}

/// Whether a mark (or more of them) ends a sentence, by what stands before and after.
fn ends(before: &str, mark: char, is_run: bool, after: &str) -> bool {
    let next = after.chars().next();
    let spaced = next.is_none_or(|c| c.is_whitespace() || is_picture(c));
    if is_stop(mark) {
        return spaced || !mark.is_ascii() || next.is_some_and(is_sign);
    }
    if !spaced {
        // A space was left out, `York.I like tea`; but `node.js`, `3.5` and `e.g.` are one.
        let word = last_word(before);
        let is_word = word.chars().count() > 2 && !word.contains('.');
        return is_word && next.is_some_and(char::is_uppercase) && begins_anew(after) || next.is_some_and(is_sign);
    }
    let following = after.trim_start_matches(is_inline_space);
    if following.is_empty() || following.starts_with(is_line_end) {
        return true;
    }
    let goes_on = following.chars().take(NEAR).find(|c| c.is_alphanumeric()).is_some_and(char::is_lowercase);
    if is_run {
        return !goes_on || begins_anew(following);
    }
    let word = last_word(before);
    // French `Me` is a title, English `me` none: `Help me. I live in York.`
    if is_title(word) && (word.starts_with(char::is_uppercase) || !begins_anew(following)) {
        return false;
    }
    if is_abbreviation(word) || is_initials(word) {
        return !goes_on && begins_anew(following) && !is_initial_next(following);
    }
    if is_ordinal(word) && !goes_on {
        return !phrases().begins("after ordinals", &words(head(following))).gt(&0);
    }
    let is_word = word.chars().take(2).count() == 2 && !word.ends_with(char::is_numeric);
    !goes_on || is_word || begins_anew(following)
}

/// Whether a line was only wrapped: it is long, has no mark at its end, and the next goes on small.
fn is_wrapped(line: &str, next: &str) -> bool {
    const WRAPPED: usize = 55;
    let line = line.rsplit(is_line_end).next().unwrap_or(line).trim_end();
    line.len() >= WRAPPED
        && line.ends_with(|c: char| c.is_alphanumeric() || c == ',')
        && next.starts_with(char::is_lowercase)
        && marker(next) == 0
        && !begins_anew(next)
}

/// Whether a text begins with a word that commonly begins a sentence.
pub fn begins_anew(text: &str) -> bool {
    phrases().begins("starters", &words(head(text))) > 0
}

fn is_laugh(before: &str) -> bool {
    phrases().begins("laughs", &words(last_word(before))) > 0 && before.trim().len() > last_word(before).len()
}

/// `J. I. Smith`: what looks like `I` is an initial.
fn is_initial_next(following: &str) -> bool {
    let mut letters = following.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next() == Some('.')
}

/// How many letters after a mark are looked at.
const NEAR: usize = 40;

/// Enough of a text for a phrase of two words.
fn head(text: &str) -> &str {
    let end = text.char_indices().nth(NEAR).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

fn phrases() -> &'static Phrases {
    const SECTIONS: [&str; 5] = ["starters", "laughs", "titles", "abbreviations", "after ordinals"];
    let shelf = shelf();
    shelf.abbreviations.get_or_init(|| Phrases::new(shelf.languages(), &SECTIONS))
}

/// The word at the end, its inner full stops included; long runs are not read to their start.
pub fn last_word(text: &str) -> &str {
    const LONGEST: usize = 24;
    let inner = |c: &char| c.is_alphanumeric() || *c == '.';
    let length: usize = text.chars().rev().take(LONGEST).take_while(inner).map(char::len_utf8).sum();
    &text[text.len() - length..]
}

/// `Dr`, `St`: a name always follows.
fn is_title(word: &str) -> bool {
    is_known("titles", word)
}

/// `Inc`, `etc`, `bzw`.
pub fn is_abbreviation(word: &str) -> bool {
    is_title(word) || is_known("abbreviations", word)
}

fn is_known(section: &str, word: &str) -> bool {
    let word = words(word);
    word.len() == 1 && phrases().begins(section, &word) == 1
}

/// `U.S`, `a.m`, `e.g`, `Ph.D`, `z.B`, or one capital of a name.
pub fn is_initials(word: &str) -> bool {
    let is_short = word.split('.').all(|part| matches!(part.chars().take(3).count(), 1 | 2));
    let is_letters = word.chars().all(|letter| letter.is_alphabetic() && !is_sign(letter) || letter == '.');
    let is_single = word.chars().take(2).count() == 1;
    is_letters && (is_single && !word.chars().all(|c| matches!(c, 'i' | 'u')) || is_short && word.contains('.'))
}

/// `3` of `3. Mai`: one or two digits.
pub fn is_ordinal(word: &str) -> bool {
    matches!(word.len(), 1 | 2) && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// How long the list marker is that a line begins with, with the spaces around it; 0: it has none.
fn marker(line: &str) -> usize {
    let body = line.trim_start_matches(is_inline_space);
    let digits = body.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = body.len() - digits.len();
    let bullet =
        body.trim_start_matches(['-', '*', '•', '+', '–', '—', '·', '●', '○', '▪', '◦', '‣', '→', '#', '✓', '✔', '・']);
    let rest = if (1..=3).contains(&number) {
        digits.strip_prefix(['.', ')'])
    } else if bullet.len() < body.len() {
        Some(bullet)
    } else {
        lettered(body)
    };
    let Some(rest) = rest else { return 0 };
    let boxed = ["[ ]", "[x]", "[X]", "☐", "☑"]
        .iter()
        .find_map(|mark| rest.trim_start_matches(is_inline_space).strip_prefix(mark))
        .unwrap_or(rest);
    let wide = body.starts_with(['•', '・', '●', '·']) || boxed.len() < rest.len();
    let item = boxed.trim_start_matches(is_inline_space);
    if item.len() < boxed.len() || wide { line.len() - item.len() } else { 0 }
}

/// `a)`, `(1)`.
fn lettered(body: &str) -> Option<&str> {
    let (mark, rest) = body.split_once(')').filter(|(mark, _)| mark.len() <= 3)?;
    let inner = mark.strip_prefix('(').unwrap_or(mark);
    let is_mark = inner.len() == 1 && inner.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_mark.then_some(rest)
}

/// What is left of a piece without the marks around it; none if no letter is.
fn bare(text: &str, start: usize, end: usize) -> Option<Span> {
    let piece = &text[start..end];
    let from = marker(piece);
    let body = piece[from..].trim();
    let begin = |inner: &str| inner.as_ptr() as usize - text.as_ptr() as usize;
    let inner = ["**", "__", "~~", "*", "_"].iter().find_map(|mark| {
        body.strip_prefix(mark)?.strip_suffix(mark).filter(|inner| !inner.contains(mark) && !inner.is_empty())
    });
    let body = without_faces(inner.unwrap_or(body).trim());
    let wrapped = body.strip_prefix('(').and_then(|inner| inner.strip_suffix(')').or(inner.strip_suffix(").")));
    let body = wrapped.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(body).trim();
    let span = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let start = begin(body);
    body.contains(char::is_alphabetic).then(|| Span { start: span(start), end: span(start + body.len()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn cut(text: &str) -> Vec<&str> {
        let whole = Span { start: 0, end: u32::try_from(text.len()).unwrap() };
        sentences(text, whole).into_iter().map(|span| &text[span.start as usize..span.end as usize]).collect()
    }

    #[test]
    fn one_sentence_stays_one() {
        let wrong: Vec<_> = [
            "I live in St. Louis.",
            "My name is J. R. Smith.",
            "My boss is called Mr. Brown.",
            "I work for Dr. Oetker.",
            "The user works for the U.S. Army.",
            "I get up at 9 a.m. on Mondays.",
            "She likes fruit, e.g. apples and pears.",
            "Version 2.0.1 of node.js is installed.",
            "My site is www.example.com/a.b?c=d and I like it.",
            "Das Treffen ist am 3. Mai um 10 Uhr.",
            "Ich wohne im 3. Stock.",
            "Er mag Obst, z. B. Äpfel.",
            "Er mag Obst, z.B. Äpfel.",
            "M. Dupont est mon chef.",
            "La Sra. García es mi jefa.",
            "I work at Acme Inc. in York.",
            "I live in the St. James St. area.",
            "I was born on 3.5.1990 in York.",
            "It costs 3.5 euros.",
            "I ❤️ York",
            "用户住在北京。",
            "Yahoo.com is my mail.",
            "My GP is Dr. I. Brown.",
            "He lives in Washington D.C. with his wife.",
        ]
        .into_iter()
        .filter(|text| cut(text) != [*text])
        .map(|text| (text, cut(text)))
        .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn more_are_cut() {
        let wrong: Vec<_> = [
            "I live in York.| I'm vegan.",
            "i live in york.| i like tea",
            "About me:|\n- I live in York|\n- I'm allergic to nuts",
            "1. I live in York|\n2) I'm vegan|\n* I have a dog|\n• I have a cat",
            "I live in York 😀| I like tea",
            "i live in york lol| i like tea",
            "我住在北京。|我喜欢茶！",
            "東京に住んでいます。|猫が好きです。",
            "मैं दिल्ली में रहता हूँ।| मुझे चाय पसंद है।",
            "أعيش في دبي.| هل تعرف؟| نعم",
            "I live in the U.S.| I work in a bank.",
            "I work at Acme Inc.| My boss is Tom.",
            "I am 35.| I live in York.",
            "I live in York!| I like tea?| Yes.",
            "I live in York...| I like tea.",
            "i live in york...| i like tea",
            "She said \"No.\"| I left.",
            "I live in York.|I work at Acme.",
            "I live in York\r\n|I like tea",
            "**I live in York.** |I like tea.",
            "ខ្ញុំរស់នៅភ្នំពេញ។| បាទ",
        ]
        .into_iter()
        .filter_map(|row| {
            let text = row.replace('|', "");
            let want: Vec<String> = row
                .split('|')
                .map(|part| {
                    part.trim()
                        .trim_start_matches(|c: char| "-*•12.) ".contains(c))
                        .trim_end_matches("** ")
                        .trim_end_matches("**")
                        .to_owned()
                })
                .collect();
            (cut(&text) != want).then(|| (text.clone(), cut(&text).into_iter().map(str::to_owned).collect::<Vec<_>>()))
        })
        .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn wrapped_lines_are_one() {
        let text = "I have been living in the lovely old town of York since the\nspring of 2019. I like it.";
        assert_eq!(cut(text).len(), 2);
    }
}
