//! Chats and posts in which who speaks stands on a line of its own, above the words.

use super::canvas::Canvas;
use super::chats::{is_capital, is_name, is_topic};
use super::lines::{Line, end_of_text, shown};
use super::vocabulary::begins_any;
use crate::gather::Set;
use crate::statements::words::words;
use crate::types::Frame;

/// Gives what stands below names, and below the head of a post, to others.
pub fn speakers(canvas: &mut Canvas, lines: &[Line]) {
    if let Some(at) = lines.iter().position(|line| line.is_own(canvas) && is_post(line.text)) {
        canvas.paint(lines[at].start..end_of_text(lines, at), Frame::Pasted);
    }
    let mut known: Set<String> = Set::new();
    let (mut first, mut last, mut turns, mut are_blocks, mut is_named) = (None, 0, 0, true, false);
    for at in 1..lines.len() {
        let name = &lines[at - 1];
        if lines[at].is_blank() || !name.is_own(canvas) || !is_alone(name.text) {
            continue;
        }
        first = first.or(Some(name.start));
        (last, turns) = (at, turns + 1);
        are_blocks &= at < 2 || lines[at - 2].is_blank();
        // Headings name things.
        are_blocks &= !is_topic(name.text);
        is_named |= !is_idle(name.text);
        known.insert(name.text.trim().to_owned());
    }
    // Two who speak in turn, or blocks of which each begins with a name.
    let repeated = known.len() > 1 && turns > known.len();
    if let Some(first) = first.filter(|_| is_named && (repeated || turns > 1 && are_blocks)) {
        let end = lines[last..].iter().find(|line| line.is_blank()).map_or(canvas.text.len(), |line| line.start);
        canvas.paint(first..end, Frame::Pasted);
    }
}

/// Whether a line may be a name and nothing else.
fn is_alone(line: &str) -> bool {
    const LONGEST: usize = 40;
    const MOST: usize = 3;
    let name = shown(line).trim_end();
    let mut parts = name.split_whitespace();
    name.len() < LONGEST
        && name.ends_with(char::is_alphabetic)
        && parts.clone().count() <= MOST
        && parts.all(is_capital)
        && !name.contains([':', ',', '：', '，'])
}

/// Whether it may as well be said by itself: `Thanks`.
fn is_idle(name: &str) -> bool {
    const SAID: [&str; 6] = ["sign-offs", "own heads", "i", "my", "we", "requests"];
    let spoken = words(name);
    !is_name(name, false) || begins_any(&SAID, &spoken)
}

/// The head of a post: `Tom Berg @tomberg · 2h`, `r/rome · Posted by u/tom`, or of a profile: `Anna, 28`.
fn is_post(line: &str) -> bool {
    const MOST: usize = 10;
    let line = shown(line).trim_end();
    let parts: Vec<&str> = line.split_whitespace().collect();
    if let [name, age] = parts[..] {
        let is_age = age.len() == 2 && age.bytes().all(|byte| byte.is_ascii_digit());
        if is_age && is_capital(name) && name.strip_suffix(',').is_some_and(|name| is_name(name, false)) {
            return true;
        }
    }
    let is_handle = |part: &&str| {
        ["@", "u/", "r/", "/u/", "/r/"].iter().any(|mark| part.len() > mark.len() && part.starts_with(mark))
    };
    let marked = line.contains(['·', '•']);
    let is_named = || parts.len() > 1 && parts.iter().all(|part| is_handle(part) || is_capital(part));
    (1..=MOST).contains(&parts.len()) && parts.iter().any(is_handle) && (marked || is_named())
}
