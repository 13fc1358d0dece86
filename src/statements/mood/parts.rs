//! The part of a sentence that states, where another part asks, wishes or supposes.

use super::super::languages::Language;
use super::super::words::{Word, words};
use super::{Mood, Reader, phrases};

/// What a sentence states before it asks: `I'm a teacher, what did he expect?`
#[must_use]
pub fn before_question<'s>(sentence: &'s str, language: &Language) -> Option<&'s str> {
    const FEWEST: usize = 4;
    let (words, phrases) = (words(sentence), phrases(language));
    let asks = |at: &usize| {
        let gap = sentence.get(words[at - 1].end..words[*at].start).unwrap_or_default();
        gap.contains([',', ';', '–', '—'])
            && (phrases.begins("questions", &words[*at..=*at]) > 0
                || phrases.begins("questions inside", &words[*at..]) > 0)
    };
    // `I live in York, or what?` asks whether it is so.
    let at = (1..words.len().saturating_sub(FEWEST - 1)).find(asks)?;
    // `I was born in the USA, which album is that on?`
    let known = language.entries("questions about words");
    // `I live in York, do you know it?` asks about York.
    let asked = words[at..].windows(2).filter(|two| two[0].text != "know").map(|two| two[1].text.as_str());
    let about_words = asked.chain([words[at].text.as_str()]).any(|word| known.contains(&word));
    if known.is_empty() || about_words {
        return None;
    }
    sentence.get(..words[at - 1].end)
}

/// Fewer words than this are no part by themselves: `I think`.
const SHORTEST: usize = 3;

/// What a sentence states beside what it wishes or supposes: `I'm vegan and I'd like a recipe`, `I think it'll rain,
/// but I live in York`. None where a word of it reaches over all of it (`if`), and in a language that names none.
#[must_use]
pub fn stated_part<'s>(sentence: &'s str, language: &Language) -> Option<&'s str> {
    let (words, phrases) = (words(sentence), phrases(language));
    let read = |from: usize, to: usize| Reader { phrases, sentence, words: &words[from..to] };
    if language.entries("reaching").is_empty() || read(0, words.len()).holds("reaching") {
        return None;
    }
    let states = |from: usize, to: usize| {
        let whole = Reader { sentence: sentence.get(words[from].start..words[to - 1].end)?, ..read(from, to) }.manner();
        (to - from >= SHORTEST && whole.mood == Mood::States && !whole.reported && !whole.doubted).then_some(())
    };
    let cuts: Vec<Cut> =
        (1..words.len()).filter_map(|at| Cut::before(at, sentence, &words, phrases, language)).collect();
    if let Some(last) = cuts.iter().take_while(|cut| states(0, cut.end).is_some()).last() {
        let rest = read(last.start, words.len());
        let hedged = last.parted && rest.holds("hedges");
        let meant = words.len() - last.start >= SHORTEST && !rest.negates() && !hedged;
        return meant.then(|| sentence.get(..words[last.end - 1].end)).flatten();
    }
    let but = cuts.iter().rev().find(|cut| cut.contrasts)?;
    states(but.start, words.len())?;
    sentence.get(words[but.start].start..)
}

/// Where one part ends and the next begins, with a subject of its own.
struct Cut {
    /// One past the last word of the part before.
    end: usize,
    /// First word of the part after.
    start: usize,
    /// Only a mark parts them.
    parted: bool,
    /// `But` does.
    contrasts: bool,
}

impl Cut {
    fn before(
        at: usize,
        sentence: &str,
        words: &[Word],
        phrases: &super::Phrases,
        language: &Language,
    ) -> Option<Self> {
        ["i", "we", "my"].iter().find(|section| phrases.begins(section, &words[at..]) > 0)?;
        let before = words[at - 1].text.as_str();
        let joined = language.entries("joins").contains(&before) && at > 1;
        let contrasts = joined && language.entries("contrasting").contains(&before);
        let parted = sentence.get(words[at - 1].end..words[at].start)?.contains([',', ';', '–', '—', '.']);
        (joined || parted).then_some(Self { end: at - usize::from(joined), start: at, parted: !joined, contrasts })
    }
}
