//! When something is said to be: the time expressions of a sentence, resolved against the speaker's
//! clock. "Since last March", "on Thursday at 3pm", "every Monday", "in two weeks".
//!
//! Words and patterns are of the language's table (sections `months`, `weekdays` and `time…`): see
//! `words` for their form. An expression that cannot be resolved with certainty is not found, so its
//! words stay in the sentence, and the sentence is not read.

mod fold;
mod pieces;
mod resolve;
mod scan;
mod words;

pub use words::Words;
mod write;

#[cfg(test)]
mod tests;

use super::languages::Language;
use crate::types::Timestamp;
use core::ops::Range;

/// The speaker's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// UTC milliseconds.
    pub at: Timestamp,
    /// Minutes east of UTC.
    pub utc_offset: i32,
}

/// Which side of now a date without a year is meant on, as the sentence's verb says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lean {
    /// "I moved in March": the last one.
    Past,
    /// "I move in March": the next one. Also where nothing is known.
    #[default]
    Future,
}

/// What an expression does in its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The time of an event: "on Thursday", "last year", "tomorrow".
    On,
    /// It began then and goes on: "since March", "seit zwei Jahren".
    Since,
    /// It begins then: "from Monday on", "starting next week".
    From,
    /// How long so far: "for three years"; the stretch begins that long ago. Of a plan or a past it says
    /// nothing of a start.
    For,
    /// It lasts until then.
    Until,
    /// At the latest then: "by Friday".
    By,
    /// A frequency, no date: "every Monday", "twice a week". The stretch is empty.
    Every,
    /// Now or these days, no date: "currently", "recently". The stretch is empty.
    Now,
}

impl Role {
    /// Whether a claim that holds starts then.
    #[must_use]
    pub const fn is_start(self) -> bool {
        matches!(self, Self::Since | Self::From | Self::For)
    }

    /// Whether it names a stretch of time at all.
    #[must_use]
    pub const fn is_dated(self) -> bool {
        !matches!(self, Self::Every | Self::Now)
    }
}

/// How exactly a stretch is named, finest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Precision {
    Minute,
    /// A part of a day, or some hour.
    Hours,
    Day,
    Week,
    Month,
    Season,
    Year,
}

/// One time expression of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct When {
    /// Its bytes in the sentence, with its preposition.
    pub span: Range<usize>,
    /// What it does.
    pub role: Role,
    /// The stretch that it names, from this on: UTC milliseconds, before 1970 too.
    pub from: i64,
    /// And before this.
    pub to: i64,
    /// How exactly.
    pub precision: Precision,
    /// A weekday and nothing else ("Meeting Friday", "I love Fridays" is none): a date only where the
    /// sentence needs one.
    pub bare: bool,
    /// The year was not said: of a birthday it is none.
    pub yearless: bool,
    clock: Clock,
}

/// Where the stretch is, seen from now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Side {
    Past,
    Present,
    Future,
}

impl When {
    /// Where it is, seen from the speaker's clock.
    #[must_use]
    pub fn side(&self) -> Side {
        let at = i64::try_from(self.clock.at).unwrap_or(i64::MAX);
        match (self.to <= at, self.from > at) {
            (true, _) => Side::Past,
            (_, true) => Side::Future,
            _ => Side::Present,
        }
    }

    /// Its first instant; none before 1970.
    #[must_use]
    pub fn start(&self) -> Option<Timestamp> {
        Timestamp::try_from(self.from).ok()
    }

    /// Its end: the first instant after it; none before 1970.
    #[must_use]
    pub fn end(&self) -> Option<Timestamp> {
        Timestamp::try_from(self.to).ok()
    }
}

/// The time expressions of a sentence, in its order; they do not overlap.
#[must_use]
pub fn find(text: &str, language: &Language, clock: Clock, lean: Lean) -> Vec<When> {
    scan::find(text, words::of(language.code), clock, lean)
}

/// A date in words, with the preposition that its role asks for: "on 2 July 2026", "since March 2024",
/// "on Thursday 16 July 2026, 15:00". None of what names no date.
#[must_use]
pub fn write(when: &When, language: &Language) -> Option<String> {
    write::write(when, words::of(language.code))
}

/// A sentence with each of these written out: "The rent is due tomorrow." as "The rent is due on 2 July
/// 2026."
#[must_use]
pub fn written_out(text: &str, found: &[When], language: &Language) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len() + 16), 0);
    for when in found {
        let (Some(before), Some(words)) = (text.get(at..when.span.start), write(when, language)) else {
            continue;
        };
        out.push_str(before);
        out.push_str(write::behind(before, &words, words::of(language.code)));
        at = when.span.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Milliseconds.
const MINUTE: i64 = 60_000;

/// The clock's local time in minutes since 1970.
fn local_minutes(clock: Clock) -> i64 {
    i64::try_from(clock.at).unwrap_or(i64::MAX) / MINUTE + i64::from(clock.utc_offset)
}
