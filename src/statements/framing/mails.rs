//! Mails: quoted lines, what stands under `On Monday Tom wrote:` or in a forwarded one, and whole ones
//! from the greeting to the name below.

use super::canvas::Canvas;
use super::lines::{Line, end_of_text, shown};
use super::vocabulary::{after, holds, is_all, vocabulary};
use crate::statements::words::{Word, is_sign, words};
use crate::text::fold_name;
use crate::types::Frame;

/// Lines that begin with `>`, and the rest of a line after a sentence where one follows, as a paste in one
/// piece has it.
pub fn quoted_lines(canvas: &mut Canvas, lines: &[Line]) {
    for line in lines {
        let body = shown(line.text);
        let mut marks = body.match_indices(['>', '＞']).map(|(at, _)| at);
        let inner = || marks.find(|at| is_quoting(&body[*at..]) && is_after_sentence(&body[..*at]));
        if let Some(at) = is_quoting(body).then_some(0).or_else(inner) {
            canvas.paint(line.start + (line.text.len() - body.len()) + at..line.next, Frame::Quoted);
        }
    }
}

/// `>:(` is a face and `>5 years` a measure.
fn is_quoting(body: &str) -> bool {
    let rest = body.strip_prefix(['>', '＞']).or_else(|| body.strip_prefix("&gt;"));
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit() || ":;=(.".contains(c)))
}

fn is_after_sentence(before: &str) -> bool {
    before.ends_with(' ') && before.trim_end().ends_with(['.', '!', '?', ':', '。', '！', '？', '：'])
}

/// What a mail program puts above a quoted or forwarded mail takes all below it.
pub fn quoted_mails(canvas: &mut Canvas, lines: &[Line]) {
    let to_the_end = lines.iter().enumerate().find_map(|(at, line)| {
        let begins = is_forward(line.text)
            || is_head(&lines[at..])
            || (is_attribution(line.text) && !is_marked(canvas, &lines[at + 1..]));
        (begins && line.is_own(canvas)).then(|| line.start..end_of_text(lines, at))
    });
    for line in lines.iter().filter(|line| is_attribution(line.text)) {
        canvas.paint(line.whole(), Frame::Quoted);
    }
    if let Some(mail) = to_the_end {
        canvas.paint(mail, Frame::Pasted);
    }
    if lines.iter().any(|line| line.is_own(canvas) && vocabulary().begins("attached", &words(line.text)) > 0) {
        canvas.paint(0..canvas.text.len(), Frame::Pasted);
    }
}

/// Whether the next line with words is marked as quoted: then only marked lines are.
fn is_marked(canvas: &Canvas, lines: &[Line]) -> bool {
    lines.iter().find(|line| !line.is_blank()).is_some_and(|line| !line.is_own(canvas))
}

/// `On Mon, 12 Jul 2026 at 09:00, Tom <tom@example.com> wrote:`
fn is_attribution(line: &str) -> bool {
    let line = line.trim_end();
    line.len() < 300
        && line.ends_with([':', '：'])
        && line.contains(|c: char| c.is_ascii_digit() || c == '@')
        && holds("wrote", &words(line))
}

/// `-------- Original Message --------`
fn is_forward(line: &str) -> bool {
    let body = shown(line).trim_end();
    let words = || words(body.trim_matches(|c: char| !c.is_alphanumeric()));
    body.len() < 120
        && (body.starts_with("--") || body.starts_with("__") || body.ends_with(':'))
        && is_all("forwards", &words())
}

/// Two lines such as `From: …` and `Subject: …` below one another, or a subject alone above a blank line.
fn is_head(lines: &[Line]) -> bool {
    let is_subject = |line: &Line| header(line.text).is_some_and(|name| is_all("subjects", &name));
    if let [line, next, ..] = lines
        && is_subject(line)
        && next.is_blank()
    {
        return true;
    }
    let heads = lines.iter().take(6).take_while(|line| header(line.text).is_some()).count();
    let first = lines.get(..heads).unwrap_or_default();
    let tells =
        |line: &Line| line.text.contains('@') || header(line.text).is_some_and(|name| is_all("subjects", &name));
    heads >= 2 && (heads >= 3 || first.iter().any(tells))
}

fn header(line: &str) -> Option<Vec<Word>> {
    let (name, _) = shown(line).trim_start_matches('*').split_once([':', '：']).filter(|(name, _)| name.len() < 40)?;
    let name = words(name);
    (is_all("headers", &name) || is_all("subjects", &name)).then_some(name)
}

/// From a greeting on a line of its own to a farewell. It is the speaker's own only if nobody else
/// is greeted or signs.
pub fn whole_mails(canvas: &mut Canvas, lines: &[Line], speaker: Option<&str>) {
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let found = greeted(line.text).filter(|_| line.is_own(canvas)).and_then(|name| {
            let rest = &lines[at + 1..];
            let farewell = at + 1 + rest.iter().position(|line| is_farewell(line.text))?;
            Some((name, farewell))
        });
        let Some((name, farewell)) = found else {
            at += 1;
            // Without a farewell below, no other greeting has one either.
            if line.is_own(canvas) && greeted(line.text).is_some() {
                return;
            }
            continue;
        };
        let signed = signature(&lines[farewell..]);
        let end = lines.get(farewell + usize::from(signed.is_some())).map_or(canvas.text.len(), |line| line.next);
        let is_own = match signed {
            Some(signed) => speaker.is_some_and(|speaker| is_same(speaker, signed)),
            None => name.is_empty(),
        };
        if !is_own {
            canvas.paint(line.start..end, Frame::Pasted);
        }
        at = farewell + 1;
    }
}

/// A mail without a farewell: a line that greets somebody by name, or a greeting below other words, takes the rest.
pub fn open_mails(canvas: &mut Canvas, lines: &[Line]) {
    let mut has_begun = false;
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_blank()) {
        let spoken = words(head(line.text));
        let greets = vocabulary().begins("greetings", &spoken);
        let named = greeted(line.text).is_some_and(|name| !name.is_empty()) && line.next < canvas.text.len();
        // `Hi Sam, …` may greet the assistant, `Dear Sam, …` does not.
        let is_letter = || vocabulary().begins("openings", &spoken) == 0 && !is_nobody(&spoken[greets..]);
        let greeting = greets > 0 && is_greeting(line.text, &spoken, greets) && (has_begun || is_letter());
        if line.is_own(canvas) && (named || greeting) {
            canvas.paint(line.start..end_of_text(lines, at), Frame::Pasted);
            return;
        }
        has_begun |= greets == 0 && spoken.len() > 1;
    }
}

/// Whether these words name nobody or the assistant.
fn is_nobody(name: &[Word]) -> bool {
    name.is_empty() || vocabulary().begins("nobody", name) > 0
}

/// Whether a line's first words greet and are set off, as above a mail.
fn is_greeting(line: &str, spoken: &[Word], greets: usize) -> bool {
    const NAME: usize = 3;
    let line = head(line);
    let set_off = |at: usize| {
        let end = spoken[at].end;
        line.get(end..).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', '!', '.', '，', '！', '。', '、']))
    };
    line.starts_with(|c: char| c.is_uppercase() || is_sign(c))
        && (greets - 1..(greets + NAME).min(spoken.len())).any(set_off)
}

/// Enough of a line for a greeting and a name.
fn head(line: &str) -> &str {
    const LONGEST: usize = 60;
    let line = shown(line);
    line.char_indices().nth(LONGEST).map_or(line, |(at, _)| &line[..at])
}

/// Whom a line greets; empty where it is nobody by name.
fn greeted(line: &str) -> Option<String> {
    let body = shown(line).trim_end();
    let greeting = words(body);
    let length = vocabulary().begins("greetings", &greeting);
    let rest = &greeting[length.min(greeting.len())..];
    let ends = body.ends_with([',', '!', ':', '，', '：', '！', '.', ';']) || greeting.len() == length;
    let name = after(&["nobody"], rest);
    let is_nobody = name.is_empty() || is_all("nobody", name);
    let name = if is_nobody {
        String::new()
    } else {
        name.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    (length > 0 && rest.len() <= 4 && body.len() < 80 && ends).then_some(name)
}

fn is_farewell(line: &str) -> bool {
    let body = shown(line);
    body.len() < 60 && is_all("sign-offs", &words(body))
}

/// The name on the line below a farewell.
fn signature<'a>(lines: &[Line<'a>]) -> Option<&'a str> {
    let below = lines.iter().skip(1).find(|line| !line.is_blank())?.text.trim();
    let is_name = below.split_whitespace().count() <= 4 && below.starts_with(char::is_alphabetic);
    (is_name && !below.ends_with(['.', '?', '!', ':'])).then_some(below)
}

/// Whether two names may be of one: they share their first word, and their last where both have one more.
pub fn is_same(speaker: &str, name: &str) -> bool {
    let (speaker, name) = (fold_name(speaker), fold_name(name));
    let rest = |name: &str| name.split_once(' ').map(|(_, rest)| rest.to_owned());
    let agree = rest(&speaker).zip(rest(&name)).is_none_or(|(one, other)| one == other);
    !name.is_empty() && speaker.split(' ').next() == name.split(' ').next() && agree
}
