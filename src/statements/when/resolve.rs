//! Calendar arithmetic on stretches of local time: what a piece of a date names, alone or within another.

use super::{Lean, Precision};
use crate::calendar::{civil, days};

const HOUR: i64 = 60;
const DAY: i64 = 24 * HOUR;

/// A stretch of local time, in minutes since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) precision: Precision,
}

/// A part of a date, as a pattern gives it. `which`: -1 the last, 0 this one's, 1 the coming, 2 the next
/// but of the next week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Fixed(Stretch),
    Season { season: i64, which: Option<i64> },
    Month { month: i64, which: Option<i64> },
    MonthDay { month: i64, day: i64 },
    Day(i64),
    Weekday { weekday: i64, which: Option<i64> },
    Hours { from: i64, to: i64 },
    Minute(i64),
}

impl Piece {
    /// The longest first, so that each narrows those before it.
    const fn rank(self) -> u8 {
        match self {
            Self::Fixed(_) => 0,
            Self::Season { .. } => 1,
            Self::Month { .. } => 2,
            Self::MonthDay { .. } => 3,
            Self::Day(_) => 4,
            Self::Weekday { .. } => 5,
            Self::Hours { .. } => 6,
            Self::Minute(_) => 7,
        }
    }
}

impl Stretch {
    pub(super) fn of_days(from: i64, to: i64, precision: Precision) -> Self {
        Self { from: from * DAY, to: to * DAY, precision }
    }

    fn holds(self, other: Self) -> bool {
        self.from <= other.from && other.to <= self.to
    }

    /// Its beginning (0), middle (1) or end (2).
    pub(super) fn third(self, which: i64) -> Self {
        let (from, to) = (self.from.div_euclid(DAY), self.to.div_euclid(DAY));
        let part = ((to - from) / 3).max(1);
        let begins = match which {
            0 => from,
            1 => from + part,
            _ => to - part,
        };
        Self::of_days(begins, begins + part, self.precision)
    }
}

/// The day of a local time.
pub(super) const fn day_of(minute: i64) -> i64 {
    minute.div_euclid(DAY)
}

/// The week, month or year so many from the one of now, or the day.
pub(super) fn unit(now: i64, unit: Precision, count: i64) -> Stretch {
    let today = day_of(now);
    let (year, month, _) = civil(today);
    let (from, to) = match unit {
        Precision::Year => (days(year + count, 1, 1), days(year + count + 1, 1, 1)),
        Precision::Month => (days(year, month + count, 1), days(year, month + count + 1, 1)),
        Precision::Week => (monday(today) + 7 * count, monday(today) + 7 * count + 7),
        _ => (today + count, today + count + 1),
    };
    Stretch::of_days(from, to, unit)
}

/// The weekend so many from this week's.
pub(super) fn weekend(now: i64, count: i64) -> Stretch {
    let saturday = monday(day_of(now)) + 5 + 7 * count;
    Stretch::of_days(saturday, saturday + 2, Precision::Day)
}

/// So many units from now: the day is exact, and the stretch as long as the unit.
pub(super) fn from_now(now: i64, unit: Precision, count: i64) -> Stretch {
    let today = day_of(now);
    let moved = |months: i64| {
        let (year, month, day) = civil(today);
        let first = days(year, month + months, 1);
        first + (day - 1).min(days(year, month + months + 1, 1) - first - 1)
    };
    let at = |minute: i64| Stretch { from: minute, to: minute + 1, precision: Precision::Minute };
    match unit {
        Precision::Minute => at(now + count),
        Precision::Hours => at(now + count * HOUR),
        Precision::Week => Stretch::of_days(today + 7 * count, today + 7 * count + 7, unit),
        Precision::Month => Stretch::of_days(moved(count), moved(count + 1), unit),
        Precision::Year | Precision::Season => Stretch::of_days(moved(12 * count), moved(12 * count + 12), unit),
        Precision::Day => Stretch::of_days(today + count, today + count + 1, unit),
    }
}

/// A day of the calendar, if its month has it.
pub(super) fn day(year: i64, month: i64, day: i64) -> Option<Stretch> {
    let from = days(year, month, day);
    (civil(from) == (year, month, day)).then(|| Stretch::of_days(from, from + 1, Precision::Day))
}

/// What pieces name together; none where they contradict one another.
pub(super) fn together(pieces: &[Piece], now: i64, lean: Lean) -> Option<Stretch> {
    let mut named: Option<Stretch> = None;
    for rank in 0..8 {
        for piece in pieces.iter().filter(|piece| piece.rank() == rank) {
            named = Some(match (named, piece) {
                (None, piece) => alone(*piece, now, lean)?,
                (Some(within), Piece::Fixed(other)) if within.holds(*other) => *other,
                (Some(within), Piece::Fixed(other)) if other.holds(within) => within,
                (Some(_), Piece::Fixed(_)) => return None,
                (Some(within), piece) => narrowed(*piece, within)?,
            });
        }
    }
    named
}

/// What a piece names alone, on the side of now that is meant.
fn alone(piece: Piece, now: i64, lean: Lean) -> Option<Stretch> {
    let today = day_of(now);
    let (this_year, this_month, _) = civil(today);
    // The candidates of the years about now, in order; the last that has begun, or the first that goes on.
    let yearly = |in_year: &dyn Fn(i64) -> Option<Stretch>, which: Option<i64>| {
        let of_year = |year: i64| in_year(this_year + year);
        match (which, lean) {
            (Some(0), _) => of_year(0),
            (Some(-1), _) => [0, -1].into_iter().filter_map(of_year).find(|s| s.to <= now),
            (Some(_), _) => [0, 1].into_iter().filter_map(of_year).find(|s| s.from > now),
            (None, Lean::Past) => (-8..=0).rev().filter_map(of_year).find(|s| s.from <= now),
            (None, Lean::Future) => (0..=8).filter_map(of_year).find(|s| s.to > now),
        }
    };
    match piece {
        Piece::Fixed(stretch) => Some(stretch),
        Piece::Season { season: name, which } => yearly(&|year| Some(season(year, name)), which),
        Piece::Month { month: name, which } => yearly(&|year| Some(month(year, name)), which),
        Piece::MonthDay { month, day: number } => yearly(&|year| day(year, month, number), None),
        Piece::Day(number) => {
            let of_month = |month: i64| {
                let (year, month, _) = civil(days(this_year, this_month + month, 1));
                day(year, month, number)
            };
            match lean {
                Lean::Past => [0, -1, -2].into_iter().filter_map(of_month).find(|s| s.from <= now),
                Lean::Future => [0, 1, 2].into_iter().filter_map(of_month).find(|s| s.to > now),
            }
        }
        Piece::Weekday { weekday, which } => Some(one_day(on_weekday(today, weekday, which, lean))),
        piece => in_day(piece, today).map(|stretch| match lean {
            Lean::Past if stretch.from > now => shifted(stretch, -DAY),
            Lean::Future if stretch.to <= now => shifted(stretch, DAY),
            _ => stretch,
        }),
    }
}

fn on_weekday(today: i64, weekday: i64, which: Option<i64>, lean: Lean) -> i64 {
    let this_weeks = monday(today) + weekday - 1;
    let last = today - 1 - (today - 1 - this_weeks).rem_euclid(7);
    let coming = today + 1 + (this_weeks - today - 1).rem_euclid(7);
    match (which, lean) {
        (Some(-1), _) | (None, Lean::Past) => last,
        (Some(0), _) => this_weeks,
        (Some(2), _) => this_weeks + 7,
        _ => coming,
    }
}

/// What a piece names in a longer stretch; none where it is not just one.
fn narrowed(piece: Piece, within: Stretch) -> Option<Stretch> {
    let (first, last) = (within.from.div_euclid(DAY), (within.to - 1).div_euclid(DAY));
    let (year, of_month, _) = civil(first);
    let found = match piece {
        Piece::Fixed(other) => other,
        Piece::Season { season: name, .. } => season(year, name),
        Piece::Month { month: name, .. } => month(year, name),
        Piece::MonthDay { month, day: number } => day(year, month, number)?,
        Piece::Day(number) if within.precision == Precision::Month => day(year, of_month, number)?,
        Piece::Minute(minute) if within.precision == Precision::Hours => in_hours(minute, within)?,
        Piece::Weekday { weekday, .. } if last - first < 7 => one_day(monday(last) + weekday - 1),
        piece if first == last => in_day(piece, first)?,
        _ => return None,
    };
    (found.from < within.to && within.from < found.to).then_some(found)
}

/// A time of day in some hours: "at 3 in the afternoon", "last night at 1".
fn in_hours(minute: i64, hours: Stretch) -> Option<Stretch> {
    let day = hours.from.div_euclid(DAY);
    let found = [0, 12 * HOUR, DAY].into_iter().filter_map(|by| in_day(Piece::Minute(minute + by), day));
    found.into_iter().find(|stretch| hours.holds(*stretch))
}

fn in_day(piece: Piece, day: i64) -> Option<Stretch> {
    let (from, to, precision) = match piece {
        Piece::Hours { from, to } => (from, to, Precision::Hours),
        Piece::Minute(minute) => (minute, minute + 1, Precision::Minute),
        _ => return None,
    };
    Some(Stretch { from: day * DAY + from, to: day * DAY + to, precision })
}

fn one_day(day: i64) -> Stretch {
    Stretch::of_days(day, day + 1, Precision::Day)
}

const fn shifted(stretch: Stretch, by: i64) -> Stretch {
    Stretch { from: stretch.from + by, to: stretch.to + by, precision: stretch.precision }
}

/// A month of a year.
pub(super) fn month(year: i64, month: i64) -> Stretch {
    Stretch::of_days(days(year, month, 1), days(year, month + 1, 1), Precision::Month)
}

/// Spring (1) to winter (4) of the northern half, roughly; winter goes on into the next year.
pub(super) fn season(year: i64, season: i64) -> Stretch {
    let first = season * 3;
    Stretch::of_days(days(year, first, 1), days(year, first + 3, 1), Precision::Season)
}

/// The Monday of a day's week; 1970 began on a Thursday.
pub(super) const fn monday(day: i64) -> i64 {
    day - (day + 3).rem_euclid(7)
}
