//! What stands between tags: `<document>…</document>`, `[quote]…[/quote]`, `<|im_start|>…<|im_end|>`.

use super::canvas::Canvas;
use crate::gather::{self, Map};
use crate::types::Frame;
use core::ops::Range;

struct Tag<'a> {
    name: &'a str,
    span: Range<usize>,
    closes: bool,
}

/// Pairs of tags with all between them, and lone tags by themselves. A tag alone on its line that is never
/// closed takes the rest: what is pasted is often cut off.
pub fn tags(canvas: &mut Canvas) {
    let text = canvas.text;
    let mut open: Map<String, Vec<usize>> = Map::new();
    let found = found(canvas);
    let mut stretches: Vec<Range<usize>> = Vec::new();
    for tag in &found {
        let name = tag.name.to_ascii_lowercase();
        let opened = if tag.closes { open.get_mut(&name).and_then(Vec::pop) } else { None };
        let start = opened.unwrap_or(tag.span.start);
        // What lies inside is swallowed: the stretches stay apart and in order.
        while stretches.last().is_some_and(|last| last.start >= start) {
            stretches.pop();
        }
        stretches.push(start..tag.span.end);
        if !tag.closes {
            open.entry(name).or_default().push(tag.span.start);
        }
    }
    let unclosed = open.into_iter().filter(|(name, _)| !is_html(name)).flat_map(|(_, starts)| starts);
    let unclosed: Vec<usize> = unclosed.collect();
    // `[System message] …` is closed by its line's end.
    let mut starts: Vec<usize> = unclosed.iter().copied().filter(|start| text[*start..].starts_with('[')).collect();
    gather::sort(&mut starts, Ord::cmp);
    let mut done = 0;
    for start in starts {
        if start >= done {
            done = start + text[start..].find('\n').unwrap_or(text.len() - start);
            canvas.paint(start..done, Frame::Tagged);
        }
    }
    let first = unclosed.into_iter().filter(|start| stands_alone(text, *start)).min();
    stretches.extend(first.map(|start| start..text.len()));
    stretches.into_iter().for_each(|stretch| canvas.paint(stretch, Frame::Tagged));
    markers(canvas);
}

/// Whether nothing but a tag stands on its line, and something below.
fn stands_alone(text: &str, start: usize) -> bool {
    const LONGEST: usize = 400;
    let mut before = text[..start].chars().rev().skip_while(|c| matches!(c, ' ' | '\t'));
    let begins = before.next().is_none_or(|c| matches!(c, '\n' | '\r'));
    let line: String = text[start + 1..].chars().take(LONGEST).take_while(|c| !matches!(c, '\n' | '\r')).collect();
    begins && line.trim_end().ends_with(['>', ']']) && !line.contains(['<', '['])
}

/// Tags that are often not closed.
pub fn is_html(name: &str) -> bool {
    ["br", "p", "hr", "li", "img", "input", "b", "i", "td", "tr", "meta", "link", "wbr", "u", "s"].contains(&name)
}

fn found<'a>(canvas: &Canvas<'a>) -> Vec<Tag<'a>> {
    let text = canvas.text;
    let (mut found, mut at) = (Vec::new(), 0);
    let last = text.rfind("-->").unwrap_or(0);
    while let Some(start) = text[at..].find(['<', '[']).map(|next| at + next) {
        at = start + 1;
        let Some(tag) = comment(text, start, last).or_else(|| tag(text, start)).filter(|_| canvas.is_own(start)) else {
            continue;
        };
        at = tag.span.end;
        found.push(tag);
    }
    found
}

/// The comment that begins at a byte, where one ends after it at all.
fn comment(text: &str, start: usize, last: usize) -> Option<Tag<'_>> {
    let inner = text[start..].strip_prefix("<!--").filter(|_| start < last)?;
    let end = start + "<!---->".len() + inner.find("-->")?;
    Some(Tag { name: "!", span: start..end, closes: true })
}

/// The tag that begins at a byte. Its name and attributes are short.
fn tag(text: &str, start: usize) -> Option<Tag<'_>> {
    const LONGEST: usize = 400;
    let is_square = text[start..].starts_with('[');
    let close = if is_square { b']' } else { b'>' };
    let opens = text.as_bytes()[start];
    let end = |byte: &u8| *byte == close || *byte == opens;
    let length = 1 + text.as_bytes()[start + 1..].iter().take(LONGEST).position(end)?;
    if text.as_bytes()[start + length] != close {
        return None;
    }
    let inner = &text[start + 1..start + length];
    let closes = inner.starts_with('/');
    let name = inner.trim_start_matches('/');
    let rest = name.trim_start_matches(|c: char| c.is_alphanumeric() || "-_:.".contains(c));
    let (name, rest) = name.split_at(name.len() - rest.len());
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_') && !name.contains("::");
    let is_tag = match is_square {
        true => {
            ["quote", "code", "inst", "spoiler", "system", "sys"].iter().any(|known| name.eq_ignore_ascii_case(known))
        }
        false => {
            is_name && (rest.is_empty() || rest.starts_with(char::is_whitespace) || rest == "/") && !inner.contains('<')
        }
    };
    // Of `<https://…>` and `<ana@example.com>` the first is no name, the second has more than one.
    let closes = closes || inner.ends_with('/');
    let is_address = name.contains("://") || name.starts_with("http");
    (is_tag && !is_address).then(|| Tag { name, span: start..start + length + 1, closes })
}

/// From the first marker of a chat template to the last, a program's comments, and a template's `### Human:`.
fn markers(canvas: &mut Canvas) {
    let text = canvas.text;
    let role = text.find("### ").filter(|start| *start == 0 || text[..*start].ends_with('\n'));
    if let Some(start) = role.filter(|start| text[*start..].lines().next().is_some_and(|line| line.contains(':'))) {
        canvas.paint(start..text.len(), Frame::Tagged);
    }
    for (opens, closes) in [("<|", "|>"), ("/*", "*/")] {
        if let (Some(first), Some(last)) = (text.find(opens), text.rfind(closes))
            && first < last
        {
            canvas.paint(first..last + 2, Frame::Tagged);
        }
    }
}
