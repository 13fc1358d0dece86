//! One pattern of a table at one place of a text: the slots that it fills, and the piece of a date that
//! they make.

use super::fold::Folded;
use super::resolve::{Piece, Stretch, day, from_now, month, season, unit, weekend};
use super::words::{Meaning, Named, Words};
use super::{Precision, Role};

/// What a pattern's slots hold.
#[derive(Default)]
struct Slots {
    count: Option<i64>,
    unit: Option<Precision>,
    month: Option<i64>,
    weekday: Option<i64>,
    season: Option<i64>,
    day: Option<i64>,
    year: Option<i64>,
    hour: Option<i64>,
    minutes: Option<i64>,
    first: Option<i64>,
    second: Option<i64>,
}

/// A piece of a date found at a place.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) end: usize,
    pub(super) kind: Kind,
    /// A date only behind a preposition.
    pub(super) wants_lead: bool,
    /// One only behind another piece.
    pub(super) wants_before: bool,
    /// The pattern says the year, or is relative to now.
    pub(super) says_year: bool,
}

impl Found {
    /// "15 uur" may be a length and a time of day.
    const fn is_length(&self) -> bool {
        matches!(self.kind, Kind::For(_))
    }
}

#[derive(Clone, Copy)]
pub(super) enum Kind {
    Piece(Piece),
    /// So long until now.
    For(Stretch),
    /// Every, or Now.
    Undated(Role),
}

/// The longest piece that begins at a place.
pub(super) fn at(text: &Folded, at: usize, words: &Words, now: i64) -> Option<Found> {
    let mut best: Option<Found> = None;
    for (pattern, meaning) in &words.patterns {
        let mut slots = Slots::default();
        let Some(end) = run(text, at, pattern, words, &mut slots) else { continue };
        if !text.is_edge(end) || best.is_some_and(|best| best.end > end || best.end == end && !best.is_length()) {
            continue;
        }
        let says_year = slots.year.is_some() || !matches!(meaning.key, "mo" | "date" | "nth");
        if let Some(kind) = read(meaning, &slots, now) {
            best = Some(Found {
                end,
                kind,
                wants_lead: meaning.wants_lead,
                wants_before: meaning.wants_before,
                says_year,
            });
        }
    }
    best
}

/// The place behind the longest of some words.
pub(super) fn longest<T: Copy>(text: &Folded, at: usize, words: &Named<T>) -> Option<(usize, T)> {
    let mut best: Option<(usize, T)> = None;
    for (word, meaning) in words {
        if let Some(end) = text.skip(at, word).filter(|end| best.is_none_or(|(longest, _)| *end > longest)) {
            best = Some((end, *meaning));
        }
    }
    best
}

fn run(text: &Folded, mut at: usize, pattern: &[char], words: &Words, slots: &mut Slots) -> Option<usize> {
    for (index, c) in pattern.iter().enumerate() {
        at = match c {
            ' ' => Some(text.skip_gap(at)).filter(|at| text.is_edge(*at))?,
            'A'..='Z' => slots.fill(*c, text, at, words)?,
            c if text.get(at) == Some(*c) => {
                // Digits of a pattern are whole numbers: `1日` is not in `11日`.
                let splits =
                    index == 0 && c.is_ascii_digit() && at > 0 && text.get(at - 1).is_some_and(|c| c.is_ascii_digit());
                (!splits).then_some(at + 1)?
            }
            _ => return None,
        };
    }
    Some(at)
}

impl Slots {
    fn fill(&mut self, slot: char, text: &Folded, at: usize, words: &Words) -> Option<usize> {
        let digits =
            |most, from: i64, to: i64| text.digits(at, most).filter(|(number, _)| (from..=to).contains(number));
        let (slot, (value, end)) = match slot {
            'N' => (&mut self.count, digits(3, 1, 200).or_else(|| named(text, at, &words.numbers))?),
            'M' => (&mut self.month, named(text, at, &words.months)?),
            'W' => (&mut self.weekday, named(text, at, &words.weekdays)?),
            'S' => (&mut self.season, named(text, at, &words.seasons)?),
            'Y' => (&mut self.year, digits(4, 1900, 2199)?),
            'H' => (&mut self.hour, digits(2, 0, 24)?),
            'I' => (&mut self.minutes, digits(2, 0, 59)?),
            'A' => (&mut self.first, digits(2, 1, 31)?),
            'C' => (&mut self.second, digits(2, 1, 31)?),
            'Z' => {
                let (year, end) = digits(2, 0, 99)?;
                self.year = Some(if year < 70 { 2000 + year } else { 1900 + year });
                return (end == at + 2).then_some(end);
            }
            'D' => {
                let (day, end) = digits(2, 1, 31)?;
                let end = longest(text, end, &words.ordinals).map_or(end, |(end, ())| end);
                (&mut self.day, (day, end))
            }
            'U' => {
                let (end, unit) = longest(text, at, &words.units)?;
                self.unit = Some(unit);
                return Some(end);
            }
            _ => return None,
        };
        *slot = Some(value);
        Some(end)
    }
}

fn named(text: &Folded, at: usize, words: &Named<i64>) -> Option<(i64, usize)> {
    longest(text, at, words).map(|(end, rank)| (rank, end))
}

fn read(meaning: &Meaning, slots: &Slots, now: i64) -> Option<Kind> {
    let [first, second, third] = meaning.numbers;
    let count = first.unwrap_or(0);
    let fixed = |stretch| Some(Kind::Piece(Piece::Fixed(stretch)));
    let clock = |hour: i64| Some(Kind::Piece(Piece::Minute(hour * 60 + slots.minutes.unwrap_or(0))));
    // "Через неделю": a unit alone is one.
    let so_many = |sign: i64| Some(from_now(now, slots.unit?, sign * slots.count.unwrap_or(1)));
    match meaning.key {
        "day" => {
            let day = unit(now, Precision::Day, count);
            let (Some(from), Some(to)) = (second, third) else { return fixed(day) };
            fixed(Stretch { from: day.from + from * 60, to: day.from + to * 60, precision: Precision::Hours })
        }
        "week" => fixed(unit(now, Precision::Week, count)),
        "month" => fixed(unit(now, Precision::Month, count)),
        "year" => fixed(unit(now, Precision::Year, count)),
        "weekend" => fixed(weekend(now, count)),
        "ago" => fixed(so_many(-1)?),
        "in" => fixed(so_many(1)?),
        "for" => Some(Kind::For(so_many(-1)?)),
        "wd" => Some(Kind::Piece(Piece::Weekday { weekday: slots.weekday?, which: first })),
        "mo" => Some(Kind::Piece(Piece::Month { month: slots.month?, which: first })),
        "season" => match slots.year {
            Some(year) => fixed(season(year, slots.season?)),
            None => Some(Kind::Piece(Piece::Season { season: slots.season?, which: first })),
        },
        "date" => date(slots).map(Kind::Piece),
        "nth" => Some(Kind::Piece(Piece::Day(slots.first?))),
        "dmy" => fixed(day(slots.year?, slots.second?, slots.first?)?),
        "ymd" => fixed(day(slots.year?, slots.first?, slots.second?)?),
        "amb" => unambiguous(slots.year?, slots.first?, slots.second?).and_then(fixed),
        "clock" => clock(slots.hour.or(first)?),
        "pm" => clock(slots.hour.filter(|hour| (1..=12).contains(hour))? % 12 + 12),
        "am" => clock(slots.hour.filter(|hour| (1..=12).contains(hour))? % 12),
        "part" => Some(Kind::Piece(Piece::Hours { from: first? * 60, to: second? * 60 })),
        "every" => Some(Kind::Undated(Role::Every)),
        "now" => Some(Kind::Undated(Role::Now)),
        _ => None,
    }
}

fn date(slots: &Slots) -> Option<Piece> {
    Some(match (slots.year, slots.month, slots.day.or(slots.first)) {
        (Some(year), Some(month), Some(number)) => Piece::Fixed(day(year, month, number)?),
        (Some(year), Some(name), None) => Piece::Fixed(month(year, name)),
        (Some(year), None, None) => Piece::Fixed(Stretch::of_days(
            month(year, 1).from / 1_440,
            month(year + 1, 1).from / 1_440,
            Precision::Year,
        )),
        (None, Some(month), Some(day)) => Piece::MonthDay { month, day },
        (None, Some(month), None) => Piece::Month { month, which: None },
        (None, None, Some(day)) => Piece::Day(day),
        _ => return None,
    })
}

/// A date of which one says the day and the other the month, in whichever order it can only be.
fn unambiguous(year: i64, first: i64, second: i64) -> Option<Stretch> {
    match (day(year, first, second), day(year, second, first)) {
        (Some(one), Some(other)) => (one == other).then_some(one),
        (one, other) => one.or(other),
    }
}
