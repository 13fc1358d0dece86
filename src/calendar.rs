//! Dates in words, as people ask for them. UTC only.

use crate::types::{DAY, Timestamp};

/// English month names, January first.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A day of the proleptic Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// From 1970 on.
    pub year: u64,
    /// 1..=12
    pub month: u8,
    /// 1..=31
    pub day: u8,
}

/// Days from 1970-01-01 to a day; a month outside 1..=12 is one of a year before or after.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
pub const fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = (year + (month - 1).div_euclid(12), (month - 1).rem_euclid(12) + 1);
    let shifted = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Year, month and day of a count of days from 1970-01-01. Source as for `days`, `civil_from_days`.
pub const fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + (month <= 2) as i64, month, of_year - (153 * shifted + 2) / 5 + 1)
}

impl Date {
    /// The day of a time.
    pub const fn of(at: Timestamp) -> Self {
        let (year, month, day) = civil((at / DAY) as i64);
        Self { year: year as u64, month: month as u8, day: day as u8 }
    }

    /// The first instant of a day given as `2023-05-08`, from 1970 to 9999.
    pub fn parse(iso: &str) -> Option<Timestamp> {
        let mut parts = iso.trim().splitn(3, '-').map(str::parse::<u64>);
        let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
        if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        let at = days(year as i64, month as i64, day as i64) as u64 * DAY;
        // A day that its month lacks comes back as another one.
        (Self::of(at) == Self { year, month: month as u8, day: day as u8 }).then_some(at)
    }

    /// `8 May 2023`.
    pub fn words(self) -> String {
        format!("{} {} {}", self.day, MONTHS[usize::from(self.month - 1) % 12], self.year)
    }

    /// `2023-05-08`.
    pub fn iso(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days() {
        assert_eq!(Date::of(0).iso(), "1970-01-01");
        assert_eq!(Date::of(1_683_554_160_000).words(), "8 May 2023");
        assert_eq!(Date::of(951_782_400_000).iso(), "2000-02-29");
        assert_eq!(Date::of(4_107_542_399_999).iso(), "2100-02-28");
        for iso in ["1970-01-01", "2000-02-29", "2023-05-08", "9999-12-31"] {
            assert_eq!(Date::parse(iso).map(|at| Date::of(at).iso()).as_deref(), Some(iso));
        }
        for bad in ["2023-02-29", "2023-13-01", "1969-12-31", "8 May 2023", "2023-05", "", "2023-05-08T00:00"] {
            assert_eq!(Date::parse(bad), None, "{bad}");
        }
        assert!(Date::of(u64::MAX).year > 500_000_000);
    }

    #[test]
    fn days_before_1970_and_months_past_december() {
        for (year, month, day, count) in [(1969, 12, 31, -1), (1961, 5, 3, -3_165), (1600, 2, 29, -135_081)] {
            assert_eq!(days(year, month, day), count);
            assert_eq!(civil(count), (year, month, day));
        }
        assert_eq!(days(2026, 14, 1), days(2027, 2, 1));
        assert_eq!(days(2026, 0, 31), days(2025, 12, 31));
    }
}
