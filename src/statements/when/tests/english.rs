//! English.

use super::*;

#[test]
fn days_weeks_months_and_years() {
    check(
        "en",
        &[
            ("I moved today.", "I moved <On 2026-07-15..2026-07-16>."),
            ("I moved yesterday", "I moved <On 2026-07-14..2026-07-15>"),
            ("I moved the day before yesterday.", "I moved <On 2026-07-13..2026-07-14>."),
            ("The rent is due tomorrow", "The rent is due <On 2026-07-16..2026-07-17>"),
            ("I moved to Leeds this week.", "I moved to Leeds <On 2026-07-13..2026-07-20>."),
            ("I left last week", "I left <On 2026-07-06..2026-07-13>"),
            ("I left Acme last month.", "I left Acme <On 2026-06-01..2026-07-01>."),
            ("I start next year", "I start <On 2027-01-01..2028-01-01>"),
            ("last weekend", "<On 2026-07-11..2026-07-13>"),
            ("next weekend", "<On 2026-07-25..2026-07-27>"),
            ("The party is tonight.", "The party is <On 2026-07-15T18:00..2026-07-16>."),
            ("I fell this morning", "I fell <On 2026-07-15T05:00..2026-07-15T12:00>"),
            ("I moved here two days ago.", "I moved here <On 2026-07-13..2026-07-14>."),
            ("I quit 3 weeks ago", "I quit <On 2026-06-24..2026-07-01>"),
            ("I quit a month ago", "I quit <On 2026-06-15..2026-07-15>"),
            ("I quit about a year ago", "I quit <On 2025-07-15..2026-07-15>"),
            ("I leave in two weeks.", "I leave <On 2026-07-29..2026-08-05>."),
            ("I leave in an hour", "I leave <On 2026-07-15T19:00..2026-07-15T19:01>"),
        ],
    );
}

#[test]
fn weekdays_months_and_dates() {
    check(
        "en",
        &[
            ("The match is on Thursday", "The match is <On 2026-07-16..2026-07-17>"),
            ("<I fell on Thursday", "I fell <On 2026-07-09..2026-07-10>"),
            ("on Wednesday", "<On 2026-07-22..2026-07-23>"),
            ("I fell last Monday.", "I fell <On 2026-07-13..2026-07-14>."),
            ("It's next Friday", "It's <On 2026-07-24..2026-07-25>"),
            ("It's this Friday", "It's <On 2026-07-17..2026-07-18>"),
            ("Monday of next week", "<On 2026-07-20..2026-07-21>"),
            ("<I moved in March.", "I moved <On 2026-03-01..2026-04-01>."),
            ("I move in March.", "I move <On 2027-03-01..2027-04-01>."),
            ("<I moved in July", "I moved <On 2026-07-01..2026-08-01>"),
            ("I moved in March 2024", "I moved <On 2024-03-01..2024-04-01>"),
            ("I moved in March last year", "I moved <On 2025-03-01..2025-04-01>"),
            ("last March", "<On 2026-03-01..2026-04-01>"),
            ("next March", "<On 2027-03-01..2027-04-01>"),
            ("I was born on 3 May 1961.", "I was born <On 1961-05-03..1961-05-04>."),
            ("on May 3rd", "<On 2027-05-03..2027-05-04>"),
            ("<on May 3rd, 2024", "<On 2024-05-03..2024-05-04>"),
            ("on the 3rd of May", "<On 2027-05-03..2027-05-04>"),
            ("on the 3rd", "<On 2026-08-03..2026-08-04>"),
            ("<on the 3rd", "<On 2026-07-03..2026-07-04>"),
            ("on 2024-05-03", "<On 2024-05-03..2024-05-04>"),
            ("on 03.05.2024", "<On 2024-05-03..2024-05-04>"),
            ("on 3/25/24", "<On 2024-03-25..2024-03-26>"),
            ("on 3/5/24", "on 3/5/24"),
            ("on 31/2/24", "on 31/2/24"),
            ("on Thursday 16 July", "<On 2026-07-16..2026-07-17>"),
            ("on Friday 16 July", "on Friday <On 2026-07-16..2026-07-17>"),
            ("in the summer of 2020", "<On 2020-06-01..2020-09-01>"),
            ("<last summer", "<On 2025-06-01..2025-09-01>"),
            ("at the end of May", "<On 2027-05-22..2027-06-01>"),
            ("at the beginning of next year", "<On 2027-01-01..2027-05-02>"),
        ],
    );
}

#[test]
fn starts_ends_and_durations() {
    check(
        "en",
        &[
            ("I live here since 2019.", "I live here <Since 2019-01-01..2020-01-01>."),
            ("since last March", "<Since 2026-03-01..2026-04-01>"),
            ("since September", "<Since 2025-09-01..2025-10-01>"),
            ("I live in Berlin from September.", "I live in Berlin <From 2026-09-01..2026-10-01>."),
            ("from next Monday on", "<From 2026-07-20..2026-07-21>"),
            ("I work at Bolt starting Monday.", "I work at Bolt <From 2026-07-20..2026-07-21>."),
            ("as of tomorrow, I am", "<From 2026-07-16..2026-07-17>, I am"),
            ("I'm in Rome until Friday", "I'm in Rome <Until 2026-07-17..2026-07-18>"),
            ("I need it by Friday.", "I need it <By 2026-07-17..2026-07-18>."),
            ("by the end of the month", "<By 2026-07-22..2026-08-01>"),
            ("I've lived here for three years", "I've lived here <For 2023-07-15..2024-07-15>"),
            ("for over 10 years now", "<For 2016-07-15..2017-07-15> <Now>"),
        ],
    );
}

#[test]
fn times_of_day() {
    check(
        "en",
        &[
            (
                "My dentist appointment is on Thursday at 3pm",
                "My dentist appointment is <On 2026-07-16T15:00..2026-07-16T15:01>",
            ),
            ("at 3 pm on Thursday", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("tomorrow morning at 9", "<On 2026-07-16T09:00..2026-07-16T09:01>"),
            ("tomorrow at 3 in the afternoon", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("at 19:30", "<On 2026-07-15T19:30..2026-07-15T19:31>"),
            ("at 15:30", "<On 2026-07-16T15:30..2026-07-16T15:31>"),
            ("Friday evening", "<On 2026-07-17T18:00..2026-07-18>"),
            ("at noon", "<On 2026-07-16T12:00..2026-07-16T12:01>"),
            ("at 12 am", "<On 2026-07-16..2026-07-16T00:01>"),
        ],
    );
}

#[test]
fn what_is_no_date() {
    check(
        "en",
        &[
            ("I run every Monday.", "I run <Every>."),
            ("I swim on Mondays", "I swim <Every>"),
            ("I swim twice a week", "I swim <Every>"),
            ("I drink tea in the morning", "I drink tea <Every>"),
            ("I currently live in York", "I <Now> live in York"),
            ("I live in York now", "I live in York <Now>"),
            ("I like Mondays", "I like Mondays"),
            ("I hate Sundays.", "I hate Sundays."),
            ("I may live in York", "I may live in York"),
            ("May is my sister", "May is my sister"),
            ("We march on", "We march on"),
            ("I have 3 sons", "I have 3 sons"),
            ("when I was a child", "when I was a child"),
            ("I have two days", "I have two days"),
            ("my last name is Day", "my last name is Day"),
            ("I love the sun", "I love the sun"),
            ("I sat down", "I sat down"),
            ("my morning coffee", "my morning coffee"),
            ("Room 2019 is mine", "Room 2019 is mine"),
            ("I like spring rolls", "I like spring rolls"),
            ("todayish", "todayish"),
            ("in 2500 and in 19", "in 2500 and in 19"),
            ("I love 90s music", "I love 90s music"),
        ],
    );
    let bare = |text| found("en", text, Lean::Future).first().is_some_and(|when| when.bare);
    assert!(bare("Black Friday is fun") && bare("Meeting Thursday"));
    assert!(!bare("on Friday") && !bare("next Friday") && !bare("Friday evening"));
}

#[test]
fn dates_are_written_out() {
    check_written(
        "en",
        &[
            ("The rent is due tomorrow.", "The rent is due on 16 July 2026."),
            ("Tomorrow the rent is due.", "On 16 July 2026 the rent is due."),
            ("Dentist on Thursday at 3pm.", "Dentist on 16 July 2026, 15:00."),
            ("<I moved here last March.", "I moved here in March 2026."),
            ("I need it by Friday", "I need it by 17 July 2026"),
            ("from next week on", "From 20 July 2026"),
            ("a trip next summer", "a trip in summer 2027"),
            ("I quit three years ago", "I quit in 2023"),
            ("I run every Monday, currently", "I run every Monday, currently"),
            ("since 2019", "Since 2019"),
        ],
    );
}

#[test]
fn the_clock_of_the_speaker_decides() {
    let tokyo = Clock { at: AT, utc_offset: 540 };
    let when = &find("the rent is due tomorrow", language("en"), tokyo, Lean::Future)[0];
    // It is 16 July, 03:00 in Tokyo.
    assert_eq!((iso(when.from), iso(when.to)), ("2026-07-16T15:00".into(), "2026-07-17T15:00".into()));
    assert_eq!(write(when, language("en")).unwrap(), "on 17 July 2026");
    assert_eq!(when.side(), Side::Future);
}

#[test]
fn sides_starts_and_years_left_out() {
    let one = |text| found("en", text, Lean::Future).remove(0);
    assert_eq!(one("last week").side(), Side::Past);
    assert_eq!(one("this week").side(), Side::Present);
    assert_eq!(one("born on 3 May 1961").start(), None);
    assert!(one("on 3 May").yearless && !one("on 3 May 1961").yearless && !one("tomorrow").yearless);
    assert!(Role::For.is_start() && !Role::Every.is_dated());
}
