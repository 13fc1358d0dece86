//! A text of which each byte has a frame.

use crate::statements::steps;
use crate::types::{Frame, Passage, Span};
use core::ops::Range;

/// A text, at first all of it the speaker's own. What has been given to another is not given again.
pub struct Canvas<'a> {
    pub text: &'a str,
    frames: Vec<Frame>,
}

impl<'a> Canvas<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, frames: vec![Frame::Own; text.len()] }
    }

    /// Gives a stretch to a frame, where it is the speaker's own till now.
    pub fn paint(&mut self, stretch: Range<usize>, frame: Frame) {
        let stretch = stretch.start.min(self.frames.len())..stretch.end.min(self.frames.len());
        if stretch.start < stretch.end {
            steps::add(stretch.len());
            self.frames[stretch].iter_mut().filter(|own| **own == Frame::Own).for_each(|own| *own = frame);
        }
    }

    pub fn frame(&self, at: usize) -> Option<Frame> {
        self.frames.get(at).copied()
    }

    pub fn is_own(&self, at: usize) -> bool {
        self.frame(at) == Some(Frame::Own)
    }

    /// The end of the stretch that begins at a byte and has one frame.
    pub fn end_of(&self, start: usize) -> usize {
        let frame = self.frame(start);
        let rest = self.frames.get(start..).unwrap_or_default();
        let length = rest.iter().position(|other| Some(*other) != frame).unwrap_or(rest.len());
        steps::add(length);
        start + length
    }

    /// The stretches that are the speaker's own.
    pub fn own(&self) -> Vec<Range<usize>> {
        self.runs().into_iter().filter(|run| self.is_own(run.start)).collect()
    }

    fn runs(&self) -> Vec<Range<usize>> {
        let (mut runs, mut start) = (Vec::new(), 0);
        while start < self.frames.len() {
            let end = self.end_of(start);
            runs.push(start..end);
            start = end;
        }
        runs
    }

    /// The whole text in order. What holds no letter or digit goes with the words before it.
    pub fn passages(&self) -> Vec<Passage> {
        let mut passages: Vec<Passage> = Vec::new();
        for run in self.runs() {
            let frame = self.frames[run.start];
            let is_bare = !self.text[run.clone()].contains(char::is_alphanumeric);
            match passages.last_mut() {
                Some(last) if last.frame == frame || (is_bare && frame == Frame::Own) => last.span.end = place(run.end),
                _ => passages.push(Passage { span: Span { start: place(run.start), end: place(run.end) }, frame }),
            }
        }
        passages
    }
}

/// A byte's place as spans hold it. Texts are far smaller.
pub fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
