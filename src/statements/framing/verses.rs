//! Songs, poems and reviews by their look: a refrain, rhymes, notes, stars.

use super::canvas::Canvas;
use super::lines::{Line, shown};
use super::vocabulary::vocabulary;
use crate::gather::Set;
use crate::statements::words::words;
use crate::types::Frame;

/// A line that is said twice makes a song of the text, a note one of its line; stars begin a review.
pub fn verses(canvas: &mut Canvas, lines: &[Line]) {
    poems(canvas, lines);
    const SHORTEST: usize = 3;
    let mut known: Set<String> = Set::new();
    for line in lines.iter().filter(|line| !line.is_blank()) {
        let spoken: Vec<String> = words(line.text).into_iter().map(|word| word.text).collect();
        if line.is_own(canvas) && spoken.len() >= SHORTEST && !known.insert(spoken.join(" ")) {
            canvas.paint(0..canvas.text.len(), Frame::Pasted);
            return;
        }
        if is_part(line.text) {
            canvas.paint(line.start..canvas.text.len(), Frame::Pasted);
            return;
        }
        if line.text.contains(['♪', '♫', '🎵', '🎶']) {
            canvas.paint(line.whole(), Frame::Pasted);
        }
        if ["★★", "⭐⭐", "★☆"].iter().any(|stars| line.text.contains(stars)) {
            canvas.paint(line.start..canvas.text.len(), Frame::Pasted);
            return;
        }
    }
}

/// Four short lines below one another that rhyme by twos make a poem of themselves and the lines below them.
fn poems(canvas: &mut Canvas, lines: &[Line]) {
    const STANZA: usize = 4;
    let mut ends: Vec<(usize, String)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some(end) = end_of_verse(line) {
            ends.push((at, end));
        }
    }
    for four in ends.windows(STANZA) {
        let rhyme = |one: usize, other: usize| rhymes(&four[one].1, &four[other].1);
        let (first, last) = (four[0].0, four[STANZA - 1].0);
        let are_near = last - first <= STANZA;
        let is_rhymed = || rhyme(0, 1) && rhyme(2, 3) || rhyme(0, 2) && rhyme(1, 3) || rhyme(0, 3) && rhyme(1, 2);
        if are_near && is_rhymed() {
            let rest = lines[last..].iter().find(|line| line.is_blank() || !line.is_own(canvas));
            canvas.paint(lines[first].start..rest.map_or(canvas.text.len(), |line| line.start), Frame::Pasted);
        }
    }
}

/// The last word of a line that may be a verse.
fn end_of_verse(line: &Line) -> Option<String> {
    const LONGEST: usize = 70;
    const FEWEST: usize = 3;
    let is_listed = shown(line.text).starts_with(|c: char| !c.is_alphabetic() && !"\"'“„«¿¡".contains(c));
    let spoken = if line.text.len() < LONGEST && !is_listed { words(line.text) } else { Vec::new() };
    spoken.last().filter(|_| spoken.len() >= FEWEST).map(|last| last.text.clone())
}

/// Whether two words end alike from the last vowel but a closing one on, and are two.
fn rhymes(one: &str, other: &str) -> bool {
    let shared = one.chars().rev().zip(other.chars().rev()).take_while(|(one, other)| one == other).count();
    let shorter = one.chars().count().min(other.chars().count());
    one != other && shared >= if shorter <= 4 { 2 } else { 3 }
}

/// `[Verse 1]`, `(Chorus)`
fn is_part(line: &str) -> bool {
    const LONGEST: usize = 40;
    let line = line.trim();
    let is_bare = line.len() < LONGEST && line.starts_with(['[', '(']) && line.ends_with([']', ')']);
    is_bare && vocabulary().begins("song parts", &words(line)) > 0
}
