//! A text as lines.

use super::canvas::Canvas;
use core::ops::Range;

/// A line without its end.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    pub start: usize,
    pub text: &'a str,
    /// Where the next line begins.
    pub next: usize,
}

impl Line<'_> {
    pub fn is_blank(&self) -> bool {
        shown(self.text).is_empty()
    }

    /// With its end.
    pub fn whole(&self) -> Range<usize> {
        self.start..self.next
    }

    /// Whether its first visible letter is still the speaker's own.
    pub fn is_own(&self, canvas: &Canvas) -> bool {
        canvas.is_own(self.start + (self.text.len() - shown(self.text).len()))
    }
}

/// Whether a line only parts what is above from what is below: `---`, `=====`.
pub fn is_rule(line: &str) -> bool {
    const SHORTEST: usize = 3;
    let body = shown(line).trim_end();
    let mark = body.chars().next().filter(|mark| "-=*_~#–—".contains(*mark));
    mark.is_some_and(|mark| body.chars().count() >= SHORTEST && body.chars().all(|c| c == mark))
}

/// Where a text ends that begins at a line: at the rule below it if there is one right above it, else nowhere.
pub fn end_of_text(lines: &[Line], at: usize) -> usize {
    let ruled = lines[..at].iter().rev().find(|line| !line.is_blank()).is_some_and(|line| is_rule(line.text));
    let below = lines[at..].iter().find(|line| ruled && is_rule(line.text));
    below.map_or(usize::MAX, |line| line.start)
}

/// The lines of a text; `\n`, `\r\n`, `\r` and the two of Unicode end one.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let (mut lines, mut start) = (Vec::new(), 0);
    while start < text.len() {
        let rest = &text[start..];
        let end = rest.find(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']).unwrap_or(rest.len());
        let mark = match &rest[end..] {
            after if after.starts_with("\r\n") => 2,
            after => after.chars().next().map_or(0, char::len_utf8),
        };
        lines.push(Line { start, text: &rest[..end], next: start + end + mark });
        start += end + mark;
    }
    lines
}

/// Without the spaces and the marks that show nothing, as chat exports begin with.
pub fn shown(text: &str) -> &str {
    let hidden = |c: char| {
        c.is_whitespace()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
    };
    text.trim_start_matches(hidden)
}
