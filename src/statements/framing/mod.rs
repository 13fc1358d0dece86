//! Which words are the speaker's own statement, and what the others are there for.
//!
//! Marks are read first, line by line: code, tags, mails, chats, data, quotations. Then the sentences
//! that are left are followed in order: one may open a frame that reaches the next. What is not certainly
//! the speaker's own is given to another frame; a mark without its other half says nothing.

mod canvas;
mod chats;
mod code;
mod data;
mod heads;
mod lines;
mod mails;
mod quotes;
mod speakers;
mod tags;
mod tales;
mod verses;
mod vocabulary;
mod voices;

#[cfg(test)]
mod tests;

pub use heads::labelled;

use crate::types::Passage;
use canvas::Canvas;

/// The whole text in order, each stretch with whose words it is.
#[must_use]
pub fn passages(text: &str, speaker: Option<&str>) -> Vec<Passage> {
    let mut canvas = Canvas::new(text);
    let lines = lines::lines(text);
    code::fences(&mut canvas, &lines);
    chats::bracketed(&mut canvas, &lines);
    tags::tags(&mut canvas);
    code::backticks(&mut canvas, &lines);
    code::struck(&mut canvas, &lines);
    mails::quoted_lines(&mut canvas, &lines);
    mails::quoted_mails(&mut canvas, &lines);
    data::json(&mut canvas, &lines);
    data::logs(&mut canvas, &lines);
    data::tables(&mut canvas, &lines);
    code::indented(&mut canvas, &lines);
    voices::voices(&mut canvas, &lines);
    speakers::speakers(&mut canvas, &lines);
    chats::chats(&mut canvas, &lines, speaker);
    mails::whole_mails(&mut canvas, &lines, speaker);
    mails::open_mails(&mut canvas, &lines);
    verses::verses(&mut canvas, &lines);
    quotes::quotes(&mut canvas);
    tales::tales(&mut canvas);
    canvas.passages()
}
