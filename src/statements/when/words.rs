//! A language's words of time, as the scanner wants them.
//!
//! An entry of a section is `key: words; words; …`. Words are patterns: a space is an optional gap
//! between words, `~` at the front says that a preposition stands behind its date, and capitals are
//! slots, which `pieces` fills:
//!
//! ```text
//! N count    U unit        M month    W weekday   D day of a month   Y year    Z year of two digits
//! H hour     I minutes     S season   A, C numbers of a written date
//! ```
//!
//! Keys of `time` say what a pattern means; `*` behind a key says that it is a date only after a
//! preposition ("in 2019"), `+` that it is one only behind another ("tomorrow *morning*").
//!
//! ```text
//! day|week|weekend|month|year K   that many from now; `day K FROM TO` with hours
//! ago|in|for                      N U before now, after now, until now
//! wd                              a weekday; `wd -1|0|1|2`: last, this week's, the coming, next week's
//! mo|season                       a month or season; with K: last, this year's, the coming
//! date                            what its slots say
//! nth                             A as a day of a month
//! dmy|ymd|amb                     A, C and Y as numbers; `amb`: only where one order is possible
//! clock|am|pm                     H and I
//! part FROM TO                    hours of a day
//! every|now                       no date
//! ```

use super::super::languages::{self, Language};
use super::fold::fold;
use super::{Precision, Role};
use std::sync::OnceLock;

/// Folded words, and what they stand for.
pub(super) type Named<T> = Vec<(Vec<char>, T)>;

/// What a pattern means, with its numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meaning {
    pub(super) key: &'static str,
    pub(super) numbers: [Option<i64>; 3],
    /// A date only after a preposition.
    pub(super) wants_lead: bool,
    /// One only behind another piece.
    pub(super) wants_before: bool,
}

/// A preposition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    pub(super) role: Role,
    /// It stands behind its date.
    pub(super) behind: bool,
    /// One only behind a date that begins something: "from Monday *to* Friday", not "moved to Friday".
    pub(super) range: bool,
}

/// Which part of a stretch: "the end of May".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Third {
    /// 0 for the beginning, 2 for the end.
    pub(super) which: i64,
    /// It stands behind its date.
    pub(super) behind: bool,
}

/// A language's words of time.
#[derive(Default)]
pub struct Words {
    pub(super) months: Named<i64>,
    pub(super) weekdays: Named<i64>,
    pub(super) seasons: Named<i64>,
    pub(super) numbers: Named<i64>,
    pub(super) units: Named<Precision>,
    /// Behind the number of a day: "3rd", "3."
    pub(super) ordinals: Named<()>,
    pub(super) patterns: Named<Meaning>,
    pub(super) leads: Named<Lead>,
    pub(super) thirds: Named<Third>,
    /// Between the parts of a date: "Monday of next week".
    pub(super) joins: Named<()>,
    /// Before a date, of no weight: "about", "the".
    pub(super) fillers: Named<()>,
    /// Behind a date: "from Monday on".
    pub(super) tails: Named<()>,
    /// Before a date that is written out, and then without a preposition of its own: "moved *to* Friday".
    pub(super) kept: Vec<&'static str>,
    /// How dates are written, by role and precision.
    pub(super) forms: Vec<(&'static str, &'static str)>,
    /// As they are written: month names (nominative and, if it differs, after a preposition) and
    /// seasons.
    pub(super) month_names: Vec<(&'static str, &'static str)>,
    pub(super) season_names: Vec<&'static str>,
}

/// The words of a language; of an unknown one none.
pub(super) fn of(code: &str) -> &'static Words {
    static NONE: OnceLock<Words> = OnceLock::new();
    let language = languages::all().iter().find(|language| language.code == code);
    match language {
        Some(language) => language.times.get_or_init(|| Words::of(language)),
        None => NONE.get_or_init(Words::default),
    }
}

impl Words {
    fn of(language: &Language) -> Self {
        let plain = |section: &str| ranked(language, section).into_iter().map(|(word, _)| (word, ())).collect();
        let first = |section: &str| alternatives(language, section).map(|(first, _)| first).collect();
        Self {
            months: ranked(language, "months"),
            weekdays: ranked(language, "weekdays"),
            seasons: ranked(language, "seasons"),
            numbers: ranked(language, "time.numbers"),
            units: keyed(language, "time.units", unit),
            ordinals: plain("time.ordinals"),
            patterns: keyed(language, "time", meaning),
            leads: keyed(language, "time.leads", |key, word| {
                Some(Lead { role: role(key)?, behind: is_behind(word), range: key == "range" })
            }),
            thirds: keyed(language, "time.thirds", |key, word| {
                Some(Third { which: key.parse().ok()?, behind: is_behind(word) })
            }),
            joins: plain("time.joins"),
            fillers: plain("time.fillers"),
            tails: plain("time.tails"),
            kept: language.entries("time.kept").to_vec(),
            forms: language.entries("time.forms").iter().filter_map(|entry| entry.split_once(':')).map(trim).collect(),
            month_names: alternatives(language, "months").collect(),
            season_names: first("seasons"),
        }
    }
}

fn trim((key, words): (&'static str, &'static str)) -> (&'static str, &'static str) {
    (key.trim(), words.trim())
}

fn is_behind(word: &str) -> bool {
    word.starts_with('~')
}

/// First and second alternative of each entry; the first twice where there is one.
fn alternatives(language: &Language, section: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    language.entries(section).iter().map(|entry| {
        let mut words = entry.split(';').map(str::trim);
        let first = words.next().unwrap_or_default();
        (first, words.next().unwrap_or(first))
    })
}

/// The words of a section without keys, each with its entry's place, from 1.
fn ranked(language: &Language, section: &str) -> Named<i64> {
    let mut named = Vec::new();
    for (rank, entry) in (1..).zip(language.entries(section)) {
        named.extend(
            entry.split(';').map(str::trim).filter(|word| !word.is_empty()).map(|word| (fold(word, false), rank)),
        );
    }
    named
}

/// The words of a section with keys, each with what its key and itself mean.
fn keyed<T>(language: &Language, section: &str, read: impl Fn(&'static str, &str) -> Option<T>) -> Named<T> {
    let mut named = Vec::new();
    for (key, words) in language.entries(section).iter().filter_map(|entry| entry.split_once(": ")).map(trim) {
        for word in words.split(';').map(str::trim) {
            named.extend(read(key, word).map(|read| (fold(word.trim_start_matches('~'), true), read)));
        }
    }
    named
}

fn meaning(key: &'static str, _: &str) -> Option<Meaning> {
    let mut parts = key.split(' ');
    let name = parts.next()?;
    let mut numbers = [None; 3];
    for (slot, part) in numbers.iter_mut().zip(parts) {
        *slot = part.parse().ok();
    }
    let key = name.trim_end_matches(['*', '+']);
    Some(Meaning { key, numbers, wants_lead: name.ends_with('*'), wants_before: name.ends_with('+') })
}

fn unit(key: &str, _: &str) -> Option<Precision> {
    Some(match key {
        "minute" => Precision::Minute,
        "hour" => Precision::Hours,
        "day" => Precision::Day,
        "week" => Precision::Week,
        "month" => Precision::Month,
        "year" => Precision::Year,
        _ => return None,
    })
}

fn role(key: &str) -> Option<Role> {
    Some(match key {
        "on" => Role::On,
        "since" => Role::Since,
        "from" => Role::From,
        "until" | "range" => Role::Until,
        "by" => Role::By,
        _ => return None,
    })
}
