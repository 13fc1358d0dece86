//! Songs and reviews by their look: a refrain, notes, stars.

use super::canvas::Canvas;
use super::lines::Line;
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
        if line.text.contains(['♪', '♫', '🎵', '🎶']) {
            canvas.paint(line.whole(), Frame::Pasted);
        }
        if ["★★", "⭐⭐", "★☆"].iter().any(|stars| line.text.contains(stars)) {
            canvas.paint(line.start..canvas.text.len(), Frame::Pasted);
            return;
        }
    }
}
