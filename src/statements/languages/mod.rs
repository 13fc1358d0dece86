//! Languages as data: a language is a file of sections beside this one. English is built in; hosts load the
//! others (`load-language`), each from its file.
//!
//! ```text
//! # a comment
//! [language]
//! en | 0
//! [hedges]
//! maybe | perhaps
//! i think
//! ```
//!
//! The first section says the language: its ISO 639-1 code, and its rank. Where two languages are as likely, that
//! of the lower rank is tried first. A section's entries stand on lines of their own or between bars. A section name may come twice.
//!
//! # Predicates
//!
//! What can be stated, and how people say it, is data too:
//!
//! ```text
//! [predicate home]
//! attribute: home city
//! value: {place}
//! text: {subject} lives in {place}.
//! importance: 0.8
//! state: <we> <live> [over] in {place}
//! value: {city}
//! text: {subject} lives in {city}.
//! begin: <we> [have] (moved|relocated) to {city} [from {place}]
//! ```
//!
//! A line is a setting or a pattern. A setting holds for the patterns after it, to the end of its predicate,
//! until it is set again:
//!
//! | setting | meaning | where it is not set |
//! |---|---|---|
//! | `attribute` | which property; in English in every language; may hold a slot, `taste: {thing}` | no address |
//! | `value` | its value: a slot, `{place}`, or a word, `likes` (in English too) | none |
//! | `text` | the claim in the language of the table; `{subject}` is the speaker's name or `[speaker]`, whose further entries say how it is written within a text, `A El = Al` | needed |
//! | `several` | `yes`: the address holds several values side by side | `no` |
//! | `kind` | `preference`, `procedure` | `fact` |
//! | `importance` | 0 to 1 | the kind's |
//! | `expires` | `yes`: it expires with the day of its `{when}`, which must not be over | `no` |
//! | `when` | `every`: "every Monday" may stand beside the pattern and is not kept | such a clause is not read |
//!
//! A pattern's name says what it does: `state` (it holds), `begin` (it began: "moved to"; a date is its start),
//! `end` (it holds no longer), `deny` (it never did), `past` (it held until a date that must be said), `future`
//! (it will from a date that must be said). The first pattern of the file that says a whole clause is taken, so
//! what is special stands before what is general.
//!
//! | in a pattern | meaning |
//! |---|---|
//! | `live in` | these words, in any case |
//! | `(a|b c)` | one of these |
//! | `[a|b]` | one of these or nothing |
//! | `{place}` | a value, see below; `{place:from}` where two slots are of one kind: its label is `from` |
//! | `{thing*}` | a list: "peanuts, walnuts and shellfish" is a statement each |
//! | `<live>` | a macro: `[macro live]`, or the verb `live` of `[verbs]` in every tense |
//! | `<live:present>` | only its present forms; `<live:present,past>` |
//!
//! A pattern must account for the whole clause. Between any two of its parts, and after it, may stand `[adverbs]`,
//! `[lasting]` (`all my life`: a stretch until now, without a date) and time expressions; after it also `[closers]`, `[any more]`, a reason (`[reasons]` and whatever follows it),
//! and after one of the `[joins]` a further clause (one that begins with a phrase of `[starts]`, or with one of
//! `[verbs after]` and more words). `[openings]` and adverbs before a clause are taken off. A further clause
//! without a subject is tried after each of `[carried]` (`i`, `i am`).
//!
//! Slots: `{place}` a name that may be a place, `{city}` one that certainly is, `{name}` of somebody, `{org}` of a
//! firm or a school, `{thing}` a few words that point at nothing, `{number}`, `{when}` a time expression, `{date}` a
//! day as it was said, `{words}` any words, `{email}`, `{phone}`. Any other slot is a section of its name: `[slot
//! diet]` with entries `vegan`, or `vegetarisch, vegetarier = vegetarian`: what is said is the value, what
//! stands after `=` is what an attribute holds (`attribute: {relation}`); `{relation!}` puts that into a value or a text too.
//!
//! # Macros, verbs and tenses
//!
//! ```text
//! [macro be]
//! present: am | are
//! ended: am no longer | used to be
//! negated: am not
//! denied: was never | have never been
//!
//! [tenses]
//! forms: base past participle ing
//! present: {base} | am {ing}
//! ended: no longer {base} | stopped {ing}
//! negated: do not {base}
//!
//! [verbs]
//! live lived lived living
//! ```
//!
//! A macro's lines are patterns, each with its status: `present` (also without a name), `past`, `future`,
//! `negated` ("do not live": an end), `ended`, `denied`. A verb is a macro named by its first form, made of the
//! lines of `[tenses]`; `_` joins a form of several words. The strongest status in a clause counts: `state` with
//! `ended` is an end. `any more` after a clause asks for a negation in it (`[any more]`); a language that negates
//! at the end of the clause has `[no longer]` (`nicht mehr`), which makes an end of it.
//!
//! `[reaching]` are words that suppose a whole sentence (`if`); where a language tells them, a part of a sentence with a
//! subject of its own is judged by itself, and the one after a word of `[contrasting]` (`but`) may state what the one
//! before only thinks. `[slot forename]` are first names that need no capital.
//!
//! Words that a language writes together are told in `[contractions]` (`don't dont = do not`, a line each) and
//! `[elisions]` (`j'`); patterns may be written either way.

mod shelf;

use super::predicates::Table;
use super::when::Words;
use super::words::{Phrases, words};
use crate::gather::{Map, sort_by_key};
use core::fmt;
use std::sync::OnceLock;

pub use shelf::{MOST_BYTES, all, load, shelf};

/// One language's table, and what the stages make of it when they first need it.
#[derive(Default)]
pub struct Language {
    /// ISO 639-1.
    pub code: &'static str,
    rank: u32,
    table: &'static str,
    sections: OnceLock<Sections>,
    stops: OnceLock<Phrases>,
    /// Of `mood`.
    pub(super) moods: OnceLock<Phrases>,
    /// Of `when`.
    pub(super) times: OnceLock<Words>,
    /// Of `predicates`.
    pub(super) predicates: OnceLock<Table>,
}

/// What a table holds, by section.
#[derive(Default)]
struct Sections {
    entries: Map<&'static str, Vec<&'static str>>,
    order: Vec<&'static str>,
}

impl Sections {
    fn of(table: &'static str) -> Self {
        let (mut section, mut found) = ("", Self::default());
        for line in lines(table) {
            match section_of(line) {
                Some(name) => section = name,
                None if is_of_lines(section) => found.entries.entry(section).or_default().push(line),
                None => found.entries.entry(section).or_default().extend(line.split('|').map(str::trim)),
            }
            if !found.order.contains(&section) {
                found.order.push(section);
            }
        }
        found
    }
}

impl Language {
    /// A language by its table, of which only the head is read. None: it does not say its language.
    fn new(table: &'static str) -> Option<Self> {
        let (code, rank) = head(table)?;
        Some(Self { code, rank, table, ..Self::default() })
    }

    fn sections(&self) -> &Sections {
        self.sections.get_or_init(|| Sections::of(self.table))
    }

    /// The sections whose names begin with a word, such as `predicate`: the rest of the name and the entries,
    /// in the order of the file.
    pub fn named(&self, word: &str) -> Vec<(&'static str, &[&'static str])> {
        let name = |section: &&'static str| section.strip_prefix(word)?.strip_prefix(' ');
        let order = &self.sections().order;
        order.iter().filter_map(|section| Some((name(section)?, self.entries(section)))).collect()
    }

    /// The entries of a section, in the order of the file; none where the language has no such section.
    pub fn entries(&self, section: &str) -> &[&'static str] {
        self.sections().entries.get(section).map_or(&[], Vec::as_slice)
    }

    fn stops(&self) -> &Phrases {
        self.stops.get_or_init(|| Phrases::new(core::iter::once(self), &SHOWING))
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)
    }
}

/// Sections whose words show a language.
const SHOWING: [&str; 4] = ["stop words", "i", "we", "my"];

/// Code and rank of a table, by its first section.
fn head(table: &str) -> Option<(&str, u32)> {
    let mut lines = lines(table);
    lines.next().filter(|line| section_of(line) == Some("language"))?;
    let (code, rank) = lines.next()?.split_once('|')?;
    let code = code.trim();
    let is_code = code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase());
    Some((code, rank.trim().parse().ok()?)).filter(|_| is_code)
}

/// The lines that say something.
fn lines(table: &str) -> impl Iterator<Item = &str> {
    table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn section_of(line: &str) -> Option<&str> {
    line.strip_prefix('[').and_then(|line| line.strip_suffix(']'))
}

/// Sections in which a bar is a part of the entry.
fn is_of_lines(section: &str) -> bool {
    ["predicate ", "macro "].iter().any(|word| section.starts_with(word)) || section == "tenses"
}

/// The language that a text is most likely in.
#[must_use]
pub fn likeliest(text: &str) -> &'static Language {
    candidates(text).first().copied().unwrap_or_else(|| all()[0])
}

/// The languages that a text may be in, the likeliest first; never none. Scripts tell some, words that are
/// everywhere in a language the others. Where two are as likely both are given.
#[must_use]
pub fn candidates(text: &str) -> Vec<&'static Language> {
    const LONGEST: usize = 400;
    let mut words = words(text);
    words.truncate(LONGEST);
    let shows = |stops: &Phrases, at: usize| stops.beginning(&words[at..]).next().is_some();
    let count = |stops: &Phrases| (0..words.len()).filter(|at| shows(stops, *at)).count();
    let mut counts: Vec<(usize, &Language)> =
        all().iter().map(|language| (count(language.stops()), *language)).collect();
    let has_kana = text.chars().any(|c| matches!(c, '\u{3040}'..='\u{30FF}'));
    counts.retain(|(_, language)| !(has_kana && language.code == "zh"));
    sort_by_key(&mut counts, |(count, _)| core::cmp::Reverse(*count));
    let most = counts.first().map_or(0, |(most, _)| *most);
    let likely = counts.iter().filter(|(count, _)| most == 0 || *count * 3 >= most * 2);
    let likely: Vec<&Language> = likely.map(|(_, language)| *language).collect();
    if most == 0 { likely.into_iter().take(1).collect() } else { likely }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_hold_their_entries() {
        let table = "# x\n[language]\nxx | 90\n[a]\none | two words\nthree\n[b]\n[a]\nfour";
        let language = Language::new(table).unwrap();
        assert_eq!((language.code, language.rank), ("xx", 90));
        assert_eq!(language.entries("a"), ["one", "two words", "three", "four"]);
        assert!(language.entries("b").is_empty() && language.entries("c").is_empty());
    }

    #[test]
    fn a_language_is_told_by_its_words() {
        for (code, text) in [
            ("en", "I live in York and work at Acme."),
            ("en", "vegan"),
            ("de", "Ich wohne in Bonn und arbeite bei der Post."),
            ("fr", "J'habite à Lyon et je travaille chez Renault."),
            ("es", "Vivo en Madrid y trabajo en Seat."),
            ("pt", "Moro em Lisboa e trabalho na Galp."),
            ("it", "Abito a Roma e lavoro alla Fiat."),
            ("nl", "Ik woon in Utrecht en werk bij Philips."),
            ("ru", "Я живу в Москве."),
            ("zh", "我住在北京。"),
            ("ja", "東京に住んでいます。"),
        ] {
            let found: Vec<&str> = candidates(text).iter().map(|language| language.code).collect();
            assert_eq!(found.first(), Some(&code), "{text}: {found:?}");
        }
    }
}
