//! Songs and reviews by their look: a refrain, notes, stars.

use super::canvas::Canvas;
use super::lines::Line;
use super::vocabulary::vocabulary;
use crate::gather::Set;
use crate::statements::words::words;
use crate::types::Frame;

/// A line that is said twice makes a song of the text, a note one of its line; stars begin a review.
pub fn verses(canvas: &mut Canvas, lines: &[Line]) {
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

/// `[Verse 1]`, `(Chorus)`
fn is_part(line: &str) -> bool {
    const LONGEST: usize = 40;
    let line = line.trim();
    let is_bare = line.len() < LONGEST && line.starts_with(['[', '(']) && line.ends_with([']', ')']);
    is_bare && vocabulary().begins("song parts", &words(line)) > 0
}
