//! Expressions of each language, all said on Wednesday 15 July 2026 at 18:00 UTC.

use super::super::languages;
use super::*;
use crate::calendar::civil;

mod english;
mod tongues;

const AT: u64 = 1_784_138_400_000;

fn language(code: &str) -> &'static Language {
    languages::all().iter().find(|language| language.code == code).unwrap()
}

fn found(code: &str, text: &str, lean: Lean) -> Vec<When> {
    find(text, language(code), Clock { at: AT, utc_offset: 0 }, lean)
}

fn iso(ms: i64) -> String {
    let minutes = ms.div_euclid(MINUTE);
    let (year, month, day) = civil(minutes.div_euclid(1_440));
    let (hour, minute) = (minutes.rem_euclid(1_440) / 60, minutes.rem_euclid(60));
    match (hour, minute) {
        (0, 0) => format!("{year:04}-{month:02}-{day:02}"),
        _ => format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}"),
    }
}

/// `role from..to` of each expression, and what is left of the text.
fn told(code: &str, text: &str, lean: Lean) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for when in found(code, text, lean) {
        out.push_str(&text[at..when.span.start]);
        out.push_str(&match when.role {
            Role::Every | Role::Now => format!("<{:?}>", when.role),
            role => format!("<{role:?} {}..{}>", iso(when.from), iso(when.to)),
        });
        at = when.span.end;
    }
    out + &text[at..]
}

/// Each line: the text, and what is found in it. `<` before the text leans to the past.
fn check(code: &str, cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let (text, lean) = text.strip_prefix('<').map_or((*text, Lean::Future), |text| (text, Lean::Past));
        let told = told(code, text, lean);
        if told != *expected {
            wrong.push(format!("{text}\n  is    {told}\n  wants {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong in {code}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Each pair: a sentence, and itself with its dates written out.
fn check_written(code: &str, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let (text, lean) = text.strip_prefix('<').map_or((*text, Lean::Future), |text| (text, Lean::Past));
        assert_eq!(written_out(text, &found(code, text, lean), language(code)), *expected);
    }
}
