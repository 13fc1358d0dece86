//! Chats and posts in which who speaks stands on a line of its own, above the words.

use super::canvas::Canvas;
use super::chats::{is_capital, is_name, is_topic};
use super::lines::{Line, shown};
use super::vocabulary::vocabulary;
use crate::gather::Map;
use crate::statements::words::words;
use crate::types::Frame;

/// Gives what stands below names, and below the head of a post, to others.
pub fn speakers(canvas: &mut Canvas, lines: &[Line]) {
    if let Some(line) = lines.iter().find(|line| line.is_own(canvas) && is_post(line.text)) {
        canvas.paint(line.start..canvas.text.len(), Frame::Pasted);
    }
    let follows = |at: usize| lines.get(at + 1).is_some_and(|next| !next.is_blank());
    let named: Vec<usize> =
        (0..lines.len()).filter(|at| follows(*at) && lines[*at].is_own(canvas) && is_alone(lines[*at].text)).collect();
    let mut known: Map<&str, usize> = Map::new();
    named.iter().for_each(|at| *known.entry(lines[*at].text.trim()).or_default() += 1);
    let is_first = |at: usize| at.checked_sub(1).is_none_or(|above| lines[above].is_blank());
    let names = known.keys().filter(|name| !is_idle(name)).count();
    // Two who speak in turn, or blocks of which each begins with a name; but headings name things.
    let repeated = known.len() > 1 && known.values().any(|times| *times > 1);
    let blocks = named.len() > 1 && named.iter().all(|at| is_first(*at) && !is_topic(lines[*at].text));
    let (Some(first), Some(last)) = (named.first(), named.last()) else { return };
    if names > 0 && (repeated || blocks) {
        let end = lines[*last..].iter().find(|line| line.is_blank()).map_or(canvas.text.len(), |line| line.start);
        canvas.paint(lines[*first].start..end, Frame::Pasted);
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
    !is_name(name, false) || SAID.iter().any(|section| vocabulary().begins(section, &spoken) > 0)
}

/// The head of a post: `Tom Berg @tomberg · 2h`, `r/rome · Posted by u/tom`.
fn is_post(line: &str) -> bool {
    const MOST: usize = 10;
    let line = shown(line).trim_end();
    let parts: Vec<&str> = line.split_whitespace().collect();
    let is_handle = |part: &&str| {
        ["@", "u/", "r/", "/u/", "/r/"].iter().any(|mark| part.len() > mark.len() && part.starts_with(mark))
    };
    let marked = line.contains(['·', '•']);
    let is_named = || parts.len() > 1 && parts.iter().all(|part| is_handle(part) || is_capital(part));
    (1..=MOST).contains(&parts.len()) && parts.iter().any(is_handle) && (marked || is_named())
}
