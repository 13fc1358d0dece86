//! Lines that answer each other or stand side by side, whoever says them: speech behind dashes, questions and
//! answers, options of an exercise, a sentence in several languages.

use super::canvas::Canvas;
use super::heads::{Voice, voice};
use super::lines::{Line, shown};
use super::vocabulary::{begins_any, holds, holds_any, is_all};
use crate::statements::words::words;
use crate::types::{Frame, Span};

/// Whether a line is of a kind.
type Is = fn(&str) -> bool;
/// Whether the last of these lines, from the place on that is given, are somebody else's: all of them are of a kind.
type Others = fn(&[&Line], usize) -> bool;

/// Gives lines that are parts of a dialogue, an exercise or a word list to others.
pub fn voices(canvas: &mut Canvas, lines: &[Line]) {
    const KINDS: [(Is, Others); 3] =
        [(is_dashed, is_speech), (is_option, are_options), (is_in_tongue, are_in_several_tongues)];
    let told: Vec<&Line> = lines.iter().filter(|line| !line.is_blank() && line.is_own(canvas)).collect();
    for (is, others) in KINDS {
        let mut at = 0;
        while at < told.len() {
            let start = at;
            while at < told.len() && is(told[at].text) {
                at += 1;
            }
            if at > start && others(&told[..at], start) {
                told[start..at].iter().for_each(|line| canvas.paint(line.whole(), Frame::Quoted));
            }
            at = at.max(start + 1);
        }
    }
    for at in 1..told.len() {
        if asks(told[at - 1].text) && is_answer(told[at].text) {
            answer(canvas, lines, told[at - 1], told[at]);
        }
    }
}

/// Gives sentences in which somebody is asked and answers, more than once, to others: once may be a question to the
/// assistant, and what it should know.
pub fn interviews(canvas: &mut Canvas, sentences: &[Span]) {
    let text = canvas.text;
    let said = |span: &Span| &text[span.start as usize..span.end as usize];
    let mut found: Vec<usize> = Vec::new();
    for at in 1..sentences.len() {
        if asks_you(said(&sentences[at - 1])) && voice(said(&sentences[at])) == Voice::Named {
            found.push(at);
        }
    }
    let (Some(first), Some(last)) = (found.first(), found.last()) else { return };
    if found.len() > 1 {
        let rest = &text[sentences[*last].start as usize..];
        let end = text.len() - rest.len() + rest.find('\n').unwrap_or(rest.len());
        canvas.paint(sentences[*first - 1].start as usize..end, Frame::Quoted);
    }
}

/// Gives a question and the answer, which goes on to a blank line, to others.
fn answer(canvas: &mut Canvas, lines: &[Line], question: &Line, reply: &Line) {
    canvas.paint(question.whole(), Frame::Quoted);
    let mut at = lines.partition_point(|line| line.start < reply.start);
    while at < lines.len() && !lines[at].is_blank() && lines[at].is_own(canvas) {
        canvas.paint(lines[at].whole(), Frame::Quoted);
        at += 1;
    }
}

const DASHES: [char; 3] = ['–', '—', '―'];

fn is_dashed(line: &str) -> bool {
    shown(line).starts_with(DASHES)
}

/// Whether lines behind dashes are speech and no list: one is answered, says who speaks, or a dash that lists have
/// not stands before several.
fn is_speech(told: &[&Line], start: usize) -> bool {
    let run = &told[start..];
    let goes_on = |line: &str| line.contains("? –") || line.contains("? —") || line.contains(". –");
    let is_long = |line: &&Line| shown(line.text).starts_with(['—', '―']);
    run.len() > 1 && (run[..run.len() - 1].iter().any(|line| asks(line.text)) || run.iter().all(is_long))
        || run.iter().any(|line| goes_on(line.text) || holds("sayings", &words(line.text)))
}

fn asks(line: &str) -> bool {
    line.trim_end().ends_with(['?', '？']) || line.contains(['¿', '？'])
}

/// `Where do you live?`, but no request.
fn asks_you(line: &str) -> bool {
    if !asks(line) {
        return false;
    }
    let spoken = words(line);
    holds("you", &spoken) && !holds_any(&["i", "my", "we"], &spoken) && !begins_any(&["asking"], &spoken)
}

/// `A: in Rome`
fn is_answer(line: &str) -> bool {
    line.split_once([':', '：']).is_some_and(|(label, _)| is_all("answers", &words(label)))
}

/// Which of the options a line is: `A) …`, `(b) …`.
fn option(line: &str) -> Option<usize> {
    const LETTERS: &str = "abcdefабвгде";
    let body = shown(line);
    let mut letters = body.strip_prefix('(').unwrap_or(body).chars();
    let (letter, mark, space) = (letters.next()?, letters.next()?, letters.next()?);
    let nth = LETTERS.chars().position(|known| letter.to_lowercase().eq([known]))?;
    (matches!(mark, ')' | '.' | ':') && space == ' ').then_some(nth % 6)
}

fn is_option(line: &str) -> bool {
    option(line).is_some()
}

/// Whether lettered lines are options: in capitals, below a question, or nearly the same words.
fn are_options(told: &[&Line], start: usize) -> bool {
    let run = &told[start..];
    let is_listed = run.len() > 1 && run.iter().enumerate().all(|(at, line)| option(line.text) == Some(at));
    let is_asked = || start > 0 && asks(told[start - 1].text);
    let is_capital = || shown(run[0].text).trim_start_matches('(').starts_with(char::is_uppercase);
    let alike = || {
        let (one, other) = (words(run[0].text), words(run[1].text));
        let shared = one.iter().skip(1).filter(|word| other.iter().any(|same| same.text == word.text)).count();
        2 * shared >= one.len()
    };
    is_listed && (is_capital() || is_asked() || alike())
}

/// The language that a line names before a colon: `EN: …`, `German: …`.
fn tongue(line: &str) -> Option<&str> {
    const CODES: &str = "EN DE FR ES IT PT NL RU JA JP ZH CN UK US";
    const LONGEST: usize = 24;
    let (name, _) = shown(line).split_once([':', '：']).filter(|(name, _)| name.len() < LONGEST)?;
    let name = name.trim();
    let is_code = name.len() == 2 && CODES.contains(name);
    (is_code || is_all("slot tongue", &words(name)) || is_all("slot language", &words(name))).then_some(name)
}

fn is_in_tongue(line: &str) -> bool {
    tongue(line).is_some()
}

fn are_in_several_tongues(told: &[&Line], start: usize) -> bool {
    told.len() > start + 1 && tongue(told[start].text) != tongue(told[start + 1].text)
}
