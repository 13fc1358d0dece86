//! Lines that answer each other or stand side by side, whoever says them: speech behind dashes, questions and
//! answers, options of an exercise, a sentence in several languages.

use super::canvas::Canvas;
use super::heads::{Voice, voice};
use super::lines::{Line, shown};
use super::vocabulary::{holds, is_all, vocabulary};
use crate::statements::words::words;
use crate::types::Frame;

/// Gives lines that are parts of a dialogue, an exercise or a word list to others.
pub fn voices(canvas: &mut Canvas, lines: &[Line]) {
    let told: Vec<&Line> = lines.iter().filter(|line| !line.is_blank() && line.is_own(canvas)).collect();
    let dashes = runs(&told, |line| after_dash(line).is_some()).filter(|run| is_speech(run));
    let options = runs(&told, |line| option(line).is_some()).filter(|run| is_exercise(&told, run));
    let tongues = runs(&told, |line| tongue(line).is_some()).filter(|run| {
        let [first, second, ..] = run else { return false };
        tongue(first.text) != tongue(second.text)
    });
    let answers = told.windows(2).filter(|two| asks(two[0].text) && is_answer(two[1].text));
    let mut others: Vec<&[&Line]> = dashes.chain(options).chain(tongues).chain(answers).collect();
    // One alone may be a question to the assistant, and what it should know.
    let mut interview =
        told.windows(2).filter(|two| asks_you(two[0].text) && voice(two[1].text) == Voice::Named).peekable();
    if let Some(first) = interview.next().filter(|_| interview.peek().is_some()) {
        others.extend(interview.chain([first]));
    }
    for line in others.into_iter().flatten() {
        canvas.paint(line.whole(), Frame::Quoted);
    }
}

/// The stretches of lines that are all of a kind.
fn runs<'a, 'l>(
    told: &'a [&'a Line<'l>],
    is: impl Fn(&str) -> bool + Copy,
) -> impl Iterator<Item = &'a [&'a Line<'l>]> {
    told.chunk_by(move |one, other| is(one.text) == is(other.text)).filter(move |run| is(run[0].text))
}

const DASHES: [char; 3] = ['–', '—', '―'];

/// What follows the dash that a line begins with.
fn after_dash(line: &str) -> Option<&str> {
    shown(line).strip_prefix(DASHES)
}

/// Whether lines behind dashes are speech and no list: one is answered, or a dash that lists have not stands before
/// several.
fn is_speech(run: &[&Line]) -> bool {
    let goes_on = |line: &str| {
        DASHES.iter().any(|dash| line.split(['?', '!', '.']).skip(1).any(|part| part.trim_start().starts_with(*dash)))
    };
    let answered = run.len() > 1 && run[..run.len() - 1].iter().any(|line| asks(line.text));
    answered
        || run.len() > 1 && run.iter().all(|line| shown(line.text).starts_with(['—', '―']))
        || run.iter().any(|line| goes_on(line.text) || holds("sayings", &words(line.text)))
}

fn asks(line: &str) -> bool {
    line.trim_end().ends_with(['?', '？']) || line.contains(['¿', '？'])
}

/// `Where do you live?`, but no request.
fn asks_you(line: &str) -> bool {
    let spoken = words(line);
    asks(line)
        && holds("you", &spoken)
        && !["i", "my", "we"].iter().any(|section| holds(section, &spoken))
        && !["asking", "requests of this"].iter().any(|section| vocabulary().begins(section, &spoken) > 0)
}

/// `A: in Rome`
fn is_answer(line: &str) -> bool {
    let label = line.split_once([':', '：']).map(|(label, _)| words(label));
    label.is_some_and(|label| is_all("answers", &label))
}

/// Which of the options a line is, and whether a capital says so: `A) …`, `(b) …`.
fn option(line: &str) -> Option<(usize, bool)> {
    const LETTERS: [&str; 2] = ["abcdef", "абвгде"];
    let body = shown(line);
    let mut letters = body.strip_prefix('(').unwrap_or(body).chars();
    let (letter, mark, space) = (letters.next()?, letters.next()?, letters.next()?);
    let lower = letter.to_lowercase().next()?;
    let nth = LETTERS.iter().find_map(|known| known.chars().position(|known| known == lower))?;
    (matches!(mark, ')' | '.' | ':') && space == ' ').then_some((nth, letter.is_uppercase()))
}

/// Whether lettered lines are options: in capitals, below a question, or nearly the same words.
fn is_exercise(told: &[&Line], run: &[&Line]) -> bool {
    let found: Vec<_> = run.iter().filter_map(|line| option(line.text)).collect();
    let is_listed = found.len() > 1 && found.iter().enumerate().all(|(at, (nth, _))| at == *nth);
    let above = told.iter().rev().find(|line| line.start < run[0].start);
    let alike = || {
        let (one, other) = (words(run[0].text), words(run[1].text));
        let shared = one.iter().skip(1).filter(|word| other.iter().any(|same| same.text == word.text)).count();
        2 * shared >= one.len()
    };
    is_listed && (found[0].1 || above.is_some_and(|line| asks(line.text)) || alike())
}

/// The language that a line names before a colon: `EN: …`, `German: …`.
fn tongue(line: &str) -> Option<&str> {
    const CODES: [&str; 14] = ["EN", "DE", "FR", "ES", "IT", "PT", "NL", "RU", "JA", "JP", "ZH", "CN", "UK", "US"];
    const LONGEST: usize = 24;
    let (name, _) = shown(line).split_once([':', '：']).filter(|(name, _)| name.len() < LONGEST)?;
    let name = name.trim();
    let known = || ["slot tongue", "slot language"].iter().any(|section| is_all(section, &words(name)));
    (CODES.contains(&name) || known()).then_some(name)
}
