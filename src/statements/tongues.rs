//! What the tables of the nine other languages read: a file of cases each, `text => what is read`. Each text
//! is one sentence of the speaker's own, and its language is known.

use super::{clauses, languages, lift, mood, when};
use crate::types::{Act, Span, Statement};

/// 2026-07-12T09:00:00Z, a Sunday.
const AT: u64 = 1_783_846_800_000;

fn said(code: &str, text: &str) -> String {
    let language = languages::all().iter().find(|language| language.code == code).unwrap();
    let manner = mood::mood(text, language);
    if manner.mood != mood::Mood::States || manner.reported || manner.doubted {
        return String::new();
    }
    let clock = when::Clock { at: AT, utc_offset: 0 };
    let end = u32::try_from(text.len()).unwrap();
    let speaker = lift::Speaker { name: None, utc_offset: 0, span: Span { start: 0, end } };
    let sentence = clauses::Sentence::new(text, language, clock, false);
    let clauses = sentence.clauses();
    if clauses.contrast {
        return String::new();
    }
    let found = clauses.read.iter().flat_map(|clause| lift::statements(clause, &sentence, speaker));
    found.map(|statement| one(&statement)).collect::<Vec<_>>().join("; ")
}

/// `attribute = value`, with the act before it where it is none of `state`, and what it says of when.
fn one(statement: &Statement) -> String {
    let act = if statement.act == Act::State { String::new() } else { format!("{} ", statement.act.name()) };
    let value = statement.value.as_deref().unwrap_or("*");
    match &statement.attribute {
        Some(attribute) => format!("{act}{attribute} = {value}"),
        None => format!("{act}{}", statement.text),
    }
}

fn check(code: &str, cases: &str) {
    let (mut wrong, mut all) = (Vec::new(), 0);
    for line in cases.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (text, expected) = line.split_once("=>").map(|(text, expected)| (text.trim(), expected.trim())).unwrap();
        let found = said(code, text);
        all += 1;
        if found != expected {
            wrong.push(format!("{text}\n    read: {found}\n    must: {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {all} wrong in {code}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn german() {
    check("de", include_str!("tests/de.txt"));
}

#[test]
fn french() {
    check("fr", include_str!("tests/fr.txt"));
}
