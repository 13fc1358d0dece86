//! What a sentence does with what it says, whose word it is and whom it is about.

use super::languages::Language;
use super::words::{Phrases, Word, words};
use crate::types::Span;

mod parts;
#[cfg(test)]
mod tests;

pub use parts::{before_question, stated_part};

/// What a sentence does with what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// It says that it is so.
    States,
    /// It asks whether, where, who.
    Asks,
    /// It would like it to be so, or plans it.
    Wishes,
    /// It says what would be if, or that it may be so.
    Supposes,
    /// It tells somebody to do something.
    Commands,
}

/// Whom a sentence is about: its grammatical subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// I.
    Me,
    /// We.
    Us,
    /// What or who is mine: my dog, our house.
    Mine,
    /// You: the assistant.
    You,
    /// Somebody or something else.
    Other,
    /// None is said: `Live in York`, `moved to Leeds`.
    None,
}

/// How a sentence says what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manner {
    /// What it does with what it says.
    pub mood: Mood,
    /// A word of it negates.
    pub negated: bool,
    /// It says what somebody else says.
    pub reported: bool,
    /// Its end takes it back: `just kidding`, `/s`, `said no one ever`.
    pub doubted: bool,
    /// Its subject.
    pub subject: Subject,
    /// What is stated, where that is a part of the sentence: what follows `remember that`, in bytes of
    /// the sentence. The other fields are then of that part.
    pub content: Option<Span>,
}

/// How a sentence says what it says, read in one language.
#[must_use]
pub fn mood(sentence: &str, language: &Language) -> Manner {
    let words = words(sentence);
    let reader = Reader { phrases: phrases(language), sentence, words: &words };
    match reader.content() {
        Some(from) => {
            let span = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
            // `Can you remember that I'm vegan?` asks for nothing but that.
            let end = sentence.trim_end().trim_end_matches(['?', '？']).len().max(words[from].start);
            let inner = Reader { phrases: reader.phrases, sentence: &sentence[..end], words: &words[from..] };
            Manner { content: Some(Span { start: span(words[from].start), end: span(end) }), ..inner.manner() }
        }
        None => reader.manner(),
    }
}

const SECTIONS: [&str; 19] = [
    "openings",
    "asking",
    "questions",
    "questions inside",
    "questions at end",
    "conditions",
    "hedges",
    "wishes",
    "commands",
    "remember",
    "negations",
    "reports",
    "sayings",
    "doubts",
    "plain",
    "i",
    "we",
    "my",
    "you",
];

fn phrases(language: &Language) -> &Phrases {
    let sections: Vec<&str> = SECTIONS.into_iter().chain(["others", "supposed", "reaching"]).collect();
    language.moods.get_or_init(|| Phrases::new(core::iter::once(language), &sections))
}

struct Reader<'a> {
    phrases: &'a Phrases,
    sentence: &'a str,
    words: &'a [Word],
}

impl Reader<'_> {
    fn manner(&self) -> Manner {
        let spoken = self.after_openings();
        let subject = self.subject(spoken);
        let mood = self.mood(spoken);
        Manner {
            mood,
            negated: self.negates(),
            reported: self.reports(),
            doubted: self.doubts(),
            subject,
            content: None,
        }
    }

    /// Which word begins what is to be kept: after `remember that`, `please note:`.
    fn content(&self) -> Option<usize> {
        let spoken = self.after_openings();
        let begin = self.words.len() - spoken.len();
        let length = self.phrases.begins("remember", spoken);
        let rest = spoken.get(length..).filter(|rest| length > 0 && !rest.is_empty())?;
        let before = &spoken[length - 1];
        let gap = self.sentence.get(before.end..rest[0].start)?;
        let is_told = matches!(before.text.as_str(), "that" | "dass" | "que" | "che" | "dat" | "что")
            || gap.contains([':', ',', '：', '，', '-', '–', '—'])
            || ["i", "my", "we"].iter().any(|section| self.phrases.begins(section, rest) > 0);
        is_told.then_some(begin + length)
    }

    fn after_openings(&self) -> &[Word] {
        let mut rest = self.words;
        loop {
            let length = self.phrases.begins("openings", rest);
            let Some(after) = rest.get(length..).filter(|after| length > 0 && !after.is_empty()) else { return rest };
            // `No, I live …` is an opening, `No vivo …` a negation.
            let gap = self.sentence.get(rest[length - 1].end..after[0].start).unwrap_or_default();
            if self.phrases.begins("negations", rest) > 0 && gap.trim().is_empty() {
                return rest;
            }
            rest = after;
        }
    }

    fn mood(&self, spoken: &[Word]) -> Mood {
        let begins = |section: &str| self.phrases.begins(section, spoken) > 0;
        let asked = self.sentence.trim_end_matches(|c: char| !c.is_alphanumeric() && !"?？؟".contains(c));
        let asks = asked.ends_with(['?', '？', '؟'])
            || self.sentence.contains(['¿', '？', '؟'])
            || has_inner_question(self.sentence);
        if asks || begins("questions") || self.ends_in("questions at end") || self.holds("questions inside") {
            return Mood::Asks;
        }
        if self.holds("wishes") {
            return Mood::Wishes;
        }
        if self.holds("conditions") || self.holds("hedges") || begins("supposed") {
            return Mood::Supposes;
        }
        if begins("commands") { Mood::Commands } else { Mood::States }
    }

    /// Whether a phrase of a section stands anywhere, but not in one that only looks like it.
    fn holds(&self, section: &str) -> bool {
        let mut at = 0;
        while at < self.words.len() {
            let rest = &self.words[at..];
            let (found, plain) = (self.phrases.begins(section, rest), self.phrases.begins("plain", rest));
            if found > plain && self.is_meant(rest, section) {
                return true;
            }
            at += plain.max(1);
        }
        false
    }

    /// The month of May is no condition, and `almost ten years` no doubt.
    fn is_meant(&self, rest: &[Word], section: &str) -> bool {
        let (word, at) = (&rest[0], self.words.len() - rest.len());
        let written = self.sentence.get(word.start..word.end).unwrap_or_default();
        let counts = rest
            .get(1)
            .is_some_and(|next| next.text.starts_with(|c: char| c.is_ascii_digit()) || is_number(&next.text));
        match word.text.as_str() {
            "may" => !self.is_month(at) && (at == 0 || written == "may"),
            "almost" | "nearly" | "probably" if section == "hedges" => !counts,
            _ => true,
        }
    }

    /// `3 may`, `the 3rd of may`, `in may`.
    fn is_month(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.words.get(before));
        before.is_some_and(|word| {
            word.text.starts_with(|letter: char| letter.is_ascii_digit())
                || matches!(word.text.as_str(), "in" | "of" | "since" | "last" | "next" | "until" | "from" | "by")
        })
    }

    fn ends_in(&self, section: &str) -> bool {
        const LONGEST: usize = 8;
        let from = self.words.len().saturating_sub(LONGEST);
        (from..self.words.len()).any(|at| {
            let rest = &self.words[at..];
            self.phrases.beginning(rest).any(|(found, length)| found == section && length == rest.len())
        })
    }

    fn negates(&self) -> bool {
        let spoken = self.after_openings();
        let reader = Reader { words: spoken, ..*self };
        reader.holds("negations") || spoken.iter().any(|word| word.text.ends_with("n't"))
    }

    /// Whether somebody else is said to say it.
    fn reports(&self) -> bool {
        let says = |at: usize| {
            let length = self.phrases.begins("sayings", &self.words[at..]);
            let teller = at.checked_sub(1).map(|before| &self.words[before..at]);
            let is_me =
                teller.is_some_and(|teller| ["i", "we"].iter().any(|section| self.phrases.begins(section, teller) > 0));
            // At the end it is a closer (`said no one ever`), at the beginning no one says it.
            // `会说` is able to speak.
            let plain = |from: usize| from + self.phrases.begins("plain", &self.words[from..]) >= at + length;
            let is_plain = length > 0 && (at.saturating_sub(1)..=at).any(plain);
            length > 0 && teller.is_some() && !is_me && !is_plain && at + length < self.words.len()
        };
        self.holds("reports") || (0..self.words.len()).any(|at| says(at) || self.is_told_after(at))
    }

    /// `…, he said`, `…, dit Tom`: a comma, and somebody says it.
    fn is_told_after(&self, at: usize) -> bool {
        const TELLER: usize = 2;
        let length = self.phrases.begins("sayings", &self.words[at..]);
        if length == 0 || at + length + TELLER < self.words.len() {
            return false;
        }
        let parted = |from: &usize| {
            let gap =
                from.checked_sub(1).and_then(|last| self.sentence.get(self.words[last].end..self.words[*from].start));
            gap.is_some_and(|gap| gap.contains([',', '，', '、', '»', '—', '–']))
        };
        let from = (at.saturating_sub(TELLER)..=at).rev().find(parted);
        let is_me = |from: usize| {
            (from..self.words.len())
                .any(|at| ["i", "we"].iter().any(|own| self.phrases.begins(own, &self.words[at..]) > 0))
        };
        from.is_some_and(|from| !is_me(from))
    }

    fn doubts(&self) -> bool {
        let end = self.sentence.trim_end_matches(|c: char| c.is_whitespace() || ".!)".contains(c));
        let marked = ["/s", "/j", "/jk", "/sarcasm", "/sarc", "/joking"].iter().any(|mark| end.ends_with(mark));
        let nobody = self
            .words
            .windows(4)
            .any(|four| four[0].text == "said" && matches!(four[1].text.as_str(), "no" | "nobody"));
        marked || nobody || self.ends_in("doubts") || self.begins_in_doubt()
    }

    /// `Just kidding, I live in York`: what is said before it is taken back.
    fn begins_in_doubt(&self) -> bool {
        let spoken = self.after_openings();
        let length = self.phrases.begins("doubts", spoken);
        length >= 2 || length == 1 && spoken[0].text.len() > 4
    }

    fn subject(&self, spoken: &[Word]) -> Subject {
        let begins = |section: &str, words: &[Word]| self.phrases.begins(section, words) > 0;
        let Some(first) = spoken.first() else { return Subject::None };
        let known = [
            ("my", Subject::Mine),
            ("we", Subject::Us),
            ("i", Subject::Me),
            ("you", Subject::You),
            ("others", Subject::Other),
        ];
        // The longest phrase: `我的` is mine and `我` is me.
        let longest = known.iter().rev().max_by_key(|(section, _)| self.phrases.begins(section, spoken));
        if let Some((section, subject)) = longest.filter(|(section, _)| begins(section, spoken)) {
            let joined = *section != "others"
                && spoken
                    .get(1)
                    .is_some_and(|word| matches!(word.text.as_str(), "and" | "und" | "et" | "y" | "e" | "en" | "и"));
            return if joined && *subject == Subject::Me { Subject::Us } else { *subject };
        }
        let written = self.sentence.get(first.start..first.end).unwrap_or_default();
        let later = (1..spoken.len()).find_map(|at| {
            let rest = &spoken[at..];
            [("we", Subject::Us), ("i", Subject::Me)].into_iter().find(|(section, _)| begins(section, rest))
        });
        match later {
            Some((_, subject)) => subject,
            None if written.chars().count() > 1 && written.starts_with(char::is_uppercase) && first.start > 0 => {
                Subject::Other
            }
            None => Subject::None,
        }
    }
}

/// A question mark before a closing remark: `Where do I live? Thanks`.
fn has_inner_question(sentence: &str) -> bool {
    sentence.contains("? ") || sentence.contains("?!") || sentence.contains("??")
}

fn is_number(word: &str) -> bool {
    const NUMBERS: [&str; 24] = [
        "a", "an", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "fifteen", "twenty", "thirty", "forty", "fifty", "sixty", "every", "all", "always", "never",
    ];
    NUMBERS.contains(&word)
}
