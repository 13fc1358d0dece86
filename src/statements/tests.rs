//! Utterances, and what is read of them.

use super::*;
use crate::types::Act;

/// 2026-07-12T09:00:00Z, a Sunday.
const AT: u64 = 1_783_846_800_000;

fn reading(text: &str) -> Reading {
    read(&Utterance { text: text.into(), at: AT, ..Utterance::default() })
}

/// What is read of a text, each statement as `attribute = value`, with the act before it where it is none of
/// `state`.
fn said(text: &str) -> String {
    let one = |statement: &crate::types::Statement| {
        let act = if statement.act == Act::State { String::new() } else { format!("{} ", statement.act.name()) };
        let value = statement.value.as_deref().unwrap_or("*");
        match &statement.attribute {
            Some(attribute) => format!("{act}{attribute} = {value}"),
            None => format!("{act}{}", statement.text),
        }
    };
    reading(text).statements.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Lines of `text => what is read`; nothing after the arrow: nothing is read.
fn check(table: &str) {
    let mut wrong = Vec::new();
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (text, expected) = line.split_once("=>").map(|(text, expected)| (text.trim(), expected.trim())).unwrap();
        let found = said(&text.replace("\\n", "\n"));
        if found != expected {
            wrong.push(format!("{text}\n    read: {found}\n    must: {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_pattern_of_every_table_compiles() {
    for language in languages::all() {
        let table = predicates::Table::of(language);
        assert!(table.bad.is_empty(), "{}: {:?}", language.code, table.bad);
    }
}

#[test]
fn the_first_predicates() {
    check(include_str!("tests/first.txt"));
}
