//! Chats: who speaks stands before each line.

use super::canvas::Canvas;
use super::lines::{Line, shown};
use super::mails::is_same;
use super::tags::is_html;
use super::vocabulary::{begins_any, is_all, vocabulary};
use crate::statements::words::{is_sign, words};
use crate::types::Frame;

/// A line that says who speaks.
struct Speaker<'a> {
    name: &'a str,
    /// Where the words begin, in the line.
    words: usize,
    /// A time stands with the name: the line is of an export.
    stamped: bool,
}

/// Gives others' lines, and what goes on below them to the next blank line, to those who said them. Of the
/// speaker's own lines only the name is not a part of what is said.
pub fn chats(canvas: &mut Canvas, lines: &[Line], own: Option<&str>) {
    let speakers: Vec<Option<Speaker>> =
        lines.iter().map(|line| speaker(line.text).filter(|_| line.is_own(canvas))).collect();
    let answered = speakers.iter().flatten().any(|speaker| is_all("assistants", &words(speaker.name)));
    let last_stamped = speakers.iter().rposition(|speaker| speaker.as_ref().is_some_and(|speaker| speaker.stamped));
    // Some exports leave a blank line below the name.
    let is_bare = |at: usize| {
        let above = at.checked_sub(1).and_then(|above| lines.get(above).zip(speakers.get(above)?.as_ref()));
        above.is_some_and(|(line, speaker)| speaker.stamped && speaker.words >= line.text.trim_end().len())
    };
    let mut open = None;
    for (at, (line, speaker)) in lines.iter().zip(&speakers).enumerate() {
        match speaker {
            Some(speaker) if !answered && is_own(speaker.name, own) => {
                canvas.paint(line.start..line.start + speaker.words, Frame::Pasted);
                open = None;
                continue;
            }
            Some(speaker) => open = Some(speaker.stamped),
            None if line.is_blank() && !(open == Some(true) && (last_stamped > Some(at) || is_bare(at))) => open = None,
            None => {}
        }
        if open.is_some() {
            canvas.paint(line.whole(), Frame::Pasted);
        }
    }
}

/// Lines of `<Tom> hi`, before tags are read: a tag of that shape has no capital, or is closed.
pub fn bracketed(canvas: &mut Canvas, lines: &[Line]) {
    if canvas.text.contains("</") {
        return;
    }
    for line in lines {
        let named = named_by_brackets(shown(line.text))
            .filter(|speaker| speaker.name.starts_with(char::is_alphanumeric) && !is_html(speaker.name));
        if named.is_some_and(|speaker| shown(line.text)[speaker.words..].starts_with(' ')) {
            canvas.paint(line.whole(), Frame::Pasted);
        }
    }
}

fn is_own(name: &str, own: Option<&str>) -> bool {
    own.is_some_and(|own| is_same(own, name)) || is_all("own speakers", &words(name))
}

fn speaker(line: &str) -> Option<Speaker<'_>> {
    let body = after_number(shown(line));
    let from = line.len() - body.len();
    let rest = after_stamp(body);
    let stamped = rest.len() < body.len();
    if stamped && rest.is_empty() && body.contains(':') {
        return Some(Speaker { name: "", words: line.len(), stamped });
    }
    let begin = from + body.len() - rest.len();
    let found = named_by_brackets(rest)
        .or_else(|| named_by_colon(rest, stamped))
        .or_else(|| named_by_dash(rest))
        .or_else(|| named_by_time(rest, stamped))?;
    Some(Speaker { words: begin + found.words, stamped: stamped || found.stamped, ..found })
}

/// Without a list's number.
fn after_number(line: &str) -> &str {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = digits.strip_prefix(". ").or_else(|| digits.strip_prefix(") "));
    rest.filter(|_| (1..=2).contains(&(line.len() - digits.len()))).unwrap_or(line)
}

/// `Tom - I live in Rome`: a name, a dash or an angle, and somebody says I.
fn named_by_dash(rest: &str) -> Option<Speaker<'_>> {
    let marks = [" - ", " – ", " — ", "> "];
    let (at, mark) = marks.iter().find_map(|mark| rest.find(mark).filter(|at| *at < 30).map(|at| (at, *mark)))?;
    let (name, after) = (&rest[..at], words(rest[at + mark.len()..].split([' ', ',', '.']).next()?));
    let speaks = begins_any(&["i", "my", "we"], &after);
    let is_one = name.split_whitespace().count() <= 2 && is_capital(name);
    (speaks && is_one && is_name(name, false)).then_some(Speaker { name, words: at + mark.len(), stamped: false })
}

/// `<Tom> hi`, after a time.
fn named_by_brackets(rest: &str) -> Option<Speaker<'_>> {
    let (name, _) = rest.strip_prefix('<')?.split_once('>').filter(|(name, _)| is_name(name, true))?;
    Some(Speaker { name, words: name.len() + 2, stamped: true })
}

/// `Tom: hi`, `Tom (09:00): hi`, `**Tom:** hi`, `小明：你好`.
fn named_by_colon(rest: &str, stamped: bool) -> Option<Speaker<'_>> {
    const LONGEST: usize = 60;
    let is_colon = |(at, c): &(usize, char)| {
        matches!(c, ':' | '：') && !rest[at + c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit() || c == '/')
    };
    let (at, colon) = rest.char_indices().take(LONGEST).find(is_colon)?;
    let words = at + colon.len_utf8();
    let following = rest[words..].chars().next();
    let is_apart = colon == '：' || following.is_none_or(|c| c.is_whitespace() || c == '*' || !c.is_ascii());
    let (name, timed) = without_time(&rest[..at]);
    let name = name.trim_matches(|c: char| "*_@~ []".contains(c));
    (is_apart && is_name(name, stamped || timed)).then_some(Speaker { name, words, stamped: stamped || timed })
}

/// A line of a name and a time, the words below: `Tom Berg  9:00 AM`, `Tom — Today at 9:00`, `[09:00] Tom`.
fn named_by_time(rest: &str, stamped: bool) -> Option<Speaker<'_>> {
    let body = rest.trim_end();
    let (name, timed) = match body.rsplit_once(' ') {
        Some((name, time)) if is_time(time) && time.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') => {
            (name.trim_end(), true)
        }
        _ => without_time(body),
    };
    let is_alone = stamped && !name.is_empty() && name.split_whitespace().count() <= 3 && is_capital(name);
    let is_nick = timed && body.contains(" — ") && !name.contains(' ');
    let is_known = is_name(name, timed) && !is_topic(name) && (is_capital(name) || is_nick);
    ((timed || is_alone) && body.len() < 80 && is_known).then_some(Speaker { name, words: rest.len(), stamped: true })
}

/// A name without the time after it, and whether there was one.
fn without_time(name: &str) -> (&str, bool) {
    let name = name.trim_end();
    let cut = name
        .find(['(', '[', '—', '–', '•', '|'])
        .or_else(|| name.find(", "))
        .or_else(|| name.find(" - "))
        .or_else(|| name.find("  "))
        .unwrap_or(name.len());
    let (before, time) = name.split_at(cut);
    if is_time(time) { (before.trim_end_matches([',', ' ']), true) } else { (name, false) }
}

/// What follows a time at a line's beginning: `[12/07/26, 09:00] `, `12.07.26, 09:00 - `, `09:00 `.
fn after_stamp(line: &str) -> &str {
    if let Some(inner) = line.strip_prefix(['[', '(']) {
        let end = inner.char_indices().take(40).find(|(_, c)| matches!(c, ']' | ')'));
        return match end {
            Some((at, close)) if is_time(&inner[..at]) => separated(&inner[at + close.len_utf8()..]),
            _ => line,
        };
    }
    let mut rest = line;
    for part in line.split_inclusive(' ').take(6) {
        let is_stamp = part.starts_with(|c: char| c.is_ascii_digit()) && is_time(part);
        let is_more = rest.len() < line.len()
            && ["am", "pm", "-", "–", "—", "-->", ",", "a.m.", "p.m.", "uhr"]
                .contains(&part.trim().to_ascii_lowercase().as_str());
        if !is_stamp && !is_more {
            break;
        }
        rest = &rest[part.len()..];
    }
    // A list's dash is no time.
    if rest.len() < line.len() { separated(rest) } else { line }
}

fn separated(rest: &str) -> &str {
    rest.trim_start_matches(|c: char| c.is_whitespace() || "-–—:|\u{200E}".contains(c))
}

/// Whether a text holds a time or a date in digits: `09:00`, `12/07/26`, `2026-07-12`.
fn is_time(text: &str) -> bool {
    let parts = |mark: char| {
        let mut digits = text.split(mark).map(|part| part.trim_matches(|c: char| !c.is_ascii_digit() && c != ' '));
        let first = digits.next().is_some_and(|part| part.ends_with(|c: char| c.is_ascii_digit()));
        first && digits.next().is_some_and(|part| part.starts_with(|c: char| c.is_ascii_digit()))
    };
    text.len() < 60
        && (parts(':')
            || parts('/')
            || text.matches('.').count() >= 2 && parts('.')
            || text.matches('-').count() >= 2 && parts('-'))
}

pub fn is_capital(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase() || is_sign(c) || c == '@' || c == '+')
}

/// Whether what stands before a colon names somebody. In an export everything there does.
pub fn is_name(name: &str, stamped: bool) -> bool {
    let parts: Vec<&str> = name.split_whitespace().collect();
    let spoken = words(name);
    let most = if stamped { 6 } else { 3 };
    if parts.is_empty()
        || parts.len() > most
        || spoken.is_empty()
        || name.contains(['.', ',', '?', '!', '"']) && !stamped && !is_titled(name)
    {
        return false;
    }
    if stamped {
        return true;
    }
    let signs = spoken.iter().filter(|word| word.text.chars().all(is_sign)).count();
    if is_label(name) || signs > 6 || name.starts_with(['-', '•', '#', '–', '(', '[']) {
        return false;
    }
    let is_part = |part: &&str| {
        is_capital(part)
            || part.starts_with(|c: char| c.is_ascii_digit())
            || ["van", "de", "von", "der", "da", "di", "el", "al", "bin", "le", "la"].contains(part)
    };
    let has_case = name.contains(char::is_lowercase) || name.contains(char::is_uppercase);
    parts.iter().all(is_part) && (is_capital(name) || name.starts_with('+'))
        || parts.len() == 1 && (!has_case || name.starts_with(char::is_lowercase))
        || !has_case && parts.len() <= 2
}

fn is_titled(name: &str) -> bool {
    ["Dr.", "Mr.", "Mrs.", "Ms.", "Prof.", "Hr.", "Fr.", "M.", "Sr.", "Sra."]
        .iter()
        .any(|title| name.starts_with(title))
        || name.contains("St.")
}

/// `Note`, `Lunch`.
pub fn is_topic(name: &str) -> bool {
    let spoken = words(name);
    let last = spoken.last().is_some_and(|last| is_all("labels", core::slice::from_ref(last)));
    last || is_all("labels", &spoken) || is_all("texts", &spoken)
}

/// Whether what stands before a colon names what follows and nobody who speaks: `Note`, `My address`, `Hi Claude`.
fn is_label(name: &str) -> bool {
    let spoken = words(name);
    let whole = is_topic(name) || is_all("greetings", &spoken) || is_all("openings", &spoken);
    let greets = vocabulary().begins("greetings", &spoken) > 0 || vocabulary().begins("openings", &spoken) > 0;
    let is_own = is_all("own speakers", &spoken);
    let is_sentence = spoken.len() > 1 && vocabulary().begins("stop words", &spoken) > 0;
    let returns = is_all("returns", &spoken);
    // `小明说：“…”` names who is quoted.
    let says = (0..spoken.len()).any(|at| is_all("sayings", &spoken[at..]));
    !is_own && (returns || says || whole || greets || is_sentence)
}
