//! Whose words follow a colon or stand under a heading: the speaker's own only where what stands before them is
//! the speaker's (`About me:`, `Quick question:`), not where it names a person, a text or nothing known.

use super::canvas::Canvas;
use super::vocabulary::{after, begins_any, holds, holds_any, is_all, vocabulary};
use crate::statements::languages;
use crate::statements::mood::{Subject, mood};
use crate::statements::vocabulary::is_relation;
use crate::statements::words::{Word, is_sign, words};

/// What may stand before a head and says nothing: `Ok, one question: …`.
const IDLE: [&str; 4] = ["openings", "asking", "greetings", "nobody"];

/// Whether words before a colon are the speaker's, so that what follows is too.
pub fn is_own(before: &[Word], text: &str) -> bool {
    let spoken = after(&IDLE, before);
    let is_told_time = text.as_bytes().windows(3).any(|three| three[1] == b':' && three[2].is_ascii_digit());
    is_label(spoken)
        || begins_any(&["i", "we", "remember", "returns"], spoken)
        || begins_any(&["labels"], spoken) && is_told_time
}

/// Whether words before a colon say nothing but what kind of thing follows: `Quick question`, `My situation`.
fn is_label(spoken: &[Word]) -> bool {
    const WHOLE: [&str; 7] = ["labels", "own heads", "own speakers", "openings", "asking", "greetings", "nobody"];
    let ends = |section: &str| (0..spoken.len()).any(|at| is_all(section, &spoken[at..]));
    let is_mine = |at: usize| spoken.len() - at > 1 || holds("my", spoken);
    WHOLE.iter().any(|section| is_all(section, spoken))
        || ends("own heads") && !is_of_another(spoken)
        || (0..spoken.len()).any(|at| is_all("labels", &spoken[at..]) && is_mine(at)) && !is_of_another(spoken)
}

/// What follows a label and a colon in a sentence.
pub fn labelled(sentence: &str) -> Option<&str> {
    let (before, rest) = sentence.split_once([':', '：'])?;
    let before = words(before);
    let spoken = after(&IDLE, &before);
    let told = !spoken.is_empty() && is_label(spoken) && vocabulary().begins("remember", spoken) == 0;
    Some(rest.trim_start()).filter(|rest| told && !rest.is_empty())
}

/// Whether words name somebody else's text: `his answer`, `Tom's profile`, `Text`.
pub fn names_text(before: &[Word]) -> bool {
    let spoken = after(&IDLE, before);
    is_of_another(spoken)
        || vocabulary().begins("about", spoken) > 0
        || holds("texts", spoken) && !holds("no texts", spoken)
}

/// `Tom's news`, `his question`.
fn is_of_another(spoken: &[Word]) -> bool {
    let is_of =
        |word: &Word| word.text.ends_with("'s") && !matches!(word.text.as_str(), "here's" | "that's" | "what's");
    let names_relative = || holds("my", spoken) && spoken.iter().any(|word| is_relation(&word.text));
    holds("of others", spoken) || spoken.iter().any(is_of) || names_relative()
}

/// Who says a text: an I that is named, one that may be meant (`live in York`), or nobody known.
#[derive(Clone, Copy, PartialEq)]
pub enum Voice {
    Named,
    Meant,
    Nobody,
}

pub fn voice(text: &str) -> Voice {
    let subject = |language: &'static languages::Language| mood(text, language).subject;
    let subjects: Vec<Subject> = languages::candidates(text).into_iter().map(subject).collect();
    let is_named = |subject: &Subject| matches!(subject, Subject::Me | Subject::Us | Subject::Mine);
    match () {
        () if subjects.iter().any(is_named) || is_of_verb(text) => Voice::Named,
        () if subjects.contains(&Subject::None) && text.contains(char::is_alphabetic) => Voice::Meant,
        () => Voice::Nobody,
    }
}

/// Whether a verb that begins a text says who speaks: `Vivo en Roma`. Those of English do not.
fn is_of_verb(text: &str) -> bool {
    let text = crate::text::lowered(text);
    let begins = |entry: &&str| text.strip_prefix(*entry).is_some_and(|rest| !rest.starts_with(char::is_alphabetic));
    let known = |language: &&languages::Language| language.entries("verbs after").iter().any(begins);
    languages::candidates(&text).iter().filter(|language| language.code != "en").any(known)
}

/// Whether a line of its own is the heading of somebody's text: `# Tom`, `About Tom`, `Minutes`.
pub fn is_heading(canvas: &Canvas, start: usize, end: usize, spoken: &[Word]) -> bool {
    const LONGEST: usize = 7;
    const SIGNS: usize = 12;
    let longest = if text_of_signs(canvas, start) { SIGNS } else { LONGEST };
    let (text, before) = (&canvas.text[start..end], canvas.text[..start].trim_end_matches([' ', '*', '_']));
    let is_marked = before.ends_with('#');
    let told = |section: &str| {
        vocabulary().begins(section, spoken) > 0 || (0..spoken.len()).any(|at| is_all(section, &spoken[at..]))
    };
    let names_text = told("about") || holds("texts", spoken) && !holds("no texts", spoken);
    spoken.len() <= longest
        && text.ends_with(|c: char| c.is_alphanumeric() || c == ')')
        && (is_marked || names_text || is_title(canvas, end, text, spoken))
        && !is_own(spoken, text)
        && (!names_text || is_marked || is_of_another(spoken) || !holds_any(&["i", "my", "we"], spoken))
        && voice(words_below(canvas, end)) != Voice::Nobody
}

/// Whether a text is in a script of which each sign is a word.
fn text_of_signs(canvas: &Canvas, start: usize) -> bool {
    canvas.text[start..].starts_with(is_sign)
}

/// Whether a line may be the title of what stands apart below it: a few words that speak to nobody and of no one
/// known, above several sentences.
fn is_title(canvas: &Canvas, end: usize, text: &str, spoken: &[Word]) -> bool {
    const SPEAKING: [&str; 10] = [
        "i",
        "we",
        "you",
        "openings",
        "asking",
        "greetings",
        "requests",
        "requests of any",
        "requests of this",
        "stop words",
    ];
    let is_capital = text.starts_with(|c: char| c.is_uppercase() || is_sign(c));
    let below = canvas.text[end..].trim_start_matches([' ', '\t', '\r']).strip_prefix('\n').unwrap_or_default();
    let apart = below.trim_start_matches([' ', '\t', '\r']).strip_prefix('\n').unwrap_or_default();
    let paragraph = apart.trim_start().split("\n\n").next().unwrap_or_default();
    let stops = paragraph.matches(['.', '!', '?', '。', '！', '？']).count();
    // `My colleague on LinkedIn`; what is the speaker's own is known before (`My plans`).
    let speaks = !begins_any(&["my"], spoken) && begins_any(&SPEAKING, spoken);
    is_capital && stops > 1 && !speaks
}

/// The next line with words.
fn words_below<'a>(canvas: &Canvas<'a>, end: usize) -> &'a str {
    let rest = canvas.text[end..].trim_start_matches([' ', '\t', '*', '_', '#']);
    match rest.starts_with(['\n', '\r']) {
        true => rest.trim_start().lines().next().unwrap_or_default(),
        false => "",
    }
}

/// What follows a colon: on its line, or below it.
pub fn told_after<'a>(canvas: &Canvas<'a>, told: usize) -> &'a str {
    const MOST: usize = 200;
    let rest = &canvas.text[told..];
    let length = rest.char_indices().nth(MOST).map_or(rest.len(), |(at, _)| at);
    let line = rest[..length].trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = line.find(['\n', '.', '!', '?', '。']).unwrap_or(line.len());
    &line[..end]
}
