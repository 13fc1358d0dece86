//! What the tables of the nine other languages read: a file of cases each, `text => what is read`. The
//! language is found, too.

use crate::types::{Act, Statement, Utterance};

/// 2026-07-12T09:00:00Z, a Sunday.
const AT: u64 = 1_783_846_800_000;

fn said(code: &str, text: &str) -> String {
    let reading = super::read(&Utterance { text: text.into(), at: AT, ..Utterance::default() });
    let of_another = reading.statements.iter().filter(|statement| statement.language != code).count();
    let mut all: Vec<String> = reading.statements.iter().map(one).collect();
    if of_another > 0 {
        all.push("in another language".into());
    }
    all.join("; ")
}

/// `attribute = value`, with the act before it where it is none of `state`.
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

#[test]
fn spanish() {
    check("es", include_str!("tests/es.txt"));
}

#[test]
fn portuguese() {
    check("pt", include_str!("tests/pt.txt"));
}

#[test]
fn italian() {
    check("it", include_str!("tests/it.txt"));
}

#[test]
fn dutch() {
    check("nl", include_str!("tests/nl.txt"));
}

#[test]
fn russian() {
    check("ru", include_str!("tests/ru.txt"));
}

#[test]
fn chinese() {
    check("zh", include_str!("tests/zh.txt"));
}

#[test]
fn japanese() {
    check("ja", include_str!("tests/ja.txt"));
}
