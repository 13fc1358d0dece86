//! Code: fences, indented blocks, words in backticks.

use super::canvas::Canvas;
use super::lines::{Line, shown};
use super::quotes::is_name_like;
use crate::types::Frame;

/// Blocks between lines of three or more backticks, tildes or quotation marks. One that is never closed
/// goes on to the end: what is pasted is often cut off.
pub fn fences(canvas: &mut Canvas, lines: &[Line]) {
    let mut open: Option<(usize, &str)> = None;
    for line in lines {
        let body = shown(line.text);
        match open {
            None => open = fence(body).map(|mark| (line.start, mark)),
            Some((start, mark)) if fence(body).is_some_and(|other| other.starts_with(mark)) && is_bare(body) => {
                canvas.paint(start..line.next, Frame::Code);
                open = None;
            }
            Some(_) => {}
        }
    }
    if let Some((start, _)) = open {
        canvas.paint(start..canvas.text.len(), Frame::Code);
    }
}

/// The marks of a line that opens or closes a fence; a fence that closes on its own line is none.
fn fence(line: &str) -> Option<&str> {
    let mark = line.chars().next().filter(|mark| "`~\"'".contains(*mark))?;
    let length = line.len() - line.trim_start_matches(mark).len();
    let rest = &line[length..];
    (length >= 3 && !rest.contains(mark)).then(|| &line[..length])
}

fn is_bare(line: &str) -> bool {
    line.trim_end().chars().all(|c| "`~\"'".contains(c))
}

/// Lines indented by four spaces or a tab after a blank line, below a line that is not.
pub fn indented(canvas: &mut Canvas, lines: &[Line]) {
    let is_indented = |line: &Line| line.text.starts_with("    ") || line.text.starts_with('\t');
    let (mut after_blank, mut in_code, mut in_list, mut has_begun) = (false, false, false, false);
    for line in lines {
        if line.is_blank() {
            after_blank = true;
            continue;
        }
        in_code = is_indented(line) && has_begun && !in_list && (in_code || after_blank);
        if in_code {
            canvas.paint(line.whole(), Frame::Code);
        } else if !is_indented(line) {
            in_list = is_item(line.text);
            has_begun = true;
        }
        after_blank = false;
    }
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(['-', '*', '•', '+', '–', '·']) || (digits.len() < line.len() && digits.starts_with(['.', ')']))
}

/// Words between backticks on one line, if they are more than a name.
pub fn backticks(canvas: &mut Canvas, lines: &[Line]) {
    for line in lines {
        let runs = runs(line);
        let mut at = 0;
        while at < runs.len() {
            let (start, length) = runs[at];
            // Runs are near each other, or a line of ten thousand marks would be read ten thousand times.
            let near = runs.iter().skip(at + 1).take(16);
            let Some(steps) = near.clone().position(|(_, other)| *other == length) else {
                at += 1;
                continue;
            };
            let end = runs[at + 1 + steps].0;
            if !is_name_like(&canvas.text[start + length..end]) {
                canvas.paint(start..end + length, Frame::Code);
            }
            at += steps + 2;
        }
    }
}

/// Words between two pairs of tildes on one line are struck out.
pub fn struck(canvas: &mut Canvas, lines: &[Line]) {
    for line in lines {
        let marks: Vec<usize> = line.text.match_indices("~~").map(|(at, _)| line.start + at).collect();
        for pair in marks.chunks_exact(2) {
            canvas.paint(pair[0]..pair[1] + 2, Frame::Quoted);
        }
    }
}

/// Where backticks stand, and how many.
fn runs(line: &Line) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in line.text.match_indices('`') {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == line.start + at => *length += 1,
            _ => runs.push((line.start + at, 1)),
        }
    }
    runs
}
