//! Data: tables, rows between commas or tabs, JSON, logs and traces.

use super::canvas::Canvas;
use super::lines::{Line, shown};
use crate::types::Frame;

/// Lines that stand in columns.
pub fn tables(canvas: &mut Canvas, lines: &[Line]) {
    const BARS: usize = 0;
    const TABS: usize = 1;
    const COMMAS: usize = 2;
    let columns: Vec<[usize; 3]> = lines.iter().map(columns).collect();
    for (at, line) in lines.iter().enumerate() {
        let near = |other: Option<&[usize; 3]>| {
            let alike = |nth: usize, least: usize| {
                other.is_some_and(|other| other[nth] == columns[at][nth] && other[nth] >= least)
            };
            alike(BARS, 2) || alike(TABS, 1) || alike(COMMAS, 2)
        };
        let is_row = shown(line.text).starts_with('|') && line.text.trim_end().ends_with('|') && columns[at][0] >= 2;
        let before = at.checked_sub(1).and_then(|before| columns.get(before));
        if is_row || near(before) || near(columns.get(at + 1)) {
            canvas.paint(line.whole(), Frame::Code);
        }
    }
}

/// How many bars, tabs, and commas or semicolons without a space after them a line has.
fn columns(line: &Line) -> [usize; 3] {
    let text = if line.text.contains("<|") { "" } else { line.text.trim_end() };
    let is_tight = |(at, _): &(usize, &str)| text[at + 1..].starts_with(|c: char| !c.is_whitespace());
    let tight = text.match_indices([',', ';']).filter(is_tight).count();
    let loose = text.matches(", ").count();
    [text.matches('|').count(), text.trim().matches('\t').count(), if loose == 0 { tight } else { 0 }]
}

/// Objects and lists of JSON that begin a line, to where they close; and lines that are a part of one.
pub fn json(canvas: &mut Canvas, lines: &[Line]) {
    let mut done = 0;
    for line in lines {
        let body = shown(line.text).trim_end();
        if line.start < done || !line.is_own(canvas) {
            continue;
        }
        let start = line.next.min(canvas.text.len()).min(line.start + line.text.len() - shown(line.text).len());
        if body.starts_with("{{") {
            canvas.paint(line.whole(), Frame::Code);
        } else if is_json(body) && body.len() < 100_000 {
            // What never closes is looked at once: a second look would find no more.
            let Some(end) = closing(&canvas.text[start..]) else {
                done = if lines.len() > 1_000 { canvas.text.len() } else { done };
                continue;
            };
            if canvas.text[start..start + end].contains([':', '"']) {
                canvas.paint(start..start + end, Frame::Code);
                done = start + end;
            }
        } else if body.starts_with('"') && (body.contains("\":") || body.contains("\" :")) {
            canvas.paint(line.whole(), Frame::Code);
        }
    }
}

/// Whether a line begins an object or a list; `[09:00] Tom: hi` is none.
fn is_json(body: &str) -> bool {
    let listed = body.strip_prefix('[').map(str::trim_start);
    body.starts_with('{') || listed.is_some_and(|inner| inner.is_empty() || inner.starts_with(['{', '[', '"']))
}

/// Where the bracket that a text begins with is closed; strings are stepped over.
fn closing(text: &str) -> Option<usize> {
    const LONGEST: usize = 20_000;
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate().take(LONGEST) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Lines of logs, traces and consoles.
pub fn logs(canvas: &mut Canvas, lines: &[Line]) {
    let mut in_trace = false;
    for line in lines {
        let body = shown(line.text);
        let is_indented = body.len() < line.text.len() && !body.is_empty();
        let begins = body.starts_with("Traceback (most recent")
            || body.starts_with("Exception in thread")
            || body.contains("stack trace:");
        in_trace = begins || in_trace && (is_indented || is_failure(body));
        if in_trace || is_log(body) || is_trace(body) {
            canvas.paint(line.whole(), Frame::Code);
        }
    }
}

fn is_trace(body: &str) -> bool {
    (body.starts_with("at ")
        && body.contains(['(', ':'])
        && body.trim_end().ends_with(|c: char| c == ')' || c.is_ascii_digit()))
        || (body.starts_with("File \"") && body.contains("line "))
        || body.starts_with("$ ")
        || body.starts_with("diff --git")
        || body.starts_with("@@ ")
        || is_failure(body) && body.contains(": ")
}

/// `ValueError: …`, `java.lang.NullPointerException`
fn is_failure(body: &str) -> bool {
    let name = body.split([':', ' ']).next().unwrap_or_default();
    name.len() > 6 && ["Error", "Exception", "Warning"].iter().any(|end| name.ends_with(end) && name.len() > end.len())
}

/// A level beside a time or in brackets: `2026-07-12 09:00:00 INFO started`, `[ERROR] disk full`.
fn is_log(body: &str) -> bool {
    const LEVELS: [&str; 10] =
        ["TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL", "CRITICAL", "SEVERE"];
    let is_dated = body.starts_with(|c: char| c.is_ascii_digit() || c == '[');
    let is_level = |part: &&str| {
        let bare = part.trim_matches(|c: char| !c.is_ascii_alphabetic());
        LEVELS.iter().any(|level| bare == *level || part.starts_with('[') && bare.eq_ignore_ascii_case(level))
    };
    let mut parts = body.split_whitespace().take(5);
    let first = parts.next().is_some_and(|part| {
        is_level(&part) && (part.starts_with('[') || part.ends_with([':', ']'])) && !part.starts_with("WARNING:")
    });
    first || (is_dated && parts.any(|part| is_level(&part)))
}
