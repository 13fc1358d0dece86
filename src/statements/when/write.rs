//! A resolved date in words.

use super::resolve::{day_of, monday};
use super::words::Words;
use super::{MINUTE, Precision, Role, When};
use crate::calendar::civil;
use crate::text::upper_first;

/// The form of a date by role and precision: an entry of `time.forms` such as `since day: since D M Y`.
/// Slots: D day, M month, L month after a preposition, Y year, S season, and `O` the month's number.
pub(super) fn write(when: &When, words: &Words) -> Option<String> {
    if !when.role.is_dated() {
        return None;
    }
    let minute = when.from.div_euclid(MINUTE) + i64::from(when.clock.utc_offset);
    let precision = match when.precision {
        Precision::Minute | Precision::Hours | Precision::Day => "day",
        Precision::Week => "week",
        Precision::Month => "month",
        Precision::Season => "season",
        Precision::Year => "year",
    };
    let role = match when.role {
        _ if when.bare => "on",
        Role::Since | Role::For => "since",
        Role::From => "from",
        Role::Until => "until",
        Role::By => "by",
        _ => "on",
    };
    let find = |key: &str| words.forms.iter().find(|(found, _)| *found == key).map(|(_, form)| *form);
    // What a language has no form of: the week as its Monday, "by" as "until", "from" as "since".
    let coarse = if precision == "week" { "day" } else { precision };
    let like = match role {
        "by" => "until",
        "from" => "since",
        role => role,
    };
    let keys = [[role, precision], [role, coarse], [like, precision], [like, coarse]];
    let form = keys.iter().find_map(|[role, precision]| find(&[role, " ", precision].concat()))?;
    let mut text = filled(form, minute, when.precision, words)?;
    if when.precision == Precision::Minute {
        let of_day = minute.rem_euclid(1_440);
        text.push_str(&format!(", {:02}:{:02}", of_day / 60, of_day % 60));
    }
    Some(if when.span.start == 0 { upper_first(&text) } else { text })
}

/// A written date behind other words: after "moved to" without a preposition of its own.
pub(super) fn behind<'w>(before: &str, written: &'w str, words: &Words) -> &'w str {
    let last = before.split_whitespace().last().filter(|_| before.ends_with(char::is_whitespace));
    let kept = last.is_some_and(|last| words.kept.iter().any(|kept| last.eq_ignore_ascii_case(kept)));
    match written.split_once(' ') {
        Some((_, rest)) if kept => rest,
        _ => written,
    }
}

fn filled(form: &str, minute: i64, precision: Precision, words: &Words) -> Option<String> {
    let day = day_of(minute);
    let (year, month, day) = civil(if precision == Precision::Week { monday(day) } else { day });
    let index = usize::try_from(month - 1).ok()?;
    let season = usize::try_from(month / 3).ok()?.checked_sub(1);
    let mut text = String::new();
    for c in form.chars() {
        match c {
            'D' => text.push_str(&day.to_string()),
            'O' => text.push_str(&month.to_string()),
            'Y' => text.push_str(&year.to_string()),
            'M' => text.push_str(words.month_names.get(index)?.0),
            'L' => text.push_str(words.month_names.get(index)?.1),
            'S' => text.push_str(words.season_names.get(season?)?),
            c => text.push(c),
        }
    }
    Some(text)
}
